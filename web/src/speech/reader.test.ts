// Parts of the table as somebody meets them who listens: names, lists, and what is said.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cellNamed } from '../game/canvas';
import { loadLanguage } from '../lib/i18n.svelte';
import type { Event, Sheets, View } from '../game/messages';
import { readOptions } from '../game/moves';
import { change } from '../lib/settings.svelte';
import type { Sheet, SquareView, TermView } from '../game/generated';
import Actions from './Actions.svelte';
import { placements } from './aiming';
import { Announcer } from './announcer.svelte';
import Cave from './Cave.svelte';
import Choices from './Choices.svelte';
import End from './End.svelte';
import { logLines } from './log';
import type { TableModel } from './model.svelte';
import { eventWords, Teller, totemWords } from './spoken';
import { situationWords } from './situation';
import Squares from './Squares.svelte';
import Territory from './Territory.svelte';

type Told = TableModel & { played: string[]; asked: (number | string)[]; said: string[] };

const SQUARES: SquareView[] = [
  { cell: cellNamed('g7'), terrain: 'H' },
  { cell: cellNamed('h7'), terrain: 'G', resource: true },
  { cell: cellNamed('i7'), terrain: 'V', craters: 2 },
  { cell: cellNamed('h8'), terrain: 'D', symbols: 1, token: 2 },
];

/** As much of a table of four as these parts look at. */
function table(phase: string, moves: Record<string, number>, more: Partial<View> = {}): Told {
  const choices = readOptions(Object.entries(moves).map(([move, points], action) => ({ action, move, points })));
  const names = ['Ann', 'Ben', 'Cem', 'Dua'];
  const halves = [
    { terrain: 'D', symbols: 0, craters: 0 },
    { terrain: 'L', symbols: 1, craters: 0 },
  ];
  const model = {
    played: [] as string[],
    asked: [] as (number | string)[],
    said: [] as string[],
    game: 'origins',
    rules: 'origins-totem',
    isMyTurn: true,
    isFollowing: false,
    mine: [0],
    seats: names.map((name) => ({ name, colour: 'blue', crest: 'shell' })),
    points: [4, 0, 0, 0],
    latestCells: null,
    inHand: phase === 'place' ? 7 : null,
    isDouble: false,
    direction: 'e',
    aim: null,
    connection: { state: 'open', pending: 0 },
    announcer: new Announcer(),
    catalogue: {
      price_pile: 4,
      cavemen: [
        { code: 'hu', kind: 'hunter', points: 3, per: 'mammoth', power: 0 },
        { code: 'w1', kind: 'small warrior', points: 0, per: '', power: 1 },
      ],
    },
    shown: {
      phase, mover: 0, points: [4, 0, 0, 0], seats: names.map(() => ({ colour: 'blue' })), territories: [SQUARES, [], [], []],
      is_complete: false, is_undoable: true, cave: ['hu', 'w1'], pile: [], ...more,
    },
    possible: choices,
    choices,
    placements: placements(choices),
    name: (seat: number) => names[seat]!,
    domino: () => halves,
    dominoResources: () => [false, false],
    resourceOf: (letter: string) => (letter === 'G' ? 'mammoth' : ''),
    gain: (choice: { option: { points: number } }) => choice.option.points - 4,
    play: async (choice: { option: { move: string } }) => void model.played.push(choice.option.move),
    send: async (what: string) => void model.played.push(what),
    explain: async (cell: number) => void model.asked.push(cell),
    explainRecruit: async (code: string) => void model.asked.push(code),
    say: (text: string) => void model.said.push(text),
    aimAt: (placement: unknown) => (model.aim = placement as null),
    tellAim: () => void model.said.push('aim'),
    rotate: () => undefined,
  };
  return model as unknown as Told;
}

let shown: ReturnType<typeof mount> | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.innerHTML = '';
});
const put = <T extends ReturnType<typeof mount>>(made: T): T => {
  shown = made;
  flushSync();
  return made;
};
const buttons = () => [...document.querySelectorAll('li button')].map((each) => each.textContent.replace(/\s+/g, ' ').trim());
const press = (node: Element, key: string) => node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));

describe('a totem that has to be given', () => {
  const model = () => table('give', { '>2': 4, '>4': 4 });
  it('is asked for in the list of possibilities', async () => {
    const told = model();
    const list = put(mount(Choices, { target: document.body, props: { model: told } }));
    expect(await list.focus()).toBe(true);
    expect(buttons()).toEqual(['Give it to Ben', 'Give it to Dua', 'Undo the last step']);
    expect(document.activeElement?.textContent).toContain('Give it to Ben');
    press(document.activeElement!, 'ArrowDown');
    (document.activeElement as HTMLButtonElement).click();
    expect(told.played).toEqual(['>4']);
  });
  it('is asked for among the actions', () => {
    const told = model();
    put(mount(Actions, { target: document.body, props: { model: told, hold: () => undefined, drop: () => undefined } }));
    const give = [...document.querySelectorAll<HTMLButtonElement>('.give')];
    expect(give.map((each) => each.textContent.trim())).toEqual(['Give it to Ben', 'Give it to Dua']);
    give[0]!.click();
    expect(told.played).toEqual(['>2']);
  });
});

describe('the list of possibilities', () => {
  it('says where a domino goes, what it touches and what it brings, the best first', () => {
    const moves = { h9n: 4, g8n: 9, f7w: 4, f7n: 9, g6s: 5 };
    put(mount(Choices, { target: document.body, props: { model: table('place', moves) } }));
    expect([...document.querySelectorAll('h3')].map((each) => each.textContent)).toEqual(['+5 points', '+1 point', 'No points', 'Or']);
    expect(buttons()[0]).toBe('Place: desert on g8, lake with 1 fire on g9, to the north; next to desert on h8, hut on g7 +5 , +5 points');
  });
  it('offers to confirm a complete turn', () => {
    const told = table('confirm', {}, { is_complete: true });
    put(mount(Choices, { target: document.body, props: { model: told } }));
    expect(buttons()).toEqual(['Confirm the turn', 'Undo the last step']);
  });
  it('has nothing when there is nothing to choose', async () => {
    const list = put(mount(Choices, { target: document.body, props: { model: table('claim', {}, { is_undoable: false }) } }));
    expect(await list.focus()).toBe(false);
  });
});

describe('the squares', () => {
  const region = { label: 'desert', squares: [cellNamed('h8')], count: 1, each: 3 } as TermView;
  function show(model: Told): void {
    put(mount(Squares, { target: document.body, props: { scene: model, seat: 0, squares: SQUARES, frame: 5, play: model, regions: [region] } }));
  }
  const at = (cell: string) => document.querySelector<HTMLElement>(`[data-at=${cell}]`)!;
  it('say what lies on them', () => {
    show(table('claim', {}));
    const name = (cell: string) => at(cell).getAttribute('aria-label');
    expect(name('g7')).toBe('g7, hut');
    expect(name('h7')).toBe('h7, grassland, mammoth');
    expect(name('i7')).toBe('i7, volcano with 2 craters');
    expect(name('h8')).toBe('h8, desert with 1 fire, fire token with 2 fires, region of 1 square, 3 points');
    expect(name('f7')).toBe('f7, empty');
    expect(document.querySelectorAll('[role=row]')).toHaveLength(5);
    expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });
  it('say how the domino in hand fits; Enter aims, then puts it down', async () => {
    const told = table('place', { g8n: 9, f8e: 5 });
    show(told);
    expect(at('g8').getAttribute('aria-label')).toBe(
      'g8, empty; desert here, lake with 1 fire to the north, +5 points; lake with 1 fire here, desert to the west, +1 point',
    );
    at('g7').focus();
    press(at('g7'), 'ArrowUp');
    await tick();
    expect(document.activeElement).toBe(at('g8'));
    press(at('g8'), 'Enter');
    expect(told.aim?.option.move).toBe('g8n');
    press(at('g8'), 'r');
    expect(told.aim?.option.move).toBe('f8e');
    press(at('g8'), 'Enter');
    expect(told.played).toEqual(['f8e']);
    press(at('h7'), 'Enter');
    expect(told.asked).toEqual([cellNamed('h7')]);
  });
  it('take a fire, or say why not', () => {
    const told = table('erupt', { '*h7': 4 });
    show(told);
    expect(at('h7').getAttribute('aria-label')).toBe('h7, grassland, mammoth; the fire can land here, no points');
    press(at('g7'), 'Enter');
    press(at('h7'), 'Enter');
    expect([told.asked, told.played]).toEqual([[cellNamed('g7')], ['*h7']]);
  });
});

describe('a tap beside the squares that can be chosen', () => {
  it('asks why', () => {
    const told = table('settle', { '@h7': 4 });
    put(mount(Territory, { target: document.body, props: { scene: told, seat: 0, squares: SQUARES, frame: 5, play: told } }));
    const svg = document.querySelector<SVGSVGElement>('svg.territory')!;
    const DOMPointBefore = globalThis.DOMPoint;
    globalThis.DOMPoint = class { constructor(readonly x: number, readonly y: number) {} matrixTransform() { return this; } } as unknown as typeof DOMPoint;
    svg.getScreenCTM = () => ({ inverse: () => ({}) }) as DOMMatrix;
    svg.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 50, clientY: 50 }));
    document.querySelector('.target')!.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 50, clientY: 50 }));
    globalThis.DOMPoint = DOMPointBefore;
    expect(told.asked).toHaveLength(1);
    expect(told.played).toEqual(['@h7']);
  });
});

describe('a tile of the cave', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const WORTH = 'Hunter: 3 points for each mammoth around it';
  function tiles(model: Told): HTMLButtonElement[] {
    put(mount(Cave, { target: document.body, props: { model } }));
    return [...document.querySelectorAll('button')];
  }
  it('is recruited by a tap, and a long press shows its worth', () => {
    const told = table('recruit', { '+hu': 4 });
    const [hunter, warrior] = tiles(told);
    expect(hunter!.getAttribute('aria-label')).toBe(`Recruit: ${WORTH}`);
    hunter!.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    vi.advanceTimersByTime(600);
    hunter!.dispatchEvent(new Event('pointerup', { bubbles: true }));
    hunter!.click();
    expect([told.said, told.played]).toEqual([[WORTH], []]);
    hunter!.click();
    expect(told.played).toEqual(['+hu']);
    warrior!.click();
    expect(told.asked).toEqual(['w1']);
  });
  it('that a lesson does not allow is left to the guide', () => {
    const told = table('recruit', { '+hu': 4, '+w1': 4 });
    told.choices = told.possible.slice(0, 1);
    const warrior = tiles(told)[1]!;
    expect(warrior.classList.contains('free')).toBe(false);
    warrior.click();
    expect([told.played, told.asked]).toEqual([['+w1'], []]); // the table asks the guide
  });
  it('tells its worth by a tap while nobody can be recruited', () => {
    const told = table('claim', {});
    tiles(told)[0]!.click();
    expect(told.said).toEqual([WORTH]);
  });
});

describe('what is said', () => {
  const names = (seat: number) => ['Ann', 'Ben'][seat]!;
  it('names the squares of a placement and why a step was forced', () => {
    const why = { code: 'only_possibility', rule: '', text: '' };
    const event = { type: 'stepped', seat: 1, action: 0, move: 'c4e', domino: 12, by: 'rule', why } as const;
    expect(eventWords(event, names)).toEqual(['Ben places domino 12 on c4 and d4. Only legal move.']);
  });
  it('says who has a totem now', () => {
    const view = (totems: number[]) => ({ totems }) as View;
    expect(totemWords(view([-1, 0]), view([1, 0]), ['mammoth', 'fish'], names)).toEqual(['Ben has the totem: mammoth.']);
  });
  it('names whoever left, though the seat is free by then', () => {
    const before = { seats: [{ name: 'Ann' }, { name: 'Ben' }], points: [], totems: [] } as unknown as View;
    const events: Event[] = [{ type: 'joined', seat: 1, name: 'Ben' }, { type: 'left', seat: 1 }];
    const free = () => 'free';
    expect(new Teller(free, []).tell(events.slice(1), before, before)).toEqual(['Ben leaves the table.']);
    const log = events.map((event, number) => ({ number, at_ms: 0, command: '', event }));
    expect(logLines(log, free).map(({ text }) => text)).toEqual(['Ben takes a seat.', 'Ben leaves the table.']);
  });
  it('leaves questions to themselves', () => {
    expect(eventWords({ type: 'takeback_asked', seat: 0 }, names)).toEqual([]);
  });
});

describe('the order of what is said', () => {
  const names = (seat: number) => ['Ann', 'Ben'][seat]!;
  const view = (points: number[], totems: number[] = []) => ({ points, totems }) as View;
  const step = (seat: number, move: string, more = {}) => ({ type: 'stepped', seat, action: 0, move, by: 'bot', ...more }) as Event;
  const confirmed = (seat: number, ...line: number[]) => ({ type: 'confirmed', seat, outcomes: line.length ? [{ kind: 'line', outcome: line }] : [] }) as Event;
  function teller(points: number[]): Teller {
    const made = new Teller(names, ['mammoth', 'fish']);
    made.tell([], null, view(points));
    return made;
  }
  it('is that of the turn: domino, fire, totems, claim, points, new line', () => {
    const events = [step(1, 'c4e', { domino: 12 }), step(1, '*c5', { lost: 'fish' }), step(1, '=20'), confirmed(1, 3, 9)];
    expect(teller([2, 3]).tell(events, view([2, 3], [-1, 1]), view([2, 8], [1, -1]))).toEqual([
      'Ben places domino 12 on c4 and d4.',
      'Ben’s fire lands on c5. The fire destroys: fish.',
      'Ben has the totem: mammoth.',
      'Nobody has the totem: fish.',
      'Ben chooses domino 20.',
      'Ben: 8 points.',
      'New line: 3, 9.',
    ]);
  });
  it('has the points of a seat once, after its last turn', () => {
    const told = teller([2, 3]);
    expect(told.tell([confirmed(1), step(1, '=5'), confirmed(1)], view([2, 3]), view([2, 8]))).toEqual(['Ben chooses domino 5.', 'Ben: 8 points.']);
    expect(told.tell([confirmed(1)], view([2, 8]), view([2, 8]))).toEqual([]);
  });
  it('has the points that a takeback brings back, and those of the turn that is played instead', () => {
    const told = teller([2, 3]);
    told.tell([confirmed(0)], view([2, 3]), view([6, 3]));
    told.tell([confirmed(1)], view([6, 3]), view([6, 8]));
    expect(told.tell([{ type: 'taken_back', seat: 0, steps: 6 }], view([6, 8]), view([2, 3]))).toEqual([
      'Ann takes back a turn.',
      'Ann: 2 points, Ben: 3 points.',
    ]);
    expect(told.tell([confirmed(0)], view([2, 3]), view([6, 3]))).toEqual(['Ann: 6 points.']);
  });
  it('has all points together at the end, and begins anew in the next game', () => {
    const told = teller([2, 3]);
    const finished: Event = { type: 'finished', secret: '', scores: [2, 8], ranking: [[1], [0]] };
    expect(told.tell([confirmed(1), finished], view([2, 3]), view([2, 8]))).toEqual(['The game is over.', 'Ann: 2 points, Ben: 8 points.']);
    told.tell([{ type: 'started', game: 1, commit: '', outcomes: [] }], view([2, 8]), view([0, 0]));
    expect(told.tell([confirmed(1)], view([0, 0]), view([0, 8]))).toEqual(['Ben: 8 points.']);
  });
  it('has no totems when a game begins', () => {
    const started: Event = { type: 'started', game: 0, commit: '', outcomes: [] };
    expect(teller([]).tell([started], view([]), view([0, 0], [-1, -1]))).toEqual(['The game begins.']);
  });
});

describe('the end of a game', () => {
  const sheet = (total: number, terms: TermView[] = []): Sheet => ({ terms, total, largest_region: 0, symbols: 0 });
  const region = (points: number): TermView => ({ label: 'grassland', count: points, each: 1, squares: [] });
  function end(sheets: Sheets, more: Partial<View> = {}, events: Event[] = []): HTMLElement {
    const told = table('over', {}, { game: 0, games: 1, totals: [0, 0, 0, 0], frame: 5, ...more });
    const connection = { events: events.map((event, index) => ({ number: index + 1, event })) };
    Object.assign(told, { table: 'x', box: { terrains: [], dominoes: [] }, sheets: async () => sheets, connection });
    Object.assign(told.catalogue, { games: {}, rulesets: [] });
    put(mount(End, { target: document.body, props: { model: told, onshare: () => undefined } }));
    return document.querySelector('[role=status]')!;
  }
  const words = (found: HTMLElement) => [...found.children].map((each) => each.textContent);
  const names = () => [...document.querySelectorAll('h3')].map((each) => each.textContent);

  it('counts to the last region at the usual speed, and only then tells the ranking', async () => {
    change({ speed: 'normal' });
    vi.useFakeTimers();
    const counted = end({ type: 'sheets', id: '', sheets: [sheet(3, [region(3)]), sheet(9, [region(4), region(5)]), sheet(0), sheet(1, [region(1)])], ranking: [[1], [0], [3], [2]] });
    await vi.advanceTimersByTimeAsync(0);
    const points = () => [...document.querySelectorAll('tfoot .total')].map((each) => each.textContent);
    expect([names(), points(), words(counted)]).toEqual([['Ann', 'Ben', 'Cem', 'Dua'], ['0', '0', '0', '0'], []]);
    vi.advanceTimersToNextTimer();
    flushSync();
    expect([names(), points(), words(counted)]).toEqual([['Ann', 'Ben', 'Cem', 'Dua'], ['3', '4', '0', '1'], []]);
    vi.advanceTimersToNextTimer();
    flushSync();
    expect(names()).toEqual(['Ben1st', 'Ann2nd', 'Dua3rd', 'Cem4th']);
    expect([points(), words(counted)]).toEqual([['9', '3', '1', '0'], ['Ben wins!', '9 : 3 : 1 : 0']]);
    vi.useRealTimers();
  });
  it('of a Dynasty says who won the game, and who won all of them, as one message', async () => {
    change({ speed: 'off' });
    const found = end({ type: 'sheets', id: '', sheets: [9, 7, 5, 3].map((total) => sheet(total)), ranking: [[0], [1], [2], [3]] }, { game: 2, games: 3, totals: [60, 75, 10, 5] });
    expect(found.textContent.trim()).toBe('');
    await tick();
    flushSync();
    expect(words(found)).toEqual(['Ann wins!', '9 : 7 : 5 : 3', 'The Dynasty goes to Ben with 75 points.']);
  });
  it('says who wants a rematch, and to those that they wait', () => {
    const none: Sheets = { type: 'sheets', id: '', sheets: [], ranking: [] };
    const group = () => document.querySelector('.buttons .soft')?.textContent;
    end(none, {}, [{ type: 'rematch_offered', seat: 2 }]);
    expect(group()).toBe('Cem would like to play again.');
    document.body.replaceChildren();
    end(none, {}, [{ type: 'rematch_offered', seat: 0 }]);
    expect(group()).toBe('Waiting for everybody to agree…');
    document.body.replaceChildren();
    end(none, {}, [{ type: 'rematch_offered', seat: 0 }, { type: 'question_ended', why: 'lapsed', seat: null }]);
    expect(group()).toBeUndefined();
  });
});

describe('punctuation', () => {
  afterEach(async () => {
    change({ language: '' });
    await loadLanguage();
  });
  it('is that of the language', async () => {
    change({ language: 'fr' });
    await loadLanguage();
    const told = table('place', { g8n: 9 }, { current: [{ number: 7, seat: 0 }], next: [], turn: 0, lines_left: 2, erupting: null, totems: [] });
    put(mount(Squares, { target: document.body, props: { scene: told, seat: 0, squares: SQUARES, frame: 5, play: told } }));
    const name = document.querySelector('[data-at=g8]')!.getAttribute('aria-label');
    expect(name).toContain('g8, vide\u202f; désert ici');
    Object.assign(told, { rules: 'origins-tribe', large: 0, box: { terrains: [] } });
    const all = situationWords(told).join(' ');
    expect(all).toContain('Maintenant\u00a0: Domino 7\u00a0: ');
    expect(all).toContain('Plateau Grotte\u00a0: ');
    expect(all).not.toMatch(/[^\s\u00a0\u202f][:;]/);
  });
});
