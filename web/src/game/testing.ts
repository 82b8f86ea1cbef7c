// What tests share: moves by their notation, a small catalogue, and a table as the server sends it.

import { cellAt, cellName } from './canvas';
import { moveOf, placeAction, type Catalogue, type HalfInfo, type Move, type Numbered, type View, type RulesetInfo } from './generated';
import type { Event } from './messages';
import { Ruleset, type Game, type Part } from './ruleset';

/** Returns the cell with a name, such as g7. */
export const cellNamed = (name: string): number => cellAt('abcdefghijklm'.indexOf(name[0]!), Number(name.slice(1)) - 1);

/** Returns a move as records write it. */
export function notationOf(move: Move): string {
  switch (move.kind) {
    case 'place':
      return `${cellName(move.cell)}${move.direction}`;
    case 'fire':
    case 'pay':
    case 'settle':
      return `${{ fire: '*', pay: '-', settle: '@' }[move.kind]}${cellName(move.cell)}`;
    case 'recruit':
      return `${move.fromPile ? '++' : '+'}${move.caveman}`;
    case 'give':
      return `>${move.seat + 1}`;
    case 'claim':
      return `=${move.domino}`;
    case 'discard':
      return 'x';
    case 'pass':
      return '.';
  }
}

export const ACTIONS = 1257;
const BY_NOTATION = new Map(Array.from({ length: ACTIONS }, (_, action) => [notationOf(moveOf(action)), action]));

/** Returns the action number of a move in the notation of records, such as h7e, *h7, =17 or ++hu. */
export function actionOf(notation: string): number {
  const found = BY_NOTATION.get(notation);
  if (found === undefined) throw new Error(`no such move: ${notation}`);
  return found;
}

/** Returns a legal placement, such as h7e. */
export function spotOf(notation: string, gain = 0) {
  const move = moveOf(actionOf(notation));
  if (move.kind !== 'place') throw new Error(`no placement: ${notation}`);
  const { cell, second, direction } = move;
  return { action: placeAction(cell, direction), cells: [cell, second] as [number, number], direction, gain };
}

const half = (text: string): HalfInfo => {
  const count = Number(text[1]);
  return { terrain: text[0]!, symbols: text[0] === 'V' ? 0 : count, craters: text[0] === 'V' ? count : 0 };
};
const dominoes = (texts: string) => texts.split(' ').map((text) => ({ first: half(text.slice(0, 2)), second: half(text.slice(2)) }));
const terrains = (texts: string) =>
  texts.split(' ').map((text) => {
    const [letter = '', name = '', resource = ''] = text.split('-');
    return { letter, name, resource };
  });
const ruleset = (name: string, game: Game, parts: string): RulesetInfo =>
  ({ name, game, players: [2, 3, 4], parts: parts.split(' ') as Part[], options: [{ name: 'homo_habilis', points: 5, rule: 'N1', players: [2] }], seats: SEATS });
const SEATS = ['pink shell', 'black claw', 'green fern', 'blue fish'].map((text) => {
  const [colour = '', crest = ''] = text.split(' ');
  return { colour, crest };
});

/** As much of the boxes as tests need; domino 7 of Origins is a desert and a lake with a fire, 8 is a double. */
export const CATALOGUE: Catalogue = {
  rulesets: [
    ruleset('kingdomino', 'kingdomino', 'placement draft'),
    ruleset('origins-discovery', 'origins', 'placement eruption draft'),
    ruleset('origins-totem', 'origins', 'placement eruption resources totems draft'),
    ruleset('origins-tribe', 'origins', 'placement eruption resources tribe draft'),
  ],
  games: {
    kingdomino: { terrains: terrains('W-wheat F-forest L-lake G-grassland S-swamp M-mine'), dominoes: dominoes('W0W0 W0F0 F0F0 L0L0 G0G0 W1F0 W0L1 F0F0 S0G1 M1W0 W0S2 M0M0') },
    origins: {
      terrains: terrains('G-grassland-mammoth L-lake-fish J-jungle-mushroom Q-quarry-flint D-desert V-volcano'),
      dominoes: dominoes('G0G0 D0L0 J0J0 Q0D0 G0L0 V2G0 D0L1 D0D0 V1J0 Q1Q0 L0L0 V3D1'),
    },
  },
  cavemen: [
    { code: 'hu', kind: 'hunter', copies: 2, points: 3, per: 'mammoth', power: 0 },
    { code: 'pa', kind: 'painter', copies: 2, points: 2, per: 'resource', power: 0 },
    { code: 'w1', kind: 'small_warrior', copies: 4, points: 0, per: '', power: 1 },
  ],
  totems: [{ resource: 'mammoth', points: 3 }, { resource: 'fish', points: 4 }],
  levels: ['easy', 'hard'],
  price_face_up: 2,
  price_pile: 4,
};

export const rulesetOf = (rules: string): Ruleset => new Ruleset(rules, CATALOGUE);

/** Returns a log of these events; the first has the number after `last`. */
export const numbered = (events: Event[], last = 0): Numbered[] =>
  events.map((event, index) => ({ number: last + index + 1, at_ms: 0, command: '', event }));

/** Returns a view of a table of people on this device, in the middle of a game. */
export function viewOf(names: string[], more: Partial<View> = {}): View {
  const seats = names.map((name, seat) => ({ kind: 'here' as const, name, ...SEATS[seat]!, is_taken: true, is_connected: true, bot: '' }));
  return {
    territories: names.map(() => [{ cell: cellNamed('g7'), terrain: 'H' }]), points: names.map(() => 0), current: [], next: [], turn: 0, opening: [],
    unseen: [], discards: names.map(() => 0), erupting: null, totems: [], cave: [], pile: [], recruiting: null, number: 1, position: 1,
    phase: 'claim', mover: 0, is_complete: false, is_undoable: false, game: 0, games: 1, frame: 5, lines_left: 3, seats, options: [],
    question: null, unanswered: [], turn_ends_ms: null, totals: names.map(() => 0), ...more,
  };
}
