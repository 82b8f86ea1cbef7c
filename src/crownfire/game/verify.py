"""Verification of deals: compares a record's chance outcomes with those of its committed secret."""

from dataclasses import dataclass

from crownfire.game.dealer import SECRET_BYTES, SecretDealer
from crownfire.game.replay import replay
from crownfire.notation import ChanceLine, Record, Token
from crownfire.rules import Outcome, SetupError, chance

__all__ = ["Verdict", "verify"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a deal follows from its secret, with the position of the first difference if not."""

    is_fair: bool
    steps: int  # chance steps that agree
    where: Token  # the first line of the record, or the line that differs
    wrong: ChanceLine | None = None  # the first line that differs, None if the commitment differs
    expected: Outcome = ()


def verify(record: Record) -> Verdict:
    """Checks the secret of a record against its commitment, then the chance outcomes against the secret.

    Raises `SetupError` if either is missing or the secret has the wrong length, and `RecordError` if the
    record is not a legal game.
    """
    fields = {"`commit:`": record.commit, "`secret:`": record.secret}
    if missing := [name for name, value in fields.items() if not value]:
        raise SetupError(
            f"the deal can't be verified because the record has no {' and no '.join(missing)} line"
        )
    secret = bytes.fromhex(record.secret)
    if len(secret) != SECRET_BYTES:
        raise SetupError(f"the secret must have {SECRET_BYTES} bytes, not {len(secret)}")
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
