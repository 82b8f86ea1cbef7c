"""The tables are read, and wrong ones are refused with what is wrong."""

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


def test_the_tables_of_the_package_are_right() -> None:
    assert {game: len(dominoes) for game, dominoes in tables().dominoes.items()} == {
        "kingdomino": 48,
        "origins": 48,
    }
    assert sum(kind.copies for kind in tables().cavemen) == 22


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("kingdomino.csv", "48,wheat,0,mine,3", "48,wheat,0,mine,2", "9 symbols of mine, but the box has 10"),
        ("kingdomino.csv", "48,wheat,0,mine,3\n", "", "numbered 1 to 48; missing: 48"),
        ("kingdomino.csv", "2,wheat,0,wheat,0", "1,wheat,0,wheat,0", "numbered 1 to 48; missing: 2"),
        ("kingdomino.csv", "1,wheat,0,wheat,0", "1,wheat,0,weat,0", "domino 1: no terrain 'weat'"),
        ("kingdomino.csv", "1,wheat,0,wheat,0", "1,wheat,x,wheat,0", "line 2: invalid literal"),
        (
            "kingdomino.csv",
            "1,wheat,0,wheat,0",
            "1,wheat,0,forest,0",
            "squares of forest, but the box has 22",
        ),
        ("kingdomino.csv", "crowns1", "crown", "there is no column"),
        (
            "origins.csv",
            "28,desert,0,0,volcano,0,1",
            "28,desert,0,0,volcano,0,2",
            "4 volcanoes of 1, but the box has 5",
        ),
        (
            "origins.csv",
            "28,desert,0,0,volcano,0,1",
            "28,desert,0,0,volcano,0,0",
            "craters belong to volcanoes",
        ),
        ("origins.csv", "24,desert,0,0,grassland,1,0", "24,desert,1,0,grassland,0,0", "resources of mammoth"),
        ("terrains.csv", "origins,desert,D", "origins,desert,W", "the letter W means both"),
        ("cavemen.csv", "w3,oaf,1", "w3,oaf,2", "23 cavemen of all, but the box has 22"),
        ("totems.csv", "flint,quarry,6,9", "flint,quarry,6,8", "8 pieces of flint is not the box's number"),
        ("kingdomino.csv", "48,wheat,0,mine,3", "48,wheat,0,mine,4", "up to 3 symbols"),
        ("totems.csv", "mammoth,grassland", "mammoth,lake", "a totem for each resource"),
        ("totems.csv", "mammoth,grassland,3", "mammoth,grassland,30", "30 totem points of mammoth"),
        ("cavemen.csv", "3,mammoth,0", "3,mamoth,0", "hu must score per"),
        ("options.csv", "harmony,complete", "harmony,compleet", "'compleet' is none of"),
        ("setups.csv", "origins,,2,2,4,12,7,AABB,yes", "origins,,2,2,4,12,7,AABB,Yes", "'Yes' is none of"),
        ("setups.csv", "kingdomino,,3,1,3,12,5,ABC,no\n", "", "set-ups for 2, 3 and 4 players"),
        ("setups.csv", "kingdomino,,4,1,4,12", "kingdomino,,4,1,4,13", "13 lines of 4 don't fit"),
        ("setups.csv", "5,ABBA,no", "5,ABBB,no", "every seat must stand 2 times"),
        ("constants.csv", "cave_row,4,B1\n", "", "there must be exactly"),
    ],
)
def test_a_wrong_table_is_refused(folder: Path, name: str, old: str, new: str, complaint: str) -> None:
    _edit(folder, name, old, new)
    with pytest.raises(DataError, match=complaint):
        load_tables(folder)


def test_a_missing_table_is_named(folder: Path) -> None:
    (folder / "totems.csv").unlink()
    with pytest.raises(DataError, match=r"totems\.csv: the table can't be read"):
        load_tables(folder)
