"""One game of bots, from the deal to the result, whatever the bots do."""

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


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn cost a bot; a turn that became a random one costs nothing and is left out."""

    seat: int
    ms: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A turn that became a random one from some decision on, and why."""

    seat: int
    decision: int  # how many decisions the game had seen before
    why: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended."""

    number: int
    deal: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    wins: tuple[float, ...]  # by seat; a shared victory is split
    turns: tuple[Turn, ...]
    faults: tuple[Fault, ...]
    record: str = ""  # the game itself, in notation; only right after it was played

    def to_json(self) -> dict[str, Any]:
        """The result as plain data, without the record."""
        data = asdict(self)
        del data["record"]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "GameResult":
        """The result from `to_json`; raises `TypeError`, `KeyError` or `ValueError` for anything else."""
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
    """How far a game has come: enough to go on with it in another process."""

    actions: list[int] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def play_game(
    contest: Contest,
    pairing: Pairing,
    *,
    so_far: Progress | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
) -> GameResult:
    """Plays a game to its end, or on from where it had come.

    Calls `tell` when the bots are made, and after every decision.

    A bot that raises, or chooses what is not legal, gets a random legal turn; so does one whose fault was
    noted at the decision that is due.
    """
    game = Game(ruleset(contest.rules, contest.players), SeededDealer(pairing.seed))
    game.deal()
    progress = so_far or Progress()
    for action in progress.actions:
        game.play(action)
    players = [_player(spec) for spec in pairing.seats]
    tell(progress)
    while not game.is_over:
        _play_turn(game, pairing, players, progress, tell)
    return _result(game, pairing, progress)


def seat_to_play(contest: Contest, pairing: Pairing, actions: list[int]) -> int | None:
    """Whose decision is due after these actions."""
    game = Game(ruleset(contest.rules, contest.players), SeededDealer(pairing.seed))
    game.deal()
    for action in actions:
        game.play(action)
    return to_play(game.state)


class _Broken:
    """Stands in for a bot that can't even be made."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def choose(self, state: State, legal: Sequence[int], *, budget: Budget, rng: Iterator[int]) -> int:
        raise self._error


def _player(spec: str) -> Player:
    try:
        return make_player(spec)
    except BaseException as error:  # bots of others may raise anything
        return Player(_Broken(error))


def _play_turn(
    game: Game, pairing: Pairing, players: list[Player], progress: Progress, tell: Callable[[Progress], None]
) -> None:
    """The decisions of one turn, by the bot whose turn it is."""
    seat = to_play(game.state)
    assert seat is not None
    turn, player = turn_key(game.state), players[seat]
    rng = derive(pairing.bot_seed(seat), len(progress.actions))
    is_random = any(fault.decision == len(progress.actions) for fault in progress.faults)
    ms = 0.0
    while not game.is_over and turn_key(game.state) == turn:
        legal = legal_actions(game.state)
        if is_random:
            dice = derive(pairing.bot_seed(seat), len(progress.actions), 1)
            action = legal[below(dice, len(legal))]
        else:
            try:
                action = _chosen(player.choose(game.state, tuple(legal), rng=rng), legal)
                ms = player.budget.ms
            except BaseException as error:  # bots of others may raise anything
                is_random = True
                progress.faults.append(Fault(seat, len(progress.actions), _reason(error)))
                continue
        game.play(action)
        progress.actions.append(action)
        if (turn_key(game.state) != turn or game.is_over) and not is_random:
            progress.turns.append(Turn(seat, round(ms, 3), player.budget.nodes))
        tell(progress)


def _chosen(action: SupportsIndex, legal: Sequence[int]) -> int:
    """The action as an int, NumPy's too."""
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
