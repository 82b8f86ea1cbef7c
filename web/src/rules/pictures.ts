// What the pictures of the rules show. Territories are written like in the rule book's examples: a square is a
// letter of terrain, its symbols or craters, +n for a fire token, * for a resource, @hu for a caveman; . is empty.

import { cellAt, SIZE } from '../game/canvas';
import type { SquareView } from '../game/generated';
import type { Slot } from '../game/pieces';
import { halves, TOTEMS, type Game } from './data';

interface Mark {
  cells: string; // "21 22": column and row of each, from 0, from the top left
  tone: 'good' | 'bad' | 'glow';
  badge?: string | undefined; // a short text on it
}
export interface Board {
  rows: string; // with / between them
  marks?: Mark[];
  path?: string; // squares that something flies along
  frame?: string; // two corners of a dashed frame
  hasResources?: boolean; // the mode has resources, which stand printed on their squares
}
export type Picture = { game: Game } & (
  | { kind: 'boards'; boards: Board[]; isCommon?: boolean }
  | { kind: 'lines'; lines: string[] } // two: the current and the next one
  | { kind: 'dominoes'; numbers: number[]; hasResources?: boolean }
  | { kind: 'volcanoes' }
  | { kind: 'prices' }
  | { kind: 'cavemen'; isWarrior: boolean }
  | { kind: 'pieces'; icons: { name: string; label?: string }[] }
);

const YES = '✓';
const NO = '✗';

const good = (cells: string, badge?: string): Mark => ({ cells, tone: 'good', badge });
const bad = (cells: string, badge?: string): Mark => ({ cells, tone: 'bad', badge });
const glow = (cells: string, badge?: string): Mark => ({ cells, tone: 'glow', badge });

const boards = (game: Game, ...all: Board[]): Picture => ({ game, kind: 'boards', boards: all });
/** Boards that hold for both games, drawn with the terrains of either. */
const common = (game: Game, ...all: Board[]): Picture => ({ game, kind: 'boards', boards: all, isCommon: true });

export const PICTURES: Record<string, Picture> = {
  dominoes_kingdomino: { game: 'kingdomino', kind: 'dominoes', numbers: [19, 48] },
  dominoes_origins: { game: 'origins', kind: 'dominoes', numbers: [46, 43] },
  home_kingdomino: boards('kingdomino', { rows: '. F . / L1 H W / . M1 .' }),
  home_origins: boards('origins', { rows: '. J . / L1 H D / . V1 .' }),
  three: { game: 'origins', kind: 'lines', lines: ['9 black / 21 green / 28 out / 41 pink'] },
  opening_kingdomino: { game: 'kingdomino', kind: 'lines', lines: ['7 pink 3 / 19 yellow 4 / 33 pink 2 / 45 yellow 1'] },
  opening_origins: { game: 'origins', kind: 'lines', lines: ['5 pink / 16 black / 32 black / 44 pink'] },
  round_kingdomino: {
    game: 'kingdomino',
    kind: 'lines',
    lines: ['4 blue 1 / 17 yellow 2 / 24 green 3 / 46 pink 4', '8 / 22 / 37 blue / 42'],
  },
  round_origins: {
    game: 'origins',
    kind: 'lines',
    lines: ['2 blue 1 / 17 black 2 / 31 green 3 / 45 pink 4', '11 / 20 / 38 blue / 47'],
  },
  connection: common(
    'origins',
    { rows: 'H D G / . . D / . . L', marks: [bad('21 22', NO)] },
    { rows: 'H D G / . D . / . L .', marks: [good('11 12', YES)] },
    { rows: 'H D G / . D D / . L Q', marks: [good('21 22', YES)] },
  ),
  frame: common(
    'kingdomino',
    { rows: '. . . . . . / W W F . . . / W F F H L . / . . . . L . / . . . . L W', frame: '00 44', marks: [bad('44 54', NO)] },
    { rows: '. . . . . . / W W F . . . / W F F H L . / . . . . L . / . . . W L .', frame: '00 44', marks: [good('34 44', YES)] },
  ),
  volcanoes: { game: 'origins', kind: 'volcanoes' },
  reach: boards('origins', {
    rows: 'D L L . . / G G1 H J J+1 / D V2 V1 J Q1 / D . Q Q . / D . . . .',
    marks: [glow('00 10 20 01 21 31 02 32 03 23 33 04')],
  }),
  path: boards('origins', { rows: '. . D D G+1 / D V1 J . .', path: '11 21 30 40' }),
  token: boards('origins', { rows: 'J J1 / J V2 / J+2 D', marks: [glow('01 00 10 02', '4×3')] }),
  resources: { game: 'origins', kind: 'dominoes', numbers: [19, 23, 34, 28], hasResources: true },
  burnt: boards(
    'origins',
    { rows: 'H G* G* / D V1 J*', hasResources: true, path: '11 20' },
    { rows: 'H G* G+1 / D V1 J*', hasResources: true },
  ),
  totems: {
    game: 'origins',
    kind: 'pieces',
    icons: TOTEMS.map(({ resource, points }) => ({ name: `totem-${resource}`, label: String(points) })),
  },
  cave: {
    game: 'origins',
    kind: 'pieces',
    icons: ['caveman-hu', 'caveman-w2', 'caveman-fl', 'caveman-sh', 'cave-back'].map((name) => ({ name })),
  },
  prices: { game: 'origins', kind: 'prices' },
  settling: boards('origins', {
    rows: 'D G* J1 / Q H D+1 / L@hu V1 G',
    hasResources: true,
    marks: [good('00'), good('01'), good('22')],
  }),
  cavemen: { game: 'origins', kind: 'cavemen', isWarrior: false },
  powers: { game: 'origins', kind: 'cavemen', isWarrior: true },
  hunters: boards(
    'origins',
    { rows: 'G* G* J1 / G* D@hu G* / H D@hu J', hasResources: true, marks: [glow('00'), glow('10'), glow('01'), glow('21'), good('11', '12')] },
    { rows: 'G* G* J1 / G* D@hu G* / H D@hu J', hasResources: true, marks: [glow('01'), glow('21'), good('12', '6')] },
  ),
  fire_lady: boards('origins', {
    rows: 'G+2 L H / G1 D@fl Q1 / L V2 Q+1',
    hasResources: true,
    marks: [glow('00'), glow('01'), glow('21'), glow('22'), good('11', '5')],
  }),
  warriors: boards('origins', {
    rows: 'D@w2 D@w1 D / G@w1 D1 J / G Q@w1 H',
    hasResources: true,
    marks: [good('00 10 01', '3×4'), glow('12', '1×1')],
  }),
  score_kingdomino: boards('kingdomino', {
    rows: 'W1 F F / W H F / W L1 L1',
    marks: [good('01 00 02', '3×1'), bad('21 10 20', '3×0'), glow('12 22', '2×2')],
  }),
  score_origins: boards('origins', {
    rows: 'J D D1 L L1 / J1 G G L1 Q / J V2 H D Q1 / J+2 D D Q Q1 / G G G+1 G V1',
    marks: [
      glow('10 20', '2×1'),
      glow('30 40 31', '3×2'),
      glow('02 00 01 03', '4×3'),
      glow('43 41 42 33', '4×2'),
      glow('14 04 24 34', '4×1'),
    ],
  }),
  centre: common(
    'kingdomino',
    { rows: '. . . . . / F F W L L / . F H L1 L / S S1 W1 W G / . . G G1 G', frame: '00 44', marks: [good('22', '+10')] },
    { rows: '. . . . . / F F W L L / F H L1 L W / S S1 W1 W G / . . G G1 .', frame: '00 44', marks: [bad('12', NO)] },
  ),
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

/** The dominoes of a line such as "7 pink 3 / 28 out": number, owner and who comes when; `out` leaves the game. */
export function readLine(game: Game, text: string): Slot[] {
  return text.split(' / ').map((slot) => {
    const [number, owner = '', order] = slot.split(' ');
    const isOut = owner === 'out';
    return {
      number: Number(number), halves: halves(game, Number(number)), resources: ['', ''], colour: isOut ? '' : owner, label: '',
      action: null, isOffered: false, isOut, order: order ? Number(order) : undefined,
    };
  });
}

/** Cells such as "21 22". */
export const readCells = (text: string): number[] =>
  text.split(' ').map((cell) => cellAt(Number(cell[0]), NORTH - Number(cell[1])));
