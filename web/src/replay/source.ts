// Where replays come from: a table of the server, the text of a record, or what the device has kept.

import { catalogue, records, RefusedError, replay, replayRecord } from '../lib/api';
import type { Catalogue, Replay } from '../game/generated';
import { find, keep, textId, type Kept } from './kept';

export const MOST_CHARACTERS = 40_000; // what the server takes

export interface Opened extends Kept {
  isFromDevice: boolean; // the server could not be asked
}

export const tableId = (table: string): string => `table-${table}`;

function kept(id: string, table: string, replays: Replay[], known: Catalogue, endedMs: number[]): Kept {
  const last = replays.at(-1)!;
  return {
    id,
    table,
    rules: last.rules,
    names: last.names,
    bots: last.bots,
    points: last.sheets.map(({ total }) => total),
    games: replays.length,
    isOver: last.is_over,
    endedMs,
    keptMs: Date.now(),
    replays,
    catalogue: known,
  };
}

async function fetchTable(table: string): Promise<Kept> {
  const [known, games] = await Promise.all([catalogue(), records(table)]);
  const replays = await Promise.all(games.map((_, game) => replay(table, game)));
  return kept(tableId(table), table, replays, known, games.map(({ ended_ms }) => ended_ms));
}

/** The games of a table; what the device has kept if the server can't give them. */
async function openTable(table: string): Promise<Opened> {
  try {
    const found = await fetchTable(table);
    await keep(found);
    return { ...found, isFromDevice: false };
  } catch (error) {
    const old = await find(tableId(table));
    if (old) return { ...old, isFromDevice: true };
    throw error;
  }
}

/** Keeps the games of a table that are over. */
export async function keepTable(table: string): Promise<void> {
  await keep(await fetchTable(table));
}

/** The games that an address names: of a table, or kept on this device. */
export const openAddress = (table: string, asked: URLSearchParams): Promise<Opened> =>
  table ? openTable(table) : openKept(asked.get('kept') ?? '');

/** A record that was opened on this device before. */
async function openKept(id: string): Promise<Opened> {
  const found = await find(id);
  if (!found) throw new RefusedError('not_kept', {}, 'this device has not kept it');
  return { ...found, isFromDevice: false };
}

/** Opens the text of a record and keeps its games; its id. */
export async function openText(text: string): Promise<string> {
  const id = textId(text);
  if (await find(id)) return id;
  try {
    const [known, replays] = await Promise.all([catalogue(), replayRecord(text)]);
    await keep(kept(id, '', replays, known, []));
    return id;
  } catch (error) {
    throw error instanceof RefusedError && error.code === 'away' ? bad('away') : error;
  }
}

/** A text that is no record, before anybody reads it. */
export const bad = (why: string): RefusedError => new RefusedError('bad_record', { why }, why);

/** The text of a file, if it can be a record at all. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > 2 * MOST_CHARACTERS) throw bad('large');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
  } catch {
    throw bad('binary');
  }
  return checked(text);
}

/** The same for a text that was pasted. */
export function checked(text: string): string {
  // eslint-disable-next-line no-control-regex -- that is what it looks for
  if (/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(text)) throw bad('binary');
  if (!text.trim()) throw bad('empty');
  if (text.length > MOST_CHARACTERS) throw bad('large');
  return text;
}
