"""Games of bots as Parquet files: a table of games and a table of decisions.

Needs the extra `dataset` (`pip install 'crownfire[dataset]'`). `GAMES` and `MOVES` describe the columns, as
do docs/research.md and the files themselves. The command `crownfire dataset` writes datasets.
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
