"""What hex maps are drawn of: a grid, patterns of the ground, counters, and the ways they take.

All shapes lie around the origin. A counter covers the middle of a hex, so patterns and marks keep
to its rim, and no two of them differ by colour alone. The first party's counters have round
corners, the second's square ones. Nothing here knows a rule: whoever asks for a map says which
hexes are marked, and how."""

from __future__ import annotations

import re
from cmath import rect
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import radians, sqrt
from typing import Any, Final, Literal, get_args

from rules_lib.errors import InvalidValue
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Attribute, Html, el, markup
from rules_lib.notebook.palette import colour
from rules_lib.notebook.svg import PHONE_WIDTH, shifted, write
from rules_lib.text.files import shipped
from rules_lib.triumph_and_glory.map.board import Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from rules_lib.values.type_checks import checked

MapSide = Literal["first", "second"]
Mark = Literal["", "front", "flank", "zoc", "path", "target", "offends"]
UnitKind = Literal[
    "heavy cavalry", "light cavalry", "infantry", "jaegers", "artillery", "horse artillery"
]
KINDS: Final[tuple[UnitKind, ...]] = get_args(UnitKind)
"""The kinds, in the order of the legend."""


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
    def legs(self) -> tuple[frozenset[Hex], ...]:
        """The pairs of neighbours that it passes between."""
        return tuple(frozenset(pair) for pair in pairwise(self.path))


def connected(*hexes: Hex) -> bool:
    """Whether each hex lies next to the one before."""
    return all(after in before.neighbours for before, after in pairwise(hexes))


def kind_of(unit: Unit) -> UnitKind:
    """The symbol of a unit; cavalry of unknown type counts as light here."""
    if isinstance(unit, Cavalry):
        return "heavy cavalry" if unit.heavy else "light cavalry"
    if isinstance(unit, Artillery):
        return "horse artillery" if unit.horse else "artillery"
    return "jaegers" if isinstance(unit, Infantry) and unit.jaeger else "infantry"


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
        return max(1.0, self.radius / 35)

    @property
    def room(self) -> float:
        """How wide a counter is that fits a hex, before it is scaled up."""
        return round(self.width * 0.85 / self.scale, 1)

    def wide(self, counter: Placed) -> float:
        """Return how wide a counter is: narrower inside the frame of a square."""
        return min(self.room, _SQUARE - 6) if counter.unit.order == Order.SQUARE else self.room

    def size(self, counter: Placed) -> int | None:
        """Return the largest size in which its counter can bear the name; `None` for none."""
        room = self.wide(counter) - 2
        widths = ((size, text_width(counter.name, size, _NAME_WEIGHT)) for size in _NAME_SIZES)
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


def polygon(points: Iterable[Point], **attributes: Attribute) -> Html:
    """Return a closed shape."""
    return el("polygon", points=" ".join(at(each, ",") for each in points), **attributes)


def strokes(lines: Iterable[Sequence[Point]], stroke: str, width: float, **more: Attribute) -> Html:
    """Return open lines, all drawn alike."""
    d = "".join("M" + "L".join(at(each, " ") for each in line) for line in lines)
    return el("path", d=d, fill="none", stroke=stroke, stroke_width=width, **more)


def box(width: float, height: float, **attributes: Attribute) -> Html:
    """Return a rectangle around the origin."""
    return el("rect", x=-width / 2, y=-height / 2, width=width, height=height, **attributes)


def stripes(width: float, height: float, step: float) -> list[list[Point]]:
    """Return the lines of a diagonal hatching that fills a rectangle around the origin."""
    lines: list[list[Point]] = []
    offset = step / 2
    while offset < width + height:
        start = complex(min(offset, width), max(0.0, offset - width))
        end = complex(max(0.0, offset - height), min(offset, height))
        lines.append([each - complex(width, height) / 2 for each in (start, end)])
        offset += step
    return lines


def laid(point: Point, *art: Html) -> Html:
    """Return what is drawn around the origin, moved to a point."""
    return shifted(point.real, point.imag, *art)


def at(point: Point, between: str) -> str:
    """Return the coordinates of a point."""
    return f"{rounded(point.real)}{between}{rounded(point.imag)}"


def rounded(number: float) -> str:
    """Return a coordinate with one decimal at most, never a negative zero."""
    return f"{round(number, 1) + 0.0:g}"


# ------------------------------------------------------------ the ground, as ground.toml says


_DATA: Final = shipped(__package__, "ground.toml")
TERRAINS: Final[tuple[str, ...]] = tuple(_DATA["terrain"])
"""The terrains that have a pattern of their own."""
MARKS: Final[dict[Mark, str]] = {mark: told["word"] for mark, told in _DATA["mark"].items()}
"""The marks in words, in the order of the legend."""

_DRAWN_FOR: Final = 35
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")


def tile(radius: float, terrain: str, mark: Mark = "") -> Html:
    """Return a hex with the pattern of its terrain and its mark."""
    fill = colour("surface" if terrain == "clear" else "raised")
    outline = [corner(number, radius) for number in range(6)]
    parts = [polygon(outline, fill=fill, stroke=colour("neutral"), stroke_width=1)]
    if mark:
        art = _drawn(radius, _DATA["mark"][mark])
        parts.append(el("g", art, class_=f"rb-mark rb-mark-{mark}"))
    if terrain != "clear":
        parts.append(_drawn(radius, _DATA["terrain"].get(terrain, _DATA["other"])))
    return markup(parts)


def _drawn(radius: float, told: Mapping[str, Any]) -> Html:
    scale = radius / _DRAWN_FOR
    art = [_shape(scale, scale if "grows" in told else 1, **each) for each in told["shapes"]]
    places = told.get("at", [(0, 0)])
    return markup(shifted(x * radius, y * radius, *art) for x, y in places)


def _shape(scale: float, growth: float, d: str, **look: Any) -> Html:
    """Return a shape in its size, and its lines as wide as they are where it is."""
    inks: dict[str, Any] = {name: colour(look[name]) for name in look if name in ("fill", "stroke")}
    if "stroke" in look:
        inks["stroke_width"] = look["stroke_width"] * growth
    line = _NUMBER.sub(lambda found: rounded(float(found[0]) * scale), d)
    return el("path", d=line, **{"fill": "none", **look, **inks})


# ------------------------------------------------------------ counters


HEIGHT: Final = 34
_NAME_SIZES: Final = (14, 13, 12)
_NAME_WEIGHT: Final = 700
_TILT: Final = -9
PEEK: Final = 14
_EDGE: Final = 4
_ASIDE: Final = 0.12
"""How far a counter moves away from its front, in radii: then nothing covers its name."""
_CORNERS: Final[dict[str, float]] = {"first": 8, "second": 1}
_SYMBOL: Final = (22, 13)
_SQUARE: Final = 50


def stack(grid: Grid, counters: Sequence[tuple[Placed, str]]) -> Html:
    """Return the counters of a hex with what is written on each, the top one first.

    Two lie so that both names can be read; of three and more only the top one's could.
    """
    count = len(counters)
    down = PEEK if count == 2 else _EDGE
    parts = [_frame(counters, HEIGHT + down * (count - 1))]
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
    line = [tip + (before - tip) * 0.86, tip, tip + (after - tip) * 0.86]
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return markup(
        [
            strokes([line], colour("surface"), radius * 0.22, **ends),
            strokes([line], colour(side), radius * 0.13, **ends),
        ]
    )


def aside(counters: Sequence[Placed], radius: float) -> Point:
    """Return how far the counters of a hex move so that their fronts stay free."""
    corners = {each.facing for each in counters if each.facing is not None}
    return sum(corner(facing, -radius * _ASIDE) for facing in corners)


def symbol(kind: UnitKind, ink: str, width: float = _SYMBOL[0], height: float = _SYMBOL[1]) -> Html:
    """Return the sign of a kind of unit, in one ink."""
    low = complex(width, height) / 2
    high = low.conjugate()
    rising, falling = [-high, high], [-low, low]
    lines: list[list[Point]] = []
    filled: list[Point] = []
    if kind in ("heavy cavalry", "light cavalry", "horse artillery"):
        lines = [rising]
    if kind in ("infantry", "jaegers"):
        lines = [rising, falling]
    if kind == "heavy cavalry":
        filled = [-high, high, low]
    if kind == "jaegers":
        filled = [-low, high, 0]
    dot = kind in ("artillery", "horse artillery")
    return markup(
        [
            polygon(filled, fill=ink) if filled else "",
            strokes(lines, ink, 1.5) if lines else "",
            el("circle", cx=0, cy=0, r=height * 0.24, fill=ink) if dot else "",
            box(width, height, fill="none", stroke=ink, stroke_width=1.5),
        ]
    )


def sample(side: str, disordered: bool, width: float, height: float) -> Html:
    """Return the body of a counter with nothing written on it."""
    round_ = min(_CORNERS[side], height / 3)
    if not disordered:
        rim = colour("surface")
        return box(width, height, rx=round_, fill=colour(side), stroke=rim, stroke_width=1)
    hatching = strokes(stripes(width, height, 6), colour(side), 1.6, opacity=0.45)
    ground = box(width, height, rx=round_, fill=colour("surface"))
    rim = box(
        width, height, rx=round_, fill="none", stroke=colour(side), stroke_width=2,
        stroke_dasharray="5 2.5",
    )  # fmt: skip
    return el("g", ground, hatching, rim, transform=f"rotate({_TILT})")


def frame(side: str, size: float) -> Html:
    """Return the square around what stands in square."""
    return markup(
        [
            box(size, size, fill=colour("surface"), stroke=colour("surface"), stroke_width=5.5),
            box(size, size, fill=colour("surface"), stroke=colour(side), stroke_width=2.5),
        ]
    )


def _frame(counters: Sequence[tuple[Placed, str]], height: float) -> Html:
    squares = [counter for counter, _ in counters if counter.unit.order == Order.SQUARE]
    return frame(squares[0].side, max(_SQUARE, height + 7)) if squares else Html()


def _counter(grid: Grid, counter: Placed, name: str) -> Html:
    disordered = counter.unit.order == Order.DISORDERED
    ink = colour("text" if disordered else f"on-{counter.side}")
    size = (grid.size(counter) if name == counter.name else None) or _NAME_SIZES[0]
    middle = write(
        0, -HEIGHT / 2 + 13, name, size=size, weight=_NAME_WEIGHT, anchor="middle", fill=ink
    )
    written = markup([_haloed(middle, disordered) if name else "", _lower(counter, ink)])
    base = sample(counter.side, disordered, grid.wide(counter), HEIGHT)
    if not disordered:
        return markup([base, written])
    return markup([base, el("g", written, transform=f"rotate({_TILT})")])


def _lower(counter: Placed, ink: str) -> Html:
    """Return the symbol with the cohesion beside it."""
    y = HEIGHT / 2 - 3 - _SYMBOL[1] / 2
    sign, cohesion = symbol(kind_of(counter.unit), ink), str(counter.unit.cohesion)
    number = write(9.5, y + 5, cohesion, size=14, weight=700, fill=ink, anchor="start")
    return markup([shifted(-5, y, sign), _haloed(number, counter.unit.order == Order.DISORDERED)])


def _haloed(text: Html, halo: bool) -> Html:
    """Return a text that a hatching does not run through."""
    if not halo:
        return text
    return el(
        "g",
        text,
        stroke=colour("surface"),
        stroke_width=3.5,
        stroke_linejoin="round",
        paint_order="stroke",
    )


# ------------------------------------------------------------ arrows from hex to hex


_WIDTH: Final = 4.5
_HEAD: Final = 12
_LANE: Final = 9
_PAST_EDGE: Final = 5


def ways(grid: Grid, moves: Sequence[Move]) -> tuple[Html, Html]:
    """Return all arrows, and their numbers to lay on top of everything.

    Arrows that share a leg run side by side.
    """
    arrows, numbers = [], []
    for place, move in enumerate(moves):
        lane = sum(bool(set(move.legs) & set(other.legs)) for other in moves[:place])
        points = _points(grid, move, lane)
        way = " ".join(map(hexed, move.path))
        arrows.append(el("g", arrow(points, move.side), class_="rb-move", data_way=way))
        if move.number is not None:
            numbers.append(_badge(_spot(points), move.number, move.side))
    return markup(arrows), markup(numbers)


def arrow(points: Sequence[Point], side: MapSide) -> Html:
    """Return an arrow through the points."""
    ink, halo = colour(side), colour("surface")
    before, tip = points[-2:]
    ahead = _unit(before, tip) * _HEAD
    back, across = tip - ahead, ahead * 0.6j
    head = [tip, back + across, back - across]
    line = [*points[:-1], tip - ahead * 0.8]
    return markup(
        [
            strokes([line], halo, _WIDTH + 3, stroke_linejoin="round"),
            polygon(head, fill=halo, stroke=halo, stroke_width=3, stroke_linejoin="round"),
            strokes([line], ink, _WIDTH, stroke_linejoin="round"),
            polygon(head, fill=ink),
        ]
    )


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


def _badge(spot: Point, number: int, side: MapSide) -> Html:
    x, y = spot.real, spot.imag
    disc = el(
        "circle", cx=x, cy=y, r=9, fill=colour(side), stroke=colour("surface"), stroke_width=1.5
    )
    ink = colour(f"on-{side}")
    text = write(x, y + 4.3, str(number), size=12, weight=700, anchor="middle", fill=ink)
    return el("g", disc, text, class_="rb-number")


def _unit(start: Point, end: Point) -> Point:
    return (end - start) / abs(end - start)
