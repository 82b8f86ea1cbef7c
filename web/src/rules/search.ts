// Finding words in the rules, whatever their case and accents.

export interface Piece {
  text: string;
  isStrong: boolean;
  isFound: boolean;
}

const fold = (text: string): string =>
  text.normalize('NFD').replace(/[\p{M}\u00ad]/gu, '').toLowerCase().replace(/ß/g, 'ss').replace(/œ/g, 'oe').replace(/[’‘]/g, "'");

/** The words that are looked for. */
export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/** Is every word somewhere in these texts? */
export function has(texts: readonly string[], words: readonly string[]): boolean {
  const all = texts.map((text) => fold(text.replace(/\*/g, ''))).join('\n');
  return words.every((word) => all.includes(word));
}

/** Where in a text the words stand, by its characters. */
function found(text: string, words: readonly string[]): boolean[] {
  const marks = Array.from<boolean>({ length: text.length }).fill(false);
  let folded = '';
  const from: number[] = []; // of each folded character: which one of the text it came from
  for (let i = 0; i < text.length; i += 1) {
    const part = fold(text[i]!);
    folded += part;
    for (let k = 0; k < part.length; k += 1) from.push(i);
  }
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      for (let k = at; k < at + word.length; k += 1) marks[from[k]!] = true;
    }
  }
  return marks;
}

/** A text in pieces: *strong* ones, and those that were looked for. */
export function pieces(text: string, words: readonly string[] = []): Piece[] {
  let plain = '';
  const strong: boolean[] = [];
  text.split('*').forEach((part, i) => {
    plain += part;
    for (let k = 0; k < part.length; k += 1) strong.push(i % 2 === 1);
  });
  const marks = found(plain, words);
  const made: Piece[] = [];
  for (let i = 0; i < plain.length; i += 1) {
    const last = made.at(-1);
    if (last && last.isStrong === strong[i] && last.isFound === marks[i]) last.text += plain[i]!;
    else made.push({ text: plain[i]!, isStrong: strong[i]!, isFound: marks[i]! });
  }
  return made;
}
