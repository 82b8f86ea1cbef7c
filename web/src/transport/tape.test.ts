import { describe, expect, it } from 'vitest';
import { cellNamed } from '../game/canvas';
import type { Frame } from '../game/generated';
import de from '../locales/de.json';
import en from '../locales/en.json';
import es from '../locales/es.json';
import fr from '../locales/fr.json';
import nl from '../locales/nl.json';
import { seatNames } from './seats';
import { frameWords, ruleAt, turnAt, turnBack, turnOn, turnsOf } from './turns';

const line = (...numbers: number[]) => numbers.map((number) => ({ number, seat: 0 }));
const frame = (seat: number, move: string, current: number[], turn: number, outcome: (number | string)[] = []) =>
  ({ seat, move, outcome, current: line(...current), turn }) as Frame;

// Two opening claims, then two turns of one seat in a row, and another line.
const FRAMES = [
  frame(-1, '', [], 0),
  frame(-1, 'order', [], 0, [1, 0]),
  frame(-1, 'line', [], 0, [3, 9]),
  frame(1, '=3', [], 1),
  frame(0, '=9', [3, 9], 0),
  frame(-1, 'line', [3, 9], 0, [5, 7]),
  frame(1, 'h7e', [3, 9], 0),
  frame(1, '=5', [3, 9], 1),
  frame(1, 'x', [3, 9], 1),
  frame(1, '=7', [5, 7], 0),
  frame(-1, 'cave', [5, 7], 0, ['hu', 'w1']),
];

describe('turns', () => {
  const turns = turnsOf(FRAMES);
  it('end when another domino is due, also if the same seat goes on', () => {
    expect(turns.map(({ number, seat, first, last }) => [number, seat, first, last])).toEqual([
      [1, 1, 3, 3],
      [2, 0, 4, 4],
      [3, 1, 6, 7],
      [4, 1, 8, 9],
    ]);
  });
  it('are found by a step', () => {
    expect(turnAt(turns, 2)).toBeUndefined();
    expect(turnAt(turns, 5)?.number).toBe(2);
    expect(turnAt(turns, 8)?.number).toBe(4);
  });
  it('lead from end to end', () => {
    const stops = [0];
    while (stops.at(-1)! < 10) stops.push(turnOn(turns, stops.at(-1)!, 10));
    expect(stops).toEqual([0, 3, 4, 7, 9, 10]);
    expect([10, 9, 8, 7, 4, 3].map((step) => turnBack(turns, step))).toEqual([9, 7, 7, 4, 3, 0]);
  });
});

describe('steps in words', () => {
  const name = (seat: number) => ['Ann', 'Bob'][seat]!;
  const scene = { name, resourceOf: (letter: string) => (letter === 'G' ? 'mammoth' : '') };
  it.each([
    [0, 'The game begins.'],
    [1, 'Opening order: Bob, Ann.'],
    [2, 'New line: 3, 9.'],
    [6, 'Bob places domino 3 on h7 and i7.'],
    [8, 'Bob discards domino 9.'],
    [10, 'New on the cave board: Hunter, Small warrior.'],
  ])('%i: %s', (step, words) => expect(frameWords(FRAMES, step, scene)).toBe(words));
  it('name what was paid or burnt', () => {
    const squares = [{ cell: cellNamed('h7'), terrain: 'G', resource: true }, { cell: cellNamed('h8'), terrain: 'D', caveman: 'hu' }, { cell: cellNamed('h9'), terrain: 'D' }];
    const words = (move: string) => frameWords([{ ...frame(-1, '', [], 0), territories: [squares] }, frame(0, move, [], 0)], 1, scene);
    expect(words('-h7')).toBe('Ann pays the resource on h7: mammoth.');
    expect(words('*h7')).toBe('Ann’s fire lands on h7. The fire destroys: mammoth.');
    expect(words('*h8')).toBe('Ann’s fire lands on h8. The fire destroys: Hunter.');
    expect(words('*h9')).toBe('Ann’s fire lands on h9.');
  });
  it('say which rule left no choice', () => {
    expect(FRAMES.map(ruleAt).filter(Boolean)).toEqual(['C5']);
    expect(ruleAt(FRAMES[8]!)).toBe('C5');
  });
});

describe('names', () => {
  it('of bots are their levels, numbered if there are several', () => {
    expect(seatNames(['Ann', 'easy', 'hard', 'easy'], 4, ['', 'easy', 'hard', 'easy'])).toEqual(['Ann', 'Easy bot 1', 'Hard bot', 'Easy bot 2']);
    expect(seatNames([], 2)).toEqual(['Player 1', 'Player 2']);
  });
  it('of people are their own, also if they are those of levels', () => {
    expect(seatNames(['easy', 'easy'], 2, ['', 'easy'])).toEqual(['easy', 'Easy bot']);
    expect(seatNames(['hard', 'easy'], 2)).toEqual(['hard', 'easy']);
  });
  it('are no places of the score table', () => {
    for (const words of [en, nl, de, es, fr]) expect(words['new.seat.player']).not.toContain(words['score.place']);
  });
});
