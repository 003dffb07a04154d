"""What a hex map is made of: cells, counters and moves, each checked on its own.

Hexes are pointy-top and known by axial coordinates.  Directions run clockwise from east: 0 E,
1 SE, 2 SW, 3 W, 4 NW, 5 NE.  Facing k is the corner between the directions k and k + 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, get_args

from rules_lib.errors import (
    InvalidValue,
    is_one_of,
    keep_int,
    require_int,
    require_iterable,
    require_word,
)

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
FARTHEST: Final = 1000
"""Coordinates run from minus this to this."""


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

    def __post_init__(self) -> None:
        """Check every field."""
        keep_int(self, "q", -FARTHEST, FARTHEST)
        keep_int(self, "r", -FARTHEST, FARTHEST)
        where = said(self.at)
        _require_text(f"terrain of hex {where}", self.terrain)
        if not isinstance(self.label, str):
            raise InvalidValue(f"label of hex {where}", self.label, "a text")
        if not is_one_of(self.mark, [""]):
            require_word(f"mark of hex {where}", self.mark, get_args(Mark)[1:])

    @property
    def at(self) -> At:
        """Its coordinates."""
        return self.q, self.r


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
        cohesion: the number on it, 0 to 9; `None` to leave it out.
    """

    q: int
    r: int
    name: str
    kind: UnitKind
    side: MapSide
    facing: int | None = None
    order: UnitOrder = "good order"
    cohesion: int | None = None

    def __post_init__(self) -> None:
        """Check every field."""
        keep_int(self, "q", -FARTHEST, FARTHEST)
        keep_int(self, "r", -FARTHEST, FARTHEST)
        _require_text("name", self.name)
        require_word(f"kind of {self.name!r}", self.kind, get_args(UnitKind))
        require_word(f"side of {self.name!r}", self.side, get_args(MapSide))
        require_word(f"order of {self.name!r}", self.order, get_args(UnitOrder))
        if self.facing is not None:
            keep_int(self, "facing", 0, 5, name=f"facing of {self.name!r}")
        if self.cohesion is not None:
            keep_int(self, "cohesion", 0, 9, name=f"cohesion of {self.name!r}")

    @property
    def at(self) -> At:
        """The coordinates of its hex."""
        return self.q, self.r


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
        """Check every field and that the hexes follow each other."""
        given = require_iterable("path", self.path, "two or more hexes (q, r)")
        hexes = tuple(map(_place, given))
        if len(hexes) < 2:
            raise InvalidValue("path", hexes, "two or more hexes (q, r)")
        for one, other in pairwise(hexes):
            if (other[0] - one[0], other[1] - one[1]) not in DIRECTIONS:
                raise InvalidValue("path", (one, other), "hexes that lie next to each other")
        object.__setattr__(self, "path", hexes)
        require_word("side", self.side, get_args(MapSide))
        require_word("kind", self.kind, get_args(MoveKind))
        if self.number is not None:
            keep_int(self, "number", 1, 99)

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


def _place(at: object) -> At:
    if not isinstance(at, tuple) or len(at) != 2:
        raise InvalidValue("path", at, "hexes as pairs (q, r)")
    q, r = at
    return require_int("q", q, -FARTHEST, FARTHEST), require_int("r", r, -FARTHEST, FARTHEST)


def _require_text(field: str, value: object) -> None:
    if not isinstance(value, str) or not value.strip():
        raise InvalidValue(field, value, "a text that is not empty")
