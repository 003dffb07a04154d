"""Counters: a symbol for the kind of unit, its name, its cohesion, its order and its front.

The first party's counters have round corners, the second's square ones.  All shapes lie around
the origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import colour
from rules_lib.notebook.svg import shifted, write
from rules_lib.triumph_and_glory.map.board import Placed
from rules_lib.triumph_and_glory.page.hexes.grid import (
    Grid,
    Point,
    box,
    corner,
    polygon,
    stripes,
    strokes,
)
from rules_lib.triumph_and_glory.page.hexes.model import UnitKind, kind_of
from rules_lib.triumph_and_glory.units import Order

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
