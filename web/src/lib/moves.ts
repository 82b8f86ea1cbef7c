// Moves in notation, as the server sends them: read, never judged. What is legal the server says.

import { cellNamed, next, type Direction } from './canvas';
import type { Option } from './types';

export type Move =
  | { kind: 'place'; cell: number; direction: Direction; second: number }
  | { kind: 'discard' }
  | { kind: 'fire' | 'pay' | 'settle'; cell: number }
  | { kind: 'give'; seat: number }
  | { kind: 'claim'; domino: number }
  | { kind: 'recruit'; caveman: string; fromPile: boolean }
  | { kind: 'pass' };

const BY_CELL = { '*': 'fire', '-': 'pay', '@': 'settle' } as const;

export function readMove(text: string): Move {
  const first = text.charAt(0);
  const rest = text.slice(1);
  if (text === 'x') return { kind: 'discard' };
  if (text === '.') return { kind: 'pass' };
  if (first === '*' || first === '-' || first === '@') return { kind: BY_CELL[first], cell: cellNamed(rest) };
  if (first === '>') return { kind: 'give', seat: Number(rest) - 1 };
  if (first === '=') return { kind: 'claim', domino: Number(rest) };
  if (text.startsWith('++')) return { kind: 'recruit', caveman: text.slice(2), fromPile: true };
  if (first === '+') return { kind: 'recruit', caveman: rest, fromPile: false };
  const cell = cellNamed(text.slice(0, -1));
  const direction = text.slice(-1) as Direction;
  return { kind: 'place', cell, direction, second: next(cell, direction) ?? cell };
}

export interface Choice {
  option: Option;
  move: Move;
}

export const readOptions = (options: Option[]): Choice[] =>
  options.map((option) => ({ option, move: readMove(option.move) }));

/** The number of an action that places a domino; the server says why it is not possible. */
export const placeAction = (cell: number, direction: Direction): number => 4 * cell + 'nesw'.indexOf(direction);

const FIRST = { fire: 677, pay: 846, settle: 1015, recruit: 1236 } as const; // as the server numbers its actions

/** The number of an action on a cell. */
export const cellAction = (kind: 'fire' | 'pay' | 'settle', cell: number): number => FIRST[kind] + cell;
/** The number of recruiting a kind of caveman, in the order of the catalogue, that lies face up. */
export const recruitAction = (kind: number): number => FIRST.recruit + kind;
