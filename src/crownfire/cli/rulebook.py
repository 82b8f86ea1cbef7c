"""`crownfire rules`: lists the rulesets and looks up rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from rich.markdown import Markdown
from rich.table import Table

from crownfire.cli.output import console, print_json
from crownfire.data import tables
from crownfire.errors import did_you_mean
from crownfire.rules import RULESETS, SetupError, options_of

__all__ = ["ABOUT", "OPTIONS", "RULE_GROUPS", "Rule", "read_rules", "show_rules"]

_SECTION = re.compile(r"^### ([A-Z][0-9]+) (.+)$", re.MULTILINE)

ABOUT = {
    "kingdomino": "Regions score squares × crowns",
    "origins-discovery": "Regions score squares × fires",
    "origins-totem": "Discovery with resources and totems",
    "origins-tribe": "Discovery with resources and cavemen",
}
# The sections of the rules for each ruleset: common, the game's own and the mode's.
RULE_GROUPS = {
    "kingdomino": "CK",
    "origins-discovery": "CO",
    "origins-totem": "COT",
    "origins-tribe": "COTB",
}
OPTIONS = {
    "mighty_duel": "two players, 7×7, all 48 dominoes",
    "middle_kingdom": "10 points for the home in the centre",
    "harmony": "5 points for discarding no domino",
    "dynasty": "a match of three games; points are added up",
    "empire_of_fire": "10 points for the home in the centre",
    "homo_habilis": "5 points for discarding no domino",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the rulebook."""

    id: str
    title: str
    text: str


def read_rules() -> list[Rule]:
    """Returns all rules of the packaged rulebook, in order."""
    text = (files("crownfire.data") / "rules.md").read_text(encoding="utf-8")
    matches = list(_SECTION.finditer(text))
    rules = []
    for match in matches:
        body = re.split(r"^#", text[match.end() :], maxsplit=1, flags=re.MULTILINE)[0]
        rules.append(Rule(match[1], match[2], body.strip()))
    return rules


def show_rules(words: Sequence[str], *, as_list: bool, as_json: bool) -> None:
    """Prints the rulesets, a list of rules, or the rules found by id, name or word."""
    found = list(dict.fromkeys(rule for word in words for rule in _find(word)))
    if as_list:
        _show_list(found or read_rules(), as_json)
    elif words:
        _show_found(found, as_json)
    elif as_json:
        print_json({name: [option.name for option in options_of(name)] for name in RULESETS})
    else:
        _show_rulesets()


def _find(word: str) -> list[Rule]:
    """Returns the rules with this id, option, ruleset or word; raises `SetupError` if there are none."""
    rules = read_rules()
    ids = {option.name: option.rule for option in tables().options}
    by_id = [rule for rule in rules if rule.id == ids.get(word, word.upper())]
    if by_id:
        return by_id
    if word in RULE_GROUPS:
        return [rule for rule in rules if rule.id[0] in RULE_GROUPS[word]]
    pattern = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    found = [rule for rule in rules if word.strip() and pattern.search(f"{rule.title} {rule.text}")]
    if not found:
        near = did_you_mean(word, [*RULE_GROUPS, *ids])
        raise SetupError(f"no rule has the id or the word {word!r}{near}; `crownfire rules --list` lists all")
    return found


def _show_list(rules: list[Rule], as_json: bool) -> None:
    if as_json:
        print_json([{"id": rule.id, "title": rule.title} for rule in rules])
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for rule in rules:
        table.add_row(f"[bold]{rule.id}[/]", rule.title)
    console.print(table)


def _show_found(rules: list[Rule], as_json: bool) -> None:
    if as_json:
        print_json([{"id": rule.id, "title": rule.title, "text": rule.text} for rule in rules])
        return
    for rule in rules:
        console.print(f"[bold]{rule.id} {rule.title}[/]")
        console.print(Markdown(rule.text))
        console.print()


def _show_rulesets() -> None:
    table = Table("rules", "players", "frame", "description", box=None, padding=(0, 2, 0, 0))
    for name in RULESETS:
        setups = [s for s in tables().setups if s.game == name.partition("-")[0] and not s.option]
        players = ", ".join(str(setup.players) for setup in setups)
        frames = " or ".join(sorted({f"{setup.frame}×{setup.frame}" for setup in setups}))
        table.add_row(f"[bold]{name}[/]", players, frames, ABOUT[name])
    console.print(table)
    options = Table("option", "game", "effect", "rule", box=None, padding=(0, 2, 0, 0))
    for option in tables().options:
        options.add_row(f"[bold]{option.name}[/]", option.game, OPTIONS[option.name], option.rule)
    console.print()
    console.print(options)
    console.print()
    console.print("Join them with plus signs: [bold]kingdomino+harmony+middle_kingdom[/]")
    console.print(
        "Look up rules by id or word: [bold]crownfire rules C5[/], [bold]crownfire rules volcano[/]"
    )
