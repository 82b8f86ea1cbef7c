// Leads through a lesson at its table: says what is to be done, and lets nothing else be done meanwhile.

import { t } from '../lib/i18n.svelte';
import type { LessonInfo } from '../game/generated';
import type { Numbered, View } from '../game/messages';
import type { Choice } from '../game/moves';
import type { Situation } from '../game/scene';
import { statusWords } from '../speech/situation';
import { keepLesson, keptLesson, type LessonName } from './kept';
import { isOnScript, playedOf, stepAt } from './progress';
import { STEPS, type Step } from './steps';

/** What a guide has to know of the table where the lesson is taken. */
export interface LessonTable extends Situation {
  readonly id: string;
  store: { events: Numbered[]; view: View | null };
  followed: { seat: number; text: string } | null; // somebody else's turn
  notices: { say(text: string): void };
  turn: { send(type: 'confirm', words: string): Promise<boolean> };
}

export class Guide {
  readonly steps: Step[];
  words = $state.raw<Record<string, string>>({}); // of all lessons, in the language in use
  #table: LessonTable;
  #read = $state(0);
  #refused = $state(-1); // a position at which the turn could not be made final
  #held = ''; // what it said last

  constructor(
    table: LessonTable,
    readonly name: LessonName,
    readonly script: LessonInfo,
  ) {
    this.#table = table;
    this.steps = STEPS[name];
    const kept = keptLesson(name);
    if (kept.table === table.id) this.#read = kept.read;
  }

  #played = $derived.by(() => playedOf(this.#table.store.events));
  isOff = $derived.by(() => !isOnScript(this.#played.moves, this.script.moves));
  at = $derived.by(() => {
    const at = stepAt(this.steps, this.#read, this.#played, this.script);
    const isFinal = this.steps[at]?.kind === 'confirm' && !this.#table.store.view?.is_complete;
    return isFinal ? at + 1 : at;
  });
  step = $derived.by(() => this.steps[this.at]!);
  hasEnded = $derived.by(() => this.isOff || this.step.kind === 'end');
  isFree = $derived.by(() => this.hasEnded || this.step.kind === 'free');
  moves = $derived.by(() => this.#played.moves.length);

  /** Whether the turn under way is made final without a word. */
  confirms = $derived.by(
    () => !this.isOff && this.step.kind !== 'confirm' && this.#played.turns < this.script.turns && this.#refused !== this.#table.view.position,
  );
  #isComplete = $derived.by(() => this.#table.isMyTurn && this.#table.view.is_complete);

  /** The bot plays, or the turn is being made final: there is nothing to do. */
  isWaiting = $derived.by(() => !this.isOff && this.step.kind !== 'end' && (!this.#table.isMyTurn || (this.confirms && this.#isComplete)));
  isTalking = $derived.by(() => !this.isOff && !this.isWaiting && !this.#isComplete && this.step.kind === 'say');
  text = $derived.by(() => {
    if (this.isWaiting && this.#isComplete) return this.#held; // who comes next is seen in a moment
    return (this.#held = this.#text());
  });
  #text(): string {
    if (this.isOff) return t('lesson.off');
    if (this.isWaiting) return this.#table.followed?.text || t('lesson.wait');
    if (this.#isComplete && this.#refused === this.#table.view.position) return statusWords(this.#table);
    return this.words[`${this.name}.${this.step.word}`] ?? '';
  }

  next(): void {
    this.#read = this.at + 1;
  }
  /** Makes the turn final; if that is refused, it is left to the learner. */
  async confirm(): Promise<void> {
    const at = this.#table.view.position ;
    if (!(await this.#table.turn.send('confirm', t('choice.confirm')))) this.#refused = at;
  }
  /** Whether a choice is one of the lesson. */
  allows(choice: Choice): boolean {
    if (this.isFree) return true;
    return this.step.kind === 'do' && choice.option.move === this.script.moves[this.#played.moves.length];
  }
  /** A friendly word about something else than what is meant. */
  nudge(): void {
    this.#table.notices.say(t(this.step.kind === 'do' ? 'lesson.nudge.do' : 'lesson.nudge.say'));
  }
  /** Keeps how far it is. */
  keep(): void {
    const isDone = this.step.kind === 'end' || keptLesson(this.name).isDone;
    keepLesson(this.name, { table: this.#table.id, read: this.at, isOpen: this.step.kind !== 'end', isDone });
  }
}
