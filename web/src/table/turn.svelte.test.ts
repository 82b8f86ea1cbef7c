// A file for runes: what a turn reads is state.
import { beforeEach, describe, expect, it } from 'vitest';
import { moveOf, type Option } from '../game/generated';
import { beside } from '../game/canvas';
import type { Event, Numbered, Refused, View } from '../game/messages';
import { actionOf, cellNamed as at, notationOf, numbered, rulesetOf, viewOf } from '../game/testing';
import type { CommandBody } from './store.svelte';
import { Turn } from './turn.svelte';

const RULES = rulesetOf('origins-totem');
const HOME = { cell: at('g7'), terrain: 'H' };
const REFUSED: Refused = { type: 'refused', id: '', code: 'illegal', params: {}, text: '' };
const PLACES = ['h7e', 'h7n', 'h7s', 'f7w'];

const options = (...moves: string[]): Option[] => moves.map((move, points) => ({ action: actionOf(move), move, points: points + 1 }));
const named = ({ action }: { action: number }) => notationOf(moveOf(action));

/** A table of one: its server answers one command after the other, when told. */
function table(phase = 'place', ...moves: string[]) {
  const state = $state({ isMine: true, allowed: null as string[] | null });
  let view = $state.raw<View>(viewOf(['Ann', 'Ben'], {
    phase, territories: [[HOME], [HOME]], points: [1, 0], current: [{ number: 7, seat: 0 }], options: options(...(moves.length ? moves : PLACES)),
  }));
  let log = $state.raw<Numbered[]>([]);
  const open: { body: CommandBody; settle: (refused: Refused | null) => void }[] = [];
  const sent: string[] = [];
  const words: string[] = [];
  const refusals: string[] = [];
  let nudges = 0;
  const turn = new Turn({
    view: () => view,
    log: () => log,
    ruleset: () => RULES,
    isMine: () => state.isMine,
    words: ({ move }) => notationOf(move),
    allows: ({ move }) => !state.allowed || state.allowed.includes(notationOf(move)),
    nudge: () => (nudges += 1),
    command: (body, said = '') => {
      sent.push(body.type === 'act' ? named(body) : body.type);
      words.push(said);
      return new Promise((settle) => open.push({ body, settle }));
    },
    refused: ({ code }) => refusals.push(code),
    hold: () => undefined,
  });
  const add = (event: Event) => (log = [...log, ...numbered([event], log.length)]);
  const stepped = (seat: number, move: string, by: 'player' | 'rule' = 'player') =>
    add({ type: 'stepped', seat, action: actionOf(move), move, facts: [], points: [1, 0], by });
  /** What the server does with an action: the domino lies, and `next` may be chosen. */
  function act(move: string, next: Option[]): void {
    stepped(0, move);
    const made = moveOf(actionOf(move));
    if (made.kind !== 'place') return;
    const squares = [HOME, { cell: made.cell, terrain: 'D' }, { cell: beside(made.cell, made.direction), terrain: 'L', symbols: 1 }];
    view = { ...view, territories: [squares, [HOME]], phase: 'claim', options: next };
  }
  const tick = () => new Promise((resolve) => setTimeout(resolve));
  return {
    turn, state, sent, words, refusals, stepped, add,
    nudges: () => nudges,
    isOpen: () => open.length > 0,
    /** Answers the oldest open command. */
    async answer(refused: Refused | null = null, next = options('=5', '=9')): Promise<void> {
      const { body, settle } = open.shift()!;
      if (!refused && body.type === 'act') act(named(body), next);
      if (!refused && body.type === 'undo') {
        add({ type: 'undone', seat: 0, steps: 1 });
        view = { ...view, territories: [[HOME], [HOME]], phase: 'place', options: options(...PLACES) };
      }
      settle(refused);
      await tick();
    },
    seen: () => turn.squares(0).filter(({ terrain }) => terrain !== 'H').map(({ cell }) => cell).sort(),
  };
}
const cells = (...names: string[]) => names.map(at).sort();

let made: ReturnType<typeof table>;
beforeEach(() => (made = table()));

describe('my choices', () => {
  it('are placements with what they bring', () => {
    expect(made.turn.spots[1]).toEqual({ action: actionOf('h7n'), cells: [at('h7'), at('h8')], direction: 'n', gain: 1 });
    expect(made.turn.targets).toEqual([]);
  });
  it('are targets with what they bring and burn', () => {
    const { turn } = table('erupt', '*h7', '*g7');
    expect(turn.targets.map(({ cell, kind, gain, burns }) => [cell, kind, gain, burns])).toEqual([[at('h7'), 'fire', 0, false], [at('g7'), 'fire', 1, false]]);
  });
  it('are none when it is not my turn', () => {
    made.state.isMine = false;
    expect([made.turn.choices, made.turn.spots]).toEqual([[], []]);
  });
  it('are those of the lesson; another one is left to the guide', async () => {
    made.state.allowed = ['h7n'];
    expect([made.turn.spots.map(named), made.turn.possible.length]).toEqual([['h7n'], 4]);
    await made.turn.play(actionOf('h7e'));
    expect([made.sent, made.nudges()]).toEqual([[], 1]);
    void made.turn.play(actionOf('h7n'));
    expect(made.sent).toEqual(['h7n']);
  });
  it('that are none are not sent', async () => {
    await made.turn.play(actionOf('h7w'));
    expect([made.sent, made.nudges()]).toEqual([[], 0]);
  });
});

describe('a placement', () => {
  it('is sent with its words, and lies at once', async () => {
    void made.turn.play(actionOf('h7e'));
    expect([made.sent, made.words, made.seen()]).toEqual([['h7e'], ['h7e'], cells('h7', 'i7')]);
    expect(made.turn.laid?.wanted.action).toBe(actionOf('h7e'));
    await made.answer();
    expect([made.seen(), made.turn.laid?.domino]).toEqual([cells('h7', 'i7'), 7]);
  });
  it('has the halves of its domino, with what lives on them', () => {
    void made.turn.play(actionOf('h7e'));
    expect(made.turn.squares(0).slice(1)).toEqual([
      { terrain: 'D', symbols: 0, craters: 0, cell: at('h7'), resource: false },
      { terrain: 'L', symbols: 1, craters: 0, cell: at('i7'), resource: false },
    ]);
    expect(made.turn.squares(1)).toEqual([HOME]);
  });
  it('that is refused is gone, and the refusal is told', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer(REFUSED);
    expect([made.seen(), made.turn.laid, made.refusals]).toEqual([[], null, ['illegal']]);
    void made.turn.play(actionOf('h7n'));
    expect(made.sent).toEqual(['h7e', 'h7n']);
  });
  it('is not sent twice', () => {
    void made.turn.play(actionOf('h7e'));
    void made.turn.play(actionOf('h7n'));
    expect(made.sent).toEqual(['h7e']);
  });
});

describe('a laid domino', () => {
  it('is turned by an undo and another act, and shows so at once', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    void made.turn.replace(actionOf('h7n'));
    expect([made.sent, made.turn.laid?.wanted.action]).toEqual([['h7e', 'undo'], actionOf('h7n')]);
    expect(made.seen()).toEqual(expect.arrayContaining(cells('h7', 'h8')));
    await made.answer();
    expect([made.sent, made.seen()]).toEqual([['h7e', 'undo', 'h7n'], cells('h7', 'h8')]);
    await made.answer();
    expect([made.sent.length, made.seen(), made.turn.laid?.action]).toEqual([3, cells('h7', 'h8'), actionOf('h7n')]);
  });
  it('is not seen where it lay while it is turned', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    void made.turn.replace(actionOf('h7n'));
    expect(made.seen()).toEqual(cells('h7', 'h8'));
  });
  it('can be turned while it is on its way: of several turns only the last is sent', async () => {
    void made.turn.play(actionOf('h7e'));
    for (const move of ['h7n', 'h7s', 'f7w']) void made.turn.replace(actionOf(move));
    expect([made.sent, made.seen()]).toEqual([['h7e'], cells('e7', 'f7')]);
    for (let count = 0; count < 3; count += 1) await made.answer();
    expect([made.sent, made.seen(), made.refusals]).toEqual([['h7e', 'undo', 'f7w'], cells('e7', 'f7'), []]);
  });
  it('that is turned back while it is on its way is not sent again', async () => {
    void made.turn.play(actionOf('h7e'));
    for (const move of ['h7n', 'h7e']) void made.turn.replace(actionOf(move));
    await made.answer();
    expect([made.sent, made.turn.laid?.wanted.action]).toEqual([['h7e'], actionOf('h7e')]);
  });
  it('ends where the last of several turns wants it, whenever they come', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    void made.turn.replace(actionOf('h7n'));
    void made.turn.replace(actionOf('h7s'));
    void made.turn.replace(actionOf('f7w'));
    while (made.isOpen()) await made.answer();
    expect([made.seen(), made.turn.laid?.wanted.action]).toEqual([cells('e7', 'f7'), actionOf('f7w')]);
  });
  it('that is turned on during the undo is sent once', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    for (const move of ['h7n', 'h7s', 'f7w']) void made.turn.replace(actionOf(move));
    await made.answer();
    expect(made.sent).toEqual(['h7e', 'undo', 'f7w']);
  });
  it('is back where the server has it if the turn is refused', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    void made.turn.replace(actionOf('h7n'));
    await made.answer(REFUSED);
    expect([made.sent, made.seen(), made.turn.laid, made.refusals]).toEqual([['h7e', 'undo'], cells('h7', 'i7'), null, ['illegal']]);
  });
  it('is in the hand again if only the undo was done', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    void made.turn.replace(actionOf('h7n'));
    await made.answer();
    await made.answer(REFUSED);
    expect([made.seen(), made.turn.laid]).toEqual([[], null]);
    expect(made.turn.spots).toHaveLength(4);
  });
  it('can be turned though the rules chose something after it', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    made.stepped(0, '=5', 'rule');
    expect(made.turn.laid).not.toBeNull();
    void made.turn.replace(actionOf('h7n'));
    expect(made.sent.at(-1)).toBe('undo');
  });
  it('can’t be turned after a later choice', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    const later = made.turn.play(actionOf('=5'));
    expect(made.turn.laid).toBeNull();
    await made.answer();
    await later;
    await made.turn.replace(actionOf('h7n'));
    expect([made.turn.laid, made.sent]).toEqual([null, ['h7e', '=5']]);
  });
  it('can be turned again once the later choice is undone', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    void made.turn.play(actionOf('=5'));
    await made.answer();
    expect(made.turn.laid).toBeNull();
    made.add({ type: 'undone', seat: 0, steps: 1 });
    expect(made.turn.laid?.action).toBe(actionOf('h7e'));
  });
  it.each<[string, Event]>([
    ['undone', { type: 'undone', seat: 0, steps: 1 }],
    ['made final', { type: 'confirmed', seat: 0, facts: [] }],
    ['taken back', { type: 'taken_back', seat: 0, steps: 1 }],
  ])('can’t be turned once it is %s on another device', async (_, event) => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    made.add(event);
    await made.turn.replace(actionOf('h7n'));
    expect([made.turn.laid, made.sent]).toEqual([null, ['h7e']]);
  });
  it('can’t be turned to where it does not fit', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    await made.turn.replace(actionOf('h7w'));
    expect(made.sent).toEqual(['h7e']);
  });
});

describe('undo and done', () => {
  it('are sent with their words; then nothing can be turned', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    const done = made.turn.send('confirm', 'Done');
    expect([made.sent, made.words.at(-1), made.turn.laid]).toEqual([['h7e', 'confirm'], 'Done', null]);
    await made.answer();
    expect(await done).toBe(true);
  });
  it('say whether they were refused', async () => {
    const undone = made.turn.send('undo', 'Undo');
    await made.answer(REFUSED);
    expect([await undone, made.refusals]).toEqual([false, ['illegal']]);
  });
  it('wait for a domino that is on its way', async () => {
    void made.turn.play(actionOf('h7e'));
    await made.answer();
    void made.turn.replace(actionOf('h7n'));
    const done = made.turn.send('confirm', 'Done');
    expect(made.sent.at(-1)).toBe('undo');
    while (made.isOpen()) await made.answer();
    expect([await done, made.sent]).toEqual([true, ['h7e', 'undo', 'h7n', 'confirm']]);
  });
});
