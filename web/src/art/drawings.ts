// The drawings, as one static file: fetched once, kept by the browser, and put into the page for `use`.

import address from './art.svg?url';

const RETRY_MS = 3_000;

/** Puts the drawings into the page, and tries again if they don't come. */
export async function loadDrawings(): Promise<void> {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(address);
    const drawings = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
    document.body.prepend(document.importNode(drawings, true));
  } catch {
    setTimeout(() => void loadDrawings(), RETRY_MS);
  }
}
