// Made by `make types` from the server (crownfire.server.types). Not to be edited.

/**
 * Protocol 1
 */
export interface Types {
  version: 1;
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
  domino?: number;
  lost?: string;
  by: 'player' | 'bot' | 'rule';
  why?: Why | null;
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
 * A game began: the fingerprint of its deal, and what chance brought first.
 */
export interface Started {
  type: 'started';
  game: number;
  commit: string;
  outcomes: Revealed[];
}
/**
 * An outcome of chance: the opening order (seats), a line (dominoes) or the cave (cavemen).
 */
export interface Revealed {
  kind: 'order' | 'line' | 'cave';
  outcome: (number | string)[];
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
 * A turn became final, and what chance brought then.
 */
export interface Confirmed {
  type: 'confirmed';
  seat: number;
  outcomes: Revealed[];
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
  phase: string;
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
  game: string;
  players: number[];
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
 * A game step by step.
 */
export interface Replay {
  rules: string;
  game: string;
  names: string[];
  bots?: string[];
  frame: number;
  is_over: boolean;
  frames: Frame[];
  sheets: Sheet[];
  ranking: number[][];
}
/**
 * A step of a replay, and how the table looks after it.
 */
export interface Frame {
  phase: string;
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
  seat: number;
  move: string;
  outcome: (number | string)[];
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
