"""The native core and the Python rules play the same games, compared after every step.

`make test` plays about 300 games, `make soak` GAMES times as many. A game with a difference is shrunk and
saved in build/differential, as a record that ends at the difference.
"""

from collections import Counter
from functools import partial
from itertools import count as count_from
from itertools import islice
from pathlib import Path

import pytest

from crownfire.bots import GreedyBot, Player
from crownfire.game import Game, SeededDealer, derive
from crownfire.native import State as NativeState
from crownfire.notation import format_action, format_position, format_record
from crownfire.rules import apply, legal_actions, ranking, ruleset, score, scores, to_move, to_play
from crownfire.rules.actions import Recruit
from crownfire.rules.canvas import HOME
from crownfire.rules.events import CavemanBurnt, Discarded, Event, FireLanded, TotemMoved
from tests.differential.shrinking import Failure, replay, shrink
from tests.differential.steering import STYLES, rng_of, shared_victories
from tests.games import EVERY

GAMES_EACH = 6  # per ruleset × player count × set of options, styles in turn, times --games
DEEP = 11  # decisions between two expensive comparisons
SAVED = Path(__file__).parent.parent.parent / "build" / "differential"
# Rare events, and the games in which they are most frequent.
RARE = {
    "tied totem hand-over": ("origins-totem", 3, "burning"),
    "totem back to the middle": ("origins-totem", 3, "burning"),
    "empty cave pile": ("origins-tribe", 2, "recruiting"),
    "discarded volcano": ("origins-discovery", 4, "random"),
    "fire on home": ("origins-discovery", 2, "burning"),
    "caveman burnt": ("origins-tribe", 2, "burning"),
}
OFTEN = 50  # the least number of each rare event in a long run,
LONG = 40  # which multiplies the games by at least this, as `make soak` does


class DifferenceError(AssertionError):
    """The engines differ."""


@pytest.mark.parametrize(("rules", "players"), EVERY)
def test_both_engines_play_the_same_games(rules: str, players: int, games: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(GAMES_EACH * games):
        style = list(STYLES)[seed % len(STYLES)]
        play_and_compare(rules, players, style, seed, seen)
    assert_phases(rules, players, seen, least=OFTEN if games >= LONG else 1)


def play_and_compare(rules: str, players: int, style: str, seed: int, seen: Counter[str]) -> None:
    """Plays a game on both engines and counts rare events. A failing game is shrunk and saved."""
    game = Game(ruleset(rules, players), SeededDealer(seed))
    try:
        _play_and_compare(game, style, seed, seen)
    except Exception as error:
        path = save(shrunk(game, seed, str(error)))
        raise DifferenceError(f"{error}; saved as {path}") from error


def shrunk(game: Game, seed: int, what: str) -> Failure:
    """Returns the smallest game found with a difference; uses expensive comparisons only if necessary."""
    actions = tuple(entry.action for entry in game.history if entry.action is not None)
    for is_deep in (False, True):
        check = partial(compare, is_deep=is_deep)
        if failure := replay(game.ruleset, seed, actions, check):
            return shrink(failure, seed, check)
    return Failure(game, actions, what)


def _play_and_compare(game: Game, style: str, seed: int, seen: Counter[str]) -> None:
    rng = rng_of(seed)
    native = NativeState.new_game(game.ruleset.text, game.ruleset.players)
    count(game.deal(), game, seen)
    native = native.deal(seed)
    while True:
        compare(game, native, is_deep=len(game.history) % DEEP == 0)
        if game.is_over:
            break
        seen[f"phase {game.state.phase.value}"] += 1
        action = STYLES[style](game.state, legal_actions(game.state), rng)
        count(game.play(action), game, seen)
        native = native.apply(action).deal(seed)
    seen["shared victory"] += len(ranking(game.state)[0]) > 1


def compare(game: Game, native: NativeState, *, is_deep: bool) -> None:
    """Raises `DifferenceError` if the engines differ."""
    state = game.state
    pairs: dict[str, tuple[object, object]] = {
        "position": (format_position(state), native.to_position()),
        "legal actions": (legal_actions(state), native.legal_actions()),
        "scores": (list(scores(state)), native.scores()),
        "ranking": (ranking(state), native.ranking()),
        "to play": (to_play(state), native.to_play),
    }
    seat = to_play(state)
    if is_deep and seat is not None:
        legal = legal_actions(state)
        previews = dict(zip(legal, native.previews(), strict=True))
        simple = [action for action in legal if not isinstance(to_move(action), Recruit)]
        after = [score(apply(state, action), seat).total for action in simple]
        pairs["previews"] = (after, [previews[action] for action in simple])
        pairs["greedy"] = (Player(GreedyBot()).choose(state, legal, rng=derive(0)), native.choose("greedy"))
        pairs["read back"] = (native, NativeState.from_position(native.to_position()))
    for what, (ours, theirs) in pairs.items():
        if ours != theirs:
            raise DifferenceError(f"{what}: {ours} ≠ {theirs}")


def save(failure: Failure) -> Path:
    """Saves the game up to the difference, with the unfinished turn and the position."""
    game = failure.game
    SAVED.mkdir(parents=True, exist_ok=True)
    path = SAVED / f"{game.ruleset.text}-{game.ruleset.players}-{len(game.history)}.record"
    tokens = [format_action(entry.action) for entry in game.turn_under_way if entry.action is not None]
    comments = [
        failure.what,
        f"turn under way: {' '.join(tokens)}",
        f"position: {format_position(game.state)}",
    ]
    lines = "".join(f"# {comment}\n" for comment in comments)
    path.write_text(format_record(game.record()) + lines, encoding="utf-8")
    return path


def count(events: tuple[Event, ...], game: Game, seen: Counter[str]) -> None:
    """Counts rare events."""
    for event in events:
        if isinstance(event, TotemMoved):
            seen["totem back to the middle"] += event.target is None
        elif isinstance(event, Discarded):
            halves = game.ruleset.domino(event.domino).halves
            seen["discarded volcano"] += any(half.craters for half in halves)
        elif isinstance(event, FireLanded):
            seen["fire on home"] += event.cell == HOME
        elif isinstance(event, CavemanBurnt):
            seen["caveman burnt"] += 1
    before = game.history[-1].before if game.history else game.state
    seen["tied totem hand-over"] += any(e.before.phase.value == "give" for e in game.history[-1:])
    seen["empty cave pile"] += bool(before.pile) and not game.state.pile


def assert_phases(rules: str, players: int, seen: Counter[str], least: int) -> None:
    """Asserts that every phase was compared, except giving a totem, which is too rare."""
    parts = ruleset(rules, players).parts
    phases = {phase.value for part in parts for phase, moves in part.phases.items() if moves}
    rare = {phase: seen[f"phase {phase}"] for phase in phases - {"give"} if seen[f"phase {phase}"] < least}
    assert not rare, f"too rare: {rare}"


def test_rare_events_are_compared_too(games: int) -> None:
    """Plays until each rare event has happened, in a long run many times."""
    wanted = OFTEN if games >= LONG else 1
    for what, (rules, players, style) in RARE.items():
        seen: Counter[str] = Counter()
        for seed in count_from(1_000_000):
            if seen[what] >= wanted:
                break
            play_and_compare(rules, players, style, seed, seen)


def test_shared_victories_are_compared_too(games: int) -> None:
    seen: Counter[str] = Counter()
    wanted = OFTEN if games >= LONG else 1
    for seed in islice(shared_victories("kingdomino", 4, 0), wanted):
        play_and_compare("kingdomino", 4, "random", seed, seen)
    assert seen["shared victory"] == wanted
