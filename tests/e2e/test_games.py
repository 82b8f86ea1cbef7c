"""Whole games of every kind, from the start page to the record."""

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from crownfire.notation import parse_records
from tests.e2e.playing import GAMES, Player, start_against_bot, wait_for_winner
from tests.e2e.visitors import Visitors
from tests.server.running import RunningServer


@pytest.mark.parametrize("rules", GAMES)
def test_a_game_against_a_bot_to_the_announced_winner(
    rules: str, visitors: Visitors, server: RunningServer, tmp_path: Path
) -> None:
    page = visitors.come("/")
    table = start_against_bot(page, rules)
    Player(page, seed=7).play()

    end = wait_for_winner(page)
    replay = httpx.get(f"{server.url}/api/tables/{table}/replay").json()
    assert replay["is_over"]
    scores = [sheet["total"] for sheet in replay["sheets"]]
    ranked = [seat for group in replay["ranking"] for seat in group]
    totals = end.get_by_role("article").locator("tfoot .total").all_inner_texts()
    assert [int(text) for text in totals] == [scores[seat] for seat in ranked]
    expect(end.get_by_role("status")).to_contain_text(" : ".join(totals))
    names = end.get_by_role("article").locator("h3").all_inner_texts()
    assert ["Player 1" in name for name in names] == [seat == 0 for seat in ranked]

    if rules == "kingdomino":  # who opens a finished game sees its count too
        page.reload()
        end = wait_for_winner(page)
        expect(end.get_by_role("status")).to_contain_text(" : ".join(totals))

    with page.expect_download() as downloading:
        end.get_by_role("link", name="Download the record").click()
    path = tmp_path / "record"
    downloading.value.save_as(path)
    (record,) = parse_records(path.read_text(encoding="utf-8"))
    assert record.result == tuple(scores)
