"""The events that a step produces. Events hold facts; the command line and the client word them."""

from dataclasses import dataclass

__all__ = [
    "CavemanBurnt",
    "CavemenRevealed",
    "Claimed",
    "Discarded",
    "Event",
    "FireLanded",
    "FireLost",
    "GameOver",
    "LeftOver",
    "LineRevealed",
    "NobodyRecruited",
    "OrderDrawn",
    "Placed",
    "Recruited",
    "ResourceBurnt",
    "ResourcePaid",
    "Settled",
    "TotemMoved",
]


@dataclass(frozen=True, slots=True)
class OrderDrawn:
    """The opening order was drawn; `order` lists the seats in the order of their claims (K4, O6)."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineRevealed:
    """A new line was revealed; `numbers` are ascending (C6, C7)."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CavemenRevealed:
    """Cavemen were turned up to fill the row (B1)."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A domino was placed; `cells` are the cells of its first and second half (C3)."""

    seat: int
    domino: int
    cells: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A domino that fitted nowhere was discarded (C5)."""

    seat: int
    domino: int


@dataclass(frozen=True, slots=True)
class FireLanded:
    """A volcano's fire token landed on a square (O8)."""

    seat: int
    volcano: int
    cell: int
    fires: int


@dataclass(frozen=True, slots=True)
class FireLost:
    """A fire token could land nowhere and left the game (O9)."""

    seat: int
    volcano: int
    fires: int


@dataclass(frozen=True, slots=True)
class ResourceBurnt:
    """A fire destroyed a resource (T2)."""

    seat: int
    cell: int
    resource: str


@dataclass(frozen=True, slots=True)
class CavemanBurnt:
    """A fire destroyed a caveman (B5)."""

    seat: int
    cell: int
    kind: str


@dataclass(frozen=True, slots=True)
class TotemMoved:
    """A totem moved from one seat to another; None is the middle of the table (T3, T4)."""

    resource: str
    source: int | None
    target: int | None


@dataclass(frozen=True, slots=True)
class Claimed:
    """A domino of the next line was claimed (C7)."""

    seat: int
    domino: int


@dataclass(frozen=True, slots=True)
class LeftOver:
    """A domino that nobody claimed left the game (O3)."""

    domino: int


@dataclass(frozen=True, slots=True)
class Recruited:
    """A caveman was chosen; paying and settling follow (B2, B3)."""

    seat: int
    kind: str
    from_pile: bool


@dataclass(frozen=True, slots=True)
class NobodyRecruited:
    """A player who could recruit passed (B2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ResourcePaid:
    """A resource was paid and left the game (B2)."""

    seat: int
    cell: int
    resource: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A recruited caveman settled on a square (B3)."""

    seat: int
    cell: int
    kind: str


@dataclass(frozen=True, slots=True)
class GameOver:
    """The last line was played (C8)."""


Event = (
    OrderDrawn
    | LineRevealed
    | CavemenRevealed
    | Placed
    | Discarded
    | FireLanded
    | FireLost
    | ResourceBurnt
    | CavemanBurnt
    | TotemMoved
    | Claimed
    | LeftOver
    | Recruited
    | NobodyRecruited
    | ResourcePaid
    | Settled
    | GameOver
)
