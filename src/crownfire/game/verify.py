"""Checking a deal: does a record's chance follow from the secret it was committed to?"""

from dataclasses import dataclass

from crownfire.game.dealer import SECRET_BYTES, SecretDealer
from crownfire.game.replay import replay
from crownfire.notation import ChanceLine, Record
from crownfire.rules import Outcome, SetupError, chance


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a deal is the one its secret gives; if not, what is wrong and where."""

    is_fair: bool
    steps: int  # chance steps compared
    wrong: ChanceLine | None = None  # the first that differs, None if the commitment itself does
    expected: Outcome = ()


def verify(record: Record) -> Verdict:
    """Compares a legal record's chance with its secret.

    Raises `RecordError` if the game itself is not legal, `SetupError` if there is nothing to verify.
    """
    if not record.commit or not record.secret:
        raise SetupError("there is nothing to verify: the record has no commit: and secret:")
    secret = bytes.fromhex(record.secret)
    if len(secret) != SECRET_BYTES:
        raise SetupError(f"the secret must have {SECRET_BYTES} bytes, it has {len(secret)}")
    dealer = SecretDealer(secret)
    if dealer.commit != record.commit:
        return Verdict(is_fair=False, steps=0)
    game = replay(record)
    steps = [entry for entry in game.history if entry.action is None]
    lines = [line for line in record.lines if isinstance(line, ChanceLine)]
    for count, (entry, line) in enumerate(zip(steps, lines, strict=True)):
        due = chance(entry.before)
        assert due is not None
        expected = dealer.deal(due)
        if expected != entry.outcome and expected != due.arrange(entry.outcome):
            return Verdict(is_fair=False, steps=count, wrong=line, expected=expected)
    return Verdict(is_fair=True, steps=len(steps))
