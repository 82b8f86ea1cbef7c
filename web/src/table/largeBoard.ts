// The large board of a table: what it shows, and what happens when something is done on it.

import { Board, type BoardState, type Spot } from '../board/state.svelte';
import { cellAction, moveOf, placeAction, type TermView } from '../game/generated';
import { lookOf } from '../game/pieces';
import { cellWords } from '../game/squares';
import { placeWords } from '../game/words';
import { t } from '../lib/i18n.svelte';
import type { Table } from './table.svelte';

const SAME = { n: 'n', e: 'e', s: 'n', w: 'e' } as const; // a domino with two equal halves is written with n or e

export function largeBoard(table: Table): Board {
  const { turn, lesson } = table;
  const board: Board = new Board({}, {
    play: (action) => void turn.play(action),
    replace: (action) => void turn.replace(action),
    refuse: (cell, direction) => {
      const kind = turn.targets[0]?.kind;
      if (lesson.guide && !turn.choices.length) lesson.guide.nudge();
      else void table.explain(kind ? cellAction(kind, cell) : placeAction(cell, board.state.hand?.isDouble ? SAME[direction] : direction));
    },
    aim: (spot) => (table.speech.announcer.hint = aimWords(table, spot)),
  });
  return board;
}

/** Where the domino that is aimed would go. */
function aimWords(table: Table, aim: Spot | null): string {
  const move = aim && moveOf(aim.action);
  if (move?.kind !== 'place') return t('say.no_aim');
  return `${placeWords(table, move)}, ${t('points.words', { points: aim!.gain })}. ${t('say.enter')}`;
}

/** What the board shows now. Something can be done only on the mover's. */
export function shownOn(table: Table, regions: TermView[][]): Partial<BoardState> {
  const { large, latest, view, turn, ruleset, inHand } = table;
  const isMine = table.isMyTurn && large === view.mover;
  const squares = turn.squares(large);
  const laid = isMine ? turn.laid : null;
  const hand = isMine ? (laid?.domino ?? inHand) : null;
  const offer = isMine ? { choices: turn.choices, gain: turn.gain, halves: inHand === null ? null : ruleset.domino(inHand) } : undefined;
  const placed = latest?.seat === large && !laid ? latest.cells : [];
  const marked = placed.filter((cell) => squares.some((square) => square.cell === cell));
  return {
    squares,
    size: view.frame,
    turn: `${large} ${view.game} ${view.lines_left} ${view.current.length ? view.turn : -1}`,
    look: lookOf(table, large),
    hand: hand === null ? null : { number: hand, halves: ruleset.domino(hand), isDouble: ruleset.isDouble(hand) },
    spots: laid?.spots ?? (isMine ? turn.spots : []),
    targets: isMine ? turn.targets : [],
    laid: laid?.wanted ?? null,
    marks: marked.length ? [{ cells: marked, tone: 'latest' }] : [],
    words: cellWords(ruleset, squares, regions[large], offer),
    label: t('square.grid', { name: table.name(large) }),
  };
}
