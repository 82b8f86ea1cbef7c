import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { loadLanguage } from './lib/i18n.svelte';
import { applyTheme } from './lib/settings.svelte';

applyTheme();
await loadLanguage().catch(() => undefined); // English is always there
mount(App, { target: document.getElementById('app')! });
