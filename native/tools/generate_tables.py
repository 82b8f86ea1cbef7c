"""Generates the C++ tables from the CSV files: `generate_tables.py DATA_FOLDER OUTPUT_FOLDER`.

Set-ups and options have their own header, since only one source file needs them.
"""

import csv
import sys
from pathlib import Path


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    """Returns the rows of a CSV table."""
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def dominoes(folder: Path, game: str, symbols: str) -> str:
    """Returns an array of the 48 dominoes of a game; index 0 is domino 1."""
    terrains = [row["terrain"] for row in rows(folder, "terrains.csv") if row["game"] == game]
    items = []
    for row in rows(folder, f"{game}.csv"):
        halves = [
            f"{{{terrains.index(row['terrain' + h])}, {row[symbols + h]}, {row.get('craters' + h, '0')}}}"
            for h in "12"
        ]
        items.append(f"    {{{', '.join(halves)}}},")
    body = "\n".join(items)
    return f"inline constexpr std::array<Domino, 48> k{game.capitalize()}Dominoes{{{{\n{body}\n}}}};"


def terrains(folder: Path, game: str) -> str:
    """Returns the letters of a game's terrains, in the order of the table."""
    found = [row for row in rows(folder, "terrains.csv") if row["game"] == game]
    letters = "".join(row["letter"] for row in found)
    return f'inline constexpr std::string_view k{game.capitalize()}Letters = "{letters}";'


def resources(folder: Path) -> list[str]:
    """Returns the arrays of resources and totem points.

    The totems' terrains must come first in terrains.csv, in the order of the totems, and volcano last.
    """
    origins = [row for row in rows(folder, "terrains.csv") if row["game"] == "origins"]
    totems = rows(folder, "totems.csv")
    kinds = [row["resource"] for row in totems]
    if [row["resource"] for row in origins][: len(kinds)] != kinds or origins[-1]["terrain"] != "volcano":
        sys.exit("terrains.csv must list the totems' terrains first, in their order, and volcano last")
    names = ", ".join(f'"{kind}"' for kind in kinds)
    points = ", ".join(row["points"] for row in totems)
    return [
        f"inline constexpr std::array<std::string_view, {len(kinds)}> kResources{{{names}}};",
        f"inline constexpr std::array<int, {len(kinds)}> kTotemPoints{{{points}}};",
    ]


def cavemen(folder: Path) -> str:
    """Returns an array of the kinds of cavemen, with what each counts as an index (`Per` in pieces.hpp)."""
    per = [row["resource"] for row in rows(folder, "totems.csv")] + ["resource", "fire", "caveman", ""]
    table = rows(folder, "cavemen.csv")
    items = "\n".join(
        f'    {{"{r["code"]}", {r["copies"]}, {r["points"]}, {per.index(r["per"])}, {r["power"]}}},'
        for r in table
    )
    return f"inline constexpr std::array<Caveman, {len(table)}> kCavemen{{{{\n{items}\n}}}};"


def setups(folder: Path) -> str:
    """Returns an array of the set-ups."""
    table = rows(folder, "setups.csv")
    items = []
    for r in table:
        numbers = ", ".join(r[name] for name in ("players", "kings", "line", "lines", "frame"))
        paired = "true" if r["paired"] == "yes" else "false"
        items.append(f'    {{"{r["game"]}", "{r["option"]}", {numbers}, "{r["opening"]}", {paired}}},')
    body = "\n".join(items)
    return f"inline constexpr std::array<Setup, {len(table)}> kSetups{{{{\n{body}\n}}}};"


def options(folder: Path) -> str:
    """Returns an array of the options with their bonuses."""
    table = rows(folder, "options.csv")
    items = [f'    {{"{r["game"]}", "{r["option"]}", "{r["bonus"]}", {r["points"]}}},' for r in table]
    body = "\n".join(items)
    return f"inline constexpr std::array<Option, {len(table)}> kOptions{{{{\n{body}\n}}}};"


def constants(folder: Path) -> list[str]:
    """Returns the constants of the rules."""
    found = []
    for row in rows(folder, "constants.csv"):
        name = "".join(word.capitalize() for word in row["name"].split("_"))
        found.append(f"inline constexpr int k{name} = {row['value']};  // {row['rule']}")
    return found


def header(path: Path, items: list[str]) -> None:
    """Writes a header unless it is up to date, so that a changed table recompiles as little as possible."""
    lines = [
        "// Generated from the CSV tables by generate_tables.py; do not edit.",
        "#pragma once",
        '#include "crownfire/pieces.hpp"',
        "namespace crownfire {",
        *items,
        "}  // namespace crownfire",
    ]
    text = "\n".join(lines) + "\n"
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main() -> None:
    """Writes all headers."""
    folder, output = Path(sys.argv[1]), Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    tables = [
        dominoes(folder, "kingdomino", "crowns"),
        dominoes(folder, "origins", "fires"),
        terrains(folder, "kingdomino"),
        terrains(folder, "origins"),
        *resources(folder),
        cavemen(folder),
        *constants(folder),
    ]
    header(output / "tables.hpp", tables)
    header(output / "setups.hpp", [setups(folder), options(folder)])


if __name__ == "__main__":
    main()
