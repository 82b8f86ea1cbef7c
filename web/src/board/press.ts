// A pointer that presses a domino: a tap, or after a few pixels a drag. Other pointers don't disturb it.

import type { Point } from './aim';
import type { Board } from './state.svelte';

const DRAG_PX = 8;

export interface Ground {
  locate(point: Point): Point | null; // in files and ranks
  cellOf(point: Point): number | null;
}

export class Press {
  #from: (Point & { id: number }) | null = null;
  #isDragged = false;

  constructor(
    readonly board: Board,
    readonly ground: Ground,
  ) {}

  get isDown(): boolean {
    return this.#from !== null;
  }
  down(event: PointerEvent, target: Element): void {
    if (this.#from) return;
    this.#from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    this.#isDragged = false;
    target.setPointerCapture(event.pointerId);
  }
  move(event: PointerEvent): void {
    if (event.pointerId !== this.#from?.id) return;
    if (event.button === 2 && event.buttons & 2) this.board.rotate(); // the other button, while this one is held
    const isFar = Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) >= DRAG_PX;
    if (!this.#isDragged && !isFar) return;
    if (this.#isDragged && !this.board.drag) return; // it was cancelled
    this.#isDragged = true;
    this.board.dragTo({ x: event.clientX, y: event.clientY }, (point) => this.ground.locate(point), event.pointerType !== 'mouse');
  }
  /** Returns whether it was a tap. */
  up(event: PointerEvent): boolean {
    if (event.pointerId !== this.#from?.id) return false;
    this.#from = null;
    const { drag } = this.board;
    if (drag) this.board.drop(this.ground.cellOf(drag.point), event.timeStamp);
    return !this.#isDragged;
  }
  cancel(event: PointerEvent): void {
    if (event.pointerId !== this.#from?.id) return;
    this.#from = null;
    this.board.cancel();
  }
  /** Whether the click that follows belongs to a drag. */
  takesClick(): boolean {
    const isDragged = this.#isDragged;
    this.#isDragged = false;
    return isDragged;
  }
}
