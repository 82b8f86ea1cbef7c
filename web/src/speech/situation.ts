// Whose turn it is, what to do, and how things stand, in words.

import { t, type Key } from '../lib/i18n.svelte';
import type { SlotView } from '../game/generated';
import { totemWords } from '../game/log';
import { inTurn, type Situation } from '../game/scene';
import { cavemanWords, dominoWords, slotWords } from '../game/words';

/** What the table waits for; nothing before and after a game. */
export function statusWords({ view, isOver, name, mine, ruleset }: Situation): string {
  if (view.phase === 'seats' || isOver || view.mover < 0) return '';
  const isMine = mine.includes(view.mover);
  const craters = view.territories[view.mover]?.find((square) => square.cell === view.erupting)?.craters ?? 0;
  const phase = view.is_complete ? 'confirm' : view.phase === 'claim' && !view.current.length && isMine ? 'first' : view.phase;
  const { price_pile, price_face_up } = ruleset.catalogue;
  const price = view.recruiting?.from_pile ? price_pile : price_face_up;
  return t(`status.${phase}.${isMine ? 'me' : 'other'}` as Key, {
    name: name(view.mover), domino: inTurn(view), craters, count: view.recruiting ? price - view.recruiting.paid.length : 0,
    caveman: view.recruiting ? t(`caveman.${view.recruiting.kind}.name` as Key) : '', seats: mine.length,
  });
}

/** What is asked of whoever plays here, with all they need to know for it. */
export function promptWords(situation: Situation): string {
  const { view, choices, ruleset, isMyTurn } = situation;
  const parts = [statusWords(situation)];
  if (isMyTurn && view.phase === 'place') parts.push(t('say.hand', { halves: dominoWords(ruleset, inTurn(view)) }));
  if (choices.length > 1) parts.push(t('say.possibilities', { count: choices.length }));
  return parts.join(' ');
}

/** The points of all seats, or of some. */
export function pointsWords(names: (seat: number) => string, points: number[], seats = [...points.keys()]): string {
  return `${seats.map((seat) => t('say.points', { name: names(seat), points: points[seat] ?? 0 })).join(', ')}.`;
}

function lineWords({ ruleset, name }: Situation, title: string, slots: SlotView[], turn: number): string {
  return t('say.titled', { title, text: slots.slice(turn).map((slot) => slotWords(ruleset, slot, name)).join(' ') });
}

function resourceWords({ ruleset, view, large, name }: Situation): string {
  const counts = new Map<string, number>();
  for (const square of view.territories[large] ?? []) {
    const kind = square.resource ? ruleset.resourceOf(square.terrain) : '';
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const list = [...counts].map(([kind, count]) => t('say.resource', { kind: t(`resource.${kind}` as Key), count }));
  return t('say.resources', { name: name(large), list: list.join(', ') || t('say.none') });
}

/** How things stand, a sentence each. */
export function situationWords(situation: Situation): string[] {
  const { view, ruleset, name, asked } = situation;
  if (view.phase === 'seats') return [t('waiting.title')];
  if (situation.isOver) return [t('log.finished'), pointsWords(name, view.points)];
  const todo = situation.isMyTurn ? promptWords(situation) : statusWords(situation);
  const lines = asked ? [asked, ...(situation.choices.length ? [todo] : [])] : [todo];
  lines.push(pointsWords(name, view.points));
  if (view.current.length && view.turn < view.current.length) lines.push(lineWords(situation, t('line.current'), view.current, view.turn));
  if (view.next.length) lines.push(lineWords(situation, view.current.length ? t('line.next') : t('line.first'), view.next, 0));
  lines.push(view.next.length || view.lines_left ? t('say.lines_left', { count: view.lines_left }) : t('line.last'));
  if (ruleset.has('resources')) lines.push(resourceWords(situation));
  view.totems.forEach((holder, index) => lines.push(totemWords(ruleset.catalogue.totems[index]!.resource, holder, name)));
  const cavemen = view.cave.map((code) => `${cavemanWords(ruleset, code)}.`).join(' ');
  if (cavemen) lines.push(t('say.titled', { title: t('cave.title'), text: cavemen }));
  return lines;
}
