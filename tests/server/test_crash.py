"""The server is killed again and again while people play: nothing that was acknowledged is lost."""

import random
import time

import httpx

from tests.server.players import Player, check_table
from tests.server.postgres import Cluster
from tests.server.running import RunningServer

KILLS = 3  # times --games
TABLES = 3


def _sit_down(server: RunningServer) -> list[Player]:
    """Somebody at every table, who plays a hot-seat game to its end."""
    tables = [server.make_table("origins-tribe", "hh") for _ in range(TABLES)]
    players = [
        Player(server.port, made["table"], *(seat["token"] for seat in made["seats"])) for made in tables
    ]
    for player in players:
        player.start()
    return players


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(
    own_server: RunningServer, games: int
) -> None:
    server = own_server
    dice = random.Random(1)
    players = _sit_down(server)
    kills = 0
    while any(player.is_alive() for player in players):
        time.sleep(dice.uniform(0.05, 0.4))
        if kills < KILLS * games and any(player.is_alive() for player in players):
            server.kill()
            server.start()
            kills += 1
    for player in players:
        check_table(server, player.table, [player])
    assert kills >= min(KILLS * games, 1)


def test_a_database_that_is_away_for_a_while_costs_nothing(own_cluster: Cluster, games: int) -> None:
    """PostgreSQL goes away without warning for seconds under load and comes back."""
    with RunningServer(own_cluster.new_database()) as server:
        players = _sit_down(server)
        time.sleep(0.3)
        assert all(player.is_alive() for player in players)
        own_cluster.stop("immediate")
        try:
            assert httpx.get(f"{server.url}/healthz").status_code == 200
            assert httpx.get(f"{server.url}/readyz").status_code == 503
            time.sleep(min(10, 2 * games))
        finally:
            own_cluster.start()
        for player in players:
            check_table(server, player.table, [player])
