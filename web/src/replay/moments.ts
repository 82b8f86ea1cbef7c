// The moments of a replay in words.

import { factWords, stepWords, type Names } from '../game/log';
import { language, t, type Key } from '../lib/i18n.svelte';
import type { Moment } from '../transport/tape';

/** The rule that left no choice, as in the log of a table. */
export const ruleOf = ({ facts }: Moment): string => (facts.some(({ type }) => type === 'discarded') ? 'C5' : '');

/** A step in words, chance too. */
export function momentWords({ step, facts }: Moment, names: Names): string {
  if (step) return stepWords(step, names);
  const [fact] = facts;
  const list = new Intl.ListFormat(language(), { type: 'unit', style: 'short' });
  if (!fact) return t('log.started');
  switch (fact.type) {
    case 'order_drawn':
      return t('replay.order', { names: list.format(fact.order.map(names)) });
    case 'cavemen_revealed':
      return t('replay.cave', { cavemen: list.format(fact.kinds.map((code) => t(`caveman.${code}.name` as Key))) });
    default:
      return factWords(fact, names);
  }
}
