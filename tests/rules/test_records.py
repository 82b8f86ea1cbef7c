"""N1 to N6: valid records."""

import pytest

from crownfire.game import replay
from crownfire.notation import NotationError, parse_record, parse_records
from crownfire.rules import Phase, scores
from tests.scenes import fault, finished, play_records, shown

HEADER = """\
crownfire 1
rules: kingdomino
players: 2
"""
OPENING = """\
order: 1 2 2 1
line: 3 14 15 41
1: =3
2: =14
2: =15
1: =41
line: 20 28 36 40
"""
TRIBE = """\
crownfire 1
rules: origins-tribe             # ruleset and options
players: 3
names: Ann | Bo | greedy

order: 1 2 3
line: 6 19 41 42
cave: w1 fc sh sc
1: =42
2: =41
3: =6
line: 10 18 20 37
3: f7n =20                       # a turn: seat, then its tokens
2: f8e =37
1: g6s *g6 =18
line: 8 15 34 44
1: h6n =15
3: h7s =34 .
2: g9e =44 .
line: 17 22 28 43
1: g8e =17 +sh -g8 -h7 @h7
"""
TOTEM = """\
crownfire 1
rules: origins-totem
players: 3
order: 1 2 3
line: 4 5 19 38
1: =4
2: =5
3: =19
line: 28 29 30 31
1: g8n =28
2: g8n =29
3: g8n =30
line: 1 2 3 6
1: h7n *g9 >3 =1                 # burns the mammoth that held the totem
"""


def unreadable(text: str) -> tuple[int, str]:
    """The line and the token where reading a text fails."""
    with pytest.raises(NotationError) as caught:
        parse_records(text)
    return caught.value.token.line, caught.value.token.text


def tribe_with(old: str, new: str) -> tuple[str, int, str]:
    """The fault of the Tribe record after a change."""
    assert TRIBE.count(old) == 1
    return fault(TRIBE.replace(old, new))


@pytest.mark.rule("N1")
def test_a_record_starts_with_version_rules_and_players() -> None:
    record = parse_record(HEADER)
    assert (record.ruleset.text, record.ruleset.players) == ("kingdomino", 2)


@pytest.mark.rule("N1")
@pytest.mark.parametrize("first", ["crownfire 2", "crownfire", "kingdomino 1"])
def test_a_record_of_another_version_is_refused(first: str) -> None:
    assert unreadable(HEADER.replace("crownfire 1", first)) == (1, first)


@pytest.mark.rule("N1")
def test_the_version_comes_before_everything_else() -> None:
    assert fault("rules: kingdomino\nplayers: 2\n") == ("N1", 1, "rules")


@pytest.mark.rule("N1")
@pytest.mark.parametrize(
    ("header", "wrong"),
    [
        ("crownfire 1\nplayers: 2\n", (2, "players")),
        ("crownfire 1\nrules: kingdomino\norder: 1 2 2 1\n", (3, "order")),
        ("crownfire 1\nplayers: 2\nrules: kingdomino\n", (2, "players")),
        ("crownfire 1\nrules: kingdomino\nnames: A | B\nplayers: 2\n", (3, "names")),
    ],
)
def test_rules_and_players_come_first(header: str, wrong: tuple[int, str]) -> None:
    assert fault(header) == ("N1", *wrong)


@pytest.mark.rule("N1")
def test_names_commit_and_secret_are_optional() -> None:
    record = parse_record(HEADER + "names: Ann | Bo\ncommit: 0aff\nsecret: 12\n" + OPENING)
    assert (record.names, record.commit, record.secret) == (("Ann", "Bo"), "0aff", "12")


@pytest.mark.rule("N1")
def test_there_is_a_name_for_every_player() -> None:
    assert fault(HEADER + "names: Ann | Bo | Cy\n") == ("N1", 4, "names")
    assert fault(HEADER + "names: Ann |\n") == ("N1", 4, "names")


@pytest.mark.rule("N1")
def test_unknown_keys_are_refused_in_the_header() -> None:
    assert fault(HEADER + "date: 2020\n" + OPENING) == ("N1", 4, "date")


@pytest.mark.rule("N1")
def test_unknown_keys_are_refused_in_the_game() -> None:
    assert fault(HEADER + OPENING + "draw: 1 2\n") == ("N1", 11, "draw")


@pytest.mark.rule("N1")
def test_a_key_is_given_once() -> None:
    assert fault(HEADER + "players: 2\n") == ("N1", 4, "players")


@pytest.mark.rule("N1")
def test_the_header_does_not_come_later() -> None:
    assert fault(HEADER + OPENING + "names: Ann | Bo\n") == ("N1", 11, "names")


@pytest.mark.rule("N1")
@pytest.mark.parametrize(
    "rules", ["checkers", "kingdomino+homo_habilis", "kingdomino+dynasty", "kingdomino+harmony+harmony"]
)
def test_the_rules_must_exist(rules: str) -> None:
    assert fault(HEADER.replace("kingdomino", rules)) == ("N1", 2, rules)


@pytest.mark.rule("N1")
def test_options_may_be_in_any_order() -> None:
    options = "kingdomino+middle_kingdom+harmony"
    record = parse_record(HEADER.replace("kingdomino", options))
    assert record == parse_record(HEADER.replace("kingdomino", "kingdomino+harmony+middle_kingdom"))


@pytest.mark.rule("N2")
def test_chance_lines_are_where_the_rules_draw() -> None:
    assert replay(parse_record(TRIBE)).state.phase is Phase.PLACE


@pytest.mark.rule("N2")
def test_the_order_comes_before_the_first_line() -> None:
    assert fault(HEADER + "line: 3 14 15 41\n") == ("N2", 4, "line")


@pytest.mark.rule("N2")
def test_no_turn_comes_before_its_line() -> None:
    assert fault(HEADER + "order: 1 2 2 1\n1: =3\n") == ("N2", 5, "1")


@pytest.mark.rule("N2")
def test_no_line_comes_before_all_have_claimed() -> None:
    assert tribe_with("3: =6\nline: 10 18 20 37\n", "line: 10 18 20 37\n3: =6\n") == ("N2", 11, "line")


@pytest.mark.rule("N2")
def test_the_cave_comes_right_after_its_line() -> None:
    assert tribe_with("cave: w1 fc sh sc\n1: =42\n", "1: =42\ncave: w1 fc sh sc\n") == ("N2", 8, "1")


@pytest.mark.rule("N2")
def test_a_full_row_has_no_cave_line() -> None:
    assert tribe_with("line: 10 18 20 37\n", "line: 10 18 20 37\ncave: hu\n") == ("N2", 13, "cave")


@pytest.mark.rule("N2")
def test_a_recruit_is_followed_by_another_cave_line() -> None:
    text = TRIBE + "3: g8e =28 .\n2: h7e *h7 =43 .\nline: 9 11 12 13\n"
    assert replay(parse_record(text)).state.phase is Phase.CAVE
    assert fault(text + "1: i6e =9\n") == ("N2", 25, "1")
    assert fault(text + "cave: hu ga\n") == ("N2", 25, "cave")
    assert replay(parse_record(text + "cave: hu\n")).state.phase is Phase.PLACE


@pytest.mark.rule("N2")
@pytest.mark.parametrize("line", ["3 14 15", "3 14 15 41 42"])
def test_a_line_has_the_right_number_of_dominoes(line: str) -> None:
    assert fault(HEADER + f"order: 1 2 2 1\nline: {line}\n") == ("N2", 5, "line")


@pytest.mark.rule("N2")
def test_a_line_is_ascending() -> None:
    assert fault(HEADER + "order: 1 2 2 1\nline: 3 15 14 41\n") == ("N2", 5, "line")


@pytest.mark.rule("N2")
@pytest.mark.parametrize(
    ("line", "token"), [("20 28 36 41", "41"), ("20 20 36 40", "line"), ("20 28 36 49", "49")]
)
def test_a_line_has_only_unseen_dominoes(line: str, token: str) -> None:
    assert fault(HEADER + OPENING.replace("20 28 36 40", line)) == ("N2", 10, token)


@pytest.mark.rule("N2")
@pytest.mark.parametrize(
    ("cave", "token"), [("w1 fc sh", "cave"), ("w1 fc sh sc hu", "cave"), ("w3 w3 sh sc", "w3")]
)
def test_a_cave_has_the_right_number_of_unseen_tiles(cave: str, token: str) -> None:
    assert tribe_with("cave: w1 fc sh sc", f"cave: {cave}") == ("N2", 8, token)


@pytest.mark.rule("N2")
def test_the_opening_order_is_one_that_can_be_drawn() -> None:
    assert fault(HEADER + "order: 1 2 1 2\n") == ("K4", 4, "order")
    assert tribe_with("order: 1 2 3", "order: 1 2 2") == ("O6", 6, "order")


@pytest.mark.rule("N2")
def test_no_line_is_revealed_in_the_last_round() -> None:
    lines = finished().splitlines()
    last_turn = len(lines) - 1
    changed = [*lines[: last_turn - 1], "line: 1 2 3 4", *lines[last_turn - 1 :]]
    assert fault("\n".join(changed) + "\n") == ("N2", last_turn, "line")


@pytest.mark.rule("N3")
def test_each_turn_names_its_seat() -> None:
    assert fault(HEADER + OPENING + "2: g8n =20\n") == ("N3", 11, "2")


@pytest.mark.rule("N3")
def test_the_opening_claims_follow_the_opening_order() -> None:
    assert fault(HEADER + OPENING.replace("2: =14", "1: =14")) == ("N3", 7, "1")


@pytest.mark.rule("N3")
def test_a_replayed_record_gives_its_position() -> None:
    state = replay(parse_record(TRIBE)).state
    assert [shown(state, seat) for seat in range(3)] == [
        "L L* / H J[sh] / L+2 J* / V2 .",
        ". Q* Q1 / L* Q2 . / . H .",
        "L* . . / D H L* / . . J*",
    ]


@pytest.mark.rule("N3")
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("f8e =37", "=37 f8e", (14, "=37")),
        ("g6s *g6 =18", "g6s =18 *g6", (15, "=18")),
        ("g8e =17 +sh", "g8e +sh =17", (21, "+sh")),
        ("+sh -g8 -h7 @h7", "+sh @h7 -g8 -h7", (21, "@h7")),
    ],
)
def test_tokens_are_in_the_order_of_the_phases(old: str, new: str, wrong: tuple[int, str]) -> None:
    assert tribe_with(old, new) == ("N3", *wrong)


@pytest.mark.rule("N3")
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("f8e =37", "f8e", (14, "f8e")),
        ("g6s *g6 =18", "g6s =18", (15, "=18")),
        ("h7s =34 .", "h7s =34", (18, "=34")),
        ("f8e =37", "", (14, "2")),
    ],
)
def test_no_token_is_missing(old: str, new: str, wrong: tuple[int, str]) -> None:
    assert tribe_with(old, new) == ("N3", *wrong)


@pytest.mark.rule("N3")
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("1: =42", "1: =42 =19", (9, "=19")),
        ("f8e =37", "f8e =37 =10", (14, "=10")),
        ("f8e =37", "f8e =37 g8n", (14, "g8n")),
        ("-g8 -h7 @h7", "-g8 -h7 @h7 @h8", (21, "@h8")),
        ("-g8 -h7 @h7", "-g8 -h7 -h6 @h7", (21, "-h6")),
    ],
)
def test_no_token_is_extra(old: str, new: str, wrong: tuple[int, str]) -> None:
    assert tribe_with(old, new) == ("N3", *wrong)


@pytest.mark.rule("N3")
def test_payments_may_be_in_any_order() -> None:
    one, other = (parse_record(TRIBE.replace("-g8 -h7", paid)) for paid in ("-g8 -h7", "-h7 -g8"))
    assert replay(one).state == replay(other).state


@pytest.mark.rule("N3")
def test_a_pass_is_allowed_only_where_recruiting_is_possible() -> None:
    assert tribe_with("h6n =15", "h6n =15 .") == ("N3", 17, ".")


@pytest.mark.rule("N3")
def test_a_pass_does_not_follow_a_recruit() -> None:
    assert tribe_with("@h7", "@h7 .") == ("N3", 21, ".")


@pytest.mark.rule("N3")
@pytest.mark.parametrize("token", [".", "*g8", ">2", "+hu"])
def test_tokens_of_other_rulesets_are_refused(token: str) -> None:
    assert fault(HEADER + OPENING + f"1: g8n =20 {token}\n") == ("N3", 11, token)


@pytest.mark.rule("N3")
def test_a_totem_is_given_only_if_there_is_a_choice() -> None:
    state = replay(parse_record(TOTEM)).state
    assert state.totems == (2, 2, None, None)


@pytest.mark.rule("N3")
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("*g9 >3 =1", "*g9 =1", (14, "=1")),
        ("*g9 >3 =1", ">3 *g9 =1", (14, ">3")),
        ("1: g8n =28", "1: g8n >2 =28", (10, ">2")),
        ("1: g8n =28", "1: g8n *g8 =28", (10, "*g8")),
    ],
)
def test_a_totem_or_fire_token_is_neither_missing_nor_extra(
    old: str, new: str, wrong: tuple[int, str]
) -> None:
    assert TOTEM.count(old) == 1
    assert fault(TOTEM.replace(old, new)) == ("N3", *wrong)


@pytest.mark.rule("T4")
def test_a_totem_given_to_the_wrong_seat_is_refused_in_a_record() -> None:
    assert fault(TOTEM.replace(">3", ">1")) == ("T4", 14, ">1")


@pytest.mark.rule("N3")
def test_an_illegal_move_is_reported_with_its_rule() -> None:
    assert fault(HEADER + OPENING + "1: i7e =20\n") == ("C3", 11, "i7e")
    assert fault(HEADER + OPENING + "1: x =20\n") == ("C5", 11, "x")
    assert fault(HEADER + OPENING + "1: g8n =41\n") == ("C7", 11, "=41")
    assert tribe_with("*g6", "*g5") == ("O8", 15, "*g5")
    assert tribe_with("+sh", "+hu") == ("B2", 21, "+hu")


@pytest.mark.rule("C8")
def test_a_claim_in_the_last_round_is_refused() -> None:
    lines = finished().splitlines()
    lines[-2] += " =1"
    assert fault("\n".join(lines) + "\n") == ("C8", len(lines) - 1, "=1")


@pytest.mark.rule("B4")
def test_a_recruit_in_the_last_round_is_refused() -> None:
    lines = finished("origins-tribe", 4).splitlines()
    lines[-2] += " +w1"
    assert fault("\n".join(lines) + "\n") == ("B4", len(lines) - 1, "+w1")


@pytest.mark.rule("B2")
def test_a_second_recruit_in_a_turn_is_refused() -> None:
    assert tribe_with("@h7", "@h7 +w1") == ("B2", 21, "+w1")


@pytest.mark.rule("N4")
@pytest.mark.parametrize("rules", ["kingdomino", "origins-discovery", "origins-totem", "origins-tribe"])
def test_the_result_equals_the_scores(rules: str) -> None:
    text = finished(rules, 3)
    game = play_records(text)
    assert text.splitlines()[-1] == f"result: {' '.join(map(str, scores(game.state)))}"


@pytest.mark.rule("N4")
@pytest.mark.parametrize("result", ["999 999", "18", "18 25 0"])
def test_another_result_is_refused(result: str) -> None:
    *lines, last = finished().splitlines()
    assert last.startswith("result: ")
    assert fault("\n".join([*lines, f"result: {result}"])) == ("N4", len(lines) + 1, "result")


@pytest.mark.rule("N4")
def test_the_result_lists_points_by_seat() -> None:
    *lines, last = finished().splitlines()
    one, other = last.removeprefix("result: ").split()
    assert one != other
    assert fault("\n".join([*lines, f"result: {other} {one}"])) == ("N4", len(lines) + 1, "result")


@pytest.mark.rule("N4")
def test_the_result_comes_only_after_the_last_turn() -> None:
    assert fault(HEADER + OPENING + "result: 0 0\n") == ("N4", 11, "result")
    lines = finished().splitlines()
    del lines[-2]
    assert fault("\n".join(lines)) == ("N4", len(lines), "result")


@pytest.mark.rule("N4")
def test_the_result_is_optional() -> None:
    text = finished()
    assert play_records(text[: text.index("result:")]).is_over
