"""Plays the matches on the strength of `expert` in results.md and prints them as tables.

    python -m benchmarks.strength [PART ...] [--rules R] [--games N] [--workers 2]

Parts: literature, duels, origins, former, old, curve, longer; default: all.

All games are saved in build/strength. Run again to resume; delete that folder when a bot changes. With more
workers than cores, a search has less processor time than its budget, so results against bots without a budget
are lower bounds. Draws the curve of all rules as docs/pictures/strength.svg.
"""

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import old_expert, strength_curve
from crownfire.arena import PATIENCE_S, Contest, Standing, standings
from crownfire.cli.contests import Execution, play
from crownfire.rules import SetupError

_ROOT = Path(__file__).parent.parent
_RESULTS = _ROOT / "build" / "strength"
_PICTURE = _ROOT / "docs" / "pictures" / "strength.svg"
_MODES = ("origins-discovery", "origins-totem", "origins-tribe")
_DUELS = ("kingdomino", "kingdomino+mighty_duel", *_MODES)
_HEAD = (
    "| rules | players | bot | against | games | wins | score | margin | nodes per turn |\n"
    + "|---" * 9
    + "|"
)
_BUDGETS = {25: 400, 100: 200, 500: 80, 2000: 20}  # milliseconds and games of the curve
_SAME = "expert(nodes=250)"  # the opponent of the curve


@dataclass(frozen=True, slots=True)
class Match:
    """A bot against copies of an opponent."""

    rules: str
    players: int
    bot: str
    opponent: str
    games: int = 400

    @property
    def file(self) -> Path:
        name = f"{self.rules} {self.players} {self.bot} {self.opponent}.jsonl"
        return _RESULTS / name.replace("/", "_")


def former(ms: int) -> str:
    """Returns `expert` without an estimate; its rollouts play greedily to the end."""
    return f"expert(ms={ms},estimate=false,greed=0,win_weight=0.5,margin_scale=20,exact=false)"


def literature() -> Iterator[Match]:
    """Four players, both bonuses, against three full-greedy bots: the setting of the literature."""
    for ms in (200, 1000):
        yield Match("kingdomino+harmony+middle_kingdom", 4, f"expert(ms={ms})", "fg")


def duels() -> Iterator[Match]:
    """Two players against full-greedy."""
    for rules in ("kingdomino", "kingdomino+harmony+middle_kingdom", "kingdomino+mighty_duel"):
        yield Match(rules, 2, "expert(ms=200)", "fg")


def origins() -> Iterator[Match]:
    """The modes of Origins against full-greedy, two to four players."""
    for players in (2, 3, 4):
        for rules in _MODES:
            yield Match(rules, players, "expert(ms=300)", "fg")


def against_former() -> Iterator[Match]:
    """Against the search without an estimate, at equal time."""
    for ms in (10, 50):
        for rules in _DUELS:
            yield Match(rules, 2, f"expert(ms={ms})", former(ms))


def against_old() -> Iterator[Match]:
    """Against `expert` before estimates, at equal time, both over the line protocol."""
    for ms in (10, 50):
        for rules in _DUELS:
            programs = (Path(sys.executable).with_name("crownfire"), old_expert.COMMAND)
            now, old = (
                f'engine(cmd="{os.path.relpath(program)} engine --bot expert",ms={ms})'
                for program in programs
            )
            yield Match(rules, 2, now, old)


def curve() -> Iterator[Match]:
    """Increasing time against one opponent."""
    for ms, games in _BUDGETS.items():
        for rules in _DUELS:
            yield Match(rules, 2, f"expert(ms={ms})", _SAME, games)


def longer() -> Iterator[Match]:
    """Four times the time, head to head, where the curve has too few games."""
    for rules in _DUELS[1:]:  # kingdomino is flat at shorter times
        yield Match(rules, 2, "expert(ms=2000)", "expert(ms=500)", 24)


_PARTS = {
    "literature": literature,
    "duels": duels,
    "origins": origins,
    "former": against_former,
    "old": against_old,
    "curve": curve,
    "longer": longer,
}


def main() -> None:
    """Plays the missing games and prints the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "parts",
        nargs="*",
        choices=[*_PARTS, []],
        default=[],
        metavar="PART",
        help="parts to play (default: all)",
    )
    rules = sorted({match.rules for part in _PARTS.values() for match in part()})
    parser.add_argument(
        "--rules", action="append", choices=rules, help="play only these rules; may be repeated"
    )
    parser.add_argument("--games", type=int, help="maximum games per match, 4 or more")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="worker processes (default: one per core)"
    )
    chosen = parser.parse_args()
    if chosen.games is not None and chosen.games < 4:
        parser.error("--games must be at least 4: two deals in both seatings")
    if chosen.workers < 1:
        parser.error("--workers must be at least 1")
    execution = Execution(chosen.workers, None, PATIENCE_S)
    _RESULTS.mkdir(parents=True, exist_ok=True)
    for part in chosen.parts or _PARTS:
        if part == "old":
            old_expert.build()
        sys.stdout.write(f"\n{_PARTS[part].__doc__}\n\n{_HEAD}\n")
        found = {}
        for match in _PARTS[part]():
            if chosen.rules and match.rules not in chosen.rules:
                continue
            found[match] = _played(
                match, match.games if chosen.games is None else min(match.games, chosen.games), execution
            )
            sys.stdout.write(_line(match, found[match]) + "\n")
            sys.stdout.flush()
        if part == "curve":
            points = _points(found)
            sys.stdout.write(f"\nGain per doubling of time:\n\n{_doublings(points)}\n")
            if not chosen.rules:
                _PICTURE.write_text(strength_curve.draw(points, _SAME), encoding="utf-8")


def _played(match: Match, games: int, execution: Execution) -> Standing:
    bots = (match.bot, *[match.opponent] * (match.players - 1))
    contest = Contest(match.rules, match.players, bots, games)
    results = play(contest, execution, match.file, label=f"{match.rules} {match.bot}")
    return next(each for each in standings(results) if each.bot == match.bot)


def _line(match: Match, own: Standing) -> str:
    rate, low, high = (100 * number for number in (own.win_rate.mean, own.win_rate.low, own.win_rate.high))
    return (
        f"| {match.rules} | {match.players} | `{match.bot}` | `{match.opponent}` | {own.games} "
        f"| {rate:.1f} % ({low:.0f}-{high:.0f}) | {own.score.mean:.1f} "
        f"| {own.margin.mean:+.1f} ±{(own.margin.high - own.margin.low) / 2:.1f} | {own.nodes:,.0f} |"
    )


def _points(found: dict[Match, Standing]) -> dict[str, strength_curve.Points]:
    points = defaultdict(list)
    for ms in _BUDGETS:
        for match, own in found.items():
            if match.bot == f"expert(ms={ms})":
                points[match.rules].append((ms, own))
    return dict(points)


def _doublings(points: dict[str, strength_curve.Points]) -> str:
    lines = ["| rules | wins | margin |", "|---|---|---|"]
    for rules, standings_by_ms in points.items():
        wins = strength_curve.doubling([(ms, own.win_rate) for ms, own in standings_by_ms])
        margin = strength_curve.doubling([(ms, own.margin) for ms, own in standings_by_ms])
        lines.append(
            f"| {rules} | {100 * wins.mean:+.1f} ±{100 * (wins.high - wins.mean):.1f} % "
            f"| {margin.mean:+.2f} ±{margin.high - margin.mean:.2f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    try:
        main()
    except SetupError as error:
        sys.exit(f"{error}")
    except KeyboardInterrupt:
        sys.exit(130)
