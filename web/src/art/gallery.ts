import { mount } from 'svelte';
import { loadDrawings } from './drawings';
import Gallery from './Gallery.svelte';

const target = document.getElementById('gallery');
void loadDrawings();
if (target) mount(Gallery, { target });
