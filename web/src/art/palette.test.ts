/// <reference types="vite/client" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import defs from './art.svg?raw';
import { SEAT_COLOURS, TERRAIN_COLOURS } from './palette';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/*
 * The threshold. In OKLab two large flat areas that touch are just told apart at about 0.02.
 * Our areas are small (a square may be 24 px), carry a pattern and are compared from memory
 * across the board, so we ask for five times that: 0.10. It is a limit for the colour alone;
 * every terrain also has its own pattern and glyph, and every seat its own crest. Much more is
 * not to be had: a random search that let every colour move by 0.07 ended near 0.15, and by
 * then the grounds were garish and had begun to leave the hues that tell wheat from sand.
 */
const LEAST = 0.1;

/* Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB. */
const VISIONS: Record<string, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function apply(m: Matrix, v: Triple): Triple {
  const row = (r: Triple): number => r[0] * v[0] + r[1] * v[1] + r[2] * v[2];
  return [row(m[0]), row(m[1]), row(m[2])];
}

function linear(hex: string): Triple {
  expect(hex).toMatch(/^#[0-9a-f]{6}$/);
  const channel = (at: number): number => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function oklab(rgb: Triple): Triple {
  const [l, m, s] = apply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  );
  return apply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  );
}

function seen(hex: string, vision: Matrix): Triple {
  const [r, g, b] = apply(vision, linear(hex));
  const clip = (c: number): number => Math.min(1, Math.max(0, c));
  return oklab([clip(r), clip(g), clip(b)]);
}

function distance(a: string, b: string, vision: Matrix): number {
  const p = seen(a, vision);
  const q = seen(b, vision);
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** The pairs that are too near to each other, in words. */
function tooNear(colours: Record<string, string>, vision: Matrix): string[] {
  const names = Object.keys(colours);
  const found: string[] = [];
  names.forEach((one, i) => {
    for (const other of names.slice(i + 1)) {
      const d = distance(colours[one] ?? '', colours[other] ?? '', vision);
      if (!(d >= LEAST)) found.push(`${one} and ${other}: ${d.toFixed(3)}`);
    }
  });
  return found;
}

const seats = (
  theme: 'light' | 'dark',
  names: readonly (keyof typeof SEAT_COLOURS)[],
): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, SEAT_COLOURS[name][theme]]));

const KINGDOMINO_SEATS = ['yellow', 'pink', 'blue', 'green'] as const;
const ORIGINS_SEATS = ['pink', 'black', 'green', 'blue'] as const;

const SETS: Record<string, Record<string, string>> = {
  'terrains of kingdomino': TERRAIN_COLOURS.kingdomino,
  'terrains of origins': TERRAIN_COLOURS.origins,
  'seats of kingdomino, light': seats('light', KINGDOMINO_SEATS),
  'seats of kingdomino, dark': seats('dark', KINGDOMINO_SEATS),
  'seats of origins, light': seats('light', ORIGINS_SEATS),
  'seats of origins, dark': seats('dark', ORIGINS_SEATS),
};

describe('the measure itself', () => {
  it('gives the known OKLab value of a known colour', () => {
    const [l, a, b] = oklab(linear('#ff0000'));
    expect(l).toBeCloseTo(0.628, 3);
    expect(a).toBeCloseTo(0.2249, 3);
    expect(b).toBeCloseTo(0.1258, 3);
  });

  it('leaves grey nearly grey for every vision', () => {
    for (const vision of Object.values(VISIONS)) {
      const [, a, b] = seen('#808080', vision);
      expect(Math.hypot(a, b)).toBeLessThan(0.01);
    }
  });

  it('finds colours that are too near, also those near for some eyes only', () => {
    const colours = { red: '#a05a2c', green: '#5f7a2c' };
    expect(tooNear(colours, VISIONS['normal'] as Matrix)).toEqual([]);
    expect(tooNear(colours, VISIONS['deuteranopia'] as Matrix)).toHaveLength(1);
    expect(tooNear({ a: '#3a6626', b: '#3a6628' }, VISIONS['normal'] as Matrix)).toHaveLength(1);
  });
});

describe.each(Object.entries(SETS))('%s', (_name, colours) => {
  it.each(Object.entries(VISIONS))('are told apart with %s vision', (_vision, matrix) => {
    expect(tooNear(colours, matrix)).toEqual([]);
  });
});

describe('the drawings', () => {
  const grounds = Object.entries(TERRAIN_COLOURS).flatMap(([game, colours]) =>
    Object.entries(colours).map(([letter, colour]) => [`t-${game}-${letter}`, colour] as const),
  );

  it.each(grounds)('%s is painted on the colour of the palette', (id, colour) => {
    const start = defs.indexOf(`<symbol id="${id}" viewBox="0 0 100 100">`);
    expect(start).toBeGreaterThan(-1);
    const first = defs.slice(start).match(/<path d="M0 0h100v100H0z" fill="(#[0-9a-f]{6})"/);
    expect(first?.[1]).toBe(colour);
  });

  it('use only ids that exist, each defined once, and no inline styles', () => {
    const kinds = ['mammoth', 'fish', 'mushroom', 'flint'];
    const expand = (id: string): string[] =>
      id.includes('{kind}') ? kinds.map((kind) => id.replace('{kind}', kind)) : [id];
    const all = (pattern: RegExp): string[] =>
      [...defs.matchAll(pattern)].flatMap((m) => expand(m[1] ?? ''));
    const ids = all(/\sid="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    expect(all(/href="#([^"]+)"/g).filter((id) => !ids.includes(id))).toEqual([]);
    expect(defs).not.toMatch(/\sstyle=/);
  });
});

describe('the style sheet', () => {
  const css = readFileSync(join(import.meta.dirname, '../app.css'), 'utf8');
  it.each(Object.entries(SEAT_COLOURS))('has the colour of the %s seat in both themes', (name, { light, dark }) => {
    expect(css).toContain(`--seat-${name}: light-dark(${light}, ${dark});`);
  });
});
