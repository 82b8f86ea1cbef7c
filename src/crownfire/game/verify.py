"""Checking a deal: does a record's chance follow from the secret it was committed to?"""

from dataclasses import dataclass

from crownfire.game.dealer import SECRET_BYTES, SecretDealer
from crownfire.game.replay import replay
from crownfire.notation import ChanceLine, Record, Token
from crownfire.rules import Outcome, SetupError, chance


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a deal is the one its secret gives; if not, what is wrong and where."""

    is_fair: bool
    steps: int  # chance steps compared
    where: Token  # the record, or the line that is wrong
    wrong: ChanceLine | None = None  # the first that differs, None if the commitment itself does
    expected: Outcome = ()


def verify(record: Record) -> Verdict:
    """Compares a legal record's chance with its secret.

    Raises `RecordError` if the game itself is not legal, `SetupError` if there is nothing to verify.
    """
    fields = {"`commit:`": record.commit, "`secret:`": record.secret}
    if missing := [name for name, value in fields.items() if not value]:
        raise SetupError(
            f"the deal can't be verified, since the record has no {' and no '.join(missing)} line"
        )
    secret = bytes.fromhex(record.secret)
    if len(secret) != SECRET_BYTES:
        raise SetupError(f"the secret must have {SECRET_BYTES} bytes, it has {len(secret)}")
    dealer = SecretDealer(secret)
    if dealer.commit != record.commit:
        return Verdict(is_fair=False, steps=0, where=record.where)
    game = replay(record)
    steps = [entry for entry in game.history if entry.action is None]
    lines = [line for line in record.lines if isinstance(line, ChanceLine)]
    for count, (entry, line) in enumerate(zip(steps, lines, strict=True)):
        due = chance(entry.before)
        assert due is not None
        expected = dealer.deal(due)
        if expected != entry.outcome and expected != due.arrange(entry.outcome):
            return Verdict(is_fair=False, steps=count, where=line.where, wrong=line, expected=expected)
    return Verdict(is_fair=True, steps=len(steps), where=record.where)
