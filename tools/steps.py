"""Runs the steps of a set-up or test run, in parallel where possible, and reports progress and time."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parent.parent
STATE = ROOT / ".venv" / "steps"  # fingerprints of finished steps
LOGS = ROOT / "build" / "logs"

_PROGRESS = re.compile(r"\[\s*(\d+/\d+|\d+%)\]")  # printed by ninja and pytest
_REDRAW_S = 0.2


@dataclass
class Step:
    """Commands that run in sequence, after the steps that they depend on.

    A step with inputs is skipped if they are unchanged since it last succeeded at this level or a higher one.
    A higher level includes the lower ones: the set-up for tests includes the set-up for the game.
    """

    name: str
    commands: list[list[str]]
    after: tuple[str, ...] = ()
    inputs: list[str] | None = None  # files and folders below the root
    level: int = 0
    output: Path | None = None  # must exist for the step to count as done
    folder: Path = ROOT
    environment: dict[str, str] = field(default_factory=dict)
    slots: int = 1  # share of the machine that it occupies

    progress: str = ""
    began: float = 0
    ended: float = 0
    cpu_s: float = 0
    is_failed: bool = False

    @property
    def log(self) -> Path:
        """The file with the output of the commands."""
        return LOGS / f"{_slug(self.name)}.log"

    @property
    def _stamp(self) -> Path:
        return STATE / _slug(self.name)

    @property
    def seconds(self) -> float:
        """The duration of the step."""
        return self.ended - self.began

    def fingerprint(self) -> str:
        """Returns a digest of the inputs."""
        digest = hashlib.sha256()
        for item in self.inputs or []:
            digest.update(f"\0{item}\0".encode())
            for path in _files(ROOT / item):
                digest.update(f"{path.relative_to(ROOT)}\0".encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def is_done(self) -> bool:
        """Returns whether the step can be skipped."""
        if self.inputs is None or (self.output is not None and not self.output.exists()):
            return False
        if not self._stamp.is_file():
            return False
        mark, _, level = self._stamp.read_text().partition(" ")  # empty if an earlier run was cut off
        return level.isdecimal() and int(level) >= self.level and mark == self.fingerprint()

    def run(self) -> None:
        """Runs the commands until one fails."""
        self.began = time.monotonic()
        mark = self.fingerprint()
        LOGS.mkdir(parents=True, exist_ok=True)
        with self.log.open("w", encoding="utf-8") as log:
            self.is_failed = not all(self._run_command(command, log) for command in self.commands)
        self.ended = time.monotonic()
        if self.inputs is not None and not self.is_failed:
            STATE.mkdir(parents=True, exist_ok=True)
            self._stamp.write_text(f"{mark} {self.level}")

    def _run_command(self, command: list[str], log: TextIO) -> bool:
        environment = {**os.environ, **self.environment}
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        assert process.stdout is not None
        for line in process.stdout:
            log.write(line)
            if found := _PROGRESS.search(line):
                self.progress = found[1]
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.cpu_s += usage.ru_utime + usage.ru_stime
        return process.returncode == 0


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _files(path: Path) -> Iterable[Path]:
    if path.is_dir():
        return sorted(p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    return [path] if path.is_file() else []


class Run:
    """Runs steps in parallel, up to a number of slots, and shows their progress."""

    def __init__(self, steps: list[Step], slots: int) -> None:
        self._steps = steps
        self._free = slots
        self._began = time.monotonic()
        self._done: set[str] = set()
        self._waiting: list[Step] = []
        self._running: list[Step] = []
        self._changed = threading.Condition()
        self._is_live = sys.stdout.isatty()
        self._shown: dict[str, str] = {}

    def start(self, *, stop_early: bool) -> bool:
        """Runs all steps that are not up to date. Returns whether all succeeded."""
        for step in self._steps:
            is_current = all(name in self._done for name in step.after)
            if is_current and step.is_done():
                self._done.add(step.name)
            else:
                self._waiting.append(step)
        self._total = len(self._waiting)
        self._numbers = {step.name: number for number, step in enumerate(self._waiting, start=1)}
        failed: list[Step] = []
        with self._changed:
            while self._waiting or self._running:
                if not (failed and stop_early):
                    self._start_ready()
                if not self._running:
                    break
                self._changed.wait(_REDRAW_S)
                self._show_progress()
                for step in [s for s in self._running if s.ended]:
                    self._running.remove(step)
                    self._free += step.slots
                    self._report(step, "FAILED" if step.is_failed else "done", f"{step.seconds:.0f} s")
                    if step.is_failed:
                        failed.append(step)
                    else:
                        self._done.add(step.name)
        self._clear()
        for step in failed:
            print(f"\n--- {step.name} failed:\n{step.log.read_text(encoding='utf-8')}", flush=True)
        for step in self._waiting:
            print(f"not run: {step.name}")
        return not failed and not self._waiting

    def _start_ready(self) -> None:
        for step in list(self._waiting):
            if step.slots <= self._free and all(name in self._done for name in step.after):
                self._waiting.remove(step)
                self._running.append(step)
                self._free -= step.slots
                self._report(step, "…")
                threading.Thread(target=self._work, args=(step,), daemon=True).start()

    def _work(self, step: Step) -> None:
        try:
            step.run()
        except OSError as error:
            step.log.write_text(f"{error}\n", encoding="utf-8")
            step.is_failed, step.ended = True, time.monotonic()
        with self._changed:
            self._changed.notify()

    def _report(self, step: Step, state: str, detail: str = "") -> None:
        self._clear()
        number = f"[{self._numbers[step.name]}/{self._total}]"
        print(f"{self._clock()} {number:>7} {step.name:<28} {state} {detail}".rstrip(), flush=True)

    def _show_progress(self) -> None:
        if self._is_live:
            parts = [f"{s.name} [{s.progress}]" if s.progress else s.name for s in self._running]
            line = f"{self._clock()} {' · '.join(parts)}"
            print(f"\r\033[K{line[: shutil.get_terminal_size().columns - 1]}", end="", flush=True)
            return
        for step in self._running:
            if step.progress and "/" in step.progress and self._shown.get(step.name) != step.progress:
                self._shown[step.name] = step.progress
                self._report(step, f"[{step.progress}]")

    def _clear(self) -> None:
        if self._is_live:
            print("\r\033[K", end="")

    def _clock(self) -> str:
        seconds = int(time.monotonic() - self._began)
        return f"{seconds // 60}:{seconds % 60:02}"

    def table(self) -> str:
        """Returns a table of the time that each step took."""
        rows = [f"{'step':<28} {'from':>6} {'took':>7} {'CPU':>7}"]
        for step in sorted((s for s in self._steps if s.ended), key=lambda s: s.began):
            begin = step.began - self._began
            rows.append(f"{step.name:<28} {begin:>5.0f}s {step.seconds:>6.0f}s {step.cpu_s:>6.0f}s")
        total = sum(step.cpu_s for step in self._steps)
        rows.append(f"{'all':<28} {'':>6} {time.monotonic() - self._began:>6.0f}s {total:>6.0f}s")
        return "\n".join(rows)
