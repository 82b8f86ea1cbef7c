"""One game between bots, from the deal to the result, even if bots fail."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from operator import index
from typing import Any, SupportsIndex

from crownfire.arena.contest import Contest, Pairing
from crownfire.bots import Budget, Player, make_player
from crownfire.game import Game, SeededDealer, below, derive
from crownfire.game.game import turn_key
from crownfire.notation import format_record
from crownfire.rules import State, legal_actions, ranking, ruleset, scores, to_play

__all__ = ["Fault", "GameResult", "Progress", "Turn", "play_game", "seat_to_play"]


@dataclass(frozen=True, slots=True)
class Turn:
    """The time and nodes spent on a turn. Turns finished at random are not recorded."""

    seat: int
    ms: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A decision from which the rest of the turn was played at random, and the reason."""

    seat: int
    decision: int  # number of decisions in the game before this one
    why: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game."""

    number: int
    deal: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    wins: tuple[float, ...]  # by seat; a shared victory is split
    turns: tuple[Turn, ...]
    faults: tuple[Fault, ...]
    record: str = ""  # the game in notation; empty if the result was read from a file

    def to_json(self) -> dict[str, Any]:
        """Returns the result as plain data, without the record."""
        data = asdict(self)
        del data["record"]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "GameResult":
        """Returns the result of `to_json` data; raises `TypeError`, `KeyError` or `ValueError` otherwise."""
        turns = tuple(Turn(int(t["seat"]), float(t["ms"]), int(t["nodes"])) for t in data["turns"])
        faults = tuple(Fault(int(f["seat"]), int(f["decision"]), str(f["why"])) for f in data["faults"])
        return cls(
            int(data["number"]),
            int(data["deal"]),
            tuple(map(str, data["seats"])),
            tuple(map(int, data["scores"])),
            tuple(map(float, data["wins"])),
            turns,
            faults,
        )


@dataclass(slots=True)
class Progress:
    """The progress of a game, enough to continue it in another process."""

    actions: list[int] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def play_game(
    contest: Contest,
    pairing: Pairing,
    *,
    so_far: Progress | None = None,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> GameResult:
    """Plays a game to its end, from the start or from earlier progress.

    Calls `on_progress` when the bots have been created, and after every decision.

    A bot that raises an exception or chooses an illegal action plays the rest of its turn at random. So does
    a bot with a fault in `so_far` at the current decision.
    """
    game = Game(ruleset(contest.rules, contest.players), SeededDealer(pairing.seed))
    game.deal()
    progress = so_far or Progress()
    for action in progress.actions:
        game.play(action)
    players = [_player(spec) for spec in pairing.seats]
    on_progress(progress)
    while not game.is_over:
        _play_turn(game, pairing, players, progress, on_progress)
    return _result(game, pairing, progress)


def seat_to_play(contest: Contest, pairing: Pairing, actions: list[int]) -> int | None:
    """Returns the seat to play after these actions; None if the game is over."""
    game = Game(ruleset(contest.rules, contest.players), SeededDealer(pairing.seed))
    game.deal()
    for action in actions:
        game.play(action)
    return to_play(game.state)


class _Broken:
    """Replaces a bot that can't be created."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        raise self._error


def _player(spec: str) -> Player:
    try:
        return make_player(spec)
    except BaseException as error:  # third-party bots may raise anything
        return Player(_Broken(error))


def _play_turn(
    game: Game,
    pairing: Pairing,
    players: list[Player],
    progress: Progress,
    on_progress: Callable[[Progress], None],
) -> None:
    """Plays all decisions of one turn with the bot to play."""
    seat = to_play(game.state)
    assert seat is not None
    turn, player = turn_key(game.state), players[seat]
    rng = derive(pairing.bot_seed(seat), len(progress.actions))
    is_random = any(fault.decision == len(progress.actions) for fault in progress.faults)
    ms = 0.0
    while not game.is_over and turn_key(game.state) == turn:
        legal = legal_actions(game.state)
        if is_random:
            random = derive(pairing.bot_seed(seat), len(progress.actions), 1)
            action = legal[below(random, len(legal))]
        else:
            try:
                action = _chosen(player.choose(game.state, tuple(legal), rng=rng), legal)
                ms = player.budget.ms
            except BaseException as error:  # third-party bots may raise anything
                is_random = True
                progress.faults.append(Fault(seat, len(progress.actions), _reason(error)))
                continue
        game.play(action)
        progress.actions.append(action)
        if (turn_key(game.state) != turn or game.is_over) and not is_random:
            progress.turns.append(Turn(seat, round(ms, 3), player.budget.nodes))
        on_progress(progress)


def _chosen(action: SupportsIndex, legal: Sequence[int]) -> int:
    """Returns the action as an int, also from NumPy's types; raises `ValueError` if it is illegal."""
    number = index(action)
    if number not in legal:
        raise ValueError(f"{number} is not a legal action")
    return number


def _reason(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def _result(game: Game, pairing: Pairing, progress: Progress) -> GameResult:
    winners = ranking(game.state)[0]
    wins = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(pairing.seats)))
    return GameResult(
        pairing.number,
        pairing.deal,
        pairing.seats,
        scores(game.state),
        wins,
        tuple(progress.turns),
        tuple(progress.faults),
        format_record(game.record()),
    )
