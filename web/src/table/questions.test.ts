// What people read when a question comes to nothing, and when they come back.
import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, it } from 'vitest';
import type { Event, View } from '../game/messages';
import type { Missed as MissedSeat, Stepped } from '../game/generated';
import { actionOf } from '../game/testing';
import Missed from './Missed.svelte';
import { closedWords, questionWords } from './questions';
import type { Table } from './table.svelte';

const name = (seat: number): string => ['Ann', 'Ben'][seat] ?? '';
const takeback: View['question'] = { type: 'takeback_asked', seat: 0, asked: [1] };
const standIn: View['question'] = { type: 'stand_in_asked', seat: 0, absent: 1, asked: [2] };

it('a question says who asks for what', () => {
  expect(questionWords(takeback!, name)).toBe('Ann would like to take back their last turn.');
  expect(questionWords(standIn!, name)).toContain('Ben');
});

describe('a question that comes to nothing says why', () => {
  it.each<[string, Event[], View['question']]>([
    ['Ben declines.', [{ type: 'takeback_answered', seat: 1, agrees: false }], takeback],
    ['Ann cancels the request.', [{ type: 'takeback_answered', seat: 0, agrees: false }], takeback],
    ['Ben declines.', [{ type: 'stand_in_answered', seat: 1, agrees: false }], standIn],
    ['Not everybody answered in time, so nothing changes.', [{ type: 'question_ended', why: 'lapsed', seat: null }], takeback],
    ['Ben has left, so nothing changes.', [{ type: 'question_ended', why: 'left', seat: 1 }], null],
    ['Ben is back, so no bot will play.', [{ type: 'question_ended', why: 'back', seat: 1 }], standIn],
    ['The game has continued, so the request is closed.', [{ type: 'confirmed', seat: 1, facts: [] }], takeback],
    ['', [{ type: 'confirmed', seat: 1, facts: [] }], standIn],
    ['', [{ type: 'takeback_answered', seat: 1, agrees: true }, { type: 'taken_back', seat: 0, steps: 2 }], takeback],
  ])('%s', (words, events, asked) => expect(closedWords(events, asked, name)).toBe(words));
});

describe('whoever comes back', () => {
  const step = (seat: number, domino: number): Stepped =>
    ({ type: 'stepped', seat, action: actionOf(`=${domino}`), move: `=${domino}`, facts: [{ type: 'claimed', seat, domino }], points: [0, 0], by: 'player' });
  const missed: MissedSeat[] = [{ seat: 1, turns: 2, taken_back: [{ seat: 0, steps: [step(0, 7), step(1, 9)] }] }];
  const said: string[] = [];
  const table = { name, store: { missed }, speech: { announcer: { say: (text: string) => said.push(text) } } } as unknown as Table;

  it('reads what a bot played and what was taken back, until they close it', () => {
    const shown = mount(Missed, { target: document.body, props: { table } });
    flushSync();
    const text = document.body.textContent;
    for (const words of ['While you were away', 'A bot played 2 turns for Ben.', 'Ann takes back a turn.', 'Ann chooses domino 7.', 'Ben chooses domino 9.']) expect(text).toContain(words);
    expect(said).toEqual(['While you were away', 'A bot played 2 turns for Ben.', 'Ann takes back a turn.']);
    document.querySelector('button')!.click();
    flushSync();
    expect(document.querySelector('section')).toBeNull();
    void unmount(shown);
  });
});
