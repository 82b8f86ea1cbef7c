// The 13×13 canvas of a territory: a cell is rank × 13 + file; g7, the home, is 84.

import { beside, DIRECTIONS, SIZE, type Direction } from './generated';

export { beside, DIRECTIONS, SIZE, type Direction } from './generated';

const FILES = 'abcdefghijklm';

export const fileOf = (cell: number): number => cell % SIZE;
export const rankOf = (cell: number): number => Math.floor(cell / SIZE);
export const cellAt = (file: number, rank: number): number => rank * SIZE + file;
export const cellName = (cell: number): string => `${FILES[fileOf(cell)]}${rankOf(cell) + 1}`;
export const isOnCanvas = (file: number, rank: number): boolean => file >= 0 && rank >= 0 && file < SIZE && rank < SIZE;

/** The cells next to a cell. */
export const around = (cell: number): number[] =>
  DIRECTIONS.map((direction) => beside(cell, direction)).filter(
    (each) => each >= 0 && each < SIZE * SIZE && Math.abs(fileOf(each) - fileOf(cell)) <= 1,
  );

/** The direction after a quarter turn clockwise. */
export const turned = (direction: Direction): Direction => DIRECTIONS[(DIRECTIONS.indexOf(direction) + 1) % 4]!;

/** The direction from a cell to one beside it. */
export const directionTo = (from: number, to: number): Direction =>
  DIRECTIONS.find((direction) => beside(from, direction) === to) ?? 'e';

export interface Area {
  left: number; // the first file
  bottom: number; // the first rank
  width: number;
  height: number;
}

export const isWithin = ({ left, bottom, width, height }: Area, cell: number): boolean =>
  fileOf(cell) >= left && fileOf(cell) < left + width && rankOf(cell) >= bottom && rankOf(cell) < bottom + height;

/** The cells of an area, row by row from the north-west. */
export const rowsOf = ({ left, bottom, width, height }: Area): number[][] =>
  Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, file) => cellAt(left + file, bottom + height - 1 - row)));

/** The smallest area around some cells. */
export function areaAround(cells: Iterable<number>): Area {
  let [left, right, bottom, top] = [SIZE, -1, SIZE, -1];
  for (const cell of cells) {
    left = Math.min(left, fileOf(cell));
    right = Math.max(right, fileOf(cell));
    bottom = Math.min(bottom, rankOf(cell));
    top = Math.max(top, rankOf(cell));
  }
  return { left, bottom, width: right - left + 1, height: top - bottom + 1 };
}
