"""A table: seats, a game or a Dynasty, and whatever its log says. No clock, no network, no disk.

A table changes only by `apply`, event by event, so the log alone rebuilds it. Commands check what is asked
for and apply the events that follow from it at once; `take_events` hands them over to be stored and sent. If
they can't be stored, the table is thrown away and built again from the log.
"""

import base64
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from math import ceil, inf

from crownfire.game import Dealer, Game, Match, ScriptedDealer, SecretDealer
from crownfire.game.game import turn_key
from crownfire.native import State as NativeState
from crownfire.notation import format_action, format_position
from crownfire.rules import (
    Chance,
    Outcome,
    Phase,
    Reason,
    Ruleset,
    State,
    chance,
    ranking,
    reveal,
    ruleset,
    scores,
    step,
    to_move,
    to_play,
    why_not,
)
from crownfire.rules.actions import Place
from crownfire.rules.events import Event as RulesEvent
from crownfire.rules.part import Step
from crownfire.rules.ruleset import single_game
from crownfire.rules.state import Slot
from crownfire.server.facts import Fact, at_turn_end, outcomes, to_facts
from crownfire.server.lessons import LESSONS, Lesson, lesson
from crownfire.server.protocol import (
    Cancelled,
    Confirmed,
    Created,
    Event,
    Finished,
    Joined,
    Left,
    Missed,
    QuestionEnded,
    Rematched,
    RematchOffered,
    Returned,
    SeatMoved,
    SeatPlan,
    StandInAnswered,
    StandInAsked,
    Started,
    Stepped,
    StoodIn,
    TakebackAnswered,
    TakebackAsked,
    TakebackMissed,
    TakenBack,
    Undone,
    Why,
)
from crownfire.server.questions import Question, Questions
from crownfire.server.refusals import RefusalError
from crownfire.server.tape import By, stepped

STAND_IN = "normal"  # who plays for somebody who is away
# What only the player of a seat does, besides steps of their own.
_OWN = (Undone, TakebackAsked, TakebackAnswered, StandInAsked, StandInAnswered, RematchOffered)


@dataclass(slots=True)
class Seat:
    """A seat and who plays it."""

    plan: SeatPlan
    name: str
    is_taken: bool
    stand_in: str = ""  # the bot that plays for its absent owner
    has_moved: bool = False  # from the maker's device to another
    # Known to the server that runs the table, not to the log:
    is_connected: bool = False
    away_since_ms: int = 0  # or since when the server looks

    @property
    def bot(self) -> str:
        """The bot that plays it now, or nothing."""
        return self.plan.bot or self.stand_in

    @property
    def is_person(self) -> bool:
        """Whether a person plays it now."""
        return not self.bot


class Table:
    """A table as its log says."""

    def __init__(self, name: str, secret: bytes, *, away_s: float = 0, now_ms: int = 0) -> None:
        self.name = name
        self.number = 0  # of the last event
        self.position = 0  # of the last event that changed the game
        self.seats: list[Seat] = []
        self.match = Match()
        self.is_cancelled = False
        self.questions = Questions()
        self.rematch_table = ""
        self.missed: dict[int, Missed] = {}  # by seat, since its player last did something
        self.now_ms = now_ms  # what commands happen at, told by whoever runs the table
        self.turn_began_ms = 0
        self.ended_ms: list[int] = []  # when each game that is over ended
        self.created: Created
        self.ruleset: Ruleset
        self.games: int  # how many are played in all
        self._lesson: Lesson | None = None
        self._secret = secret
        self._away_s = away_s  # how long somebody has to be away until others may ask for a stand-in
        self._committed = 0  # how much of the game's history is final
        self._final: State | None = None  # the position then
        self._draft: list[Stepped] = []  # the steps since then
        self._chosen: dict[int, By] = {}  # which entries of the history were choices, and whose
        self._natives: list[NativeState] = []  # the same positions in the native core
        self._legal: list[int] | None = None  # what is legal there, once somebody has asked
        self._computed: tuple[Step, NativeState] | None = None  # the step of the event that comes next
        self._events: list[Event] = []

    def start_over(self) -> None:
        """Forgets everything, to be built again from its log."""
        self.__init__(  # type: ignore[misc]  # there are no subclasses
            self.name, self._secret, away_s=self._away_s, now_ms=self.now_ms
        )

    # What can be seen

    @property
    def is_started(self) -> bool:
        return bool(self.match.games)

    @property
    def is_open(self) -> bool:
        """Whether somebody may take a seat."""
        return not self.is_cancelled and any(not seat.is_taken for seat in self.seats)

    @property
    def question(self) -> Question | None:
        """What others have to agree to before it is done."""
        return self.questions.open

    @property
    def game(self) -> Game:
        """The game under way, or the last one."""
        if not self.match.games:
            raise RefusalError("not_started")
        return self.match.games[-1]

    @property
    def is_game_over(self) -> bool:
        """Whether the last game begun is over and final."""
        return self.is_started and self.game.is_over and self._committed == len(self.game.history)

    @property
    def is_over(self) -> bool:
        return self.is_game_over and len(self.match.games) == self.games

    @property
    def native(self) -> NativeState:
        """The position in the native core."""
        return self._natives[-1]

    @property
    def mover(self) -> int | None:
        """Whose turn it is, also while it waits to be confirmed; None: nobody's."""
        return None if self._final is None else to_play(self._final)

    @property
    def is_complete(self) -> bool:
        """Whether the turn has no decision left and waits to be confirmed."""
        return (
            bool(self._draft)
            and self._final is not None
            and turn_key(self.game.state) != turn_key(self._final)
        )

    @property
    def board(self) -> State:
        """The position as it is shown: a complete turn, and its line, end only when it is confirmed."""
        state = self.game.state
        if not self.is_complete or self._final is None:
            return state
        final, owners = self._final, dict(state.current)
        line = state.next or tuple(Slot(number, owners.get(number)) for number, _ in final.next)
        return changed(state, turn=final.turn, opening=final.opening, current=final.current, next=line)

    @property
    def is_undoable(self) -> bool:
        """Whether the turn has a step that was a choice."""
        return self.is_started and self._steps_to_undo() > 0

    def legal_actions(self) -> list[int]:
        """What the mover may choose from now."""
        if not self.is_started or self.is_complete or self.mover is None:
            return []
        if self._legal is None:
            self._legal = self.native.legal_actions()
        return self._legal

    def why_not(self, action: int) -> Reason | None:
        """Why an action is not possible now; None if it is."""
        return why_not(self.game.state, action)

    @property
    def bot_to_play(self) -> str:
        """The bot whose turn it is, or nothing."""
        return "" if self.mover is None else self.seats[self.mover].bot

    @property
    def wants_rematch(self) -> bool:
        """Whether everybody has said so, also whom a bot plays for, and it has not begun."""
        rematch = self.questions.rematch
        if not rematch or not self.is_over or self.rematch_table:
            return False
        return rematch >= self._people

    @property
    def is_question_open(self) -> bool:
        """Whether somebody waits for the consent of others, also to a rematch."""
        is_offered = bool(self.questions.rematch) and not (self.wants_rematch or self.rematch_table)
        return self.question is not None or is_offered

    @property
    def is_held(self) -> bool:
        """Whether bots wait, since a turn may be taken back."""
        return self.question is not None and self.question.is_about_takeback

    def is_missed(self, seat: int) -> bool:
        """Whether a bot plays for the owner of a seat, or somebody has asked for that."""
        return self.seats[seat].stand_in != "" or self.questions.absentee == seat

    def secret_of(self, game: int) -> bytes:
        """What a game is dealt from; each of a table has its own."""
        return hmac.digest(self._secret, f"game {game}".encode(), "sha256")

    @property
    def next_table(self) -> str:
        """The name of the table for a rematch: nobody can guess it, and it is made once."""
        digest = hmac.digest(self._secret, b"rematch", "sha256")
        return base64.urlsafe_b64encode(digest[:9]).decode()

    def scripted_turn(self) -> list[int] | None:
        """The turn that the table's lesson has for the position; None if it has none."""
        if self._lesson is None:
            return None
        played = [entry.action for entry in self.game.history if entry.action is not None]
        turn = self._lesson.turn_after(played)
        return None if turn is None else list(turn)

    # Commands

    def create(self, created: Created) -> None:
        """The first event; a table without free seats begins at once."""
        self._emit(created)
        self._start_if_full()

    def free_seat(self, wanted: int | None = None) -> int:
        """The wanted seat if it is free, or the first that is."""
        if self.is_cancelled:
            raise RefusalError("cancelled")
        free = [number for number, each in enumerate(self.seats) if not each.is_taken]
        if wanted is None and not free:
            raise RefusalError("no_free_seat")
        if wanted is not None and wanted not in free:
            raise RefusalError("seat_taken")
        return free[0] if wanted is None else wanted

    def join(self, name: str, seat: int | None = None) -> int:
        """Takes a free online seat, the first one if none is named."""
        seat = self.free_seat(seat)
        self._emit(Joined(seat=seat, name=name))
        self._start_if_full()
        return seat

    def leave(self, seat: int) -> None:
        """Gives an online seat back before the game."""
        self._check_waiting()
        self._emit(Left(seat=seat))

    def cancel(self) -> None:
        """Closes the table before the game."""
        self._check_waiting()
        self._emit(Cancelled())

    def act(self, seat: int, action: int) -> None:
        """A decision of the turn, and all that follow without a choice."""
        self._check_turn(seat)
        if self.is_complete:
            raise RefusalError("turn_complete")
        if action not in self.legal_actions():
            reason = why_not(self.game.state, action)
            assert reason is not None
            raise RefusalError(
                "illegal", reason=str(reason), rule=reason.rule, why=reason.code, **reason.params
            )
        self._step(seat, action, "player")
        self._go_on(seat)

    def play_bot_turn(self, seat: int, actions: Sequence[int]) -> None:
        """The rest of a turn as a bot chose it, final at once."""
        self._check_turn(seat)
        for action in actions:
            if self.is_complete:
                break
            if why_not(self.game.state, action) is None:
                self._step(seat, action, "bot")
                self._play_forced(seat)
        if self.is_complete:
            self._confirm(seat)

    def undo(self, seat: int) -> None:
        """Takes the last choice of the turn back, and what followed from it."""
        self._check_turn(seat)
        steps = self._steps_to_undo()
        if not steps:
            raise RefusalError("nothing_to_undo")
        self._emit(Undone(seat=seat, steps=steps))

    def confirm(self, seat: int) -> None:
        """Makes the turn final."""
        self._check_turn(seat)
        if not self.is_complete:
            raise RefusalError("turn_incomplete")
        self._confirm(seat)

    def ask_takeback(self, seat: int) -> None:
        """Asks for the last final turn of the seat; done at once if nobody else has to agree."""
        self._check_running()
        if self.question is not None:
            raise RefusalError("question_open")
        start = self._last_turn(seat)
        if start is None:
            raise RefusalError("no_turn_yet")
        if asked := self._asked_about_takeback(seat, start):
            self._emit(TakebackAsked(seat=seat, asked=sorted(asked)))
        else:
            self._take_back(seat)

    def ask_stand_in(self, seat: int, absent: int) -> None:
        """Asks for a bot to play for somebody who is away; done at once if nobody else is there."""
        self._check_running()
        if self.question is not None:
            raise RefusalError("question_open")
        if absent >= len(self.seats) or not self.seats[absent].is_person:
            raise RefusalError("not_a_person", seat=absent + 1)
        if self.seats[absent].is_connected:
            raise RefusalError("not_away", seat=absent + 1)
        if (wait_ms := self._until_away_ms(absent)) > 0:
            raise RefusalError("not_away_long", seat=absent + 1, seconds=ceil(wait_ms / 1000))
        # A connection that has just broken makes nobody absent.
        if asked := {other for other in self._others(seat) if self._until_away_ms(other) > 0}:
            self._emit(StandInAsked(seat=seat, absent=absent, asked=sorted(asked)))
        else:
            self.stand_in(absent)

    def answer(self, seat: int, *, agrees: bool) -> None:
        """An answer to the open question; the last yes or the first no settles it. Who asked may withdraw."""
        self._check_running()
        question = self.question
        is_withdrawn = question is not None and question.asked.seat == seat and not agrees
        is_asked = question is not None and seat in {*question.unanswered, self.questions.absentee}
        if question is None or not (is_withdrawn or is_asked):
            raise RefusalError("no_question")
        is_last = question.unanswered <= {seat}
        if isinstance(question.asked, TakebackAsked):
            self._emit(TakebackAnswered(seat=seat, agrees=agrees))
            if agrees and is_last:
                self._take_back(question.asked.seat)
        else:
            agrees = agrees and not self.seats[question.asked.absent].is_connected  # they are back
            self._emit(StandInAnswered(seat=seat, agrees=agrees))
            if agrees and is_last:
                self.stand_in(question.asked.absent)

    def _until_away_ms(self, seat: int) -> float:
        """Returns how long until somebody counts as away; infinite while they are connected."""
        player = self.seats[seat]
        return inf if player.is_connected else player.away_since_ms + 1000 * self._away_s - self.now_ms

    def stand_in(self, seat: int) -> None:
        """A bot plays for a seat until its owner is back."""
        if self.seats[seat].is_person and not self.seats[seat].is_connected:
            self._emit(StoodIn(seat=seat, bot=STAND_IN))

    def come_back(self, seat: int) -> None:
        """The owner of a seat is there again."""
        if self.questions.absentee == seat:
            self._emit(QuestionEnded(why="back", seat=seat))
        if self.seats[seat].stand_in:
            self._emit(Returned(seat=seat))

    def go_away(self, seat: int) -> None:
        """The owner of a seat has left: declines what they were asked, withdraws what they asked for."""
        if self.seats[seat].is_connected or not self.is_question_open:
            return
        question = self.question
        if seat in (self._people if question is None else {question.asked.seat, *question.unanswered}):
            self._emit(QuestionEnded(why="left", seat=seat))

    def lapse(self, asked_ms: int) -> None:
        """Ends what was asked at that time, unless it has been settled."""
        if self.is_question_open and self.questions.asked_ms == asked_ms:
            self._emit(QuestionEnded(why="lapsed"))

    def move_away(self, seat: int) -> None:
        """A seat goes to another device."""
        if self.seats[seat].plan.kind == "here" and not self.seats[seat].has_moved:
            self._emit(SeatMoved(seat=seat))

    def next_game(self, seat: int) -> None:
        """Begins the next game of a Dynasty."""
        del seat
        if not self.is_game_over:
            raise RefusalError("not_over")
        if self.is_over:
            raise RefusalError("no_next_game")
        self._start()

    def offer_rematch(self, seat: int) -> None:
        """Says that this seat would play again."""
        if not self.is_over:
            raise RefusalError("not_over")
        if seat not in self.questions.rematch and not self.rematch_table:
            self._emit(RematchOffered(seat=seat))

    def go_to(self, table: str) -> None:
        """The people go on at another table."""
        if not self.rematch_table:
            self._emit(Rematched(table=table))

    def take_events(self) -> list[Event]:
        """The events since the last time, to be stored and sent."""
        events, self._events = self._events, []
        return events

    # How commands go on

    def _check_waiting(self) -> None:
        if self.is_started:
            raise RefusalError("started")
        if self.is_cancelled:
            raise RefusalError("cancelled")

    def _check_running(self) -> None:
        if self.is_game_over:
            raise RefusalError("game_over")
        _ = self.game

    def _check_turn(self, seat: int) -> None:
        self._check_running()
        if self.mover != seat:
            raise RefusalError("not_your_turn", mover=0 if self.mover is None else self.mover + 1)

    def _emit(self, event: Event) -> None:
        self.apply(event, self.now_ms)
        self._events.append(event)

    def _start_if_full(self) -> None:
        if all(seat.is_taken for seat in self.seats) and not self.is_started:
            self._start()

    def _start(self) -> None:
        number = len(self.match.games)
        dealer = self._dealer(number)
        start = Game(self.ruleset, dealer)
        facts, dealt = _deal(start.state, dealer)
        points = list(scores(dealt))
        self._emit(Started(game=number, commit=start.commit, facts=facts, points=points))
        self._begin_turn()

    def _dealer(self, number: int) -> Dealer:
        """Deals from the secret; in a lesson only where that has nothing to say, so it commits to nothing."""
        dealer = SecretDealer(self.secret_of(number))
        return dealer if self._lesson is None else ScriptedDealer(self._lesson.deal, dealer)

    def _step(self, seat: int, action: int, by: By, why: Why | None = None) -> None:
        played, native = step(self.game.state, action), self.native.apply_unchecked(action)
        self._computed = played, native
        self._emit(stepped(seat, action, played.events, native.scores(), by, why))

    def _play_forced(self, seat: int) -> None:
        """Plays what there is no choice about."""
        while not self.is_complete and len(legal := self.legal_actions()) == 1:
            self._step(seat, legal[0], "rule", self._why_forced())

    def _why_forced(self) -> Why:
        state = self.game.state
        if state.phase is Phase.PLACE and format_action(self.legal_actions()[0]) == "x":
            text = f"domino {state.domino_in_turn} fits nowhere, so it is discarded"
            params: dict[str, str | int] = {"domino": state.domino_in_turn}
            return Why(code="fits_nowhere", params=params, rule="C5", text=text)
        return Why(code="only_possibility", rule="", text="there is no other possibility")

    def _go_on(self, seat: int) -> None:
        self._play_forced(seat)
        if self.is_complete and not self.created.confirm and not self._is_turnable:
            self._confirm(seat)

    @property
    def _is_turnable(self) -> bool:
        """Whether the last choice of the turn was a placement: the player may still turn the domino."""
        chosen = [each.action for each in self._draft if each.by != "rule"]
        return bool(chosen) and isinstance(to_move(chosen[-1]), Place)

    def _confirm(self, seat: int) -> None:
        number = len(self.match.games) - 1
        facts, _ = _deal(self.game.state, self._dealer(number))
        self._emit(Confirmed(seat=seat, facts=[*at_turn_end(self.game.history[-1].events), *facts]))
        if self.game.is_over:
            state = self.game.state
            secret = self.secret_of(number).hex()
            self._emit(Finished(secret=secret, scores=list(scores(state)), ranking=ranking(state)))
        else:
            self._begin_turn()

    def _begin_turn(self) -> None:
        """What a turn begins with if there is no choice; a turn without any is final by itself."""
        seat = self.mover
        assert seat is not None
        if len(self.legal_actions()) == 1:
            self._play_forced(seat)
            if self.is_complete:
                self._confirm(seat)

    def _take_back(self, seat: int) -> None:
        start = self._last_turn(seat)
        assert start is not None
        self._emit(TakenBack(seat=seat, steps=len(self.game.history) - start))
        self._begin_turn()

    def _last_turn(self, seat: int) -> int | None:
        """Where the last final turn of a seat that had a choice begins in the history."""
        history = self.game.history
        own = [index for index in self._chosen if index < self._committed and history[index].seat == seat]
        if not own:
            return None
        turn = turn_key(history[own[-1]].before)
        decisions = (index for index in range(own[-1] + 1) if history[index].seat == seat)
        return min(index for index in decisions if turn_key(history[index].before) == turn)

    @property
    def _people(self) -> set[int]:
        """The seats of people, also those that a bot plays for now."""
        return {number for number, seat in enumerate(self.seats) if seat.plan.kind != "bot"}

    def _others(self, seat: int) -> set[int]:
        """The other people, but not those at the same device."""
        together = {n for n, each in enumerate(self.seats) if each.plan.kind == "here" and not each.has_moved}
        return self._people - {seat} - (together if seat in together else set())

    def _asked_about_takeback(self, seat: int, start: int) -> set[int]:
        """Who has to agree to go back to there: all others if one of them has played since or a line come."""
        others, history = self._others(seat), self.game.history
        players = {history[n].seat for n, by in self._chosen.items() if n >= start and by == "player"}
        if players & others or any(entry.seat is None for entry in history[start:]):
            return others
        return {other for other in others if self.seats[other].is_person}

    def _steps_to_undo(self) -> int:
        """How many steps lead back to before the last choice of the turn; 0 if it had none."""
        for count, each in enumerate(reversed(self._draft), start=1):
            if each.by != "rule":
                return count
        return 0

    # Taking events in

    def apply(self, event: Event, at_ms: int) -> None:
        """Takes an event of the log in; `at_ms` is when it happened."""
        self.number += 1
        self._legal = None
        self.questions.apply(event, at_ms)
        match event:
            case Created():
                self._set_up(event)
            case Joined():
                self._sit(event.seat, event.name)
                self.seats[event.seat].away_since_ms = max(at_ms, self.now_ms)
            case Left():
                self._sit(event.seat, "")
            case Cancelled():
                self.is_cancelled = True
            case Started():
                self._new_game(event)
            case Stepped():
                self._take_step(event.action)
                self._draft.append(event)
                if event.by != "rule":
                    self._chosen[len(self.game.history) - 1] = event.by
            case Undone():
                self._forget_from(len(self.game.history) - event.steps)
                del self._natives[-event.steps :], self._draft[-event.steps :]
            case Confirmed():
                self._note_missed_turn(event.seat)
                self._make_final(event.facts)
            case TakenBack():
                self._note_missed_takeback(event)
                self._rewind(len(self.game.history) - event.steps)
            case StoodIn():
                self.seats[event.seat].stand_in = event.bot
            case Returned():
                self.seats[event.seat].stand_in = ""
            case SeatMoved():
                self.seats[event.seat].has_moved = True
            case Finished():
                self.game.secret = event.secret
                self.ended_ms.append(at_ms)
            case Rematched():
                self.rematch_table = event.table
            case (
                TakebackAsked()
                | TakebackAnswered()
                | StandInAsked()
                | StandInAnswered()
                | QuestionEnded()
                | RematchOffered()
            ):
                pass  # `questions` has taken these in
        if isinstance(event, Started | Stepped | Undone | Confirmed | TakenBack):
            self.position = self.number
        if isinstance(event, Started | Confirmed | TakenBack):
            self.turn_began_ms = at_ms
        if isinstance(event, _OWN) or (isinstance(event, Stepped) and event.by == "player"):
            self.missed.pop(event.seat, None)

    def _set_up(self, created: Created) -> None:
        self.created = created
        self._lesson = lesson(created.lesson) if created.lesson in LESSONS else None  # or of another release
        rules, is_match = single_game(created.rules)
        self.ruleset = ruleset(rules, len(created.seats))
        self.games = self.match.length if is_match else 1
        self.seats = [
            Seat(plan, plan.name, is_taken=plan.kind != "online", away_since_ms=self.now_ms)
            for plan in created.seats
        ]

    def _sit(self, seat: int, name: str) -> None:
        """Somebody takes a seat, or gives it back if there is no name."""
        self.seats[seat].name, self.seats[seat].is_taken = name, name != ""

    def _new_game(self, started: Started) -> None:
        game = Game(self.ruleset, _Nobody(), [seat.name for seat in self.seats])
        game.commit = started.commit
        self.match.games.append(game)
        self._chosen = {}
        self._natives = [NativeState.new_game(self.ruleset.text, self.ruleset.players)]
        self._make_final(started.facts)

    def _take_step(self, action: int) -> None:
        """Takes a step in; one of a command has been computed already."""
        if self._computed is None:
            self._computed = step(self.game.state, action), self.native.apply_unchecked(action)
        played, native = self._computed
        self._computed = None
        self.game.append(action, played)
        self._natives.append(native)

    def _make_final(self, facts: Sequence[Fact]) -> None:
        native = self.native
        for kind, outcome in outcomes(facts):
            self.game.reveal(kind, outcome)
            native = native.reveal(outcome)
        self._natives = [native]
        self._draft = []
        self._committed = len(self.game.history)
        self._final = self.game.state

    def _note_missed_turn(self, seat: int) -> None:
        """Notes a turn that a bot has played for a person."""
        if seat in self._people and any(step.by == "bot" for step in self._draft):
            missed = self._missed_by(seat)
            self.missed[seat] = missed.model_copy(update={"turns": missed.turns + 1})

    def _note_missed_takeback(self, event: TakenBack) -> None:
        """Notes a takeback for those whom a bot plays for."""
        absent = [seat for seat, each in enumerate(self.seats) if each.stand_in]
        if not absent:
            return
        history = self.game.history
        states = [*(entry.before for entry in history[1:]), self.game.state]
        steps = [
            stepped(entry.seat, entry.action, entry.events, scores(after), self._chosen.get(index, "rule"))
            for index, (entry, after) in enumerate(zip(history, states, strict=True))
            if index >= len(history) - event.steps and entry.seat is not None and entry.action is not None
        ]
        for seat in absent:
            self._missed_by(seat).taken_back.append(TakebackMissed(seat=event.seat, steps=steps))

    def _missed_by(self, seat: int) -> Missed:
        return self.missed.setdefault(seat, Missed(seat=seat, turns=0, taken_back=[]))

    def _forget_from(self, length: int) -> None:
        self.game.rewind(length)
        self._chosen = {index: by for index, by in self._chosen.items() if index < length}

    def _rewind(self, length: int) -> None:
        self._forget_from(length)
        self._natives = [NativeState.from_position(format_position(self.game.state))]
        self._draft = []
        self._committed = length
        self._final = self.game.state


class _Nobody:
    """The dealer of a table's games: outcomes stand in the log, so nobody is asked."""

    def deal(self, chance: Chance) -> Outcome:
        raise AssertionError(f"{chance.kind} is dealt by the log")


def _deal(state: State, dealer: Dealer) -> tuple[list[Fact], State]:
    """Returns what is dealt next, in order, and the position then."""
    events: list[RulesEvent] = []
    while (due := chance(state)) is not None:
        revealed = reveal(state, due.kind, dealer.deal(due))
        events.extend(revealed.events)
        state = revealed.state
    return to_facts(events), state
