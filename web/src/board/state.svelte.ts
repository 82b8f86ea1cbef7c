// The state of a board: what it shows and what can be done on it. `set` is the only way in, events are the only way
// out. It knows no rules: what is legal, and every word, comes from outside.

import { untrack } from 'svelte';
import { cellAt, isWithin, type Area, type Direction } from '../game/canvas';
import { aimFor, best, covering, nearest, nextDirection, nextSpot, type Point } from './aim';
import { areaOf } from './area';
import { EMPTY, type BoardEvents, type BoardState, type Drag, type Spot, type Target } from './types';

export type * from './types';

const LIFT_PX = 72; // above a finger, so that it hides nothing
const REST_MS = 400; // what has just been played ignores the second of two quick taps

export class Board {
  state = $state.raw<BoardState>(EMPTY);
  area = $state.raw<Area>({ left: 6, bottom: 6, width: 1, height: 1 });
  direction = $state<Direction>('e'); // wanted
  aim = $state.raw<Spot | null>(null); // where the domino would go
  drag = $state.raw<Drag | null>(null);
  on: BoardEvents;
  #pivot: number | null = null; // the cell that was touched last: the domino turns over it
  #played: { cells: number[]; ms: number } = { cells: [], ms: -Infinity };

  constructor(state: Partial<BoardState> = {}, on: BoardEvents = { play() {}, replace() {}, refuse() {} }) {
    this.on = on;
    this.set(state);
  }

  set(patch: Partial<BoardState>): void {
    untrack(() => this.#set(patch)); // callers don't depend on the old state
  }
  #set(patch: Partial<BoardState>): void {
    const [before, now] = [this.state, { ...this.state, ...patch }];
    this.state = now;
    const isNew = now.turn !== before.turn || now.size !== before.size || !now.turn;
    const cells = [...now.squares.map(({ cell }) => cell), ...now.spots.flatMap((spot) => spot.cells)];
    if (now.squares.length && (isNew || !cells.every((cell) => isWithin(this.area, cell)))) {
      this.area = areaOf([...cells, ...now.marks.flatMap((mark) => mark.cells), ...now.path], now.size, now.frame);
    }
    const isHeldAnew = now.hand?.number !== before.hand?.number || (now.spots.length > 0 && !before.spots.length);
    if (isHeldAnew || now.turn !== before.turn) this.#takeUp(now);
    if (this.aim && !now.spots.some(({ action }) => action === this.aim!.action)) this.aim = null;
  }
  /** A new domino is held in a direction in which it fits. */
  #takeUp({ spots }: BoardState): void {
    this.aim = null;
    this.drag = null;
    this.#pivot = null;
    if (spots.length && !spots.some((spot) => spot.direction === this.direction)) this.direction = spots[0]!.direction;
  }

  /** Whether the domino is still to be laid. */
  get isHeld(): boolean {
    return this.state.hand !== null && this.state.laid === null;
  }
  isLive = $derived.by(() => this.state.spots.length > 0 || this.state.targets.length > 0);
  target = (cell: number): Target | undefined => this.state.targets.find((each) => each.cell === cell);

  /** A mouse goes over the board: the domino shows how it would lie there. */
  hover(at: Point | null): void {
    if (!this.isHeld) return;
    const cell = at && cellAt(Math.round(at.x), Math.round(at.y));
    if (this.aim && cell === this.#pivot) return; // it may have been turned
    this.#pivot = cell;
    this.aim = at && aimFor(this.state.spots, at, this.direction);
  }
  aimAt(spot: Spot | null): void {
    this.aim = spot;
    if (spot) this.direction = spot.direction;
  }
  /** A tap, a click or Enter on a cell: plays what is possible there, or asks why nothing is. */
  tap(cell: number, nowMs: number, at?: Point): void {
    const { laid, spots, targets, hand } = this.state;
    const target = this.target(cell);
    if (this.#played.cells.includes(cell) && nowMs - this.#played.ms < REST_MS) return;
    this.#pivot = cell;
    if (target) return this.#play(target.action, [cell], nowMs);
    if (laid?.cells.includes(cell)) return this.rotate();
    if (targets.length) return this.on.refuse(cell, this.direction);
    if (!hand || laid) return;
    const spot = this.aim?.cells.includes(cell) ? this.aim : at ? aimFor(spots, at, this.direction) : best(spots, cell);
    if (spot) this.#lay(spot, nowMs);
    else this.on.refuse(cell, this.direction);
  }
  #lay(spot: Spot, nowMs: number): void {
    this.direction = spot.direction;
    this.aim = null;
    this.#play(spot.action, spot.cells, nowMs);
  }
  #replace(spot: Spot): void {
    this.direction = spot.direction;
    this.on.replace(spot.action);
  }
  #play(action: number, cells: number[], ms: number): void {
    this.#played = { cells, ms };
    this.on.play(action);
  }
  /** The next direction: over the cell where the domino lies or is aimed at, else anywhere. */
  rotate(cell?: number): void {
    const { laid, spots, hand } = this.state;
    if (laid && !this.drag) {
      const next = this.#next(laid);
      if (next !== laid) this.#replace(next);
    } else if (this.aim || cell !== undefined) {
      const here = cell ?? (this.aim!.cells.find((each) => each === this.#pivot) ?? this.aim!.cells[0]);
      const from = this.aim?.cells.includes(here) ? this.aim : covering(spots, here, this.direction);
      const next = from && (this.aim?.cells.includes(here) ? nextSpot(spots, from, here) : from);
      if (next) this.aimAt(next);
      else this.direction = nextDirection(spots, this.direction, hand?.isDouble ?? false);
      this.on.aim?.(this.aim);
    } else if (hand) this.direction = nextDirection(spots, this.direction, hand.isDouble);
  }

  /** How a laid domino would lie next: turned over the cell that was touched, else over the other one. */
  #next(laid: Spot): Spot {
    const [first, second] = laid.cells;
    const [here, there] = this.#pivot === second ? [second, first] : [first, second];
    const next = nextSpot(this.state.spots, laid, here);
    return next === laid ? nextSpot(this.state.spots, laid, there) : next;
  }
  /** Whether there is another way to lie, over the laid domino or anywhere. */
  get canTurn(): boolean {
    const { laid, hand } = this.state;
    return laid ? this.#next(laid) !== laid : hand !== null;
  }

  /** A domino is dragged to a point of the screen. */
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
    else if (aim.action !== state.laid.action) this.#replace(aim);
  }
  cancel(): void {
    this.drag = null;
    this.aim = null;
  }
}
