"""Structured logs: one JSON object a line, or text for people, with the id of the request it belongs to."""

import json
import logging
import re
import secrets
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

request_id: ContextVar[str] = ContextVar("request_id", default="")

_GIVEN = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


def new_request_id(given: str = "") -> str:
    """The id a proxy gave a request, or a fresh one."""
    return given if _GIVEN.fullmatch(given) else secrets.token_hex(8)


def _is_usual(name: str) -> bool:
    """Whether an attribute was not given as `extra`; libraries that mark all records begin theirs with _."""
    return name in _USUAL or name.startswith("_")


class JsonFormatter(logging.Formatter):
    """A record with whatever was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        data: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := request_id.get():
            data["request"] = request
        data |= {name: value for name, value in vars(record).items() if not _is_usual(name)}
        if record.exc_info:
            data["error"] = self.formatException(record.exc_info)
        return json.dumps(data, ensure_ascii=False, default=str)


class TextFormatter(JsonFormatter):
    """The same for people to read."""

    def format(self, record: logging.LogRecord) -> str:
        data = json.loads(super().format(record))
        at, level, _, message = (data.pop(name) for name in ("at", "level", "logger", "message"))
        error = f"\n{data.pop('error')}" if "error" in data else ""
        rest = "".join(f" {name}={value}" for name, value in data.items())
        return f"{at[:23]} {level:7} {message}{rest}{error}"


def _without_trace(record: logging.LogRecord) -> bool:
    """A client that sends text that isn't UTF-8 loses its socket; where uvicorn noticed helps nobody."""
    if str(record.msg).startswith("Invalid UTF-8"):
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True


def set_up_logs(level: str, form: str = "json") -> None:
    """Logs go to standard error, from a level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(TextFormatter() if form == "text" else JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("alembic", "uvicorn", "websockets"):  # a line for every connection is too much
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_without_trace)
