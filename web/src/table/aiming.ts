// Where a domino that is held over a territory would go. Only what the server says is legal is ever offered.

import { fileOf, rankOf, turned, type Direction } from '../lib/canvas';
import type { Choice, Move } from '../lib/moves';

export type Placement = Choice & { move: Extract<Move, { kind: 'place' }> };

export const placements = (choices: Choice[]): Placement[] =>
  choices.filter((choice): choice is Placement => choice.move.kind === 'place');

/** The middle of a placement, in files and ranks. */
export function middle({ move }: Placement): { x: number; y: number } {
  return { x: (fileOf(move.cell) + fileOf(move.second)) / 2, y: (rankOf(move.cell) + rankOf(move.second)) / 2 };
}

/** A domino with two equal halves is the same turned round, and is written with n or e only. */
const alike = (direction: Direction, isDouble: boolean): Direction[] =>
  !isDouble ? [direction] : direction === 's' || direction === 'n' ? ['n', 's'] : ['e', 'w'];

/** The legal placement nearest to a point that lies in the wanted direction and within reach. */
export function nearest(
  all: Placement[], x: number, y: number, direction: Direction, isDouble: boolean, reach = 1.3,
): Placement | null {
  const wanted = alike(direction, isDouble);
  let best: Placement | null = null;
  let least = reach;
  for (const placement of all) {
    if (!wanted.includes(placement.move.direction)) continue;
    const at = middle(placement);
    const distance = Math.hypot(at.x - x, at.y - y);
    if (distance < least) [best, least] = [placement, distance];
  }
  return best;
}

/** What a tap on a cell means: a placement that covers it, as little turned as possible. */
export function covering(all: Placement[], cell: number, direction: Direction, isDouble: boolean): Placement | null {
  let wanted = direction;
  for (let turn = 0; turn < 4; turn += 1) {
    const directions = alike(wanted, isDouble);
    const here = all.filter(({ move }) => directions.includes(move.direction));
    const found = here.find(({ move }) => move.cell === cell) ?? here.find(({ move }) => move.second === cell);
    if (found) return found;
    wanted = turned(wanted);
  }
  return null;
}

/** The cells that some placement in a direction covers. */
export function lit(all: Placement[], direction: Direction, isDouble: boolean): Set<number> {
  const wanted = alike(direction, isDouble);
  const cells = new Set<number>();
  for (const { move } of all) {
    if (!wanted.includes(move.direction)) continue;
    cells.add(move.cell);
    cells.add(move.second);
  }
  return cells;
}

/** The next direction, clockwise, in which there is a legal placement; the same if there is no other. */
export function nextDirection(all: Placement[], direction: Direction, isDouble: boolean): Direction {
  let wanted = turned(direction);
  for (let turn = 0; turn < 3; turn += 1) {
    const directions = alike(wanted, isDouble);
    if (all.some(({ move }) => directions.includes(move.direction))) return wanted;
    wanted = turned(wanted);
  }
  return all.length ? direction : turned(direction);
}
