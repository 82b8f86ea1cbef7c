import { beforeEach, describe, expect, it } from 'vitest';
import { moveOf } from '../game/generated';
import { actionOf, cellNamed as at, notationOf, spotOf } from '../game/testing';
import type { Point } from './aim';
import { Board, type BoardState, type Spot, type Target } from './state.svelte';

const HALF = { terrain: 'W', symbols: 0, craters: 0 };
const HAND: BoardState['hand'] = { number: 7, halves: [HALF, { ...HALF, symbols: 1 }], isDouble: false };
const HOME = { cell: at('g7'), terrain: 'H' };
const REST_MS = 400;

/** Placements, each of which brings a point more than the one before. */
const spots = (...moves: string[]) => moves.map((move, gain) => spotOf(move, gain));
const target = (move: string): Target => ({ action: actionOf(move), cell: at(move.slice(1)), kind: 'fire', gain: 0, burns: false });
const named = (spot: Spot | null) => spot && notationOf(moveOf(spot.action));

let said: string[];
beforeEach(() => (said = []));

/** A board that writes down what it emits. */
function boardWith(state: Partial<BoardState>): Board {
  const move = (action: number) => notationOf(moveOf(action));
  return new Board({ squares: [HOME], size: 5, turn: '1', ...state }, {
    play: (action) => said.push(`play ${move(action)}`),
    replace: (action) => said.push(`replace ${move(action)}`),
    refuse: (cell, direction) => said.push(`refuse ${cell === at('d4') ? 'd4' : cell} ${direction}`),
    aim: (spot) => said.push(`aim ${named(spot)}`),
  });
}
const held = (...moves: string[]) => boardWith({ hand: HAND, spots: spots(...moves) });
/** A domino that was laid at 0 ms where the first move says. */
function laid(...moves: string[]): Board {
  const board = held(...moves);
  const [first] = board.state.spots;
  board.direction = first!.direction;
  board.aimAt(first!);
  board.tap(first!.cells[0], 0);
  board.set({ laid: first! });
  said.length = 0;
  return board;
}

describe('a domino in hand', () => {
  it('is laid by the first tap on a lit cell', () => {
    held('h7e', 'f7w').tap(at('i7'), 0);
    expect(said).toEqual(['play h7e']);
  });
  it('is laid in the wanted direction if it fits so, else where it brings most', () => {
    const board = held('h7e', 'h7n', 'h7s');
    board.direction = 'n';
    board.tap(at('h7'), 0, { x: 7, y: 6 });
    board.direction = 'w';
    board.tap(at('h7'), 1000, { x: 7, y: 6 });
    expect(said).toEqual(['play h7n', 'play h7s']);
    expect(board.direction).toBe('s');
  });
  it('is laid by keys where it brings most, as the words of the square say first', () => {
    const board = held('h7e', 'h7n', 'h7s');
    board.direction = 'n';
    board.tap(at('h7'), 0);
    expect(said).toEqual(['play h7s']);
  });
  it('is laid near the point of the tap', () => {
    const board = held('h7e', 'i7e');
    board.tap(at('i7'), 0, { x: 7.8, y: 6 });
    board.tap(at('i7'), 1000, { x: 8.2, y: 6 });
    expect(said).toEqual(['play h7e', 'play i7e']);
  });
  it('can’t be laid on a dark cell: the board asks why, with the direction', () => {
    const board = held('h7e', 'h7s');
    board.direction = 's';
    board.tap(at('d4'), 0);
    expect(said).toEqual(['refuse d4 s']);
  });
  it('is needed for a tap to mean anything', () => {
    boardWith({}).tap(at('d4'), 0);
    boardWith({ spots: spots('h7e') }).tap(at('h7'), 0);
    expect(said).toEqual([]);
  });
  it('is held as it fits', () => {
    expect(held('h7s', 'f7w').direction).toBe('s');
    expect(held('f7w', 'h7e').direction).toBe('e'); // wanted from the start
  });
  it('turns to the next direction in which it fits anywhere', () => {
    const board = held('h7e', 'f7w', 'g8n');
    const seen = Array.from({ length: 3 }, () => (board.rotate(), board.direction));
    expect([seen, board.aim, said]).toEqual([['w', 'n', 'e'], null, []]);
  });
  it('does not turn when there is none', () => {
    const board = boardWith({});
    board.rotate();
    expect([board.direction, said]).toEqual(['e', []]);
  });
});

describe('a mouse', () => {
  it('aims in the rotation that fits, and a click lays it so', () => {
    const board = held('h7e', 'f7w', 'g8n', 'g8e');
    board.hover({ x: 5, y: 6 });
    expect([named(board.aim), board.direction]).toEqual(['f7w', 'e']); // the wanted direction stays
    board.hover({ x: 6, y: 7 });
    expect([named(board.aim), board.direction]).toEqual(['g8e', 'e']);
    board.tap(at('g8'), 0, { x: 6, y: 7 });
    expect([said, board.aim]).toEqual([['play g8e'], null]);
  });
  it('aims at nothing where nothing fits, or outside', () => {
    const board = held('h7e');
    for (const point of [{ x: 3, y: 3 }, null]) {
      board.hover({ x: 7, y: 6 });
      expect(named(board.aim)).toBe('h7e');
      board.hover(point);
      expect(board.aim).toBeNull();
    }
  });
  it('lays what was turned to, though another one brings more', () => {
    const board = held('h7e', 'h7s', 'h7n');
    board.hover({ x: 7, y: 6 });
    board.rotate();
    expect([named(board.aim), board.direction]).toEqual(['h7s', 's']);
    board.tap(at('h7'), 0, { x: 7, y: 6 });
    expect(said.at(-1)).toBe('play h7s');
  });
  it('aims for the next tap, wherever on that placement it is', () => {
    const board = held('g8e', 'h8e');
    board.hover({ x: 6.8, y: 7 });
    board.tap(at('h8'), 0);
    expect(said).toEqual(['play g8e']);
  });
  it('does nothing without a domino to lay', () => {
    const board = laid('h7e', 'h7n');
    board.hover({ x: 7, y: 6 });
    expect(board.aim).toBeNull();
  });
});

describe('keys', () => {
  it('turn the domino over the cell of the focus, and that is told', () => {
    const board = held('h7e', 'h7s', 'f7w');
    board.rotate(at('h7'));
    board.rotate(at('h7'));
    board.rotate(at('f7'));
    board.rotate(at('d4'));
    expect(said).toEqual(['aim h7e', 'aim h7s', 'aim f7w', 'aim f7w']);
    board.tap(at('e7'), 0);
    expect(said.at(-1)).toBe('play f7w');
  });
  it('take the aim back', () => {
    const board = held('h7e');
    board.rotate(at('h7'));
    board.cancel();
    expect(board.aim).toBeNull();
  });
});

describe('a laid domino', () => {
  it('is turned by a tap on either half, but not at once', () => {
    const board = laid('h7e', 'h7s', 'h7n');
    board.tap(at('h7'), REST_MS - 1);
    expect(said).toEqual([]);
    board.tap(at('h7'), REST_MS);
    board.tap(at('i7'), REST_MS);
    expect(said).toEqual(['replace h7s', 'replace h7s']);
  });
  it('is turned over the half that is tapped, if it fits so', () => {
    const board = laid('h7e', 'h7s', 'i8s', 'i7n');
    board.tap(at('i7'), 1000);
    board.tap(at('h7'), 1000);
    expect(said).toEqual(['replace i8s', 'replace h7s']);
  });
  it('is not turned where a target is lit on it', () => {
    const board = laid('h7e', 'h7s');
    board.set({ targets: [target('*h7')] });
    board.tap(at('i7'), 1000);
    board.tap(at('h7'), 1000);
    expect(said).toEqual(['replace h7s', 'play *h7']);
  });
  it('takes no tap at all at first: the second of two quick ones is no wish', () => {
    const board = laid('h7e', 'h7s');
    board.set({ targets: [target('*h7')] });
    board.tap(at('h7'), REST_MS - 1);
    expect(said).toEqual([]);
    board.tap(at('h7'), REST_MS);
    board.tap(at('h7'), REST_MS + 100); // where something has just been played
    board.tap(at('i7'), REST_MS + 100);
    expect(said).toEqual(['play *h7', 'replace h7s']);
  });
  it('leaves other taps to the targets', () => {
    const board = laid('h7e', 'h7s');
    board.tap(at('d4'), 1000);
    expect(said).toEqual([]);
    board.set({ targets: [target('*h7')] });
    board.tap(at('d4'), 1000);
    expect(said).toEqual(['refuse d4 e']);
  });
  it('is turned by keys and buttons at any time, step by step', () => {
    const board = laid('h7e', 'h7s', 'h7n');
    board.rotate();
    board.set({ laid: board.state.spots[1]! });
    board.rotate();
    board.set({ laid: board.state.spots[2]! });
    board.rotate();
    expect(said).toEqual(['replace h7s', 'replace h7n', 'replace h7e']);
  });
  it('stays if it fits in no other way', () => {
    const board = laid('h7e', 'j7e');
    board.rotate();
    board.tap(at('h7'), 1000);
    expect([board.canTurn, said]).toEqual([false, []]);
    expect([laid('h7e', 'i7n').canTurn, held('h7e').canTurn, boardWith({}).canTurn]).toEqual([true, true, false]);
  });
  it('rests again after it is laid anew', () => {
    const board = laid('h7e', 'h7s');
    board.set({ laid: null }); // undone
    board.tap(at('h7'), 5000, { x: 7, y: 6 });
    board.set({ laid: board.state.spots[0]! });
    board.tap(at('h7'), 5000 + REST_MS - 1);
    expect(said).toEqual(['play h7e']);
  });
});

describe('a dragged domino', () => {
  const CELL_PX = 50;
  const locate = ({ x, y }: Point): Point | null => (x < 0 ? null : { x: x / CELL_PX, y: 12 - y / CELL_PX });
  const over = (file: number, rank: number): Point => ({ x: file * CELL_PX, y: (12 - rank) * CELL_PX });

  it('floats 72 pixels above a finger, and at the mouse', () => {
    const board = held('h7e');
    board.dragTo({ x: 100, y: 500 }, locate, true);
    expect(board.drag?.point).toEqual({ x: 100, y: 428 });
    board.dragTo({ x: 100, y: 500 }, locate, false);
    expect(board.drag?.point).toEqual({ x: 100, y: 500 });
  });
  it('snaps from where it floats, within 1.3 squares', () => {
    const board = held('h7e');
    const { x, y } = over(7.5, 6 + 1.2);
    board.dragTo({ x, y }, locate, false);
    expect([named(board.aim), board.drag?.isNear]).toEqual(['h7e', true]);
    board.dragTo({ x, y }, locate, true); // 72 px are more than a square higher
    expect([named(board.aim), board.drag?.isNear]).toEqual([null, false]);
    board.dragTo({ x, y: y + 72 }, locate, true);
    expect(named(board.aim)).toBe('h7e');
  });
  it('is laid where it snapped', () => {
    const board = held('h7e', 'h7n');
    board.direction = 'n';
    board.dragTo(over(7.2, 6.2), locate, false);
    board.drop(at('h7'), 0);
    expect([said, board.drag, board.aim, board.direction]).toEqual([['play h7n'], null, null, 'n']);
    board.set({ laid: board.state.spots[1]! });
    board.tap(at('h7'), REST_MS - 1); // as after a tap
    expect(said).toHaveLength(1);
  });
  it('flies home from a dark cell, and the board asks why', () => {
    const board = held('h7e');
    board.dragTo(over(3, 3), locate, false);
    board.drop(at('d4'), 0);
    expect([said, board.drag, board.aim]).toEqual([['refuse d4 e'], null, null]);
  });
  it('flies home from outside the board', () => {
    const board = held('h7e');
    board.dragTo({ x: -1, y: 0 }, locate, false);
    board.drop(null, 0);
    expect([said, board.drag]).toEqual([[], null]);
  });
  it('that was laid goes elsewhere, or back where it was', () => {
    const board = laid('h7e', 'f7w');
    board.dragTo(over(4.5, 6), locate, false);
    board.drop(null, 1000);
    board.dragTo(over(7.5, 6), locate, false);
    board.drop(null, 1000);
    board.dragTo(over(3, 3), locate, false);
    board.drop(at('d4'), 1000);
    expect(said).toEqual(['replace f7w']);
  });
  it('is let go by cancelling', () => {
    const board = held('h7e');
    board.dragTo(over(7.5, 6), locate, false);
    board.cancel();
    expect([board.drag, board.aim]).toEqual([null, null]);
  });
});

describe('a new position', () => {
  it('takes aim and drag back, and the domino is held as it fits', () => {
    for (const patch of [{ turn: '2' }, { hand: { ...HAND!, number: 8 } }]) {
      const board = held('h7e');
      board.dragTo({ x: 7.5, y: 6 }, (point) => point, false);
      board.set({ ...patch, spots: spots('h7s') });
      expect([board.aim, board.drag, board.direction]).toEqual([null, null, 's']);
    }
  });
  it('keeps the aim as long as it is legal', () => {
    const board = held('h7e', 'f7w');
    board.hover({ x: 7, y: 6 });
    board.set({ spots: spots('h7e') });
    expect(named(board.aim)).toBe('h7e');
    board.set({ spots: spots('f7w') });
    expect(board.aim).toBeNull();
  });
});

describe('the area', () => {
  it('has room for all placements', () => {
    expect(held('i7e').area).toMatchObject({ left: 6, width: 5 });
  });
  it('changes with the turn only', () => {
    const board = held('i7e');
    const { area } = board;
    board.set({ spots: [], squares: [HOME, { cell: at('i7'), terrain: 'W' }] });
    expect(board.area).toEqual(area);
    board.set({ turn: '2', squares: [HOME] });
    expect(board.area).toMatchObject({ left: 4, width: 5 });
  });
  it('grows when something is laid outside', () => {
    const board = held('h7e');
    board.set({ squares: [HOME, { cell: at('k7'), terrain: 'W' }] });
    expect(board.area).toMatchObject({ left: 6, width: 5 });
  });
  it('grows when a placement outside is offered later in the turn', () => {
    const board = boardWith({ hand: HAND });
    board.set({ spots: spots('j7e') });
    expect(board.area).toMatchObject({ left: 6, width: 5 });
  });
  it('of a picture is as large as what is shown, with its frame', () => {
    const board = new Board({ squares: [HOME], path: [at('i8')], marks: [{ cells: [at('f7')], tone: 'good' }] });
    expect(board.area).toEqual({ left: 5, bottom: 6, width: 4, height: 2 });
    board.set({ frame: { left: 4, bottom: 4, width: 5, height: 5 } });
    expect(board.area).toEqual({ left: 4, bottom: 4, width: 5, height: 5 });
  });
});
