// What the pictures of the rules show. Territories are written like in the rule book's examples: a square is a
// letter of terrain, its symbols or craters, +n for a fire token, * for a resource, @hu for a caveman; . is empty.

import { cellAt, SIZE } from '../game/canvas';
import type { SquareView } from '../game/generated';
import { TOTEMS, type Game } from './data';

export interface Mark {
  cells: string; // "21 22": column and row of each, from 0, from the top left
  tone: 'good' | 'bad' | 'glow';
  badge?: string; // a short text on it
}
export interface Board {
  rows: string; // with / between them
  marks?: Mark[];
  path?: string; // squares that something flies along
  frame?: string; // two corners of a dashed frame
  hasResources?: boolean; // the mode has resources, which stand printed on their squares
}
export interface Slot {
  number: number;
  owner?: 'yellow' | 'pink' | 'blue' | 'green' | 'black';
  isOut?: boolean; // leaves the game
  order?: number; // who comes when
}
export type Picture = { game: Game } & (
  | { kind: 'boards'; boards: Board[]; isCommon?: boolean } // common: true in both games, drawn with the terrains of either
  | { kind: 'lines'; lines: { title?: 'current' | 'next'; slots: Slot[] }[] }
  | { kind: 'dominoes'; numbers: number[]; hasResources?: boolean }
  | { kind: 'volcanoes' }
  | { kind: 'prices' }
  | { kind: 'cavemen'; isWarrior: boolean }
  | { kind: 'pieces'; icons: { name: string; label?: string }[] }
);

const YES = '✓';
const NO = '✗';
const origins = { game: 'origins' } as const;
const kingdomino = { game: 'kingdomino' } as const;

export const PICTURES: Record<string, Picture> = {
  dominoes_kingdomino: { ...kingdomino, kind: 'dominoes', numbers: [19, 48] },
  dominoes_origins: { ...origins, kind: 'dominoes', numbers: [46, 43] },
  home_kingdomino: { ...kingdomino, kind: 'boards', boards: [{ rows: '. F . / L1 H W / . M1 .' }] },
  home_origins: { ...origins, kind: 'boards', boards: [{ rows: '. J . / L1 H D / . V1 .' }] },
  three: {
    ...origins,
    kind: 'lines',
    lines: [{ slots: [{ number: 9, owner: 'black' }, { number: 21, owner: 'green' }, { number: 28, isOut: true }, { number: 41, owner: 'pink' }] }],
  },
  opening_kingdomino: {
    ...kingdomino,
    kind: 'lines',
    lines: [
      {
        slots: [
          { number: 7, owner: 'pink', order: 3 }, { number: 19, owner: 'yellow', order: 4 },
          { number: 33, owner: 'pink', order: 2 }, { number: 45, owner: 'yellow', order: 1 },
        ],
      },
    ],
  },
  opening_origins: {
    ...origins,
    kind: 'lines',
    lines: [
      {
        slots: [
          { number: 5, owner: 'pink' }, { number: 16, owner: 'black' }, { number: 32, owner: 'black' }, { number: 44, owner: 'pink' },
        ],
      },
    ],
  },
  round_kingdomino: {
    ...kingdomino,
    kind: 'lines',
    lines: [
      {
        title: 'current',
        slots: [
          { number: 4, owner: 'blue', order: 1 }, { number: 17, owner: 'yellow', order: 2 },
          { number: 24, owner: 'green', order: 3 }, { number: 46, owner: 'pink', order: 4 },
        ],
      },
      { title: 'next', slots: [{ number: 8 }, { number: 22 }, { number: 37, owner: 'blue' }, { number: 42 }] },
    ],
  },
  round_origins: {
    ...origins,
    kind: 'lines',
    lines: [
      {
        title: 'current',
        slots: [
          { number: 2, owner: 'blue', order: 1 }, { number: 17, owner: 'black', order: 2 },
          { number: 31, owner: 'green', order: 3 }, { number: 45, owner: 'pink', order: 4 },
        ],
      },
      { title: 'next', slots: [{ number: 11 }, { number: 20 }, { number: 38, owner: 'blue' }, { number: 47 }] },
    ],
  },
  connection: {
    ...origins,
    kind: 'boards',
    isCommon: true,
    boards: [
      { rows: 'H D G / . . D / . . L', marks: [{ cells: '21 22', tone: 'bad', badge: NO }] },
      { rows: 'H D G / . D . / . L .', marks: [{ cells: '11 12', tone: 'good', badge: YES }] },
      { rows: 'H D G / . D D / . L Q', marks: [{ cells: '21 22', tone: 'good', badge: YES }] },
    ],
  },
  frame: {
    ...kingdomino,
    kind: 'boards',
    isCommon: true,
    boards: [
      {
        rows: '. . . . . . / W W F . . . / W F F H L . / . . . . L . / . . . . L W',
        frame: '00 44',
        marks: [{ cells: '44 54', tone: 'bad', badge: NO }],
      },
      {
        rows: '. . . . . . / W W F . . . / W F F H L . / . . . . L . / . . . W L .',
        frame: '00 44',
        marks: [{ cells: '34 44', tone: 'good', badge: YES }],
      },
    ],
  },
  volcanoes: { ...origins, kind: 'volcanoes' },
  reach: {
    ...origins,
    kind: 'boards',
    boards: [
      {
        rows: 'D L L . . / G G1 H J J+1 / D V2 V1 J Q1 / D . Q Q . / D . . . .',
        marks: [{ cells: '00 10 20 01 21 31 02 32 03 23 33 04', tone: 'glow' }],
      },
    ],
  },
  path: { ...origins, kind: 'boards', boards: [{ rows: '. . D D G+1 / D V1 J . .', path: '11 21 30 40' }] },
  token: {
    ...origins,
    kind: 'boards',
    boards: [{ rows: 'J J1 / J V2 / J+2 D', marks: [{ cells: '01 00 10 02', tone: 'glow', badge: '4×3' }] }],
  },
  resources: { ...origins, kind: 'dominoes', numbers: [19, 23, 34, 28], hasResources: true },
  burnt: {
    ...origins,
    kind: 'boards',
    boards: [
      { rows: 'H G* G* / D V1 J*', hasResources: true, path: '11 20' },
      { rows: 'H G* G+1 / D V1 J*', hasResources: true },
    ],
  },
  totems: { ...origins, kind: 'pieces', icons: TOTEMS.map(({ resource, points }) => ({ name: `totem-${resource}`, label: String(points) })) },
  cave: { ...origins, kind: 'pieces', icons: ['caveman-hu', 'caveman-w2', 'caveman-fl', 'caveman-sh', 'cave-back'].map((name) => ({ name })) },
  prices: { ...origins, kind: 'prices' },
  settling: {
    ...origins,
    kind: 'boards',
    boards: [
      {
        rows: 'D G* J1 / Q H D+1 / L@hu V1 G',
        hasResources: true,
        marks: [{ cells: '00', tone: 'good' }, { cells: '01', tone: 'good' }, { cells: '22', tone: 'good' }],
      },
    ],
  },
  cavemen: { ...origins, kind: 'cavemen', isWarrior: false },
  powers: { ...origins, kind: 'cavemen', isWarrior: true },
  hunters: {
    ...origins,
    kind: 'boards',
    boards: [
      { rows: 'G* G* J1 / G* D@hu G* / H D@hu J', hasResources: true, marks: [{ cells: '00', tone: 'glow' }, { cells: '10', tone: 'glow' }, { cells: '01', tone: 'glow' }, { cells: '21', tone: 'glow' }, { cells: '11', tone: 'good', badge: '12' }] },
      { rows: 'G* G* J1 / G* D@hu G* / H D@hu J', hasResources: true, marks: [{ cells: '01', tone: 'glow' }, { cells: '21', tone: 'glow' }, { cells: '12', tone: 'good', badge: '6' }] },
    ],
  },
  fire_lady: {
    ...origins,
    kind: 'boards',
    boards: [{ rows: 'G+2 L H / G1 D@fl Q1 / L V2 Q+1', hasResources: true, marks: [{ cells: '00', tone: 'glow' }, { cells: '01', tone: 'glow' }, { cells: '21', tone: 'glow' }, { cells: '22', tone: 'glow' }, { cells: '11', tone: 'good', badge: '5' }] }],
  },
  warriors: {
    ...origins,
    kind: 'boards',
    boards: [{ rows: 'D@w2 D@w1 D / G@w1 D1 J / G Q@w1 H', hasResources: true, marks: [{ cells: '00 10 01', tone: 'good', badge: '3×4' }, { cells: '12', tone: 'glow', badge: '1×1' }] }],
  },
  score_kingdomino: {
    ...kingdomino,
    kind: 'boards',
    boards: [{ rows: 'W1 F F / W H F / W L1 L1', marks: [{ cells: '01 00 02', tone: 'good', badge: '3×1' }, { cells: '21 10 20', tone: 'bad', badge: '3×0' }, { cells: '12 22', tone: 'glow', badge: '2×2' }] }],
  },
  score_origins: {
    ...origins,
    kind: 'boards',
    boards: [
      {
        rows: 'J D D1 L L1 / J1 G G L1 Q / J V2 H D Q1 / J+2 D D Q Q1 / G G G+1 G V1',
        marks: [
          { cells: '10 20', tone: 'glow', badge: '2×1' },
          { cells: '30 40 31', tone: 'glow', badge: '3×2' },
          { cells: '02 00 01 03', tone: 'glow', badge: '4×3' },
          { cells: '43 41 42 33', tone: 'glow', badge: '4×2' },
          { cells: '14 04 24 34', tone: 'glow', badge: '4×1' },
        ],
      },
    ],
  },
  centre: {
    ...kingdomino,
    kind: 'boards',
    isCommon: true,
    boards: [
      { rows: '. . . . . / F F W L L / . F H L1 L / S S1 W1 W G / . . G G1 G', frame: '00 44', marks: [{ cells: '22', tone: 'good', badge: '+10' }] },
      { rows: '. . . . . / F F W L L / F H L1 L W / S S1 W1 W G / . . G G1 .', frame: '00 44', marks: [{ cells: '12', tone: 'bad', badge: NO }] },
    ],
  },
};

const TWINS: Record<Game, Record<string, string>> = {
  kingdomino: { D: 'W', J: 'F', Q: 'M' },
  origins: { W: 'D', F: 'J', S: 'Q', M: 'Q' },
};

/** A picture as it looks in a game; none if it is not of that game. Without a game: as it is. */
export function pictureFor(name: string, game: Game | null): Picture | null {
  const picture = PICTURES[name]!;
  if (game === null || picture.game === game) return picture;
  if (picture.kind !== 'boards' || !picture.isCommon) return null;
  const boards = picture.boards.map((board) => ({
    ...board,
    rows: board.rows.replace(/[A-Z]/g, (letter) => TWINS[game][letter] ?? letter),
  }));
  return { ...picture, game, boards };
}

const NORTH = SIZE - 1; // the rank of the first row

/** The squares of a board, from the north-west corner of the canvas. */
export function readBoard(rows: string): SquareView[] {
  const grid = rows.split('/').map((row) => row.trim().split(/\s+/));
  return grid.flatMap((row, y) =>
    row.flatMap((text, x): SquareView[] => {
      const found = /^([A-Z])(\d?)(?:\+(\d))?(\*?)(?:@(\w\w))?$/.exec(text);
      if (!found) return [];
      const [, terrain = '', digit = '', token = '', resource = '', caveman = ''] = found;
      const count = Number(digit);
      const isVolcano = terrain === 'V';
      return [{
        cell: cellAt(x, NORTH - y), terrain, symbols: isVolcano ? 0 : count, craters: isVolcano ? count : 0, token: Number(token),
        resource: resource !== '', caveman,
      }];
    }),
  );
}

/** Cells such as "21 22". */
export const readCells = (text: string): number[] =>
  text.split(' ').map((cell) => cellAt(Number(cell[0]), NORTH - Number(cell[1])));
