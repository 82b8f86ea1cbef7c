"""The text form of bots, and the errors for invalid specs."""

from importlib.metadata import EntryPoint, EntryPoints

import pytest

from crownfire.bots import (
    BOTS,
    LEVELS,
    Limit,
    RandomBot,
    SearchBot,
    is_bot,
    make_player,
    names,
    parse_spec,
    registry,
)
from crownfire.bots import split_specs as split
from crownfire.rules import SetupError


def test_a_spec_is_a_name_with_parameters() -> None:
    spec = parse_spec(" mce( playout=greedy , nodes=2000 ) ")
    assert (spec.name, spec.params) == ("mce", {"playout": "greedy", "nodes": "2000"})
    assert parse_spec("fg()") == parse_spec("fg")


def test_lists_are_split_at_commas_outside_parentheses() -> None:
    assert split("expert(ms=200,threads=2), fg ,fg,") == ["expert(ms=200,threads=2)", "fg", "fg"]


def test_a_quoted_value_may_contain_anything_except_its_quotes() -> None:
    """Spaces, commas, parentheses, equal signs, and quotes of the other kind."""
    for value in ("python bot.py --level 3", "a,b", "f(x=1), g()", "", "x='y, z'"):
        spec = f'engine(cmd="{value}", ms=5)'
        assert parse_spec(spec).params == {"cmd": value, "ms": "5"}
        assert split(f"fg,{spec} , {spec},tr") == ["fg", spec, spec, "tr"]
    assert parse_spec("""engine(cmd='say "hello"')""").params == {"cmd": 'say "hello"'}


def test_other_quotes_are_ordinary_characters() -> None:
    assert split("""O'Neill,Bo "B" (tall),D'Artagnan""") == ["O'Neill", 'Bo "B" (tall)', "D'Artagnan"]
    assert parse_spec("""mce(playout=it's)""").params == {"playout": "it's"}


def test_a_limit_in_the_spec_replaces_the_default() -> None:
    assert make_player("expert").limit == Limit(ms=1000)
    assert make_player("expert(nodes=5)").limit == Limit(nodes=5)
    assert make_player("expert(ms=0.5,nodes=5)").limit == Limit(ms=0.5, nodes=5)


def test_an_optional_parameter_is_a_number_if_given() -> None:
    assert make_player("expert").bot == SearchBot(through=None)
    assert make_player("expert(through=0.5)").bot == SearchBot(through=0.5)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (
            "deep",
            "there is no bot 'deep'; "
            "the bots are easy, normal, hard, expert, tr, gprd, greedy, fg, estimate, mce, engine, net",
        ),
        ("", "'' is not a bot; write a name such as expert, or expert(ms=500)"),
        ("fg(", "'fg(' is not a bot; write a name such as expert, or expert(ms=500)"),
        ("fg)x", "'fg)x' is not a bot; write a name such as expert, or expert(ms=500)"),
        ("fg(ms=3)", "fg has no parameter 'ms'; it has none"),
        (
            "mce(depth=3)",
            "mce has no parameter 'depth'; its parameters are ms, nodes, playout, reward, threads",
        ),
        ("mce(500)", "'500' in 'mce(500)' is not a parameter; write one such as ms=500"),
        (
            'engine(cmd="my bot)',
            """'cmd="my bot' in 'engine(cmd="my bot)' is not a parameter; write one such as ms=500""",
        ),
        ("engine", 'engine: cmd must name the program to start, such as engine(cmd="python my_bot.py")'),
        ('engine(cmd="no-such-program")', "engine: there is no program 'no-such-program'"),
        ('engine(cmd="say \'it")', "engine: cmd can't be read: No closing quotation"),
        ('engine(cmd="true",patience=0)', "engine: patience must be more than 0 seconds"),
        (
            'engine(cmd="true",patience=soon)',
            "engine: patience must be a number up to 1000000000, not 'soon'",
        ),
        ("mce(ms=1,ms=2)", "ms is given twice in 'mce(ms=1,ms=2)'"),
        ("mce(ms=soon)", "mce: ms must be a number up to 1000000000, not 'soon'"),
        ("mce(nodes=1.5)", "mce: nodes must be a whole number up to 1000000000, not '1.5'"),
        ("mce(nodes=0)", "mce: nodes must be more than 0 and at most 1000000000"),
        ("mce(ms=-1)", "mce: ms must be more than 0 and at most 3600000"),
        ("mce(ms=3600001)", "mce: ms must be more than 0 and at most 3600000"),
        ("mce(ms=inf)", "mce: ms must be a number up to 1000000000, not 'inf'"),
        ("mce(ms=nan)", "mce: ms must be a number up to 1000000000, not 'nan'"),
        ("mce(threads=9999999999)", "mce: threads must be a whole number up to 1000000000, not '9999999999'"),
        ("mce(reward=gold)", "mce: reward must be one of win, score, relative, not 'gold'"),
        ("expert(through=half)", "expert: through must be a number up to 1000000000, not 'half'"),
        ("expert(tree=maybe)", "expert: tree must be one of true, false, not 'maybe'"),
        ("expert(threads=0)", "expert: threads must be from 1 to 256"),
        ("expert(win_weight=2)", "expert: win_weight must be from 0 to 1"),
        ("expert(margin_scale=0)", "expert: margin_scale must be more than 0"),
        ("expert(temperature=0)", "expert: temperature must be more than 0"),
        ("expert(candidates=-1)", "expert: candidates must not be less than 0; 0 means all"),
    ],
)
def test_an_invalid_spec_is_an_error_of_one_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        make_player(spec)
    assert str(caught.value) == sentence


def test_levels_are_bots_and_every_bot_has_a_summary() -> None:
    assert set(LEVELS) <= set(BOTS)
    assert all(kind.summary for kind in BOTS.values())


def test_other_names_are_people() -> None:
    assert is_bot("expert(ms=3)")
    assert not is_bot("Ann (expert)")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three bots of another package: a good one, a broken one, and one with the name of a built-in bot."""
    points = EntryPoints(
        EntryPoint(name, value, registry.GROUP)
        for name, value in [
            ("other", "crownfire.bots.uniform:RandomBot"),
            ("torn", "no_such_module:Bot"),
            ("fg", "no_such_module:Bot"),
        ]
    )
    monkeypatch.setattr(registry, "entry_points", points.select)


@pytest.mark.usefixtures("installed")
def test_entry_points_add_bots() -> None:
    assert names() == [*BOTS, "other", "torn"]
    player = make_player("other(nodes=3)")
    assert isinstance(player.bot, RandomBot)
    assert player.limit == Limit(nodes=3)
    assert not isinstance(make_player("fg").bot, RandomBot)


@pytest.mark.usefixtures("installed")
def test_an_entry_point_that_fails_to_import_is_an_error() -> None:
    with pytest.raises(
        SetupError, match="bot 'torn' can't be loaded from no_such_module:Bot: No module named"
    ):
        make_player("torn")
