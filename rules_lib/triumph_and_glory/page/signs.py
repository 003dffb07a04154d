"""What hex maps are drawn of: a grid, patterns of the ground, counters, and the ways they take.

The shapes are in ``templates/hexes.html``, around the origin, for a hex with a radius of 35. A
counter covers the middle of a hex, so patterns and marks keep to its rim, and no two of them differ
by colour alone. The first party's counters have round corners, the second's square ones. Nothing
here knows a rule: whoever asks for a map says which hexes are marked, and how."""

from cmath import rect
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import radians, sqrt
from typing import Any, Final, Literal

from rules_lib.errors import InvalidValue
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, Templates, el, markup
from rules_lib.notebook.palette import THEMED, colour
from rules_lib.notebook.svg import PHONE_WIDTH, shifted, write
from rules_lib.values.type_checks import checked

from ..charge import situation
from ..map.board import Placed
from ..map.hexes import Hex
from ..units import Cavalry, Order, Unit

MapSide = Literal["first", "second"]
Mark = Literal["", "front", "flank", "zoc", "path", "target", "offends"]
MARKS: Final[Mapping[Mark, str]] = {
    "front": "front hex",
    "flank": "flank of cavalry",
    "zoc": "zone of control",
    "path": "path",
    "target": "target",
    "offends": "breaks a rule",
}
"""The marks in words, in the order of the legend."""
TERRAINS: Final = ("woods", "marsh", "village", "castle", "redoubt", "hill")
"""The terrains that have a pattern of their own."""
KINDS: Final = tuple(
    f"{name}{' cavalry' * (kind is Cavalry)}" for name, (kind, _) in situation.KINDS.items()
)
"""The kinds, in the order of the legend."""

_SVG: Final = Templates("hexes.html", __package__)


def _art(piece: str, **values: Any) -> Html:
    return _SVG(piece.replace(" ", "_"), **THEMED | values)


@checked
@dataclass(frozen=True, slots=True)
class Move:
    """The way of a charge over the map; it ends at the edge of its last hex, which is the target.

    Attributes:
        path: two or more hexes, each next to the one before.
        side: whose way it is.
        number: a number to speak of it by; `None` for no number.
    """

    path: tuple[Hex, ...]
    side: MapSide
    number: int | None = None

    def __post_init__(self) -> None:
        """Check that the hexes follow each other."""
        if len(self.path) < 2 or not connected(*self.path):
            given = tuple(map(str, self.path))
            raise InvalidValue("path", given, "hexes, two or more, each next to the one before")

    @property
    def legs(self) -> frozenset[frozenset[Hex]]:
        """The pairs of neighbours that it passes between."""
        return frozenset(map(frozenset, pairwise(self.path)))


def connected(*hexes: Hex) -> bool:
    """Whether each hex lies next to the one before."""
    return all(after in before.neighbours for before, after in pairwise(hexes))


def kind_of(unit: Unit) -> str:
    """The symbol of a unit; cavalry of unknown type counts as light here."""
    name = situation.kind_of(unit) or "light"
    return f"{name} cavalry" if isinstance(unit, Cavalry) else name


def hexed(at: Hex) -> str:
    """Return the coordinates as a script reads them: `"2,-1"`."""
    return f"{at.q},{at.r}"


# ------------------------------------------------------------ where a hex lies


Point = complex
"""To the right, and down as the imaginary part."""

MARGIN: Final = 5
LARGEST: Final = 46
"""The radius of a hex where there is room, in pixels."""
MOST_COLUMNS: Final = 7
MOST_ROWS: Final = 12


@dataclass(frozen=True, slots=True)
class Grid:
    """The scale of a map, that of its counters, and the centre of hex (0, 0), all in pixels."""

    radius: float
    x: float
    y: float
    height: float

    @property
    def width(self) -> float:
        """The distance of two opposite sides of a hex."""
        return self.radius * sqrt(3)

    @property
    def scale(self) -> float:
        """How many times as large as drawn a counter is; never too small to be read."""
        return max(1.0, self.radius / DRAWN_FOR)

    def wide(self, counter: Placed) -> float:
        """Return how wide a counter is, before it is scaled: narrower in the frame of a square."""
        room = round(self.width * 0.85 / self.scale, 1)
        return min(room, _SQUARE - 6) if counter.unit.order == Order.SQUARE else room

    def size(self, counter: Placed) -> int | None:
        """Return the largest size in which its counter can bear the name; `None` for none."""
        room = self.wide(counter) - 2
        widths = ((size, text_width(counter.name, size, 700)) for size in _NAME_SIZES)
        return next((size for size, width in widths if width <= room), None)

    def centre(self, at: Hex) -> Point:
        """Return the middle of a hex."""
        right, down = self.width * (at.q + at.r / 2), 1.5 * self.radius * at.r
        return complex(self.x + right, self.y + down)


def fitted(hexes: Collection[Hex]) -> Grid:
    """Return the grid that fills the width of a phone with these hexes.

    Raises `InvalidValue` for no hexes, or so many that the counters could not be read.
    """
    if not hexes:
        raise InvalidValue("board", "no hexes", "a board of one hex or more")
    across = [at.q + at.r / 2 for at in hexes]
    down = [at.r for at in hexes]
    columns = max(across) - min(across) + 1
    rows = max(down) - min(down) + 1
    if columns > MOST_COLUMNS or rows > MOST_ROWS:
        size = f"{columns:g} across, {rows} rows"
        allowed = f"hexes that span at most {MOST_COLUMNS} across, {MOST_ROWS} rows"
        raise InvalidValue("board", size, allowed)
    radius = min(LARGEST, (PHONE_WIDTH - 2 * MARGIN) / columns / sqrt(3))
    width = radius * sqrt(3)
    x = PHONE_WIDTH / 2 - width * (max(across) + min(across)) / 2
    y = MARGIN + radius - 1.5 * radius * min(down)
    return Grid(radius, x, y, 2 * MARGIN + radius * (1.5 * rows + 0.5))


def corner(number: int, reach: float) -> Point:
    """Return the point `reach` from the middle towards a corner."""
    return rect(reach, radians(30 + 60 * number))


def at(point: Point, between: str = " ") -> str:
    """Return the coordinates of a point, with one decimal at most, never a negative zero."""
    return between.join(f"{round(each, 1) + 0.0:g}" for each in (point.real, point.imag))


def laid(point: Point, *art: Html) -> Html:
    """Return what is drawn around the origin, moved to a point."""
    return shifted(point.real, point.imag, *art)


def line(*points: Point) -> str:
    """Return an open line as a path has it."""
    return "M" + "L".join(map(at, points))


# ------------------------------------------------------------ the ground


DRAWN_FOR: Final = 35


def tile(radius: float, terrain: str, mark: Mark = "") -> Html:
    """Return a hex with the pattern of its terrain and its mark."""
    fill = colour("surface" if terrain == "clear" else "raised")
    outline = " ".join(at(corner(number, radius), ",") for number in range(6))
    parts = [el("polygon", points=outline, fill=fill, stroke=colour("neutral"), stroke_width=1)]
    scale = f"scale({radius / DRAWN_FOR:.3g})"
    # In a legend thin lines could not be told from each other.
    effect = "non-scaling-stroke" if radius < DRAWN_FOR / 2 else None
    if mark:
        art = _art(f"mark_{mark}", effect=effect)
        parts.append(el("g", art, transform=scale, class_=f"rb-mark rb-mark-{mark}"))
    if terrain != "clear":
        art = _art(terrain if terrain in TERRAINS else "other", effect=effect)
        parts.append(el("g", art, transform=scale))
    return markup(parts)


# ------------------------------------------------------------ counters


HEIGHT: Final = 34
_NAME_SIZES: Final = (14, 13, 12)
PEEK: Final = 14
_EDGE: Final = 4
_ASIDE: Final = 0.12
"""How far a counter moves away from its front, in radii: then nothing covers its name."""
_CORNERS: Final[dict[str, float]] = {"first": 8, "second": 1}
_SQUARE: Final = 50


def stack(grid: Grid, counters: Sequence[tuple[Placed, str]]) -> Html:
    """Return the counters of a hex with what is written on each, the top one first.

    Two lie so that both names can be read; of three and more only the top one's could.
    """
    count = len(counters)
    down = PEEK if count == 2 else _EDGE
    squares = [counter.side for counter, _ in counters if counter.unit.order == Order.SQUARE]
    size = max(_SQUARE, HEIGHT + down * (count - 1) + 7)
    parts = [frame(side, size) for side in squares[:1]]
    for depth in range(count - 1, -1, -1):
        lift = depth - (count - 1) / 2
        art = _counter(grid, *counters[depth])
        parts.append(shifted(-_EDGE * lift, -down * lift, art))
    return el("g", *parts, transform=f"scale({grid.scale:.3g})")


def front(side: str, facing: int | None, radius: float) -> Html:
    """Return the two hexsides that meet at the corner that a counter faces."""
    if facing is None:
        return Html()
    before, tip, after = (corner(facing + step, radius * 0.92) for step in (-1, 0, 1))
    ends = line(tip + (before - tip) * 0.86, tip, tip + (after - tip) * 0.86)
    return _art("seam", line=ends, side=colour(side), halo=radius * 0.22, width=radius * 0.13)


def aside(counters: Sequence[Placed], radius: float) -> Point:
    """Return how far the counters of a hex move so that their fronts stay free."""
    corners = {each.facing for each in counters if each.facing is not None}
    return sum(corner(facing, -radius * _ASIDE) for facing in corners)


def symbol(kind: str, ink: str) -> Html:
    """Return the sign of a kind of unit, in one ink."""
    return _art("symbol", ink=ink, inside=_art(kind, ink=ink))


def sample(side: str, disordered: bool, width: float, height: float) -> Html:
    """Return the body of a counter with nothing written on it."""
    return _art(
        "disordered" if disordered else "good_order",
        side=colour(side),
        left=-width / 2,
        top=-height / 2,
        width=width,
        height=height,
        round=min(_CORNERS[side], height / 3),
        hatching="".join(_stripes(width, height, 6)),
    )


def _stripes(width: float, height: float, step: float) -> Iterable[str]:
    """The lines of a diagonal hatching that fills a rectangle around the origin."""
    offset, middle = step / 2, complex(width, height) / 2
    while offset < width + height:
        start = complex(min(offset, width), max(0.0, offset - width))
        end = complex(max(0.0, offset - height), min(offset, height))
        yield line(start - middle, end - middle)
        offset += step


def frame(side: str, size: float) -> Html:
    """Return the square around what stands in square."""
    return _art("square", side=colour(side), left=-size / 2, size=size)


def _counter(grid: Grid, counter: Placed, name: str) -> Html:
    disordered = counter.unit.order == Order.DISORDERED
    ink = colour("text" if disordered else f"on-{counter.side}")
    size = (grid.size(counter) if name == counter.name else None) or _NAME_SIZES[0]
    look: dict[str, Any] = {"weight": 700, "fill": ink}
    number = write(9.5, 12.5, str(counter.unit.cohesion), size=14, **look)
    written = _art(
        "written",
        tilt="rotate(-9)" if disordered else None,
        halo=colour("surface") if disordered else None,
        name=write(0, -4, name, size=size, anchor="middle", **look) if name else "",
        symbol=symbol(kind_of(counter.unit), ink),
        cohesion=number,
    )
    return markup([sample(counter.side, disordered, grid.wide(counter), HEIGHT), written])


# ------------------------------------------------------------ arrows from hex to hex


_HEAD: Final = 12
_LANE: Final = 9
_PAST_EDGE: Final = 5


def ways(grid: Grid, moves: Sequence[Move]) -> tuple[Html, Html]:
    """Return all arrows, and their numbers to lay on top of everything.

    Arrows that share a leg run side by side.
    """
    arrows, numbers = [], []
    for place, move in enumerate(moves):
        lane = sum(bool(move.legs & other.legs) for other in moves[:place])
        points = _points(grid, move, lane)
        way = " ".join(map(hexed, move.path))
        arrows.append(el("g", arrow(points, move.side), class_="rb-move", data_way=way))
        if move.number is not None:
            ink, side = colour(f"on-{move.side}"), colour(move.side)
            spot, number = at(_spot(points)), str(move.number)
            numbers.append(_art("badge", place=spot, number=number, side=side, ink=ink))
    return markup(arrows), markup(numbers)


def arrow(points: Sequence[Point], side: MapSide) -> Html:
    """Return an arrow through the points."""
    before, tip = points[-2:]
    ahead = _unit(before, tip) * _HEAD
    back, across = tip - ahead, ahead * 0.6j
    head = line(tip, back + across, back - across) + "Z"
    return _art("arrow", line=line(*points[:-1], tip - ahead * 0.8), head=head, side=colour(side))


def _points(grid: Grid, move: Move, lane: int) -> list[Point]:
    *points, before, last = (grid.centre(at) for at in move.path)
    ahead = _unit(before, last)
    last = before + ahead * (grid.width * 0.5 + _PAST_EDGE)
    return [each + ahead * 1j * _LANE * lane for each in (*points, before, last)]


def _spot(points: Sequence[Point]) -> Point:
    """Return where the number goes: beyond the first edge, or beside the arrow if it is short."""
    start, end = points[:2]
    if len(points) > 2:
        return start + (end - start) * 0.7
    return end - _unit(start, end) * (8 + 15j)


def _unit(start: Point, end: Point) -> Point:
    return (end - start) / abs(end - start)


def plate(y: float, text: str, size: int, weight: int) -> Html:
    """Return a text on a patch of ground, so that no pattern runs through it."""
    width = text_width(text, size, weight) + 4
    words = write(0, 4.2, text, size=size, weight=weight, anchor="middle")
    return _art("plate", y=y, left=-width / 2, width=width, text=words)


def key(sign: Html, word: str) -> Html:
    """Return a sign with its word, as an entry of a legend."""
    return _art("key", sign=sign, word=word)
