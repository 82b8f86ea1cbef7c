import { beforeEach, describe, expect, it } from 'vitest';
import { personOrBot } from '../ui/games';
import { drop, keep, keyOf, myTables } from './keys';

beforeEach(() => localStorage.clear());

describe('the tables of this device', () => {
  it('tell a person from a bot, whatever they are called', () => {
    keep('a', { seats: [{ name: 'easy', isBot: false }, { name: 'easy', isBot: true }, { name: '', isBot: false }] });
    expect(keyOf('a')?.seats.map(personOrBot)).toEqual(['easy', 'Easy bot', '']);
  });
  it('lose a token that is worth nothing any more, and nothing else', () => {
    keep('a', { tokens: ['one', 'two'], watch: 'eye' });
    keep('b', { tokens: ['one'] });
    drop('a', 'one');
    expect(keyOf('a')).toMatchObject({ tokens: ['two'], watch: 'eye' });
    expect(keyOf('b')?.tokens).toEqual(['one']);
  });
  it('can be read as the first version kept them', () => {
    localStorage.setItem('crownfire.tables', JSON.stringify([{ table: 'a', tokens: [], isWatching: false, rules: '', names: ['Ada'], usedMs: 1 }]));
    expect(myTables()[0]).toMatchObject({ table: 'a', seats: [] });
  });
});
