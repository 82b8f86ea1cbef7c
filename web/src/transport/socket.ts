// A socket to a table's server: it opens again by itself after every loss.

import type { ClientMessage, ServerMessage } from '../game/messages';
import type { TransportEvents, LinkState, Transport } from './transport';

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;
const PING_MS = 15_000;
const SILENCE_MS = 35_000; // after which the connection counts as lost

export class TableSocket implements Transport {
  #socket: WebSocket | null = null;
  #state: LinkState = 'connecting';
  #wait = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #heardMs = 0;
  #isClosed = false;

  constructor(
    readonly table: string,
    readonly on: TransportEvents,
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

  send(message: ClientMessage): void {
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
    socket.onopen = () => this.#onOpen();
    socket.onmessage = (event) => this.#onMessage(String(event.data));
    socket.onclose = () => this.#onLost(socket);
    this.#heardMs = Date.now();
  }

  #onOpen(): void {
    clearInterval(this.#pinger);
    this.#pinger = setInterval(() => this.#ping(), PING_MS);
    this.#state = 'open';
    this.on.state('open');
  }

  #onMessage(text: string): void {
    this.#heardMs = Date.now();
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === 'welcome') this.#wait = FIRST_WAIT_MS; // an open socket may still be turned away
    this.on.message(message);
  }

  #onLost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#isClosed) return;
    clearInterval(this.#pinger);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.7 + 0.6 * Math.random()));
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.7);
    this.#state = 'lost';
    this.on.state('lost');
  }

  /** The network or the page is back: try now rather than later. */
  #hurry = (): void => {
    if (document.visibilityState === 'hidden' || this.#isClosed) return;
    if (this.#state === 'lost') {
      clearTimeout(this.#timer);
      this.#wait = FIRST_WAIT_MS;
      this.#open();
    } else if (this.#state === 'open') this.#ping();
  };

  /** The device says that it has no network: a socket may look open for long after that. */
  #giveUp = (): void => {
    if (this.#socket && this.#state === 'open') this.#onLost(this.#socket);
  };

  #ping(): void {
    if (Date.now() - this.#heardMs > SILENCE_MS) this.#socket?.close();
    else this.send({ type: 'ping' });
  }
}
