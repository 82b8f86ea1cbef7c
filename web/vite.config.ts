import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { installable } from './scripts/installable.ts';

export default defineConfig({
  plugins: [svelte(), installable()],
  build: {
    outDir: '../src/crownfire/server/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows files only
    rollupOptions: {
      input: { index: 'index.html', worker: 'src/worker/worker.ts' },
      // The worker has an address that stays, at the root: it looks after all pages.
      output: { entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: { fs: { allow: ['..'] /* the rules read the engine's tables */ }, proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
