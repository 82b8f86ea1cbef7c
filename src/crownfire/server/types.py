"""What the client generates its types from: `python -m crownfire.server.types` writes it as JSON."""

import json
import sys
from typing import Any

from pydantic import BaseModel

from crownfire.rules import actions
from crownfire.rules.canvas import DIRECTIONS, SIZE
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
from crownfire.server.protocol import PROTOCOL, Board, require_types, schema
from crownfire.server.replays import RecordInfo, Replay


class Rest(BaseModel):
    """What is sent and answered over REST, and the board, which is part of views."""

    board: Board

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
    """Returns the JSON schema of everything that servers and clients exchange."""
    socket, rest = schema(), require_types(Rest.model_json_schema(mode="serialization"))
    return {
        "title": "Types",
        "description": f"Protocol {PROTOCOL}",
        "type": "object",
        "properties": {**socket["properties"], **rest["properties"]},
        "required": [*socket["required"], *rest["required"]],
        "$defs": {**socket["$defs"], **rest["$defs"]},
    }


def numbering() -> dict[str, Any]:
    """Returns the canvas and the first action number of each kind of move."""
    return {
        "size": SIZE,
        "directions": "".join(direction.letter for direction in DIRECTIONS),
        "cavemen": list(actions.CAVEMAN_CODES),
        "first": {
            "place": 0,
            "discard": actions.DISCARD,
            "fire": actions.FIRST_FIRE,
            "pay": actions.FIRST_PAY,
            "settle": actions.FIRST_SETTLE,
            "give": actions.FIRST_GIVE,
            "claim": actions.FIRST_CLAIM,
            "recruit": actions.FIRST_RECRUIT,
            "pass": actions.PASS,
        },
    }


def generated() -> dict[str, Any]:
    """Returns everything that the client's generated module is made of."""
    return {"schema": types(), "numbering": numbering()}


if __name__ == "__main__":
    json.dump(generated(), sys.stdout, indent=1)
