// Turns what the server generates (crownfire.server.types), on standard input, into src/game/generated.ts.
import { compile } from 'json-schema-to-typescript';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { schema, numbering } = JSON.parse(Buffer.concat(chunks).toString('utf8'));

// Titles of single fields would become types of their own, and tuples are written as in older drafts of JSON Schema.
function withoutTitles(node) {
  if (Array.isArray(node)) return node.map(withoutTitles);
  if (node === null || typeof node !== 'object') return node;
  const entries = Object.entries(node).filter(([key, value]) => key !== 'title' || typeof value !== 'string');
  return Object.fromEntries(entries.map(([key, value]) => [key === 'prefixItems' ? 'items' : key, withoutTitles(value)]));
}

/** The numbering of actions: the only place of the client that calculates with it. */
function actions({ size, directions, cavemen, first }) {
  const letters = [...directions].map((letter) => `'${letter}'`);
  return `
export const SIZE = ${size}; // files and ranks of the canvas
export const DIRECTIONS = [${letters.join(', ')}] as const; // clockwise
export type Direction = (typeof DIRECTIONS)[number];
export const CAVEMEN = [${cavemen.map((code) => `'${code}'`).join(', ')}] as const;

/** A decision, as an action number stands for it. */
export type Move =
  | { kind: 'place'; cell: number; direction: Direction; second: number }
  | { kind: 'discard' | 'pass' }
  | { kind: 'fire' | 'pay' | 'settle'; cell: number }
  | { kind: 'give'; seat: number }
  | { kind: 'claim'; domino: number }
  | { kind: 'recruit'; caveman: string; fromPile: boolean };

const STEPS = { n: SIZE, e: 1, s: -SIZE, w: -1 } as const;

/** Returns the cell next to a cell. */
export const beside = (cell: number, direction: Direction): number => cell + STEPS[direction];

/** Returns the action number that places the domino's first half on a cell. */
export const placeAction = (cell: number, direction: Direction): number =>
  ${first.place} + DIRECTIONS.length * cell + DIRECTIONS.indexOf(direction);

const ON_CELL = { fire: ${first.fire}, pay: ${first.pay}, settle: ${first.settle} } as const;

/** Returns the action number of a fire, payment or settlement on a cell. */
export const cellAction = (kind: keyof typeof ON_CELL, cell: number): number => ON_CELL[kind] + cell;

/** Returns the action number that recruits a face-up caveman. */
export const recruitAction = (code: string): number => ${first.recruit} + CAVEMEN.indexOf(code as (typeof CAVEMEN)[number]);

/** Returns the move of an action number. */
export function moveOf(action: number): Move {
  if (action < ${first.discard}) {
    const cell = Math.floor(action / DIRECTIONS.length);
    const direction = DIRECTIONS[action % DIRECTIONS.length]!;
    return { kind: 'place', cell, direction, second: beside(cell, direction) };
  }
  if (action < ${first.fire}) return { kind: 'discard' };
  if (action < ${first.pay}) return { kind: 'fire', cell: action - ${first.fire} };
  if (action < ${first.settle}) return { kind: 'pay', cell: action - ${first.pay} };
  if (action < ${first.give}) return { kind: 'settle', cell: action - ${first.settle} };
  if (action < ${first.claim}) return { kind: 'give', seat: action - ${first.give} };
  if (action < ${first.recruit}) return { kind: 'claim', domino: action - ${first.claim - 1} };
  if (action === ${first.pass}) return { kind: 'pass' };
  const kind = action - ${first.recruit};
  return { kind: 'recruit', caveman: CAVEMEN[kind % CAVEMEN.length]!, fromPile: kind >= CAVEMEN.length };
}
`;
}

const clean = { ...withoutTitles(schema), title: 'Types' };
const bannerComment = '// Made by `make types` from the server (crownfire.server.types). Not to be edited.';
const style = { singleQuote: true, printWidth: 120 };
process.stdout.write((await compile(clean, 'Types', { bannerComment, additionalProperties: false, style })) + actions(numbering));
