import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { loadDrawings } from './art/drawings';
import { loadLanguage } from './lib/i18n.svelte';
import './lib/install.svelte'; // listens from the start
import { applyLooks, followOtherTabs } from './lib/settings.svelte';
import { keepClient } from './lib/worker';

applyLooks();
const inMyLanguage = (): Promise<void> => loadLanguage().catch(() => undefined); // English is always there
await Promise.all([inMyLanguage(), loadDrawings()]);
followOtherTabs(() => void inMyLanguage());
mount(App, { target: document.getElementById('app')! });
keepClient().catch(() => undefined); // all works without it, but not offline
