import { describe, expect, it } from 'vitest';
import type { Replay } from '../game/generated';
import { CATALOGUE } from '../game/testing';
import { Ruleset } from '../game/ruleset';
import { fitted, halved } from './fitted';
import { rowsOf, totalsOf } from './score';

const TERRAINS = [{ letter: 'G', name: 'grassland', resource: 'mammoth' }, { letter: 'L', name: 'lake', resource: 'fish' }, { letter: 'V', name: 'volcano', resource: '' }];
const KNOWN = { ...CATALOGUE, games: { origins: { terrains: TERRAINS, dominoes: [] } } };
const term = (label: string, count: number, each: number) => ({ label, squares: [], count, each });
const REPLAY = {
  rules: 'origins-tribe+homo_habilis',
  game: 'origins',
  sheets: [
    { total: 23, terms: [term('lake', 3, 2), term('lake', 1, 0), term('lake', 2, 1), term('warriors', 2, 3), term('painter', 2, 2), term('homo_habilis', 1, 5)] },
    { total: 3, terms: [term('hunter', 1, 3), term('volcano', 2, 0)] },
  ],
} as unknown as Replay;

describe('the score table', () => {
  const rows = rowsOf(REPLAY, new Ruleset(REPLAY.rules, KNOWN));
  it('has all terrains, then what scores, in a fixed order', () => {
    expect(rows.map(({ name }) => name)).toEqual(['grassland', 'lake', 'Hunter', 'Painter', 'Warriors', 'Homo Habilis']);
  });
  it('counts region by region', () => {
    expect(rows[1]).toMatchObject({ cells: [[{ count: 3, each: 2 }, { count: 2, each: 1 }], []], points: [8, 0] });
  });
  it('adds up to the totals', () => {
    for (const seat of [0, 1]) expect(rows.reduce((sum, row) => sum + row.points[seat]!, 0)).toBe(REPLAY.sheets[seat]!.total);
    expect(totalsOf([REPLAY, REPLAY])).toEqual([46, 6]);
  });
});

it('long names get smaller, short ones stay', () => {
  expect(fitted('Ann', 200, 20)).toBe(20);
  expect(fitted('a'.repeat(24), 140, 20)).toBeLessThan(11);
  expect(halved('Ann Bee')).toEqual(['Ann Bee']);
  expect(halved('Bartholomew of the Hills')).toEqual(['Bartholomew', 'of the Hills']);
});
