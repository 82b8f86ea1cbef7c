// Says aloud what happens at a table, and what is asked of me: everything once.

import type { Numbered, View } from '../game/messages';
import type { Situation } from '../game/scene';
import { t } from '../lib/i18n.svelte';
import { Announcer } from './announcer.svelte';
import { promptWords } from './situation';
import { Teller } from './spoken';

export class Speech {
  readonly announcer = new Announcer();
  #teller: Teller;
  #spoken = 0; // the last event that was said
  #asked = -1; // the position at which it was last said what to do
  #wasMine = false;
  #isNewTurn = false; // as far as it was said

  constructor(name: (seat: number) => string, resources: string[]) {
    this.#teller = new Teller(name, resources);
  }

  /** Says what has happened; nothing of what was there when I came, and nothing twice. */
  tell(before: View | null, view: View, events: Numbered[]): void {
    const unheard = events.filter(({ number }) => number > this.#spoken);
    this.#spoken = unheard.at(-1)?.number ?? this.#spoken;
    if (before && unheard.some(({ event }) => event.type === 'confirmed')) this.#isNewTurn = true;
    for (const text of this.#teller.tell(unheard.map(({ event }) => event), before, view)) this.announcer.say(text);
  }

  /** Says what is asked, once everything is shown. Returns whether it has just become my turn. */
  ask(situation: Situation, isSaidElsewhere: boolean): boolean {
    const { view, isMyTurn, isOver } = situation;
    const isMine = isMyTurn && !isOver;
    const isFresh = isMine && !this.#wasMine;
    if (isMine && !isSaidElsewhere && (isFresh || this.#asked !== view.position)) {
      const words = promptWords(situation);
      this.announcer.say(isFresh || this.#isNewTurn ? `${t('say.your_turn')} ${words}` : words);
      this.#isNewTurn = false;
      this.#asked = view.position;
    }
    this.#wasMine = isMine;
    return isFresh;
  }
}
