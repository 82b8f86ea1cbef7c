// Which page is shown. Addresses are paths; secrets stand behind # and are taken out of it at once.

export type Page = 'start' | 'new' | 'lobby' | 'learn' | 'table' | 'replay' | 'score' | 'rules' | 'lost';

export interface Route {
  page: Page;
  argument: string; // of its address: a table or a lesson; '' without one
}

/** The addresses of all pages, written as the server writes them; {name} is an argument. */
const ADDRESSES = [
  '/', '/new', '/lobby', '/learn', '/learn/{lesson}', '/table/{table}', '/replay', '/replay/{table}', '/score', '/score/{table}', '/rules',
];

const split = (path: string): string[] => path.split('/').filter(Boolean);

/** Returns the page of a path. */
function read(path: string): Route {
  const parts = split(path);
  const isKnown = ADDRESSES.map(split).some(
    (wanted) => wanted.length === parts.length && wanted.every((part, index) => part.startsWith('{') || part === parts[index]),
  );
  const [page = 'start', argument = ''] = parts;
  return isKnown ? { page: page as Page, argument } : { page: 'lost', argument: '' };
}

export const router = $state<{ route: Route }>({ route: read(location.pathname) });

/** Shows another page. */
export function go(path: string): void {
  history.pushState(null, '', path);
  router.route = read(location.pathname);
  window.scrollTo(0, 0);
}

addEventListener('popstate', () => (router.route = read(location.pathname)));

// A link of a table that is already open: only what stands behind # is new.
addEventListener('hashchange', () => {
  if (location.hash.includes('=')) location.reload();
});

/** The secret behind # of a link (seat, invite or watch), removed from the address. */
export function takeSecret(): { kind: string; token: string } | null {
  const found = /^#(seat|invite|watch)=([A-Za-z0-9_-]+)$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, '', location.pathname);
  return { kind: found[1]!, token: found[2]! };
}

/** For links: an ordinary click shows the page without loading it anew. */
export function link(node: HTMLAnchorElement): { destroy: () => void } {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(node.pathname + node.search + node.hash);
  };
  node.addEventListener('click', onClick);
  return { destroy: () => node.removeEventListener('click', onClick) };
}
