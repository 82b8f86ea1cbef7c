import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/crownfire/server/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy allows files only
  },
  server: { fs: { allow: ['..'] /* the rules read the engine's tables */ }, proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'] },
});
