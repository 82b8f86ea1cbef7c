// Makes the client installable: writes a manifest per language and the list of files that its worker caches.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

const LANGUAGES = ['en', 'nl', 'de', 'es', 'fr'];

/** The manifest of the client in one language. */
export function manifest(language: string, words: Record<string, string>): object {
  const shortcut = (key: string, url: string) => ({ name: words[key], url, icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }] });
  return {
    id: '/',
    name: 'Crownfire',
    short_name: 'Crownfire',
    description: words['start.line'],
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f6ecd9',
    theme_color: '#f6ecd9',
    categories: ['games'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [shortcut('start.friends.create', '/new'), shortcut('start.friends.open', '/lobby')],
  };
}

/** Returns the addresses of all files below a folder. */
function addresses(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => '/' + relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

export function installable(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'installable',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'link', attrs: { rel: 'manifest', href: '/manifest-en.webmanifest' }, injectTo: 'head' }],
    },
    generateBundle() {
      const read = (language: string) =>
        JSON.parse(readFileSync(join(root, `src/locales/${language}.json`), 'utf8')) as Record<string, string>;
      for (const language of LANGUAGES) {
        const words = { ...read('en'), ...read(language) }; // a missing translation is shown in English
        const source = JSON.stringify(manifest(language, words));
        this.emitFile({ type: 'asset', fileName: `manifest-${language}.webmanifest`, source });
      }
    },
    // Runs last: the worker receives the list of all built files, so it changes whenever one of them does.
    closeBundle() {
      const worker = join(folder, 'worker.js');
      const files = addresses(folder).filter((path) => path !== '/worker.js');
      const hash = createHash('sha256').update(readFileSync(worker));
      for (const path of files) hash.update(path).update(readFileSync(join(folder, path)));
      const kept = files.map((path) => (path === '/index.html' ? '/' : path));
      const list = { version: hash.digest('hex').slice(0, 12), files: kept };
      writeFileSync(worker, `self.BUILT=${JSON.stringify(list)};\n${readFileSync(worker, 'utf8')}`);
    },
  };
}
