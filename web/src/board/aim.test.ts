import { describe, expect, it } from 'vitest';
import { cellNamed, reachable, turned } from '../game/canvas';
import { readMove, readOptions } from '../game/moves';
import { covering, lit, middle, nearest, nextDirection, placements } from './aiming';

const options = (moves: string[]) => placements(readOptions(moves.map((move, action) => ({ action, move, points: action }))));
const at = (name: string) => cellNamed(name);

describe('moves', () => {
  it('reads every kind of notation', () => {
    expect(readMove('g8n')).toEqual({ kind: 'place', cell: at('g8'), direction: 'n', second: at('g9') });
    expect(readMove('x')).toEqual({ kind: 'discard' });
    expect(readMove('*f6')).toEqual({ kind: 'fire', cell: at('f6') });
    expect(readMove('-f6')).toEqual({ kind: 'pay', cell: at('f6') });
    expect(readMove('@h9')).toEqual({ kind: 'settle', cell: at('h9') });
    expect(readMove('>2')).toEqual({ kind: 'give', seat: 1 });
    expect(readMove('=17')).toEqual({ kind: 'claim', domino: 17 });
    expect(readMove('+hu')).toEqual({ kind: 'recruit', caveman: 'hu', fromPile: false });
    expect(readMove('++w3')).toEqual({ kind: 'recruit', caveman: 'w3', fromPile: true });
    expect(readMove('.')).toEqual({ kind: 'pass' });
  });
  it('keeps only placements to aim with', () => {
    expect(placements(readOptions([{ action: 1, move: '=4', points: 0 }]))).toEqual([]);
  });
});

describe('holding a domino over a territory', () => {
  const all = options(['h7e', 'h7n', 'f7w', 'g8n']);
  it('snaps to the nearest legal place in the direction it is held', () => {
    expect(nearest(all, 7.4, 6.1, 'e', false)?.option.move).toBe('h7e');
    expect(nearest(all, 7.0, 6.6, 'n', false)?.option.move).toBe('h7n');
  });
  it('snaps to nothing that is too far away or not legal', () => {
    expect(nearest(all, 1, 1, 'e', false)).toBeNull();
    expect(nearest(all, 7.5, 6, 's', false)).toBeNull();
  });
  it('takes a double either way round', () => {
    expect(nearest(all, 7.5, 6, 'w', true)?.option.move).toBe('h7e');
    expect(nearest(all, 7.5, 6, 'w', false)).toBeNull();
  });
  it('has its middle between the halves', () => {
    expect(middle(all[0]!)).toEqual({ x: 7.5, y: 6 });
  });
});

describe('a tap on a square', () => {
  const all = options(['h7e', 'h7n', 'f7w']);
  it('means a placement that covers it, turned as little as possible', () => {
    expect(covering(all, at('h7'), 'n', false)?.option.move).toBe('h7n');
    expect(covering(all, at('h7'), 's', false)?.option.move).toBe('h7n');
    expect(covering(all, at('i7'), 'n', false)?.option.move).toBe('h7e');
    expect(covering(all, at('a1'), 'n', false)).toBeNull();
  });
  it('prefers the first half on the square', () => {
    const both = options(['g8e', 'h8e']);
    expect(covering(both, at('h8'), 'e', false)?.option.move).toBe('h8e');
  });
});

describe('turning', () => {
  const all = options(['h7e', 'f7w']);
  it('skips directions without a legal place', () => {
    expect(nextDirection(all, 'e', false)).toBe('w');
    expect(nextDirection(all, 'w', false)).toBe('e');
  });
  it('stays when no other direction has a legal place', () => {
    expect(nextDirection(options(['h7e']), 'e', false)).toBe('e');
  });
  it('just turns when nothing is legal', () => {
    expect(nextDirection([], 'e', false)).toBe(turned('e'));
  });
  it('lights up what the direction covers', () => {
    expect([...lit(all, 'e', false)].sort()).toEqual([at('h7'), at('i7')].sort());
    expect(lit(all, 'n', false).size).toBe(0);
  });
});

describe('the frame that is left', () => {
  it('is what a territory may still reach', () => {
    expect(reachable([at('g7')], 5)).toEqual({ left: 2, bottom: 2, width: 9, height: 9 });
    expect(reachable([at('g7'), at('k7')], 5)).toEqual({ left: 6, bottom: 2, width: 5, height: 9 });
  });
});
