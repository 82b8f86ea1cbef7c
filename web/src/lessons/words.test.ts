import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../lib/i18n.svelte';
import { LESSONS } from './kept';
import { STEPS } from './steps';
import { lessonWords } from './words';
import de from './words/de.json';
import en from './words/en.json';
import es from './words/es.json';
import fr from './words/fr.json';
import nl from './words/nl.json';

const SPOKEN = LESSONS.flatMap((name) => STEPS[name].map(({ word }) => `${name}.${word}`));
const LONGEST = 200; // more does not fit over a table on a phone
const FILES: Record<Language, Record<string, string>> = { en, nl, de, es, fr };

it('the English words are those of the steps', () => {
  expect(Object.keys(en).sort()).toEqual([...SPOKEN].sort());
});

describe.each(Object.keys(LANGUAGES) as Language[])('the words in %s', (language) => {
  it('are words of steps, each short', () => {
    expect(Object.entries(FILES[language]).filter(([key, text]) => !SPOKEN.includes(key) || !text || text.length > LONGEST)).toEqual([]);
  });
  it('may lack some, which are then English', async () => {
    const missing = SPOKEN.filter((key) => !(key in FILES[language]));
    if (missing.length) console.warn(`lessons/words/${language}.json lacks ${missing.length} of ${SPOKEN.length} words:\n  ${missing.join('\n  ')}`);
    expect(await lessonWords(language)).toEqual({ ...FILES.en, ...FILES[language] });
  });
  it('name the same numbers as in English', async () => {
    const numbers = (text: string) => (text.match(/\d+/g) ?? []).sort();
    const [words, english] = [await lessonWords(language), await lessonWords('en')];
    for (const key of SPOKEN) expect([key, ...numbers(words[key]!)]).toEqual([key, ...numbers(english[key]!)]);
  });
});
