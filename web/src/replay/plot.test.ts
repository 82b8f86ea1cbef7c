import { describe, expect, it } from 'vitest';
import { DASHES, MARGIN, markedSteps, MARKS, Scale, ticks } from './plot';

describe('ticks', () => {
  it.each([
    [0, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [32, [0, 10, 20, 30, 40]],
    [100, [0, 20, 40, 60, 80, 100]],
    [137, [0, 50, 100, 150]],
  ])('of up to %i points are round and reach it', (most, expected) => {
    expect(ticks(most)).toEqual(expected);
  });
});

describe('a scale', () => {
  const scale = new Scale({ width: 400, height: 200 }, 50, 100);
  it('has the beginning at the left, the end at the right, nothing at the bottom', () => {
    expect([scale.x(0), scale.x(50)]).toEqual([MARGIN.left, 400 - MARGIN.right]);
    expect([scale.y(0), scale.y(100)]).toEqual([200 - MARGIN.bottom, MARGIN.top]);
  });
  it('finds the step under a point, also beyond the ends', () => {
    for (const step of [0, 1, 25, 49, 50]) expect(scale.stepAt(scale.x(step))).toBe(step);
    expect([scale.stepAt(-10), scale.stepAt(1000)]).toEqual([0, 50]);
  });
  it('draws a curve that is level until the points change', () => {
    const small = new Scale({ width: 100 + MARGIN.left + MARGIN.right, height: 100 + MARGIN.top + MARGIN.bottom }, 4, 10);
    expect(small.path([0, 0, 5, 5, 3])).toBe('M38 112H88V62H138V82H138');
  });
  it('survives a game without steps and without points', () => {
    expect(new Scale({ width: 100, height: 100 }, 0, 0).path([0])).not.toContain('NaN');
  });
});

describe('marks', () => {
  it('stand at changes, apart from each other, and at the end', () => {
    expect(markedSteps([0, 1, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4], 5)).toEqual([1, 7, 11]);
    expect(markedSteps([0, 0, 0], 5)).toEqual([2]);
  });
  it('and dashes are different for everybody', () => {
    expect(new Set(MARKS).size).toBe(4);
    expect(new Set(DASHES).size).toBe(4);
  });
});
