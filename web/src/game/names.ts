// What players are called: by their name, a bot by its level, somebody without a name by the seat.

import { t, type Key } from '../lib/i18n.svelte';

export interface Sitter {
  name: string;
  bot: string; // its level, or nothing
}

/** Somebody without a name. */
export const nameless = (seat: number): string => t('new.seat.player', { number: seat + 1 });

/** Returns the name to show for a seat; bots of one level are numbered. */
export function seatName(seats: readonly Sitter[], seat: number, unnamed = nameless): string {
  const found = seats[seat];
  if (!found?.bot) return found?.name || unnamed(seat);
  const level = t(`level.${found.bot}.name` as Key);
  const alike = seats.flatMap((each, other) => (each.bot === found.bot ? [other] : []));
  return alike.length > 1 ? t('seat.bot_numbered', { level, number: alike.indexOf(seat) + 1 }) : t('seat.bot', { level });
}
