// The state of a board: what it shows and what can be done on it. `set` is the only way in, events are the only way
// out. It knows no rules: what is legal, and every word, comes from outside.

import { untrack } from 'svelte';
import { areaAround, isWithin, type Area, type Direction } from '../game/canvas';
import type { HalfInfo, SquareView } from '../game/generated';
import type { Look } from '../game/pieces';
import { areaOf } from './area';
import { aimFor, covering, nearest, nextDirection, nextSpot, type Point } from './aim';

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

const LIFT_PX = 72; // above a finger, so that it hides nothing
const REST_MS = 400; // a laid domino does not turn at once: the second of two quick taps is no wish
const NONE: BoardState = {
  squares: [], size: 0, frame: null, turn: '', look: { game: 'kingdomino', colour: '', resources: () => '' }, hand: null,
  spots: [], targets: [], laid: null, marks: [], path: [], coordinates: false, words: null, label: '',
};

export class Board {
  state = $state.raw<BoardState>(NONE);
  area = $state.raw<Area>({ left: 6, bottom: 6, width: 1, height: 1 });
  direction = $state<Direction>('e'); // wanted
  aim = $state.raw<Spot | null>(null); // where the domino would go
  drag = $state.raw<Drag | null>(null);
  on: BoardEvents;
  #laidMs = -Infinity;

  constructor(state: Partial<BoardState> = {}, on: BoardEvents = { play() {}, replace() {}, refuse() {} }) {
    this.on = on;
    this.set(state);
  }

  set(patch: Partial<BoardState>): void {
    untrack(() => this.#set(patch)); // whoever sets it follows what it is set from, not what it was
  }
  #set(patch: Partial<BoardState>): void {
    const [before, now] = [this.state, { ...this.state, ...patch }];
    this.state = now;
    const cells = now.squares.map(({ cell }) => cell);
    if (cells.length && (now.turn !== before.turn || now.size !== before.size || !now.turn || !cells.every((cell) => isWithin(this.area, cell)))) {
      const all = [...cells, ...now.spots.flatMap((spot) => spot.cells), ...now.marks.flatMap((mark) => mark.cells), ...now.path];
      const area = areaOf(all, now.size);
      this.area = now.frame ? areaAround([...corners(area), ...corners(now.frame)]) : area;
    }
    if (now.hand?.number !== before.hand?.number || now.turn !== before.turn) this.#takeUp(now);
    if (this.aim && !now.spots.some(({ action }) => action === this.aim!.action)) this.aim = null;
  }
  /** A new domino is held in a direction in which it fits. */
  #takeUp({ spots }: BoardState): void {
    this.aim = null;
    this.drag = null;
    this.#laidMs = -Infinity;
    if (spots.length && !spots.some((spot) => spot.direction === this.direction)) this.direction = spots[0]!.direction;
  }

  /** Whether the domino is still to be laid. */
  get isHeld(): boolean {
    return this.state.hand !== null && this.state.laid === null;
  }
  get isLive(): boolean {
    return this.state.spots.length > 0 || this.state.targets.length > 0;
  }
  target = (cell: number): Target | undefined => this.state.targets.find((each) => each.cell === cell);

  /** A mouse goes over the board: the domino shows how it would lie there. */
  hover(at: Point | null): void {
    if (!this.isHeld) return;
    this.aimAt(at && aimFor(this.state.spots, at, this.direction));
  }
  aimAt(spot: Spot | null): void {
    this.aim = spot;
    if (spot) this.direction = spot.direction;
  }
  /** A tap, a click or Enter on a cell: plays what is possible there, or asks why nothing is. */
  tap(cell: number, nowMs: number, at?: Point): void {
    const { laid, spots, targets, hand } = this.state;
    const target = this.target(cell);
    if (target) return this.on.play(target.action);
    if (laid?.cells.includes(cell)) {
      if (nowMs - this.#laidMs >= REST_MS) this.rotate();
      return;
    }
    if (targets.length) return this.on.refuse(cell, this.direction);
    if (!hand || laid) return;
    const spot = this.aim?.cells.includes(cell) ? this.aim : (at && aimFor(spots, at, this.direction)) || covering(spots, cell, this.direction);
    if (spot) this.#lay(spot, nowMs);
    else this.on.refuse(cell, this.direction);
  }
  #lay(spot: Spot, nowMs: number): void {
    this.#laidMs = nowMs;
    this.direction = spot.direction;
    this.aim = null;
    this.on.play(spot.action);
  }
  /** The next direction: over the cell where the domino lies or is aimed at, else anywhere. */
  rotate(cell?: number): void {
    const { laid, spots, hand } = this.state;
    if (laid) {
      const next = nextSpot(spots, laid, laid.cells[0]);
      if (next !== laid) this.on.replace(next.action);
    } else if (this.aim || cell !== undefined) {
      const here = cell ?? this.aim!.cells[0];
      const from = this.aim?.cells.includes(here) ? this.aim : covering(spots, here, this.direction);
      const next = from && (this.aim?.cells.includes(here) ? nextSpot(spots, from, here) : from);
      if (next) this.aimAt(next);
      this.on.aim?.(this.aim);
    } else if (hand) this.direction = nextDirection(spots, this.direction, hand.isDouble);
  }

  /** A domino is dragged to a point of the screen; `at` is that point on the board. */
  dragTo(point: Point, locate: (point: Point) => Point | null, isFinger: boolean): void {
    const lifted = { x: point.x, y: point.y - (isFinger ? LIFT_PX : 0) };
    const at = locate(lifted);
    this.aim = at && nearest(this.state.spots, at, this.direction);
    this.drag = { point: lifted, isNear: this.aim !== null };
  }
  /** The dragged domino is let go; over no cell where it fits it flies home. */
  drop(cell: number | null, nowMs: number): void {
    const { aim, state } = this;
    this.drag = null;
    this.aim = null;
    if (!aim) {
      if (cell !== null && !state.laid) this.on.refuse(cell, this.direction);
    } else if (!state.laid) this.#lay(aim, nowMs);
    else if (aim.action !== state.laid.action) this.on.replace(aim.action);
  }
  cancel(): void {
    this.drag = null;
    this.aim = null;
  }
}

const corners = ({ left, bottom, width, height }: Area): number[] => [13 * bottom + left, 13 * (bottom + height - 1) + left + width - 1];
