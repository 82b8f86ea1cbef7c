// What is said aloud when something happens.

import type { Fact } from '../game/fold';
import { factWords, stepWords, totemWords, type Names } from '../game/log';
import type { Event, View } from '../game/messages';
import { t, type Key } from '../lib/i18n.svelte';
import { ignoreUnknown } from '../lib/impossible';
import { whyWords } from '../lib/refusals';
import { pointsWords } from './situation';

/** What the end of a turn, or the start of a game, brought. */
const endWords = (facts: Fact[], names: Names): string[] =>
  facts.flatMap((fact) => {
    if (fact.type !== 'cavemen_revealed') return factWords(fact, names) || [];
    return fact.kinds.length ? t('say.cave', { cavemen: fact.kinds.map((code) => t(`caveman.${code}.name` as Key)).join(', ') }) : [];
  });

/** An event in sentences; none for what is said elsewhere (questions say themselves) or is nothing new. */
export function eventWords(event: Event, names: Names): string[] {
  switch (event.type) {
    case 'joined':
      return [t('log.joined', { name: event.name })];
    case 'cancelled':
      return [t('waiting.cancelled')];
    case 'started':
      return [event.game ? t('log.next_game', { game: event.game + 1 }) : t('log.started'), ...endWords(event.facts, names)];
    case 'stepped': {
      const words = stepWords(event, names);
      return [event.why ? `${words} ${whyWords(event.why)}` : words];
    }
    case 'undone':
      return [t('say.undone', { name: names(event.seat) })];
    case 'confirmed':
      return endWords(event.facts, names);
    case 'taken_back':
      return [t('log.taken_back', { name: names(event.seat) })];
    case 'stood_in':
      return [t('log.stood_in', { name: names(event.seat) })];
    case 'returned':
      return [t('log.returned', { name: names(event.seat) })];
    case 'finished':
      return [t('log.finished')];
    case 'rematch_offered':
      return [t('say.rematch', { name: names(event.seat) })];
    case 'created':
    case 'left': // needs the name from the view before, so the teller says it
    case 'takeback_asked':
    case 'takeback_answered':
    case 'stand_in_asked':
    case 'stand_in_answered':
    case 'question_ended':
    case 'seat_moved':
    case 'rematched':
      return []; // announced elsewhere, or nothing new
    default:
      ignoreUnknown(event);
      return [];
  }
}

/** Totems that are where they were before, since steps were taken back. */
function returnedWords(before: View, view: View, resources: string[], names: Names): string[] {
  return view.totems.flatMap((holder, index) => (holder === (before.totems[index] ?? -1) ? [] : [totemWords(resources[index]!, holder, names)]));
}

/** Tells what happens, in order, and remembers which points it has told. */
export class Teller {
  #points: number[] = [];

  constructor(
    readonly names: Names,
    readonly resources: string[], // in the order of the totems
  ) {}

  /** What is said about events that lead from one view to another; nothing of what was there when I came. */
  tell(events: Event[], before: View | null, view: View): string[] {
    if (!before) {
      this.#points = [...view.points];
      return [];
    }
    const isOver = events.some(({ type }) => type === 'finished'); // then all points are told together
    const words = events.flatMap((event, index) => {
      const own = event.type === 'left' ? [t('log.left', { name: before.seats[event.seat]?.name ?? '' })] : eventWords(event, this.names);
      if (event.type === 'started') this.#points = [];
      if (event.type === 'taken_back') own.push(...this.#news(view, [...view.points.keys()]));
      if (event.type === 'finished') own.push(pointsWords(this.names, event.scores));
      if (event.type !== 'confirmed' || isOver) return own;
      const isLast = !events.slice(index + 1).some((later) => later.type === 'confirmed' && later.seat === event.seat);
      return isLast ? [...this.#news(view, [event.seat]), ...own] : own; // first the points, then the new line
    });
    const isBack = events.some(({ type }) => type === 'undone' || type === 'taken_back');
    return isBack && events.every(({ type }) => type !== 'stepped') ? [...words, ...returnedWords(before, view, this.resources, this.names)] : words;
  }

  /** The points of those seats that have others than were told. */
  #news(view: View, seats: number[]): string[] {
    const changed = seats.filter((seat) => view.points[seat] !== this.#points[seat]);
    for (const seat of changed) this.#points[seat] = view.points[seat] ?? 0;
    return changed.length ? [pointsWords(this.names, view.points, changed)] : [];
  }
}
