// What is needed to draw a territory, in a game under way or in a replay.

import type { GameInfo } from '../lib/types';

export interface Scene {
  game: 'kingdomino' | 'origins';
  seats: { colour: string; crest: string }[];
  points: number[];
  latestCells: { seat: number; cells: number[] } | null; // what has just been put down
  name: (seat: number) => string;
  resourceOf: (letter: string) => string; // the resource of a terrain, where there are any
}

/** The resource that lives on a terrain, in the modes that have resources. */
export function resourceIn(rules: string, box: GameInfo, letter: string): string {
  if (!rules.startsWith('origins-totem') && !rules.startsWith('origins-tribe')) return '';
  return box.terrains.find((terrain) => terrain.letter === letter)?.resource ?? '';
}
