"""The types of clients in one JSON schema: `python -m crownfire.server.types` writes it."""

import json
import sys
from typing import Any

from pydantic import BaseModel

from crownfire.server.api import (
    JoinBody,
    LessonBody,
    MadeTable,
    Problem,
    RecordBody,
    SeatLink,
    TableBody,
    TableSummary,
    TokenBody,
)
from crownfire.server.catalogue import Catalogue
from crownfire.server.lessons import LessonInfo
from crownfire.server.protocol import PROTOCOL, require_types, schema
from crownfire.server.replays import RecordInfo, Replay


class Rest(BaseModel):
    """What is sent and answered over REST."""

    table_body: TableBody
    made_table: MadeTable
    join_body: JoinBody
    token_body: TokenBody
    seat_link: SeatLink
    lesson_body: LessonBody
    lesson: LessonInfo
    summary: TableSummary
    catalogue: Catalogue
    record_body: RecordBody
    record: RecordInfo
    replay: Replay
    problem: Problem


def types() -> dict[str, Any]:
    """Everything that is said between a server and its clients."""
    socket, rest = schema(), require_types(Rest.model_json_schema(mode="serialization"))
    return {
        "title": "Types",
        "description": f"Protocol {PROTOCOL}",
        "type": "object",
        "properties": {**socket["properties"], **rest["properties"]},
        "required": [*socket["required"], *rest["required"]],
        "$defs": {**socket["$defs"], **rest["$defs"]},
    }


if __name__ == "__main__":
    json.dump(types(), sys.stdout, indent=1)
