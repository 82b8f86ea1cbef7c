// The drawings, as one static file: fetched once, kept by the browser, and put into the page for `use`.

import address from './art.svg?url';

/** Puts the drawings into the page. Without a network it tries again once there is one. */
export async function loadDrawings(): Promise<void> {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(address);
    const drawings = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
    document.body.prepend(document.importNode(drawings, true));
  } catch {
    addEventListener('online', () => void loadDrawings(), { once: true });
  }
}
