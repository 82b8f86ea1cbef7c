// A table at a moment, as somebody on this device sees it: what words about it are made from.

import type { View } from './messages';
import type { Choice } from './moves';
import type { Moment } from './scene';

export interface Situation extends Moment {
  view: View;
  mine: number[]; // the seats of this device
  isMyTurn: boolean;
  isOver: boolean;
  choices: Choice[];
  large: number; // the seat whose territory is large
  asked: string; // what the guide of a lesson says, or nothing
}
