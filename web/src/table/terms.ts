// The terms of a score sheet in words.

import { maybe, t, type Key } from '../lib/i18n.svelte';
import type { Catalogue } from '../lib/types';

/** What a term is called: a terrain, a totem, a caveman, an option. */
export function termName(label: string, game: 'kingdomino' | 'origins', known: Catalogue): string {
  const letter = known.games[game]?.terrains.find((terrain) => terrain.name === label)?.letter;
  if (letter) return t(`terrain.${game}.${letter}` as Key);
  const option = maybe(`option.${label}.name`);
  if (option) return option;
  const code = known.cavemen.find((each) => each.kind === label)?.code;
  if (code) return t(`caveman.${code}.name` as Key);
  const totem = /^totem (\w+)$/.exec(label)?.[1];
  if (totem) return t('totem.label', { resource: t(`resource.${totem}` as Key) });
  return maybe(`term.${label}`) ?? label;
}

/** The rule that gives the points of a line of a score sheet. */
export function termRule(label: string, game: string, catalogue: Catalogue): string {
  if (catalogue.games[game]?.terrains.some((terrain) => terrain.name === label)) return 'C9';
  if (label === 'warriors') return 'B8';
  if (label === 'resources' || label.startsWith('totem ')) return 'T5';
  const options = catalogue.rulesets.flatMap((ruleset) => ruleset.options);
  return options.find((option) => option.name === label)?.rule ?? 'B7';
}
