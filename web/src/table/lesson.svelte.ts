// Whether the table is that of a lesson, and who leads through it.

import type { Choice } from '../game/moves';

/** Who leads through a lesson: only what it allows is offered. */
export interface Guiding {
  text: string; // what it says now
  isTalking: boolean; // there is nothing to do but to read on
  isFree: boolean; // everything is allowed
  confirms: boolean; // the turn is made final by itself
  allows(choice: Choice): boolean;
  nudge(): void;
}

export class Lesson {
  guide = $state.raw<Guiding | null>(null);
  isWanted = $state(true); // until somebody has enough of it
  isLost = $state(false); // the guide could not be fetched: a table like any other

  /** The lesson that is taken here, or nothing. */
  nameOf = (created: { lesson?: string } | null, isPlayer: boolean): string =>
    (this.isWanted && !this.isLost && isPlayer && created?.lesson) || '';
}
