"""A package is never built without the web client; an editable install needs none."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CLIENT = "src/crownfire/server/web"
WITHOUT_CORE = "-Cwheel.cmake=false"  # it takes minutes to compile
SENTENCE = "The web client is not built; run `make web` and then build the package again."


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The tree as git has it, without the client."""
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "src", clone / "src", ignore=shutil.ignore_patterns("web", "__pycache__"))
    for name in ("native", "tools"):
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, clone)
    return clone


def build(clone: Path) -> subprocess.CompletedProcess[str]:
    return run("build", "--no-isolation", "--skip-dependency-check", WITHOUT_CORE, str(clone))


def install(clone: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    target = ("--prefix", str(clone.parent / "installed"), "--ignore-installed", "--no-deps")
    return run("pip", "install", *target, "--no-build-isolation", WITHOUT_CORE, *arguments)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def test_a_package_without_the_client_is_refused_with_a_sentence(clone: Path) -> None:
    for done in (build(clone), install(clone, str(clone))):
        assert done.returncode != 0
        assert (done.stdout + done.stderr).count(SENTENCE) == 1
        assert "Traceback" not in done.stdout + done.stderr
    assert not (clone / "dist").exists() or not list((clone / "dist").iterdir())


def test_an_editable_install_needs_no_client(clone: Path) -> None:
    done = install(clone, "--editable", str(clone))
    assert done.returncode == 0, done.stderr


def test_packages_carry_the_client_that_was_built(clone: Path) -> None:
    (clone / CLIENT).mkdir()
    (clone / CLIENT / "index.html").write_text("<!doctype html>", encoding="utf-8")
    done = build(clone)
    assert done.returncode == 0, done.stderr
    (wheel,) = (clone / "dist").glob("*.whl")
    assert "crownfire/server/web/index.html" in zipfile.ZipFile(wheel).namelist()
    (sdist,) = (clone / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as files:
        assert any(name.endswith(f"{CLIENT}/index.html") for name in files.getnames())
