// What is said aloud when something happens.

import { t, type Key } from '../lib/i18n.svelte';
import { ignoreUnknown } from '../lib/impossible';
import type { Event, View } from '../lib/messages';
import { readMove } from '../lib/moves';
import { stepWords, whyWords } from './log';
import { pointsWords } from './situation';

type Names = (seat: number) => string;
type Revealed = Extract<Event, { type: 'confirmed' }>['outcomes'];

function revealedWords(outcomes: Revealed): string[] {
  return outcomes.flatMap(({ kind, outcome }) => {
    switch (kind) {
      case 'line':
        return [t('log.line', { dominoes: outcome.join(', ') })];
      case 'cave':
        return outcome.length ? [t('say.cave', { cavemen: outcome.map((code) => t(`caveman.${code}.name` as Key)).join(', ') })] : [];
      case 'order':
        return []; // whose turn it is follows at once
      default:
        ignoreUnknown(kind);
        return [];
    }
  });
}

/** An event in sentences; none for what is said elsewhere (questions say themselves) or is nothing new. */
export function eventWords(event: Event, names: Names): string[] {
  switch (event.type) {
    case 'joined':
      return [t('log.joined', { name: event.name })];
    case 'cancelled':
      return [t('waiting.cancelled')];
    case 'started':
      return [event.game ? t('log.next_game', { game: event.game + 1 }) : t('log.started'), ...revealedWords(event.outcomes)];
    case 'stepped': {
      const words = stepWords(event, names);
      return [event.why ? `${words} ${whyWords(event.why)}` : words];
    }
    case 'undone':
      return [t('say.undone', { name: names(event.seat) })];
    case 'confirmed':
      return revealedWords(event.outcomes);
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

/** Totems that changed hands: they go by themselves, without an event. */
export function totemWords(before: View, view: View, resources: string[], names: Names): string[] {
  return view.totems.flatMap((holder, index) => {
    if (holder === (before.totems[index] ?? -1)) return [];
    const resource = t(`resource.${resources[index]!}` as Key);
    return [holder < 0 ? t('say.totem_free', { resource }) : t('say.totem', { name: names(holder), resource })];
  });
}

/** Totems are taken after a domino and its fire, before the next domino is (T3). */
const takesTotems = (event: Event): boolean =>
  event.type === 'stepped' && ['place', 'discard', 'fire', 'give'].includes(readMove(event.move).kind);

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
    const totems = totemWords(before, view, this.resources, this.names);
    const taken = events.findLastIndex(takesTotems);
    const isOver = events.some(({ type }) => type === 'finished'); // then all points are told together
    const words = events.flatMap((event, index) => {
      const own = event.type === 'left' ? [t('log.left', { name: before.seats[event.seat]?.name ?? '' })] : eventWords(event, this.names);
      if (index === taken) own.push(...totems);
      if (event.type === 'started') this.#points = [];
      if (event.type === 'taken_back') own.push(...this.#news(view, [...view.points.keys()]));
      if (event.type === 'finished') own.push(pointsWords(this.names, event.scores));
      if (event.type !== 'confirmed' || isOver) return own;
      const isLast = !events.slice(index + 1).some((later) => later.type === 'confirmed' && later.seat === event.seat);
      return isLast ? [...this.#news(view, [event.seat]), ...own] : own; // first the points, then the new line
    });
    return taken < 0 ? [...words, ...totems] : words;
  }

  /** The points of those seats that have others than were told. */
  #news(view: View, seats: number[]): string[] {
    const changed = seats.filter((seat) => view.points[seat] !== this.#points[seat]);
    for (const seat of changed) this.#points[seat] = view.points[seat] ?? 0;
    return changed.length ? [pointsWords(this.names, view.points, changed)] : [];
  }
}
