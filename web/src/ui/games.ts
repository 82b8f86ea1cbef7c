// What lists and forms have to say about games, levels and who sits where.

import { maybe, t } from '../lib/i18n.svelte';
import type { Sitter } from '../lib/keys';
import type { SeatSummary } from '../game/generated';

export const RULESETS = ['kingdomino', 'origins-discovery', 'origins-totem', 'origins-tribe'] as const;
export const LEVELS = ['easy', 'normal', 'hard', 'expert'] as const;
export const NAME_LENGTH = 24;

const PICTURES: Record<string, string> = {
  kingdomino: 'home-kingdomino',
  'origins-discovery': 'home-origins',
  'origins-totem': 'totem-mammoth',
  'origins-tribe': 'caveman-hu',
};

const baseOf = (rules: string): string => rules.split('+')[0] ?? '';

/** The picture of a game, with or without options. */
export const pictureOf = (rules: string): string => PICTURES[baseOf(rules)] ?? 'crown';

export const rulesName = (rules: string): string => maybe(`rules.${baseOf(rules)}.name`) ?? baseOf(rules);
export const rulesLine = (rules: string): string => maybe(`rules.${baseOf(rules)}.line`) ?? '';
export const optionName = (option: string): string => maybe(`option.${option}.name`) ?? option;
export const optionLine = (option: string): string => maybe(`option.${option}.line`) ?? '';
export const levelName = (level: string): string => maybe(`level.${level}.name`) ?? level;
export const levelLine = (level: string): string => maybe(`level.${level}.line`) ?? '';

/** The options of a game that is played. */
export const optionsOf = (rules: string): string[] => rules.split('+').slice(1);
export const optionNames = (rules: string): string[] => optionsOf(rules).map(optionName);

/** A time that was set for a table. */
export const timeWords = (seconds: number): string => maybe(`new.time.${seconds || 'off'}`) ?? t('status.timer', { seconds });

/** Names one after another, as one says them. */
export function inOneLine(names: string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
}

/** Who sits somewhere; the name of a bot is its level. */
export const personOrBot = ({ name, isBot }: Sitter): string => (isBot ? t('people.bot', { level: levelName(name) }) : name);

/** Who sits on a seat, as strangers see it. */
export function sitter(seat: SeatSummary): string {
  if (seat.kind === 'bot') return t('people.bot', { level: levelName(seat.name) });
  return seat.is_taken ? seat.name : t('people.free');
}

/** How long ago something was, in words. */
export function ago(ms: number, language: string, nowMs: number = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const minutes = Math.round((ms - nowMs) / 60_000);
  if (minutes > -60) return words.format(Math.min(0, minutes), 'minute');
  if (minutes > -24 * 60) return words.format(Math.round(minutes / 60), 'hour');
  return words.format(Math.round(minutes / (24 * 60)), 'day');
}
