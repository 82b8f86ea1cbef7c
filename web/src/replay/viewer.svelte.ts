// What the viewer shows: which game, which step, and whose territory is large.

import { readMove } from '../lib/moves';
import { pace } from '../lib/settings.svelte';
import type { Frame, GameInfo, HalfInfo, Replay, SeatInfo } from '../lib/types';
import { resourceIn, type Scene } from '../table/scene';
import type { Opened } from './source';
import { nameless, seatNames, seatsOf } from './seats';
import { frameWords, turnAt, turnBack, turnOn, turnsOf } from './turns';

const STEP_MS = 900;
const LEAST_MS = 250; // also without animations one should see something

export class Viewer implements Scene {
  index = $state(0); // which game of a Dynasty
  step = $state(0);
  isPlaying = $state(false);
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
  frames = $derived<Frame[]>(this.replay.frames);
  frame = $derived<Frame>(this.frames[this.step]!);
  last = $derived(this.frames.length - 1);
  turns = $derived(turnsOf(this.frames));
  turn = $derived(turnAt(this.turns, this.step));
  names = $derived(seatNames(this.replay.names, this.frames[0]!.territories.length, this.replay.bots));
  words = $derived.by(() => frameWords(this.frames, this.step, this));
  mover = $derived(this.frame.seat >= 0 ? this.frame.seat : (this.turn?.seat ?? 0));
  large = $derived(this.watched >= 0 ? this.watched : this.mover);
  /** What the step is about, besides the domino. */
  marked = $derived.by<number[]>(() => {
    if (this.frame.seat !== this.large) return [];
    const move = readMove(this.frame.move);
    return move.kind === 'fire' || move.kind === 'pay' || move.kind === 'settle' ? [move.cell] : [];
  });

  // What a territory looks at

  get game(): Scene['game'] {
    return this.replay.game as Scene['game'];
  }
  get seats(): SeatInfo[] {
    return seatsOf(this.replay.rules, this.opened.catalogue);
  }
  get points(): number[] {
    return this.frame.points;
  }
  get latestCells(): Scene['latestCells'] {
    const seat = this.frame.seat;
    if (seat < 0 || !this.turn) return null;
    const old = new Set(this.frames[this.turn.first - 1]?.territories[seat]?.map(({ cell }) => cell));
    const cells = (this.frame.territories[seat] ?? []).flatMap(({ cell }) => (old.has(cell) ? [] : [cell]));
    return cells.length ? { seat, cells } : null;
  }
  name = (seat: number): string => this.names[seat] ?? nameless(seat);
  get box(): GameInfo {
    return this.opened.catalogue.games[this.replay.game]!;
  }
  resourceOf = (letter: string): string => resourceIn(this.replay.rules, this.box, letter);
  domino(number: number): [HalfInfo, HalfInfo] {
    const { first, second } = this.box.dominoes[number - 1]!;
    return [first, second];
  }

  // Going about

  go(step: number): void {
    this.isPlaying = false;
    this.step = Math.min(this.last, Math.max(0, Math.trunc(step) || 0));
  }
  back(): void {
    this.go(this.step - 1);
  }
  on(): void {
    this.go(this.step + 1);
  }
  turnBack(): void {
    this.go(turnBack(this.turns, this.step));
  }
  turnOn(): void {
    this.go(turnOn(this.turns, this.step, this.last));
  }
  choose(game: number): void {
    this.index = game;
    this.go(0);
  }
  toggle(): void {
    if (!this.isPlaying && this.step >= this.last) this.step = 0;
    this.isPlaying = !this.isPlaying;
  }
  /** Shows the next step in a while, if it plays; how to stop that. */
  tick(): (() => void) | undefined {
    if (!this.isPlaying) return undefined;
    if (this.step >= this.last) {
      this.isPlaying = false;
      return undefined;
    }
    const timer = setTimeout(() => (this.step += 1), Math.max(LEAST_MS, pace(STEP_MS)));
    return () => clearTimeout(timer);
  }
}
