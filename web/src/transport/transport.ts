// How messages get to whoever runs a table, and back.

import type { ClientMessage, ServerMessage } from '../game/messages';

export type LinkState = 'connecting' | 'open' | 'lost';

export interface Transport {
  send(message: ClientMessage): void;
  close(): void;
}

export interface TransportEvents {
  message(message: ServerMessage): void;
  state(state: LinkState): void;
}

export type Connect = (on: TransportEvents) => Transport;
