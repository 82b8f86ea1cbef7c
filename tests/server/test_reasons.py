"""The client has words for every reason that the server gives, and they need no more than it says."""

import json
import re
from pathlib import Path

import pytest

from crownfire.rules import NUM_ACTIONS, RULESETS, legal_actions, why_not
from crownfire.rules import engine as rules_engine
from crownfire.rules.reasons import REASONS
from tests.games import new_game, play_on

ROOT = Path(__file__).parents[2]
LOCALES = ROOT / "web" / "src" / "locales"
RULES = Path(rules_engine.__file__).parent
# About what chance brings: no action is refused with these.
OF_CHANCE = {"no_chance_due", "wrong_order", "wrong_count", "not_ascending", "domino_seen", "caveman_seen"}
FORCED = {"fits_nowhere", "only_possibility"}  # why the server plays a step by itself
ARGUMENT = re.compile(r"(?<!=0 )(?<!one )(?<!other )\{(\w+)(?:\}|, )")


def codes_in_the_rules() -> set[str]:
    """The codes of reasons that the rules name."""
    files = [RULES / "engine.py", *(RULES / "parts").glob("*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    return {code for code in REASONS if f'"{code}"' in text} - OF_CHANCE


def test_the_rules_give_reasons() -> None:
    assert {"occupied", "out_of_reach", "same_kind", "settle_on_fire", "not_now"} <= codes_in_the_rules()


def test_every_reason_has_words() -> None:
    """In English, to which other languages fall back."""
    words = json.loads((LOCALES / "en.json").read_text(encoding="utf-8"))
    assert {code for code in codes_in_the_rules() | FORCED if f"why.{code}" not in words} == set()


@pytest.mark.parametrize("rules", RULESETS)
def test_words_ask_only_for_what_a_reason_says(rules: str) -> None:
    """All actions at some positions of a game: what the words need is among the parameters."""
    needed = {
        code: set().union(*(ARGUMENT.findall(words.get(f"why.{code}", "")) for words in _all_words()))
        for code in REASONS
    }
    game = new_game(rules, 2, seed=5)
    seen: set[str] = set()
    while legal_actions(game.state):
        for action in range(NUM_ACTIONS):
            reason = why_not(game.state, action)
            if reason is not None:
                assert needed[reason.code] <= set(reason.params), reason
                seen.add(reason.code)
        play_on(game, seed=5, decisions=7)
    assert {"not_now", "occupied", "not_connected", "already_claimed"} & seen
    assert seen <= codes_in_the_rules()


def _all_words() -> list[dict[str, str]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(LOCALES.glob("*.json"))]
