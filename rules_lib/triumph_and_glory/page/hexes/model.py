"""What a hex map is made of: cells, counters and moves.

Hexes are pointy-top and known by axial coordinates.  Directions run clockwise from east: 0 E,
1 SE, 2 SW, 3 W, 4 NW, 5 NE.  Facing k is the corner between the directions k and k + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from rules_lib.errors import InvalidValue
from rules_lib.values.type_checks import checked

At = tuple[int, int]
"""The axial coordinates (q, r) of a hex."""
MapSide = Literal["first", "second"]
Mark = Literal["", "front", "flank", "zoc", "path", "target", "offends"]
UnitKind = Literal[
    "cavalry heavy", "cavalry light", "infantry", "jaegers", "artillery", "horse artillery"
]
UnitOrder = Literal["good order", "disordered", "in square"]
MoveKind = Literal["charge", "retreat", "advance"]

DIRECTIONS: Final[tuple[At, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
FACINGS: Final = (
    "east-southeast",
    "south",
    "west-southwest",
    "west-northwest",
    "north",
    "east-northeast",
)


@checked
@dataclass(frozen=True, slots=True)
class HexCell:
    """One hex of the ground.

    Attributes:
        q, r: where it lies.
        terrain: what grows or stands there; `"clear"` draws nothing. Woods, marsh, village,
            castle, redoubt and hill have a pattern; any other word is written into the hex.
        label: a short text in the hex.
        mark: what the hex is in this picture, such as `"path"`; empty for nothing special.
    """

    q: int
    r: int
    terrain: str = "clear"
    label: str = ""
    mark: Mark = ""

    @property
    def at(self) -> At:
        """Its coordinates."""
        return self.q, self.r


@checked
@dataclass(frozen=True, slots=True)
class Counter:
    """A unit on the map.

    Attributes:
        q, r: the hex where it stands.
        name: what it is called.
        kind: which symbol it bears.
        side: the first party (attacker) or the second (defender).
        facing: the corner that it faces, 0 to 5; `None` if it faces nowhere in particular.
        order: the order it is in.
        cohesion: the number on it; `None` to leave it out.
    """

    q: int
    r: int
    name: str
    kind: UnitKind
    side: MapSide
    facing: int | None = None
    order: UnitOrder = "good order"
    cohesion: int | None = None

    @property
    def at(self) -> At:
        """The coordinates of its hex."""
        return self.q, self.r


@checked
@dataclass(frozen=True, slots=True)
class Move:
    """A way over the map.

    A charge ends at the edge of its last hex, which is the target; a retreat and an advance
    enter theirs.

    Attributes:
        path: two or more hexes (q, r), each next to the one before.
        side: whose way it is.
        kind: charge, retreat or advance.
        number: a number to speak of it by; `None` for no number.
    """

    path: Sequence[At]
    side: MapSide
    kind: MoveKind = "charge"
    number: int | None = None

    def __post_init__(self) -> None:
        """Check that the hexes follow each other."""
        steps = {(q - p, r - o) for (p, o), (q, r) in pairwise(self.path)}
        if not steps or not steps <= set(DIRECTIONS):
            raise InvalidValue("path", self.path, "hexes (q, r), each next to the one before")

    @property
    def legs(self) -> tuple[frozenset[At], ...]:
        """The pairs of neighbours that it passes between."""
        return tuple(frozenset(pair) for pair in pairwise(self.path))


def said(at: At) -> str:
    """Return the coordinates as they are written: `"(2, -1)"`, with a real minus."""
    return f"({at[0]}, {at[1]})".replace("-", "−")


def hexed(at: At) -> str:
    """Return the coordinates as a script reads them: `"2,-1"`."""
    return f"{at[0]},{at[1]}"
