"""`crownfire score`: scores a territory from a real table and checks it against the box."""

from dataclasses import replace

from rich.text import Text

from crownfire.cli.output import console, print_json, sheet_json
from crownfire.cli.show import sheet_table, territory_text
from crownfire.data import tables
from crownfire.notation import parse_territory
from crownfire.rules import Ruleset, SetupError, State, Territory, new_game, ruleset, score, split_rules
from crownfire.rules.box import box_faults
from crownfire.rules.parts.bonuses import CompleteBonus
from crownfire.rules.parts.totems import Totems
from crownfire.rules.ruleset import setups_of

__all__ = ["score_territory"]


def score_territory(text: str, rules: str, totems: str, size: int | None, *, as_json: bool) -> None:
    """Prints the score sheet of a territory, with warnings if it can't come from the box.

    Raises `NotationError` for unreadable text and `SetupError` for rules, totems or a size that don't fit.
    """
    split_rules(rules)  # reports wrong rules before a wrong territory
    territory = parse_territory(text)
    frame = _frame(rules, territory, size)
    played = _rules_with_frame(rules, frame)
    _check_terrains(played, territory)
    state = _state(played, territory, _read_totems(played, totems))
    sheet = score(state, 0)
    faults = box_faults(played, territory)
    if as_json:
        warnings = [{"code": f.code, "rule": f.rule, "message": str(f)} for f in faults]
        print_json({**sheet_json(sheet), "size": frame, "warnings": warnings})
        return
    console.print(territory_text(territory, played))
    console.print()
    console.print(sheet_table(sheet, played))
    if played.has(CompleteBonus) and state.discards[0]:
        reason = "an incomplete frame counts as a discarded domino (C12)"
        console.print(f"No complete bonus: {reason}.", soft_wrap=True)
    for fault in faults:
        warning = Text.assemble(("Warning: ", "yellow"), f"{fault} ({fault.rule})")
        console.print(warning, soft_wrap=True)


def _frame(rules: str, territory: Territory, size: int | None) -> int:
    """Returns `size` or the smallest frame of these rules that fits the territory; raises `SetupError`."""
    possible = sorted({setup.frame for setup in setups_of(rules)})
    west, east, south, north = territory.box
    extent = max(east - west, north - south) + 1
    sizes = " or ".join(f"{frame}×{frame}" for frame in possible)
    if size is not None and size not in possible:
        raise SetupError(f"{rules} is played in {sizes}, not in {size}×{size} (C4)")
    fitting = [frame for frame in possible if extent <= frame and size in (None, frame)]
    if not fitting:
        limit = f"{size}×{size}" if size else sizes
        raise SetupError(
            f"the territory is {east - west + 1} wide and {north - south + 1} high,"
            f" but it must fit in {limit} (C4)"
        )
    return fitting[0]


def _rules_with_frame(rules: str, frame: int) -> Ruleset:
    """Returns the rules for the most players with this frame."""
    players = max(setup.players for setup in setups_of(rules) if setup.frame == frame)
    return ruleset(rules, players)


def _check_terrains(played: Ruleset, territory: Territory) -> None:
    known = {terrain.name for terrain in played.terrains}
    for square in territory.values():
        if square.terrain is not None and square.terrain not in known:
            letters = " ".join(terrain.letter for terrain in played.terrains)
            raise SetupError(f"{played.name} has no {square.terrain}; its terrains are {letters}")


def _read_totems(played: Ruleset, totems: str) -> list[str]:
    wanted = [name.strip() for name in totems.split(",") if name.strip()]
    if wanted and not played.has(Totems):
        raise SetupError(f"{played.name} has no totems")
    known = [totem.resource for totem in tables().totems]
    for name in wanted:
        if name not in known:
            raise SetupError(f"there is no totem {name!r}; choose from {', '.join(known)}")
    return wanted


def _state(played: Ruleset, territory: Territory, totems: list[str]) -> State:
    """Returns a state with this territory in seat 0; an incomplete frame counts as a discard (C12)."""
    state = new_game(played).with_territory(0, territory)
    holders = tuple(0 if totem.resource in totems else None for totem in tables().totems)
    is_full = len(territory) == played.setup.frame**2
    return replace(
        state,
        totems=holders if state.totems else (),
        discards=(0 if is_full else 1, *state.discards[1:]),
    )
