// The score table of a game: a row for each terrain and whatever else scores, a column for each player.

import type { Catalogue, Replay, TermView } from '../lib/types';
import { termName } from '../table/terms';

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
function labels(replay: Replay, known: Catalogue): string[] {
  const used = new Set(replay.sheets.flatMap(({ terms }) => terms.filter(scores).map(({ label }) => label)));
  const terrains = known.games[replay.game]!.terrains.map(({ name }) => name);
  const totems = known.totems.map(({ resource }) => `totem ${resource}`);
  const usual = ['resources', ...totems, ...known.cavemen.map(({ kind }) => kind), 'warriors'];
  const info = known.rulesets.find(({ name }) => name === replay.rules.split('+')[0]);
  const bonuses = replay.rules.split('+').slice(1).filter((option) => info?.options.some(({ name, points }) => name === option && points > 0));
  const order = [
    ...terrains.filter((name) => name !== 'volcano' || used.has(name)),
    ...usual.filter((label) => used.has(label)),
    ...bonuses,
  ];
  return [...new Set([...order, ...used])];
}

/** The rows of the table, without totals. */
export function rowsOf(replay: Replay, known: Catalogue): Row[] {
  return labels(replay, known).map((label) => {
    const cells = replay.sheets.map(({ terms }) =>
      terms.filter((term) => term.label === label && scores(term)).map(({ count, each }) => ({ count, each })),
    );
    const points = cells.map((terms) => terms.reduce((sum, { count, each }) => sum + count * each, 0));
    return { label, name: termName(label, replay.game as 'kingdomino' | 'origins', known), cells, points };
  });
}

/** The points of all games of a match so far, by seat. */
export const totalsOf = (replays: Replay[]): number[] =>
  replays[0]!.sheets.map((_, seat) => replays.reduce((sum, { sheets }) => sum + (sheets[seat]?.total ?? 0), 0));
