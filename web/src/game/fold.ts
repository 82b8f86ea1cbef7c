// Pictures follow from the rules' events alone: no legality here, and nothing is computed that the server has told.

import { CAVEMEN, type Board, type Confirmed, type SquareView, type Started, type Stepped } from './generated';
import { impossible } from '../lib/impossible';
import type { Ruleset } from './ruleset';

/** What lies on the table. */
export type Picture = Board;
/** An event of the rules. */
export type Fact = Stepped['facts'][number];
/** The events of a log that change what lies on the table. */
export type Change = Started | Stepped | Confirmed;

const HOME: SquareView = { cell: 84, terrain: 'H' };

/** Returns the table before anything is drawn. */
export function firstPicture(ruleset: Ruleset, players: number): Picture {
  const { catalogue } = ruleset;
  return {
    territories: Array.from({ length: players }, () => [HOME]),
    points: Array.from({ length: players }, () => 0),
    current: [],
    next: [],
    turn: 0,
    opening: [],
    unseen: ruleset.box.dominoes.map((_, index) => index + 1),
    discards: Array.from({ length: players }, () => 0),
    erupting: null,
    totems: ruleset.has('totems') ? catalogue.totems.map(() => -1) : [],
    cave: [],
    pile: ruleset.has('tribe') ? catalogue.cavemen.flatMap(({ code, copies }) => Array<string>(copies).fill(code)) : [],
    recruiting: null,
  };
}

/** Returns the table after an event of the log; a game that starts needs no picture. */
export function fold(picture: Picture, event: Change, ruleset: Ruleset): Picture {
  switch (event.type) {
    case 'started':
      return { ...foldAll(firstPicture(ruleset, event.points.length), event.facts, ruleset), points: event.points };
    case 'stepped':
      return { ...foldAll(picture, event.facts, ruleset), points: event.points };
    case 'confirmed':
      return foldAll(afterTurn(picture), event.facts, ruleset);
    default:
      return impossible(event);
  }
}

const foldAll = (picture: Picture, facts: Fact[], ruleset: Ruleset): Picture =>
  facts.reduce((before, fact) => foldFact(before, fact, ruleset), picture);

/** C7: the next turn of the line, or the next line. */
export function afterTurn(picture: Picture): Picture {
  const turn = picture.turn + 1;
  if (turn < (picture.opening.length || picture.current.length)) return { ...picture, turn };
  return { ...picture, turn: 0, opening: [], current: picture.next.filter(({ seat }) => seat >= 0), next: [] };
}

/** Returns the table after an event of the rules, points aside. */
export function foldFact(picture: Picture, fact: Fact, ruleset: Ruleset): Picture {
  switch (fact.type) {
    case 'order_drawn':
      return { ...picture, opening: fact.order };
    case 'line_revealed':
      return {
        ...picture,
        next: fact.numbers.map((number) => ({ number, seat: -1 })),
        unseen: picture.unseen.filter((number) => !fact.numbers.includes(number)),
      };
    case 'cavemen_revealed':
      return { ...picture, cave: sorted([...picture.cave, ...fact.kinds]), pile: fact.kinds.reduce(without, picture.pile) };
    case 'placed':
      return placed(picture, fact, ruleset);
    case 'discarded':
      return { ...picture, discards: picture.discards.map((count, seat) => (seat === fact.seat ? count + 1 : count)) };
    case 'fire_landed':
      return { ...onCell(picture, fact, { token: fact.fires }), erupting: null };
    case 'fire_lost':
      return { ...picture, erupting: null };
    case 'resource_burnt':
      return onCell(picture, fact, { resource: false });
    case 'caveman_burnt':
      return onCell(picture, fact, { caveman: '' });
    case 'totem_moved': {
      const moved = ruleset.catalogue.totems.findIndex(({ resource }) => resource === fact.resource);
      return { ...picture, totems: picture.totems.map((holder, index) => (index === moved ? (fact.target ?? -1) : holder)) };
    }
    case 'claimed':
      return { ...picture, next: picture.next.map((slot) => (slot.number === fact.domino ? { ...slot, seat: fact.seat } : slot)) };
    case 'recruited': {
      const { kind, from_pile } = fact;
      const rest = from_pile ? { pile: without(picture.pile, kind) } : { cave: without(picture.cave, kind) };
      return { ...picture, ...rest, recruiting: { kind, from_pile, paid: [] } };
    }
    case 'resource_paid': {
      const { recruiting } = picture;
      const kinds = ruleset.catalogue.totems.map(({ resource }) => resource);
      const paid = [...(recruiting?.paid ?? []), fact.resource].sort((a, b) => kinds.indexOf(a) - kinds.indexOf(b));
      return { ...onCell(picture, fact, { resource: false }), recruiting: recruiting && { ...recruiting, paid } };
    }
    case 'settled':
      return { ...onCell(picture, fact, { caveman: fact.kind }), recruiting: null };
    case 'left_over': // leaves with its line
    case 'nobody_recruited':
    case 'game_over':
      return picture;
    default:
      return impossible(fact);
  }
}

function placed(picture: Picture, { seat, domino, cells }: Extract<Fact, { type: 'placed' }>, ruleset: Ruleset): Picture {
  const halves = ruleset.domino(domino);
  const squares = halves.map((half, index): SquareView => {
    const { terrain, symbols, craters } = half;
    return square({ cell: cells[index]!, terrain, symbols, craters, resource: ruleset.resourceOn(half) !== '' });
  });
  const volcano = squares.find(({ craters }) => craters);
  const territories = picture.territories.map((each, owner) => (owner === seat ? [...each, ...squares] : each));
  return { ...picture, territories, erupting: volcano?.cell ?? null };
}

/** Returns a square as the server writes it: without what is not there. */
function square({ cell, terrain, ...extras }: SquareView): SquareView {
  return { cell, terrain, ...Object.fromEntries(Object.entries(extras).filter(([, extra]) => extra)) };
}

function onCell(picture: Picture, { seat, cell }: { seat: number; cell: number }, extras: Partial<SquareView>): Picture {
  const changed = (squares: SquareView[]) => squares.map((each) => (each.cell === cell ? square({ ...each, ...extras }) : each));
  return { ...picture, territories: picture.territories.map((squares, owner) => (owner === seat ? changed(squares) : squares)) };
}

const order = (code: string): number => (CAVEMEN as readonly string[]).indexOf(code);
const sorted = (codes: string[]): string[] => codes.sort((a, b) => order(a) - order(b));

function without(codes: string[], code: string): string[] {
  const at = codes.indexOf(code);
  return codes.filter((_, index) => index !== at);
}

const PARTS = [
  'territories', 'points', 'current', 'next', 'turn', 'opening', 'unseen', 'discards', 'erupting', 'totems', 'cave', 'pile', 'recruiting',
] as const satisfies (keyof Picture)[];

/** Whether two pictures show the same, whatever else is said with them. */
export const samePicture = (one: Picture, other: Picture): boolean =>
  PARTS.every((part) => (part === 'territories' ? same(ordered(one), ordered(other)) : same(one[part], other[part])));

const ordered = ({ territories }: Picture): SquareView[][] => territories.map((squares) => [...squares].sort((a, b) => a.cell - b.cell));

function same(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const [here, there] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = Object.keys(here);
  return keys.length === Object.keys(there).length && keys.every((key) => same(here[key], there[key]));
}
