import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import nl from './nl.json';

const ENGLISH: Record<string, string> = en;
const OTHERS: Record<string, Record<string, string>> = { nl, de, es, fr };
const SOURCE = join(import.meta.dirname, '..');
const LONGEST_BUTTON = 30; // characters; a longer label doesn't fit on a phone

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** The arguments of a message, those within plurals included. */
function argumentsOf(parts: Part[]): Set<string> {
  const found = new Set<string>();
  for (const part of parts) {
    if ('value' in part && part.type !== 0 && part.type !== 8) found.add(part.value);
    if ('options' in part) for (const option of Object.values(part.options)) argumentsOf(option.value).forEach((name) => found.add(name));
  }
  return found;
}

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|generated\.ts$|testing\.ts$/.test(name) ? [readFileSync(path, 'utf8')] : [];
  });
}

/** All texts within a JSON value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];

/** Every text of a language: interface, lessons and rules. */
const textsOf = (language: string): string[] =>
  ['locales', 'lessons/words', 'rules/texts'].flatMap((folder) =>
    textsIn(JSON.parse(readFileSync(join(SOURCE, folder, `${language}.json`), 'utf8'))),
  );

describe.each(Object.entries(OTHERS))('%s', (language, messages) => {
  it('has no messages that English lacks, and none without words', () => {
    expect(Object.keys(messages).filter((key) => !(key in ENGLISH) || !messages[key])).toEqual([]);
  });
  it('may lack messages, which are then shown in English', () => {
    const missing = Object.keys(ENGLISH).filter((key) => !(key in messages));
    if (missing.length) console.warn(`${language}.json lacks ${missing.length} of ${Object.keys(ENGLISH).length} messages:\n  ${missing.join('\n  ')}`);
  });
  it.each(Object.entries(messages))('%s has the arguments of English', (key, text) => {
    const own = new IntlMessageFormat(text, language).getAst();
    expect([...argumentsOf(own)].sort()).toEqual([...argumentsOf(new IntlMessageFormat(ENGLISH[key] ?? '', 'en').getAst())].sort());
  });
});

describe.each(['en', ...Object.keys(OTHERS)])('the typography of %s', (language) => {
  it('has no straight quotes and no three dots', () => {
    expect(textsOf(language).filter((text) => /['"]|\.\.\./.test(text))).toEqual([]);
  });
});

const text = sources(SOURCE).join('\n');

describe.each(Object.entries({ en: ENGLISH, ...OTHERS }))('buttons in %s', (_language, messages) => {
  const labels = [...text.matchAll(/\{t\('([a-z_.]+)'\)\}\s*<\/(?:button|summary)>/g)].map((match) => match[1]!);
  it('have short labels', () => {
    expect(labels.length).toBeGreaterThan(40);
    expect(labels).toContain('replay.paste');
    expect(labels.filter((key) => (messages[key] ?? '').length > LONGEST_BUTTON).map((key) => messages[key])).toEqual([]);
  });
});

describe('English', () => {
  const starts = [...text.matchAll(/`([a-z_]+(?:\.[a-z_]+)*\.)\$\{/g)].map((match) => match[1]!);
  it('has no message that nothing uses', () => {
    const unused = Object.keys(en).filter((key) => !text.includes(`'${key}'`) && !starts.some((start) => key.startsWith(start)));
    expect(unused).toEqual([]);
  });
  it('has every message that the code needs', () => {
    const asked = [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map((match) => match[1]!);
    expect(asked.filter((key) => !(key in en))).toEqual([]);
  });
  it('has no space before an ellipsis', () => {
    expect(textsOf('en').filter((text) => /\s…/.test(text))).toEqual([]);
  });
});
