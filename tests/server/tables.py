"""Tables to test with, without network, clock or disk."""

from crownfire.game import below, derive
from crownfire.rules import ruleset
from crownfire.rules.ruleset import single_game
from crownfire.server.protocol import EVENT, Created, Event, SeatPlan
from crownfire.server.seats import colour_and_crest
from crownfire.server.table import Table

SECRET = bytes(range(32))


def created(rules: str, kinds: str, *, confirm: bool = True) -> Created:
    """The first event of a table; a letter a seat: h here, o online, b bot."""
    played = ruleset(single_game(rules)[0], len(kinds))
    words = {"h": "here", "o": "online", "b": "bot"}
    seats = []
    for seat, letter in enumerate(kinds):
        colour, crest = colour_and_crest(played, seat)
        plan = {
            "kind": words[letter],
            "name": "" if letter == "o" else f"Name {seat + 1}",
            "bot": "fg" if letter == "b" else "",
            "colour": colour,
            "crest": crest,
        }
        seats.append(SeatPlan.model_validate(plan))
    return Created(rules=rules, seats=seats, is_public=False, confirm=confirm, turn_s=None, stand_in_s=None)


def new_table(rules: str, kinds: str, *, confirm: bool = True) -> Table:
    """A table with all online seats taken."""
    table = Table("test", SECRET)
    table.create(created(rules, kinds, confirm=confirm))
    for seat in range(kinds.count("o")):
        table.join(f"Guest {seat + 1}")
    return table


def play_on(table: Table, seed: int, commands: int = 10_000, *, undos: bool = True) -> list[Event]:
    """People play at random, changing their minds now and then; gives all events."""
    rng = derive(seed, 42)
    events = table.take_events()
    for _ in range(commands):
        seat = table.mover
        if table.is_game_over or seat is None:
            break
        if table.is_complete:
            table.confirm(seat)
        elif undos and table.is_undoable and below(rng, 5) == 0:
            table.undo(seat)
        else:
            legal = table.legal_actions()
            table.act(seat, legal[below(rng, len(legal))])
        events += table.take_events()
    return events


def play_turn(table: Table) -> int:
    """The mover plays a turn, always the first possibility; who it was."""
    seat = table.mover
    assert seat is not None
    while not table.is_complete:
        table.act(seat, table.legal_actions()[0])
    table.confirm(seat)
    return seat


def rebuilt(events: list[Event]) -> Table:
    """The table of a log that was written down and read again."""
    table = Table("test", SECRET)
    for event in events:
        table.apply(EVENT.validate_json(EVENT.dump_json(event)), 0)
    return table
