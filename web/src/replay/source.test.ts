import { describe, expect, it } from 'vitest';
import { RefusedError } from '../lib/api';
import { keep, find, MOST, textId, tooOld } from './kept';
import type { Kept } from './kept';
import { checked, textOf } from './source';
import { recordWords } from './words';

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
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'This is not a text file, so it can’t be the record of a game.'],
    ['zeros', new Uint8Array(20), 'This is not a text file, so it can’t be the record of a game.'],
    ['nothing', new Uint8Array(0), 'There is nothing in it.'],
    ['spaces', bytes(' \n\t\n'), 'There is nothing in it.'],
    ['a book', new Uint8Array(100_000).fill(65), 'This is too long to be the record of a game.'],
  ])('%s', (_, data, words) => expect(why(() => textOf(data))).toBe(words));
  it('but a record with Windows line ends is one', () => {
    expect(textOf(bytes('\ufeffcrownfire 1\r\nrules: kingdomino\r\n'))).toBe('crownfire 1\nrules: kingdomino\n');
    expect(checked('crownfire 1')).toBe('crownfire 1');
  });
});

describe('what the server says of a record', () => {
  const refused = (params: Record<string, string | number>) => new RefusedError('bad_record', params, 'English');
  it('is told by its code', () => {
    expect(recordWords(refused({ why: 'wrong_seat', seat: 2 }))).toBe('It is the turn of seat 2.');
    expect(recordWords(refused({ why: 'not_face_up', caveman: 'hu' }))).toBe('Nobody of this kind lies face up: Hunter.');
    expect(recordWords(refused({ why: 'occupied', cell: 'g8' }))).toBe('g8 is already covered.');
    expect(recordWords(refused({ why: 'news_to_us' }))).toBe('English');
  });
  it('and a text that is something else altogether is called so', () => {
    expect(recordWords(refused({ why: 'unreadable' }), 'Dear Ann')).toContain('not the record of a game');
    expect(recordWords(refused({ why: 'unreadable' }), 'crownfire 1\nfoo')).toContain('can’t be read');
  });
});

describe('what is kept', () => {
  it('are the newest', () => {
    const heads = Array.from({ length: MOST + 2 }, (_, index) => ({ id: `r${index}`, keptMs: 1000 - index }));
    expect(tooOld(heads)).toEqual([`r${MOST}`, `r${MOST + 1}`]);
    expect(tooOld(heads.slice(0, MOST))).toEqual([]);
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
