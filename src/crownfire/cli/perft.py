"""`crownfire perft`: counts the nodes of a game tree."""

from rich.table import Table

from crownfire.cli.output import console, print_json
from crownfire.game import SeededDealer, divide, perft
from crownfire.native import State as NativeState
from crownfire.notation import format_action
from crownfire.rules import Ruleset, SetupError, new_game, ruleset

__all__ = ["ENGINES", "count"]

ENGINES = ("python", "native")


def count(
    rules: str, players: int, depth: int, seed: int, engine: str, *, split_first: bool, as_json: bool
) -> None:
    """Prints the number of decision sequences of every length up to `depth`."""
    if engine not in ENGINES:
        raise SetupError(f"there is no engine {engine!r}; choose {' or '.join(ENGINES)}")
    played = ruleset(rules, players)
    with console.status(f"Counting {depth} decisions of {played.text}…"):
        if engine == "native":
            counts, split = _count_natively(played, seed, depth, split_first)
        else:
            counts, split = _count(played, seed, depth, split_first)
    named = {format_action(action): below for action, below in split.items()}
    if as_json:
        print_json(
            {
                "rules": played.text,
                "players": players,
                "seed": seed,
                "engine": engine,
                "nodes": counts,
                **({"split": named} if split_first else {}),
            }
        )
        return
    table = Table("depth", "decision sequences", box=None)
    for level, nodes in enumerate(counts, start=1):
        table.add_row(str(level), f"{nodes:,}")
    console.print(table)
    for token, below in named.items():
        console.print(f"{token}: {below:,}")


def _count(played: Ruleset, seed: int, depth: int, split_first: bool) -> tuple[list[int], dict[int, int]]:
    start, dealer = new_game(played), SeededDealer(seed)
    split = divide(start, dealer, depth) if split_first else {}
    return perft(start, dealer, depth), split


def _count_natively(
    played: Ruleset, seed: int, depth: int, split_first: bool
) -> tuple[list[int], dict[int, int]]:
    start = NativeState.new_game(played.text, played.players).deal(seed)
    split = {}
    for action in start.legal_actions() if split_first else []:
        below = start.apply(action).perft(seed, depth - 1)
        split[action] = below[-1] if below else 1
    return start.perft(seed, depth), split
