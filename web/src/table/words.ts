// Squares, dominoes and choices in words, as they are read out and as lists show them.

import { cellName, DIRECTIONS, next, type Direction } from '../lib/canvas';
import { t, type Key } from '../lib/i18n.svelte';
import { impossible } from '../lib/impossible';
import type { Choice, Move } from '../lib/moves';
import type { HalfInfo, SquareView, TermView } from '../lib/types';
import type { TableModel } from './model.svelte';
import type { Scene } from './scene';

type Game = Scene['game'];
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
export function dominoWords(model: TableModel, number: number): string {
  const resources = model.dominoResources(number);
  return model
    .domino(number)
    .map((half, index) => {
      const words = halfWords(model.game, half);
      return resources[index] ? t('half.with', { half: words, resource: t(`resource.${model.resourceOf(half.terrain)}` as Key) }) : words;
    })
    .join(', ');
}

export const directionWords = (direction: Direction): string => t(`direction.${direction}` as Key);

/** A square and what lies on it. */
export function squareWords(scene: Scene, square: SquareView, region?: TermView): string {
  const parts = [cellName(square.cell), halfWords(scene.game, square)];
  if (square.token) parts.push(t('square.token', { fires: square.token }));
  if (square.resource) parts.push(t(`resource.${scene.resourceOf(square.terrain)}` as Key));
  if (square.caveman) parts.push(t(`caveman.${square.caveman}.name` as Key));
  if (region) parts.push(t('square.region', { squares: region.squares.length, points: region.count * region.each }));
  return parts.join(', ');
}

/** The worth of a caveman. */
export function cavemanWords(model: TableModel, code: string): string {
  const kind = model.catalogue.cavemen.find((each) => each.code === code)!;
  const name = t(`caveman.${code}.name` as Key);
  return kind.power
    ? t('caveman.warrior_line', { name, power: kind.power })
    : t('caveman.line', { name, points: kind.points, per: t(`per.${kind.per}` as Key) });
}

type Place = Extract<Move, { kind: 'place' }>;

/** Where a domino goes: what lies on which square. */
export function placeWords(model: TableModel, move: Place): string {
  const [first, second] = model.domino(model.inHand ?? 0).map((half) => halfWords(model.game, half)) as [string, string];
  return t('choice.place', { first, cell: cellName(move.cell), second, other: cellName(move.second), direction: directionWords(move.direction) });
}

/** The squares of the same terrain, and the home, that a placed domino lies next to. */
export function touching(model: TableModel, move: Place): string {
  const view = model.shown;
  const squares = new Map(view?.territories[view.mover]?.map((square) => [square.cell, square]));
  const found = new Map<number, string>();
  for (const [index, cell] of [move.cell, move.second].entries()) {
    const terrain = model.domino(model.inHand ?? 0)[index]!.terrain;
    for (const direction of DIRECTIONS) {
      const square = squares.get(next(cell, direction) ?? -1);
      if (!square || (square.terrain !== terrain && square.terrain !== 'H')) continue;
      const what = square.terrain === 'H' ? t('square.home', { game: model.game }) : t(`terrain.${model.game}.${square.terrain}` as Key);
      found.set(square.cell, t('choice.there', { what, cell: cellName(square.cell) }));
    }
  }
  return found.size ? t('choice.touches', { squares: [...found.values()].join(', ') }) : '';
}

/** A choice in words, without its points. */
export function choiceWords(model: TableModel, { move }: Choice): string {
  switch (move.kind) {
    case 'place':
      return t('choice.put', { where: joined([placeWords(model, move), touching(model, move)].filter(Boolean)) });
    case 'claim':
      return t('slot.claim', { domino: move.domino, halves: dominoWords(model, move.domino) });
    case 'fire':
    case 'pay':
    case 'settle': {
      const view = model.shown;
      const square = view?.territories[view.mover]?.find(({ cell }) => cell === move.cell);
      const words = t(`choice.${move.kind}` as Key, { square: square ? squareWords(model, square) : cellName(move.cell) });
      return move.kind === 'fire' && (square?.resource || square?.caveman) ? `${words}. ${t('target.burns')}` : words;
    }
    case 'give':
      return t('actions.give', { name: model.name(move.seat) });
    case 'recruit':
      return t(move.fromPile ? 'choice.recruit_pile' : 'choice.recruit', { caveman: cavemanWords(model, move.caveman) });
    case 'discard':
      return t('choice.discard');
    case 'pass':
      return t('actions.pass');
    default:
      return impossible(move);
  }
}
