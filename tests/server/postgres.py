"""A real PostgreSQL for tests: a cluster of its own on loopback, gone afterwards."""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType

import asyncpg

from tests.server.running import free_port

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

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="crownfire-postgres-"))
        self._data = self._folder / "data"
        self.port = free_port()
        self._databases = 0
        if os.geteuid() == 0:
            shutil.chown(self._folder, _USER)
        self._run("initdb", "-D", str(self._data), "-U", _USER, "-A", "trust", "-E", "UTF8")

    def __enter__(self) -> "Cluster":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        """Starts it and waits until it answers."""
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1"
        self._run(
            "pg_ctl", "-D", str(self._data), "-o", options, "-l", str(self._folder / "log"), "-w", "start"
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
        """The address of an empty database."""
        self._databases += 1
        name = f"crownfire_{self._databases}"
        asyncio.run(self._create(name))
        return f"postgresql+asyncpg://{_USER}@127.0.0.1:{self.port}/{name}"

    async def _create(self, name: str) -> None:
        connection = await asyncpg.connect(
            host="127.0.0.1", port=self.port, user=_USER, database="postgres", ssl=False
        )
        try:
            await connection.execute(f"CREATE DATABASE {name}")
        finally:
            await connection.close()

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(_binaries() / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", _USER, "--", *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")
