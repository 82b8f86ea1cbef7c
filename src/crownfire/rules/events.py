"""What happened: the events a step produces, in order. Facts only; words are made where they are shown."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OrderDrawn:
    """The opening order was drawn: the seats in the order of their claims (K4, O6)."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineRevealed:
    """A new line lies face up (C6, C7)."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CavemenRevealed:
    """Cavemen were turned up to fill the row (B1)."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A domino was placed; `cells` are those of its first and second half (C3)."""

    seat: int
    domino: int
    cells: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A domino fitted nowhere and left the game (C5)."""

    seat: int
    domino: int


@dataclass(frozen=True, slots=True)
class FireLanded:
    """A volcano threw its fire token onto a square (O8)."""

    seat: int
    volcano: int
    cell: int
    fires: int


@dataclass(frozen=True, slots=True)
class FireLost:
    """No square could take the fire token, which left the game (O9)."""

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
    """A totem changed place; None is the middle of the table (T3, T4)."""

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
    """Nobody claimed this domino; it left the game (O3)."""

    domino: int


@dataclass(frozen=True, slots=True)
class Recruited:
    """A caveman was recruited, still to be paid and settled (B2)."""

    seat: int
    kind: str
    from_pile: bool


@dataclass(frozen=True, slots=True)
class NobodyRecruited:
    """Recruiting was possible and declined (B2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ResourcePaid:
    """A resource was paid and left the game (B2)."""

    seat: int
    cell: int
    resource: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A recruited caveman settled (B3)."""

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
