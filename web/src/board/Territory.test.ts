import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moveOf } from '../game/generated';
import { actionOf, cellNamed as at, notationOf, spotOf } from '../game/testing';
import { Board, type BoardState, type Target } from './state.svelte';
import Territory from './Territory.svelte';

const HALF = { terrain: 'W', symbols: 0, craters: 0 };
const HAND: BoardState['hand'] = { number: 7, halves: [HALF, HALF], isDouble: false };
const SQUARES = [{ cell: at('g7'), terrain: 'H' }, { cell: at('f7'), terrain: 'W', resource: true }];
const AREA_PX = 500; // wide and high: five squares, as good as 100 each

const spots = (...moves: string[]) => moves.map((move) => spotOf(move, 2));
const target = (move: string, more: Partial<Target> = {}): Target => ({ action: actionOf(move), cell: at(move.slice(1)), kind: 'fire', gain: 2, burns: false, ...more });

let shown: ReturnType<typeof Territory> | undefined;
let said: string[];
beforeEach(() => {
  said = [];
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
  Element.prototype.setPointerCapture = () => undefined; // jsdom has none
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

function show(state: Partial<BoardState>): Board {
  const move = (action: number) => notationOf(moveOf(action));
  const board = new Board({ squares: SQUARES, size: 5, turn: '1', words: (cell) => `cell ${cell}`, label: 'Squares', ...state }, {
    play: (action) => said.push(`play ${move(action)}`),
    replace: (action) => said.push(`replace ${move(action)}`),
    refuse: (cell, direction) => said.push(`refuse ${cell} ${direction}`),
    aim: (spot) => said.push(`aim ${spot && move(spot.action)}`),
  });
  board.area = { left: 4, bottom: 4, width: 5, height: 5 };
  shown = mount(Territory, { target: document.body, props: { board } });
  flushSync();
  plane().getBoundingClientRect = () => ({ left: 0, top: 0, width: AREA_PX, height: AREA_PX }) as DOMRect;
  return board;
}
const plane = () => document.querySelector<HTMLElement>('.territory')!;
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const cell = (name: string) => document.querySelector<HTMLElement>(`[data-at=${name}]`)!;
/** Where a cell is on the screen. */
function point(name: string): { clientX: number; clientY: number } {
  const [file, rank] = ['abcdefghijklm'.indexOf(name[0]!) - 4, Number(name.slice(1)) - 5];
  return { clientX: (file + 0.5) * 100, clientY: (4 - rank + 0.5) * 100 };
}
function pointer(type: string, name: string, more: PointerEventInit = {}): void {
  plane().dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType: 'mouse', ...point(name), ...more }));
  flushSync();
}
const click = (name: string) => pointer('click', name);
const press = (key: string) => {
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  flushSync();
};

describe('a board', () => {
  it('shows what lies on it', () => {
    show({});
    expect(all('svg [data-cell]').map((each) => each.dataset.cell)).toEqual(['g7', 'f7']);
  });
  it('lights every cell where the domino in hand may lie, whatever its rotation', () => {
    const board = show({ hand: HAND, spots: spots('h7e', 'g8n') });
    const lit = () => all('.lit').map((each) => each.dataset.cell).sort();
    expect(lit()).toEqual(['g8', 'g9', 'h7', 'i7']);
    expect(all('[data-lit]').map((each) => each.dataset.at).sort()).toEqual(['g8', 'g9', 'h7', 'i7']);
    board.rotate();
    flushSync();
    expect(lit()).toEqual(['g8', 'g9', 'h7', 'i7']);
    board.set({ laid: board.state.spots[0]! });
    flushSync();
    expect([lit(), all('rect.laid').length]).toEqual([[], 1]);
  });
  it('shows squares for a fire with their points, and what it would burn', () => {
    show({ targets: [target('*f7', { burns: true, gain: -1 }), target('*h7')] });
    expect(all('.target').map((each) => [each.dataset.target, each.textContent.trim()])).toEqual([['f7', '−1'], ['h7', '+2']]);
    expect(all('.burns')).toHaveLength(1);
    expect(all('[data-lit]').map((each) => each.dataset.at).sort()).toEqual(['f7', 'h7']);
  });
  it('shows how the aimed domino would lie, with its points', () => {
    const board = show({ hand: HAND, spots: spots('h7e') });
    pointer('pointermove', 'h7');
    expect([board.aim?.action, document.querySelector('.ghost')?.textContent.trim()]).toEqual([actionOf('h7e'), '+2']);
    pointer('pointerleave', 'h7');
    expect(document.querySelector('.ghost')).toBeNull();
  });
  it('is a picture where nothing has words', () => {
    show({ words: null });
    const picture = document.querySelector('svg')!;
    expect([picture.getAttribute('role'), picture.getAttribute('aria-label'), all('[role=grid]').length]).toEqual(['img', 'Squares', 0]);
  });
  it('names its files and ranks if asked', () => {
    show({ coordinates: true });
    expect(all('.names text').map((each) => each.textContent).join('')).toBe('efghi98765');
  });
});

describe('a pointer', () => {
  it('lays the domino with one tap, and asks why elsewhere', () => {
    show({ hand: HAND, spots: spots('h7e') });
    click('i7');
    click('e5');
    expect(said).toEqual(['play h7e', `refuse ${at('e5')} e`]);
  });
  it('lays it as near as possible to where it taps', () => {
    show({ hand: HAND, spots: spots('h7e', 'i7e') });
    pointer('click', 'i7', { clientX: point('i7').clientX + 20 });
    expect(said).toEqual(['play i7e']);
  });
  it('chooses a target, and asks why elsewhere', () => {
    show({ targets: [target('*h7')] });
    click('h7');
    click('e5');
    expect(said).toEqual(['play *h7', `refuse ${at('e5')} e`]);
  });
  it('does nothing where nothing can be done', () => {
    show({});
    click('e5');
    expect(said).toEqual([]);
  });
  it('turns the domino with a second finger or the other button', () => {
    const board = show({ hand: HAND, spots: spots('h7e', 'h7n', 'h7w') });
    pointer('pointerdown', 'e5', { pointerType: 'touch', isPrimary: false });
    expect(board.direction).toBe('w');
    pointer('pointerdown', 'e5', { button: 2 });
    expect(board.direction).toBe('n');
    expect(plane().dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))).toBe(false);
  });
  it('turns it with the wheel, one step at a time though a trackpad sends many', () => {
    const board = show({ hand: HAND, spots: spots('h7e', 'h7n', 'h7w') });
    let ms = 1000;
    const wheel = (later: number) => {
      const event = new WheelEvent('wheel', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: (ms += later) });
      plane().dispatchEvent(event);
      expect(event.defaultPrevented).toBe(true);
      return board.direction;
    };
    expect([wheel(0), wheel(100), wheel(79), wheel(1)]).toEqual(['w', 'w', 'w', 'n']);
  });
  it('drags the laid domino elsewhere after eight pixels', () => {
    const board = show({ hand: HAND, spots: spots('h7e', 'e6e'), targets: [target('*g7')] });
    board.set({ laid: board.state.spots[0]! });
    const from = point('h7');
    pointer('pointerdown', 'h7');
    pointer('pointermove', 'h7', { clientX: from.clientX + 7 });
    expect(board.drag).toBeNull();
    pointer('pointermove', 'h7', { clientX: from.clientX + 8 });
    expect(board.drag?.isNear).toBe(true);
    pointer('pointermove', 'e6');
    pointer('pointerup', 'e6');
    click('e6'); // browsers send it after a drag too
    expect([said, board.drag]).toEqual([['replace e6e'], null]);
  });
  it('drags nothing else', () => {
    const board = show({ hand: HAND, spots: spots('h7e') });
    pointer('pointerdown', 'h7');
    pointer('pointermove', 'e6');
    pointer('pointerup', 'e6');
    expect([board.drag, said]).toEqual([null, []]);
    board.set({ laid: board.state.spots[0]!, targets: [target('*h7')] });
    pointer('pointerdown', 'h7');
    pointer('pointermove', 'e6');
    expect(board.drag).toBeNull(); // a lit target lies on it
  });
  it('that is taken away lets go', () => {
    const board = show({ hand: HAND, spots: spots('h7e', 'e6e') });
    board.set({ laid: board.state.spots[0]! });
    pointer('pointerdown', 'h7');
    pointer('pointermove', 'e6');
    pointer('pointercancel', 'e6');
    pointer('pointerup', 'e6');
    expect([board.drag, said]).toEqual([null, []]);
  });
});

describe('keys', () => {
  const focused = () => (document.activeElement as HTMLElement).dataset.at;
  it('have one grid with one cell to begin at, the home, and no other widget', () => {
    show({ hand: HAND, spots: spots('h7e') });
    expect(all('[role=grid]').map((each) => each.getAttribute('aria-label'))).toEqual(['Squares']);
    expect([all('[role=row]').length, all('[role=gridcell]').length, all('[role=application], [role=button]').length]).toEqual([5, 25, 0]);
    expect(all('[tabindex="0"]').map((each) => each.dataset.at)).toEqual(['g7']);
    expect(cell('h7').getAttribute('aria-label')).toBe(`cell ${at('h7')}`);
    shown!.focus();
    expect(focused()).toBe('g7');
  });
  it('go from cell to cell, to the ends of a row, and not beyond', () => {
    show({});
    shown!.focus();
    const seen = ['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Home', 'ArrowLeft', 'End'].map((key) => (press(key), focused()));
    expect(seen).toEqual(['g8', 'h8', 'i8', 'i8', 'i7', 'e7', 'e7', 'i7']);
    expect(all('[tabindex="0"]').map((each) => each.dataset.at)).toEqual(['i7']);
  });
  it('turn the domino over a cell and lay it there', () => {
    const board = show({ hand: HAND, spots: spots('h7e', 'h7s') });
    cell('h7').focus();
    press('r');
    press('R');
    press('Enter');
    expect(said).toEqual(['aim h7e', 'aim h7s', 'play h7s']);
    cell('e5').focus();
    press(' ');
    expect(said.at(-1)).toBe(`refuse ${at('e5')} s`);
    cell('h7').focus();
    press('r');
    press('Escape');
    expect(board.aim).toBeNull();
  });
  it('lay it with one press', () => {
    show({ hand: HAND, spots: spots('h7e') });
    cell('i7').focus();
    press('Enter');
    expect(said).toEqual(['play h7e']);
  });
  it('choose a target; a screen reader may click it', () => {
    show({ targets: [target('*f7'), target('*h7')] });
    cell('h7').focus();
    press('Enter');
    cell('f7').click();
    expect(said).toEqual(['play *h7', 'play *f7']);
  });
  it('with Control belong to the browser', () => {
    show({ hand: HAND, spots: spots('h7e') });
    shown!.focus();
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', ctrlKey: true, bubbles: true }));
    expect(focused()).toBe('g7');
  });
});

describe('a point of the screen', () => {
  it('is found on the board, and nowhere beside the canvas', () => {
    show({});
    const { clientX: x, clientY: y } = point('h8');
    expect(shown!.cellOf({ x, y })).toBe(at('h8'));
    expect(shown!.locate({ x, y })?.x).toBeCloseTo(7, 1);
    expect([shown!.cellOf({ x: -50, y }), shown!.locate({ x: -50, y })?.y.toFixed(0)]).toEqual([null, '7']); // on the canvas, but not shown
    expect(shown!.locate({ x: -5000, y })).toBeNull();
  });
});
