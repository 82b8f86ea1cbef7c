"""Turns a legal record into many records with exactly one fault each."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from . import move_faults as move
from . import record_faults as record
from . import tribe_faults as tribe
from .faults import Category, Mutation
from .simulator import PlayedGame

PHASES = ("place", "erupt", "give", "claim", "recruit", "pay", "settle")

CATEGORIES: list[Category] = [
    # placing
    move.misplacement("disconnected", False, False, True, "C3"),
    move.misplacement("out of frame", False, True, False, "C4"),
    move.misplacement("overlap", True, True, True, "C3 C4"),
    move.discard_though_it_fits,
    move.placement_though_none_fits,
    move.equal_halves_backwards,
    # fire
    *(move.misfire(name) for name in move.FIRE_FAULTS),
    move.fire_on_an_empty_place,
    move.fire_without_volcano,
    move.second_fire,
    # totems
    move.give_to_a_seat_not_tied,
    move.give_without_need,
    # claiming
    move.claim_of_a_taken_domino,
    move.claim_of_a_domino_not_in_line,
    move.claim_in_the_last_round,
    move.wrong_opening_pair,
    move.opening_rest_in_wrong_order,
    # recruiting
    tribe.recruit_of_a_missing_kind,
    tribe.recruit_of_a_kind_not_in_the_pile,
    tribe.recruit_from_the_pile_too_poor,
    tribe.unaffordable("pass where nothing can be recruited", lambda _choice, _rng: "."),
    tribe.unaffordable("recruit not affordable", tribe.face_up_token),
    tribe.recruit_in_the_last_round,
    tribe.payment("same kind paid twice", tribe.same_kind_cells),
    tribe.payment("same square paid twice", tribe.same_cells),
    tribe.payment("payment from a bare square", tribe.bare_cells),
    tribe.payment("payment from outside", tribe.cells_outside),
    *(tribe.missettle(name) for name in tribe.SETTLE_FAULTS),
    tribe.settle_outside,
    # turns
    record.wrong_seat,
    record.turns_swapped,
    *(record.missing_token(phase) for phase in PHASES),
    record.tokens_swapped,
    record.second_claim,
    record.second_placement,
    record.pass_without_cave,
    # the end
    record.cut_inside_a_turn,
    record.wrong_result,
    record.result_of_too_few,
    record.early_result,
    record.result_twice,
    record.after_the_result("turn after the result", "1: x"),
    record.after_the_result("line after the result", "line: 1 2 3 4"),
    # header
    record.missing_header_line("missing version", 1),
    record.missing_header_line("missing rules", 2),
    record.missing_header_line("missing players", 3),
    record.unknown_key,
    record.header_key_after_the_body,
    record.too_many_players,
    record.option_of_the_other_game,
    record.duel_of_more_than_two,
    # chance
    record.changed_chance("order too short", "order", record.shorten, ""),
    record.changed_chance("order too long", "order", record.order_too_long, ""),
    record.changed_chance("order with an unknown seat", "order", record.unknown_seat, ""),
    record.changed_chance("order with a seat twice", "order", record.seat_twice, ""),
    record.changed_chance("order of another pattern", "order", record.other_pattern, ""),
    record.missing_chance("missing order", "order", ""),
    record.changed_chance("line too short", "line", record.shorten, "N2"),
    record.changed_chance("line too long", "line", record.line_too_long, "N2"),
    record.changed_chance("line with a domino twice", "line", record.repeated_domino, "N2"),
    record.changed_chance("line with an old domino", "line", record.old_domino, "N2"),
    record.changed_chance("line not ascending", "line", record.not_ascending, "N2"),
    record.missing_chance("missing line", "line", "N2"),
    record.extra_line,
    record.line_in_the_last_round,
    record.changed_chance("too many tiles", "cave", record.cave_too_long, "N2 B1"),
    record.changed_chance("too few tiles", "cave", record.shorten, "N2 B1"),
    record.changed_chance("unavailable tile", "cave", record.tile_gone, "N2 B1"),
    record.missing_chance("missing cave line", "cave", "N2 B1"),
    record.extra_cave,
]


def mutations(game: PlayedGame, rng: Random) -> Iterator[Mutation]:
    """Yields one mutation of every category that this game allows."""
    for category in CATEGORIES:
        yield from islice(category(game, rng), 1)
