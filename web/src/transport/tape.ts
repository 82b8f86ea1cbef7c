// A recorded game: its start and its events, as moments that one can go to.

import { afterTurn, firstPicture, fold, foldFact, type Change, type Fact, type Picture } from '../game/fold';
import type { Stepped } from '../game/generated';
import { isChance } from '../game/log';
import type { Ruleset } from '../game/ruleset';

/** What lies on the table after a step or an outcome of chance, or at the beginning. */
export interface Moment {
  picture: Picture;
  seat: number; // who moved; −1: chance
  step: Stepped | null;
  facts: Fact[];
}
export interface Turn {
  number: number; // from 1
  seat: number;
  first: number; // its first moment
  last: number;
}

export class Tape {
  readonly moments: Moment[];
  readonly turns: Turn[] = [];

  constructor(
    readonly events: Change[],
    readonly ruleset: Ruleset,
  ) {
    const start = events.find((event) => event.type === 'started');
    const points = start?.points ?? [];
    this.moments = [{ picture: { ...firstPicture(ruleset, points.length), points }, seat: -1, step: null, facts: [] }];
    for (const event of events) this.#take(event);
  }
  get #last(): Moment {
    return this.moments.at(-1)!;
  }
  #take(event: Change): void {
    if (event.type === 'stepped') {
      const isNew = this.turns.at(-1)?.last !== this.moments.length - 1 || this.#isClosed;
      this.moments.push({ picture: fold(this.#last.picture, event, this.ruleset), seat: event.seat, step: event, facts: event.facts });
      const at = this.moments.length - 1;
      if (isNew) this.turns.push({ number: this.turns.length + 1, seat: event.seat, first: at, last: at });
      else this.turns.at(-1)!.last = at;
      this.#isClosed = false;
      return;
    }
    this.#isClosed = true;
    const outcomes = event.facts.filter(isChance);
    let picture = event.type === 'confirmed' ? afterTurn(this.#last.picture) : this.#last.picture;
    if (event.type === 'confirmed' && !outcomes.length) this.#last.picture = picture; // nothing else happens then
    for (const fact of outcomes) {
      picture = foldFact(picture, fact, this.ruleset);
      this.moments.push({ picture, seat: -1, step: null, facts: [fact] });
    }
  }
  #isClosed = true; // the turn is final
}

/** The turn that a moment belongs to, or the last one before it. */
export const turnAt = (turns: Turn[], at: number): Turn | undefined => turns.findLast(({ first }) => first <= at);

/** Where a turn back leads: the end of the turn before, or the beginning. */
export const turnBack = (turns: Turn[], at: number): number => turns.findLast(({ last }) => last < at)?.last ?? 0;

/** Where a turn on leads: the end of the next turn, or the end of the game. */
export const turnOn = (turns: Turn[], at: number, end: number): number => turns.find(({ last }) => last > at)?.last ?? end;
