"""The tables of the games: dominoes, terrains, totems, cavemen, set-ups. The only place with game numbers."""

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
