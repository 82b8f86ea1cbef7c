// Why a question is closed, in words.

import { t } from '../lib/i18n.svelte';
import type { Event, View } from '../lib/messages';

/** Why what was asked has come to nothing; nothing if it is still open, or was agreed to. */
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
