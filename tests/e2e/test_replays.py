"""Replays: records of all rulesets, bad files, links to positions, what the device keeps, score tables."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from crownfire.game import Game
from crownfire.notation import format_records
from tests.e2e.test_access import Examiner
from tests.e2e.visitors import CONNECTION, REFUSAL, Visitors
from tests.games import ALL, new_game, play_on, random_game
from tests.server.running import RunningServer, play_to_the_end

DROP = """([name, bytes]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(bytes)], name));
  document.querySelector('main').dispatchEvent(
    new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""
# As another version of the client would have kept a table.
RESHAPE = """(table) => new Promise((resolve, reject) => {
  const request = indexedDB.open('crownfire');
  request.onerror = reject;
  request.onsuccess = () => {
    const change = request.result.transaction('replay-heads', 'readwrite');
    const heads = change.objectStore('replay-heads');
    const found = heads.get(`table-${table}`);
    found.onsuccess = () => heads.put({ ...found.result, shape: 1 });
    change.oncomplete = () => { request.result.close(); resolve(); };
    change.onabort = reject;
  };
})"""
WIDE = "() => [document.documentElement.scrollWidth, innerWidth]"


def record_of(*games: Game) -> str:
    return format_records([game.record() for game in games])


def records() -> Iterator[tuple[str, str]]:
    """20 records: every ruleset and player count, options, names, a Dynasty."""
    for seed, (rules, players) in enumerate(ALL):
        yield f"{rules}-{players}", record_of(random_game(rules, players, seed))
    named = new_game("kingdomino", 4, 40)
    named.names = ("Ada", "Zoë", "easy", "easy")
    yield "named", record_of(play_on(named, 40, greedy_seats=4))
    yield "dynasty", record_of(*(random_game("kingdomino+harmony", 3, seed) for seed in (50, 51, 52)))


def told(path: Path) -> dict[str, Any]:
    """What the command says of a record."""
    command = [sys.executable, "-c", "from crownfire.cli import main; main()", "replay", "--json", str(path)]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return found


def drop(page: Page, name: str, data: str | bytes) -> None:
    content = data.encode() if isinstance(data, str) else data
    page.locator("main").wait_for()
    page.evaluate(DROP, [name, list(content)])


def shown_points(page: Page) -> list[int]:
    """The points of all seats at the step that is shown."""
    texts = page.get_by_role("list", name="Players").locator(".more strong").all_inner_texts()
    return [int(text.split()[0]) for text in texts]


def test_twenty_records_end_as_the_command_says(visitors: Visitors, tmp_path: Path) -> None:
    made = dict(records())
    assert len(made) == 20
    for name, text in made.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with ThreadPoolExecutor(2) as pool:
        expected = dict(zip(made, pool.map(lambda name: told(tmp_path / name), made), strict=True))
    page = visitors.come("/replay")
    some_discards = 0
    for name, text in made.items():
        games = expected[name].get("games", [expected[name]])
        before = page.url.split("&")[0]
        drop(page, f"{name}.record", text)
        page.wait_for_function(
            "(before) => location.search && location.href.split('&')[0] !== before", arg=before
        )
        for number, (game, part) in enumerate(zip(games, text.split("---\n"), strict=True), start=1):
            if len(games) > 1:
                page.get_by_role("button", name=f"Game {number} of {len(games)}").click()
            page.get_by_role("button", name="Go to the end").click()
            assert shown_points(page) == game["scores"], name
            turns = len(re.findall(r"^\d: ", part, re.MULTILINE))
            expect(page.get_by_role("combobox", name="Turn").locator("option")).to_have_count(turns + 1)
            expect(page.get_by_role("listitem").locator("[aria-current=step]")).to_have_count(1)
            discards = len(re.findall(r"^\d: .*\bx\b", part, re.MULTILINE))
            expect(page.get_by_role("button", name="Rule C5")).to_have_count(discards)
            some_discards += discards
    assert some_discards
    page.get_by_role("link", name="Score table").click()
    rows = page.get_by_role("table").locator("tfoot tr")
    expect(rows.first.locator("td")).to_have_count(3)
    last = expected["dynasty"]
    order = [seat for group in games[-1]["ranking"] for seat in group]
    assert rows.first.locator("td").all_inner_texts() == [
        str(games[-1]["scores"][seat - 1]) for seat in order
    ]
    assert rows.last.locator("td").all_inner_texts() == [str(last["totals"][seat - 1]) for seat in order]
    # Every line of points leads to its rule.
    lines = page.get_by_role("table").locator("tbody tr:not(.place, .grounds)")
    expect(lines.get_by_role("button", name=re.compile(", Rule (C9|C12)$"))).to_have_count(lines.count())
    rows.last.get_by_role("button", name=re.compile("^Total of 3 games.*, Rule K6$")).click()
    expect(page.get_by_role("dialog", name="Rule K6")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Rule C10")).to_be_visible()


def test_bad_files_are_told_in_a_sentence(visitors: Visitors) -> None:
    good = record_of(random_game("origins-tribe", 2, 3))
    lines = good.splitlines()
    first = next(i for i, line in enumerate(lines) if re.match(r"^\d: [a-m]\d+", line))  # the first placement

    def changed(index: int, line: str) -> str:
        return "\n".join([*lines[:index], line, *lines[index + 1 :]]) + "\n"

    seat = lines[first][0]
    page = visitors.come("/replay")
    visitors.expect_complaints(page, REFUSAL)
    alert = page.get_by_role("alert")
    for data, line, words in (
        (
            changed(first, re.sub(r" \w+", " a1n", lines[first], count=1)),
            first + 1,
            "Neither half would touch",
        ),
        (
            changed(first, f"{3 - int(seat)}{lines[first][1:]}"),
            first + 1,
            f"It’s player {seat}’s turn.",
        ),
        (changed(3, "order: 9 9"), 4, ""),
        (changed(first, f"{seat}: hello"), first + 1, "This part of the record can’t be read"),
        (changed(1, "rules: chess"), 2, "These rules, options and number of players"),
        (changed(len(lines) - 1, "result: 1 2"), len(lines), "The result is wrong"),
        ("Dear Ada,\nhow are you?\n", 1, "This is not a game record"),
    ):
        drop(page, "bad.record", data)
        expect(alert).to_contain_text(f"Line {line} of the record")
        expect(alert).to_contain_text(words)
        expect(alert.locator("code")).to_have_text(f"{line} {data.splitlines()[line - 1]}")
    rule = page.get_by_role("button", name=re.compile("^Rule "))
    expect(rule).to_have_count(0)  # there is none for a letter
    for content, words in (
        (b"\x89PNG\r\n\x1a\n\x00\x00", "This is not a text file, so it can’t be a game record."),
        (b"", "There is no record in it."),
        (b"x" * 200_000, "This is too long to be a game record."),
    ):
        drop(page, "bad.png", content)
        expect(alert).to_have_text(words)
    drop(page, "bad.record", changed(first, f"{3 - int(seat)}{lines[first][1:]}"))
    rule.click()
    dialog = page.get_by_role("dialog", name="Rule N3")
    expect(dialog.get_by_role("heading", name="The record of a game")).to_be_visible()
    page.keyboard.press("Escape")
    expect(rule).to_be_focused()
    page.get_by_role("combobox", name="Language").select_option("nl")
    expect(alert).to_contain_text(f"Speler {seat} is aan de beurt.")
    expect(page.get_by_role("button", name="Regel N3")).to_be_visible()
    page.get_by_role("combobox", name="Taal").select_option("en")

    # What was pasted is still there after an error, which has the focus.
    unfinished = "\n".join(lines[: first + 4]) + "\n"
    page.get_by_text("Paste a record as text").click()
    pasted = page.get_by_role("textbox", name="Paste a record as text")
    for text in (unfinished + "?\n", unfinished + "?\n", "?"):
        pasted.fill(text)
        page.get_by_role("button", name="Show the replay").click()
        expect(page.get_by_role("heading", name="This replay can’t be shown")).to_be_focused()
        expect(alert).to_contain_text(f"Line {text.count(chr(10)) or 1} of the record")
        expect(pasted).to_have_value(text)
    pasted.fill(unfinished)
    page.get_by_role("button", name="Show the replay").click()
    expect(page.get_by_text("This game is unfinished.")).to_be_visible()
    page.get_by_role("button", name="Go to the end").click()
    expect(page.get_by_role("combobox", name="Turn")).to_have_value(
        str(len(re.findall(r"^\d: ", unfinished, re.MULTILINE)))
    )
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(0)  # a file has none


@pytest.fixture(scope="module")
def table(server: RunningServer) -> tuple[str, str]:
    """A game of Totem that is over, and the token of its first seat."""
    made = server.make_table("origins-totem", "hb")
    token = made["seats"][0]["token"]
    play_to_the_end([server.client(made["table"], token)])
    return made["table"], token


def test_a_link_leads_to_a_position(visitors: Visitors, table: tuple[str, str]) -> None:
    page = visitors.come(f"/replay/{table[0]}?game=0&step=37")
    slider = page.get_by_role("slider", name="Position in the game")
    expect(slider).to_have_value("37")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("38")
    page.wait_for_url("**/replay/*?game=0&step=38")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link to this position").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    words = page.locator("[aria-live=polite]").inner_text()
    friend = visitors.come(page.evaluate("() => navigator.clipboard.readText()"))
    expect(friend.locator("[aria-live=polite]")).to_have_text(words)
    expect(friend.locator("[aria-current=step]")).to_have_text(words)

    last = slider.get_attribute("max")
    turn = page.get_by_role("combobox", name="Turn")
    page.keyboard.press("Home")
    expect(turn).to_have_value("0")
    page.keyboard.press("Shift+ArrowRight")
    expect(turn).to_have_value("1")
    page.keyboard.press("Shift+ArrowRight")
    expect(turn).to_have_value("2")
    page.keyboard.press("Shift+ArrowLeft")
    expect(turn).to_have_value("1")
    page.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    expect(page.locator("[aria-live=polite]")).to_contain_text("win")
    turn.select_option("10")
    expect(page.locator("[aria-current=step]")).to_be_in_viewport()
    page.get_by_role("listitem").filter(has_text="New line").first.get_by_role("button").click()
    expect(page.locator("[aria-live=polite]")).to_contain_text("New line")
    plot = page.get_by_role("img", name="Points during the game")
    box = plot.bounding_box()
    assert box is not None
    plot.click(position={"x": box["width"] - 15, "y": 50})
    expect(slider).to_have_value(str(last))
    large = page.get_by_role("region", name="Somebody")
    page.get_by_role("button", name="Enlarge Somebody’s territory").click()
    expect(large).to_be_visible()
    page.get_by_role("button", name="Go to the beginning").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(turn).not_to_have_value("0")
    expect(large).to_be_visible()  # also while the others move


def test_replays_are_kept_for_when_the_server_is_away(visitors: Visitors, table: tuple[str, str]) -> None:
    page = visitors.come(f"/table/{table[0]}#seat={table[1]}")
    expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()
    page.get_by_role("link", name="Crownfire home page").click()
    page.get_by_role("link", name="Open the replays").click()
    drop(page, "a.record", record_of(random_game("kingdomino", 2, 7)))
    page.get_by_role("link", name="Watch another replay").click()
    expect(page.get_by_role("listitem").filter(has_text="Totem Mode")).to_have_count(1)  # kept at its end

    visitors.expect_complaints(page, CONNECTION)
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("link", name="Totem Mode").click()
    expect(page.get_by_text("This is the copy kept on your device")).to_be_visible()
    page.get_by_role("button", name="Go to the end").click()
    expect(page.locator("[aria-live=polite]")).to_contain_text("win")
    page.get_by_role("link", name="Score table").click()
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_role("link", name="Watch the replay").click()
    page.get_by_role("link", name="Watch another replay").click()
    drop(page, "a.record", record_of(random_game("kingdomino", 2, 7)))  # the same once more
    expect(page.get_by_role("heading", name="Replay · Kingdomino")).to_be_visible()
    drop(page, "b.record", record_of(random_game("kingdomino", 2, 8)))
    expect(page.get_by_role("alert")).to_contain_text(
        "The server isn’t responding, and this record was never"
    )
    page.get_by_role("button", name="Remove: Kingdomino").click()
    expect(page.get_by_role("listitem").filter(has_text="Kingdomino")).to_have_count(0)


def test_games_of_my_tables_are_kept_ahead(visitors: Visitors, table: tuple[str, str]) -> None:
    mine = {
        "table": table[0],
        "tokens": [],
        "rules": "origins-totem",
        "seats": [],
        "usedMs": 1,
        "isOver": True,
    }
    text = json.dumps(json.dumps([mine]))
    script = f"localStorage.getItem('crownfire.tables') ?? localStorage.setItem('crownfire.tables', {text})"
    page = visitors.come("/", script=script)
    page.wait_for_function("() => JSON.parse(localStorage.getItem('crownfire.tables'))[0].kept")
    page.get_by_role("link", name="Open the replays").click()
    kept = page.get_by_role("listitem").filter(has_text="Totem Mode")
    expect(kept).to_have_count(1)  # though it was never opened here

    # Of another shape it can't be shown, so it is as good as gone, without the server too.
    page.evaluate(RESHAPE, table[0])
    visitors.expect_complaints(page, CONNECTION)
    page.route("**/api/**", lambda route: route.abort())
    page.goto(f"{visitors.address}/replay/{table[0]}")
    expect(page.get_by_role("alert")).to_contain_text("The server isn’t responding.")
    expect(kept).to_have_count(0)
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Replay · Origins: Totem Mode")).to_be_focused()

    # Whoever removes it is rid of it.
    page.get_by_role("link", name="Watch another replay").click()
    kept.get_by_role("button").click()
    expect(kept).to_have_count(0)
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(kept).to_have_count(0)


def test_the_score_table_on_paper_and_as_a_picture(
    visitors: Visitors, table: tuple[str, str], tmp_path: Path
) -> None:
    page = visitors.come(f"/score/{table[0]}", locale="de-DE", scheme="dark")
    expect(page.get_by_role("heading", name="Totem-Modus")).to_be_visible()
    expect(page.locator("main > p.soft").first).to_contain_text(re.compile(r"\d{1,2}\. \w+ 20\d\d"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Als Bild speichern").click()
    picture = tmp_path / "score.png"
    download.value.save_as(picture)
    data = picture.read_bytes()
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert (width, 1000 < height < 4000, 50_000 < len(data) < 3_000_000) == (1600, True, True)
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Drucken")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for size in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size))) == 1


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
def test_everything_fits_on_a_phone(visitors: Visitors, locale: str) -> None:
    game = new_game("origins-tribe+homo_habilis", 4, 9)
    game.names = ("Ada", "Bartholomew of the Hills", "easy", "easy")
    page = visitors.come("/replay", size="phone", locale=locale)
    examiner = Examiner()

    def look(where: str) -> None:
        scroll, inner = page.evaluate(WIDE)
        assert scroll <= inner, f"{where} is {scroll} wide on a screen of {inner}"
        examiner.look(page, where)

    page.locator(".drop").wait_for()
    look("without a replay")
    drop(page, "a.record", record_of(play_on(game, 9, greedy_seats=4)))
    page.get_by_role("slider").fill("120")
    page.locator("details summary").click()
    look("replay")
    page.locator("p.buttons a.primary").click()
    page.get_by_role("table").wait_for()
    look("score table")
    examiner.assert_nothing()
