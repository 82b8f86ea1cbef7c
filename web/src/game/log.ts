// The log of a table in words: what stands, in order. What was undone or taken back is gone.

import { maybe, t, type Key } from '../lib/i18n.svelte';
import { ignoreUnknown, impossible } from '../lib/impossible';
import { whyWords } from '../lib/refusals';
import { cellName } from './canvas';
import type { Fact } from './fold';
import { moveOf, type Stepped } from './generated';
import type { Numbered, Why } from './messages';

export interface Line {
  number: number;
  seat: number; // −1: nobody
  text: string;
  why: string;
  rule: string; // that gave no choice
}

export type Names = (seat: number) => string;

/** What was paid or burnt: a resource or a caveman. */
const lostWords = (lost: string): string => maybe(`resource.${lost}`) ?? maybe(`caveman.${lost}.name`) ?? lost;

/** A totem and who holds it. */
export function totemWords(resource: string, holder: number, names: Names): string {
  const named = t(`resource.${resource}` as Key);
  return holder < 0 ? t('say.totem_free', { resource: named }) : t('say.totem', { name: names(holder), resource: named });
}

/** An event of the rules in words; nothing for what shows elsewhere. */
export function factWords(fact: Fact, names: Names): string {
  const name = 'seat' in fact ? names(fact.seat) : '';
  switch (fact.type) {
    case 'placed': {
      const [cell, second] = fact.cells;
      return t('log.place', { name, domino: fact.domino, cell: cellName(cell), second: cellName(second) });
    }
    case 'discarded':
      return t('log.discard', { name, domino: fact.domino });
    case 'claimed':
      return t('log.claim', { name, domino: fact.domino });
    case 'fire_landed':
      return t('log.fire', { name, cell: cellName(fact.cell) });
    case 'resource_burnt':
      return t('log.burns', { what: lostWords(fact.resource) });
    case 'caveman_burnt':
      return t('log.burns', { what: lostWords(fact.kind) });
    case 'totem_moved':
      return totemWords(fact.resource, fact.target ?? -1, names);
    case 'recruited':
      return t(fact.from_pile ? 'log.recruit_pile' : 'log.recruit', { name, caveman: t(`caveman.${fact.kind}.name` as Key) });
    case 'resource_paid':
      return t('log.pay_kind', { name, cell: cellName(fact.cell), resource: lostWords(fact.resource) });
    case 'settled':
      return t('log.settle', { name, cell: cellName(fact.cell) });
    case 'nobody_recruited':
      return t('log.pass', { name });
    case 'line_revealed':
      return t('log.line', { dominoes: fact.numbers.join(', ') });
    case 'order_drawn': // shows in the claims
    case 'cavemen_revealed': // show on the cave board
    case 'left_over': // its line is gone
    case 'fire_lost': // never with the dominoes of the box (O9)
    case 'game_over': // the log says so when the result is known
      return '';
    default:
      return impossible(fact);
  }
}

/** A step in words. */
export function stepWords({ seat, action, facts }: Pick<Stepped, 'seat' | 'action' | 'facts'>, names: Names): string {
  const move = moveOf(action);
  if (move.kind === 'give') return t('log.give', { name: names(seat), other: names(move.seat) });
  return facts.map((fact) => factWords(fact, names)).filter(Boolean).join(' ');
}

/** Whether an event of the rules is an outcome of chance: an entry of its own in the game's history. */
export const isChance = ({ type }: Fact): boolean => ['order_drawn', 'line_revealed', 'cavemen_revealed'].includes(type);

/** The whole log in words. */
export function logLines(events: Numbered[], names: Names): Line[] {
  const lines: Line[] = [];
  let history: number[] = []; // how many lines the log had before each entry of the game's history
  const say = (number: number, seat: number, text: string, why?: Why | null) =>
    lines.push({ number, seat, text, why: why ? whyWords(why) : '', rule: why?.rule ?? '' });
  const reveal = (number: number, facts: Fact[]) => {
    for (const fact of facts) {
      if (isChance(fact)) history.push(lines.length);
      const text = factWords(fact, names);
      if (text) say(number, -1, text);
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
        reveal(number, event.facts);
        break;
      case 'stepped':
        history.push(lines.length);
        say(number, event.seat, stepWords(event, names), event.why);
        break;
      case 'undone':
        back(event.steps);
        break;
      case 'confirmed':
        reveal(number, event.facts);
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
