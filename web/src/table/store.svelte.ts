// What is true at a table, as its server said: the log, the view, my seats, and my commands on their way.

import { ignoreUnknown } from '../lib/impossible';
import type { ClientMessage, Event, Numbered, Refused, ServerMessage, Sheets, View, Welcome, Why } from '../game/messages';
import type { Connect, LinkState, Transport } from '../transport/transport';

const PROTOCOL = 2;

type Command = Extract<ClientMessage, { position: number }>;
export type CommandBody = Command extends infer C ? (C extends Command ? Omit<C, 'id' | 'position'> : never) : never;

/** `refused` is told of no command of mine. */
export type StoreEvents = { news(events: Numbered[], view: View): void; refused(message: Refused): void };

export class TableStore {
  state = $state<LinkState | 'refused'>('connecting');
  view = $state.raw<View | null>(null);
  events = $state.raw<Numbered[]>([]);
  mine = $state.raw<number[]>([]); // the seats of this device
  held: number[] = []; // the seat of each token, −1: of none
  missed = $state.raw<Welcome['missed']>([]); // what happened to my seats while I was away
  refusal = $state.raw<Refused | null>(null); // why the connection was refused for good
  #words = $state.raw<string[]>([]); // of each command on its way, if it has any
  pending = $derived.by(() => this.#words.length); // commands on their way
  sending = $derived.by(() => this.#words.find(Boolean) ?? ''); // what I did and the server has not answered yet

  #transport: Transport;
  #commands = new Map<string, { message: Command; settle: (refused: Refused | null) => void }>();
  #questions = new Map<string, (answer: Why | Sheets | null) => void>();
  #count = 0;
  readonly #session = Math.random().toString(36).slice(2, 8);

  constructor(
    readonly tokens: string[],
    readonly on: StoreEvents,
    connect: Connect,
  ) {
    this.#transport = connect({ message: (message) => this.#receive(message), state: (state) => this.#onState(state) });
  }
  close = (): void => this.#transport.close();

  /** The last event of a type. */
  latest<T extends Event['type']>(type: T): Extract<Event, { type: T }> | undefined {
    return this.events.findLast(({ event }) => event.type === type)?.event as Extract<Event, { type: T }> | undefined;
  }
  created = $derived.by(() => this.latest('created') ?? null);
  /** Whether what I did waits for the connection. */
  get isQueued(): boolean {
    return this.sending !== '' && this.state === 'lost';
  }

  /** Sends a command for the position that is seen now; null when it was carried out, or why it was not. */
  async command(body: CommandBody, words = ''): Promise<Refused | null> {
    const id = this.#name();
    const message = { ...body, id, position: this.view?.position ?? 0 } as Command;
    this.#words = [...this.#words, words];
    const refused = await new Promise<Refused | null>((settle) => {
      this.#commands.set(id, { message, settle });
      this.#transport.send(message);
    });
    this.#words = this.#words.toSpliced(this.#words.indexOf(words), 1);
    return refused;
  }
  why = (action: number): Promise<Why | null> =>
    this.#ask({ type: 'ask_why', id: this.#name(), action }) as Promise<Why | null>;
  sheets = (): Promise<Sheets | null> => this.#ask({ type: 'ask_sheets', id: this.#name() }) as Promise<Sheets | null>;

  #ask(message: Extract<ClientMessage, { type: 'ask_why' | 'ask_sheets' }>): Promise<Why | Sheets | null> {
    if (this.state !== 'open') return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#questions.set(message.id, resolve);
      this.#transport.send(message);
    });
  }
  #name = (): string => `${this.#session}-${(this.#count += 1)}`;

  #onState(state: LinkState): void {
    if (state === 'open') {
      this.#transport.send({ type: 'hello', protocol: PROTOCOL, tokens: this.tokens as [], last: this.events.at(-1)?.number ?? 0 });
      return; // it counts once the table has said welcome
    }
    for (const resolve of this.#questions.values()) resolve(null);
    this.#questions.clear();
    if (this.state !== 'refused') this.state = state;
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message);
      case 'news':
        return this.#takeIn(message.events, message.view);
      case 'accepted':
        return void this.#settle(message.id, null);
      case 'refused':
        return this.#refuse(message);
      case 'reason':
        return this.#answer(message.id, message.why);
      case 'sheets':
        return this.#answer(message.id, message);
      case 'bye':
        if (message.why === 'elsewhere') this.#end(); // else the transport comes back by itself
        return;
      case 'pong':
        return; // any message shows that the server is there
      default:
        ignoreUnknown(message);
    }
  }
  #welcome(message: Welcome): void {
    this.state = 'open';
    this.mine = message.seats;
    this.held = message.held;
    this.missed = message.missed;
    if (message.is_whole) this.events = [];
    this.#takeIn(message.events, message.view);
    for (const { message: command } of this.#commands.values()) this.#transport.send(command); // not answered yet
  }
  #takeIn(added: Numbered[], view: View): void {
    const last = this.events.at(-1)?.number ?? 0;
    const fresh = added.filter((event) => event.number > last);
    if (fresh.length) this.events = [...this.events, ...fresh];
    this.view = view;
    for (const event of added) this.#settle(event.command.split(':')[1] ?? '', null);
    this.on.news(fresh, view);
  }
  #refuse(message: Refused): void {
    if (this.#settle(message.id, message)) return;
    if (this.#questions.has(message.id)) this.#answer(message.id, null);
    else if (this.state !== 'open' && message.code !== 'unavailable') {
      this.refusal = message;
      this.#end();
    }
    if (this.state === 'open') this.on.refused(message);
  }
  #settle(id: string, refused: Refused | null): boolean {
    this.#commands.get(id)?.settle(refused);
    return this.#commands.delete(id);
  }
  #end(): void {
    this.state = 'refused';
    this.#transport.close();
  }
  #answer(id: string, answer: Why | Sheets | null): void {
    this.#questions.get(id)?.(answer);
    this.#questions.delete(id);
  }
}
