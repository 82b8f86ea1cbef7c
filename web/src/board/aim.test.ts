import { describe, expect, it } from 'vitest';
import { moveOf, type Direction } from '../game/generated';
import { turned } from '../game/canvas';
import { cellNamed as at, notationOf, spotOf } from '../game/testing';
import { aimFor, covering, nearest, nextDirection, nextSpot } from './aim';
import { areaOf, reachable } from './area';
import type { Spot } from './state.svelte';

/** Placements, each of which brings a point more than the one before. */
const spots = (...moves: string[]) => moves.map((move, gain) => spotOf(move, gain));
const named = (spot: Spot | null) => spot && notationOf(moveOf(spot.action));

describe('a domino that is dragged over a board', () => {
  const all = spots('h7e', 'h7n', 'f7w', 'g8n');
  const near = (x: number, y: number, direction: Direction, among = all) => named(nearest(among, { x, y }, direction));
  it('snaps to the nearest placement in the direction in which it is held', () => {
    expect(near(7.4, 6.1, 'e')).toBe('h7e');
    expect(near(7.0, 6.6, 'n')).toBe('h7n');
    expect(near(7.4, 6.1, 'n')).toBe('h7n'); // though h7e is nearer
  });
  it('snaps to the nearest in any other direction if it does not fit so', () => {
    expect(near(7.5, 6, 's')).toBe('h7e');
    expect(near(7.0, 6.6, 'w')).toBe('h7n');
  });
  it('snaps within 1.3 squares of the middle of a placement', () => {
    const one = spots('h7e'); // its middle is at 7.5, 6
    expect([near(8.79, 6, 'e', one), near(8.81, 6, 'e', one)]).toEqual(['h7e', null]);
    expect([near(7.5, 7.29, 'e', one), near(7.5, 7.31, 'e', one)]).toEqual(['h7e', null]);
    expect(near(1, 1, 'e')).toBeNull();
  });
  it('fits either way round with two equal halves', () => {
    const double = spots('h7e', 'h7n'); // written with n or e only
    expect(near(7.2, 6.4, 'w', double)).toBe('h7e');
    expect(near(7.2, 6.4, 's', double)).toBe('h7n');
  });
});

describe('a tap on a cell', () => {
  const all = spots('h7e', 'h7n', 'f7w');
  it('means the placement over it in the wanted direction', () => {
    expect(named(covering(all, at('h7'), 'e'))).toBe('h7e');
    expect(named(covering(all, at('h7'), 'n'))).toBe('h7n');
  });
  it('means the one with the most points where that does not fit', () => {
    expect(named(covering(all, at('h7'), 'w'))).toBe('h7n');
    expect(named(covering(all, at('i7'), 'n'))).toBe('h7e');
    expect(covering(all, at('a1'), 'n')).toBeNull();
  });
  it('prefers the first half on the cell', () => {
    expect(named(covering(spots('g8e', 'h8e'), at('h8'), 'e'))).toBe('h8e');
  });
});

describe('a mouse over a cell', () => {
  const all = spots('g8e', 'h8e', 'h8n');
  const aimed = (x: number, y: number, direction: Direction) => named(aimFor(all, { x, y }, direction));
  it('aims at the nearest placement over that cell in the wanted direction', () => {
    expect([aimed(6.8, 7, 'e'), aimed(7.2, 7, 'e'), aimed(7.2, 7, 'n')]).toEqual(['g8e', 'h8e', 'h8n']);
  });
  it('aims at the one with the most points where that does not fit', () => {
    expect([aimed(6.8, 7, 's'), aimed(6, 7, 'n')]).toEqual(['h8n', 'g8e']);
  });
  it('aims at nothing where nothing fits', () => {
    expect(aimed(6, 6, 'e')).toBeNull();
  });
});

describe('turning', () => {
  const all = spots('h7e', 'f7w');
  it('skips directions in which it fits nowhere', () => {
    expect(nextDirection(all, 'e', false)).toBe('w');
    expect(nextDirection(all, 'w', false)).toBe('e');
  });
  it('stays when it fits in no other direction', () => {
    expect(nextDirection(spots('h7e'), 'e', false)).toBe('e');
  });
  it('just turns when it fits nowhere', () => {
    expect(nextDirection([], 'e', false)).toBe(turned('e'));
  });
  it('takes a double the other way round too', () => {
    expect(nextDirection(spots('h7e'), 'e', true)).toBe('w');
  });
});

describe('turning over a cell', () => {
  /** The placements that follow each other over h7. */
  function round(all: Spot[], steps: number): (string | null)[] {
    const found = [all[0]!];
    while (found.length < steps) found.push(nextSpot(all, found.at(-1)!, at('h7')));
    return found.map(named);
  }
  it('goes clockwise', () => {
    expect(round(spots('h7n', 'h7w', 'h7e', 'h7s'), 5)).toEqual(['h7n', 'h7e', 'h7s', 'h7w', 'h7n']);
  });
  it('skips what does not lie over it', () => {
    expect(round(spots('h7n', 'j7e', 'h7s'), 3)).toEqual(['h7n', 'h7s', 'h7n']);
    expect(round(spots('h7n', 'j7e'), 2)).toEqual(['h7n', 'h7n']);
  });
  it('keeps the first half on it if both ways fit', () => {
    expect(round(spots('h7n', 'g7e', 'h7e'), 2)).toEqual(['h7n', 'h7e']);
  });
  it('takes the other half over it if that is all there is', () => {
    expect(round(spots('h7n', 'h6n'), 3)).toEqual(['h7n', 'h6n', 'h7n']);
  });
  it('reaches every placement of a double', () => {
    expect(round(spots('h7n', 'h7e', 'h6n', 'g7e'), 5)).toEqual(['h7n', 'h7e', 'h6n', 'g7e', 'h7n']);
  });
});

describe('what a board shows', () => {
  it('may reach as far as the frame of the rules', () => {
    expect(reachable([at('g7')], 5)).toEqual({ left: 2, bottom: 2, width: 9, height: 9 });
    expect(reachable([at('g7'), at('k7')], 5)).toEqual({ left: 6, bottom: 2, width: 5, height: 9 });
  });
  it('has the size of that frame around the middle at least', () => {
    expect(areaOf([at('g7')], 5)).toEqual({ left: 4, bottom: 4, width: 5, height: 5 });
    expect(areaOf([at('a7'), at('g7')], 5)).toEqual({ left: 0, bottom: 4, width: 7, height: 5 });
    expect(areaOf([at('g7'), at('h8')], 0)).toEqual({ left: 6, bottom: 6, width: 2, height: 2 });
  });
});
