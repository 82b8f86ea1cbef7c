// Where a domino that is held over a board would go. Only what is legal is ever offered.

import { DIRECTIONS, directionTo, fileOf, rankOf, turned, type Direction } from '../game/canvas';
import type { Spot } from './types';

const REACH = 1.3; // squares within which a dragged domino snaps

export interface Point {
  x: number; // in files where it is on a board
  y: number; // in ranks
}

/** The middle of a placement, in files and ranks. */
const middle = ({ cells: [first, second] }: Spot): Point => ({ x: (fileOf(first) + fileOf(second)) / 2, y: (rankOf(first) + rankOf(second)) / 2 });

const distance = (spot: Spot, { x, y }: Point): number => Math.hypot(middle(spot).x - x, middle(spot).y - y);

/** The first of a list by a measure; null if it is empty. */
function least(spots: Spot[], measure: (spot: Spot) => number): Spot | null {
  let best: Spot | null = null;
  for (const spot of spots) if (!best || measure(spot) < measure(best)) best = spot;
  return best;
}

/** Whether a domino with two equal halves, which is written with n or e only, lies in a direction. */
const lies = (spot: Spot, direction: Direction, spots: Spot[]): boolean =>
  spot.direction === direction || (!spots.some((each) => each.direction === direction) && spot.direction === turned(turned(direction)) && isDouble(spots));
const isDouble = (spots: Spot[]): boolean => spots.every(({ direction }) => direction === 'n' || direction === 'e');

/** The placement nearest to a point, in the wanted direction where it fits so. */
export function nearest(spots: Spot[], at: Point, direction: Direction): Spot | null {
  const near = spots.filter((spot) => distance(spot, at) <= REACH);
  const wanted = near.filter((spot) => lies(spot, direction, spots));
  return least(wanted.length ? wanted : near, (spot) => distance(spot, at));
}

/** The placement over a cell with the most points. */
export const best = (spots: Spot[], cell: number): Spot | null => least(spots.filter(({ cells }) => cells.includes(cell)), ({ gain }) => -gain);

/** The placement over a cell: in the wanted direction if it fits so, else the one with the most points. */
export function covering(spots: Spot[], cell: number, direction: Direction): Spot | null {
  const here = spots.filter((spot) => spot.cells.includes(cell));
  const wanted = here.filter((spot) => lies(spot, direction, spots));
  return wanted.find((spot) => spot.cells[0] === cell) ?? wanted[0] ?? least(here, (spot) => -spot.gain);
}

/** What a mouse at a point aims at: a placement over that cell, as near as possible. */
export function aimFor(spots: Spot[], at: Point, direction: Direction): Spot | null {
  const here = spots.filter(({ cells }) => cells.some((cell) => fileOf(cell) === Math.round(at.x) && rankOf(cell) === Math.round(at.y)));
  const wanted = here.filter((spot) => lies(spot, direction, spots));
  return wanted.length ? least(wanted, (spot) => distance(spot, at)) : least(here, (spot) => -spot.gain);
}

/** The next placement over a cell, clockwise, with the same half on it if it fits so; the same if there is no other. */
export function nextSpot(spots: Spot[], from: Spot, cell: number): Spot {
  const half = ({ cells }: Spot) => (isDouble(spots) ? 0 : cells.indexOf(cell)); // two equal halves are one
  const angle = ({ cells: [first, second] }: Spot) => DIRECTIONS.indexOf(directionTo(cell, first === cell ? second : first));
  const here = spots.filter(({ cells, action }) => cells.includes(cell) && action !== from.action);
  const same = here.filter((spot) => half(spot) === half(from));
  const turns = (spot: Spot) => (angle(spot) - angle(from) + DIRECTIONS.length) % DIRECTIONS.length || DIRECTIONS.length;
  return least(same.length ? same : here, turns) ?? from;
}

/** The next direction, clockwise, in which there is a placement; the same if there is no other. */
export function nextDirection(spots: Spot[], direction: Direction, isDouble: boolean): Direction {
  let wanted = turned(direction);
  for (let turn = 0; turn < 3; turn += 1) {
    const same = isDouble ? [wanted, turned(turned(wanted))] : [wanted];
    if (spots.some((spot) => same.includes(spot.direction))) return wanted;
    wanted = turned(wanted);
  }
  return spots.length ? direction : turned(direction);
}
