"""The addresses of a server, and links to its tables. Tokens stand behind #, so no log ever sees them."""

import contextlib
import ipaddress
import socket
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from crownfire.server.settings import Settings


@dataclass(frozen=True, slots=True)
class Links:
    """Links under one address."""

    base: str  # without a slash at the end

    @classmethod
    def of(cls, request: HTTPConnection) -> "Links":
        """Links that whoever made a request can open: the public address, or the one that was used."""
        settings: Settings = request.app.state.settings
        if settings.public_url:
            return cls(settings.public_url.rstrip("/"))
        return cls(str(request.base_url).rstrip("/"))

    def seat(self, table: str, token: str) -> str:
        """Opens a seat on any device."""
        return f"{self.base}/table/{table}#seat={token}"

    def invitation(self, table: str, token: str) -> str:
        """Lets somebody take a seat."""
        return f"{self.base}/table/{table}#invite={token}"

    def watch(self, table: str, token: str) -> str:
        """Lets somebody look on."""
        return f"{self.base}/table/{table}#watch={token}"


def addresses(settings: Settings) -> list[str]:
    """Where the server can be opened, the best for other devices first."""
    if settings.public_url:
        return [settings.public_url.rstrip("/")]
    if settings.host not in ("0.0.0.0", "::"):
        return [f"http://{_bracketed(settings.host)}:{settings.port}"]
    found = [f"http://{_bracketed(address)}:{settings.port}" for address in home_addresses()]
    return [*found, f"http://localhost:{settings.port}"]


def home_addresses() -> list[str]:
    """The addresses of this machine in its own network."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("10.255.255.255", 1))  # sends nothing; tells which address would be used
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [a for a in dict.fromkeys(found) if not ipaddress.ip_address(a).is_loopback]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
