// What words are made from: a game, who sits where, and what lies on the table.

import type { Picture } from './fold';
import type { SeatInfo } from './generated';
import type { Ruleset } from './ruleset';

export interface Scene {
  ruleset: Ruleset;
  seats: SeatInfo[]; // how each seat is shown
  name: (seat: number) => string;
}

/** A moment of a turn. */
export interface Moment extends Scene {
  picture: Picture;
  mover: number;
}

/** Returns the domino that is to be placed in the turn under way; 0 during the opening. */
export const inTurn = ({ current, turn }: Picture): number => current[turn]?.number ?? 0;
