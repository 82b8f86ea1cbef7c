// Legal moves as the server offers them: read, never judged.

import { moveOf, type Move, type Option } from './generated';

export interface Choice {
  option: Option;
  move: Move;
}
export type Placement = Choice & { move: Extract<Move, { kind: 'place' }> };
export type Target = Choice & { move: Extract<Move, { kind: 'fire' | 'pay' | 'settle' }> };
export type Recruit = Choice & { move: Extract<Move, { kind: 'recruit' }> };

export const readOptions = (options: Option[]): Choice[] =>
  options.map((option) => ({ option, move: moveOf(option.action) }));

export const isPlacement = (choice: Choice): choice is Placement => choice.move.kind === 'place';
export const isTarget = (choice: Choice): choice is Target => ['fire', 'pay', 'settle'].includes(choice.move.kind);
export const isRecruit = (choice: Choice): choice is Recruit => choice.move.kind === 'recruit';
