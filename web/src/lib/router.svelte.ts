// Which page is shown. Addresses are paths; secrets stand behind # and are taken out of it at once.

export type Route =
  | { page: 'start' }
  | { page: 'new' }
  | { page: 'lobby' }
  | { page: 'learn'; lesson: string }
  | { page: 'table'; table: string }
  | { page: 'replay' | 'score'; table: string } // without a table: a record of this device
  | { page: 'rules' }
  | { page: 'lost' };

function read(path: string): Route {
  const parts = path.split('/').filter(Boolean);
  if (parts.length === 0) return { page: 'start' };
  if (parts[0] === 'new' && parts.length === 1) return { page: 'new' };
  if (parts[0] === 'lobby' && parts.length === 1) return { page: 'lobby' };
  if (parts[0] === 'learn' && parts.length <= 2) return { page: 'learn', lesson: parts[1] ?? '' };
  if (parts[0] === 'table' && parts[1] && parts.length === 2) return { page: 'table', table: parts[1] };
  if ((parts[0] === 'replay' || parts[0] === 'score') && parts.length <= 2) return { page: parts[0], table: parts[1] ?? '' };
  if (parts[0] === 'rules' && parts.length === 1) return { page: 'rules' };
  return { page: 'lost' };
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
