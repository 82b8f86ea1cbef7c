"""The client's types are those of this server."""

import json
import shutil
import subprocess
from pathlib import Path

from crownfire.server.types import types

WEB = Path(__file__).parents[2] / "web"


def test_the_generated_types_of_the_client_are_current() -> None:
    """`make types` writes them again."""
    node = shutil.which("node")
    assert node is not None, "Node is missing"
    command = [node, "scripts/types.mjs"]
    made = subprocess.run(
        command, cwd=WEB, input=json.dumps(types()), capture_output=True, text=True, check=True
    )
    assert made.stdout == (WEB / "src/lib/types.ts").read_text(encoding="utf-8")
