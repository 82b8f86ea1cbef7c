// Replays that were opened, kept on the device: they can be seen again without the server.

import type { Catalogue, Replay } from '../game/generated';

/** What the list shows of a replay. */
export interface Head {
  id: string;
  table: string; // nothing: it came from a file
  rules: string;
  names: string[];
  bots?: string[] | undefined; // the level of each seat's bot or nothing, where it is known
  points: number[]; // at the end of its last game
  games: number;
  isOver: boolean;
  endedMs: number[]; // of each game, where it is known
  keptMs: number;
}

/** A replay with everything that is needed to show it. */
export interface Kept extends Head {
  replays: Replay[];
  catalogue: Catalogue;
}

const NAME = 'crownfire';
const HEADS = 'replay-heads'; // apart, since the list needs nothing else
const BODIES = 'replays';
// Of what is kept. To be raised whenever the pages can't show older entries any more; these are then as good as gone.
export const SHAPE = 3;
export const MOST = 50;
export const LARGEST = 3_000_000; // a single one, in characters; three long games are half of it
export const MOST_TOGETHER = 40_000_000;

interface Row extends Head {
  shape: number;
  size: number; // in characters
}

const isReadable = ({ shape }: Row): boolean => shape === SHAPE;
const newestFirst = (a: Head, b: Head): number => b.keptMs - a.keptMs;

/** The ids that have to go: of other shapes, and the oldest where there are too many or too large ones. */
export function tooOld(rows: Row[]): string[] {
  let size = 0;
  const kept = rows
    .filter(isReadable)
    .sort(newestFirst)
    .filter((row, index) => index < MOST && (size += row.size) <= MOST_TOGETHER);
  return rows.filter((row) => !kept.includes(row)).map(({ id }) => id);
}

/** The same text has the same id, on every device. */
export function textId(text: string): string {
  let [high, low] = [0x811c9dc5, 0x1000193];
  for (let index = 0; index < text.length; index += 1) {
    high = Math.imul(high ^ text.charCodeAt(index), 0x01000193);
    low = Math.imul(low + text.charCodeAt(index), 0x85ebca6b) ^ (low >>> 13);
  }
  return `r${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`;
}

let latest: Kept | null = null; // for browsers that keep nothing
let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(HEADS, { keyPath: 'id' });
      request.result.createObjectStore(BODIES, { keyPath: 'id' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(NAME));
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(NAME));
  });

/** Settles once a change is on disk: before that a reload may undo it. */
const committed = ({ transaction }: IDBObjectStore): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error(NAME));
  });

/** Runs work on the stores; returns the other value if the browser has no stores or the work fails. */
async function using<T>(mode: IDBTransactionMode, work: (heads: IDBObjectStore, bodies: IDBObjectStore) => Promise<T>, other: T): Promise<T> {
  try {
    const change = (await database()).transaction([HEADS, BODIES], mode);
    return await work(change.objectStore(HEADS), change.objectStore(BODIES));
  } catch {
    return other;
  }
}

/** Keeps a replay; the oldest make room. */
export async function keep(kept: Kept): Promise<void> {
  latest = kept;
  const { replays, catalogue, ...head } = kept;
  const size = JSON.stringify([replays, catalogue]).length;
  if (size > LARGEST) return;
  await using('readwrite', async (heads, bodies) => {
    heads.put({ ...head, shape: SHAPE, size });
    bodies.put({ id: head.id, replays, catalogue });
    for (const id of tooOld((await answer(heads.getAll())) as Row[])) {
      heads.delete(id);
      bodies.delete(id);
    }
    await committed(heads);
  }, undefined);
}

/** A replay that was kept. */
export async function find(id: string): Promise<Kept | null> {
  if (latest?.id === id) return latest;
  return using('readonly', async (heads, bodies) => {
    const [head, body] = await Promise.all([answer(heads.get(id)), answer(bodies.get(id))]);
    return head && body && isReadable(head as Row) ? ({ ...head, ...body } as Kept) : null;
  }, null);
}

/** All that are kept, the newest first. */
export async function list(): Promise<Head[]> {
  return using('readonly', async (heads) => ((await answer(heads.getAll())) as Row[]).filter(isReadable).sort(newestFirst), []);
}

export async function forget(id: string): Promise<void> {
  if (latest?.id === id) latest = null;
  await using('readwrite', async (heads, bodies) => {
    heads.delete(id);
    bodies.delete(id);
    await committed(heads);
  }, undefined);
}
