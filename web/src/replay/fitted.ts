// Text in a drawing can't wrap: it gets smaller.

const WIDE = 0.58; // of the size, what a letter takes on average; rather too much

/** The size at which a text fits into a width, at most the usual one. */
export const fitted = (text: string, width: number, usual: number): number =>
  Math.min(usual, Math.round((width / (Math.max(1, [...text].length) * WIDE)) * 10) / 10);
