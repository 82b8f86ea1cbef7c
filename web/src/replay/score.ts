// The score table of a game: a row for each terrain and whatever else scores, a column for each player.

import type { Replay, TermView } from '../game/generated';
import type { Ruleset } from '../game/ruleset';
import { termName } from '../game/terms';

export interface Row {
  label: string; // as the server calls it
  name: string;
  cells: Term[][]; // of each seat, what scores
  points: number[]; // of each seat
}

interface Term {
  count: number;
  each: number;
}

const scores = (term: TermView): boolean => term.count * term.each !== 0;

/** All labels in the order of the table; volcanoes never score. */
function labels(replay: Replay, { box, catalogue, info }: Ruleset): string[] {
  const used = new Set(replay.sheets.flatMap(({ terms }) => terms.filter(scores).map(({ label }) => label)));
  const terrains = box.terrains.map(({ name }) => name);
  const totems = catalogue.totems.map(({ resource }) => `totem ${resource}`);
  const usual = ['resources', ...totems, ...catalogue.cavemen.map(({ kind }) => kind), 'warriors'];
  const bonuses = replay.rules.split('+').slice(1).filter((option) => info.options.some(({ name, points }) => name === option && points > 0));
  const order = [
    ...terrains.filter((name) => name !== 'volcano' || used.has(name)),
    ...usual.filter((label) => used.has(label)),
    ...bonuses,
  ];
  return [...new Set([...order, ...used])];
}

/** The rows of the table, without totals. */
export function rowsOf(replay: Replay, ruleset: Ruleset): Row[] {
  return labels(replay, ruleset).map((label) => {
    const cells = replay.sheets.map(({ terms }) =>
      terms.filter((term) => term.label === label && scores(term)).map(({ count, each }) => ({ count, each })),
    );
    const points = cells.map((terms) => terms.reduce((sum, { count, each }) => sum + count * each, 0));
    return { label, name: termName(label, ruleset), cells, points };
  });
}

/** The points of all games of a match so far, by seat. */
export const totalsOf = (replays: Replay[]): number[] =>
  replays[0]!.sheets.map((_, seat) => replays.reduce((sum, { sheets }) => sum + (sheets[seat]?.total ?? 0), 0));
