import { describe, expect, it } from 'vitest';
import type { Fact } from '../game/fold';
import type { Event } from '../game/messages';
import { numbered } from '../game/testing';
import { isOnScript, playedOf, stepAt } from './progress';
import type { Step } from './steps';

const log = (...events: Event[]) => numbered(events);
const started: Event = { type: 'started', game: 0, commit: '', facts: [{ type: 'line_revealed', numbers: [1, 2, 3, 4] }], points: [0, 0] };
const step = (move: string, seat = 0, by: 'player' | 'bot' | 'rule' = 'player'): Event => ({ type: 'stepped', seat, action: 0, move, facts: [], points: [0, 0], by });
const confirmed = (seat = 0, facts: Fact[] = []): Event => ({ type: 'confirmed', seat, facts });

describe('what was played', () => {
  it('is what the learner chose, not what was forced or what the bot did', () => {
    const events = log(started, step('=4'), confirmed(), step('=3', 1, 'bot'), confirmed(1), step('=1', 0, 'rule'), confirmed());
    expect(playedOf(events)).toEqual({ moves: ['=4'], turns: 2 });
  });
  it('is without what was undone, with what was forced by it', () => {
    const events = log(started, step('h7e'), step('=4', 0, 'rule'), { type: 'undone', seat: 0, steps: 2 });
    expect(playedOf(events)).toEqual({ moves: [], turns: 0 });
  });
  it('is without a turn that was taken back', () => {
    const events = log(started, step('=4'), confirmed(), step('h7e'), confirmed(), { type: 'taken_back', seat: 0, steps: 1 });
    expect(playedOf(events)).toEqual({ moves: ['=4'], turns: 1 });
  });
  it('is without a turn that was taken back together with the line that came after it', () => {
    const facts: Fact[] = [{ type: 'left_over', domino: 2 }, { type: 'line_revealed', numbers: [5, 6, 7, 8] }, { type: 'cavemen_revealed', kinds: [] }];
    const events = log(started, step('=4'), confirmed(), step('=3'), confirmed(0, facts), { type: 'taken_back', seat: 0, steps: 3 });
    expect(playedOf(events)).toEqual({ moves: ['=4'], turns: 1 });
  });
  it('may leave the script', () => {
    expect(isOnScript(['a', 'b'], ['a', 'b', 'c'])).toBe(true);
    expect(isOnScript(['a', 'x'], ['a', 'b', 'c'])).toBe(false);
    expect(isOnScript(['a', 'b', 'c', 'anything'], ['a', 'b', 'c'])).toBe(true);
  });
});

describe('the step', () => {
  const steps = (['say', 'do', 'say', 'do', 'free', 'end'] as const).map((kind): Step => ({ kind, word: kind }));
  const script = { moves: ['a', 'b'], turns: 2 };
  const at = (read: number, moves: string[], turns: number) => stepAt(steps, read, { moves, turns }, script);
  it('follows what is read as far as something is to be done', () => {
    expect([at(0, [], 0), at(1, [], 0), at(9, [], 0)]).toEqual([0, 1, 1]);
  });
  it('is never behind what was played', () => {
    expect([at(0, ['a'], 1), at(3, ['a'], 1)]).toEqual([2, 3]);
  });
  it('goes back with an undo', () => {
    expect(at(4, ['a'], 1)).toBe(3);
  });
  it('ends after a turn of one’s own', () => {
    expect([at(9, ['a', 'b'], 2), at(4, ['a', 'b', 'c'], 2), at(4, ['a', 'b', 'c'], 3)]).toEqual([4, 4, 5]);
  });
  it('ends with the script if there is no such turn', () => {
    const short = steps.filter(({ kind }) => kind !== 'free');
    expect(stepAt(short, 0, { moves: ['a', 'b'], turns: 2 }, script)).toBe(4);
  });
});
