// The table as somebody meets it who listens: names, lists, and what is said. Only the server is made up.
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fact } from '../game/fold';
import { moveOf, type Sheet, type SquareView, type TermView } from '../game/generated';
import { logLines, totemWords } from '../game/log';
import type { ClientMessage, Event, ServerMessage, Sheets, View } from '../game/messages';
import type { Choice } from '../game/moves';
import { actionOf, CATALOGUE, cellNamed, notationOf, numbered, viewOf } from '../game/testing';
import { loadLanguage } from '../lib/i18n.svelte';
import { change } from '../lib/settings.svelte';
import TableView from '../table/TableView.svelte';
import { Table } from '../table/table.svelte';
import { eventWords, Teller } from './spoken';
import { situationWords } from './situation';

const NAMES = ['Ann', 'Ben', 'Cem', 'Dua'];
const SQUARES: SquareView[] = [
  { cell: cellNamed('g7'), terrain: 'H' },
  { cell: cellNamed('h7'), terrain: 'G', resource: true },
  { cell: cellNamed('i7'), terrain: 'V', craters: 2 },
  { cell: cellNamed('h8'), terrain: 'D', symbols: 1, token: 2 },
];

interface Told {
  table: Table;
  hear: (message: ServerMessage) => void;
  played: () => string[]; // what was sent to the server
  asked: () => string[]; // why what is not possible
  said: () => string[];
  lastId: () => string; // of the last message
}

/** A table of four, all on this device; Ann can make some moves, each with her points after it. */
function told(phase: string, moves: Record<string, number> = {}, more: Partial<View> = {}, { rules = 'origins-totem', lesson = '', events = [] as Event[] } = {}): Told {
  const sent: ClientMessage[] = [];
  let hear: (message: ServerMessage) => void = () => undefined;
  const table = new Table('x', ['token'], CATALOGUE, (on) => {
    hear = (message) => on.message(message);
    return { send: (message) => sent.push(message), close: () => undefined };
  });
  const options = Object.entries(moves).map(([move, points]) => ({ action: actionOf(move), move, points }));
  const view = viewOf(NAMES, {
    phase, options, points: [4, 0, 0, 0], territories: [SQUARES, [], [], []], current: phase === 'claim' ? [] : [{ number: 7, seat: 0 }],
    totems: rules === 'origins-totem' ? [-1, -1] : [], cave: rules === 'origins-tribe' ? ['hu', 'w1'] : [], is_undoable: true, ...more,
  });
  const created: Event = { type: 'created', rules, seats: [], is_public: false, confirm: true, turn_s: null, stand_in_s: null, lesson };
  hear({ type: 'welcome', table: 'x', seats: [0], held: [0], missed: [], is_whole: true, events: numbered([created, ...events]), view });
  return {
    table,
    hear,
    played: () => sent.flatMap((message) => (message.type === 'act' ? [notationOf(moveOf(message.action))] : ['undo', 'confirm'].includes(message.type) ? [message.type] : [])),
    asked: () => sent.flatMap((message) => (message.type === 'ask_why' ? [notationOf(moveOf(message.action))] : [])),
    lastId: () => (sent.at(-1) as { id: string }).id,
    said: () => table.speech.announcer.sentences.map(({ text }) => text),
  };
}

let shown: ReturnType<typeof mount> | undefined;
beforeEach(() => {
  localStorage.clear();
  change({ speed: 'normal' });
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});
const put = <T extends ReturnType<typeof mount>>(made: T): T => {
  shown = made;
  flushSync();
  return made;
};
/** Shows the whole page of a table. */
function show(made: Told): Told {
  put(mount(TableView, { target: document.body, props: { table: made.table } }));
  return made;
}
const list = () => document.querySelector('[data-zone=choices]')!;
const buttons = () => [...list().querySelectorAll('li button')].map((each) => each.textContent.replace(/\s+/g, ' ').trim());
const settled = () => new Promise((resolve) => setTimeout(resolve));
const press = (node: EventTarget, key: string) => {
  node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  flushSync();
};

describe('a totem that has to be given', () => {
  const give = () => show(told('give', { '>2': 4, '>4': 4 }));
  it('is asked for in the list of possibilities', async () => {
    const { played } = give();
    press(window, 'o');
    await settled();
    expect(buttons()).toEqual(['Give it to Ben', 'Give it to Dua', 'Undo the last step']);
    expect(document.activeElement!.textContent.trim()).toBe('Give it to Ben');
    press(document.activeElement!, 'ArrowDown');
    (document.activeElement as HTMLButtonElement).click();
    expect(played()).toEqual(['>4']);
  });
  it('is asked for among the actions', () => {
    const { played } = give();
    const found = [...document.querySelectorAll<HTMLButtonElement>('.give')];
    expect(found.map((each) => each.textContent.trim())).toEqual(['Give it to Ben', 'Give it to Dua']);
    found[0]!.click();
    expect(played()).toEqual(['>2']);
  });
});

describe('the list of possibilities', () => {
  it('says where a domino goes, what it touches and what it brings, the best first', () => {
    const { played } = show(told('place', { h9n: 4, g8n: 9, f7w: 4, f7n: 9, g6s: 5 }));
    expect([...list().querySelectorAll('h3')].map((each) => each.textContent)).toEqual(['+5 points', '+1 point', 'No points', 'Or']);
    expect(buttons()[0]).toBe('Place: desert on g8, lake with 1 fire on g9, to the north; next to desert on h8, hut on g7 +5 , +5 points');
    list().querySelector('button')!.click();
    expect(played()).toEqual(['g8n']);
  });
  it('offers to confirm a complete turn', () => {
    const { played } = show(told('confirm', {}, { is_complete: true }));
    expect(buttons()).toEqual(['Confirm the turn', 'Undo the last step']);
    list().querySelector('button')!.click();
    expect(played()).toEqual(['confirm']);
  });
  it('has nothing when there is nothing to choose; then it is said what the table waits for', async () => {
    const { said } = show(told('claim', {}, { is_undoable: false, mover: 1 }));
    press(window, 'o');
    await settled();
    expect([buttons(), said()]).toEqual([[], ['Ben is choosing a domino.']]);
  });
});

describe('the squares', () => {
  const at = (cell: string) => document.querySelector<HTMLElement>(`[data-at=${cell}]`)!;
  const name = (cell: string) => at(cell).getAttribute('aria-label');
  it('say what lies on them, and their regions once somebody goes there', async () => {
    const region: TermView = { label: 'desert', squares: [cellNamed('h8')], count: 1, each: 3 };
    const made = told('claim', { '=7': 4 });
    const sheets = vi.spyOn(made.table.store, 'sheets');
    sheets.mockResolvedValue({ type: 'sheets', id: '', ranking: [], sheets: NAMES.map(() => ({ terms: [region], total: 0, largest_region: 0, symbols: 0 })) });
    show(made);
    expect(document.querySelector('[role=grid]')?.getAttribute('aria-label')).toBe('Ann’s squares');
    expect(name('g7')).toBe('g7, hut');
    expect(name('h7')).toBe('h7, grassland, mammoth');
    expect(name('i7')).toBe('i7, volcano with 2 craters');
    expect(name('h8')).toBe('h8, desert with 1 fire, fire token with 2 fires');
    expect(name('f7')).toBe('f7, empty');
    expect(document.querySelectorAll('[role=row]')).toHaveLength(5);
    expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
    expect(sheets).not.toHaveBeenCalled();
    press(window, 't');
    expect(document.activeElement).toBe(at('g7'));
    await tick();
    flushSync();
    expect(name('h8')).toBe('h8, desert with 1 fire, fire token with 2 fires, region of 1 square, 3 points');
  });
  it('say how the domino in hand fits; Enter lays it, R turns it before and after', async () => {
    const { played, asked, table } = show(told('place', { g8n: 9, f8e: 5 }));
    expect(name('g8')).toBe('g8, empty; desert here, lake with 1 fire to the north, +5 points; lake with 1 fire here, desert to the west, +1 point');
    press(window, 't');
    press(at('g7'), 'ArrowUp');
    expect(document.activeElement).toBe(at('g8'));
    press(at('g8'), 'r');
    expect(table.speech.announcer.hint).toContain('lake with 1 fire on g8'); // held to the east
    press(at('g8'), 'r');
    expect(table.speech.announcer.hint).toBe('desert on g8, lake with 1 fire on g9, to the north, +5 points. Enter places it.');
    press(at('h7'), 'Enter');
    expect([asked(), played()]).toEqual([['h7n'], []]);
    press(at('g8'), 'Enter');
    expect(played()).toEqual(['g8n']);
    expect(name('g8')).toContain('g8, desert');
    press(window, 'r');
    expect(name('g8')).toContain('g8, lake with 1 fire');
    expect(played()).toEqual(['g8n']); // it is still on its way
  });
  it('lay it with Enter alone, in the rotation that fits', () => {
    const { played } = show(told('place', { g8n: 9, f8w: 5 }));
    press(at('e8'), 'Enter');
    expect(played()).toEqual(['f8w']);
  });
  it('take a fire, or say why not', () => {
    const { asked, played } = show(told('erupt', { '*h7': 4 }));
    expect(name('h7')).toBe('h7, grassland, mammoth; the fire can land here, no points');
    press(at('g7'), 'Enter');
    press(at('h7'), 'Enter');
    expect([asked(), played()]).toEqual([['*g7'], ['*h7']]);
  });
});

describe('a tap beside the squares that can be chosen', () => {
  it('asks why', () => {
    const { asked, played } = show(told('settle', { '@h7': 4 }, {}, { rules: 'origins-tribe' }));
    const plane = document.querySelector<HTMLElement>('.territory')!;
    plane.getBoundingClientRect = () => ({ left: 0, top: 0, width: 500, height: 500 }) as DOMRect; // e5 to i9 or nearly
    const cells = [...document.querySelectorAll<HTMLElement>('[role=gridcell]')].map((each) => each.dataset.at);
    for (const cell of ['g9', 'h7']) {
      const index = cells.indexOf(cell);
      plane.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: (index % 5) * 100 + 50, clientY: Math.floor(index / 5) * 100 + 50 }));
    }
    expect([asked(), played()]).toEqual([['@g9'], ['@h7']]);
  });
});

describe('a tile of the cave', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const WORTH = 'Hunter: 3 points for each mammoth around it';
  const cave = (phase: string, moves: Record<string, number>, more: Partial<View> = {}) => show(told(phase, moves, more, { rules: 'origins-tribe' }));
  const tiles = () => [...document.querySelectorAll<HTMLButtonElement>('.cave button')];
  it('is recruited by a tap, and a long press shows its worth', () => {
    const { table, said, played, asked } = cave('recruit', { '+hu': 10 });
    const [hunter, warrior] = tiles();
    expect(hunter!.getAttribute('aria-label')).toBe(`Recruit: ${WORTH}, +6 points`);
    expect(hunter!.textContent).toBe('+6'); // what it would bring now
    hunter!.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    vi.advanceTimersByTime(600);
    hunter!.dispatchEvent(new Event('pointerup', { bubbles: true }));
    hunter!.click();
    expect([table.notices.shown?.text, said().at(-1), played()]).toEqual([WORTH, WORTH, []]);
    warrior!.click();
    expect(asked()).toEqual(['+w1']);
    hunter!.click();
    expect(played()).toEqual(['+hu']);
  });
  it('of the pile is recruited from a list', () => {
    const { played } = cave('recruit', { '+hu': 10, '++pa': 6, '++w1': 4 }, { pile: ['pa', 'pa', 'w1'] });
    expect(tiles().map((each) => each.ariaExpanded)).toEqual([null, null, 'false']);
    tiles()[2]!.click();
    flushSync();
    expect(tiles().slice(3).map((each) => each.textContent)).toEqual(['Painter: 2 points for each resource around it+2', expect.stringContaining('Small warrior')]);
    tiles()[3]!.click();
    expect(played()).toEqual(['++pa']);
  });
  it('that a lesson does not allow is left to the guide', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined)); // its own guide is still to come
    const made = told('recruit', { '+hu': 4, '+w1': 4 }, {}, { rules: 'origins-tribe', lesson: 'origins-tribe' });
    const nudge = vi.fn();
    const allows = ({ move }: Choice) => move.kind === 'recruit' && move.caveman === 'hu';
    made.table.lesson.guide = { text: '', isTalking: false, isFree: false, confirms: true, allows, nudge };
    show(made);
    const [hunter, warrior] = tiles();
    expect([hunter, warrior].map((tile) => tile!.classList.contains('free'))).toEqual([true, false]);
    warrior!.click();
    expect([made.played(), made.asked()]).toEqual([[], ['+w1']]);
    made.hear({ type: 'reason', id: made.lastId(), why: null }); // it is possible
    await vi.advanceTimersByTimeAsync(0);
    expect([made.played(), nudge.mock.calls.length]).toEqual([[], 1]);
  });
  it('tells its worth by a tap while nobody can be recruited', () => {
    const { said, asked } = cave('claim', {});
    tiles()[0]!.click();
    expect([said().at(-1), asked()]).toEqual([WORTH, []]);
  });
});

describe('what is said', () => {
  const names = (seat: number) => ['Ann', 'Ben'][seat]!;
  it('names the squares of a placement and why a step was forced', () => {
    const why = { code: 'only_possibility', rule: '', text: '' };
    const facts: Fact[] = [{ type: 'placed', seat: 1, domino: 12, cells: [cellNamed('c4'), cellNamed('d4')] }];
    expect(eventWords({ type: 'stepped', seat: 1, action: actionOf('c4e'), move: 'c4e', facts, points: [], by: 'rule', why }, names)).toEqual(['Ben places domino 12 on c4 and d4. Only legal move.']);
  });
  it('says who has a totem now', () => {
    expect([totemWords('mammoth', 1, names), totemWords('fish', -1, names)]).toEqual(['Ben has the totem: mammoth.', 'Nobody has the totem: fish.']);
  });
  it('names whoever left, though the seat is free by then', () => {
    const before = { seats: [{ name: 'Ann' }, { name: 'Ben' }], points: [], totems: [] } as unknown as View;
    const events: Event[] = [{ type: 'joined', seat: 1, name: 'Ben' }, { type: 'left', seat: 1 }];
    const free = () => 'free';
    expect(new Teller(free, []).tell(events.slice(1), before, before)).toEqual(['Ben leaves the table.']);
    expect(logLines(numbered(events), free).map(({ text }) => text)).toEqual(['Ben takes a seat.', 'Ben leaves the table.']);
  });
  it('leaves questions to themselves', () => {
    expect(eventWords({ type: 'takeback_asked', seat: 0 }, names)).toEqual([]);
  });
});

describe('the order of what is said', () => {
  const names = (seat: number) => ['Ann', 'Ben'][seat]!;
  const view = (points: number[], totems: number[] = []) => ({ points, totems }) as View;
  const step = (seat: number, move: string, ...facts: Fact[]): Event => ({ type: 'stepped', seat, action: actionOf(move), move, facts, points: [], by: 'bot' });
  const claim = (seat: number, domino: number) => step(seat, `=${domino}`, { type: 'claimed', seat, domino });
  const confirmed = (seat: number, ...line: number[]): Event => ({ type: 'confirmed', seat, facts: line.length ? [{ type: 'line_revealed', numbers: line }] : [] });
  function teller(points: number[]): Teller {
    const made = new Teller(names, ['mammoth', 'fish']);
    made.tell([], null, view(points));
    return made;
  }
  it('is that of the turn: domino, fire, totems, claim, points, new line', () => {
    const moved = (resource: string, source: number | null, target: number | null): Fact => ({ type: 'totem_moved', resource, source, target });
    const burnt: Fact[] = [{ type: 'fire_landed', seat: 1, volcano: cellNamed('c4'), cell: cellNamed('c5'), fires: 1 }, { type: 'resource_burnt', seat: 1, cell: cellNamed('c5'), resource: 'fish' }];
    const events = [
      step(1, 'c4e', { type: 'placed', seat: 1, domino: 12, cells: [cellNamed('c4'), cellNamed('d4')] }, moved('mammoth', null, 1)),
      step(1, '*c5', ...burnt, moved('fish', 1, null)), claim(1, 20), confirmed(1, 3, 9),
    ];
    expect(teller([2, 3]).tell(events, view([2, 3], [-1, 1]), view([2, 8], [1, -1]))).toEqual([
      'Ben places domino 12 on c4 and d4. Ben has the totem: mammoth.',
      'Ben’s fire lands on c5. The fire destroys: fish. Nobody has the totem: fish.',
      'Ben chooses domino 20.',
      'Ben: 8 points.',
      'New line: 3, 9.',
    ]);
  });
  it('has the points of a seat once, after its last turn', () => {
    const told = teller([2, 3]);
    expect(told.tell([confirmed(1), claim(1, 5), confirmed(1)], view([2, 3]), view([2, 8]))).toEqual(['Ben chooses domino 5.', 'Ben: 8 points.']);
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
    told.tell([{ type: 'started', game: 1, commit: '', facts: [], points: [0, 0] }], view([2, 8]), view([0, 0]));
    expect(told.tell([confirmed(1)], view([0, 0]), view([0, 8]))).toEqual(['Ben: 8 points.']);
  });
  it('has the totems that an undo brings back', () => {
    const words = teller([2, 3]).tell([{ type: 'undone', seat: 1, steps: 1 }], view([2, 3], [1, -1]), view([2, 3], [0, -1]));
    expect(words).toEqual(['Ben undoes the last step.', 'Ann has the totem: mammoth.']);
  });
  it('has the cavemen that are new on the cave board', () => {
    const events: Event[] = [{ type: 'confirmed', seat: 0, facts: [{ type: 'left_over', domino: 4 }, { type: 'line_revealed', numbers: [3, 9] }, { type: 'cavemen_revealed', kinds: ['hu', 'w1'] }] }];
    expect(teller([2, 3]).tell(events, view([2, 3]), view([2, 3]))).toEqual(['New line: 3, 9.', 'New on the cave board: Hunter, Small warrior.']);
  });
  it('has no totems when a game begins', () => {
    const started: Event = { type: 'started', game: 0, commit: '', facts: [], points: [0, 0] };
    expect(teller([]).tell([started], view([]), view([0, 0], [-1, -1]))).toEqual(['The game begins.']);
  });
});

describe('the end of a game', () => {
  const sheet = (total: number, terms: TermView[] = []): Sheet => ({ terms, total, largest_region: 0, symbols: 0 });
  const region = (points: number): TermView => ({ label: 'grassland', count: points, each: 1, squares: [] });
  function end(sheets: Sheets, more: Partial<View> = {}, events: Event[] = []): HTMLElement {
    const made = told('over', {}, { game: 0, games: 1, totals: [0, 0, 0, 0], territories: NAMES.map(() => SQUARES), ...more }, { events });
    vi.spyOn(made.table.store, 'sheets').mockResolvedValue(sheets);
    show(made);
    return document.querySelector('.end [role=status]')!;
  }
  const words = (found: HTMLElement) => [...found.children].map((each) => each.textContent);
  const names = () => [...document.querySelectorAll('.sheets h3')].map((each) => each.textContent);

  it('counts to the last region at the usual speed, and only then tells the ranking', async () => {
    change({ speed: 'normal' });
    vi.useFakeTimers();
    const counted = end({ type: 'sheets', id: '', sheets: [sheet(3, [region(3)]), sheet(9, [region(4), region(5)]), sheet(0), sheet(1, [region(1)])], ranking: [[1], [0], [3], [2]] });
    await vi.advanceTimersByTimeAsync(0);
    const points = () => [...document.querySelectorAll('tfoot .total')].map((each) => each.textContent);
    expect([names(), points(), words(counted)]).toEqual([['Ann', 'Ben', 'Cem', 'Dua'], ['0', '0', '0', '0'], []]);
    vi.advanceTimersByTime(650);
    flushSync();
    expect([names(), points(), words(counted)]).toEqual([['Ann', 'Ben', 'Cem', 'Dua'], ['3', '4', '0', '1'], []]);
    vi.advanceTimersByTime(650);
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
    const more = { next: [], turn: 0, lines_left: 2 };
    const { table } = show(told('place', { g8n: 9 }, more, { rules: 'origins-tribe' }));
    const name = document.querySelector('[data-at=g8]')!.getAttribute('aria-label');
    expect(name).toContain('g8, vide\u202f; désert ici');
    const all = situationWords(table).join(' ');
    expect(all).toContain('Maintenant\u00a0: Domino 7\u00a0: ');
    expect(all).toContain('Plateau Grotte\u00a0: ');
    expect(all).not.toMatch(/[^\s\u00a0\u202f][:;]/);
  });
});
