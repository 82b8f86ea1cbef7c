import { describe, expect, it } from 'vitest';
import de from '../locales/de.json';
import en from '../locales/en.json';
import es from '../locales/es.json';
import fr from '../locales/fr.json';
import nl from '../locales/nl.json';
import { TERRAIN_COLOURS } from './palette';

const LANGUAGES: Record<string, Record<string, string>> = { en, nl, de, es, fr };

describe.each(Object.entries(LANGUAGES))('letters on terrains in %s', (_language, messages) => {
  it.each(Object.entries(TERRAIN_COLOURS))('tell all terrains of %s apart', (game, terrains) => {
    const letters = Object.keys(terrains).map((terrain) => messages[`letter.${game}.${terrain}`]);
    expect(new Set(letters).size).toBe(6);
  });
  it('are the first of a word of the name', () => {
    for (const key of Object.keys(messages).filter((each) => each.startsWith('letter.'))) {
      const name = messages[key.replace('letter', 'terrain')]!.toLowerCase();
      const start = messages[key]!.toLowerCase();
      expect(name.split(' ').some((word) => word.startsWith(start)) || name.endsWith(`groeve`), `${key} in ${name}`).toBe(true);
    }
  });
});
