"""Writing a dataset: plays the missing games on local worker processes or on a cluster."""

from collections.abc import Callable
from pathlib import Path

from crownfire.arena import PATIENCE_S, Contest, play
from crownfire.dataset.folder import Folder
from crownfire.dataset.rows import Played

__all__ = ["GAMES_PER_FILE", "write"]

GAMES_PER_FILE = 1000


def write(
    contest: Contest,
    folder: Path,
    *,
    games_per_file: int = GAMES_PER_FILE,
    workers: int = 1,
    on_cluster: bool = False,
    patience_s: float = PATIENCE_S,
    on_games: Callable[[int], None] = lambda _: None,
) -> None:
    """Plays and writes all games of a contest that the folder lacks.

    Calls `on_games` with the number of games played, at the start and after each game. With node budgets,
    equal contests give equal files. Raises `SetupError` for a folder that holds anything but this dataset.
    """
    with Folder(folder, contest, games_per_file) as kept:
        on_games(kept.played)
        results = play(contest, kept.missing(), workers=workers, on_cluster=on_cluster, patience_s=patience_s)
        for result in results:
            kept.add(Played.of(contest, result))
            on_games(kept.played)
