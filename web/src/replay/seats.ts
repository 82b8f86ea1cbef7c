// Who sat where in a replay.

import { t, type Key } from '../lib/i18n.svelte';
import type { Catalogue, SeatInfo } from '../lib/types';

/** Somebody without a name. */
export const nameless = (seat: number): string => t('new.seat.player', { number: seat + 1 });

/** The names to show: a bot's level, and somebody without a name by the seat. */
export function seatNames(names: string[], players: number, bots: string[] = []): string[] {
  return Array.from({ length: players }, (_, seat) => {
    const bot = bots[seat];
    if (!bot) return names[seat] || nameless(seat);
    const level = t(`level.${bot}.name` as Key);
    const alike = bots.filter((each) => each === bot).length;
    if (alike === 1) return t('seat.bot', { level });
    return t('seat.bot_numbered', { level, number: bots.slice(0, seat + 1).filter((each) => each === bot).length });
  });
}

/** How the seats are shown. */
export const seatsOf = (rules: string, known: Catalogue): SeatInfo[] =>
  known.rulesets.find(({ name }) => name === rules.split('+')[0])?.seats ?? [];
