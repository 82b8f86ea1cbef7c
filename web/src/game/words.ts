// Squares, dominoes and choices in words, as they are read out and as lists show them.

import { t, type Key } from '../lib/i18n.svelte';
import { impossible } from '../lib/impossible';
import { around, cellName, type Direction } from './canvas';
import type { HalfInfo, Move, SquareView, TermView } from './generated';
import type { Choice } from './moves';
import type { Game, Ruleset } from './ruleset';
import { inTurn, type Moment } from './scene';

type Half = Pick<HalfInfo, 'terrain'> & Partial<HalfInfo>;

/** Parts of one sentence; at least one. */
export const joined = (parts: string[]): string => parts.reduce((first, second) => t('say.joined', { first, second }));

export function halfWords(game: Game, half: Half): string {
  if (half.terrain === 'H') return t('square.home', { game });
  return t('half.label', {
    terrain: t(`terrain.${game}.${half.terrain}` as Key), symbols: half.symbols ?? 0, kind: game, craters: half.craters ?? 0,
  });
}

/** What a domino shows, with the resources that come along. */
export function dominoWords(ruleset: Ruleset, number: number): string {
  return ruleset
    .domino(number)
    .map((half) => {
      const words = halfWords(ruleset.game, half);
      const resource = ruleset.resourceOn(half);
      return resource ? t('half.with', { half: words, resource: t(`resource.${resource}` as Key) }) : words;
    })
    .join(', ');
}

/** A domino of a line: whose it is, or that it is free. */
export function slotWords(ruleset: Ruleset, { number, seat }: { number: number; seat: number }, name: (seat: number) => string): string {
  const halves = dominoWords(ruleset, number);
  return seat >= 0 ? t('slot.owned', { domino: number, halves, name: name(seat) }) : t('slot.free', { domino: number, halves });
}

export const directionWords = (direction: Direction): string => t(`direction.${direction}` as Key);

/** A square and what lies on it. */
export function squareWords(ruleset: Ruleset, square: SquareView, region?: TermView): string {
  const parts = [cellName(square.cell), halfWords(ruleset.game, square)];
  if (square.token) parts.push(t('square.token', { fires: square.token }));
  if (square.resource) parts.push(t(`resource.${ruleset.resourceOf(square.terrain)}` as Key));
  if (square.caveman) parts.push(t(`caveman.${square.caveman}.name` as Key));
  if (region) parts.push(t('square.region', { squares: region.squares.length, points: region.count * region.each }));
  return parts.join(', ');
}

/** The worth of a caveman. */
export function cavemanWords({ catalogue }: Ruleset, code: string): string {
  const kind = catalogue.cavemen.find((each) => each.code === code)!;
  const name = t(`caveman.${code}.name` as Key);
  return kind.power
    ? t('caveman.warrior_line', { name, power: kind.power })
    : t('caveman.line', { name, points: kind.points, per: t(`per.${kind.per}` as Key) });
}

type Place = Extract<Move, { kind: 'place' }>;

/** Where the domino in hand goes: what lies on which square. */
export function placeWords({ ruleset, picture }: Moment, move: Place): string {
  const [first, second] = ruleset.domino(inTurn(picture)).map((half) => halfWords(ruleset.game, half)) as [string, string];
  return t('choice.place', { first, cell: cellName(move.cell), second, other: cellName(move.second), direction: directionWords(move.direction) });
}

/** The squares of the same terrain, and the home, that a placed domino lies next to. */
function touching({ ruleset, picture, mover }: Moment, move: Place): string {
  const squares = new Map(picture.territories[mover]?.map((square) => [square.cell, square]));
  const found = new Map<number, string>();
  for (const [index, cell] of [move.cell, move.second].entries()) {
    const { terrain } = ruleset.domino(inTurn(picture))[index]!;
    for (const other of around(cell)) {
      const square = squares.get(other);
      if (!square || (square.terrain !== terrain && square.terrain !== 'H')) continue;
      const { game } = ruleset;
      const what = square.terrain === 'H' ? t('square.home', { game }) : t(`terrain.${game}.${square.terrain}` as Key);
      found.set(other, t('choice.there', { what, cell: cellName(other) }));
    }
  }
  return found.size ? t('choice.touches', { squares: [...found.values()].join(', ') }) : '';
}

/** A choice in words, without its points. */
export function choiceWords(moment: Moment, { move }: Choice): string {
  const { ruleset, picture, mover } = moment;
  switch (move.kind) {
    case 'place':
      return t('choice.put', { where: joined([placeWords(moment, move), touching(moment, move)].filter(Boolean)) });
    case 'claim':
      return t('slot.claim', { domino: move.domino, halves: dominoWords(ruleset, move.domino) });
    case 'fire':
    case 'pay':
    case 'settle': {
      const square = picture.territories[mover]?.find(({ cell }) => cell === move.cell);
      const words = t(`choice.${move.kind}` as Key, { square: square ? squareWords(ruleset, square) : cellName(move.cell) });
      return move.kind === 'fire' && (square?.resource || square?.caveman) ? `${words}. ${t('target.burns')}` : words;
    }
    case 'give':
      return t('actions.give', { name: moment.name(move.seat) });
    case 'recruit':
      return t(move.fromPile ? 'choice.recruit_pile' : 'choice.recruit', { caveman: cavemanWords(ruleset, move.caveman) });
    case 'discard':
      return t('choice.discard');
    case 'pass':
      return t('actions.pass');
    default:
      return impossible(move);
  }
}
