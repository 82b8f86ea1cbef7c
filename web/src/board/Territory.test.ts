import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { cellNamed, type Direction } from '../game/canvas';
import { readOptions } from '../game/moves';
import { placements, type Placement } from './aiming';
import type { TableModel } from './model.svelte';
import Territory from './Territory.svelte';

/** As much of a table as a territory looks at. */
function table(moves: string[], phase: 'place' | 'erupt'): TableModel & { played: string[]; asked: number[] } {
  const choices = readOptions(moves.map((move, action) => ({ action, move, points: 3 })));
  const half = { terrain: 'W', symbols: 0, craters: 0 };
  const model = {
    played: [] as string[],
    asked: [] as number[],
    game: 'kingdomino',
    seats: [{ colour: 'yellow', crest: 'sun' }],
    points: [1],
    inHand: phase === 'place' ? 7 : null,
    isDouble: false,
    direction: 'e' as Direction,
    aim: null as Placement | null,
    latestCells: null,
    choices,
    placements: placements(choices),
    name: () => 'Ann',
    domino: () => [half, half],
    resourceOf: () => '',
    gain: () => 2,
    play: async (choice: Placement) => void model.played.push(choice.option.move),
    explain: async (cell: number) => void model.asked.push(cell),
    tellAim: () => undefined,
    aimAt: (placement: Placement | null) => (model.aim = placement),
    rotate: () => (model.direction = 'n'),
  };
  return model as unknown as TableModel & { played: string[]; asked: number[] };
}

let shown: ReturnType<typeof mount> | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  document.body.innerHTML = '';
});

function show(model: TableModel): SVGSVGElement {
  const squares = [{ cell: cellNamed('g7'), terrain: 'H' }];
  shown = mount(Territory, { target: document.body, props: { scene: model, seat: 0, squares, frame: 5, play: model } });
  flushSync();
  return document.querySelector('svg.territory')!;
}

describe('a territory', () => {
  it('lights up where the domino in hand may lie, and nowhere else', () => {
    const svg = show(table(['h7e', 'g8n'], 'place'));
    expect(svg.querySelectorAll('.lit')).toHaveLength(2); // h7 and i7; g8 is not for this direction
    expect(svg.getAttribute('role')).toBe('application');
  });
  it('is played on by keys', () => {
    const model = table(['h7e', 'e7e'], 'place');
    const svg = show(model);
    const press = (key: string) => svg.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    press('ArrowRight');
    expect(model.aim?.option.move).toBe('h7e');
    press('ArrowLeft');
    expect(model.aim?.option.move).toBe('e7e');
    press('Enter');
    expect(model.played).toEqual(['e7e']);
  });
  it('offers squares for a fire as buttons with their points', () => {
    const model = table(['*f7', '*h7'], 'erupt');
    const svg = show(model);
    const targets = [...svg.querySelectorAll('[role=button]')];
    expect(targets.map((each) => each.getAttribute('aria-label'))).toEqual([
      'Launch the fire to f7 (+2 points)',
      'Launch the fire to h7 (+2 points)',
    ]);
    targets[1]!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(model.played).toEqual(['*h7']);
  });
});
