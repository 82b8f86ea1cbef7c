// The words of the lessons: a file a language, loaded with the first lesson in it.

import type { Language } from '../lib/i18n.svelte';

const FILES: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import('./words/en.json'),
  nl: () => import('./words/nl.json'),
  de: () => import('./words/de.json'),
  es: () => import('./words/es.json'),
  fr: () => import('./words/fr.json'),
};

export const lessonWords = async (language: Language): Promise<Record<string, string>> => (await FILES[language]()).default;
