// My turn: what I may choose, what I did, and the domino that I can still turn.

import { moveOf, type SquareView } from '../game/generated';
import type { Numbered, Refused, View } from '../game/messages';
import { isPlacement, isTarget, readOptions, type Choice, type Placement } from '../game/moves';
import type { Ruleset } from '../game/ruleset';
import type { Spot, Target } from '../board/state.svelte';
import type { CommandBody } from './store.svelte';
import { draftOf } from './draft';

/** A domino that was placed as the last choice of the turn. */
interface Laid {
  seat: number;
  domino: number;
  action: number; // as the server has it, or is about to
  wanted: Spot;
  spots: Spot[];
}
export interface TurnEvents {
  view(): View | null; // what is shown
  log(): Numbered[];
  ruleset(): Ruleset;
  isMine(): boolean; // my turn, and nothing is in the way
  words(choice: Choice): string;
  allows(choice: Choice): boolean; // in a lesson not everything is
  nudge(): void;
  command(body: CommandBody, words?: string): Promise<Refused | null>;
  refused(refused: Refused): void;
  hold(isHeld: boolean): void; // what is shown stays
}

export class Turn {
  possible = $derived.by<Choice[]>(() => (this.on.isMine() ? readOptions(this.on.view()?.options ?? []) : []));
  choices = $derived.by<Choice[]>(() => this.possible.filter((choice) => this.on.allows(choice)));
  spots = $derived.by<Spot[]>(() => this.choices.filter(isPlacement).map(this.#spot));
  #laid = $state.raw<Laid | null>(null);
  #isBusy = $state(false); // what I placed, or turned, is on its way
  #sending = $state(0); // commands
  #work: Promise<void> = Promise.resolve();

  constructor(readonly on: TurnEvents) {}

  /** How many points a choice brings. */
  gain = (choice: Choice): number => choice.option.points - (this.on.view()?.points[this.on.view()!.mover] ?? 0);
  #spot = (choice: Placement): Spot => {
    const { cell, second, direction } = choice.move;
    return { action: choice.option.action, cells: [cell, second], direction, gain: this.gain(choice) };
  };
  /** Where a fire, a payment or a caveman can go. */
  targets = $derived.by<Target[]>(() => {
    const view = this.on.view();
    const squares = new Map(view?.territories[view.mover]?.map((square) => [square.cell, square]));
    return this.choices.filter(isTarget).map((choice) => {
      const { cell, kind } = choice.move;
      const square = squares.get(cell);
      const burns = kind === 'fire' && Boolean(square?.resource || square?.caveman);
      return { action: choice.option.action, cell, kind, gain: this.gain(choice), burns };
    });
  });
  /** The domino that can still be turned. */
  laid = $derived.by<Laid | null>(() => {
    const laid = this.#laid;
    if (!laid || this.#isBusy) return laid;
    if (this.#sending) return null; // something else comes after it
    const last = draftOf(this.on.log()).findLast(({ by }) => by !== 'rule');
    return last?.seat === laid.seat && last.action === laid.action ? laid : null;
  });

  /** Whether it was done. */
  async play(action: number): Promise<boolean> {
    if (this.#isBusy && moveOf(action).kind !== 'place') await this.#work; // a domino on its way comes first
    const choice = this.possible.find(({ option }) => option.action === action);
    const view = this.on.view();
    if (!choice || !view || this.#isBusy) return false;
    if (!this.on.allows(choice)) {
      this.on.nudge();
      return false;
    }
    const body = { type: 'act', seat: view.mover, action } as const;
    if (!isPlacement(choice)) return this.#send(body, this.on.words(choice));
    const domino = view.current[view.turn]!.number;
    this.#laid = { seat: view.mover, domino, action, wanted: this.#spot(choice), spots: this.spots };
    await this.#busy(async () => {
      if (await this.#send(body, this.on.words(choice))) await this.#turnOn();
      else this.#laid = null;
    });
    return this.#laid !== null;
  }
  /** Turns what was laid; of several quick turns only the last is sent. */
  async replace(action: number): Promise<void> {
    const wanted = this.laid?.spots.find((spot) => spot.action === action);
    if (!this.#laid || !wanted) return;
    this.#laid = { ...this.#laid, wanted };
    if (!this.#isBusy) await this.#busy(() => this.#turnOn());
  }
  async #turnOn(): Promise<void> {
    this.on.hold(true); // nobody has to see it in the hand between the undo and the act
    while (this.#laid && this.#laid.action !== this.#laid.wanted.action) {
      const { seat } = this.#laid;
      const isUndone = await this.#send({ type: 'undo', seat });
      const { action } = this.#laid.wanted; // the last one, should it have been turned again meanwhile
      this.#laid = { ...this.#laid, action };
      if (!isUndone || !(await this.#send({ type: 'act', seat, action }))) this.#laid = null;
    }
    this.on.hold(false);
  }
  /** While it works, the domino is shown where it is wanted. */
  #busy(work: () => Promise<void>): Promise<void> {
    this.#isBusy = true;
    this.#work = work().finally(() => (this.#isBusy = false));
    return this.#work;
  }
  /** Whether it was done. */
  async send(type: 'undo' | 'confirm', words: string): Promise<boolean> {
    if (this.#isBusy) await this.#work; // a domino on its way comes first
    const view = this.on.view();
    if (!view) return false;
    return this.#send({ type, seat: view.mover }, words);
  }
  async #send(body: CommandBody, words = ''): Promise<boolean> {
    this.#sending += 1;
    const refused = await this.on.command(body, words);
    this.#sending -= 1;
    if (refused) this.on.refused(refused);
    return refused === null;
  }

  /** The squares of a territory, with a domino on its way where I want it. */
  squares(seat: number): SquareView[] {
    const squares = this.on.view()?.territories[seat] ?? [];
    const laid = this.#isBusy ? this.#laid : null;
    if (laid?.seat !== seat) return squares;
    const seen = this.on.log().filter(({ number }) => number <= (this.on.view()?.number ?? 0));
    const lying = draftOf(seen).map(({ action }) => moveOf(action)).find(({ kind }) => kind === 'place');
    const moving = new Set([...(lying?.kind === 'place' ? [lying.cell, lying.second] : []), ...laid.wanted.cells]);
    const ruleset = this.on.ruleset();
    const halves = ruleset.domino(laid.domino).map((half, index): SquareView => {
      return { ...half, cell: laid.wanted.cells[index]!, resource: ruleset.resourceOn(half) !== '' };
    });
    return [...squares.filter(({ cell }) => !moving.has(cell)), ...halves];
  }
}
