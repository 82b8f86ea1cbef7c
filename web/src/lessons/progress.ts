// How far a lesson is: what the log says was played, and which words were read.

import { isChance } from '../game/log';
import type { Numbered } from '../game/messages';
import type { Step } from './steps';

const LEARNER = 0;

export interface Played {
  moves: string[]; // the learner's own choices that stand
  turns: number; // the learner's turns that are final
}

/** What the learner has done, without what was undone or taken back. */
export function playedOf(events: Numbered[]): Played {
  let history: { move?: string; isEnd?: boolean }[] = [];
  for (const { event } of events) {
    if (event.type === 'stepped') {
      history.push(event.seat === LEARNER && event.by === 'player' ? { move: event.move } : {});
    } else if (event.type === 'undone' || event.type === 'taken_back') {
      history = history.slice(0, -event.steps);
    } else if (event.type === 'started' || event.type === 'confirmed') {
      const last = history.at(-1);
      if (event.type === 'confirmed' && event.seat === LEARNER && last) last.isEnd = true;
      history.push(...event.facts.filter(isChance).map(() => ({})));
    } // no other event adds to the history of the game
  }
  return {
    moves: history.flatMap(({ move }) => (move === undefined ? [] : [move])),
    turns: history.filter(({ isEnd }) => isEnd).length,
  };
}

/** Whether the learner did what the record has, as far as it goes. */
export const isOnScript = (moves: string[], script: string[]): boolean =>
  script.slice(0, moves.length).every((move, index) => move === moves[index]);

/** The step to show: as far as words were read, but neither behind nor ahead of what was played. */
export function stepAt(steps: Step[], read: number, played: Played, script: { moves: string[]; turns: number }): number {
  const end = steps.length - 1;
  const dos = steps.flatMap(({ kind }, index) => (kind === 'do' ? [index] : []));
  const done = Math.min(played.moves.length, script.moves.length);
  const least = played.turns > script.turns ? end : done === 0 ? 0 : dos[done - 1]! + 1;
  const free = steps.findIndex(({ kind }) => kind === 'free');
  const most = dos[done] ?? (free >= 0 && played.turns <= script.turns ? free : end);
  return Math.max(least, Math.min(read, most));
}
