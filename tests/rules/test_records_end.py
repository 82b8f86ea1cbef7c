"""N5 and N6: the end of a record, and dominoes with two equal halves."""

import pytest

from crownfire.data import tables
from crownfire.game import Match, replay, replay_match
from crownfire.notation import format_record, format_records, parse_record, parse_records
from tests.scenes import fault, finished, legal, play, play_out, refused, shown, turn

START = """\
crownfire 1
rules: kingdomino
players: 2
order: 1 2 2 1
line: 3 14 15 41
1: =3
2: =14
2: =15
1: =41
line: 20 28 36 40
"""


def dynasty(games: int) -> Match:
    """Some games of a Dynasty, written as one text and replayed."""
    played = [play_out("kingdomino", 2, seed).record() for seed in range(games)]
    return replay_match(parse_records(format_records(played)))


@pytest.mark.rule("N5")
def test_a_record_may_end_after_any_complete_line() -> None:
    lines = finished("origins-tribe", 3).splitlines()
    for end in range(3, len(lines) - 1):
        game = replay(parse_record("\n".join(lines[:end]) + "\n"))
        assert len(parse_record(format_record(game.record())).lines) == end - 3
    assert not replay(parse_record("\n".join(lines[:-2]) + "\n")).is_over


@pytest.mark.rule("N5")
def test_the_last_line_needs_no_newline() -> None:
    assert shown(replay(parse_record(START + "1: g8n =20")).state) == "F / F / H"


@pytest.mark.rule("N5")
def test_a_record_does_not_end_inside_a_turn() -> None:
    lines = finished("origins-tribe", 3).splitlines()
    turns = [index for index, line in enumerate(lines) if line[0].isdigit()]
    for index in turns:
        rest, _, _ = lines[index].rpartition(" ")
        last = rest.split()[-1].removesuffix(":")
        assert fault("\n".join([*lines[:index], rest]) + "\n") == ("N5", index + 1, last)


@pytest.mark.rule("N5")
@pytest.mark.parametrize("cut", ["1: g8", "1: g8n =", "1: g"])
def test_a_record_does_not_end_inside_a_token(cut: str) -> None:
    rule, line, _ = fault(START + cut)
    assert (rule, line) == ("N5", 11)


@pytest.mark.rule("N5")
def test_comments_may_follow_the_result() -> None:
    assert replay(parse_record(finished("origins-tribe", 3) + "\n# a fine game\n   # indeed\n")).is_over


@pytest.mark.rule("N5")
def test_a_separator_may_follow_the_result() -> None:
    assert replay(parse_record(finished("origins-tribe", 3) + "---\n")).is_over
    assert dynasty(3).is_over


@pytest.mark.rule("N5")
@pytest.mark.parametrize("line", ["1: g8n =20", "line: 1 2 3 4", "result: 1 2 3", "names: A | B | C"])
def test_nothing_else_follows_the_result(line: str) -> None:
    text = finished("origins-tribe", 3)
    key = line.partition(":")[0]
    assert fault(f"{text}{line}\n") == ("N5", len(text.splitlines()) + 1, key)


@pytest.mark.rule("N6")
@pytest.mark.parametrize("rules", ["kingdomino", "origins-discovery"])
def test_a_domino_with_equal_halves_is_placed_with_n_or_e(rules: str) -> None:
    box = tables().dominoes[rules.partition("-")[0]]
    doubles = [domino.number for domino in box if domino.first == domino.second]
    directions = {token[-1] for number in doubles for token in legal(turn(rules, 4, "H", number))}
    assert directions == {"n", "e"}


@pytest.mark.rule("N6")
def test_each_placement_of_a_double_has_one_token() -> None:
    state = turn("kingdomino", 4, "H", 3)
    lying = [shown(play(state, token)) for token in legal(state)]
    assert len(lying) == len(set(lying)) == 12


@pytest.mark.rule("N6")
@pytest.mark.parametrize(("turned", "instead"), [("g9s", "g8n"), ("i7w", "h7e")])
def test_a_turned_double_is_refused(turned: str, instead: str) -> None:
    state = turn("kingdomino", 4, "H", 3)
    assert refused(state, turned) == "N6"
    assert instead in legal(state)


@pytest.mark.rule("N6")
def test_a_turned_double_is_refused_in_a_record() -> None:
    assert fault(START + "1: g9s =20\n") == ("N6", 11, "g9s")


@pytest.mark.rule("N6")
def test_halves_with_different_symbols_are_not_equal() -> None:
    state = turn("origins-discovery", 4, "H", 37)
    assert shown(play(state, "g8n")) == "Q1 / Q / H"
    assert shown(play(state, "g9s")) == "Q / Q1 / H"
