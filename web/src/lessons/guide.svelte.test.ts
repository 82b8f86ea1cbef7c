import { flushSync, tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { Event, Numbered } from '../game/messages';
import { readOptions, type Choice } from '../game/moves';
import { actionOf, numbered, rulesetOf, viewOf } from '../game/testing';
import { Guide, type LessonTable } from './guide.svelte';

const SCRIPT = { name: 'kingdomino', rules: 'kingdomino', moves: ['=41', 'h7e', '=21'], turns: 2 };
const WORDS = Object.fromEntries(['hello', 'numbers', 'first', 'second', 'place'].map((word) => [`kingdomino.${word}`, `Words of ${word}.`]));

/** As much of a table as a guide looks at. */
function table() {
  const state = $state({ isMyTurn: true, isComplete: false, position: 1, events: [] as Numbered[], isTaken: true });
  const view = () => viewOf(['Ann', 'Easy bot'], { position: state.position, is_complete: state.isComplete });
  const model = {
    id: 'T',
    mine: [0],
    isOver: false,
    choices: [],
    large: 0,
    asked: '',
    seats: [],
    followed: null as { seat: number; text: string } | null,
    ruleset: rulesetOf('kingdomino'),
    name: () => 'Ann',
    notices: { say: vi.fn() },
    turn: { send: vi.fn(async () => state.isTaken) },
    get isMyTurn() {
      return state.isMyTurn;
    },
    get mover() {
      return state.isMyTurn ? 0 : 1;
    },
    get view() {
      return view();
    },
    get picture() {
      return view();
    },
    store: {
      get events() {
        return state.events;
      },
      get view() {
        return view();
      },
    },
  } satisfies LessonTable;
  const guide = new Guide(model, 'kingdomino', SCRIPT);
  guide.words = WORDS;
  const said: string[] = []; // all that was on the page, once each in a row
  const stop = $effect.root(() => {
    $effect(() => {
      said.push(guide.text);
    });
    $effect(() => {
      if (guide.confirms && state.isMyTurn && state.isComplete) void guide.confirm();
    });
  });
  const add = (event: Event) => {
    state.events = [...state.events, ...numbered([event], state.events.length)];
  };
  /** The learner makes a move, which completes the turn. */
  const take = (move: string) => {
    add({ type: 'stepped', seat: 0, action: actionOf(move), move, facts: [], points: [0, 0], by: 'player' });
    state.isComplete = true;
    state.position += 1;
    flushSync();
  };
  const confirmed = (isMyTurn: boolean) => {
    add({ type: 'confirmed', seat: 0, facts: [] });
    Object.assign(state, { isMyTurn, isComplete: false, position: state.position + 1 });
    flushSync();
  };
  flushSync();
  return { guide, model, state, said, stop, take, confirmed };
}

function atFirst() {
  const made = table();
  made.guide.next();
  made.guide.next();
  flushSync();
  expect(made.guide.text).toBe('Words of first.');
  made.said.length = 0;
  return made;
}

const choice = (move: string): Choice => readOptions([{ action: actionOf(move), move, points: 0 }])[0]!;

describe('a guide', () => {
  it('allows only what the lesson is about, once it has said so', () => {
    const { guide, model, stop } = table();
    expect([guide.isTalking, guide.allows(choice('=41'))]).toEqual([true, false]);
    guide.nudge();
    guide.next();
    guide.next();
    flushSync();
    expect([guide.isTalking, guide.allows(choice('=41')), guide.allows(choice('=18'))]).toEqual([false, true, false]);
    guide.nudge();
    const [[first], [second]] = model.notices.say.mock.calls as [[string], [string]];
    expect(first).not.toBe(second);
    stop();
  });
  it('leaves room for what the bot does', () => {
    const { guide, model, state, stop } = atFirst();
    model.followed = { seat: 1, text: 'Easy bot chooses domino 3.' };
    state.isMyTurn = false;
    flushSync();
    expect([guide.isWaiting, guide.text]).toEqual([true, 'Easy bot chooses domino 3.']);
    stop();
  });

  it('speaks of the bot only when it is the bot’s turn', () => {
    const own = atFirst();
    own.take('=41');
    own.confirmed(true);
    expect(own.said).toEqual(['Words of second.']);
    own.stop();

    const bots = atFirst();
    bots.take('=41');
    expect([bots.guide.isWaiting, bots.guide.text]).toEqual([true, 'Words of first.']);
    bots.confirmed(false);
    bots.state.isMyTurn = true;
    flushSync();
    expect(bots.said).toEqual(['The bot is playing…', 'Words of second.']);
    bots.stop();
  });

  it('makes a turn final once; if that is refused, the learner does it', async () => {
    const { guide, model, state, said, stop, take } = atFirst();
    state.isTaken = false;
    take('=41');
    for (let count = 0; count < 5; count += 1) {
      await tick();
      flushSync();
    }
    expect(model.turn.send).toHaveBeenCalledTimes(1);
    expect([guide.confirms, guide.isWaiting, guide.isTalking]).toEqual([false, false, false]);
    expect(said).toEqual(['Your turn is complete. Press Done, or undo.']);
    stop();
  });

  it('leaves somebody alone who has gone another way', () => {
    const { guide, model, stop, take, confirmed } = atFirst();
    take('=18');
    expect([guide.isOff, guide.isFree, guide.confirms, guide.isTalking]).toEqual([true, true, false, false]);
    confirmed(false);
    expect(guide.text).toContain('You’ve gone your own way.');
    expect(guide.allows(choice('h7w'))).toBe(true);
    expect(model.turn.send).not.toHaveBeenCalled();
    stop();
  });
});
