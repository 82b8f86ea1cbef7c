// The tables of this device: the tokens of its seats, kept in the browser and nowhere else.

export interface Key {
  table: string;
  tokens: string[]; // of seats, or one to watch
  isWatching: boolean;
  rules: string;
  names: string[];
  usedMs: number;
  invite?: string; // lets others take a seat; only its maker has it
  watch?: string;
  isOver?: boolean;
}

const NAME = 'crownfire.tables';
const MOST = 50;

function read(): Key[] {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '[]') as Key[];
  } catch {
    return [];
  }
}

function write(keys: Key[]): void {
  try {
    const sorted = keys.sort((a, b) => b.usedMs - a.usedMs);
    const running = sorted.filter((key) => !key.isOver); // these are never dropped
    const over = sorted.filter((key) => key.isOver).slice(0, Math.max(0, MOST - running.length));
    localStorage.setItem(NAME, JSON.stringify([...running, ...over].sort((a, b) => b.usedMs - a.usedMs)));
  } catch {
    // A browser that keeps nothing: the links still work.
  }
}

/** My tables, the last used first. */
export const myTables = (): Key[] => read();
export const keyOf = (table: string): Key | undefined => read().find((key) => key.table === table);

/** Keeps what is known of a table; tokens are added to those that are there. */
export function keep(table: string, change: Partial<Key>): Key {
  const old = keyOf(table) ?? { table, tokens: [], isWatching: false, rules: '', names: [], usedMs: 0 };
  const tokens = [...new Set([...old.tokens, ...(change.tokens ?? [])])];
  const key = { ...old, ...change, tokens, usedMs: Date.now() };
  write([key, ...read().filter((each) => each.table !== table)]);
  return key;
}

export function forget(table: string): void {
  write(read().filter((key) => key.table !== table));
}
