// Whose turn it is and what is asked of them, in words.

import { t, type Key } from '../lib/i18n.svelte';
import type { TableModel } from './model.svelte';

/** The sentence above the table; nothing before and after a game. */
export function statusWords(model: TableModel): string {
  const view = model.shown;
  if (!view || view.phase === 'seats' || model.isOver || view.mover < 0) return '';
  const isMine = model.mine.includes(view.mover);
  const erupting = view.territories[view.mover]?.find((square) => square.cell === view.erupting);
  const phase = view.is_complete ? 'confirm' : view.phase === 'claim' && !view.current.length && isMine ? 'first' : view.phase;
  const { price_pile, price_face_up } = model.catalogue;
  const recruiting = view.recruiting;
  return t(`status.${phase}.${isMine ? 'me' : 'other'}` as Key, {
    name: model.name(view.mover),
    domino: view.current[view.turn]?.number ?? 0,
    craters: erupting?.craters ?? 0,
    count: recruiting ? (recruiting.from_pile ? price_pile : price_face_up) - recruiting.paid.length : 0,
    caveman: recruiting ? t(`caveman.${recruiting.kind}.name` as Key) : '',
    seats: model.mine.length,
  });
}
