"""`crownfire bench`: measures the native core and the Python rules side by side in one run."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.progress import track
from rich.table import Table

from crownfire.cli.output import console, print_json
from crownfire.game import SeededDealer, below, derive
from crownfire.native import State as NativeState
from crownfire.rules import (
    RULESETS,
    Ruleset,
    apply,
    chance,
    is_over,
    legal_actions,
    new_game,
    reveal,
    ruleset,
    scores,
)

__all__ = ["GAMES", "POLICIES", "ROUNDS", "Speed", "bench"]

GAMES = [*((name, players) for name in RULESETS for players in (2, 3, 4)), ("kingdomino+mighty_duel", 2)]
POLICIES = ("random", "informed", "greedy")
ROUNDS = 3  # measurements of each figure, in turn; the medians are shown


@dataclass(frozen=True, slots=True)
class Speed:
    """Whole games per second on one core, for one ruleset and number of players."""

    rules: str
    players: int
    native: dict[str, float]  # by policy
    spread: tuple[float, float]  # slowest and fastest rate of native random games
    python: float  # random games by the Python rules
    decisions: float  # per second, by the Python rules

    @property
    def ratio(self) -> float:
        """Speed of random games on the native core relative to the Python rules."""
        return self.native["random"] / self.python


def bench(seconds: float, *, as_json: bool) -> None:
    """Measures every ruleset and number of players and prints the table."""
    steps = [(name, players, number) for number in range(ROUNDS) for name, players in GAMES]
    stderr = Console(stderr=True)
    runs: dict[tuple[str, int], list[tuple[dict[str, float], float, float]]] = {game: [] for game in GAMES}
    progress = track(steps, "Playing", console=stderr, transient=True, disable=not stderr.is_terminal)
    for name, players, _ in progress:
        runs[name, players].append(_measure(name, players, seconds / ROUNDS))
    speeds = [_summary(name, players, found) for (name, players), found in runs.items()]
    threads = _thread_speed_up(seconds)
    if as_json:
        print_json({"games": [_json(speed) for speed in speeds], "two_threads": threads})
    else:
        console.print(_table(speeds))
        console.print(f"Two threads play {threads:.2f} times as many games of 4-player Kingdomino as one.")


def _measure(name: str, players: int, seconds: float) -> tuple[dict[str, float], float, float]:
    start = NativeState.new_game(name, players)
    native = {policy: _native_rate(start, policy, seconds) for policy in POLICIES}
    played = ruleset(name, players)
    decisions = 0

    def play(seed: int) -> None:
        nonlocal decisions
        decisions += _play_random(played, seed)

    games, elapsed = _repeat(play, seconds)
    return native, games / elapsed, decisions / elapsed


def _native_rate(start: NativeState, policy: str, seconds: float) -> float:
    """Returns games per second, measured in batches that double until the time is up."""
    batch, games, elapsed = 16, 0, 0.0
    while elapsed < seconds:
        begin = time.perf_counter()
        start.playouts(batch, policy, seed=games)
        elapsed += time.perf_counter() - begin
        games += batch
        batch *= 2
    return games / elapsed


def _repeat(play: Callable[[int], None], seconds: float) -> tuple[int, float]:
    begin = time.perf_counter()
    games = 0
    while (elapsed := time.perf_counter() - begin) < seconds:
        play(games)
        games += 1
    return games, elapsed


def _play_random(played: Ruleset, seed: int) -> int:
    """Plays a uniformly random game by the Python rules; returns its number of decisions."""
    state = new_game(played)
    dealer, rng = SeededDealer(seed), derive(seed, 100)
    decisions = 0
    while not is_over(state):
        due = chance(state)
        if due is not None:
            state = reveal(state, due.kind, dealer.deal(due)).state
            continue
        legal = legal_actions(state)
        state = apply(state, legal[below(rng, len(legal))])
        decisions += 1
    scores(state)
    return decisions


def _thread_speed_up(seconds: float) -> float:
    start = NativeState.new_game("kingdomino", 4)
    games = max(1_000, int(400_000 * seconds))

    def rate(threads: int) -> float:
        begin = time.perf_counter()
        start.playouts(games, "random", threads=threads)
        return games / (time.perf_counter() - begin)

    return statistics.median(rate(2) / rate(1) for _ in range(ROUNDS))


def _summary(name: str, players: int, runs: list[tuple[dict[str, float], float, float]]) -> Speed:
    native = {policy: statistics.median(rates[policy] for rates, _, _ in runs) for policy in POLICIES}
    randoms = [rates["random"] for rates, _, _ in runs]
    python = statistics.median(rate for _, rate, _ in runs)
    decisions = statistics.median(rate for _, _, rate in runs)
    return Speed(name, players, native, (min(randoms), max(randoms)), python, decisions)


def _json(speed: Speed) -> dict[str, object]:
    return {
        "rules": speed.rules,
        "players": speed.players,
        "native_games_per_second": {policy: round(rate) for policy, rate in speed.native.items()},
        "native_random_spread": [round(rate) for rate in speed.spread],
        "python_games_per_second": round(speed.python, 1),
        "python_decisions_per_second": round(speed.decisions),
        "ratio": round(speed.ratio),
    }


def _table(speeds: list[Speed]) -> Table:
    title = "Games per second on one core: native core by policy, Python rules at random"
    table = Table(title=title, title_justify="left", box=None, padding=(0, 1))
    table.add_column("rules and players", no_wrap=True)
    for heading in ("random", "spread", "informed", "greedy", "Python", "ratio"):
        table.add_column(heading, justify="right", no_wrap=True)
    for speed in speeds:
        low, high = speed.spread
        table.add_row(
            f"{speed.rules} {speed.players}",
            f"{speed.native['random']:,.0f}",
            f"±{(high - low) / 2 / speed.native['random']:.0%}",
            f"{speed.native['informed']:,.0f}",
            f"{speed.native['greedy']:,.0f}",
            f"{speed.python:,.0f}",
            f"{speed.ratio:,.0f}×",
        )
    return table
