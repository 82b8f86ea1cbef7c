// The log of a game as beats: what happens on the table, one thing after the other.

import { firstPicture, fold, type Picture } from './fold';
import type { Event } from './messages';
import type { Ruleset } from './ruleset';

/** Something that happens on the table, and how it looks afterwards. */
export interface Beat {
  kind: 'event' | 'undo';
  number: number; // of the event in the log
  seat: number; // who did it; −1: nobody
  event: Event;
  after: Picture;
}

/** Follows a log, as far as pictures follow from it. */
export class Follower {
  picture: Picture | null = null; // null: unknown until the next view
  #before: Picture[] = []; // each step of the turn under way

  constructor(readonly ruleset: Ruleset) {}

  /** Goes to a picture that the server sent. */
  reset(picture: Picture): void {
    this.picture = picture;
  }
  /** Takes an event of the log in; null if nothing on the table changes, or it is unknown how. */
  take(event: Event, number: number): Beat | null {
    const { picture } = this;
    switch (event.type) {
      case 'started':
        this.#before = [];
        this.picture = fold(firstPicture(this.ruleset, event.points.length), event, this.ruleset);
        return { kind: 'event', number, seat: -1, event, after: this.picture };
      case 'stepped':
      case 'confirmed':
        if (!picture) return null;
        this.#before = event.type === 'stepped' ? [...this.#before, picture] : [];
        this.picture = fold(picture, event, this.ruleset);
        return { kind: 'event', number, seat: event.seat, event, after: this.picture };
      case 'undone':
      case 'taken_back':
        // A turn that was final before is only known to the server.
        this.picture = (event.type === 'undone' && this.#before.at(-event.steps)) || null;
        this.#before = this.picture ? this.#before.slice(0, -event.steps) : [];
        return this.picture && { kind: 'undo', number, seat: event.seat, event, after: this.picture };
      default:
        return null;
    }
  }
}
