"""The client's generated module: types and action numbers of this server."""

import json
import shutil
import subprocess
from pathlib import Path

from crownfire.server.types import generated

WEB = Path(__file__).parents[2] / "web"


def test_the_generated_module_of_the_client_is_current() -> None:
    """`make types` writes them again."""
    node = shutil.which("node")
    assert node is not None, "Node is missing"
    command = [node, "scripts/types.mjs"]
    made = subprocess.run(
        command, cwd=WEB, input=json.dumps(generated()), capture_output=True, text=True, check=True
    )
    assert made.stdout == (WEB / "src/game/generated.ts").read_text(encoding="utf-8")
