// The service worker: keeps the whole client, so that its pages open without a network. Games need the server.
//
// Pages come from the network first, so nobody is kept on an old version. A new worker waits while pages of
// an older version are open: their files stay until they are gone, and no game is touched.

import { planFor } from './plan';
import type { WorkerScope } from './scope';

const scope = self as unknown as WorkerScope;
const { version, files } = scope.BUILT;
const KEPT = new Set(files);
const CACHE = `crownfire-${version}`;
const CATALOGUE = '/api/catalogue';
const PATIENCE_MS = 3_000; // with a network that does not answer
const PAUSE_MS = 1_000; // when the server says it is too much at once
const TRIES = 20;

scope.addEventListener('install', (event) => event.waitUntil(fill()));
scope.addEventListener('activate', (event) => event.waitUntil(tidy().then(() => scope.clients.claim())));
scope.addEventListener('message', (event) => event.waitUntil(takeOver(event.data)));
scope.addEventListener('fetch', (event) => {
  const plan = planFor(event.request, scope.location.origin, KEPT);
  if (plan === 'page') event.respondWith(page(event.request));
  else if (plan === 'file') event.respondWith(file(event.request));
  else if (plan === 'catalogue') event.respondWith(catalogue(event.request));
});

/** Keeps every file, one after the other: there is no hurry. */
async function fill(): Promise<void> {
  const cache = await scope.caches.open(CACHE);
  for (const path of files) await cache.put(path, await load(path));
  const answer = await fetch(CATALOGUE).catch(() => null);
  if (answer?.ok) await cache.put(CATALOGUE, answer);
}

async function load(path: string): Promise<Response> {
  // Names of assets change with their content, so the browser's own copy will do.
  const request = new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' });
  for (let count = 0; count < TRIES; count += 1) {
    const answer = await fetch(request.clone());
    if (answer.ok) return answer;
    if (answer.status !== 429) break;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`${path} can't be had`);
}

async function tidy(): Promise<void> {
  const old = (await scope.caches.keys()).filter((name) => name.startsWith('crownfire-') && name !== CACHE);
  await Promise.all(old.map((name) => scope.caches.delete(name)));
}

/** A page says which script it runs. If it is of my version and alone, nobody needs the worker before me. */
async function takeOver(script: unknown): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (typeof script === 'string' && KEPT.has(script) && pages.length === 1) await scope.skipWaiting();
}

async function page(request: Request): Promise<Response> {
  const answer = await inTime(request);
  if (answer && answer.status < 500) return answer;
  return (await kept('/')) ?? answer ?? fetch(request);
}

async function file(request: Request): Promise<Response> {
  return (await kept(new URL(request.url).pathname)) ?? fetch(request);
}

async function catalogue(request: Request): Promise<Response> {
  const answer = await inTime(request);
  if (answer?.ok) {
    const cache = await scope.caches.open(CACHE);
    await cache.put(CATALOGUE, answer.clone());
    return answer;
  }
  return (await kept(CATALOGUE)) ?? answer ?? fetch(request);
}

async function kept(path: string): Promise<Response | undefined> {
  const cache = await scope.caches.open(CACHE);
  return cache.match(path);
}

/** The answer of the network, unless it fails or takes too long. */
function inTime(request: Request): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([fetch(request).catch(() => null), late]);
}
