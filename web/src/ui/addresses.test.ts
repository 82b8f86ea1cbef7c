import { expect, test } from 'vitest';
import { readAddress, tokenOf } from './addresses';

test('a link keeps its secret, whatever stands around it', () => {
  expect(readAddress('Come! https://games.example/table/ab-_12CD34ef#invite=to_ken-1 :)')).toEqual({
    origin: 'https://games.example',
    path: '/table/ab-_12CD34ef#invite=to_ken-1',
  });
  expect(readAddress('games.example/table/ab-_12CD34ef')).toEqual({ origin: '', path: '/table/ab-_12CD34ef' });
});

test('a bare code opens its table', () => {
  expect(readAddress('  ab-_12CD34ef\n')).toEqual({ origin: '', path: '/table/ab-_12CD34ef' });
});

test('anything else is nothing', () => {
  for (const text of ['', 'hello you', 'javascript:alert(1)', '/table/', `/table/${'x'.repeat(40)}`, 'abc']) {
    expect(readAddress(text)).toBeNull();
  }
});

test('the token of a link', () => {
  expect(tokenOf('http://127.0.0.1:8000/table/x#watch=abc_-9')).toBe('abc_-9');
});
