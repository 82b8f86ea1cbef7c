// The words of the lessons: one file per language, loaded with the first lesson.

import type { Language } from '../lib/i18n.svelte';

const FILES: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('./words/en.json'),
  nl: () => import('./words/nl.json'),
  de: () => import('./words/de.json'),
  es: () => import('./words/es.json'),
  fr: () => import('./words/fr.json'),
};

/** Returns the words in a language; those it lacks are English. */
export async function lessonWords(language: Language): Promise<Record<string, string>> {
  const [english, own] = await Promise.all([FILES.en(), FILES[language]()]);
  return { ...english.default, ...own.default };
}
