// A few facts; tests/server/test_fold.py compares whole games of every ruleset with the server's boards.
import { describe, expect, it } from 'vitest';
import { Follower } from './beats';
import { firstPicture, fold, foldFact, samePicture, type Fact, type Picture } from './fold';
import type { Event } from './messages';
import { actionOf, cellNamed as at, rulesetOf } from './testing';

const TOTEM = rulesetOf('origins-totem');
const TRIBE = rulesetOf('origins-tribe');
const facts = (picture: Picture, ...all: Fact[]) => all.reduce((before, fact) => foldFact(before, fact, TOTEM), picture);
const tribal = (picture: Picture, ...all: Fact[]) => all.reduce((before, fact) => foldFact(before, fact, TRIBE), picture);
const squareAt = (picture: Picture, cell: string, seat = 0) => picture.territories[seat]!.find((square) => square.cell === at(cell));

const STEP: Extract<Event, { type: 'stepped' }> = { type: 'stepped', seat: 0, action: actionOf('=5'), move: '', facts: [], points: [0, 0], by: 'player' };
const step = (...all: Fact[]): Event => ({ ...STEP, facts: all });
const line: Fact = { type: 'line_revealed', numbers: [5, 6] };
const claimed = (seat: number, domino: number): Fact => ({ type: 'claimed', seat, domino });
const placed = (domino: number, first: string, second: string): Fact => ({ type: 'placed', seat: 0, domino, cells: [at(first), at(second)] });

describe('the table before anything is drawn', () => {
  it('has homes, all dominoes in the box, and the parts of its ruleset', () => {
    const totem = firstPicture(TOTEM, 2);
    expect([totem.territories, totem.points]).toEqual([[[{ cell: at('g7'), terrain: 'H' }], [{ cell: at('g7'), terrain: 'H' }]], [0, 0]]);
    expect([totem.unseen.length, totem.totems, totem.pile]).toEqual([12, [-1, -1], []]);
    const tribe = firstPicture(TRIBE, 2);
    expect([tribe.totems, tribe.pile]).toEqual([[], ['hu', 'hu', 'pa', 'pa', 'w1', 'w1', 'w1', 'w1']]);
  });
});

describe('a fact', () => {
  it('puts a domino down with the resources that come along', () => {
    const picture = facts(firstPicture(TOTEM, 2), placed(5, 'h7', 'i7'), placed(7, 'f7', 'e7'));
    expect(picture.territories[0]!.slice(1)).toEqual([
      { cell: at('h7'), terrain: 'G', resource: true }, { cell: at('i7'), terrain: 'L', resource: true },
      { cell: at('f7'), terrain: 'D' }, { cell: at('e7'), terrain: 'L', symbols: 1 },
    ]);
    expect(picture.territories[1]).toHaveLength(1);
  });
  it('without resources puts down dominoes only', () => {
    const plain = rulesetOf('origins-discovery');
    expect(foldFact(firstPicture(plain, 2), placed(5, 'h7', 'i7'), plain).territories[0]![1]).toEqual({ cell: at('h7'), terrain: 'G' });
  });
  it('lets a volcano erupt, and its fire burn what lies there', () => {
    const erupting = facts(firstPicture(TOTEM, 2), placed(5, 'h7', 'i7'), placed(6, 'g8', 'g9'));
    expect([erupting.erupting, squareAt(erupting, 'g8')?.craters]).toEqual([at('g8'), 2]);
    const burnt = facts(erupting, { type: 'fire_landed', seat: 0, volcano: at('g8'), cell: at('h7'), fires: 2 }, { type: 'resource_burnt', seat: 0, cell: at('h7'), resource: 'mammoth' });
    expect([burnt.erupting, squareAt(burnt, 'h7')]).toEqual([null, { cell: at('h7'), terrain: 'G', token: 2 }]);
    expect(facts(erupting, { type: 'fire_lost', seat: 0, volcano: at('g8'), fires: 2 }).erupting).toBeNull();
  });
  it('moves a totem, also back to the middle', () => {
    const moved = facts(firstPicture(TOTEM, 2), { type: 'totem_moved', resource: 'fish', source: null, target: 1 });
    expect(moved.totems).toEqual([-1, 1]);
    expect(facts(moved, { type: 'totem_moved', resource: 'fish', source: 1, target: null }).totems).toEqual([-1, -1]);
  });
  it('recruits a caveman, pays and settles', () => {
    const begun = tribal(firstPicture(TRIBE, 2), { type: 'cavemen_revealed', kinds: ['w1', 'hu'] }, placed(5, 'h7', 'i7'), placed(2, 'f7', 'e7'));
    expect([begun.cave, begun.pile]).toEqual([['hu', 'w1'], ['hu', 'pa', 'pa', 'w1', 'w1', 'w1']]);
    const paid = tribal(begun, { type: 'recruited', seat: 0, kind: 'hu', from_pile: false },
      { type: 'resource_paid', seat: 0, cell: at('i7'), resource: 'fish' }, { type: 'resource_paid', seat: 0, cell: at('h7'), resource: 'mammoth' });
    expect([paid.cave, paid.recruiting]).toEqual([['w1'], { kind: 'hu', from_pile: false, paid: ['mammoth', 'fish'] }]);
    const settled = tribal(paid, { type: 'settled', seat: 0, cell: at('f7'), kind: 'hu' });
    expect([settled.recruiting, squareAt(settled, 'f7')?.caveman, squareAt(settled, 'h7')?.resource]).toEqual([null, 'hu', undefined]);
    const burnt = tribal(settled, { type: 'caveman_burnt', seat: 0, cell: at('f7'), kind: 'hu' });
    expect(squareAt(burnt, 'f7')).toEqual({ cell: at('f7'), terrain: 'D' });
    expect(tribal(begun, { type: 'recruited', seat: 0, kind: 'pa', from_pile: true }).pile).toEqual(['hu', 'pa', 'w1', 'w1', 'w1']);
  });
  it('counts what is discarded, and leaves the picture before as it was', () => {
    const before = firstPicture(TOTEM, 2);
    expect(facts(before, { type: 'discarded', seat: 1, domino: 5 }).discards).toEqual([0, 1]);
    expect(before).toEqual(firstPicture(TOTEM, 2));
  });
});

describe('an event of the log', () => {
  const start = fold(firstPicture(TOTEM, 2), { type: 'started', game: 0, commit: '', facts: [{ type: 'order_drawn', order: [1, 0] }, line], points: [0, 0] }, TOTEM);
  it('starts with the first line', () => {
    expect([start.next, start.opening, start.unseen.length]).toEqual([[{ number: 5, seat: -1 }, { number: 6, seat: -1 }], [1, 0], 10]);
  });
  it('brings points', () => {
    expect(fold(start, { ...STEP, facts: [claimed(1, 6)], points: [0, 3] }, TOTEM)).toMatchObject({ next: [{ seat: -1 }, { seat: 1 }], points: [0, 3] });
  });
  it('that ends a turn goes to the next, and after the last one to the next line, without what nobody chose', () => {
    const first = fold(fold(start, { ...STEP, facts: [claimed(1, 6)] }, TOTEM), { type: 'confirmed', seat: 1, facts: [] }, TOTEM);
    expect([first.turn, first.current]).toEqual([1, []]);
    const facts: Fact[] = [{ type: 'left_over', domino: 5 }, { type: 'line_revealed', numbers: [7, 8] }];
    const second = fold(first, { type: 'confirmed', seat: 0, facts }, TOTEM);
    expect(second).toMatchObject({ turn: 0, opening: [], current: [{ number: 6, seat: 1 }], next: [{ number: 7 }, { number: 8 }] });
  });
});

describe('a log that is followed', () => {
  const started: Event = { type: 'started', game: 0, commit: '', facts: [{ type: 'order_drawn', order: [0, 1] }, line], points: [0, 0] };
  it('goes back with an undo, step by step or several at once', () => {
    for (const undos of [[1, 1], [2]]) {
      const follower = new Follower(TOTEM);
      const first = follower.take(started, 1)!.after;
      follower.take(step(claimed(0, 5)), 2);
      follower.take(step(claimed(0, 6)), 3);
      const back = undos.map((steps) => follower.take({ type: 'undone', seat: 0, steps }, 4));
      expect([back.at(-1)?.kind, back.at(-1)?.after]).toEqual(['undo', first]);
    }
  });
  it('is lost with a takeback until the next view', () => {
    const follower = new Follower(TOTEM);
    const { after } = follower.take(started, 1)!;
    follower.take(step(claimed(0, 5)), 2);
    follower.take({ type: 'confirmed', seat: 0, facts: [] }, 3);
    follower.take(step(claimed(1, 6)), 3);
    expect(follower.take({ type: 'taken_back', seat: 0, steps: 1 }, 4)).toBeNull();
    expect(follower.take(step(claimed(0, 6)), 5)).toBeNull();
    follower.reset(after);
    expect(follower.take(step(claimed(0, 6)), 6)?.after.next).toEqual([{ number: 5, seat: -1 }, { number: 6, seat: 0 }]);
  });
  it('does not go behind the turn under way', () => {
    const follower = new Follower(TOTEM);
    follower.take(started, 1);
    follower.take(step(claimed(0, 5)), 2);
    follower.take({ type: 'confirmed', seat: 0, facts: [] }, 3);
    expect(follower.take({ type: 'undone', seat: 0, steps: 1 }, 4)).toBeNull();
  });
  it('has no picture of what happens beside the game', () => {
    expect(new Follower(TOTEM).take({ type: 'joined', seat: 0, name: 'Ann' }, 1)).toBeNull();
  });
});

describe('pictures', () => {
  it('are the same if they show the same, whatever else is said with them', () => {
    const one = firstPicture(TOTEM, 2);
    expect(samePicture(one, { ...firstPicture(TOTEM, 2), position: 4 } as Picture)).toBe(true);
    for (const other of [{ totems: [-1, 0] }, { points: [0, 1] }, { erupting: 84 }, { unseen: one.unseen.slice(1) }, { territories: [[], []] }])
      expect(samePicture(one, { ...one, ...other })).toBe(false);
  });
});
