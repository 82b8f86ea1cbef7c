// The messages of the socket by their unions; the types themselves are generated.

import type { Numbered, Types } from './generated';

export type ClientMessage = Types['client'];
export type ServerMessage = Types['server'];
export type Event = Numbered['event'];
export type { Numbered, Refused, Sheets, View, Welcome, Why } from './generated';
