"""Compiles the native core for other systems with Zig's compiler, to check that it builds. Runs nothing.

Usage: `cross_compile.py TABLES`, the folder of the generated headers, such as build/sanitize/generated.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

NATIVE = Path(__file__).resolve().parent.parent / "native"
TARGETS = ("x86_64-windows-gnu", "aarch64-macos")
CORES = 2


def compile_source(target: str, source: Path, tables: Path, output: Path) -> str:
    """Compiles a source file. Returns the errors and warnings of the compiler."""
    includes = [f"-I{NATIVE / 'include'}", f"-I{tables}"]
    options = ["-target", target, "-std=gnu++20", "-O1", "-Wall", "-Wextra", "-Werror", *includes]
    command = [sys.executable, "-m", "ziglang", "c++", *options, "-c", str(source), "-o", str(output)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(f"{target:<20} {source.name:<22} {'done' if done.returncode == 0 else 'FAILED'}", flush=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def main() -> None:
    """Compiles every source file for every target."""
    tables = Path(sys.argv[1])
    sources = sorted((NATIVE / "src").glob("*.cpp"))
    with TemporaryDirectory() as folder, ThreadPoolExecutor(CORES) as pool:
        jobs = [
            pool.submit(compile_source, target, source, tables, Path(folder) / f"{target}-{source.stem}.o")
            for target in TARGETS
            for source in sources
        ]
        errors = [job.result() for job in jobs]
    sys.exit("\n".join(filter(None, errors)) or 0)


if __name__ == "__main__":
    main()
