"""The columns of a dataset. The writer, the documentation and the schema of the files follow these tables."""

from typing import NamedTuple

__all__ = ["GAMES", "MOVES", "TABLES", "Column"]


class Column(NamedTuple):
    """A column: its name, its Arrow type and its meaning."""

    name: str
    type: str
    meaning: str


GAMES = (
    Column("game", "int64", "the number of the game in the dataset, from 0"),
    Column("deal", "int64", "the number of the deal; games of one deal differ only in the seating"),
    Column("seed", "uint64", "the seed of the deal, as in docs/dealing.md"),
    Column("rules", "string", "the rules with their options, such as kingdomino+harmony"),
    Column("players", "int8", "the number of players"),
    Column("bots", "list<string>", "the spec of each seat's bot"),
    Column("scores", "list<int16>", "the final points of each seat"),
    Column("wins", "list<float>", "1 for the winner's seat, 0 for the others; a shared victory is split"),
    Column("places", "list<int8>", "the place of each seat, 1 is best; ties share the better one"),
    Column("decisions", "int16", "the number of decisions, which are its rows in moves"),
    Column("faults", "int16", "the number of turns played at random after a fault"),
    Column("record", "string", "the whole game in notation, chance included"),
    Column("version", "string", "the version of crownfire that played it"),
)
MOVES = (
    Column("game", "int64", "the number of the game"),
    Column("number", "int16", "the number of the decision in its game, from 0"),
    Column("seat", "int8", "the seat that decides, counted from 0"),
    Column("bot", "string", "the spec of the bot that decides"),
    Column("phase", "string", "the kind of decision: place, erupt, give, claim, recruit, pay or settle"),
    Column("position", "string", "the position before the decision, in notation: all that is public"),
    Column("legal", "list<int16>", "the legal actions, ascending"),
    Column("action", "int16", "the action chosen, one of them"),
    Column("move", "string", "the action in notation, such as g8n or =17"),
    Column("at_random", "bool", "whether it was chosen at random after a fault"),
    Column("points", "int16", "the seat's points before the decision, as if the game ended there"),
    Column("score", "int16", "the seat's final points"),
    Column("margin", "int16", "its final points minus those of the best opponent"),
    Column("win", "float", "1 if it won, 0 if not; a shared victory is split"),
)
TABLES = {"games": GAMES, "moves": MOVES}
