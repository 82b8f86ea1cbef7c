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
