// Shows one thing after the other, each for its time: at a table what happens, in a replay its moments.

import type { Beat } from '../game/beats';
import { pace } from '../lib/settings.svelte';

export interface Shown<T> {
  now: T;
  beat?: Beat; // what happens
  ms: number; // until the next, at the usual speed
  leastMs?: number; // at any speed
  begins?: () => void; // something new begins with it
}

export interface PresenterEvents<T> {
  shows?(before: T | null, now: T): void;
  settled?(): void; // all is shown
}

export class Presenter<T> {
  shown = $state.raw<T | null>(null);
  beat = $state.raw<Beat | null>(null); // what is shown for a while
  isFollowing = $state(false); // there is more to be shown
  protected queue: Shown<T>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;

  constructor(protected readonly on: PresenterEvents<T> = {}) {}

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.queue = [];
    this.isFollowing = false;
    this.beat = null;
  }
  /** Shows these after what is being shown. */
  present(all: Shown<T>[]): void {
    this.queue.push(...all);
    if (this.#timer === undefined && !this.#isHeld) this.#next();
  }
  /** What is shown stays until it is let go. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (!isHeld && this.#timer === undefined) this.#next();
  }
  /** Shows at once where all of it leads. */
  skip(): void {
    const skipped = this.queue;
    this.close();
    for (const { begins } of skipped) begins?.();
    const last = skipped.at(-1);
    if (last) this.#show(last);
    this.on.settled?.();
  }
  /** Goes to something else, whatever is being shown. */
  jump(now: T): void {
    this.close();
    this.#show({ now, ms: 0 });
  }
  #next(): void {
    this.#timer = undefined;
    for (let each = this.queue.shift(); each; each = this.queue.shift()) {
      each.begins?.();
      this.#show(each);
      const ms = Math.max(each.leastMs ?? 0, pace(each.ms));
      if (!ms) continue;
      this.isFollowing = true;
      this.#timer = setTimeout(() => this.#next(), ms);
      return;
    }
    this.close();
    this.on.settled?.();
  }
  #show({ now, beat, ms }: Shown<T>): void {
    const before = this.shown;
    this.shown = now;
    if (ms && beat) this.beat = beat;
    this.on.shows?.(before, now);
  }
}
