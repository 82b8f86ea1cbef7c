// The terms of a score sheet in words.

import { maybe, t, type Key } from '../lib/i18n.svelte';
import type { Sheet, TermView } from './generated';
import type { Ruleset } from './ruleset';

/** The regions among the terms of a score sheet. */
export function regionsOf({ box }: Ruleset, sheet?: Sheet): TermView[] {
  const terrains = new Set(box.terrains.map(({ name }) => name));
  return sheet?.terms.filter(({ label }) => terrains.has(label)) ?? [];
}

/** What a term is called: a terrain, a totem, a caveman, an option. */
export function termName(label: string, { game, box, catalogue }: Ruleset): string {
  const letter = box.terrains.find((terrain) => terrain.name === label)?.letter;
  if (letter) return t(`terrain.${game}.${letter}` as Key);
  const option = maybe(`option.${label}.name`);
  if (option) return option;
  const code = catalogue.cavemen.find((each) => each.kind === label)?.code;
  if (code) return t(`caveman.${code}.name` as Key);
  const totem = totemOf(label);
  if (totem) return t('totem.label', { resource: t(`resource.${totem}` as Key) });
  return maybe(`term.${label}`) ?? label;
}

const totemOf = (label: string): string | undefined => /^totem (\w+)$/.exec(label)?.[1];

/** The rule that gives the points of a line of a score sheet. */
export function termRule(label: string, { box, catalogue }: Ruleset): string {
  if (box.terrains.some((terrain) => terrain.name === label)) return 'C9';
  if (label === 'warriors') return 'B8';
  if (label === 'resources' || totemOf(label)) return 'T5';
  const options = catalogue.rulesets.flatMap((ruleset) => ruleset.options);
  return options.find((option) => option.name === label)?.rule ?? 'B7';
}
