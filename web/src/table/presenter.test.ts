import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstPicture, fold, type Change, type Fact, type Picture } from '../game/fold';
import type { Event, Numbered, View } from '../game/messages';
import { actionOf, cellNamed as at, numbered, rulesetOf, viewOf } from '../game/testing';
import { change } from '../lib/settings.svelte';
import { lastPlaced } from './draft';
import { TablePresenter } from './presenter.svelte';

const STEP_MS = 450;
const LAST_MS = 800;
const RULES = rulesetOf('kingdomino');
const [MINE, OTHER] = [0, 1];

/** What the server would send: it folds its events as the client does. */
class Server {
  #picture: Picture = firstPicture(RULES, 2);
  #before: Picture[] = [];
  #number = 0;
  mover = MINE;
  news(...events: Event[]): [Numbered[], View] {
    const found = numbered(events, this.#number);
    this.#number += events.length;
    for (const event of events) {
      if (event.type === 'undone') this.#picture = this.#before.at(-event.steps)!;
      else {
        this.#before.push(this.#picture);
        this.#picture = fold(this.#picture, event as Change, RULES);
      }
    }
    return [found, viewOf(['Ann', 'Ben'], { ...this.#picture, number: this.#number, position: this.#number, phase: 'place', mover: this.mover })];
  }
}
const STEP: Event = { type: 'stepped', seat: MINE, action: actionOf('=3'), move: '', facts: [], points: [0, 0], by: 'player' };
const step = (seat: number, move: string, ...facts: Fact[]): Event => ({ ...STEP, seat, action: actionOf(move), move, facts });
const claim = (seat: number, domino: number) => step(seat, `=${domino}`, { type: 'claimed', seat, domino });
const place = (seat: number, move: string, ...cells: [string, string]) =>
  step(seat, move, { type: 'placed', seat, domino: 3, cells: [at(cells[0]), at(cells[1])] });
const confirm = (seat: number, ...line: number[]): Event =>
  ({ type: 'confirmed', seat, facts: line.length ? [{ type: 'line_revealed', numbers: line }] : [] });
const STARTED: Event = {
  type: 'started', game: 0, commit: '', points: [0, 0],
  facts: [{ type: 'order_drawn', order: [OTHER, MINE, MINE, OTHER] }, { type: 'line_revealed', numbers: [3, 5, 7, 9] }],
};

let server: Server;
let presenter: TablePresenter;
let told: string[];
const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
const push = (...events: Event[]) => presenter.push(...server.news(...events), RULES);
const owners = () => presenter.shown!.next.map(({ seat }) => seat);
const isHidden = vi.spyOn(document, 'visibilityState', 'get');

beforeEach(() => {
  vi.useFakeTimers();
  change({ speed: 'normal' });
  isHidden.mockReturnValue('visible');
  warned.mockClear();
  [server, told] = [new Server(), []];
  presenter = new TablePresenter({
    isMine: (seat) => seat === MINE,
    begins: (before, view, events) => told.push(`${before ? before.number : 'nothing'} to ${view.number}: ${events.map(({ event }) => event.type).join()}`),
    shows: (before, view) => told.push(`shows ${view.number}${before === view ? ' again' : ''}`),
    settled: () => told.push('settled'),
  });
  push(STARTED);
  told.length = 0;
});
afterEach(() => {
  presenter.close();
  vi.useRealTimers();
  expect(warned).not.toHaveBeenCalled(); // every picture led to its view
});

describe('what comes first', () => {
  it('is shown at once', () => {
    const fresh = new TablePresenter({ isMine: () => false, begins: () => undefined, shows: () => undefined, settled: () => told.push('settled') });
    fresh.push(...new Server().news(STARTED, claim(OTHER, 3), claim(MINE, 5)), RULES);
    expect([fresh.shown?.number, fresh.isFollowing, fresh.beat, told]).toEqual([3, false, null, ['settled']]);
  });
});

describe('my own steps', () => {
  it('show at once', () => {
    push(claim(MINE, 5));
    expect([owners(), presenter.isFollowing, presenter.beat]).toEqual([[-1, MINE, -1, -1], false, null]);
    expect(told).toEqual(['1 to 2: stepped', 'shows 2', 'shows 2', 'settled']);
  });
});

describe('the steps of others', () => {
  it('are shown one by one, each for a while, the last one longer', () => {
    push(place(OTHER, 'h7e', 'h7', 'i7'), claim(OTHER, 5), confirm(OTHER));
    expect([presenter.isFollowing, presenter.shown?.territories[OTHER]?.length, owners()]).toEqual([true, 3, [-1, -1, -1, -1]]);
    expect([presenter.beat?.seat, presenter.shown?.mover]).toEqual([OTHER, OTHER]);
    vi.advanceTimersByTime(STEP_MS - 1);
    expect(owners()).toEqual([-1, -1, -1, -1]);
    vi.advanceTimersByTime(1);
    expect([owners(), presenter.isFollowing]).toEqual([[-1, OTHER, -1, -1], true]);
    vi.advanceTimersByTime(LAST_MS - 1);
    expect([presenter.isFollowing, presenter.shown?.number]).toEqual([true, 3]);
    vi.advanceTimersByTime(1);
    expect([presenter.isFollowing, presenter.beat, presenter.shown?.number, presenter.shown?.mover]).toEqual([false, null, 4, MINE]);
    expect(told.at(-1)).toBe('settled');
  });
  it('are told when they begin to show, once', () => {
    push(claim(OTHER, 3), claim(OTHER, 5));
    push(claim(OTHER, 7));
    expect(told.filter((words) => words.includes('to'))).toEqual(['1 to 3: stepped,stepped']);
    vi.runAllTimers();
    expect(told.filter((words) => words.includes('to'))).toEqual(['1 to 3: stepped,stepped', '3 to 4: stepped']);
    expect(told.filter((words) => words === 'settled')).toHaveLength(1);
  });
  it('wait for those that came before', () => {
    push(claim(OTHER, 3));
    push(claim(OTHER, 5));
    expect(owners()).toEqual([OTHER, -1, -1, -1]);
    vi.advanceTimersByTime(LAST_MS);
    expect(owners()).toEqual([OTHER, OTHER, -1, -1]);
    expect(presenter.isFollowing).toBe(true);
    vi.advanceTimersByTime(LAST_MS);
    expect(presenter.isFollowing).toBe(false);
  });
  it('are all shown at once if somebody skips', () => {
    push(claim(OTHER, 3), claim(OTHER, 5), confirm(OTHER));
    push(claim(OTHER, 7));
    presenter.skip();
    expect([owners(), presenter.isFollowing, presenter.beat]).toEqual([[OTHER, OTHER, OTHER, -1], false, null]);
    expect(told.filter((words) => words.includes('to'))).toHaveLength(2);
    expect(told.at(-1)).toBe('settled');
    vi.runAllTimers();
    expect(told.filter((words) => words === 'settled')).toHaveLength(1);
  });
  it('are not shown one by one while the tab is hidden', () => {
    isHidden.mockReturnValue('hidden');
    push(claim(OTHER, 3), claim(OTHER, 5));
    expect([owners(), presenter.isFollowing]).toEqual([[OTHER, OTHER, -1, -1], false]);
  });
  it('are not shown one by one after more than a round', () => {
    const turns = [3, 5, 7].flatMap((domino) => [claim(OTHER, domino), confirm(OTHER)]);
    push(...turns);
    expect([owners(), presenter.isFollowing]).toEqual([[OTHER, OTHER, OTHER, -1], false]);
  });
  it('take as long as the speed says', () => {
    change({ speed: 'slow' });
    push(claim(OTHER, 3));
    vi.advanceTimersByTime(LAST_MS * 1.8 - 1);
    expect(presenter.isFollowing).toBe(true);
    vi.advanceTimersByTime(1);
    expect(presenter.isFollowing).toBe(false);
    change({ speed: 'off' });
    push(claim(OTHER, 5));
    expect([presenter.isFollowing, presenter.beat]).toEqual([false, null]);
  });
  it('stop when the page goes', () => {
    push(claim(OTHER, 3), claim(OTHER, 5));
    presenter.close();
    vi.runAllTimers();
    expect(owners()).toEqual([OTHER, -1, -1, -1]);
  });
});

describe('a step that is undone', () => {
  const undone = (seat: number, steps: number): Event => ({ type: 'undone', seat, steps });
  it('goes back to the picture before it', () => {
    push(claim(MINE, 3));
    push(undone(MINE, 1));
    expect([owners(), presenter.isFollowing]).toEqual([[-1, -1, -1, -1], false]);
  });
  it('of others is seen before it goes back', () => {
    push(claim(OTHER, 3));
    push(undone(OTHER, 1));
    expect(owners()).toEqual([OTHER, -1, -1, -1]);
    vi.advanceTimersByTime(LAST_MS);
    expect([owners(), presenter.isFollowing]).toEqual([[-1, -1, -1, -1], false]);
  });
  it('takes the steps along that it forced', () => {
    push(place(MINE, 'h7e', 'h7', 'i7'));
    push(claim(MINE, 3), undone(MINE, 2));
    expect([owners(), presenter.shown?.territories[MINE]?.length]).toEqual([[-1, -1, -1, -1], 1]);
  });
});

it('a turn that is taken back leads to the view, without a picture of its own', () => {
  push(claim(MINE, 3), confirm(MINE));
  const back: Event = { type: 'taken_back', seat: MINE, steps: 1 };
  presenter.push(numbered([back], 3), viewOf(['Ann', 'Ben'], { number: 4, phase: 'claim', next: [{ number: 3, seat: -1 }] }), RULES);
  expect([owners(), presenter.isFollowing]).toEqual([[-1], false]);
  const step: Event = { ...STEP, seat: OTHER, facts: [{ type: 'claimed', seat: OTHER, domino: 3 }] };
  presenter.push(numbered([step], 4), viewOf(['Ann', 'Ben'], { number: 5, next: [{ number: 3, seat: OTHER }] }), RULES);
  expect([owners(), presenter.isFollowing]).toEqual([[OTHER], true]); // what follows can be followed again
});

it('the view wins over events that lead elsewhere, with a warning', () => {
  const [events, view] = server.news(claim(MINE, 3));
  presenter.push(events, { ...view, points: [1, 1] }, RULES);
  expect(presenter.shown?.points).toEqual([1, 1]);
  expect(warned).toHaveBeenCalledOnce();
  warned.mockClear();
});

describe('the domino that was placed last', () => {
  const log = numbered([STARTED, place(OTHER, 'h7e', 'h7', 'i7'), claim(OTHER, 3), place(MINE, 'f7w', 'f7', 'e7')], 0);
  it('is that of the log, as far as it is shown', () => {
    expect(lastPlaced(log, 4)).toMatchObject({ seat: MINE, cells: [at('f7'), at('e7')] });
    expect(lastPlaced(log, 3)).toMatchObject({ seat: OTHER, cells: [at('h7'), at('i7')] });
    expect(lastPlaced(log, 1)).toBeNull();
  });
});
