// Which page is shown. Addresses are paths; secrets stand behind # and are taken out of it at once.

import { impossible } from './impossible';

export type Route =
  | { page: 'start' }
  | { page: 'new' }
  | { page: 'lobby' }
  | { page: 'learn'; lesson: string }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string } // without a table: a record of this device
  | { page: 'score'; table: string } // the same
  | { page: 'rules' }
  | { page: 'lost' };

/** The addresses of every page, written as the server writes them; {name} is an argument. */
export const ADDRESSES: Record<Exclude<Route['page'], 'lost'>, string[]> = {
  start: ['/'],
  new: ['/new'],
  lobby: ['/lobby'],
  learn: ['/learn', '/learn/{lesson}'],
  table: ['/table/{table}'],
  replay: ['/replay', '/replay/{table}'],
  score: ['/score', '/score/{table}'],
  rules: ['/rules'],
};

const split = (path: string): string[] => path.split('/').filter(Boolean);

/** Returns the argument of a path that has the form of an address ('' without one), or null. */
function argumentOf(path: string, address: string): string | null {
  const [parts, wanted] = [split(path), split(address)];
  if (parts.length !== wanted.length) return null;
  let argument = '';
  for (const [index, part] of parts.entries()) {
    if (wanted[index]!.startsWith('{')) argument = part;
    else if (part !== wanted[index]) return null;
  }
  return argument;
}

function routeTo(page: keyof typeof ADDRESSES, argument: string): Route {
  switch (page) {
    case 'start':
    case 'new':
    case 'lobby':
    case 'rules':
      return { page };
    case 'learn':
      return { page, lesson: argument };
    case 'table':
    case 'replay':
    case 'score':
      return { page, table: argument };
    default:
      return impossible(page);
  }
}

/** Returns the page of a path. */
export function read(path: string): Route {
  for (const page of Object.keys(ADDRESSES) as (keyof typeof ADDRESSES)[])
    for (const address of ADDRESSES[page]) {
      const argument = argumentOf(path, address);
      if (argument !== null) return routeTo(page, argument);
    }
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
