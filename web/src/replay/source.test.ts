import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RefusedError } from '../lib/api';
import type { Key } from '../lib/keys';
import { missing } from './ahead';
import { find, keep, MOST, MOST_TOGETHER, SHAPE, textId, tooOld } from './kept';
import type { Kept } from './kept';
import { checked, textOf } from './source';
import { recordWords, rulesIn } from './words';

const bytes = (text: string) => new TextEncoder().encode(text);
function why(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return recordWords(error);
  }
  return '';
}

describe('a file that is no record', () => {
  it.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'This is not a text file, so it can’t be a game record.'],
    ['zeros', new Uint8Array(20), 'This is not a text file, so it can’t be a game record.'],
    ['nothing', new Uint8Array(0), 'There is no record in it.'],
    ['spaces', bytes(' \n\t\n'), 'There is no record in it.'],
    ['a book', new Uint8Array(100_000).fill(65), 'This is too long to be a game record.'],
  ])('%s', (_, data, words) => expect(why(() => textOf(data))).toBe(words));
  it('but a record with Windows line ends is one', () => {
    expect(textOf(bytes('\ufeffcrownfire 1\r\nrules: kingdomino\r\n'))).toBe('crownfire 1\nrules: kingdomino\n');
    expect(checked('crownfire 1')).toBe('crownfire 1');
  });
});

describe('what the server says of a record', () => {
  const refused = (params: Record<string, string | number>) => new RefusedError('bad_record', params, 'English');
  it('is told by its code', () => {
    expect(recordWords(refused({ why: 'wrong_seat', seat: 2 }))).toBe('It’s player 2’s turn.');
    expect(recordWords(refused({ why: 'not_face_up', caveman: 'hu' }))).toBe('No caveman of this kind is face up: Hunter.');
    expect(recordWords(refused({ why: 'occupied', cell: 'g8' }))).toBe('g8 is already covered.');
    expect(recordWords(refused({ why: 'news_to_us' }))).toBe('English');
  });
  it('and is explained with the pictures of its game', () => {
    expect(rulesIn('crownfire 1\nrules: origins-tribe+homo_habilis\n')).toBe('origins-tribe+homo_habilis');
    expect(rulesIn('crownfire 1\nrules: chess\n')).toBe('');
    expect(rulesIn('Dear Ann')).toBe('');
  });
  it('and a text that is something else altogether is called so', () => {
    expect(recordWords(refused({ why: 'unreadable' }), 'Dear Ann')).toContain('not a game record');
    expect(recordWords(refused({ why: 'unreadable' }), 'crownfire 1\nfoo')).toContain('can’t be read');
  });
});

const row = (id: string, keptMs: number, size = 1) => ({ id, keptMs, size, shape: SHAPE }) as Parameters<typeof tooOld>[0][number];
const types = readFileSync(join(import.meta.dirname, '../game/generated.ts'), 'utf8');

/** A type with all types in it, as text. */
function shapeOf(name: string, seen = new Set<string>()): string {
  const body = new RegExp(`export (?:interface|type) ${name}\\b[^]*?\\n}`).exec(types)?.[0];
  if (!body || seen.has(name)) return '';
  seen.add(name);
  return body + [...body.matchAll(/\b[A-Z]\w+/g)].map(([each]) => shapeOf(each, seen)).join('');
}

describe('what is kept', () => {
  it('are the newest', () => {
    const rows = Array.from({ length: MOST + 2 }, (_, index) => row(`r${index}`, 1000 - index));
    expect(tooOld(rows)).toEqual([`r${MOST}`, `r${MOST + 1}`]);
    expect(tooOld(rows.slice(0, MOST))).toEqual([]);
  });
  it('does not become too large', () => {
    const half = MOST_TOGETHER / 2;
    expect(tooOld([row('old', 1, half), row('new', 3, half), row('middle', 2, half)])).toEqual(['old']);
  });
  it('is of the shape that the pages show', () => {
    expect(tooOld([{ ...row('other', 2), shape: SHAPE - 1 }, row('r1', 1)])).toEqual(['other']);
  });
  it('has the shape it had when that was last thought about', () => {
    // Another shape? If the pages can't show what was kept before, raise SHAPE. Then write down the new print.
    expect([SHAPE, textId(shapeOf('Replay') + shapeOf('Catalogue'))]).toEqual([3, 'rx44yi8l4woz4']);
  });
  it('are the finished games of my tables too, as far as there is room', () => {
    const key = (table: string, more: Partial<Key>) => ({ table, ...more }) as Key;
    const keys = [key('a', { isOver: true }), key('b', {}), key('c', { isOver: true, kept: SHAPE }), key('d', { isOver: true, kept: SHAPE - 1 }), key('e', { isOver: true })];
    expect(missing(keys, ['table-e'])).toEqual(['a', 'd']);
    expect(missing(keys, Array.from({ length: MOST - 1 }, (_, index) => `r${index}`))).toEqual(['a']);
    expect(missing(Array.from({ length: 30 }, (_, index) => key(`t${index}`, { isOver: true })), [])).toHaveLength(10);
  });
  it('has an id that only the same text has', () => {
    const ids = Array.from({ length: 2000 }, (_, index) => textId(`crownfire 1\n1: =${index}`));
    expect(new Set(ids).size).toBe(2000);
    expect(textId('crownfire 1')).toBe(textId('crownfire 1'));
  });
  it('can be seen at once where the browser keeps nothing', async () => {
    expect('indexedDB' in globalThis).toBe(false);
    await keep({ id: 'r1' } as Kept);
    expect((await find('r1'))?.id).toBe('r1');
    expect(await find('r2')).toBeNull();
  });
});
