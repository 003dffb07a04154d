"""Hexes: where they lie, how far apart, which way a unit faces, and what a line passes."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from math import floor
from typing import Literal, TypeAlias, TypeVar

from rules_lib.errors import InvalidValue, keep_int, require_instance, require_int, require_word

LIMIT = 1000
"""Coordinates run from -LIMIT to LIMIT."""

STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""What one step in each direction adds to q and r."""

DIRECTIONS = range(len(STEPS))

FRONT_HEXES = (2, 1, 3)
"""The readings of R-N5, the default first."""

Side: TypeAlias = Literal["front", "flank", "rear"]


@dataclass(frozen=True, slots=True, order=True)
class Hex:
    """A hex of the map.

    Attributes:
        q: its column, growing to the east.
        r: its row, growing to the south; a step to the south-east leaves q as it is.
    """

    q: int
    r: int

    def __post_init__(self) -> None:
        keep_int(self, "q", -LIMIT, LIMIT)
        keep_int(self, "r", -LIMIT, LIMIT)

    def __str__(self) -> str:
        return f"({self.q}, {self.r})"

    @property
    def s(self) -> int:
        """The third cube coordinate: q, r and s add up to 0."""
        return -self.q - self.r

    @property
    def neighbours(self) -> tuple["Hex", ...]:
        """The six hexes around it, by direction; fewer only where the coordinates end."""
        return _around(self, DIRECTIONS)

    def direction_to(self, neighbour: "Hex") -> int:
        """The direction, 0 to 5, in which a neighbour lies."""
        require_instance("neighbour", neighbour, Hex)
        step = (neighbour.q - self.q, neighbour.r - self.r)
        if step not in STEPS:
            raise InvalidValue("neighbour", neighbour, f"a hex next to {self}")
        return STEPS.index(step)


def _around(at: Hex, directions: Iterable[int]) -> tuple[Hex, ...]:
    places = [(at.q + STEPS[each][0], at.r + STEPS[each][1]) for each in directions]
    return tuple(Hex(q, r) for q, r in places if max(abs(q), abs(r)) <= LIMIT)


def require_hex(field: str, value: object) -> Hex:
    """Return ``value`` if it is a hex."""
    return require_instance(field, value, Hex)


def require_facing(field: str, value: object) -> int:
    """Return ``value`` if it is a facing."""
    return require_int(field, value, DIRECTIONS[0], DIRECTIONS[-1])


def distance(a: Hex, b: Hex) -> int:
    """How many steps lead from one hex to another."""
    require_hex("a", a)
    require_hex("b", b)
    return max(abs(a.q - b.q), abs(a.r - b.r), abs(a.s - b.s))


def front_directions(facing: int, front_hexes: int = 2) -> tuple[int, ...]:
    """The directions of the front hexes, clockwise."""
    facing = require_facing("facing", facing)
    front_hexes = require_word("front_hexes", front_hexes, FRONT_HEXES)
    first = facing - 1 if front_hexes == 3 else facing
    return tuple((first + each) % 6 for each in range(front_hexes))


def front(at: Hex, facing: int, front_hexes: int = 2) -> tuple[Hex, ...]:
    """The front hexes of a unit in the hex ``at``, clockwise."""
    return _around(require_hex("at", at), front_directions(facing, front_hexes))


def side_of(at: Hex, facing: int, other: Hex, front_hexes: int = 2) -> Side:
    """On which side of a unit in ``at`` its neighbour ``other`` lies.

    The flank hexes are the two beside the front hexes, the rear hexes are the rest. Which of them
    count as front in combat is another question;
    see :mod:`~rules_lib.triumph_and_glory.charge.from_map.fronts`.
    """
    ahead = front_directions(facing, front_hexes)
    direction = require_hex("at", at).direction_to(other)
    if direction in ahead:
        return "front"
    return "flank" if direction in ((ahead[0] - 1) % 6, (ahead[-1] + 1) % 6) else "rear"


def corners_turned(before: int, after: int) -> int:
    """How many corners a unit turns from one facing to another, the short way."""
    turned = (require_facing("after", after) - require_facing("before", before)) % 6
    return min(turned, 6 - turned)


def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """What the straight line between two centres passes, in order, both ends included.

    Each item is one hex, or a pair of hexes where the line runs along the edge between them. A
    hex that the line merely touches at a corner is not passed.
    """
    require_hex("a", a)
    require_hex("b", b)
    passed = _line_from_centre(b.q - a.q, b.r - a.r)
    return tuple(tuple(Hex(a.q + q, a.r + r) for q, r in each) for each in passed)


Offset: TypeAlias = tuple[int, int]

R = TypeVar("R", int, Fraction)


@lru_cache(maxsize=4096)
def _line_from_centre(q: int, r: int) -> tuple[tuple[Offset, ...], ...]:
    """The line from (0, 0) to (q, r): what lies around the middle of each stretch."""
    along = [abs(each) for each in _differences(q, r) if each]
    edges = {Fraction(n, each) for each in along for n in range(each + 1)}
    middles = [(enter + leave) / 2 for enter, leave in pairwise(sorted(edges))] or [Fraction(0)]
    return tuple(dict.fromkeys(_holding(q * each, r * each) for each in middles))


def _holding(q: Fraction, r: Fraction) -> tuple[Offset, ...]:
    """The hex that a point lies in, or both where it lies on an edge."""
    near = product((floor(q), floor(q) + 1), (floor(r), floor(r) + 1))
    # A hex is where the differences of its cube coordinates, seen from its centre, are within 1.
    return tuple(at for at in near if max(map(abs, _differences(q - at[0], r - at[1]))) <= 1)


def _differences(q: R, r: R) -> tuple[R, R, R]:
    s = -q - r
    return q - r, r - s, s - q


LARGEST = 100


def hexagon(radius: object) -> tuple[Hex, ...]:
    """All hexes up to ``radius`` from (0, 0), 0 to 100, row by row."""
    size = require_int("radius", radius, 0, LARGEST)
    return tuple(
        Hex(q, r)
        for r in range(-size, size + 1)
        for q in range(max(-size, -size - r), min(size, size - r) + 1)
    )


def rectangle(width: object, height: object) -> tuple[Hex, ...]:
    """``height`` rows of ``width`` hexes, 1 to 100 each; every second row is shifted right."""
    columns = require_int("width", width, 1, LARGEST)
    rows = require_int("height", height, 1, LARGEST)
    return tuple(Hex(q - r // 2, r) for r in range(rows) for q in range(columns))
