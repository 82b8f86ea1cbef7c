// The domino in hand, and the buttons of a turn.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Board } from '../board/state.svelte';
import { moveOf } from '../game/generated';
import { readOptions } from '../game/moves';
import { actionOf, cellNamed as at, notationOf, rulesetOf, spotOf, viewOf } from '../game/testing';
import Actions from './Actions.svelte';
import type { Table } from './table.svelte';

const CELL_PX = 50;
const LIFT_PX = 72;
const RULES = rulesetOf('origins-totem');
const over = (file: number, rank: number) => ({ x: file * CELL_PX, y: (12 - rank) * CELL_PX });

let shown: ReturnType<typeof mount> | undefined;
let said: string[];
beforeEach(() => {
  said = [];
  Element.prototype.setPointerCapture = () => undefined; // jsdom has none
});
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = '';
});

/** As much of a table as the actions look at. */
function show(phase: string, moves: string[], more = {}): Board {
  const options = moves.map((move, points) => ({ action: actionOf(move), move, points }));
  const table = {
    view: viewOf(['Ann', 'Ben'], { phase, options, ...more }),
    turn: {
      choices: readOptions(options),
      play: async (action: number) => void said.push(`play ${notationOf(moveOf(action))}`),
      send: async (type: string, words: string) => void said.push(`${type}: ${words}`),
    },
    store: { state: 'open' },
    lesson: { guide: null },
    presenter: { isFollowing: false },
    ruleset: RULES,
    inHand: phase === 'place' ? 7 : null,
    isMyTurn: true,
    name: (seat: number) => ['Ann', 'Ben'][seat],
  } as unknown as Table;
  const hand = phase === 'place' ? { number: 7, halves: RULES.domino(7), isDouble: false } : null;
  const board = new Board({ hand, spots: phase === 'place' ? moves.map((move) => spotOf(move)) : [], turn: '1' }, {
    play: (action) => said.push(`play ${notationOf(moveOf(action))}`),
    replace: (action) => said.push(`replace ${notationOf(moveOf(action))}`),
    refuse: (cell, direction) => said.push(`refuse ${cell} ${direction}`),
  });
  const locate = ({ x, y }: { x: number; y: number }) => ({ x: x / CELL_PX, y: 12 - y / CELL_PX });
  const cellOf = (point: { x: number; y: number }) => 13 * Math.round(locate(point).y) + Math.round(locate(point).x);
  shown = mount(Actions, { target: document.body, props: { table, board, locate, cellOf } });
  flushSync();
  return board;
}
const button = (selector: string) => document.querySelector<HTMLButtonElement>(selector);
const labels = () => [...document.querySelectorAll('.actions button')].map((each) => each.ariaLabel ?? each.textContent.trim());
function pointer(type: string, { x, y }: { x: number; y: number }, pointerType = 'mouse'): void {
  button('.hand')!.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x, clientY: y, pointerType }));
  flushSync();
}

describe('the domino in hand', () => {
  it('turns by a tap, a key or the button beside it', () => {
    const board = show('place', ['h7e', 'h7s', 'h7w']);
    pointer('pointerdown', { x: 0, y: 0 });
    pointer('pointerup', { x: 0, y: 0 });
    expect(board.direction).toBe('s');
    button('.hand')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(board.direction).toBe('w');
    button('.rotate')!.click();
    expect([board.direction, said]).toEqual(['e', []]);
  });
  it('is dragged after eight pixels, and laid where it snaps', () => {
    const board = show('place', ['h7e']);
    pointer('pointerdown', { x: 0, y: 0 });
    pointer('pointermove', { x: 7, y: 0 });
    expect(board.drag).toBeNull();
    pointer('pointermove', { x: 8, y: 0 });
    expect([board.drag?.isNear, document.querySelectorAll('.dragged').length]).toEqual([false, 1]);
    pointer('pointermove', over(7.5, 6));
    expect([board.drag?.isNear, document.querySelectorAll('.dragged').length]).toEqual([true, 0]); // seen on the board
    pointer('pointerup', over(7.5, 6));
    expect([said, board.drag, board.direction]).toEqual([['play h7e'], null, 'e']);
  });
  it('is laid above the finger that drags it', () => {
    show('place', ['h7e']);
    const { x, y } = over(7.5, 6);
    pointer('pointerdown', { x: 0, y: 0 }, 'touch');
    pointer('pointermove', { x, y: y + LIFT_PX }, 'touch');
    pointer('pointerup', { x, y: y + LIFT_PX }, 'touch');
    expect(said).toEqual(['play h7e']);
  });
  it('that is dropped where it does not fit asks why', () => {
    show('place', ['h7e']);
    pointer('pointerdown', { x: 0, y: 0 });
    pointer('pointermove', over(3, 3));
    pointer('pointerup', over(3, 3));
    expect(said).toEqual([`refuse ${at('d4')} e`]);
  });
  it('asks that of the cell over which it floats, not of the one below the finger', () => {
    show('place', ['h7e']);
    const { x, y } = over(3, 3);
    pointer('pointerdown', { x: 0, y: 0 }, 'touch');
    pointer('pointermove', { x, y: y + LIFT_PX }, 'touch');
    pointer('pointerup', { x, y: y + LIFT_PX }, 'touch');
    expect(said).toEqual([`refuse ${at('d4')} e`]);
  });
  it('flies home if the browser takes the pointer away', () => {
    const board = show('place', ['h7e']);
    pointer('pointerdown', { x: 0, y: 0 });
    pointer('pointermove', over(7.5, 6));
    pointer('pointercancel', over(7.5, 6));
    expect([board.drag, board.aim, said]).toEqual([null, null, []]);
  });
  it('that was laid can still be turned by its button, if it fits in another way', () => {
    const board = show('place', ['h7e', 'h7s', 'c3e']);
    board.set({ laid: board.state.spots[0]! });
    flushSync();
    expect(button('.hand')).toBeNull();
    button('.rotate')!.click();
    expect(said).toEqual(['replace h7s']);
    board.set({ laid: board.state.spots[2]! });
    flushSync();
    expect(button('.rotate')).toBeNull();
  });
});

describe('the buttons', () => {
  it('undo and end a turn', () => {
    show('confirm', [], { is_complete: true, is_undoable: true });
    expect(labels()).toEqual(['Undo', 'Done']);
    for (const each of document.querySelectorAll<HTMLButtonElement>('.actions button')) each.click();
    expect(said).toEqual(['undo: Undo the last step', 'confirm: Confirm the turn']);
  });
  it('pass, or pay what costs least', () => {
    show('recruit', ['.']);
    button('.pass')!.click();
    expect(said).toEqual(['play .']);
    show('pay', ['-h7', '-f7']);
    expect(labels()).toContain('Pay the cheapest');
  });
  it('are none when there is nothing to do', () => {
    show('claim', []);
    expect(labels()).toEqual([]);
  });
});
