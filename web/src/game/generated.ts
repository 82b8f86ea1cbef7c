// Made by `make types` from the server (crownfire.server.types). Not to be edited.

/**
 * Protocol 2
 */
export interface Types {
  version: 2;
  client:
    | Act
    | Undo
    | Confirm
    | AskTakeback
    | AskStandIn
    | Answer
    | NextGame
    | OfferRematch
    | Hello
    | AskWhy
    | AskSheets
    | Ping;
  server: Welcome | News | Accepted | Refused | Reason | Sheets | Pong | Bye;
  board: Board;
  table_body: TableBody;
  made_table: MadeTable;
  join_body: JoinBody;
  token_body: TokenBody;
  seat_link: SeatLink;
  lesson_body: LessonBody;
  lesson: LessonInfo;
  summary: TableSummary;
  catalogue: Catalogue;
  record_body: RecordBody;
  record: RecordInfo;
  replay: Replay;
  problem: Problem;
}
/**
 * Make a decision of the turn.
 */
export interface Act {
  id: string;
  seat: number;
  position: number;
  type: 'act';
  action: number;
}
/**
 * Take the last decision of the turn back.
 */
export interface Undo {
  id: string;
  seat: number;
  position: number;
  type: 'undo';
}
/**
 * Make the turn final.
 */
export interface Confirm {
  id: string;
  seat: number;
  position: number;
  type: 'confirm';
}
/**
 * Ask for the own last final turn back.
 */
export interface AskTakeback {
  id: string;
  seat: number;
  position: number;
  type: 'ask_takeback';
}
/**
 * Ask for a bot to play for somebody who is away.
 */
export interface AskStandIn {
  id: string;
  seat: number;
  position: number;
  type: 'ask_stand_in';
  absent: number;
}
/**
 * Agree, or not, to what was asked.
 */
export interface Answer {
  id: string;
  seat: number;
  position: number;
  type: 'answer';
  agrees: boolean;
}
/**
 * Begin the next game of a Dynasty.
 */
export interface NextGame {
  id: string;
  seat: number;
  position: number;
  type: 'next_game';
}
/**
 * Offer to play again, or accept it.
 */
export interface OfferRematch {
  id: string;
  seat: number;
  position: number;
  type: 'offer_rematch';
}
/**
 * The first message: who is there, and what was last seen (0: nothing).
 */
export interface Hello {
  type: 'hello';
  protocol: number;
  /**
   * @maxItems 8
   */
  tokens:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string];
  last?: number;
}
/**
 * Ask why an action is not possible.
 */
export interface AskWhy {
  type: 'ask_why';
  id: string;
  action: number;
}
/**
 * Ask how everybody's points come about, as things stand.
 */
export interface AskSheets {
  type: 'ask_sheets';
  id: string;
}
/**
 * Is anybody there?
 */
export interface Ping {
  type: 'ping';
}
/**
 * The answer to a hello: the seats the tokens belong to, what was missed, and how things stand.
 */
export interface Welcome {
  type: 'welcome';
  protocol?: number;
  table: string;
  seats: number[];
  held: number[];
  missed: Missed[];
  is_whole: boolean;
  events: Numbered[];
  view: View;
}
/**
 * What happened to a seat since its player last did something.
 */
export interface Missed {
  seat: number;
  turns: number;
  taken_back: TakebackMissed[];
}
/**
 * A takeback by a seat, and the steps that are gone.
 */
export interface TakebackMissed {
  seat: number;
  steps: Stepped[];
}
/**
 * A decision within a turn that is not final yet.
 */
export interface Stepped {
  type: 'stepped';
  seat: number;
  action: number;
  move: string;
  facts: (
    | OrderDrawn
    | LineRevealed
    | CavemenRevealed
    | Placed
    | Discarded
    | FireLanded
    | FireLost
    | ResourceBurnt
    | CavemanBurnt
    | TotemMoved
    | Claimed
    | LeftOver
    | Recruited
    | NobodyRecruited
    | ResourcePaid
    | Settled
    | GameOver
  )[];
  points: number[];
  by: 'player' | 'bot' | 'rule';
  why?: Why | null;
}
/**
 * The opening order was drawn; `order` lists the seats in the order of their claims (K4, O6).
 */
export interface OrderDrawn {
  type: 'order_drawn';
  order: number[];
}
/**
 * A new line was revealed; `numbers` are ascending (C6, C7).
 */
export interface LineRevealed {
  type: 'line_revealed';
  numbers: number[];
}
/**
 * Cavemen were turned up to fill the row (B1).
 */
export interface CavemenRevealed {
  type: 'cavemen_revealed';
  kinds: string[];
}
/**
 * A domino was placed; `cells` are the cells of its first and second half (C3).
 */
export interface Placed {
  type: 'placed';
  seat: number;
  domino: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  cells: [number, number];
}
/**
 * A domino that fitted nowhere was discarded (C5).
 */
export interface Discarded {
  type: 'discarded';
  seat: number;
  domino: number;
}
/**
 * A volcano's fire token landed on a square (O8).
 */
export interface FireLanded {
  type: 'fire_landed';
  seat: number;
  volcano: number;
  cell: number;
  fires: number;
}
/**
 * A fire token could land nowhere and left the game (O9).
 */
export interface FireLost {
  type: 'fire_lost';
  seat: number;
  volcano: number;
  fires: number;
}
/**
 * A fire destroyed a resource (T2).
 */
export interface ResourceBurnt {
  type: 'resource_burnt';
  seat: number;
  cell: number;
  resource: string;
}
/**
 * A fire destroyed a caveman (B5).
 */
export interface CavemanBurnt {
  type: 'caveman_burnt';
  seat: number;
  cell: number;
  kind: string;
}
/**
 * A totem moved from one seat to another; None is the middle of the table (T3, T4).
 */
export interface TotemMoved {
  type: 'totem_moved';
  resource: string;
  source: number | null;
  target: number | null;
}
/**
 * A domino of the next line was claimed (C7).
 */
export interface Claimed {
  type: 'claimed';
  seat: number;
  domino: number;
}
/**
 * A domino that nobody claimed left the game (O3).
 */
export interface LeftOver {
  type: 'left_over';
  domino: number;
}
/**
 * A caveman was chosen; paying and settling follow (B2, B3).
 */
export interface Recruited {
  type: 'recruited';
  seat: number;
  kind: string;
  from_pile: boolean;
}
/**
 * A player who could recruit passed (B2).
 */
export interface NobodyRecruited {
  type: 'nobody_recruited';
  seat: number;
}
/**
 * A resource was paid and left the game (B2).
 */
export interface ResourcePaid {
  type: 'resource_paid';
  seat: number;
  cell: number;
  resource: string;
}
/**
 * A recruited caveman settled on a square (B3).
 */
export interface Settled {
  type: 'settled';
  seat: number;
  cell: number;
  kind: string;
}
/**
 * The last line was played (C8).
 */
export interface GameOver {
  type: 'game_over';
}
/**
 * A code with its parameters and its rule, and the English sentence.
 */
export interface Why {
  code: string;
  params?: {
    [k: string]: string | number;
  };
  rule: string;
  text: string;
}
/**
 * An event with its number in the log, when it happened, and the command it came from.
 *
 * The command is written as seat:id. Whoever sent it knows by this that it was carried out and is on disk.
 */
export interface Numbered {
  number: number;
  at_ms: number;
  command: string;
  event:
    | Created
    | Joined
    | Left
    | Cancelled
    | Started
    | Stepped
    | Undone
    | Confirmed
    | TakebackAsked
    | TakebackAnswered
    | TakenBack
    | StandInAsked
    | StandInAnswered
    | QuestionEnded
    | StoodIn
    | Returned
    | SeatMoved
    | Finished
    | RematchOffered
    | Rematched;
}
/**
 * The first event of every table.
 */
export interface Created {
  type: 'created';
  rules: string;
  seats: SeatPlan[];
  is_public: boolean;
  confirm: boolean;
  turn_s: number | null;
  stand_in_s: number | null;
  lesson?: string;
}
/**
 * A seat when the table is made: a person on the creator's device, one who comes by link, or a bot.
 */
export interface SeatPlan {
  kind: 'here' | 'online' | 'bot';
  name: string;
  bot?: string;
  colour: string;
  crest: string;
}
/**
 * Somebody took an online seat.
 */
export interface Joined {
  type: 'joined';
  seat: number;
  name: string;
}
/**
 * Somebody gave their online seat back before the game.
 */
export interface Left {
  type: 'left';
  seat: number;
}
/**
 * Whoever made the table closed it before the game.
 */
export interface Cancelled {
  type: 'cancelled';
}
/**
 * A game began: the fingerprint of its deal, and what was dealt first.
 */
export interface Started {
  type: 'started';
  game: number;
  commit: string;
  facts: (
    | OrderDrawn
    | LineRevealed
    | CavemenRevealed
    | Placed
    | Discarded
    | FireLanded
    | FireLost
    | ResourceBurnt
    | CavemanBurnt
    | TotemMoved
    | Claimed
    | LeftOver
    | Recruited
    | NobodyRecruited
    | ResourcePaid
    | Settled
    | GameOver
  )[];
  points: number[];
}
/**
 * The last steps of the turn were taken back.
 */
export interface Undone {
  type: 'undone';
  seat: number;
  steps: number;
}
/**
 * A turn became final: what its end changed, and what was dealt then.
 */
export interface Confirmed {
  type: 'confirmed';
  seat: number;
  facts: (
    | OrderDrawn
    | LineRevealed
    | CavemenRevealed
    | Placed
    | Discarded
    | FireLanded
    | FireLost
    | ResourceBurnt
    | CavemanBurnt
    | TotemMoved
    | Claimed
    | LeftOver
    | Recruited
    | NobodyRecruited
    | ResourcePaid
    | Settled
    | GameOver
  )[];
}
/**
 * A player would like the last final turn of a seat back; the others have to agree.
 */
export interface TakebackAsked {
  type: 'takeback_asked';
  seat: number;
  asked?: number[];
}
/**
 * An answer; the first no ends the question.
 */
export interface TakebackAnswered {
  type: 'takeback_answered';
  seat: number;
  agrees: boolean;
}
/**
 * The game is again where it was before the last final turn of a seat.
 */
export interface TakenBack {
  type: 'taken_back';
  seat: number;
  steps: number;
}
/**
 * A player would like a bot to play for somebody who is away.
 */
export interface StandInAsked {
  type: 'stand_in_asked';
  seat: number;
  absent: number;
  asked?: number[];
}
/**
 * An answer; the first no ends the question.
 */
export interface StandInAnswered {
  type: 'stand_in_answered';
  seat: number;
  agrees: boolean;
}
/**
 * The open question, or the offer of a rematch, ended before everybody had answered.
 */
export interface QuestionEnded {
  type: 'question_ended';
  why: 'lapsed' | 'left' | 'back';
  seat?: number | null;
}
/**
 * A bot plays for a seat until its owner is back.
 */
export interface StoodIn {
  type: 'stood_in';
  seat: number;
  bot: string;
}
/**
 * The owner of a seat plays again.
 */
export interface Returned {
  type: 'returned';
  seat: number;
}
/**
 * A seat of the maker's device went to another device.
 */
export interface SeatMoved {
  type: 'seat_moved';
  seat: number;
}
/**
 * A game is over: the secret of its deal, the points, the places.
 */
export interface Finished {
  type: 'finished';
  secret: string;
  scores: number[];
  ranking: number[][];
}
/**
 * A player would like to play again; it begins when everybody whose seat is no bot's has said so.
 */
export interface RematchOffered {
  type: 'rematch_offered';
  seat: number;
}
/**
 * The same people go on at another table, with the same seat tokens.
 */
export interface Rematched {
  type: 'rematched';
  table: string;
}
/**
 * All of a table that can be seen; the same for everybody, but only the mover gets the options.
 */
export interface View {
  territories: SquareView[][];
  points: number[];
  current: SlotView[];
  next: SlotView[];
  turn: number;
  opening: number[];
  unseen: number[];
  discards: number[];
  erupting: number | null;
  totems: number[];
  cave: string[];
  pile: string[];
  recruiting: RecruitView | null;
  number: number;
  position: number;
  phase: string;
  mover: number;
  is_complete: boolean;
  is_undoable: boolean;
  game: number;
  games: number;
  frame: number;
  lines_left: number;
  seats: SeatView[];
  options: Option[];
  question: TakebackAsked | StandInAsked | null;
  unanswered: number[];
  turn_ends_ms: number | null;
  totals: number[];
}
/**
 * A square: its place on the canvas and what lies on it; what is not said is not there.
 */
export interface SquareView {
  cell: number;
  terrain: string;
  symbols?: number;
  craters?: number;
  token?: number;
  resource?: boolean;
  caveman?: string;
}
/**
 * A domino of a line and who claimed it (−1: nobody).
 */
export interface SlotView {
  number: number;
  seat: number;
}
/**
 * A recruit under way: who, from where, and the kinds of resource paid so far.
 */
export interface RecruitView {
  kind: string;
  from_pile: boolean;
  paid: string[];
}
/**
 * A seat as everybody sees it.
 */
export interface SeatView {
  kind: 'here' | 'online' | 'bot';
  name: string;
  colour: string;
  crest: string;
  is_taken: boolean;
  is_connected: boolean;
  bot: string;
}
/**
 * A legal action, its notation, and the mover's points after it.
 *
 * A recruit counts with its best payment and settlement: what its tile is worth now.
 */
export interface Option {
  action: number;
  move: string;
  points: number;
}
/**
 * What has just happened, and how things stand.
 */
export interface News {
  type: 'news';
  events: Numbered[];
  view: View;
}
/**
 * A command has been carried out before, or changes nothing; the event after which it is so.
 */
export interface Accepted {
  type: 'accepted';
  id: string;
  number: number;
}
/**
 * A message had no effect: a code with parameters, and the English sentence.
 */
export interface Refused {
  type: 'refused';
  id: string;
  code: string;
  params: {
    [k: string]: string | number;
  };
  text: string;
}
/**
 * The answer to `ask_why`; no code: it is possible.
 */
export interface Reason {
  type: 'reason';
  id: string;
  why: Why | null;
}
/**
 * The answer to `ask_sheets`: one for each seat, and the seats from best to worst.
 */
export interface Sheets {
  type: 'sheets';
  id: string;
  sheets: Sheet[];
  ranking: number[][];
}
/**
 * How a seat's points come about; the last two break ties.
 */
export interface Sheet {
  terms: TermView[];
  total: number;
  largest_region: number;
  symbols: number;
}
/**
 * A line of a score sheet: count × each points for some squares.
 */
export interface TermView {
  label: string;
  squares: number[];
  count: number;
  each: number;
}
/**
 * Yes.
 */
export interface Pong {
  type: 'pong';
}
/**
 * The server closes the connection; come back in a moment.
 */
export interface Bye {
  type: 'bye';
  why: 'restart' | 'slow' | 'elsewhere';
}
/**
 * Everything that lies on the table. A turn ends when it is confirmed, and a line with its last turn.
 */
export interface Board {
  territories: SquareView[][];
  points: number[];
  current: SlotView[];
  next: SlotView[];
  turn: number;
  opening: number[];
  unseen: number[];
  discards: number[];
  erupting: number | null;
  totems: number[];
  cave: string[];
  pile: string[];
  recruiting: RecruitView | null;
}
/**
 * A table to be made.
 */
export interface TableBody {
  rules: string;
  /**
   * @minItems 2
   * @maxItems 4
   */
  seats: [SeatBody, SeatBody] | [SeatBody, SeatBody, SeatBody] | [SeatBody, SeatBody, SeatBody, SeatBody];
  is_public?: boolean;
  confirm?: boolean;
  turn_s?: number | null;
  stand_in_s?: number | null;
}
/**
 * A seat: a person on this device, one who comes by link, or a bot with a level.
 */
export interface SeatBody {
  kind: 'here' | 'online' | 'bot';
  name?: string;
  level?: string;
}
/**
 * A new table: its secrets, which are told only once, to its maker.
 */
export interface MadeTable {
  table: string;
  seats: SeatLink[];
  invitations: SeatLink[];
  invite: string;
  invite_link: string;
  watch_link: string;
  host: string;
}
/**
 * A seat with its token and the link to open it with.
 */
export interface SeatLink {
  seat: number;
  token: string;
  link: string;
}
/**
 * Taking a seat with an invitation.
 */
export interface JoinBody {
  token?: string | null;
  name: string;
}
/**
 * What lets somebody move a seat, leave it, or cancel a table.
 */
export interface TokenBody {
  token: string;
}
/**
 * Who takes a lesson.
 */
export interface LessonBody {
  name: string;
}
/**
 * What a guide has to know of a lesson: its game, and what the learner is to choose, in order.
 */
export interface LessonInfo {
  name: string;
  rules: string;
  moves: string[];
  turns: number;
}
/**
 * A table as strangers see it.
 */
export interface TableSummary {
  table: string;
  rules: string;
  seats: SeatSummary[];
  is_started: boolean;
  is_over: boolean;
  is_cancelled: boolean;
  mover: number | null;
}
/**
 * A seat as strangers see it.
 */
export interface SeatSummary {
  kind: string;
  name: string;
  is_taken: boolean;
  colour: string;
  crest: string;
}
/**
 * Everything that does not change during a game.
 */
export interface Catalogue {
  rulesets: RulesetInfo[];
  games: {
    [k: string]: GameInfo;
  };
  cavemen: CavemanInfo[];
  totems: TotemInfo[];
  levels: string[];
  price_face_up: number;
  price_pile: number;
}
/**
 * A ruleset as it can be chosen.
 */
export interface RulesetInfo {
  name: string;
  game: 'kingdomino' | 'origins';
  players: number[];
  parts: ('placement' | 'eruption' | 'resources' | 'totems' | 'draft' | 'tribe')[];
  options: OptionInfo[];
  seats: SeatInfo[];
}
/**
 * An option, the rule that describes it, and for which numbers of players it is there.
 */
export interface OptionInfo {
  name: string;
  points: number;
  rule: string;
  players: number[];
}
/**
 * How a seat is shown.
 */
export interface SeatInfo {
  colour: string;
  crest: string;
}
/**
 * What is in a box.
 */
export interface GameInfo {
  terrains: TerrainInfo[];
  dominoes: DominoInfo[];
}
/**
 * A terrain: its letter, its name, and the resource that lives on it (or nothing).
 */
export interface TerrainInfo {
  letter: string;
  name: string;
  resource: string;
}
/**
 * A domino with its halves in the order of the table.
 */
export interface DominoInfo {
  first: HalfInfo;
  second: HalfInfo;
}
/**
 * A half of a domino.
 */
export interface HalfInfo {
  terrain: string;
  symbols: number;
  craters: number;
}
/**
 * A kind of caveman: points per something, or power.
 */
export interface CavemanInfo {
  code: string;
  kind: string;
  copies: number;
  points: number;
  per: string;
  power: number;
}
/**
 * A totem.
 */
export interface TotemInfo {
  resource: string;
  points: number;
}
/**
 * A record to look at.
 */
export interface RecordBody {
  record: string;
}
/**
 * A record as JSON.
 */
export interface RecordInfo {
  rules: string;
  players: number;
  names: string[];
  commit: string;
  secret: string;
  lines: RecordLine[];
  result: number[] | null;
  ended_ms: number;
}
/**
 * A line of a record: an outcome of chance, or the turn of a seat (from 0) with its moves.
 */
export interface RecordLine {
  kind: string;
  seat?: number;
  moves?: string[];
  outcome?: (number | string)[];
}
/**
 * A game as a table's log has it: what lay on the table at each step follows from the events.
 */
export interface Replay {
  rules: string;
  game: string;
  names: string[];
  bots?: string[];
  frame: number;
  is_over: boolean;
  events: (Started | Stepped | Confirmed)[];
  sheets: Sheet[];
  ranking: number[][];
}
/**
 * Why a request had no effect.
 */
export interface Problem {
  code: string;
  params: {
    [k: string]: string | number;
  };
  text: string;
}

export const SIZE = 13; // files and ranks of the canvas
export const DIRECTIONS = ['n', 'e', 's', 'w'] as const; // clockwise
export type Direction = (typeof DIRECTIONS)[number];
export const CAVEMEN = ['hu', 'fc', 'ga', 'sc', 'pa', 'fl', 'sh', 'w1', 'w2', 'w3'] as const;

/** A decision, as an action number stands for it. */
export type Move =
  | { kind: 'place'; cell: number; direction: Direction; second: number }
  | { kind: 'discard' | 'pass' }
  | { kind: 'fire' | 'pay' | 'settle'; cell: number }
  | { kind: 'give'; seat: number }
  | { kind: 'claim'; domino: number }
  | { kind: 'recruit'; caveman: string; fromPile: boolean };

const STEPS = { n: SIZE, e: 1, s: -SIZE, w: -1 } as const;

/** Returns the cell next to a cell. */
export const beside = (cell: number, direction: Direction): number => cell + STEPS[direction];

/** Returns the action number that places the domino's first half on a cell. */
export const placeAction = (cell: number, direction: Direction): number =>
  0 + DIRECTIONS.length * cell + DIRECTIONS.indexOf(direction);

const ON_CELL = { fire: 677, pay: 846, settle: 1015 } as const;

/** Returns the action number of a fire, payment or settlement on a cell. */
export const cellAction = (kind: keyof typeof ON_CELL, cell: number): number => ON_CELL[kind] + cell;

/** Returns the action number that recruits a face-up caveman. */
export const recruitAction = (code: string): number => 1236 + CAVEMEN.indexOf(code as (typeof CAVEMEN)[number]);

/** Returns the move of an action number. */
export function moveOf(action: number): Move {
  if (action < 676) {
    const cell = Math.floor(action / DIRECTIONS.length);
    const direction = DIRECTIONS[action % DIRECTIONS.length]!;
    return { kind: 'place', cell, direction, second: beside(cell, direction) };
  }
  if (action < 677) return { kind: 'discard' };
  if (action < 846) return { kind: 'fire', cell: action - 677 };
  if (action < 1015) return { kind: 'pay', cell: action - 846 };
  if (action < 1184) return { kind: 'settle', cell: action - 1015 };
  if (action < 1188) return { kind: 'give', seat: action - 1184 };
  if (action < 1236) return { kind: 'claim', domino: action - 1187 };
  if (action === 1256) return { kind: 'pass' };
  const kind = action - 1236;
  return { kind: 'recruit', caveman: CAVEMEN[kind % CAVEMEN.length]!, fromPile: kind >= CAVEMEN.length };
}
