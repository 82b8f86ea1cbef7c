"""A built wheel carries everything and works in a clean environment, without a compiler."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from crownfire.bots.estimates import all_setups

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A portable wheel, built as a user would build one: from the source distribution."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    options = [
        f"-Cbuild-dir={folder / 'build'}",
        "-Ccmake.define.CMAKE_CXX_FLAGS_RELEASE=-O1",
        "-Ccmake.define.CROWNFIRE_TWO_PIECES=ON",
    ]  # in half the time
    done = subprocess.run([*build, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    (found,) = folder.glob("*.whl")
    return found


def test_it_contains_the_core_its_stub_the_tables_and_the_rules(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tables = [f"crownfire/data/{path.name}" for path in (ROOT / "src/crownfire/data").glob("*.csv")]
    tables += [f"crownfire/data/estimates/{setup}.npz" for setup in all_setups()]
    tables += [
        f"crownfire/data/judges/{path.name}" for path in (ROOT / "src/crownfire/data/judges").glob("*")
    ]
    expected = ["crownfire/_native.pyi", "crownfire/py.typed", "crownfire/data/rules.md", *tables]
    assert [name for name in expected if name not in names] == []
    client = ROOT / "src/crownfire/server/web"
    built = [
        f"crownfire/server/web/{path.relative_to(client)}" for path in client.rglob("*") if path.is_file()
    ]
    assert "crownfire/server/web/index.html" in built  # `make web` builds it
    assert [name for name in built if name not in names] == []
    assert any(name.startswith("crownfire/_native.") and name.endswith(".so") for name in names)
    assert not [name for name in names if name.endswith((".cpp", ".hpp", ".a"))]


def test_it_works_in_a_clean_environment_without_a_compiler(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    scripts = tmp_path / "venv" / "bin"
    environment = {**os.environ, "CC": "/bin/false", "CXX": "/bin/false"}
    environment["PIP_CONSTRAINT"] = str(ROOT / "constraints.txt")
    install = [str(scripts / "pip"), "install", "-q", "--only-binary", ":all:", str(wheel)]
    subprocess.run(install, check=True, env=environment)
    perft = ["perft", "-r", "origins-tribe", "-p", "3", "--seed", "1", "--depth", "4", "--engine"]
    counts = [
        subprocess.run(
            [str(scripts / "crownfire"), *perft, engine],
            check=True,
            capture_output=True,
            text=True,
            cwd=tmp_path,
        ).stdout
        for engine in ("python", "native")
    ]
    assert counts[0] == counts[1]
    assert "576" in counts[0]
