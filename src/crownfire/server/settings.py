"""What a server is run with: from the environment (CROWNFIRE_…) and from flags, which win."""

from pathlib import Path
from typing import Literal

import typer
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def _default_database() -> str:
    return f"sqlite+aiosqlite:///{Path(typer.get_app_dir('crownfire')) / 'tables.sqlite'}"


class Settings(BaseSettings):
    """All settings; each can be given as an environment variable CROWNFIRE_NAME."""

    model_config = SettingsConfigDict(env_prefix="CROWNFIRE_", frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    database_url: str = Field(default_factory=_default_database)
    database_connections: int = Field(8, ge=1, le=200)  # to PostgreSQL, besides the one for news
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    public_url: str = ""  # under which people reach it, if not by host and port
    trust_proxy: bool = False  # believe X-Forwarded-For and -Proto
    bot_threads: int = Field(1, ge=1, le=64)
    idle_s: float = Field(300, gt=0)  # after how long an idle table leaves memory
    lease_s: float = Field(6, ge=1)  # how long a process that died keeps others from running its tables
    keep_days: int = Field(90, ge=1)  # how long tables that nobody plays at are kept
    most_message_bytes: int = Field(4096, ge=256)
    messages_per_s: float = Field(20, gt=0)  # of one connection, after a burst of twice as many
    requests_per_s: float = Field(10, gt=0)  # of one address
    send_queue: int = Field(256, ge=8)  # messages a slow reader may be behind
