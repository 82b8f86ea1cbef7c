// The words of the rules: one file per language, loaded when it is needed.

import type { Language } from '../lib/i18n.svelte';

export interface SectionText {
  title: string;
  text: string[]; // paragraphs; those that begin with "- " are points of a list; *this* is strong
  rulings?: Record<string, string[]>; // by rule id: how Crownfire plays where the booklets leave it open
  pictures?: Record<string, string>; // what each picture shows
}
export interface Texts {
  ruling: string; // marks each ruling
  chapters: Record<string, string>;
  sections: Record<string, SectionText>;
}

const FILES = import.meta.glob<Texts>('./texts/*.json', { import: 'default' });
const load = (language: Language): Promise<Texts> => FILES[`./texts/${language}.json`]!();

/** Returns the texts in a language; chapters and sections that it lacks are English. */
export async function loadTexts(language: Language): Promise<Texts> {
  const [english, own] = await Promise.all([load('en'), load(language)]);
  return { ruling: own.ruling, chapters: { ...english.chapters, ...own.chapters }, sections: { ...english.sections, ...own.sections } };
}

/** The rulings of a section, each behind its mark. */
export const rulingsOf = (text: SectionText, mark: string): string[] =>
  Object.values(text.rulings ?? {}).flat().map((ruling) => `*${mark}* ${ruling}`);

export type Block = { points: string[] } | { words: string };

/** Paragraphs, and points that follow each other as one list. */
export function blocks(text: readonly string[]): Block[] {
  const made: Block[] = [];
  for (const line of text) {
    const last = made.at(-1);
    if (!line.startsWith('- ')) made.push({ words: line });
    else if (last && 'points' in last) last.points.push(line.slice(2));
    else made.push({ points: [line.slice(2)] });
  }
  return made;
}
