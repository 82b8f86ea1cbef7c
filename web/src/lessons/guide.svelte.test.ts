import { flushSync, tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { Event } from '../game/messages';
import { readOptions } from '../game/moves';
import type { TableModel } from '../table/model.svelte';
import { Guide } from './guide.svelte';

const SCRIPT = { moves: ['=41', 'h7e', '=21'], turns: 2 };
const WORDS = Object.fromEntries(['hello', 'numbers', 'first', 'second', 'place'].map((word) => [`kingdomino.${word}`, `Words of ${word}.`]));

/** As much of a table as a guide looks at. */
function table() {
  const state = $state({ isMyTurn: true, isComplete: false, position: 1, events: [] as { event: Event }[], isTaken: true });
  const model = {
    table: 'T',
    mine: [0],
    isOver: false,
    isFollowing: false,
    said: '',
    name: () => 'Ann',
    catalogue: {},
    say: vi.fn(),
    send: vi.fn(async () => state.isTaken),
    get isMyTurn() {
      return state.isMyTurn;
    },
    get shown() {
      return { position: state.position, is_complete: state.isComplete, phase: 'claim', mover: 0, current: [], erupting: null };
    },
    connection: {
      get events() {
        return state.events;
      },
      get view() {
        return model.shown;
      },
    },
  };
  const guide = new Guide(model as unknown as TableModel, 'kingdomino', SCRIPT as never);
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
  /** The learner makes a move, which completes the turn. */
  const take = (move: string) => {
    state.events = [...state.events, { event: { type: 'stepped', seat: 0, action: 0, move, by: 'player' } }];
    state.isComplete = true;
    state.position += 1;
    flushSync();
  };
  const confirmed = (isMyTurn: boolean) => {
    state.events = [...state.events, { event: { type: 'confirmed', seat: 0, outcomes: [] } }];
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

describe('a guide', () => {
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
    expect(model.send).toHaveBeenCalledTimes(1);
    expect([guide.confirms, guide.isWaiting, guide.isTalking]).toEqual([false, false, false]);
    expect(said).toEqual(['Your turn is complete. Confirm it, or undo.']);
    stop();
  });

  it('leaves somebody alone who has gone another way', () => {
    const { guide, model, stop, take, confirmed } = atFirst();
    take('=18');
    expect([guide.isOff, guide.isFree, guide.confirms, guide.isTalking]).toEqual([true, true, false, false]);
    confirmed(false);
    expect(guide.text).toContain('You’ve gone your own way.');
    expect(guide.allows(readOptions([{ action: 0, move: 'h7w', points: 0 }])[0]!)).toBe(true);
    expect(model.send).not.toHaveBeenCalled();
    stop();
  });
});
