import { describe, expect, it } from 'vitest';
import type { Change, Fact } from '../game/fold';
import { actionOf, cellNamed as at, rulesetOf } from '../game/testing';
import { momentWords, ruleOf } from '../replay/moments';
import { Tape, turnAt, turnBack, turnOn } from './tape';

const RULES = rulesetOf('origins-tribe');
const step = (seat: number, move: string, ...facts: Fact[]): Change =>
  ({ type: 'stepped', seat, action: actionOf(move), move, facts, points: [0, 0], by: 'player' });
const claim = (seat: number, domino: number) => step(seat, `=${domino}`, { type: 'claimed', seat, domino });
const confirm = (seat: number, ...facts: Fact[]): Change => ({ type: 'confirmed', seat, facts });
const line = (...numbers: number[]): Fact => ({ type: 'line_revealed', numbers });

// Two opening claims, then two turns of one seat in a row, and another line.
const TAPE = new Tape([
  { type: 'started', game: 0, commit: '', points: [0, 0], facts: [{ type: 'order_drawn', order: [1, 0] }, line(3, 9)] }, // moments 0 to 2
  claim(1, 3), confirm(1), // 3
  claim(0, 9), confirm(0, line(5, 7)), // 4 and 5
  step(1, 'h7e', { type: 'placed', seat: 1, domino: 3, cells: [at('h7'), at('i7')] }), // 6
  claim(1, 5), confirm(1), // 7
  step(1, 'x', { type: 'discarded', seat: 1, domino: 9 }), // 8
  claim(1, 7), confirm(1, { type: 'left_over', domino: 9 }, { type: 'cavemen_revealed', kinds: ['hu', 'w1'] }), // 9 and 10
], RULES);
const { turns, moments } = TAPE;

describe('turns', () => {
  it('end when they are final, also if the same seat goes on', () => {
    expect(turns.map(({ number, seat, first, last }) => [number, seat, first, last])).toEqual([
      [1, 1, 3, 3],
      [2, 0, 4, 4],
      [3, 1, 6, 7],
      [4, 1, 8, 9],
    ]);
  });
  it('are found by a moment', () => {
    expect(turnAt(turns, 2)).toBeUndefined();
    expect(turnAt(turns, 5)?.number).toBe(2);
    expect(turnAt(turns, 8)?.number).toBe(4);
  });
  it('lead from end to end', () => {
    const stops = [0];
    while (stops.at(-1)! < 10) stops.push(turnOn(turns, stops.at(-1)!, 10));
    expect(stops).toEqual([0, 3, 4, 7, 9, 10]);
    expect([10, 9, 8, 7, 4, 3].map((at) => turnBack(turns, at))).toEqual([9, 7, 7, 4, 3, 0]);
  });
});

describe('moments', () => {
  it('are one for each step and each outcome of chance, after the beginning', () => {
    expect(moments.map(({ seat }) => seat)).toEqual([-1, -1, -1, 1, 0, -1, 1, 1, 1, 1, -1]);
  });
  it('show what lies then', () => {
    expect(moments.map(({ picture }) => picture.territories[1]!.length)).toEqual([1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3]);
    expect(moments.map(({ picture }) => picture.discards[1])).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    expect([4, 5].map((index) => moments[index]!.picture.current.length)).toEqual([0, 2]);
    expect(moments.map(({ picture }) => picture.turn)).toEqual([0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0]);
    expect(moments[10]!.picture.cave).toEqual(['hu', 'w1']);
  });
  it('of a game without events are its beginning', () => {
    expect(new Tape([], RULES).moments).toHaveLength(1);
  });
});

describe('moments in words', () => {
  const name = (seat: number) => ['Ann', 'Bob'][seat]!;
  it.each([
    [0, 'The game begins.'],
    [1, 'Opening order: Bob, Ann.'],
    [2, 'New line: 3, 9.'],
    [3, 'Bob chooses domino 3.'],
    [6, 'Bob places domino 3 on h7 and i7.'],
    [8, 'Bob discards domino 9.'],
    [10, 'New on the cave board: Hunter, Small warrior.'],
  ])('%i: %s', (index, words) => expect(momentWords(moments[index]!, name)).toBe(words));
  it('name what was paid or burnt', () => {
    const words = (...facts: Fact[]) => momentWords({ ...moments[6]!, step: { ...moments[6]!.step!, facts }, facts }, name);
    const fire = (cell: string): Fact => ({ type: 'fire_landed', seat: 0, volcano: at('g8'), cell: at(cell), fires: 1 });
    expect(words({ type: 'resource_paid', seat: 0, cell: at('h7'), resource: 'mammoth' })).toBe('Ann pays the resource on h7: mammoth.');
    expect(words(fire('h7'), { type: 'resource_burnt', seat: 0, cell: at('h7'), resource: 'mammoth' })).toBe('Ann’s fire lands on h7. The fire destroys: mammoth.');
    expect(words(fire('h8'), { type: 'caveman_burnt', seat: 0, cell: at('h8'), kind: 'hu' })).toBe('Ann’s fire lands on h8. The fire destroys: Hunter.');
    expect(words(fire('h9'))).toBe('Ann’s fire lands on h9.');
  });
  it('say which rule left no choice', () => {
    expect(moments.map(ruleOf).filter(Boolean)).toEqual(['C5']);
    expect(ruleOf(moments[8]!)).toBe('C5');
  });
});
