// The numbers of the games as the pictures show them, from the same tables that the engine reads.

import cavemenTable from '../../../src/crownfire/data/cavemen.csv?raw';
import constantsTable from '../../../src/crownfire/data/constants.csv?raw';
import kingdominoTable from '../../../src/crownfire/data/kingdomino.csv?raw';
import originsTable from '../../../src/crownfire/data/origins.csv?raw';
import terrainsTable from '../../../src/crownfire/data/terrains.csv?raw';
import type { HalfInfo } from '../game/generated';
import type { Game } from '../game/ruleset';
import totemsTable from '../../../src/crownfire/data/totems.csv?raw';

export type { Game } from '../game/ruleset';
type Row = Record<string, string>;

function rows(table: string): Row[] {
  const [head = '', ...lines] = table.trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [names[i], value])));
}

const terrains = rows(terrainsTable);
const DOMINOES = { kingdomino: rows(kingdominoTable), origins: rows(originsTable) };
const constants = new Map(rows(constantsTable).map((row) => [row.name, Number(row.value)]));

export const PRICE_FACE_UP = constants.get('price_face_up')!;
export const PRICE_PILE = constants.get('price_pile')!;
export const REACH_PLUS_CRATERS = constants.get('fire_reach_plus_craters')!;
export const TOTEMS = rows(totemsTable).map((row) => ({ resource: row.resource!, points: Number(row.points) }));
export const CAVEMEN = rows(cavemenTable).map((row) => ({
  code: row.code!,
  copies: Number(row.copies),
  points: Number(row.points),
  per: row.per!,
  power: Number(row.power),
}));

/** The resource that lives on a terrain; nothing if none does. */
export function resourceOf(game: Game, letter: string): string {
  return terrains.find((row) => row.game === game && row.letter === letter)?.resource ?? '';
}

/** The halves of a domino. */
export function halves(game: Game, number: number): [HalfInfo, HalfInfo] {
  const row = DOMINOES[game][number - 1]!;
  const half = (which: string): HalfInfo => ({
    terrain: terrains.find((each) => each.game === game && each.terrain === row[`terrain${which}`])!.letter!,
    symbols: Number(row[`crowns${which}`] ?? row[`fires${which}`]),
    craters: Number(row[`craters${which}`] ?? 0),
  });
  return [half('1'), half('2')];
}

const GAMES: Record<string, Game> = {
  kingdomino: 'kingdomino', 'origins-discovery': 'origins', 'origins-totem': 'origins', 'origins-tribe': 'origins',
};

/** The box a ruleset is played with; null: none in particular. */
export function boxOf(rules: string): Game | null {
  return GAMES[rules.split('+')[0]!] ?? null;
}
