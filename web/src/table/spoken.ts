// What is said aloud when something happens.

import { cellName } from '../lib/canvas';
import { t, type Key } from '../lib/i18n.svelte';
import type { Event, View } from '../lib/messages';
import { readMove } from '../lib/moves';
import { stepWords, whyWords } from './log';

type Names = (seat: number) => string;
type Revealed = Extract<Event, { type: 'confirmed' }>['outcomes'];

function revealedWords(outcomes: Revealed): string[] {
  return outcomes.flatMap(({ kind, outcome }) => {
    if (kind === 'line') return [t('log.line', { dominoes: outcome.join(', ') })];
    if (kind === 'cave' && outcome.length) {
      return [t('say.cave', { cavemen: outcome.map((code) => t(`caveman.${code}.name` as Key)).join(', ') })];
    }
    return [];
  });
}

/** An event in sentences; none for what is said elsewhere (questions say themselves) or is nothing new. */
export function eventWords(event: Event, names: Names): string[] {
  switch (event.type) {
    case 'joined':
      return [t('log.joined', { name: event.name })];
    case 'started':
      return [event.game ? t('log.next_game', { game: event.game + 1 }) : t('log.started'), ...revealedWords(event.outcomes)];
    case 'stepped': {
      const move = readMove(event.move);
      const words =
        move.kind === 'place'
          ? t('say.place', { name: names(event.seat), domino: event.domino ?? 0, cell: cellName(move.cell), second: cellName(move.second) })
          : stepWords(event.seat, event.move, event.domino ?? 0, names);
      return [event.why ? `${words} ${whyWords(event.why)}` : words];
    }
    case 'undone':
      return [t('say.undone', { name: names(event.seat) })];
    case 'confirmed':
      return revealedWords(event.outcomes);
    case 'takeback_answered':
    case 'stand_in_answered':
      return event.agrees ? [] : [t('say.declined', { name: names(event.seat) })];
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
    default:
      return [];
  }
}

/** Totems that changed hands: they go by themselves, without an event. */
export function totemWords(before: View, view: View, resources: string[], names: Names): string[] {
  return view.totems.flatMap((holder, index) => {
    if (holder === before.totems[index]) return [];
    const resource = t(`resource.${resources[index]!}` as Key);
    return [holder < 0 ? t('say.totem_free', { resource }) : t('say.totem', { name: names(holder), resource })];
  });
}
