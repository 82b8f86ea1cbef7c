"""A wheel contains everything and works in a clean environment without a compiler."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from crownfire.bots.estimates import all_setups

ROOT = Path(__file__).parent.parent.parent
COMPILED_ALREADY = ["-Ccmake.define.CROWNFIRE_PORTABLE=OFF", "-Ccmake.define.CROWNFIRE_RESEARCH=ON"]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source distribution and a wheel, from the objects that `make` has compiled for this environment."""
    folder = tmp_path_factory.mktemp("packages")
    build = [sys.executable, "-m", "build", "--sdist", "--wheel", "--no-isolation", "--skip-dependency-check"]
    done = subprocess.run(
        [*build, "--outdir", str(folder), *COMPILED_ALREADY, str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return folder


@pytest.fixture(scope="module")
def wheel(packages: Path) -> Path:
    (found,) = packages.glob("*.whl")
    return found


def test_it_contains_core_stubs_tables_rules_and_client(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tables = [f"crownfire/data/{path.name}" for path in (ROOT / "src/crownfire/data").glob("*.csv")]
    tables += [f"crownfire/data/estimates/{setup}.npz" for setup in all_setups()]
    tables += [
        f"crownfire/data/judges/{path.name}" for path in (ROOT / "src/crownfire/data/judges").glob("*")
    ]
    stubs = ["crownfire/_native.pyi", "crownfire/_research.pyi"]
    expected = [*stubs, "crownfire/py.typed", "crownfire/data/rules.md", *tables]
    assert [name for name in expected if name not in names] == []
    client = ROOT / "src/crownfire/server/web"
    built = [
        f"crownfire/server/web/{path.relative_to(client)}" for path in client.rglob("*") if path.is_file()
    ]
    assert "crownfire/server/web/index.html" in built
    assert [name for name in built if name not in names] == []
    for module in ("_native", "_research"):
        assert any(name.startswith(f"crownfire/{module}.") and name.endswith(".so") for name in names)
    assert not [name for name in names if name.endswith((".cpp", ".hpp", ".a"))]


def test_the_source_distribution_contains_all_sources(packages: Path) -> None:
    (sdist,) = packages.glob("*.tar.gz")
    with tarfile.open(sdist) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    needed = [*(ROOT / "native").rglob("*"), *(ROOT / "src").rglob("*"), ROOT / "tools/build_backend.py"]
    needed = [path for path in needed if path.is_file() and "__pycache__" not in path.parts]
    missing = [path for path in needed if str(path.relative_to(ROOT)) not in names]
    assert missing == []


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
    research = "from crownfire.native import Batch, State; Batch(State.new_game('kingdomino', 2), 2)"
    subprocess.run([str(scripts / "python"), "-c", research], check=True, cwd=tmp_path)
