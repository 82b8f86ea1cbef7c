import { beforeEach, describe, expect, it } from 'vitest';
import { actionOf, numbered, viewOf } from '../game/testing';
import type { ClientMessage, Event, Numbered, Refused, ServerMessage, View } from '../game/messages';
import type { TransportEvents } from '../transport/transport';
import { TableStore, type CommandBody } from './store.svelte';

const CREATED: Event = { type: 'created', rules: 'kingdomino', seats: [], is_public: false, confirm: true, turn_s: null, stand_in_s: null };
const CLAIM: CommandBody = { type: 'act', seat: 0, action: actionOf('=4') };

let store: TableStore;
let on: TransportEvents;
let sent: ClientMessage[];
let isClosed: boolean;
let news: [number[], View][];
let refusals: string[];
beforeEach(() => {
  [sent, isClosed, news, refusals] = [[], false, [], []];
  const hears = {
    news: (events: Numbered[], view: View) => news.push([events.map(({ number }) => number), view]),
    refused: ({ code }: Refused) => refusals.push(code),
  };
  store = new TableStore(['token'], hears, (given) => {
    on = given;
    return { send: (message) => sent.push(message), close: () => (isClosed = true) };
  });
});

const view = (number: number, position = number) => viewOf(['Ann', 'Ben'], { number, position });
const step = (number: number, command = ''): Numbered => ({
  ...numbered([{ type: 'stepped', seat: 0, action: actionOf('=4'), move: '=4', facts: [], points: [0, 0], by: 'player' }], number - 1)[0]!, command,
});
const welcome = (events: Numbered[], shown: View, isWhole = false): ServerMessage => ({
  type: 'welcome', table: 'x', seats: [0], held: [0], missed: [], is_whole: isWhole, events, view: shown,
});
const refused = (id: string, code = 'not_your_turn'): Refused => ({ type: 'refused', id, code, params: {}, text: '' });
/** Opens the connection; the table has two events so far. */
function open(): void {
  on.state('open');
  on.message(welcome(numbered([CREATED, { type: 'joined', seat: 0, name: 'Ann' }]), view(2), true));
  sent.length = 0;
}
/** What a command has come to; undefined as long as it is open. */
function sendCommand(body = CLAIM, words = ''): { answer: Refused | null | undefined } {
  const command: { answer: Refused | null | undefined } = { answer: undefined };
  void store.command(body, words).then((answer) => (command.answer = answer));
  return command;
}
const lastId = () => (sent.at(-1) as { id: string }).id;
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a connection', () => {
  it('begins with a hello and is open after the welcome', () => {
    on.state('open');
    expect([store.state, sent]).toEqual(['connecting', [{ type: 'hello', protocol: 2, tokens: ['token'], last: 0 }]]);
    on.message(welcome(numbered([CREATED]), view(1), true));
    expect([store.state, store.mine, store.created?.rules, store.view?.number]).toEqual(['open', [0], 'kingdomino', 1]);
  });
  it('asks after a loss for what was missed, and takes nothing twice', () => {
    open();
    on.state('lost');
    expect(store.state).toBe('lost');
    on.state('open');
    expect([store.state, sent.at(-1)]).toEqual(['lost', { type: 'hello', protocol: 2, tokens: ['token'], last: 2 }]);
    on.message(welcome([...numbered([CREATED, { type: 'joined', seat: 0, name: 'Ann' }]), step(3)], view(3)));
    expect(store.events.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(news.map(([numbers]) => numbers)).toEqual([[1, 2], [3]]);
  });
  it('takes the whole log anew if that is what comes', () => {
    open();
    on.message(welcome(numbered([CREATED]), view(1), true));
    expect(store.events).toHaveLength(1);
  });
  it('that is refused ends, with the reason', () => {
    on.state('open');
    on.message(refused('', 'unknown_table'));
    expect([store.state, store.refusal?.code, isClosed]).toEqual(['refused', 'unknown_table', true]);
    on.state('lost');
    expect(store.state).toBe('refused');
  });
  it('goes on if the table is unavailable for now', () => {
    on.state('open');
    on.message(refused('', 'unavailable'));
    expect([store.state, store.refusal, isClosed]).toEqual(['connecting', null, false]);
  });
  it('ends when the seat is played elsewhere, and does not come back', () => {
    open();
    on.message({ type: 'bye', why: 'elsewhere' });
    expect([store.state, store.refusal, isClosed]).toEqual(['refused', null, true]);
    on.state('lost');
    expect(store.state).toBe('refused');
  });
  it('goes on after a restart of the server', () => {
    open();
    on.message({ type: 'bye', why: 'restart' });
    expect([store.state, isClosed]).toEqual(['open', false]);
  });
  it('ignores what only a newer server sends', () => {
    open();
    on.message({ type: 'song' } as unknown as ServerMessage);
    expect(store.state).toBe('open');
  });
});

describe('a command', () => {
  it('is sent for the position that is seen', () => {
    open();
    sendCommand();
    expect(sent).toMatchObject([{ type: 'act', seat: 0, action: actionOf('=4'), position: 2 }]);
    expect(store.pending).toBe(1);
  });
  it('is done with its event', async () => {
    open();
    const command = sendCommand();
    on.message({ type: 'news', events: [step(3, `0:${lastId()}`)], view: view(3) });
    await settled();
    expect([command.answer, store.pending, store.events.length]).toEqual([null, 0, 3]);
  });
  it('is done when it changes nothing', async () => {
    open();
    const command = sendCommand();
    on.message({ type: 'accepted', id: lastId(), number: 2 });
    await settled();
    expect(command.answer).toBeNull();
  });
  it('is settled by a refusal, which is its own affair', async () => {
    open();
    const command = sendCommand();
    on.message(refused(lastId()));
    await settled();
    expect([command.answer?.code, store.pending, refusals]).toEqual(['not_your_turn', 0, []]);
  });
  it('is not done by an event of somebody else', async () => {
    open();
    const command = sendCommand();
    on.message({ type: 'news', events: [step(3, '1:other-1')], view: view(3) });
    await settled();
    expect([command.answer, store.pending]).toEqual([undefined, 1]);
  });
  it('is sent again after every loss until it is answered', async () => {
    open();
    const command = sendCommand(CLAIM, 'Choose domino 4');
    const [first] = sent;
    expect(store.isQueued).toBe(false);
    for (let loss = 0; loss < 2; loss += 1) {
      on.state('lost');
      expect([store.isQueued, store.sending]).toEqual([true, 'Choose domino 4']);
      sent.length = 0;
      on.state('open');
      expect(sent.map(({ type }) => type)).toEqual(['hello']);
      on.message(welcome([], view(2)));
      expect(sent.slice(1)).toEqual([first]); // the same id and position
    }
    on.message({ type: 'news', events: [step(3, `0:${lastId()}`)], view: view(3) });
    await settled();
    expect([command.answer, store.sending]).toEqual([null, '']);
    on.state('lost');
    on.state('open');
    on.message(welcome([], view(3)));
    expect(sent.at(-1)!.type).toBe('hello');
  });
  it('that is given while the connection is lost is sent later', async () => {
    open();
    on.state('lost');
    const command = sendCommand();
    on.state('open');
    sent.length = 0;
    on.message(welcome([], view(2)));
    expect(sent).toMatchObject([CLAIM]);
    on.message({ type: 'accepted', id: lastId(), number: 3 });
    await settled();
    expect(command.answer).toBeNull();
  });
  it('is done if a welcome has its event', async () => {
    open();
    const command = sendCommand();
    const id = lastId();
    on.state('lost');
    on.state('open');
    on.message(welcome([step(3, `0:${id}`)], view(3)));
    await settled();
    expect([command.answer, store.pending]).toEqual([null, 0]);
  });
  it('is not sent again if a welcome has its event', () => {
    open();
    sendCommand();
    const id = lastId();
    on.state('lost');
    on.state('open');
    on.message(welcome([step(3, `0:${id}`)], view(3)));
    expect(sent.at(-1)!.type).toBe('hello');
  });
});

describe('a question', () => {
  const why = { code: 'occupied', rule: 'C3', text: '' };
  it('is answered by its own reason only', async () => {
    open();
    const [first, second] = [store.why(1), store.why(2)];
    const [one, other] = sent as { id: string }[];
    on.message({ type: 'reason', id: other!.id, why: null });
    on.message({ type: 'reason', id: one!.id, why });
    expect(await Promise.all([first, second])).toEqual([why, null]);
  });
  it('about the points is answered by sheets', async () => {
    open();
    const asked = store.sheets();
    on.message({ type: 'sheets', id: lastId(), sheets: [], ranking: [[0]] });
    expect((await asked)?.ranking).toEqual([[0]]);
  });
  it('has no answer without a connection, or when that is lost', async () => {
    expect(await store.why(1)).toBeNull();
    expect(sent).toEqual([]);
    open();
    const asked = store.sheets();
    on.state('lost');
    expect(await asked).toBeNull();
  });
  it('that is refused has no answer, and the refusal is told', async () => {
    open();
    const asked = store.why(1);
    on.message(refused(lastId(), 'too_fast'));
    expect([await asked, refusals]).toEqual([null, ['too_fast']]);
  });
});
