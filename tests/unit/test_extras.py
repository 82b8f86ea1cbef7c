"""A missing extra raises the same kind of error everywhere, with the install command."""

import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT = "import sys; sys.modules[{module!r}] = None; "
SENTENCE = "{module} is not installed; install it with: pip install 'crownfire[{extra}]'"


def run(code: str, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


@pytest.mark.parametrize(
    ("extra", "module", "use"),
    [
        ("cluster", "ray", "from crownfire.arena.cluster import connected; connected('local').__enter__()"),
        ("dataset", "pyarrow", "import crownfire.dataset"),
        ("env", "gymnasium", "import crownfire.env"),
        ("env", "pettingzoo", "import crownfire.env"),
        ("openspiel", "pyspiel", "import crownfire.spiel"),
        ("postgres", "asyncpg", "from crownfire.server.database import Database; Database({url!r})"),
        ("train", "torch", "import crownfire.train"),
        ("train", "pettingzoo", "import crownfire.train"),
        ("train", "torch", "from crownfire.bots import make_player; make_player('net(path=net.pt)')"),
    ],
)
def test_a_missing_extra_is_a_missing_extra_error(extra: str, module: str, use: str) -> None:
    use = use.format(url="postgresql+asyncpg://me@localhost/crownfire")
    done = run(WITHOUT.format(module=module) + use)
    raised = done.stderr.splitlines()[-1]
    assert raised == "crownfire.errors.MissingExtraError: " + SENTENCE.format(module=module, extra=extra)


def test_it_is_a_missing_module_and_a_crownfire_error() -> None:
    code = "import crownfire.env\nexcept {error}: print('caught')"
    for error in ("ModuleNotFoundError", "crownfire.errors.CrownfireError"):
        program = WITHOUT.format(module="pettingzoo") + "import crownfire.errors\ntry: " + code
        assert run(program.format(error=error)).stdout == "caught\n"


@pytest.mark.parametrize(
    ("extra", "module", "arguments"),
    [
        ("cluster", "ray", "arena -b fg,tr --ray local"),
        ("dataset", "pyarrow", "dataset -b tr -o games"),
        ("postgres", "asyncpg", "serve --port 0 --database-url postgresql+asyncpg://me@localhost/crownfire"),
        ("train", "torch", "train -o net.pt"),
        ("train", "torch", "arena -b net(path=net.pt),fg"),
    ],
)
def test_a_command_without_its_extra_prints_one_line(
    extra: str, module: str, arguments: str, tmp_path: Path
) -> None:
    code = WITHOUT.format(module=module) + "from crownfire.cli import main; main()"
    done = run(code, *arguments.split(), folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"crownfire: {SENTENCE.format(module=module, extra=extra)}\n"
    assert not list(tmp_path.iterdir())
