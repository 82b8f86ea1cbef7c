import { describe, expect, it } from 'vitest';
import { cellAction, moveOf, placeAction, recruitAction } from './generated';
import { isPlacement, isRecruit, isTarget, readOptions } from './moves';
import { actionOf, ACTIONS, cellNamed as at, notationOf } from './testing';

describe('an action number', () => {
  it('stands for a move of its own', () => {
    expect(new Set(Array.from({ length: ACTIONS }, (_, action) => notationOf(moveOf(action)))).size).toBe(ACTIONS);
  });
  it.each([
    [placeAction(at('g8'), 'n'), { kind: 'place', cell: at('g8'), direction: 'n', second: at('g9') }],
    [placeAction(at('g8'), 'w'), { kind: 'place', cell: at('g8'), direction: 'w', second: at('f8') }],
    [cellAction('fire', at('f6')), { kind: 'fire', cell: at('f6') }],
    [cellAction('pay', at('f6')), { kind: 'pay', cell: at('f6') }],
    [cellAction('settle', at('h9')), { kind: 'settle', cell: at('h9') }],
    [recruitAction('hu'), { kind: 'recruit', caveman: 'hu', fromPile: false }],
    [actionOf('++w3'), { kind: 'recruit', caveman: 'w3', fromPile: true }],
    [actionOf('>2'), { kind: 'give', seat: 1 }],
    [actionOf('=1'), { kind: 'claim', domino: 1 }],
    [actionOf('=48'), { kind: 'claim', domino: 48 }],
    [actionOf('x'), { kind: 'discard' }],
    [actionOf('.'), { kind: 'pass' }],
  ])('%i is read', (action, move) => expect(moveOf(action)).toEqual(move));
});

it('choices are told apart by their moves', () => {
  const choices = readOptions(['=4', 'h7e', '*h7', '-h7', '@h7', '+hu', '.'].map((move) => ({ action: actionOf(move), move: '', points: 0 })));
  const found = [isPlacement, isTarget, isRecruit].map((is) => choices.filter(is).map(({ move }) => notationOf(move)));
  expect(found).toEqual([['h7e'], ['*h7', '-h7', '@h7'], ['+hu']]);
});
