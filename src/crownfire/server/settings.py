"""The settings of a server, from the environment (CROWNFIRE_…) and from flags, which take precedence."""

from pathlib import Path
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

import typer
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from crownfire.rules import SetupError

_PREFIX = "CROWNFIRE_"


def _default_database() -> str:
    return f"sqlite+aiosqlite:///{Path(typer.get_app_dir('crownfire')) / 'tables.sqlite'}"


class Settings(BaseSettings):
    """All settings. Each can be set by an environment variable CROWNFIRE_NAME."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True)

    host: str = Field(
        "127.0.0.1", description="the address to listen on; 0.0.0.0 admits other devices in the network"
    )
    port: int = Field(8000, ge=0, le=65535, description="the port to listen on")
    database_url: str = Field(
        default_factory=_default_database,
        description="the database: `sqlite+aiosqlite:///FILE` for one server, "
        "`postgresql+asyncpg://USER:PASSWORD@HOST/NAME` for one or more",
    )
    database_connections: int = Field(
        8, ge=1, le=200, description="maximum connections to PostgreSQL, plus one for notifications"
    )
    public_url: str = Field(
        "",
        description="the address in links and QR codes, with `https://` or `http://`; "
        "sockets from this origin are allowed",
    )
    trust_proxy: bool = Field(
        False, description="trust the headers `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-ID`"
    )
    metrics_token: SecretStr = Field(
        SecretStr(""),
        description="the bearer token that Prometheus sends to `/metrics`; without one the page is disabled",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="the lowest level to log"
    )
    log_format: Literal["json", "text"] = Field("json", description="the format of logs on standard error")
    bot_threads: int = Field(1, ge=1, le=64, description="threads that run bots")
    idle_s: float = Field(300, gt=0, description="seconds until an idle table is unloaded from memory")
    lease_s: float = Field(
        6, ge=1, description="seconds without a heartbeat until other servers take over a server's tables"
    )
    away_s: float = Field(
        60, ge=0, description="seconds a player must be away before the others may agree to a stand-in"
    )
    question_s: float = Field(
        60, gt=0, description="seconds until an unanswered takeback, stand-in or rematch request expires"
    )
    keep_days: int = Field(90, ge=1, description="days without activity until a table is deleted")
    most_message_bytes: int = Field(4096, ge=256, description="maximum size of a socket message, in bytes")
    messages_per_s: float = Field(
        20, gt=0, description="messages per second and socket; a burst may have twice as many"
    )
    requests_per_s: float = Field(
        10,
        gt=0,
        description="requests per second, per client address and server; "
        "20 times as many for client files, a fifth for replays",
    )
    send_queue: int = Field(
        256, ge=8, description="unsent messages per socket until a slow client is disconnected"
    )

    @field_validator("public_url")
    @classmethod
    def _check_public_url(cls, url: str) -> str:
        if url and not _is_web_address(url):
            raise PydanticCustomError(
                "public_url", "it should begin with https:// or http://, such as https://games.example"
            )
        return url


def read_settings(**flags: object) -> Settings:
    """Returns the settings from the environment and the given flags; raises `SetupError` for a bad value."""
    try:
        given: dict[str, Any] = {name: value for name, value in flags.items() if value is not None}
        return Settings(**given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = str(first["loc"][0]).lower()
        what = f"{first['msg'][0].lower()}{first['msg'][1:]}"
        raise SetupError(f"the setting {_PREFIX}{name.upper()} can't be {first['input']!r}: {what}") from None


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_complete = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # an invalid port or IPv6 address
        return False
    return is_complete and not any(character.isspace() or character in "?#@" for character in url)


def reference() -> str:
    """Returns a Markdown table of all settings."""
    lines = ["| variable | default | meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        meaning = field.description or ""
        choices: tuple[Any, ...] = get_args(field.annotation)
        if choices:
            meaning += f" ({', '.join(map(str, choices))})"
        default = field.default
        if field.default_factory:
            default = "SQLite file `tables.sqlite` in your application folder"
        elif isinstance(default, SecretStr) or default == "":
            default = "none"
        elif default is False:
            default = "false"
        lines.append(f"| `{_PREFIX}{name.upper()}` | {default} | {meaning} |")
    return "\n".join(lines)


if __name__ == "__main__":
    typer.echo(reference())
