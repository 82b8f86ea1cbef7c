// The finished games of my tables are kept before anybody asks, so that they can be seen without the server.

import { RefusedError } from '../lib/api';
import { markKept, myTables, type Key } from '../lib/keys';
import { mayPass } from '../lib/refusals';
import { list, MOST, SHAPE } from './kept';
import { keepTable, tableId } from './source';

const AT_ONCE = 10;

/** The tables whose games should be kept now; each of them once, so that whoever removes a game is rid of it. */
export function missing(keys: Key[], ids: string[]): string[] {
  const wanted = keys.filter(({ table, isOver, kept }) => isOver && kept !== SHAPE && !ids.includes(tableId(table)));
  return wanted.map(({ table }) => table).slice(0, Math.min(AT_ONCE, Math.max(0, MOST - ids.length))); // never in place of what was watched
}

/** Keeps some that are missing, one after the other. */
export async function keepMine(): Promise<void> {
  if (!navigator.onLine || !('indexedDB' in window)) return;
  const ids = (await list()).map(({ id }) => id);
  for (const { table } of myTables()) if (ids.includes(tableId(table))) markKept(table, SHAPE);
  for (const table of missing(myTables(), ids)) {
    try {
      await keepTable(table);
    } catch (error) {
      if (!(error instanceof RefusedError) || mayPass(error)) return; // another time
    }
    markKept(table, SHAPE);
  }
}
