"""Rewrites the golden playthroughs, the perft tables and docs/rules.md for review (`make golden`)."""

from tests.games import PLAIN
from tests.golden.playthrough import playthrough
from tests.golden.test_golden import DOCS, FOLDER, PACKAGED, golden_path
from tests.perft import tables


def main() -> None:
    for old in FOLDER.glob("*.record"):
        old.unlink()
    for rules, players in PLAIN:
        golden_path(rules, players).write_text(playthrough(rules, players), encoding="utf-8")
    tables.write()
    DOCS.write_text(PACKAGED.read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main()
