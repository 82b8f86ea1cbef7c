// Who answers a request of a page: the network, what is kept, or both.

export type Plan =
  | 'pass' // the worker keeps out of it
  | 'page' // the network; the kept client if it does not answer
  | 'file' // what is kept; the network if it is not
  | 'catalogue'; // the network; the last answer if it does not answer

export interface Asked {
  method: string;
  mode: string;
  cache: string;
  url: string;
}

const isServers = (path: string): boolean => /^\/(api|healthz|readyz)(\/|$)/.test(path);

export function planFor(asked: Asked, origin: string, files: ReadonlySet<string>): Plan {
  const { origin: from, pathname: path } = new URL(asked.url);
  if (asked.method !== 'GET' || from !== origin) return 'pass';
  if (path === '/api/catalogue') return asked.cache === 'no-store' ? 'pass' : 'catalogue'; // no-store: only the server's own word counts
  if (isServers(path)) return 'pass';
  if (asked.mode === 'navigate') return 'page';
  return files.has(path) ? 'file' : 'pass';
}
