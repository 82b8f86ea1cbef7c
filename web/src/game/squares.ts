// The squares of a territory in words: what lies there, and what could be done there.

import { t, type Key } from '../lib/i18n.svelte';
import { cellName } from './canvas';
import type { HalfInfo, SquareView, TermView } from './generated';
import type { Choice, Placement } from './moves';
import { isPlacement, isTarget } from './moves';
import type { Ruleset } from './ruleset';
import { directionWords, halfWords, joined, squareWords } from './words';

const BEST = 3; // so many ways to lie on a square are told
const OPPOSITE = { n: 's', e: 'w', s: 'n', w: 'e' } as const;

/** What is needed to say what could be done on a square. */
export interface Offer {
  choices: Choice[];
  gain: (choice: Choice) => number;
  halves: [HalfInfo, HalfInfo] | null; // of the domino in hand
}

function wayWords({ game }: Ruleset, placement: Placement, cell: number, { halves, gain }: Offer): string {
  const { move } = placement;
  const isFirst = move.cell === cell;
  return t('square.way', {
    half: halfWords(game, halves![isFirst ? 0 : 1]), other: halfWords(game, halves![isFirst ? 1 : 0]),
    direction: directionWords(isFirst ? move.direction : OPPOSITE[move.direction]), points: gain(placement),
  });
}

/** Returns the accessible names of cells. */
export function cellWords(ruleset: Ruleset, squares: SquareView[], regions: TermView[] = [], offer?: Offer): (cell: number) => string {
  const byCell = new Map(squares.map((square) => [square.cell, square]));
  return (cell) => {
    const square = byCell.get(cell);
    const region = regions.find((each) => each.squares.includes(cell));
    const parts = [square ? squareWords(ruleset, square, region) : t('square.empty', { cell: cellName(cell) })];
    if (!offer) return parts[0]!;
    const ways = offer.halves ? offer.choices.filter(isPlacement).filter(({ move }) => move.cell === cell || move.second === cell) : [];
    ways.sort((a, b) => b.option.points - a.option.points);
    parts.push(...ways.slice(0, BEST).map((placement) => wayWords(ruleset, placement, cell, offer)));
    if (ways.length > BEST) parts.push(t('square.more', { count: ways.length - BEST }));
    const target = offer.choices.filter(isTarget).find(({ move }) => move.cell === cell);
    if (target) parts.push(t(`square.${target.move.kind}` as Key, { points: offer.gain(target) }));
    return joined(parts);
  };
}
