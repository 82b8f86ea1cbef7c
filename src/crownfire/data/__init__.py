"""The tables of both games: dominoes, terrains, totems, cavemen, set-ups and options.

No other package contains numbers of the games.
"""

from crownfire.data.tables import (
    Caveman,
    DataError,
    Domino,
    Half,
    Option,
    Setup,
    Tables,
    Terrain,
    Totem,
    load_tables,
    tables,
)

__all__ = [
    "Caveman",
    "DataError",
    "Domino",
    "Half",
    "Option",
    "Setup",
    "Tables",
    "Terrain",
    "Totem",
    "load_tables",
    "tables",
]
