// The 13×13 canvas of a territory: a cell is rank × 13 + file; g7, the home, is 84.

export const SIZE = 13;

const FILES = 'abcdefghijklm';
const STEPS = { n: SIZE, e: 1, s: -SIZE, w: -1 } as const;

export type Direction = keyof typeof STEPS;
export const DIRECTIONS: readonly Direction[] = ['n', 'e', 's', 'w'];

export const fileOf = (cell: number): number => cell % SIZE;
export const rankOf = (cell: number): number => Math.floor(cell / SIZE);
export const cellName = (cell: number): string => `${FILES[fileOf(cell)]}${rankOf(cell) + 1}`;

export function cellNamed(name: string): number {
  return (Number(name.slice(1)) - 1) * SIZE + FILES.indexOf(name.charAt(0));
}

/** The cell next to a cell, or null beyond the edge. */
export function next(cell: number, direction: Direction): number | null {
  if ((direction === 'e' && fileOf(cell) === SIZE - 1) || (direction === 'w' && fileOf(cell) === 0)) return null;
  const found = cell + STEPS[direction];
  return found >= 0 && found < SIZE * SIZE ? found : null;
}

/** The direction after a quarter turn clockwise. */
export const turned = (direction: Direction): Direction => DIRECTIONS[(DIRECTIONS.indexOf(direction) + 1) % 4]!;

export interface Frame {
  left: number; // the first file
  bottom: number; // the first rank
  width: number;
  height: number;
}

/** The smallest frame around some cells. */
export function frameAround(cells: Iterable<number>): Frame {
  let [left, right, bottom, top] = [SIZE, -1, SIZE, -1];
  for (const cell of cells) {
    left = Math.min(left, fileOf(cell));
    right = Math.max(right, fileOf(cell));
    bottom = Math.min(bottom, rankOf(cell));
    top = Math.max(top, rankOf(cell));
  }
  return { left, bottom, width: right - left + 1, height: top - bottom + 1 };
}

/** All the squares that a territory of at most `size` × `size` may still reach. */
export function reachable(cells: Iterable<number>, size: number): Frame {
  const now = frameAround(cells);
  const [wide, high] = [size - now.width, size - now.height];
  return { left: now.left - wide, bottom: now.bottom - high, width: now.width + 2 * wide, height: now.height + 2 * high };
}
