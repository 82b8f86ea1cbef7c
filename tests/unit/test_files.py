"""Atomic file replacement."""

from pathlib import Path

import pytest

from crownfire.files import replacing


def test_a_file_is_replaced_when_the_block_ends(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")

    def write_half() -> None:
        with replacing(path) as file:
            file.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_private_file_replaces_a_public_one(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    for public in (path, tmp_path / "kept.unfinished"):
        public.write_bytes(b"old")
        public.chmod(0o644)
    with replacing(path, mode=0o600) as file:
        file.write(b"new")
    assert path.stat().st_mode & 0o777 == 0o600
