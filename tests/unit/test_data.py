"""The tables of the package are valid, and faulty tables are rejected with a clear error."""

import shutil
from pathlib import Path

import pytest

import crownfire.data
from crownfire.data import DataError, load_tables, tables

FOLDER = Path(crownfire.data.__file__).parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for table in FOLDER.glob("*.csv"):
        shutil.copy(table, tmp_path)
    return tmp_path


def _edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_tables_of_the_package_are_valid() -> None:
    assert {game: len(dominoes) for game, dominoes in tables().dominoes.items()} == {
        "kingdomino": 48,
        "origins": 48,
    }
    assert sum(kind.copies for kind in tables().cavemen) == 22


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        (
            "kingdomino.csv",
            "48,wheat,0,mine,3",
            "48,wheat,0,mine,2",
            r"found 9 symbols \(mine\), but the box has 10",
        ),
        ("kingdomino.csv", "48,wheat,0,mine,3\n", "", "numbered 1 to 48 in order; missing: 48"),
        ("kingdomino.csv", "2,wheat,0,wheat,0", "1,wheat,0,wheat,0", "numbered 1 to 48 in order; missing: 2"),
        (
            "kingdomino.csv",
            "1,wheat,0,wheat,0",
            "1,wheat,0,weat,0",
            "domino 1 has the unknown terrain 'weat'",
        ),
        ("kingdomino.csv", "1,wheat,0,wheat,0", "1,wheat,x,wheat,0", "line 2: invalid literal"),
        (
            "kingdomino.csv",
            "1,wheat,0,wheat,0",
            "1,wheat,0,forest,0",
            r"squares \(forest\), but the box has 22",
        ),
        ("kingdomino.csv", "crowns1", "crown", "the column 'crowns1' is missing"),
        (
            "origins.csv",
            "28,desert,0,0,volcano,0,1",
            "28,desert,0,0,volcano,0,2",
            r"found 4 volcanoes \(1\), but the box has 5",
        ),
        (
            "origins.csv",
            "28,desert,0,0,volcano,0,1",
            "28,desert,0,0,volcano,0,0",
            "every volcano, but no other half, has craters",
        ),
        (
            "origins.csv",
            "24,desert,0,0,grassland,1,0",
            "24,desert,1,0,grassland,0,0",
            r"resources \(mammoth\)",
        ),
        ("terrains.csv", "origins,desert,D", "origins,desert,W", "the letter W stands for both"),
        ("cavemen.csv", "w3,oaf,1", "w3,oaf,2", r"found 23 cavemen \(all\), but the box has 22"),
        ("totems.csv", "flint,quarry,6,9", "flint,quarry,6,8", "flint has 8 pieces, but the box has 9"),
        ("kingdomino.csv", "48,wheat,0,mine,3", "48,wheat,0,mine,4", "up to 3 symbols"),
        (
            "totems.csv",
            "mammoth,grassland",
            "mammoth,lake",
            r"each resource of terrains\.csv must have one totem",
        ),
        ("totems.csv", "mammoth,grassland,3", "mammoth,grassland,30", r"found 30 totem points \(mammoth\)"),
        ("cavemen.csv", "3,mammoth,0", "3,mamoth,0", "hu must have power, or score per one of"),
        ("options.csv", "harmony,complete", "harmony,compleet", "'compleet' must be one of"),
        (
            "setups.csv",
            "origins,,2,2,4,12,7,AABB,yes",
            "origins,,2,2,4,12,7,AABB,Yes",
            "'Yes' must be one of",
        ),
        ("setups.csv", "kingdomino,,3,1,3,12,5,ABC,no\n", "", "set-ups for 2, 3 and 4 players"),
        ("setups.csv", "kingdomino,,4,1,4,12", "kingdomino,,4,1,4,13", "13 lines of 4 don't fit"),
        ("setups.csv", "5,ABBA,no", "5,ABBB,no", "every seat must appear 2 times in the opening ABBB"),
        ("constants.csv", "cave_row,4,B1\n", "", "the names must be exactly"),
    ],
)
def test_a_faulty_table_is_rejected(folder: Path, name: str, old: str, new: str, complaint: str) -> None:
    _edit(folder, name, old, new)
    with pytest.raises(DataError, match=complaint):
        load_tables(folder)


def test_the_error_names_a_missing_table(folder: Path) -> None:
    (folder / "totems.csv").unlink()
    with pytest.raises(DataError, match=r"totems\.csv: the table can't be read"):
        load_tables(folder)
