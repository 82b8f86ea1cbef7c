"""What must not be, asked of several servers at once: the same as of one, and the same answers."""

from collections.abc import Iterator

import pytest
import schemathesis

from tests.server.postgres import Cluster
from tests.server.promises import check_promises
from tests.server.running import RunningServer
from tests.server.several import Site
from tests.server.test_sockets import (  # noqa: F401  # run here again, by the fixture of this file
    test_a_forged_token_opens_nothing,
    test_a_repeated_command_is_carried_out_once,
    test_a_table_that_is_not_there,
    test_an_invitation_is_not_a_seat,
    test_coming_back_equals_never_having_left,
    test_pages_of_others_open_no_socket,
    test_public_tables_are_in_the_lobby_until_they_are_full,
    test_tables_that_cannot_be_made,
    test_the_first_message_must_be_a_hello_of_this_protocol,
    test_what_must_not_be_is_refused_and_harms_nobody,
    test_why_something_is_not_possible,
)

EXAMPLES = 10  # of each operation, times --games


class AnyServer(RunningServer):
    """A site, talked to as if it were one server: every connection is the next one's."""

    def __init__(self, site: Site) -> None:
        super().__init__("")
        self.port = site.port
        self.url = site.url


@pytest.fixture(scope="module")
def site(cluster: Cluster) -> Iterator[Site]:
    """Two servers that are asked for what must not be."""
    with Site(cluster.new_database(), 2, requests_per_s=100_000) as running:
        yield running


@pytest.fixture
def server(site: Site) -> AnyServer:
    """What the tests talk to."""
    return AnyServer(site)


def test_every_answer_of_any_server_is_one_that_was_promised(site: Site, games: int) -> None:
    schema = schemathesis.openapi.from_url(f"{site.url}/openapi.json")
    check_promises(schema, EXAMPLES * games)
