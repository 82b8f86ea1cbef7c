"""Tables in the position that a test is about, played there without a page."""

from collections.abc import Callable
from dataclasses import dataclass

from crownfire.rules.actions import Place, to_move
from crownfire.rules.canvas import NEXT, cell_name
from tests.server.running import Client, Json, RunningServer

MOST_GAMES = 20

Choose = Callable[[list[Json]], Json]


def highest(options: list[Json]) -> Json:
    """The highest dominoes: volcanoes are among them."""
    return options[-1]


def lowest(options: list[Json]) -> Json:
    """The lowest dominoes: doubles are among them."""
    return options[0]


@dataclass(frozen=True)
class Chair:
    """The first seat of a table, free for a page, with somebody who watches the table without one."""

    table: str
    token: str
    view: Json  # of the position, as its player sees it
    watcher: Client

    @property
    def link(self) -> str:
        return f"/table/{self.table}#seat={self.token}"


def chair_where(
    server: RunningServer,
    rules: str,
    holds: Callable[[Json], bool],  # of the view, on a turn of the first seat
    choose: Choose = highest,
    kinds: str = "hb",
    **more: object,
) -> Chair:
    """Plays until something holds on a turn of the first seat; the other ones are bots."""
    for _ in range(MOST_GAMES):
        made = server.make_table(rules, kinds, **more)
        token: str = made["seats"][0]["token"]
        client = server.client(made["table"], token)
        while (view := client.view)["phase"] != "over":
            if view["mover"] != 0:
                client.reach(view["number"] + 1)
            elif holds(view):
                client.leave()  # a page takes the seat over, and this token is worth nothing any more
                watcher = server.client(made["table"], made["watch_link"].rpartition("=")[2])
                return Chair(made["table"], token, view, watcher)
            else:
                client.act(choose)
        client.leave()
    raise AssertionError(f"that never comes up in {rules}")


def seat_at(server: RunningServer, rules: str, phase: str) -> str:
    """Returns a link to the first seat of a table, in this phase of its second round or a later one."""
    chair = chair_where(server, rules, lambda view: view["phase"] == phase and _rounds(view) > 1)
    chair.watcher.leave()
    return chair.link


def placements(view: Json) -> dict[int, list[str]]:
    """Where the domino in hand may lie: the cells of its halves, by action."""
    found = {}
    for option in view["options"]:
        move = to_move(option["action"])
        assert isinstance(move, Place)
        second = NEXT[move.cell][move.direction]
        assert second is not None
        found[option["action"]] = [cell_name(move.cell), cell_name(second)]
    return found


def cells_of(view: Json, seat: int = 0) -> set[str]:
    """The cells of a territory."""
    return {cell_name(square["cell"]) for square in view["territories"][seat]}


def _rounds(view: Json) -> int:
    """How many dominoes the first seat has placed, as far as squares tell."""
    return (len(view["territories"][0]) - 1) // 2
