// What is seen of a table: news becomes beats, and those of others are shown one after the other.

import { Follower, type Beat } from '../game/beats';
import { samePicture } from '../game/fold';
import type { Numbered, View } from '../game/messages';
import type { Ruleset } from '../game/ruleset';
import { pace } from '../lib/settings.svelte';

const STEP_MS = 450; // how long a step of somebody else is shown
const LAST_MS = 800; // the last one of a turn

interface Shown {
  view: View;
  beat: Beat | null;
  ms: number; // until the next
  begins?: () => void; // news begins with it
}

export interface PresenterEvents {
  isMine(seat: number): boolean;
  begins(before: View | null, view: View, events: Numbered[]): void; // to be told
  shows(before: View | null, view: View): void;
  settled(): void; // all is shown
}

export class Presenter {
  shown = $state.raw<View | null>(null);
  beat = $state.raw<Beat | null>(null); // what is shown of somebody else's turn
  latest = $state.raw<{ seat: number; cells: number[] } | null>(null); // what was put down last
  isFollowing = $state(false); // turns of others are still to be shown
  #queue: Shown[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #follower: Follower | null = null;
  #last: View | null = null; // the last one in the queue, or the shown one

  constructor(readonly on: PresenterEvents) {}

  close(): void {
    clearTimeout(this.#timer);
  }

  push(events: Numbered[], view: View, ruleset: Ruleset): void {
    this.#follower ??= new Follower(ruleset);
    const before = this.#last;
    const steps = this.#beats(events, view);
    const final: Shown = { view, beat: null, ms: 0 };
    const all = [...steps, final];
    all[0]!.begins = () => this.on.begins(before, view, events);
    this.#queue.push(...all);
    this.#last = view;
    const turns = events.filter(({ event }) => event.type === 'confirmed').length; // many: I have been away
    if (this.shown === null || document.visibilityState === 'hidden' || turns > view.seats.length) this.skip();
    else if (this.#timer === undefined) this.#next();
  }

  /** The events as beats; the last picture must equal the view, else the view wins. */
  #beats(events: Numbered[], view: View): Shown[] {
    const follower = this.#follower!;
    const steps: Shown[] = [];
    let shown = this.#last ?? view;
    for (const { event, number } of events) {
      const beat = follower.take(event, number);
      if (!beat || beat.event.type === 'confirmed') continue;
      shown = { ...shown, ...beat.after, number, mover: beat.seat < 0 ? shown.mover : beat.seat };
      const isOthers = event.type === 'stepped' && !this.on.isMine(beat.seat);
      if (event.type === 'undone') this.#cancel([...this.#queue, ...steps], event.steps);
      steps.push({ view: shown, beat, ms: isOthers ? STEP_MS : 0 });
    }
    const last = steps.findLast(({ ms }) => ms);
    if (last) last.ms = LAST_MS;
    if (view.phase === 'seats') return steps;
    if (follower.picture && !samePicture(follower.picture, view)) console.warn('The events do not lead to the view.');
    follower.reset(view);
    return steps;
  }

  /** Steps that are undone before they were seen take no time. */
  #cancel(queue: Shown[], count: number): void {
    const unseen = queue.filter(({ beat, ms }) => ms && beat?.event.type === 'stepped').slice(-count);
    if (unseen.length === count) for (const each of unseen) each.ms = 0;
  }

  /** Shows at once how things stand. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const skipped = this.#queue.splice(0);
    for (const { begins, beat } of skipped) {
      begins?.(); // all is told
      this.#mark(beat);
    }
    const last = skipped.at(-1);
    if (last) this.#show(last);
    this.#settle();
  }
  #next(): void {
    this.#timer = undefined;
    for (let each = this.#queue.shift(); each; each = this.#queue.shift()) {
      each.begins?.();
      this.#show(each);
      const ms = pace(each.ms);
      if (!ms) continue;
      this.isFollowing = true;
      this.#timer = setTimeout(() => this.#next(), ms);
      return;
    }
    this.#settle();
  }
  #settle(): void {
    this.isFollowing = false;
    this.beat = null;
    this.on.settled();
  }
  #show({ view, beat, ms }: Shown): void {
    const before = this.shown;
    this.shown = view;
    if (ms) this.beat = beat;
    this.#mark(beat);
    this.on.shows(before, view);
  }
  /** Remembers what was put down. */
  #mark(beat: Beat | null): void {
    for (const fact of beat?.kind === 'event' && beat.event.type === 'stepped' ? beat.event.facts : [])
      if (fact.type === 'placed') this.latest = { seat: fact.seat, cells: fact.cells };
  }
}
