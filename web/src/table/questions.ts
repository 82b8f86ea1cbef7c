// Requests to other players in words, and why they are closed.

import { t } from '../lib/i18n.svelte';
import { impossible } from '../lib/impossible';
import type { Event, View } from '../game/messages';

/** The request that a player makes. */
export function questionWords(question: NonNullable<View['question']>, name: (seat: number) => string): string {
  switch (question.type) {
    case 'takeback_asked':
      return t('question.takeback', { name: name(question.seat) });
    case 'stand_in_asked':
      return t('question.stand_in', { name: name(question.seat), absent: name(question.absent) });
    default:
      return impossible(question);
  }
}

/** Why a request is closed; nothing if it is still open or was granted, and for all other events. */
export function closedWords(events: Event[], asked: View['question'], name: (seat: number) => string): string {
  for (const event of events) {
    if (event.type === 'question_ended') return t(`question.${event.why}`, { name: name(event.seat ?? -1) });
    if ((event.type === 'takeback_answered' || event.type === 'stand_in_answered') && !event.agrees) {
      return t(event.seat === asked?.seat ? 'question.withdrawn' : 'question.declined', { name: name(event.seat) });
    }
    if (event.type === 'confirmed' && asked?.type === 'takeback_asked') return t('question.played_on');
  }
  return '';
}
