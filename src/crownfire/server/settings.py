"""What a server is run with: from the environment (CROWNFIRE_…) and from flags, which win."""

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
    """All settings; each can be given as an environment variable CROWNFIRE_NAME."""

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True)

    host: str = Field("127.0.0.1", description="where it listens; 0.0.0.0 lets other devices in")
    port: int = Field(8000, ge=0, le=65535, description="the port it listens on")
    database_url: str = Field(
        default_factory=_default_database,
        description="where tables are kept: `sqlite+aiosqlite:///FILE` for one server, "
        "`postgresql+asyncpg://USER:PASSWORD@HOST/NAME` for any number",
    )
    database_connections: int = Field(
        8, ge=1, le=200, description="most connections to PostgreSQL, besides the one that hears news"
    )
    public_url: str = Field(
        "",
        description="the address in links and QR codes, with `https://` or `http://`; also an allowed origin "
        "of sockets",
    )
    trust_proxy: bool = Field(
        False, description="believe `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-ID`"
    )
    metrics_token: SecretStr = Field(
        SecretStr(""),
        description="what Prometheus has to show at `/metrics`; without one there is no such page",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="from which level on lines are logged"
    )
    log_format: Literal["json", "text"] = Field("json", description="how lines are logged, on standard error")
    bot_threads: int = Field(1, ge=1, le=64, description="threads in which bots think")
    idle_s: float = Field(300, gt=0, description="seconds after which an idle table leaves memory")
    lease_s: float = Field(
        6, ge=1, description="seconds without a sign of life until other servers run a server's tables"
    )
    away_s: float = Field(
        60, ge=0, description="seconds a player has to be away until the others may agree to a stand-in"
    )
    question_s: float = Field(
        60, gt=0, description="seconds after which a takeback, stand-in or rematch that was asked for lapses"
    )
    keep_days: int = Field(90, ge=1, description="days after which a table that nobody touches is deleted")
    most_message_bytes: int = Field(4096, ge=256, description="the longest message of a socket")
    messages_per_s: float = Field(20, gt=0, description="of one socket, after a burst of twice as many")
    requests_per_s: float = Field(
        10,
        gt=0,
        description="of one address to one server (of files of the client 20 times, of replays a fifth)",
    )
    send_queue: int = Field(
        256, ge=8, description="messages a slow reader may be behind before it has to come back"
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
    """Settings from the environment and from flags that were given; raises `SetupError` for a bad value."""
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
    except ValueError:  # brackets or a port that are none
        return False
    return is_complete and not any(character.isspace() or character in "?#@" for character in url)


def reference() -> str:
    """All settings as a table of Markdown."""
    lines = ["| variable | usual value | what |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        what = field.description or ""
        choices: tuple[Any, ...] = get_args(field.annotation)
        if choices:
            what += f" ({', '.join(map(str, choices))})"
        usual = (
            "a file `tables.sqlite` in your application folder" if field.default_factory else field.default
        )
        if isinstance(usual, SecretStr) or usual == "":
            usual = "none"
        lines.append(
            f"| `{_PREFIX}{name.upper()}` | {str(usual).lower() if usual is False else usual} | {what} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    typer.echo(reference())
