"""What hex maps are drawn of: a grid, patterns of the ground, counters, and the ways they take.

All shapes lie around the origin. A counter covers the middle of a hex, so patterns and marks keep
to its rim, and no two of them differ by colour alone. The first party's counters have round
corners, the second's square ones. Nothing here knows a rule: whoever asks for a map says which
hexes are marked, and how."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, radians, sin, sqrt
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


Point = tuple[float, float]

MARGIN: Final = 5
LARGEST: Final = 46
"""The radius of a hex where there is room, in pixels."""
MOST_COLUMNS: Final = 7
MOST_ROWS: Final = 12


@dataclass(frozen=True, slots=True)
class Grid:
    """The scale of a map and the centre of hex (0, 0), all in pixels."""

    radius: float
    x: float
    y: float
    height: float

    @property
    def width(self) -> float:
        """The distance of two opposite sides of a hex."""
        return self.radius * sqrt(3)

    def centre(self, at: Hex) -> Point:
        """Return the middle of a hex."""
        return self.x + self.width * (at.q + at.r / 2), self.y + 1.5 * self.radius * at.r


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
    angle = radians(30 + 60 * number)
    return reach * cos(angle), reach * sin(angle)


def polygon(points: Iterable[Point], **attributes: Attribute) -> Html:
    """Return a closed shape."""
    return el("polygon", points=" ".join(f"{at(x)},{at(y)}" for x, y in points), **attributes)


def strokes(lines: Iterable[Sequence[Point]], stroke: str, width: float, **more: Attribute) -> Html:
    """Return open lines, all drawn alike."""
    d = "".join("M" + "L".join(f"{at(x)} {at(y)}" for x, y in line) for line in lines)
    return el("path", d=d, fill="none", stroke=stroke, stroke_width=width, **more)


def box(width: float, height: float, **attributes: Attribute) -> Html:
    """Return a rectangle around the origin."""
    return el("rect", x=-width / 2, y=-height / 2, width=width, height=height, **attributes)


def stripes(width: float, height: float, step: float) -> list[list[Point]]:
    """Return the lines of a diagonal hatching that fills a rectangle around the origin."""
    lines: list[list[Point]] = []
    offset = step / 2
    while offset < width + height:
        start = (min(offset, width), max(0.0, offset - width))
        end = (max(0.0, offset - height), min(offset, height))
        lines.append([(x - width / 2, y - height / 2) for x, y in (start, end)])
        offset += step
    return lines


def at(number: float) -> str:
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
    line = _NUMBER.sub(lambda found: at(float(found[0]) * scale), d)
    return el("path", d=line, **{"fill": "none", **look, **inks})


# ------------------------------------------------------------ counters


HEIGHT: Final = 34
_NAME_SIZES: Final = (14, 13, 12)
_NAME_WEIGHT: Final = 700
_TILT: Final = -9
_PEEK: Final = 14
_EDGE: Final = 4
_ASIDE: Final = 0.12
"""How far a counter moves away from its front, in radii: then nothing covers its name."""
_CORNERS: Final[dict[str, float]] = {"first": 8, "second": 1}
_SYMBOL: Final = (22, 13)
_SQUARE: Final = 50


@dataclass(frozen=True, slots=True)
class Body:
    """The measures of the counters of one map, in pixels before they are scaled up."""

    width: float
    scale: float

    @classmethod
    def of(cls, grid: Grid) -> Body:
        """Return counters that fit a hex; never so small that they cannot be read."""
        scale = max(1.0, grid.radius / 35)
        return cls(round(grid.width * 0.85 / scale, 1), scale)

    @property
    def height(self) -> float:
        """How tall a stack of two is on the map."""
        return (HEIGHT + _PEEK) * self.scale

    def wide(self, counter: Placed) -> float:
        """Return how wide a counter is: narrower inside the frame of a square."""
        return min(self.width, _SQUARE - 6) if counter.unit.order == Order.SQUARE else self.width

    def size(self, counter: Placed) -> int | None:
        """Return the largest size in which its counter can bear the name; `None` for none."""
        room = self.wide(counter) - 2
        widths = ((size, text_width(counter.name, size, _NAME_WEIGHT)) for size in _NAME_SIZES)
        return next((size for size, width in widths if width <= room), None)


def stack(body: Body, counters: Sequence[tuple[Placed, str]]) -> Html:
    """Return the counters of a hex with what is written on each, the top one first.

    Two lie so that both names can be read; of three and more only the top one's could.
    """
    count = len(counters)
    down = _PEEK if count == 2 else _EDGE
    parts = [_frame(counters, HEIGHT + down * (count - 1))]
    for depth in range(count - 1, -1, -1):
        lift = depth - (count - 1) / 2
        art = _counter(body, *counters[depth])
        parts.append(shifted(-_EDGE * lift, -down * lift, art))
    return el("g", *parts, transform=f"scale({body.scale:.3g})")


def front(side: str, facing: int | None, radius: float) -> Html:
    """Return the two hexsides that meet at the corner that a counter faces."""
    if facing is None:
        return Html()
    before, tip, after = (corner(facing + step, radius * 0.92) for step in (-1, 0, 1))
    line = [_towards(tip, before), tip, _towards(tip, after)]
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
    ways = [corner(facing, -radius * _ASIDE) for facing in corners]
    return sum(x for x, _ in ways), sum(y for _, y in ways)


def symbol(kind: UnitKind, ink: str, width: float = _SYMBOL[0], height: float = _SYMBOL[1]) -> Html:
    """Return the sign of a kind of unit, in one ink."""
    x, y = width / 2, height / 2
    rising, falling = [(-x, y), (x, -y)], [(-x, -y), (x, y)]
    lines: list[list[Point]] = []
    filled: list[Point] = []
    if kind in ("heavy cavalry", "light cavalry", "horse artillery"):
        lines = [rising]
    if kind in ("infantry", "jaegers"):
        lines = [rising, falling]
    if kind == "heavy cavalry":
        filled = [(-x, y), (x, -y), (x, y)]
    if kind == "jaegers":
        filled = [(-x, -y), (x, -y), (0, 0)]
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
    rounded = min(_CORNERS[side], height / 3)
    if not disordered:
        rim = colour("surface")
        return box(width, height, rx=rounded, fill=colour(side), stroke=rim, stroke_width=1)
    hatching = strokes(stripes(width, height, 6), colour(side), 1.6, opacity=0.45)
    ground = box(width, height, rx=rounded, fill=colour("surface"))
    rim = box(
        width, height, rx=rounded, fill="none", stroke=colour(side), stroke_width=2,
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


def _counter(body: Body, counter: Placed, name: str) -> Html:
    disordered = counter.unit.order == Order.DISORDERED
    width = body.wide(counter)
    ink = colour("text" if disordered else f"on-{counter.side}")
    size = (body.size(counter) if name == counter.name else None) or _NAME_SIZES[0]
    middle = write(
        0, -HEIGHT / 2 + 13, name, size=size, weight=_NAME_WEIGHT, anchor="middle", fill=ink
    )
    written = markup([_haloed(middle, disordered) if name else "", _lower(counter, ink)])
    base = sample(counter.side, disordered, width, HEIGHT)
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


def _towards(tip: Point, other: Point) -> Point:
    """Return the point that is most of the way to another."""
    return tip[0] + (other[0] - tip[0]) * 0.86, tip[1] + (other[1] - tip[1]) * 0.86


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
    ink = colour(side)
    (x0, y0), (x, y) = points[-2:]
    ex, ey = _unit((x0, y0), (x, y))
    neck = (x - ex * _HEAD * 0.8, y - ey * _HEAD * 0.8)
    back = (x - ex * _HEAD, y - ey * _HEAD)
    head = [
        (x, y),
        (back[0] - ey * _HEAD * 0.6, back[1] + ex * _HEAD * 0.6),
        (back[0] + ey * _HEAD * 0.6, back[1] - ex * _HEAD * 0.6),
    ]
    line = [*points[:-1], neck]
    halo = colour("surface")
    return markup(
        [
            strokes([line], halo, _WIDTH + 3, stroke_linejoin="round"),
            polygon(head, fill=halo, stroke=halo, stroke_width=3, stroke_linejoin="round"),
            strokes([line], ink, _WIDTH, stroke_linejoin="round"),
            polygon(head, fill=ink),
        ]
    )


def _points(grid: Grid, move: Move, lane: int) -> list[Point]:
    points = [grid.centre(at) for at in move.path]
    before, last = points[-2:]
    ex, ey = _unit(before, last)
    reach = grid.width * 0.5 + _PAST_EDGE
    points[-1] = (before[0] + ex * reach, before[1] + ey * reach)
    shift = (-ey * _LANE * lane, ex * _LANE * lane)
    return [(x + shift[0], y + shift[1]) for x, y in points]


def _spot(points: Sequence[Point]) -> Point:
    """Return where the number goes: beyond the first edge, or beside the arrow if it is short."""
    (x0, y0), (x1, y1) = points[:2]
    if len(points) > 2:
        return x0 + (x1 - x0) * 0.7, y0 + (y1 - y0) * 0.7
    ex, ey = _unit((x0, y0), (x1, y1))
    return x1 - ex * 8 + ey * 15, y1 - ey * 8 - ex * 15


def _badge(spot: Point, number: int, side: MapSide) -> Html:
    x, y = spot
    disc = el(
        "circle", cx=x, cy=y, r=9, fill=colour(side), stroke=colour("surface"), stroke_width=1.5
    )
    ink = colour(f"on-{side}")
    text = write(x, y + 4.3, str(number), size=12, weight=700, anchor="middle", fill=ink)
    return el("g", disc, text, class_="rb-number")


def _unit(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    return dx / length, dy / length
