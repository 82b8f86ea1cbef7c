// What a service worker is given, as far as ours uses it (the types of workers and of pages exclude each other).

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Lasting {
  data: unknown;
}

export interface WorkerScope {
  BUILT: { version: string; files: string[] }; // written by the build
  location: Location;
  caches: CacheStorage;
  clients: { claim(): Promise<void>; matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Told) => void): void;
}
