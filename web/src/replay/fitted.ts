// Text in a drawing can't wrap: it gets smaller, or is halved.

const WIDE = 0.58; // of the size, what a letter takes on average; rather too much

/** The size at which a text fits into a width, at most the usual one. */
export const fitted = (text: string, width: number, usual: number): number =>
  Math.min(usual, Math.round((width / (Math.max(1, [...text].length) * WIDE)) * 10) / 10);

/** A long text in two lines, if it has a space to break at. */
export function halved(text: string, most = 12): string[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  if (text.length <= most || !spaces.length) return [text];
  const at = spaces.reduce((best, each) => (Math.abs(each - text.length / 2) < Math.abs(best - text.length / 2) ? each : best));
  return [text.slice(0, at), text.slice(at + 1)];
}
