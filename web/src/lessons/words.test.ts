import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../lib/i18n.svelte';
import { LESSONS } from './kept';
import { STEPS } from './steps';
import { lessonWords } from './words';

const SPOKEN = LESSONS.flatMap((name) => STEPS[name].map(({ word }) => `${name}.${word}`));
const LONGEST = 200; // more does not fit over a table on a phone

describe.each(Object.keys(LANGUAGES) as Language[])('the words in %s', (language) => {
  it('are those of the steps, each short', async () => {
    const words = await lessonWords(language);
    expect(Object.keys(words).sort()).toEqual([...SPOKEN].sort());
    expect(Object.entries(words).filter(([, text]) => !text || text.length > LONGEST)).toEqual([]);
  });
  it('name the same numbers as in English', async () => {
    const numbers = (text: string) => (text.match(/\d+/g) ?? []).sort();
    const [words, english] = [await lessonWords(language), await lessonWords('en')];
    for (const key of SPOKEN) expect([key, ...numbers(words[key]!)]).toEqual([key, ...numbers(english[key]!)]);
  });
});
