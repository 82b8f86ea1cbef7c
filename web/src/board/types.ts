// What a board shows, and what comes out of it.

import type { Area, Direction } from '../game/canvas';
import type { HalfInfo, SquareView } from '../game/generated';
import type { Look } from '../game/pieces';
import type { Point } from './aim';

/** A domino that is to be placed. */
export interface Hand {
  number: number;
  halves: [HalfInfo, HalfInfo];
  isDouble: boolean;
}
/** A legal placement. */
export interface Spot {
  action: number;
  cells: [number, number];
  direction: Direction;
  gain: number;
}
/** A legal single cell. */
export interface Target {
  action: number;
  cell: number;
  kind: 'fire' | 'pay' | 'settle';
  gain: number;
  burns: boolean;
}
/** Cells to look at. */
export interface Mark {
  cells: number[];
  tone: 'latest' | 'hint' | 'good' | 'bad';
  badge?: string;
}
/** A domino under a pointer. */
export interface Drag {
  point: Point; // on the screen, lifted above a finger
  isNear: boolean; // over the board
}

export interface BoardState {
  squares: SquareView[];
  size: number; // of the rules' frame; 0: as large as what is shown
  frame: Area | null; // dashed
  turn: string; // the area changes only with it
  look: Look;
  hand: Hand | null;
  spots: Spot[]; // where the domino in hand, or the one laid last, fits
  targets: Target[];
  laid: Spot | null; // placed as the last step: it may still be turned
  marks: Mark[];
  path: number[]; // cells that something flies over
  coordinates: boolean;
  words: ((cell: number) => string) | null; // the accessible name of a cell; null: a picture only
  label: string;
}
export interface BoardEvents {
  play(action: number): void;
  replace(action: number): void; // turns what was laid
  refuse(cell: number, direction: Direction): void; // nothing can be done there
  aim?(spot: Spot | null): void; // by keys
}

export const EMPTY: BoardState = {
  squares: [], size: 0, frame: null, turn: '', look: { game: 'kingdomino', colour: '', resources: () => '' }, hand: null,
  spots: [], targets: [], laid: null, marks: [], path: [], coordinates: false, words: null, label: '',
};
