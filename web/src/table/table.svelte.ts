// A table on this device: wires transport, store, presenter, turn, speech and lesson together. Each works alone.

import type { SeatInfo, Catalogue } from '../game/generated';
import type { View } from '../game/messages';
import { stepWords } from '../game/log';
import { seatName } from '../game/names';
import { Ruleset } from '../game/ruleset';
import type { Situation } from '../game/scene';
import { choiceWords } from '../game/words';
import { t } from '../lib/i18n.svelte';
import { forget, keep } from '../lib/keys';
import { Notices } from '../lib/notices.svelte';
import { refusalWords, whyWords } from '../lib/refusals';
import { isLeft } from '../lessons/kept';
import { ping } from '../motion/sound';
import { Speech } from '../speech/speech.svelte';
import { TableSocket } from '../transport/socket';
import type { Connect } from '../transport/transport';
import { lastPlaced } from './draft';
import { Lesson } from './lesson.svelte';
import { TablePresenter } from './presenter.svelte';
import { closedWords } from './questions';
import { TableStore, type CommandBody } from './store.svelte';
import { Turn } from './turn.svelte';

export class Table implements Situation {
  readonly lesson = new Lesson();
  readonly store: TableStore;
  readonly presenter: TablePresenter;
  readonly turn: Turn;
  readonly speech: Speech;
  readonly notices: Notices;
  watched = $state(-1); // a seat whose territory is enlarged by choice
  moved = $state(''); // the new token of a seat that goes on at another device
  isLeaving = $state(false); // I give my seat back
  #lastMine = 0;

  constructor(
    readonly id: string,
    tokens: string[],
    readonly catalogue: Catalogue,
    connect: Connect = (on) => new TableSocket(id, on),
  ) {
    this.lesson.isWanted = !isLeft(id);
    this.speech = new Speech(this.name, catalogue.totems.map(({ resource }) => resource));
    this.notices = new Notices((text) => this.speech.announcer.say(text));
    this.presenter = new TablePresenter({
      isMine: (seat) => this.mine.includes(seat),
      begins: (before, view, events) => {
        this.speech.tell(before, view, events);
        const closed = before && closedWords(events.flatMap(({ event, number }) => (number > before.number ? [event] : [])), before.question, this.name);
        if (closed) this.notices.say(closed);
      },
      shows: (before, view) => this.#shows(before, view),
      settled: () => this.settle(),
    });
    this.turn = new Turn({
      view: () => this.presenter.shown,
      log: () => this.store.events,
      ruleset: () => this.ruleset,
      isMine: () => this.isMyTurn && !this.store.isQueued,
      words: (choice) => choiceWords(this, choice),
      allows: (choice) => !this.lessonName || (this.lesson.guide?.allows(choice) ?? false),
      nudge: () => this.lesson.guide?.nudge(),
      command: (body, words) => this.command(body, words),
      refused: (refused) => this.#refuse(refused),
      hold: (isHeld) => this.presenter.hold(isHeld),
    });
    this.store = new TableStore(
      tokens,
      { news: (events, view) => this.presenter.push(events, view, this.ruleset), refused: (message) => this.#refuse(message) },
      connect,
    );
  }
  close(): void {
    this.store.close();
    this.presenter.close();
    this.notices.clear();
  }

  // How things stand

  ruleset = $derived.by(() => new Ruleset(this.store.created?.rules ?? '', this.catalogue));
  get rules(): string {
    return this.ruleset.rules;
  }
  get view(): View {
    return this.presenter.shown!;
  }
  get picture(): View {
    return this.view;
  }
  get mover(): number {
    return this.view.mover;
  }
  get seats(): SeatInfo[] {
    return this.presenter.shown?.seats ?? this.ruleset.seats;
  }
  get mine(): number[] {
    return this.store.mine;
  }
  get choices(): Turn['choices'] {
    return this.turn.choices;
  }
  get lessonName(): string {
    return this.lesson.nameOf(this.store.created, this.mine.length > 0);
  }
  get asked(): string {
    return this.lesson.guide?.text ?? '';
  }
  get isMyTurn(): boolean {
    return this.presenter.shown !== null && this.mine.includes(this.mover) && !this.presenter.isFollowing;
  }
  get isOver(): boolean {
    return this.presenter.shown?.phase === 'over' && !this.view.is_complete;
  }
  /** Whether a domino is in my hand. */
  get inHand(): number | null {
    return this.isMyTurn && this.view.phase === 'place' ? (this.view.current[this.view.turn]?.number ?? null) : null;
  }
  /** What was put down last. */
  get latest(): { seat: number; cells: number[] } | null {
    return lastPlaced(this.store.events, this.view.number);
  }
  /** What is shown of somebody else's turn, in words. */
  get followed(): { seat: number; text: string } | null {
    const event = this.presenter.beat?.event;
    return event?.type === 'stepped' ? { seat: event.seat, text: stepWords(event, this.name) } : null;
  }
  /** Whose territory is large: the one asked for, the mover's on my device, or mine. */
  get large(): number {
    if (this.watched >= 0) return this.watched;
    if (this.mine.includes(this.mover)) return this.mover;
    if (this.mine.length) return this.mine.includes(this.#lastMine) ? this.#lastMine : this.mine[0]!;
    return Math.max(0, this.mover);
  }
  name = (seat: number): string => {
    const seats = (this.presenter.shown ?? this.store.view)?.seats ?? [];
    if (!seats[seat]) return '';
    const sitters = seats.map(({ kind, name, bot }) => ({ name, bot: kind === 'bot' ? bot : '' }));
    return seatName(sitters, seat, (free) => t('seat.free', { seat: free + 1 }));
  };

  // What happens

  #shows(before: View | null, view: View): void {
    if (view.position !== before?.position) this.speech.announcer.hint = '';
    if (view.mover !== before?.mover && this.mine.includes(view.mover)) this.watched = -1;
    if (this.mine.includes(view.mover)) this.#lastMine = view.mover;
    const seats = view.seats.map(({ kind, name, bot }) => ({ name: kind === 'bot' ? bot : name, isBot: kind === 'bot' }));
    if (this.store.latest('cancelled')) forget(this.id);
    else keep(this.id, { mine: [...this.mine], rules: this.rules, seats, isOver: this.isOver });
  }
  /** Tells somebody whose turn it has become. */
  settle(): void {
    if (!this.speech.ask(this, this.lessonName !== '' && !this.lesson.guide?.isFree)) return;
    this.watched = -1;
    ping();
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
  }
  command = (body: CommandBody, words = ''): ReturnType<TableStore['command']> => {
    this.notices.clear();
    return this.store.command(body, words);
  };
  /** Does something besides the turn; a refusal is shown. */
  async ask(body: CommandBody): Promise<void> {
    const refused = await this.command(body);
    if (refused) this.#refuse(refused);
  }
  #refuse({ code, params, text }: { code: string; params: Record<string, string | number>; text: string }): void {
    if (code !== 'stale') this.notices.say(refusalWords(code, params, text), { isBad: true, rule: String(params.rule ?? '') });
  }
  /** Says why an action is not possible now. */
  explain = async (action: number): Promise<void> => {
    const why = await this.store.why(action);
    if (why) this.notices.say(whyWords(why), { isBad: true, rule: why.rule });
    else this.lesson.guide?.nudge(); // it can be done, but is not what the lesson is about
  };
}
