// The words of the lessons: one file per language, loaded with the first lesson.

import type { Language } from '../lib/i18n.svelte';

const FILES = import.meta.glob<Record<string, string>>('./words/*.json', { import: 'default' });
const load = (language: Language): Promise<Record<string, string>> => FILES[`./words/${language}.json`]!();

/** Returns the words in a language; those it lacks are English. */
export async function lessonWords(language: Language): Promise<Record<string, string>> {
  const [english, own] = await Promise.all([load('en'), load(language)]);
  return { ...english, ...own };
}
