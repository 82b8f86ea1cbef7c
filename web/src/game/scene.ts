// What words are made from: a game, who sits where, what lies on the table, and who looks at it.

import type { Picture } from './fold';
import type { SeatInfo } from './generated';
import type { View } from './messages';
import type { Choice } from './moves';
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

/** A table at a moment, as somebody on this device sees it. */
export interface Situation extends Moment {
  view: View;
  mine: number[]; // the seats of this device
  isMyTurn: boolean;
  isOver: boolean;
  choices: Choice[];
  large: number; // the seat whose territory is large
  asked: string; // what the guide of a lesson says, or nothing
}
