// What people paste: a link to a table, perhaps with words around it, or the bare code of a table.

const LINK = /(?:(https?:\/\/[^\s/]+))?\/table\/([A-Za-z0-9_-]{1,32})\/?(#(?:seat|invite|watch)=[A-Za-z0-9_-]+)?(?![A-Za-z0-9_-])/;
const CODE = /^[A-Za-z0-9_-]{6,32}$/;

export interface Address {
  origin: string; // nothing: this server
  path: string; // with the secret behind #
}

export function readAddress(text: string): Address | null {
  const found = LINK.exec(text);
  if (found) return { origin: found[1] ?? '', path: `/table/${found[2]}${found[3] ?? ''}` };
  const code = text.trim();
  return CODE.test(code) ? { origin: '', path: `/table/${code}` } : null;
}

/** The token behind `#watch=` or the like of a link that the server made. */
export const tokenOf = (link: string): string => link.split('=').at(-1) ?? '';

export const linkTo = (table: string, kind: 'seat' | 'invite' | 'watch', token: string): string =>
  `${location.origin}/table/${table}#${kind}=${token}`;
