// Everything the page of a table knows: what the server said, what is shown of it right now, and what is aimed at.

import type { Direction } from '../lib/canvas';
import { TableConnection, type CommandBody } from '../lib/connection.svelte';
import { t, type Key } from '../lib/i18n.svelte';
import { moveSeat } from '../lib/api';
import { drop, forget, keep, keyOf, newToken } from '../lib/keys';
import type { Numbered, Refused, Sheets, View } from '../lib/messages';
import { isLeft } from '../lessons/kept';
import { cellAction, placeAction, readOptions, recruitAction, type Choice } from '../lib/moves';
import { pace } from '../lib/settings.svelte';
import type { Catalogue, GameInfo, HalfInfo } from '../lib/types';
import { errorWords, mayPass, refusalWords } from '../lib/refusals';
import { Announcer } from './announcer.svelte';
import { lit, nextDirection, placements, type Placement } from './aiming';
import { stepWords, whyWords } from './log';
import { closedWords } from './questions';
import { resourceIn, type Scene } from './scene';
import { promptWords } from './situation';
import { ping } from './sound';
import { Teller } from './spoken';
import { choiceWords, placeWords } from './words';

const FOLLOW_MS = 1100; // how long somebody else's turn is shown before the next
const NOTE_MS = 4500;
const RULE_NOTE_MS = 7000; // with a link to a rule on it

/** Who leads through a lesson: only what it allows is offered. */
interface Guiding {
  text: string; // what it says now
  isTalking: boolean; // there is nothing to do but to read on
  isFree: boolean; // everything is allowed
  confirms: boolean; // the turn is made final by itself
  allows(choice: Choice): boolean;
  nudge(): void;
}

interface Step {
  view: View;
  fresh: Numbered[];
}

export class TableModel implements Scene {
  readonly connection: TableConnection;
  readonly announcer = new Announcer();
  shown = $state.raw<View | null>(null); // the view on the page; others' turns are shown one after the other
  latestCells = $state.raw<{ seat: number; cells: number[] } | null>(null); // what has just been put down
  direction = $state<Direction>('e');
  aim = $state.raw<Placement | null>(null);
  watched = $state(-1); // a seat whose territory is enlarged by choice
  note = $state<{ text: string; isBad: boolean; rule: string } | null>(null);
  said = $state.raw<{ seat: number; text: string } | null>(null); // what somebody else did last, in words
  moved = $state(''); // the new token of a seat that goes on at another device
  guide = $state.raw<Guiding | null>(null);
  isGuided = $state(true); // at the table of a lesson, until somebody has enough of it
  isGuideLost = $state(false); // it could not be fetched: a table like any other
  isFollowing = $state(false); // turns of others are still to be shown
  isLeaving = $state(false); // I give my seat back
  sending = $state(''); // what I did and the server has not answered yet, in words

  #queue: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #lastMine = 0;
  #wasMine = false;
  #spoken = 0; // the last event that was said aloud
  #teller: Teller;
  #asked = -1; // the position at which it was last said what to do
  #isNewTurn = false; // as far as it was said

  constructor(
    readonly table: string,
    tokens: string[],
    readonly catalogue: Catalogue,
  ) {
    this.isGuided = !isLeft(table);
    this.#teller = new Teller(this.name, catalogue.totems.map(({ resource }) => resource));
    this.connection = new TableConnection(table, tokens, {
      news: (events, view) => this.#hear(events, view),
      refused: (message) => this.#refused(message),
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#noteTimer);
    this.connection.close();
  }

  // What is there

  get rules(): string {
    const created = this.connection.events[0]?.event;
    return created?.type === 'created' ? created.rules : '';
  }
  /** The lesson that is taken here, or nothing. */
  get lesson(): string {
    const created = this.connection.events[0]?.event;
    return created?.type === 'created' && this.isGuided && !this.isGuideLost && this.mine.length ? (created.lesson ?? '') : '';
  }
  get game(): 'kingdomino' | 'origins' {
    return this.rules.startsWith('kingdomino') ? 'kingdomino' : 'origins';
  }
  get box(): GameInfo {
    return this.catalogue.games[this.game]!;
  }
  get seats(): View['seats'] {
    return this.shown?.seats ?? [];
  }
  get points(): number[] {
    return this.shown?.points ?? [];
  }
  get mine(): number[] {
    return this.connection.seats;
  }
  get isMyTurn(): boolean {
    return this.shown !== null && this.mine.includes(this.shown.mover) && !this.isFollowing;
  }
  /** Whether whoever made the table closed it before the game. */
  get isCancelled(): boolean {
    return this.connection.events.some(({ event }) => event.type === 'cancelled');
  }
  get isOver(): boolean {
    return this.shown?.phase === 'over' && !this.shown.is_complete;
  }
  /** Whose territory is large: the one asked for, the mover's on my device, or mine. */
  get large(): number {
    const view = this.shown;
    if (!view) return 0;
    if (this.watched >= 0) return this.watched;
    if (this.mine.includes(view.mover)) return view.mover;
    if (this.mine.length) return this.mine.includes(this.#lastMine) ? this.#lastMine : this.mine[0]!;
    return Math.max(0, view.mover);
  }
  name = (seat: number): string => {
    const found = this.shown?.seats[seat] ?? this.connection.view?.seats[seat];
    if (!found) return '';
    if (found.kind === 'bot') {
      const alike = this.#bots(found.bot);
      const level = t(`level.${found.bot}.name` as Key);
      return alike.length > 1 ? t('seat.bot_numbered', { level, number: alike.indexOf(seat) + 1 }) : t('seat.bot', { level });
    }
    return found.name || t('seat.free', { seat: seat + 1 });
  };
  #bots(level: string): number[] {
    const seats = this.shown?.seats ?? this.connection.view?.seats ?? [];
    return seats.flatMap((each, seat) => (each.kind === 'bot' && each.bot === level ? [seat] : []));
  }
  domino(number: number): [HalfInfo, HalfInfo] {
    const { first, second } = this.box.dominoes[number - 1]!;
    return [first, second];
  }
  resourceOf = (letter: string): string => resourceIn(this.rules, this.box, letter);
  /** The resources that come along with a domino (T1). */
  dominoResources(number: number): [boolean, boolean] {
    return this.domino(number).map((half) => this.resourceOf(half.terrain) !== '' && half.symbols === 0) as [boolean, boolean];
  }

  /** Whether what I did waits for the connection. */
  get isQueued(): boolean {
    return this.sending !== '' && this.connection.state === 'lost';
  }
  possible = $derived<Choice[]>(this.isMyTurn && !this.isQueued ? readOptions(this.shown?.options ?? []) : []);
  choices = $derived<Choice[]>(this.lesson ? this.possible.filter((choice) => this.guide?.allows(choice)) : this.possible);
  placements = $derived<Placement[]>(placements(this.choices));
  inHand = $derived<number | null>(
    this.isMyTurn && this.shown?.phase === 'place' ? (this.shown.current[this.shown.turn]?.number ?? null) : null,
  );
  isDouble = $derived.by<boolean>(() => {
    if (this.inHand === null) return false;
    const [first, second] = this.domino(this.inHand);
    return first.terrain === second.terrain && first.symbols === second.symbols && first.craters === second.craters;
  });

  /** How many points a choice brings. */
  gain(choice: Choice): number {
    const view = this.shown;
    return view ? choice.option.points - (view.points[view.mover] ?? 0) : 0;
  }

  // What I do

  async play(choice: Choice): Promise<void> {
    this.aim = null;
    const view = this.shown;
    if (!view || this.connection.pending) return;
    if (this.lesson && !this.guide?.allows(choice)) {
      this.guide?.nudge();
      return;
    }
    await this.#command({ type: 'act', seat: view.mover, action: choice.option.action }, choiceWords(this, choice));
  }
  /** Whether it was done. */
  async send(type: 'undo' | 'confirm'): Promise<boolean> {
    if (!this.shown || this.connection.pending) return false;
    return this.#command({ type, seat: this.shown.mover }, t(`choice.${type}`));
  }
  async ask(body: CommandBody): Promise<void> {
    await this.#command(body);
  }
  /** Gives a seat of this device to another one: its token here is worth nothing afterwards. */
  async moveAway(seat: number): Promise<void> {
    const token = this.connection.tokens[this.connection.held.indexOf(seat)];
    if (!token) return;
    const fresh = newToken();
    keep(this.table, { tokens: [fresh] }); // before the old one is gone: the answer may get lost
    try {
      await moveSeat(this.table, token, fresh);
      drop(this.table, token);
      if (this.mine.length > 1) {
        // Not a seat of this device any more, but kept, should nobody open the link.
        drop(this.table, fresh);
        keep(this.table, { moved: [...(keyOf(this.table)?.moved ?? []), fresh] });
      }
      this.moved = fresh;
    } catch (error) {
      if (!mayPass(error)) drop(this.table, fresh);
      this.say(errorWords(error), { isBad: true });
    }
  }
  sheets = (): Promise<Sheets | null> => this.connection.askSheets();

  rotate(): void {
    this.direction = nextDirection(this.placements, this.direction, this.isDouble);
    if (!this.aim) return;
    const { cell, second } = this.aim.move;
    const here = this.placements.filter((each) => lit([each], this.direction, this.isDouble).size > 0);
    this.aim = here.find(({ move }) => move.cell === cell) ?? here.find(({ move }) => [move.cell, move.second].includes(cell) || [move.cell, move.second].includes(second)) ?? null;
  }
  aimAt(placement: Placement | null): void {
    this.aim = placement;
    if (placement && !this.isDouble) this.direction = placement.move.direction;
    else if (placement && !['n', 's'].includes(placement.move.direction) === ['n', 's'].includes(this.direction)) {
      this.direction = placement.move.direction;
    }
  }
  /** Says aloud where the domino that is aimed would go. */
  tellAim(): void {
    this.announcer.hint = this.aim
      ? `${placeWords(this, this.aim.move)}, ${t('points.words', { points: this.gain(this.aim) })}. ${t('say.enter')}`
      : t('say.no_aim');
  }
  /** Says why nothing can be done on a cell now: no domino, fire, payment or caveman. */
  async explain(cell: number): Promise<void> {
    const kind = this.choices.find(({ move }) => move.kind === 'fire' || move.kind === 'pay' || move.kind === 'settle')?.move.kind;
    if (kind === 'fire' || kind === 'pay' || kind === 'settle') return this.#why(cellAction(kind, cell));
    const direction = this.isDouble ? (this.direction === 'n' || this.direction === 's' ? 'n' : 'e') : this.direction;
    return this.#why(placeAction(cell, direction));
  }
  /** Says why a caveman can't be recruited. */
  async explainRecruit(code: string): Promise<void> {
    const index = this.catalogue.cavemen.findIndex((each) => each.code === code);
    return this.#why(recruitAction(index));
  }
  async #why(action: number): Promise<void> {
    const why = await this.connection.askWhy(action);
    if (why) this.say(whyWords(why), { isBad: true, rule: why.rule });
    else this.guide?.nudge(); // it can be done, but is not what the lesson is about
  }
  /** Shows a note until the next touch or command, or for a while, with a link to a rule if there is one. */
  say(text: string, { isBad = false, rule = '' } = {}): void {
    this.note = { text, isBad, rule };
    if (!isBad) this.announcer.say(text); // a bad one is an alert
    this.keepNote(false);
  }
  /** Whoever is about to press what stands on a note needs it a little longer. */
  keepNote(isKept: boolean): void {
    clearTimeout(this.#noteTimer);
    if (!isKept) this.#noteTimer = setTimeout(() => (this.note = null), this.note?.rule ? RULE_NOTE_MS : NOTE_MS);
  }
  /** The guide of a lesson does not come: the game goes on without it. */
  loseGuide(): void {
    this.isGuideLost = true;
    this.#notice();
  }
  /** Shows at once how things stand. */
  skip(): void {
    const last = this.#queue.at(-1);
    const fresh = this.#queue.flatMap((step) => step.fresh);
    this.#queue = [];
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (last) this.#show({ view: last.view, fresh });
    this.isFollowing = false;
    this.#notice();
  }

  async #command(body: CommandBody, words = ''): Promise<boolean> {
    this.note = null;
    this.sending = words;
    const refused = await this.connection.command(body);
    this.sending = '';
    if (refused) this.#refused(refused);
    return refused === null;
  }
  #refused(message: Refused): void {
    if (message.code === 'stale') return;
    this.say(refusalWords(message.code, message.params, message.text), { isBad: true, rule: String(message.params.rule ?? '') });
  }

  // What I hear

  #hear(fresh: Numbered[], view: View): void {
    this.#queue.push({ view, fresh });
    const turns = fresh.filter(({ event }) => event.type === 'confirmed').length; // many: I have been away
    if (this.shown === null || document.visibilityState === 'hidden' || turns > this.seats.length) this.skip();
    else if (this.#timer === undefined) this.#next();
  }

  #next(): void {
    this.#timer = undefined;
    const step = this.#queue.shift();
    if (!step) {
      this.isFollowing = false;
      this.#notice();
      return;
    }
    const others = this.#turnOfOthers(step);
    this.#show(step);
    if (others) this.said = others;
    const ms = others ? pace(FOLLOW_MS) : 0;
    this.isFollowing = ms > 0 || this.#queue.length > 0;
    if (ms > 0) this.#timer = setTimeout(() => this.#next(), ms);
    else this.#next();
  }

  /** Describes what another player did; null if the turn was mine or nobody's. */
  #turnOfOthers(step: Step): { seat: number; text: string } | null {
    const steps = step.fresh.flatMap(({ event }) => (event.type === 'stepped' && !this.mine.includes(event.seat) ? [event] : []));
    const last = steps.at(-1);
    return last ? { seat: last.seat, text: steps.map((each) => stepWords(each, this.name)).join(' ') } : null;
  }

  #show({ view, fresh }: Step): void {
    const before = this.shown;
    this.shown = view;
    if (view.position !== before?.position) {
      this.aim = null;
      this.announcer.hint = '';
    }
    if (view.mover !== before?.mover && this.mine.includes(view.mover)) this.watched = -1;
    this.#speak(before, view, fresh);
    const closed = before && closedWords(fresh.map(({ event }) => event), before.question, this.name);
    if (closed) this.say(closed);
    for (const { event } of fresh) {
      if (event.type !== 'stepped' || !before) continue;
      const old = new Set(before.territories[event.seat]?.map((square) => square.cell));
      const cells = view.territories[event.seat]?.map((square) => square.cell).filter((cell) => !old.has(cell)) ?? [];
      if (cells.length) this.latestCells = { seat: event.seat, cells };
    }
    if (this.mine.includes(view.mover)) this.#lastMine = view.mover;
    if (view.phase === 'place' && view.position !== before?.position) {
      const directions = placements(readOptions(view.options)).map(({ move }) => move.direction);
      if (!directions.includes(this.direction)) this.direction = directions[0] ?? 'e';
    }
    if (this.isCancelled) forget(this.table);
    else keep(this.table, { mine: [...this.mine], rules: this.rules, seats: view.seats.map((seat) => ({ name: seat.kind === 'bot' ? seat.bot : seat.name, isBot: seat.kind === 'bot' })), isOver: this.isOver });
  }

  /** Tells somebody whose turn it has become. */
  #notice(): void {
    const isMine = this.isMyTurn && !this.isOver;
    if (isMine && !this.#wasMine) {
      this.watched = -1;
      ping();
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
    }
    const isAsked = !this.lesson || this.guide?.isFree; // else the guide says it itself
    if (isMine && isAsked && (!this.#wasMine || this.#asked !== this.shown?.position)) {
      const isNew = !this.#wasMine || this.#isNewTurn;
      this.announcer.say(isNew ? `${t('say.your_turn')} ${promptWords(this)}` : promptWords(this));
      this.#isNewTurn = false;
      this.#asked = this.shown?.position ?? -1;
    }
    this.#wasMine = isMine;
  }

  /** Says aloud what has happened; nothing of what was there when I came, and nothing twice. */
  #speak(before: View | null, view: View, fresh: Numbered[]): void {
    const unheard = fresh.filter(({ number }) => number > this.#spoken);
    this.#spoken = unheard.at(-1)?.number ?? this.#spoken;
    if (before && unheard.some(({ event }) => event.type === 'confirmed')) this.#isNewTurn = true;
    for (const text of this.#teller.tell(unheard.map(({ event }) => event), before, view)) this.announcer.say(text);
  }
}
