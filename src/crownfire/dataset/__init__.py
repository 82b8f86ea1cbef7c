"""Games of bots as Parquet files: one table of games, one of decisions (`pip install 'crownfire[dataset]'`).

The columns stand in `columns`, in docs/research.md and in the files themselves. `crownfire dataset` writes
one from the command line.
"""

from crownfire.errors import missing_extra

if missing := missing_extra("dataset", "pyarrow"):
    raise missing

from crownfire.dataset.columns import GAMES, MOVES, Column
from crownfire.dataset.read import Dataset, game_of, read, state_of, states_of
from crownfire.dataset.write import GAMES_PER_FILE, write

__all__ = [
    "GAMES",
    "GAMES_PER_FILE",
    "MOVES",
    "Column",
    "Dataset",
    "game_of",
    "read",
    "state_of",
    "states_of",
    "write",
]
