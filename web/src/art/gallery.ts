import { mount } from 'svelte';
import '../app.css';
import { loadDrawings } from './drawings';
import Gallery from './Gallery.svelte';

await loadDrawings();
mount(Gallery, { target: document.getElementById('gallery')! });
