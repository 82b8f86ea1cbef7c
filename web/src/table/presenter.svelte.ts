// What is seen of a table: news becomes beats, and those of others are shown one after the other.

import { Follower } from '../game/beats';
import { samePicture } from '../game/fold';
import type { Numbered, View } from '../game/messages';
import type { Ruleset } from '../game/ruleset';
import { Presenter, type PresenterEvents, type Shown } from '../motion/presenter.svelte';

const STEP_MS = 450; // how long a step of somebody else is shown
const LAST_MS = 800; // the last one of a turn

export interface TableEvents extends PresenterEvents<View> {
  isMine(seat: number): boolean;
  begins(before: View | null, view: View, events: Numbered[]): void; // to be told
}

export class TablePresenter extends Presenter<View> {
  #follower: Follower | null = null;
  #last: View | null = null; // the last one in the queue, or the shown one

  constructor(protected override readonly on: TableEvents) {
    super(on);
  }

  push(events: Numbered[], view: View, ruleset: Ruleset): void {
    this.#follower ??= new Follower(ruleset);
    const before = this.#last;
    const all: Shown<View>[] = [...this.#beats(events, view), { now: view, ms: 0 }];
    all[0]!.begins = () => this.on.begins(before, view, events);
    this.#last = view;
    const turns = events.filter(({ event }) => event.type === 'confirmed').length; // many: I have been away
    if (this.shown !== null && document.visibilityState !== 'hidden' && turns <= view.seats.length) return this.present(all);
    this.queue.push(...all);
    this.skip();
  }

  /** The events as beats; the last picture must equal the view, else the view wins. */
  #beats(events: Numbered[], view: View): Shown<View>[] {
    const follower = this.#follower!;
    const steps: Shown<View>[] = [];
    let now = this.#last ?? view;
    for (const { event, number } of events) {
      const beat = follower.take(event, number);
      if (!beat || event.type === 'confirmed') continue;
      now = { ...now, ...beat.after, number, mover: beat.seat < 0 ? now.mover : beat.seat };
      const isOthers = event.type === 'stepped' && !this.on.isMine(beat.seat);
      if (event.type === 'undone') cancel([...this.queue, ...steps], event.steps);
      steps.push({ now, beat, ms: isOthers ? STEP_MS : 0 });
    }
    const last = steps.findLast(({ ms }) => ms);
    if (last) last.ms = LAST_MS;
    if (view.phase === 'seats') return steps;
    if (follower.picture && !samePicture(follower.picture, view)) console.warn('The events do not lead to the view.');
    follower.reset(view);
    return steps;
  }
}

/** Steps that are undone before they were seen take no time. */
function cancel(queue: Shown<View>[], count: number): void {
  const unseen = queue.filter(({ beat, ms }) => ms && beat?.event.type === 'stepped').slice(-count);
  if (unseen.length === count) for (const each of unseen) each.ms = 0;
}
