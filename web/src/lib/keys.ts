// The tables of this device: the tokens of its seats, kept in the browser and nowhere else.

import { load, save } from './storage';

export interface Sitter {
  name: string; // of a bot: its level
  isBot: boolean;
}

export interface Key {
  table: string;
  tokens: string[]; // of seats, or one to watch
  isWatching: boolean;
  rules: string;
  seats: Sitter[];
  usedMs: number;
  invite?: string; // lets others take a seat; only its maker has it
  watch?: string;
  host?: string; // lets its maker cancel it before the game
  mine?: number[]; // the seats of this device, once the table was open here
  isOver?: boolean;
  kept?: number; // in which shape its replay was kept ahead of time
  moved?: string[]; // tokens of seats that went to other devices, should their links get lost
}

const NAME = 'crownfire.tables';
const MOST = 50;

/** The first version kept names only. */
const read = (): Key[] => load<Key[]>(NAME, [], (keys) => keys.map((key) => ({ ...key, seats: key.seats ?? [] })));

function write(keys: Key[]): void {
  const sorted = keys.sort((a, b) => b.usedMs - a.usedMs);
  const running = sorted.filter((key) => !key.isOver); // these are never dropped
  const over = sorted.filter((key) => key.isOver).slice(0, Math.max(0, MOST - running.length));
  save(NAME, [...running, ...over].sort((a, b) => b.usedMs - a.usedMs));
}

/** My tables, the last used first. */
export const myTables = (): Key[] => read();
export const keyOf = (table: string): Key | undefined => read().find((key) => key.table === table);

/** Keeps what is known of a table; tokens are added to those that are there. */
export function keep(table: string, change: Partial<Key>): Key {
  const old = keyOf(table) ?? { table, tokens: [], isWatching: false, rules: '', seats: [], usedMs: 0 };
  const tokens = [...new Set([...old.tokens, ...(change.tokens ?? [])])];
  const key = { ...old, ...change, tokens, usedMs: Date.now() };
  write([key, ...read().filter((each) => each.table !== table)]);
  return key;
}

/** A secret for a seat: 24 random bytes. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}

/** A token that is worth nothing any more. */
export function drop(table: string, token: string): void {
  write(read().map((key) => (key.table === table ? { ...key, tokens: key.tokens.filter((each) => each !== token) } : key)));
}

/** Its replay is kept; that is not a use of the table. */
export function markKept(table: string, kept: number): void {
  write(read().map((key) => (key.table === table ? { ...key, kept } : key)));
}

export function forget(table: string): void {
  write(read().filter((key) => key.table !== table));
}
