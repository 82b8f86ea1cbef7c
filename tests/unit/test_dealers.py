"""Dealers are stateless and fair, and deals from a secret can be verified."""

import hashlib
from collections import Counter
from dataclasses import replace

import pytest

from crownfire.game import Game, ScriptedDealer, SecretDealer, SeededDealer, verify
from crownfire.notation import ChanceLine, Record, TurnLine
from crownfire.rules import Phase, SetupError, chance, new_game, ruleset
from crownfire.rules.chance import Chance
from tests.games import ALL, play_on

SECRET = bytes(range(32))
LINE = Chance(Phase.LINE, 3, tuple(range(1, 25)), 4)


@pytest.mark.parametrize("dealer", [SeededDealer(5), SecretDealer(SECRET)])
def test_equal_steps_have_equal_outcomes(dealer: SeededDealer | SecretDealer) -> None:
    first = dealer.deal(LINE)
    dealer.deal(replace(LINE, index=4))
    assert dealer.deal(LINE) == first
    assert dealer.deal(replace(LINE, index=4)) != first


@pytest.mark.parametrize("dealer", [SeededDealer(5), SecretDealer(SECRET)])
def test_every_domino_is_equally_likely(dealer: SeededDealer | SecretDealer) -> None:
    counts = Counter(n for index in range(3000) for n in dealer.deal(replace(LINE, index=index)))
    assert set(counts) == set(LINE.pool)
    assert all(400 < count < 600 for count in counts.values())


@pytest.mark.parametrize(("rules", "players"), ALL)
def test_every_opening_order_of_the_rules_is_dealt(rules: str, players: int) -> None:
    state = new_game(ruleset(rules, players))
    due = chance(state)
    assert due is not None
    orders = {SeededDealer(seed).deal(due) for seed in range(200)}
    assert len(orders) == {2: 2, 3: 6, 4: 24}[players]


def test_the_deal_of_a_seed_never_changes() -> None:
    due = chance(new_game(ruleset("kingdomino", 4)))
    assert due is not None
    assert SeededDealer(2026).deal(due) == (1, 2, 0, 3)
    assert SeededDealer(2026).deal(LINE) == (8, 10, 13, 20)
    assert SecretDealer(SECRET).deal(LINE) == (2, 5, 6, 10)


def test_the_other_dealer_deals_what_the_script_lacks() -> None:
    dealer = ScriptedDealer({(Phase.LINE, 3): (1, 2, 3, 4)}, SeededDealer(5))
    assert dealer.deal(LINE) == (1, 2, 3, 4)
    later = replace(LINE, index=4)
    assert dealer.deal(later) == SeededDealer(5).deal(later)


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert SecretDealer(SECRET).commit == hashlib.sha256(SECRET).hexdigest()
    assert SecretDealer.fresh().secret != SecretDealer.fresh().secret
    assert len(SecretDealer.fresh().secret) == 32


def _secret_game(rules: str = "origins-tribe") -> Game:
    game = Game(ruleset(rules, 3), SecretDealer(SECRET))
    game.deal()
    return game


def test_the_secret_is_in_the_record_only_when_the_game_is_over() -> None:
    game = _secret_game()
    assert game.record().commit == SecretDealer(SECRET).commit
    assert game.record().secret == ""
    assert play_on(game, 1).record().secret == SECRET.hex()


@pytest.mark.parametrize("rules", ["kingdomino", "origins-tribe"])
def test_a_fair_deal_is_verified(rules: str) -> None:
    verdict = verify(play_on(_secret_game(rules), 1).record())
    assert verdict.is_fair
    assert verdict.steps > 12


def test_a_secret_that_does_not_match_the_commitment_is_detected() -> None:
    record = play_on(_secret_game(), 1).record()
    verdict = verify(replace(record, secret=bytes(32).hex()))
    assert not verdict.is_fair
    assert verdict.wrong is None


def test_a_deal_from_another_secret_is_detected() -> None:
    game = Game(ruleset("kingdomino", 4), SecretDealer(bytes(32)))
    game.deal()
    record = play_on(game, 1).record()
    dealer = SecretDealer(SECRET)
    verdict = verify(replace(record, commit=dealer.commit, secret=SECRET.hex()))
    assert not verdict.is_fair
    assert verdict.wrong is not None


def test_a_record_without_a_secret_cannot_be_verified() -> None:
    record: Record = play_on(_secret_game(), 1).record()
    with pytest.raises(SetupError, match="can't be verified because the record has no `secret:` line"):
        verify(replace(record, secret=""))
    assert any(isinstance(line, TurnLine) for line in record.lines)
    assert any(isinstance(line, ChanceLine) for line in record.lines)
