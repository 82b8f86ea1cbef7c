// The steps of a replay by turns, and in words.

import { language, t, type Key } from '../lib/i18n.svelte';
import { readMove } from '../lib/moves';
import type { Frame } from '../lib/types';
import { stepWords } from '../table/log';
import type { Scene } from '../table/scene';

export interface Turn {
  number: number; // from 1
  seat: number;
  first: number; // its first step
  last: number;
}

/** The turns of a game. A turn ends when another domino of the line is due. */
export function turnsOf(frames: Frame[]): Turn[] {
  const turns: Turn[] = [];
  let key = '';
  frames.forEach((frame, step) => {
    const before = frames[step - 1];
    if (frame.seat < 0 || !before) return;
    const now = `${before.current.map(({ number }) => number).join()} ${before.turn}`;
    const turn = turns.at(-1);
    if (turn && now === key) turn.last = step;
    else turns.push({ number: turns.length + 1, seat: frame.seat, first: step, last: step });
    key = now;
  });
  return turns;
}

/** The turn that a step belongs to, or the last one before it. */
export const turnAt = (turns: Turn[], step: number): Turn | undefined => turns.findLast(({ first }) => first <= step);

/** Where a turn back leads: the end of the turn before, or the beginning. */
export const turnBack = (turns: Turn[], step: number): number => turns.findLast(({ last }) => last < step)?.last ?? 0;

/** Where a turn on leads: the end of the next turn, or the end of the game. */
export const turnOn = (turns: Turn[], step: number, last: number): number =>
  turns.find((turn) => turn.last > step)?.last ?? last;

/** What a step took away from a square: a resource or a caveman, as the server's log has it. */
function lost(before: Frame, { seat, move: notation }: Frame, resourceOf: Scene['resourceOf']): string {
  const move = readMove(notation);
  if (move.kind !== 'fire' && move.kind !== 'pay') return '';
  const square = before.territories[seat]?.find(({ cell }) => cell === move.cell);
  return square?.resource ? resourceOf(square.terrain) : (square?.caveman ?? '');
}
/** The rule that left no choice at a step, as in the log of a table. */
export const ruleAt = ({ seat, move }: Frame): string => (seat >= 0 && readMove(move).kind === 'discard' ? 'C5' : '');

/** A step in words, chance too. */
export function frameWords(frames: Frame[], step: number, { name, resourceOf }: Pick<Scene, 'name' | 'resourceOf'>): string {
  const frame = frames[step]!;
  const before = frames[step - 1];
  if (!before) return t('log.started');
  if (frame.seat >= 0) {
    const { seat, move } = frame;
    return stepWords({ seat, move, domino: before.current[before.turn]?.number ?? 0, lost: lost(before, frame, resourceOf) }, name);
  }
  if (frame.move === 'line') return t('log.line', { dominoes: frame.outcome.join(', ') });
  const list = new Intl.ListFormat(language(), { type: 'unit', style: 'short' });
  if (frame.move === 'order') return t('replay.order', { names: list.format(frame.outcome.map((seat) => name(Number(seat)))) });
  return t('replay.cave', { cavemen: list.format(frame.outcome.map((code) => t(`caveman.${code}.name` as Key))) });
}
