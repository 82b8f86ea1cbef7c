// Whose turn it is, what to do, and how things stand, in words.

import { t, type Key } from '../lib/i18n.svelte';
import type { SlotView } from '../lib/types';
import type { TableModel } from './model.svelte';
import { cavemanWords, dominoWords } from './words';

/** What the table waits for; nothing before and after a game. */
export function statusWords(model: TableModel): string {
  const view = model.shown;
  if (!view || view.phase === 'seats' || model.isOver || view.mover < 0) return '';
  const name = model.name(view.mover);
  const isMine = model.mine.includes(view.mover);
  const domino = view.current[view.turn]?.number ?? 0;
  const craters = view.erupting === null ? 0 : (view.territories[view.mover]?.find((square) => square.cell === view.erupting)?.craters ?? 0);
  const phase = view.is_complete ? 'confirm' : view.phase === 'claim' && !view.current.length && isMine ? 'first' : view.phase;
  const price = view.recruiting?.from_pile ? model.catalogue.price_pile : model.catalogue.price_face_up;
  return t(`status.${phase}.${isMine ? 'me' : 'other'}` as Key, {
    name, domino, craters, count: view.recruiting ? price - view.recruiting.paid.length : 0,
    caveman: view.recruiting ? t(`caveman.${view.recruiting.kind}.name` as Key) : '', seats: model.mine.length,
  });
}

/** What is asked of whoever plays here, with all they need to know for it. */
export function promptWords(model: TableModel): string {
  const parts = [statusWords(model)];
  if (model.inHand !== null) parts.push(t('say.hand', { halves: dominoWords(model, model.inHand) }));
  if (model.choices.length > 1) parts.push(t('say.possibilities', { count: model.choices.length }));
  return parts.join(' ');
}

/** The points of all seats, or of some. */
export function pointsWords(names: (seat: number) => string, points: number[], seats = [...points.keys()]): string {
  return `${seats.map((seat) => t('say.points', { name: names(seat), points: points[seat] ?? 0 })).join(', ')}.`;
}

function lineWords(model: TableModel, title: string, slots: SlotView[], turn: number): string {
  const words = slots.slice(turn).map((slot) => {
    const halves = dominoWords(model, slot.number);
    return slot.seat >= 0
      ? t('slot.owned', { domino: slot.number, halves, name: model.name(slot.seat) })
      : t('slot.free', { domino: slot.number, halves });
  });
  return t('say.titled', { title, text: words.join(' ') });
}

function resourceWords(model: TableModel): string {
  const counts = new Map<string, number>();
  for (const square of model.shown?.territories[model.large] ?? []) {
    const kind = square.resource ? model.resourceOf(square.terrain) : '';
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const list = [...counts].map(([kind, count]) => t('say.resource', { kind: t(`resource.${kind}` as Key), count }));
  return t('say.resources', { name: model.name(model.large), list: list.join(', ') || t('say.none') });
}

/** How things stand, a sentence each. */
export function situationWords(model: TableModel): string[] {
  const view = model.shown;
  if (!view || view.phase === 'seats') return [t('waiting.title')];
  if (model.isOver) return [t('log.finished'), pointsWords(model.name, view.points)];
  const todo = model.isMyTurn ? promptWords(model) : statusWords(model);
  const asked = model.guide ? [model.guide.text, ...(model.choices.length ? [todo] : [])] : [todo];
  const lines = [...asked, pointsWords(model.name, view.points)];
  if (view.current.length && view.turn < view.current.length) lines.push(lineWords(model, t('line.current'), view.current, view.turn));
  if (view.next.length) lines.push(lineWords(model, view.current.length ? t('line.next') : t('line.first'), view.next, 0));
  lines.push(view.next.length || view.lines_left ? t('say.lines_left', { count: view.lines_left }) : t('line.last'));
  if (model.box.terrains.some(({ letter }) => model.resourceOf(letter))) lines.push(resourceWords(model));
  for (const [index, totem] of model.rules.startsWith('origins-totem') ? model.catalogue.totems.entries() : []) {
    const holder = view.totems[index] ?? -1;
    const resource = t(`resource.${totem.resource}` as Key);
    lines.push(holder < 0 ? t('say.totem_free', { resource }) : t('say.totem', { name: model.name(holder), resource }));
  }
  const cavemen = view.cave.map((code) => `${cavemanWords(model, code)}.`).join(' ');
  if (cavemen) lines.push(t('say.titled', { title: t('cave.title'), text: cavemen }));
  return lines;
}
