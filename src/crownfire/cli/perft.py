"""`crownfire perft`: counts of a game tree."""

from rich.table import Table

from crownfire.cli.output import console, print_json
from crownfire.game import SeededDealer, divide, perft
from crownfire.notation import format_action
from crownfire.rules import SetupError, new_game, ruleset

ENGINES = ("python",)


def count(
    rules: str, players: int, depth: int, seed: int, engine: str, *, split_first: bool, as_json: bool
) -> None:
    """Prints the number of decision sequences of every length up to `depth`."""
    if engine not in ENGINES:
        raise SetupError(f"there is no engine {engine!r}; there is {', '.join(ENGINES)}")
    played = ruleset(rules, players)
    dealer = SeededDealer(seed)
    with console.status(f"Counting {depth} decisions of {played.text}…"):
        counts = perft(new_game(played), dealer, depth)
        split = divide(new_game(played), dealer, depth) if split_first else {}
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
