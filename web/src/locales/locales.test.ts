import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import nl from './nl.json';

const OTHERS: Record<string, Record<string, string>> = { nl, de, es, fr };

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
    return /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|types\.ts$/.test(name) ? [readFileSync(path, 'utf8')] : [];
  });
}

describe.each(Object.entries(OTHERS))('%s', (language, messages) => {
  it('has exactly the messages of English', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort());
  });
  it.each(Object.entries<string>(en))('%s has the arguments of English', (key, text) => {
    const own = new IntlMessageFormat(messages[key]!, language).getAst();
    expect([...argumentsOf(own)].sort()).toEqual([...argumentsOf(new IntlMessageFormat(text, 'en').getAst())].sort());
  });
});

describe('English', () => {
  const text = sources(join(import.meta.dirname, '..')).join('\n');
  const starts = [...text.matchAll(/`([a-z_]+(?:\.[a-z_]+)*\.)\$\{/g)].map((match) => match[1]!);
  it('has no message that nothing uses', () => {
    const unused = Object.keys(en).filter((key) => !text.includes(`'${key}'`) && !starts.some((start) => key.startsWith(start)));
    expect(unused).toEqual([]);
  });
  it('has every message that is asked for', () => {
    const asked = [...text.matchAll(/\bt\(\s*'([^']+)'/g)].map((match) => match[1]!);
    expect(asked.filter((key) => !(key in en))).toEqual([]);
  });
});
