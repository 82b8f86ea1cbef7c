// The words of the rules: one file a language, loaded when it is needed.

import type { Language } from '../lib/i18n.svelte';

export interface SectionText {
  title: string;
  text: string[]; // paragraphs; those that begin with "- " are points of a list; *this* is strong
  pictures?: Record<string, string>; // what each picture shows
}
export interface Texts {
  chapters: Record<string, string>;
  sections: Record<string, SectionText>;
}

const FILES: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('./texts/en.json'),
  nl: () => import('./texts/nl.json'),
  de: () => import('./texts/de.json'),
  es: () => import('./texts/es.json'),
  fr: () => import('./texts/fr.json'),
};

export const loadTexts = async (language: Language): Promise<Texts> => (await FILES[language]()).default;

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
