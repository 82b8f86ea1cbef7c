"""Positions for tests, in notation. The mover is seat 1 (index 0) unless stated otherwise."""

from collections.abc import Sequence

import pytest

from crownfire.game import Game, SeededDealer, replay, replay_match
from crownfire.notation import (
    RecordError,
    format_action,
    format_position,
    format_record,
    format_territory,
    parse_action,
    parse_records,
    parse_territory,
)
from crownfire.rules import (
    IllegalMoveError,
    Outcome,
    Phase,
    State,
    apply,
    legal_actions,
    new_game,
    reveal,
    ruleset,
    score,
)
from crownfire.rules.engine import step
from crownfire.rules.events import Event
from crownfire.rules.state import Slot
from crownfire.rules.territory import START


def turn(
    rules: str,
    players: int,
    territory: str,
    domino: int,
    *,
    others: Sequence[str] = (),
    next_line: Sequence[int] | None = None,
    last_round: bool = False,
    totems: Sequence[int | None] | None = None,
    cave: Sequence[str] | None = None,
    pile: Sequence[str] | None = None,
) -> State:
    """Returns a state in which seat 1 is about to place a domino in this territory.

    `others` are the territories of the following seats. The rest of the table is filled in: the other
    dominoes of the line, a next line (except in the last round), and bare homes.
    """
    played = ruleset(rules, players)
    start = new_game(played)
    setup = played.setup
    size = setup.kings * players
    numbers = [n for n in range(1, 49) if n != domino and n not in (next_line or ())]
    later = [n for n in numbers if n > domino][: size - 1]
    earlier = [n for n in numbers if n < domino][: size - 1 - len(later)]
    seats = [seat for seat in range(players) for _ in range(setup.kings)][1:]
    current = sorted(
        [Slot(domino, 0), *(Slot(n, seat) for n, seat in zip(earlier + later, seats, strict=True))]
    )
    place = current.index(Slot(domino, 0))
    left = [n for n in range(1, 49) if n not in [slot.number for slot in current]]
    following = list(next_line) if next_line else left[: setup.line]
    claims = [slot.seat for slot in current[:place]]
    line = [Slot(n, seat) for n, seat in zip(following, claims + [None] * setup.line, strict=False)]
    unseen = [n for n in left if n not in following]
    rows = [territory, *others]
    return State(
        ruleset=played,
        phase=Phase.PLACE,
        opening=(),
        turn=place,
        current=tuple(current),
        next=() if last_round else tuple(line),
        unseen=() if last_round else tuple(unseen),
        territories=tuple(parse_territory(rows[s]) if s < len(rows) else START for s in range(players)),
        discards=(0,) * players,
        totems=start.totems if totems is None else tuple(totems),
        cave=tuple(cave or ()),
        pile=start.pile if pile is None else tuple(pile),
    )


def play(state: State, tokens: str) -> State:
    """Returns the state after moves given as tokens separated by spaces."""
    for token in tokens.split():
        state = apply(state, parse_action(token))
    return state


def events_of(state: State, token: str) -> tuple[Event, ...]:
    """Returns the events of a move."""
    return step(state, parse_action(token)).events


def legal(state: State) -> list[str]:
    """Returns the legal moves as tokens."""
    return [format_action(action) for action in legal_actions(state)]


def points(rules: str, players: int, territory: str, seat: int = 0) -> int:
    """Returns the score of a territory in a game without discards."""
    state = new_game(ruleset(rules, players)).with_territory(seat, parse_territory(territory))
    return score(state, seat).total


def table(rules: str, *territories: str, players: int | None = None) -> State:
    """Returns a game before its first draw, with these territories and bare homes for the other seats."""
    state = new_game(ruleset(rules, players or len(territories)))
    for seat, territory in enumerate(territories):
        state = state.with_territory(seat, parse_territory(territory))
    return state


def draw(state: State, *outcomes: str) -> State:
    """Returns the state after chance outcomes written as in a record (seats count from 1)."""
    for outcome in outcomes:
        state = reveal(state, state.phase, _outcome(state, outcome)).state
    return state


def _outcome(state: State, text: str) -> Outcome:
    if state.phase is Phase.CAVE:
        return tuple(text.split())
    return tuple(int(number) - (state.phase is Phase.ORDER) for number in text.split())


def refused(state: State, token: str) -> str:
    """Returns the rule that forbids a move; checks that it is neither playable nor listed as legal."""
    before = format_position(state)
    assert token not in legal(state)
    with pytest.raises(IllegalMoveError) as caught:
        play(state, token)
    assert format_position(state) == before
    return caught.value.rule


def refused_draw(state: State, outcome: str) -> str:
    """Returns the rule that forbids a chance outcome."""
    before = format_position(state)
    with pytest.raises(IllegalMoveError) as caught:
        draw(state, outcome)
    assert format_position(state) == before
    return caught.value.rule


def shown(state: State, seat: int = 0) -> str:
    """Returns a seat's territory as text."""
    return format_territory(state.territories[seat])


def play_out(rules: str, players: int, seed: int = 1) -> Game:
    """Returns a finished game in which every seat plays the first legal move."""
    game = Game(ruleset(rules, players), SeededDealer(seed))
    game.deal()
    while not game.is_over:
        game.play(legal_actions(game.state)[0])
    return game


def finished(rules: str = "kingdomino", players: int = 2) -> str:
    """Returns the record of a finished game, with its result in the last line."""
    return format_record(play_out(rules, players).record())


def play_records(text: str) -> Game:
    """Returns the last game of a text with one or more records."""
    records = parse_records(text)
    return replay_match(records).games[-1] if len(records) > 1 else replay(records[0])


def fault(text: str) -> tuple[str, int, str]:
    """Returns the fault of a record: rule, line and token."""
    with pytest.raises(RecordError) as caught:
        play_records(text)
    return caught.value.rule, caught.value.token.line, caught.value.token.text
