// The log of a table in words: what stands, in order. What was undone or taken back is gone.

import { maybe, t, type Key } from '../lib/i18n.svelte';
import { cellName } from '../lib/canvas';
import { ignoreUnknown, impossible } from '../lib/impossible';
import { readMove } from '../lib/moves';
import type { Event, Numbered, Why } from '../lib/messages';
import type { Stepped } from '../lib/types';

export interface Line {
  number: number;
  seat: number; // −1: nobody
  text: string;
  why: string;
  rule: string; // that gave no choice
}

type Names = (seat: number) => string;

/** As much of a step as is told. */
export type Told = Pick<Stepped, 'seat' | 'move' | 'domino' | 'lost'>;

/** What was paid or burnt: a resource or a caveman. */
const lostWords = (lost: string): string => maybe(`resource.${lost}`) ?? maybe(`caveman.${lost}.name`) ?? lost;

/** A step in words. */
export function stepWords({ seat, move: notation, domino = 0, lost = '' }: Told, names: Names): string {
  const move = readMove(notation);
  const name = names(seat);
  switch (move.kind) {
    case 'place':
      return t('log.place', { name, domino, cell: cellName(move.cell), second: cellName(move.second) });
    case 'discard':
      return t('log.discard', { name, domino });
    case 'claim':
      return t('log.claim', { name, domino: move.domino });
    case 'fire': {
      const words = t('log.fire', { name, cell: cellName(move.cell) });
      return lost ? `${words} ${t('log.burns', { what: lostWords(lost) })}` : words;
    }
    case 'give':
      return t('log.give', { name, other: names(move.seat) });
    case 'recruit':
      return t(move.fromPile ? 'log.recruit_pile' : 'log.recruit', {
        name, caveman: t(`caveman.${move.caveman}.name` as Key),
      });
    case 'pay':
      return lost
        ? t('log.pay_kind', { name, cell: cellName(move.cell), resource: lostWords(lost) })
        : t('log.pay', { name, cell: cellName(move.cell) }); // older logs don't say
    case 'settle':
      return t('log.settle', { name, cell: cellName(move.cell) });
    case 'pass':
      return t('log.pass', { name });
    default:
      return impossible(move);
  }
}

/** Why something is not possible, or was forced, in the language in use; the server's English as a last resort. */
export function whyWords(why: Why): string {
  const params: Record<string, string | number> = { ...why.params };
  if (typeof params.expected === 'string') params.expected = maybe(`expected.${params.expected}`) ?? params.expected;
  if (typeof params.resource === 'string') params.resource = maybe(`resource.${params.resource}`) ?? params.resource;
  if (typeof params.caveman === 'string') params.caveman = maybe(`caveman.${params.caveman}.name`) ?? params.caveman;
  return maybe(`why.${why.code}`, params) ?? why.text;
}

/** The whole log in words. */
export function logLines(events: Numbered[], names: Names): Line[] {
  const lines: Line[] = [];
  let history: number[] = []; // how many lines the log had before each entry of the game's history
  const say = (number: number, seat: number, text: string, why?: Why | null) =>
    lines.push({ number, seat, text, why: why ? whyWords(why) : '', rule: why?.rule ?? '' });
  const reveal = (number: number, outcomes: Extract<Event, { type: 'confirmed' }>['outcomes']) => {
    for (const { kind, outcome } of outcomes) {
      history.push(lines.length);
      // The opening order shows in the claims, the cave on its board.
      if (kind === 'line') say(number, -1, t('log.line', { dominoes: outcome.join(', ') }));
    }
  };
  const back = (steps: number) => {
    const length = history[history.length - steps];
    if (length === undefined) return;
    lines.length = length;
    history = history.slice(0, -steps);
  };
  const seated = new Map<number, string>();
  for (const { number, event } of events) {
    switch (event.type) {
      case 'joined':
        seated.set(event.seat, event.name);
        say(number, event.seat, t('log.joined', { name: event.name }));
        break;
      case 'left':
        say(number, event.seat, t('log.left', { name: seated.get(event.seat) ?? '' }));
        break;
      case 'started':
        history = [];
        say(number, -1, event.game ? t('log.next_game', { game: event.game + 1 }) : t('log.started'));
        reveal(number, event.outcomes);
        break;
      case 'stepped':
        history.push(lines.length);
        say(number, event.seat, stepWords(event, names), event.why);
        break;
      case 'undone':
        back(event.steps);
        break;
      case 'confirmed':
        reveal(number, event.outcomes);
        break;
      case 'taken_back':
        back(event.steps);
        say(number, event.seat, t('log.taken_back', { name: names(event.seat) }));
        break;
      case 'stood_in':
        say(number, event.seat, t('log.stood_in', { name: names(event.seat) }));
        break;
      case 'returned':
        say(number, event.seat, t('log.returned', { name: names(event.seat) }));
        break;
      case 'finished':
        say(number, -1, t('log.finished'));
        break;
      case 'created':
      case 'cancelled':
      case 'takeback_asked':
      case 'takeback_answered':
      case 'stand_in_asked':
      case 'stand_in_answered':
      case 'question_ended':
      case 'seat_moved':
      case 'rematch_offered':
      case 'rematched':
        break; // shown elsewhere
      default:
        ignoreUnknown(event);
    }
  }
  return lines;
}
