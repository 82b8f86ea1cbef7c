// What the viewer shows: which game, which moment, and whose territory is large.

import type { Mark } from '../board/state.svelte';
import type { Picture } from '../game/fold';
import type { Replay, SeatInfo } from '../game/generated';
import { seatName } from '../game/names';
import { Ruleset } from '../game/ruleset';
import type { Scene } from '../game/scene';
import { Presenter } from '../motion/presenter.svelte';
import { Tape, turnAt, turnBack, turnOn, type Moment } from '../transport/tape';
import { momentWords } from './moments';
import type { Opened } from './source';

const STEP_MS = 900;
const LEAST_MS = 250; // also without animations one should see something

export class Viewer implements Scene {
  readonly presenter = new Presenter<number>(); // shows moments by their number
  index = $state(0); // which game of a Dynasty
  watched = $state(-1); // a seat whose territory is large by choice; else the mover's

  constructor(
    readonly opened: Opened,
    index: number,
    step: number,
  ) {
    this.index = Math.min(Math.max(0, index), opened.replays.length - 1);
    this.go(step);
  }

  replay = $derived.by<Replay>(() => this.opened.replays[this.index]!);
  ruleset = $derived.by(() => new Ruleset(this.replay.rules, this.opened.catalogue));
  tape = $derived.by(() => new Tape(this.replay.events, this.ruleset));
  step = $derived.by(() => this.presenter.shown ?? 0);
  moment = $derived.by<Moment>(() => this.tape.moments[this.step]!);
  picture = $derived.by<Picture>(() => this.moment.picture);
  last = $derived.by(() => this.tape.moments.length - 1);
  turn = $derived.by(() => turnAt(this.tape.turns, this.step));
  words = $derived.by(() => momentWords(this.moment, this.name));
  mover = $derived.by(() => (this.moment.seat >= 0 ? this.moment.seat : (this.turn?.seat ?? 0)));
  large = $derived.by(() => (this.watched >= 0 ? this.watched : this.mover));

  get seats(): SeatInfo[] {
    return this.ruleset.seats;
  }
  name = (seat: number): string =>
    seatName(this.replay.sheets.map((_, each) => ({ name: this.replay.names[each] ?? '', bot: this.replay.bots?.[each] ?? '' })), seat);

  /** What was put down in this turn, and where a fire, a payment or a caveman went. */
  marks = $derived.by<Mark[]>(() => {
    if (this.moment.seat !== this.large || !this.turn) return [];
    const placed = this.tape.moments.slice(this.turn.first, this.step + 1).flatMap(({ facts }) => facts).find((fact) => fact.type === 'placed');
    const cells = this.moment.facts.flatMap((fact) => (['fire_landed', 'resource_paid', 'settled'].includes(fact.type) && 'cell' in fact ? [fact.cell] : []));
    const marks: Mark[] = placed ? [{ cells: placed.cells, tone: 'latest' }] : [];
    return cells.length ? [...marks, { cells, tone: 'hint' }] : marks;
  });

  // Going about

  go(step: number): void {
    this.presenter.jump(Math.min(this.last, Math.max(0, Math.trunc(step) || 0)));
  }
  back(): void {
    this.go(this.step - 1);
  }
  on(): void {
    this.go(this.step + 1);
  }
  turnBack(): void {
    this.go(turnBack(this.tape.turns, this.step));
  }
  turnOn(): void {
    this.go(turnOn(this.tape.turns, this.step, this.last));
  }
  choose(game: number): void {
    this.index = game;
    this.go(0);
  }
  get isPlaying(): boolean {
    return this.presenter.isFollowing;
  }
  pause(): void {
    if (this.isPlaying) this.go(this.step);
  }
  toggle(): void {
    if (this.isPlaying) return this.pause();
    const first = this.step < this.last ? this.step : 0;
    const moments = Array.from({ length: this.last + 1 - first }, (_, more) => first + more);
    this.presenter.present(moments.map((now) => ({ now, ms: now < this.last ? STEP_MS : 0, leastMs: now < this.last ? LEAST_MS : 0 })));
  }
}
