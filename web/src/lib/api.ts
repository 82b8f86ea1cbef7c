// Requests to the server. What it refuses arrives as a `RefusedError` with its code.

import type {
  Catalogue, JoinBody, LessonInfo, MadeTable, Problem, RecordInfo, Replay, SeatLink, TableBody, TableSummary,
} from '../game/generated';

export class RefusedError extends Error {
  constructor(
    readonly code: string,
    readonly params: Record<string, string | number>,
    text: string,
  ) {
    super(text);
  }
}

async function request<T>(method: 'GET' | 'POST', path: string, body?: unknown, cache: RequestCache = 'default'): Promise<T> {
  const answer = await fetch(path, {
    method,
    cache,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => null);
  if (answer?.ok) return (await answer.json()) as T;
  const problem = (await answer?.json().catch(() => null)) as Problem | null | undefined;
  if (!problem) throw new RefusedError('away', {}, 'the server does not answer');
  throw new RefusedError(problem.code, problem.params, problem.text);
}

let known: Promise<Catalogue> | undefined;
let isLive = false; // it came from the server, not from what is kept for times without it

/** What the games are made of; asked for once. Where nothing works without the server, it must be there now. */
export function catalogue(mustBeLive = false): Promise<Catalogue> {
  if (mustBeLive && !isLive) known = undefined;
  known ??= request<Catalogue>('GET', '/api/catalogue', undefined, mustBeLive ? 'no-store' : 'default').then(
    (found) => {
      isLive ||= mustBeLive;
      return found;
    },
    (error: unknown) => {
      known = undefined;
      throw error;
    },
  );
  return known;
}

/** Whether the server answers. */
export async function isThere(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch('/healthz', { cache: 'no-store' }).then(({ ok }) => ok, () => false);
}

export const makeTable = (body: TableBody): Promise<MadeTable> => request('POST', '/api/tables', body);
export const lesson = (name: string): Promise<LessonInfo> => request('GET', `/api/lessons/${name}`);
export const makeLesson = (name: string, player: string): Promise<MadeTable> =>
  request('POST', `/api/lessons/${name}`, { name: player });
export const openTables = (): Promise<TableSummary[]> => request('GET', '/api/tables');
export const showTable = (table: string): Promise<TableSummary> => request('GET', `/api/tables/${table}`);
export const join = (table: string, body: JoinBody): Promise<SeatLink> =>
  request('POST', `/api/tables/${table}/join`, body);
/** Replaces the token of a seat by a fresh one; may be repeated if the answer got lost. */
export const moveSeat = (table: string, token: string, fresh: string): Promise<SeatLink> =>
  request('POST', `/api/tables/${table}/move`, { token, fresh });
/** Gives an online seat back before the game. */
export const leave = (table: string, token: string): Promise<TableSummary> => request('POST', `/api/tables/${table}/leave`, { token });
/** Closes a table before the game; only its maker has the token. */
export const cancel = (table: string, host: string): Promise<TableSummary> =>
  request('POST', `/api/tables/${table}/cancel`, { token: host });
export const replay = (table: string, game = 0): Promise<Replay> =>
  request('GET', `/api/tables/${table}/replay?game=${game}`);
/** The records of the games of a table that are over. */
export const records = (table: string): Promise<RecordInfo[]> => request('GET', `/api/tables/${table}/record.json`);
/** The games of a record's text, step by step. */
export const replayRecord = (record: string): Promise<Replay[]> => request('POST', '/api/replay', { record });
export const recordAddress = (table: string): string => `/api/tables/${table}/record`;
