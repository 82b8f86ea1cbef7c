// Who sat where in a replay.

import { t, type Key } from '../lib/i18n.svelte';
import type { Catalogue, SeatInfo } from '../lib/types';
import { LEVELS } from '../ui/games';

/** Somebody without a name. */
export const nameless = (seat: number): string => t('new.seat.player', { number: seat + 1 });

/** The names to show: a bot is kept by its level, and somebody without a name by the seat. */
export function seatNames(names: string[], players: number): string[] {
  const isBot = (name: string) => (LEVELS as readonly string[]).includes(name);
  return Array.from({ length: players }, (_, seat) => {
    const name = names[seat] ?? '';
    if (!name) return nameless(seat);
    if (!isBot(name)) return name;
    const level = t(`level.${name}.name` as Key);
    const alike = names.filter((each) => each === name).length;
    if (alike === 1) return t('seat.bot', { level });
    return t('seat.bot_numbered', { level, number: names.slice(0, seat + 1).filter((each) => each === name).length });
  });
}

/** How the seats are shown. */
export const seatsOf = (rules: string, known: Catalogue): SeatInfo[] =>
  known.rulesets.find(({ name }) => name === rules.split('+')[0])?.seats ?? [];
