"""`crownfire ratings` as people call it, and the page that is made of what it finds."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from benchmarks import ratings as report

from crownfire.arena import Rating
from crownfire.cli.plot import draw

COMMAND = [sys.executable, "-c", "from crownfire.cli import main; main()", "ratings"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "100"}
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, env=environment, check=False
    )


def test_table_json_and_plot_say_the_same_and_a_run_goes_on(tmp_path: Path) -> None:
    ladder = ["-r", "kingdomino", "-r", "kingdomino+mighty_duel", "-b", "tr,fg,hard(nodes=10)"]
    ladder += ["--neighbours", "1", "--seed", "3", "--out", str(tmp_path / "kept")]
    plot = tmp_path / "ratings.svg"
    data = json.loads(run(*ladder, "--deals", "2", "--json").stdout)
    assert [each["rules"] for each in data["ratings"]] == ["kingdomino", "kingdomino+mighty_duel"]
    assert [each["games"] for each in data["ratings"]] == [8, 8]
    kept = sorted((tmp_path / "kept").iterdir())
    assert [len(file.read_text(encoding="utf-8").splitlines()) for file in kept] == [9, 9]
    table = run(*ladder, "--deals", "2", "--plot", str(plot)).stdout
    assert [len(file.read_text(encoding="utf-8").splitlines()) for file in kept] == [9, 9]  # none was new
    assert "Elo points above fg" in table
    for each in data["ratings"]:
        for bot in each["bots"]:
            assert any(line.split()[:2] == [bot["bot"], str(bot["rating"])] for line in table.splitlines()), (
                bot
            )
    texts = [text.text for text in ElementTree.parse(plot).iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("hard(nodes=10)") == 2


def test_one_sided_results_are_said_to_be_so() -> None:
    shown = run("-r", "origins-discovery", "-b", "tr,fg", "--deals", "2").stdout
    assert "at most" in shown
    assert "Only a weak prior then limits the rating" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-b", "fg"], "2 players need at least 2 bots"),
        (["-b", ""], "2 players need at least 2 bots"),
        (["-b", "fg,tr,fg"], "a round robin lists every bot once"),
        (["-b", "fg,tr", "--anchor", "hard"], "the anchor hard is not one of the bots fg, tr"),
        (["-r", "chess"], "chess"),
        (["-r", "kingdomino", "-r", "kingdomino"], "--rules names the same ruleset twice"),
        (["-b", "fg,tr", "--workers", "1", "--ray", "local"], "choose --workers or --ray, not both"),
        (["-b", "fg,tr", "--plot", "no/such/folder.svg"], "no/such/folder.svg: No such file"),
    ],
)
def test_what_is_wrong_is_one_line(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not done.stdout


def test_a_plot_shows_every_bot_and_open_ends() -> None:
    found = [
        Rating("c<3", 800.0, 350.0, float("inf"), 80, 80),
        Rating("b", 0.0, 0.0, 0.0, 160, 80),
        Rating("a", -30.0, -90.0, 30.0, 80, 40),
    ]
    picture = ElementTree.fromstring(draw({"kingdomino": found}, "b"))
    space = "{http://www.w3.org/2000/svg}"
    dots = [float(dot.attrib["cx"]) for dot in picture.iter(f"{space}circle")]
    assert dots == sorted(dots, reverse=True)
    assert "c<3" in [text.text for text in picture.iter(f"{space}text")]
    assert [path.attrib["class"] for path in picture.iter(f"{space}path")].count("open") == 1


def test_the_page_and_its_plot_are_made_of_the_figures() -> None:
    """After `python -m benchmarks.ratings --only-write` nothing has changed."""
    figures = json.loads(report.FIGURES.read_text(encoding="utf-8"))
    text = report.PAGE.read_text(encoding="utf-8")
    assert report.page(text, figures) == text
    assert report.PLOT.read_text(encoding="utf-8") == report.plot(figures)
    assert all(f"`{bot}`" in text for bot in figures["bots"])
