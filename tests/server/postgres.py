"""A real PostgreSQL for tests: a cluster of its own on loopback, gone afterwards."""

import asyncio
import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import asyncpg

from crownfire.server.store import Store
from tests.server.running import free_port

_TEMPLATE = "crownfire_template"
_USER = "postgres"  # who runs it if we are root, which PostgreSQL refuses


def _binaries() -> Path:
    """Where initdb and pg_ctl are; Debian keeps them out of the way."""
    if (found := shutil.which("initdb")) is not None:
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert versions, "PostgreSQL is not installed; `make test` as root installs it"
    return versions[-1]


class Cluster:
    """A PostgreSQL server with databases for tests."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self._data = folder / "data"
        self._databases = 0

    @classmethod
    def create(cls) -> "Cluster":
        """Starts a new one, with a database that has the schema of a server."""
        cluster = cls(Path(tempfile.mkdtemp(prefix="crownfire-postgres-")), free_port())
        if os.geteuid() == 0:
            shutil.chown(cluster.folder, _USER)
        cluster._run(
            "initdb", "-D", str(cluster._data), "-U", _USER, "-A", "trust", "-E", "UTF8", "--no-sync"
        )
        cluster.start()
        asyncio.run(cluster._create_template())
        return cluster

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Starts it and waits until it answers."""
        # Processes are killed here, machines are not, so nothing has to be written through to the disk.
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run(
            "pg_ctl", "-D", str(self._data), "-o", options, "-l", str(self.folder / "log"), "-w", "start"
        )

    def stop(self, how: str = "fast") -> None:
        """Stops it; `immediate` is as good as a crash."""
        self._run("pg_ctl", "-D", str(self._data), "-m", how, "-w", "stop")

    def processes(self) -> list[int]:
        """The numbers of all of its processes, the first one's first."""
        found = [int((self._data / "postmaster.pid").read_text(encoding="utf-8").split()[0])]
        for path in Path("/proc").glob("[0-9]*/status"):
            with contextlib.suppress(OSError):
                if f"\nPPid:\t{found[0]}\n" in path.read_text(encoding="utf-8"):
                    found.append(int(path.parent.name))
        return found

    def kill(self) -> None:
        """Ends all of them without any warning; `start` has to recover."""
        killed = self.processes()
        for process in killed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(Path(f"/proc/{process}").exists() for process in killed):
            time.sleep(0.02)

    def new_database(self) -> str:
        """Returns the address of a database without tables of games."""
        self._databases += 1
        name = f"crownfire_{os.getpid()}_{self._databases}"
        asyncio.run(self._execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}"))
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql+asyncpg://{_USER}@127.0.0.1:{self.port}/{name}"

    async def _create_template(self) -> None:
        await self._execute(f"CREATE DATABASE {_TEMPLATE}")
        store = Store(self._address(_TEMPLATE))
        await store.open()
        await store.close()

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(
            host="127.0.0.1", port=self.port, user=_USER, database="postgres", ssl=False
        )
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(_binaries() / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", _USER, "--", *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextlib.contextmanager
def shared_cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster for all processes that name the same folder: the first starts it, the last stops it."""
    note, users = folder / "cluster", folder / "users"
    with _locked(folder):
        if note.exists():
            path, port = note.read_text(encoding="utf-8").split()
            cluster = Cluster(Path(path), int(port))
        else:
            cluster = Cluster.create()
            note.write_text(f"{cluster.folder} {cluster.port}", encoding="utf-8")
        with users.open("a", encoding="utf-8") as file:
            file.write("+")
    try:
        yield cluster
    finally:
        with _locked(folder):
            left = users.read_text(encoding="utf-8")[1:]
            users.write_text(left, encoding="utf-8")
            if not left:
                note.unlink()
                cluster.__exit__(None, None, None)


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
