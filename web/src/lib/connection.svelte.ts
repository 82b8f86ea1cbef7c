// The connection to a table: says hello, takes in what happens, comes back by itself after every loss.

import { ignoreUnknown } from './impossible';
import type { ClientMessage, Numbered, Refused, Sheets, View, Welcome, Why } from './messages';

const PROTOCOL = 1;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;
const PING_MS = 15_000;
const SILENCE_MS = 35_000; // after which the connection counts as lost

export type State = 'connecting' | 'open' | 'lost' | 'refused';

export interface Hears {
  news(events: Numbered[], view: View): void;
  refused(message: Refused): void;
}

type Command = Extract<ClientMessage, { position: number }>;
export type CommandBody = Command extends infer C ? (C extends Command ? Omit<C, 'id' | 'position'> : never) : never;

export class TableConnection {
  state = $state<State>('connecting');
  view = $state.raw<View | null>(null);
  events = $state.raw<Numbered[]>([]);
  seats = $state.raw<number[]>([]);
  held: number[] = []; // the seat of each token, −1: of none
  missed = $state.raw<Welcome['missed']>([]); // what happened to my seats while I was away
  refusal = $state.raw<Refused | null>(null); // why the connection was refused for good
  pending = $state(0); // commands on their way

  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #heardMs = 0;
  #isClosed = false;
  #commands = new Map<string, { message: Command; settle: (refused: Refused | null) => void }>();
  #questions = new Map<string, (answer: Why | Sheets | null) => void>();
  #count = 0;
  readonly #session = Math.random().toString(36).slice(2, 8);

  constructor(
    readonly table: string,
    readonly tokens: string[],
    readonly hears: Hears,
  ) {
    this.#open();
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#giveUp);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pinger);
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#giveUp);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
  }

  /** Sends a command for the position that is seen now; null when it was carried out, or why it was not. */
  command(body: CommandBody): Promise<Refused | null> {
    const id = this.#name();
    const message = { ...body, id, position: this.view?.position ?? 0 } as Command;
    this.pending += 1;
    return new Promise((resolve) => {
      this.#commands.set(id, {
        message,
        settle: (refused) => {
          this.#commands.delete(id);
          this.pending -= 1;
          resolve(refused);
        },
      });
      this.#send(message);
    });
  }

  askWhy(action: number): Promise<Why | null> {
    return this.#ask({ type: 'ask_why', id: this.#name(), action }) as Promise<Why | null>;
  }

  askSheets(): Promise<Sheets | null> {
    return this.#ask({ type: 'ask_sheets', id: this.#name() }) as Promise<Sheets | null>;
  }

  #ask(message: Extract<ClientMessage, { type: 'ask_why' | 'ask_sheets' }>): Promise<Why | Sheets | null> {
    return new Promise((resolve) => {
      if (this.state !== 'open') {
        resolve(null);
        return;
      }
      this.#questions.set(message.id, resolve);
      this.#send(message);
    });
  }

  #name(): string {
    this.#count += 1;
    return `${this.#session}-${this.#count}`;
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    if (this.#socket) {
      this.#socket.onclose = this.#socket.onmessage = this.#socket.onopen = null;
      this.#socket.close();
    }
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      const last = this.events.at(-1)?.number ?? 0;
      socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, tokens: this.tokens, last }));
    };
    socket.onmessage = (event) => this.#hear(String(event.data));
    socket.onclose = () => this.#onLost(socket);
    this.#heardMs = Date.now();
  }

  #onLost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#isClosed) return;
    clearInterval(this.#pinger);
    for (const resolve of this.#questions.values()) resolve(null);
    this.#questions.clear();
    if (this.state === 'refused') return;
    this.state = 'lost';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.7 + 0.6 * Math.random()));
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.7);
  }

  /** The network or the page is back: try now rather than later. */
  #hurry = (): void => {
    if (document.visibilityState === 'hidden' || this.#isClosed) return;
    if (this.state === 'lost') {
      clearTimeout(this.#timer);
      this.#wait = FIRST_WAIT_MS;
      this.#open();
    } else if (this.state === 'open') this.#ping();
  };

  /** The device says that it has no network: a socket may look open for long after that. */
  #giveUp = (): void => {
    if (this.#socket && this.state === 'open') this.#onLost(this.#socket);
  };

  #ping(): void {
    if (Date.now() - this.#heardMs > SILENCE_MS) this.#socket?.close();
    else this.#send({ type: 'ping' });
  }

  #hear(text: string): void {
    this.#heardMs = Date.now();
    const message = JSON.parse(text) as import('./messages').ServerMessage;
    switch (message.type) {
      case 'welcome':
        this.#welcome(message);
        break;
      case 'news':
        this.#takeIn(message.events, message.view);
        break;
      case 'accepted':
        this.#commands.get(message.id)?.settle(null);
        break;
      case 'refused':
        this.#refuse(message);
        break;
      case 'reason':
        this.#answer(message.id, message.why);
        break;
      case 'sheets':
        this.#answer(message.id, message);
        break;
      case 'bye':
        if (message.why === 'elsewhere') this.state = 'refused'; // else the client reconnects by itself
        break;
      case 'pong':
        break; // any message shows that the server is there
      default:
        ignoreUnknown(message);
    }
  }

  #welcome(message: Welcome): void {
    this.state = 'open';
    this.#wait = FIRST_WAIT_MS;
    this.seats = message.seats;
    this.held = message.held;
    this.missed = message.missed;
    if (message.is_whole) this.events = [];
    clearInterval(this.#pinger);
    this.#pinger = setInterval(() => this.#ping(), PING_MS);
    this.#takeIn(message.events, message.view);
    for (const { message: command } of this.#commands.values()) this.#send(command); // not answered yet
  }

  #takeIn(added: Numbered[], view: View): void {
    const last = this.events.at(-1)?.number ?? 0;
    const fresh = added.filter((event) => event.number > last);
    if (fresh.length) this.events = [...this.events, ...fresh];
    this.view = view;
    for (const event of added) this.#commands.get(event.command.split(':')[1] ?? '')?.settle(null);
    this.hears.news(fresh, view);
  }

  #refuse(message: Refused): void {
    const command = this.#commands.get(message.id);
    if (command) command.settle(message);
    else if (this.#questions.has(message.id)) this.#answer(message.id, null);
    else if (this.state !== 'open' && message.code !== 'unavailable') {
      this.state = 'refused';
      this.refusal = message;
    }
    if (this.state === 'open') this.hears.refused(message);
  }

  #answer(id: string, answer: Why | Sheets | null): void {
    this.#questions.get(id)?.(answer);
    this.#questions.delete(id);
  }
}
