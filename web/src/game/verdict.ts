// Who has won, and what decided it.

import { language, t } from '../lib/i18n.svelte';
import type { Sheet } from './generated';
import type { Game } from './ruleset';

/** The verdict of a game in words, ties explained (C10). */
export function verdictWords(
  sheets: Sheet[], ranking: number[][], name: (seat: number) => string, game: Game,
): string {
  const winners = ranking[0] ?? [];
  const names = new Intl.ListFormat(language()).format(winners.map(name));
  const [best, second] = [sheets[winners[0] ?? -1], sheets[ranking[1]?.[0] ?? -1]];
  if (winners.length > 1) return t('end.shared', { names, game });
  if (!best || !second || second.total !== best.total) return t('end.winner', { name: names });
  return second.largest_region === best.largest_region
    ? t('end.by_symbols', { name: names, game })
    : t('end.by_region', { name: names });
}

/** The place of a seat, counted from 1; those that nothing separates share one. */
export const placeOf = (ranking: number[][], seat: number): number =>
  ranking.slice(0, ranking.findIndex((group) => group.includes(seat))).flat().length + 1;
