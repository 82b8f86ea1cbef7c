"""Tokens: random words that only their owner has; the server keeps their hashes."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable

from crownfire.game.dealer import SECRET_BYTES
from crownfire.server.store import TokenRow

_TOKEN_BYTES = 18  # 144 bits
_ID_BYTES = 9  # 72 bits: enough that nobody finds a table by trying


def new_secret() -> bytes:
    """What the games of a table are dealt from."""
    return secrets.token_bytes(SECRET_BYTES)


def new_token() -> str:
    """A fresh token, safe in an address."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def new_table_id() -> str:
    """A fresh name of a table, safe in an address."""
    return secrets.token_urlsafe(_ID_BYTES)


def hash_token(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


def find_token(token: str, known: Iterable[TokenRow]) -> TokenRow | None:
    """The row of a token; every known one is compared, in constant time."""
    digest = hash_token(token)
    found = None
    for row in known:
        if hmac.compare_digest(row.hash, digest):
            found = row
    return found
