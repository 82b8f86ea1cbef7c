// A seat of this device goes to another one.

import { moveSeat } from '../lib/api';
import { drop, keep, keyOf, newToken } from '../lib/keys';
import { errorWords, mayPass } from '../lib/refusals';
import type { Table } from './table.svelte';

/** Gives a seat to another device: its token here is worth nothing afterwards. */
export async function moveAway(table: Table, seat: number): Promise<void> {
  const token = table.store.tokens[table.store.held.indexOf(seat)];
  if (!token) return;
  const fresh = newToken();
  keep(table.id, { tokens: [fresh] }); // before the old one is gone: the answer may get lost
  try {
    await moveSeat(table.id, token, fresh);
    drop(table.id, token);
    if (table.mine.length > 1) {
      // Not a seat of this device any more, but kept, should nobody open the link.
      drop(table.id, fresh);
      keep(table.id, { moved: [...(keyOf(table.id)?.moved ?? []), fresh] });
    }
    table.moved = fresh;
  } catch (error) {
    if (!mayPass(error)) drop(table.id, fresh);
    table.notices.say(errorWords(error), { isBad: true });
  }
}
