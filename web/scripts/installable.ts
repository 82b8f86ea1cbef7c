// What makes the client installable: a manifest in every language, and the list of files that its worker keeps.

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

/** Every file below a folder, by its address. */
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
      for (const language of LANGUAGES) {
        const words = JSON.parse(readFileSync(join(root, `src/locales/${language}.json`), 'utf8')) as Record<string, string>;
        const source = JSON.stringify(manifest(language, words));
        this.emitFile({ type: 'asset', fileName: `manifest-${language}.webmanifest`, source });
      }
    },
    // Last of all: the worker gets the list of everything that was built, and so is another one whenever a byte changes.
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
