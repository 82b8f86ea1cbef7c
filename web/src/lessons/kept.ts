// The lessons of this device: the table of each, how far it was read, and whether it was finished once.

import { makeLesson } from '../lib/api';
import { keep as keepTable, keyOf } from '../lib/keys';
import { load, save } from '../lib/storage';
import { tokenOf } from '../ui/addresses';
import { RULESETS } from '../ui/games';

export const LESSONS = RULESETS; // one for each
export type LessonName = (typeof LESSONS)[number];
export const isLesson = (name: string): name is LessonName => (LESSONS as readonly string[]).includes(name);

interface Kept {
  table: string;
  read: number; // the step that is shown
  isOpen: boolean; // its guide is still there
  isDone: boolean;
}

const NAME = 'crownfire.lessons';
const NOTHING: Kept = { table: '', read: 0, isOpen: false, isDone: false };

const all = (): Record<string, Kept> => load(NAME, {});

export const keptLesson = (name: string): Kept => ({ ...NOTHING, ...all()[name] });

export function keepLesson(name: string, change: Partial<Kept>): void {
  save(NAME, { ...all(), [name]: { ...keptLesson(name), ...change } });
}

/** Whether somebody at a table wants no guide any more. */
export const isLeft = (table: string): boolean => Object.values(all()).some((kept) => kept.table === table && !kept.isOpen);

/** The table at which a lesson can go on, or nothing. */
export function openLesson(name: string): string {
  const { table, isOpen } = keptLesson(name);
  return isOpen && keyOf(table)?.tokens.length ? table : '';
}

/** Begins a lesson; its table. */
export async function beginLesson(lesson: LessonName, player: string): Promise<string> {
  const made = await makeLesson(lesson, player);
  const tokens = made.seats.map((seat) => seat.token);
  keepTable(made.table, { tokens, rules: lesson, seats: [{ name: player, isBot: false }, { name: 'easy', isBot: true }], watch: tokenOf(made.watch_link) });
  keepLesson(lesson, { table: made.table, read: 0, isOpen: true });
  return made.table;
}
