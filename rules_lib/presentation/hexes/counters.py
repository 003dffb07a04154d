"""Counters: a symbol for the kind of unit, its name, its cohesion, its order and its facing.

The first party's counters have round corners, the second's square ones.  All shapes lie around
the origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules_lib.presentation.hexes.grid import Grid, Point, box, corner, polygon, stripes, strokes
from rules_lib.presentation.hexes.model import Counter, MapSide, UnitKind
from rules_lib.presentation.letters import text_width
from rules_lib.presentation.markup import Html, el, markup
from rules_lib.presentation.palette import colour
from rules_lib.presentation.svg import shifted, write

KINDS: Final[dict[UnitKind, str]] = {
    "cavalry heavy": "heavy cavalry",
    "cavalry light": "light cavalry",
    "infantry": "infantry",
    "jaegers": "jaegers",
    "artillery": "artillery",
    "horse artillery": "horse artillery",
}
"""The kinds in words, in the order of the legend."""

HEIGHT: Final = 33
NAME_SIZE: Final = 12
_NAME_WEIGHT: Final = 700
_TILT: Final = -9
_PEEK: Final = 12
_EDGE: Final = 4
_ARROW: Final = 0.24
"""The length of an arrow, in radii: it ends where the counter begins."""
_CORNERS: Final[dict[MapSide, float]] = {"first": 8, "second": 1}
_SYMBOL: Final = (22, 13)
_SQUARE: Final = 48


@dataclass(frozen=True, slots=True)
class Body:
    """The measures of the counters of one map, in pixels before they are scaled up."""

    width: float
    scale: float

    @classmethod
    def of(cls, grid: Grid) -> Body:
        """Return counters that fit a hex; never so small that they cannot be read."""
        scale = max(1.0, grid.radius / 35)
        return cls(round(grid.width * 0.76 / scale, 1), scale)

    @property
    def height(self) -> float:
        """How tall a stack of two is on the map."""
        return (HEIGHT + _PEEK) * self.scale

    def wide(self, counter: Counter) -> float:
        """Return how wide a counter is: narrower inside the frame of a square."""
        return min(self.width, _SQUARE - 6) if counter.order == "in square" else self.width

    def holds(self, counter: Counter) -> bool:
        """Tell whether the name can be written on its counter."""
        return text_width(counter.name, NAME_SIZE, _NAME_WEIGHT) <= self.wide(counter) - 3


def stack(body: Body, counters: Sequence[tuple[Counter, str]]) -> Html:
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


def arrow(counter: Counter, radius: float) -> Html:
    """Return the arrow at the corner that the counter faces."""
    if counter.facing is None:
        return Html()
    reach = radius * 1.06
    length = radius * _ARROW
    tip, base = corner(counter.facing, reach), reach - length
    left, right = (_aside(counter.facing, base, length * off) for off in (0.6, -0.6))
    return polygon(
        [tip, left, right],
        fill=colour(counter.side),
        stroke=colour("surface"),
        stroke_width=1.5,
        stroke_linejoin="round",
    )


def symbol(kind: UnitKind, ink: str, width: float = _SYMBOL[0], height: float = _SYMBOL[1]) -> Html:
    """Return the sign of a kind of unit, in one ink."""
    x, y = width / 2, height / 2
    rising, falling = [(-x, y), (x, -y)], [(-x, -y), (x, y)]
    lines: list[list[Point]] = []
    filled: list[Point] = []
    if kind in ("cavalry heavy", "cavalry light", "horse artillery"):
        lines = [rising]
    if kind in ("infantry", "jaegers"):
        lines = [rising, falling]
    if kind == "cavalry heavy":
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


def sample(side: MapSide, disordered: bool, width: float, height: float) -> Html:
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


def frame(side: MapSide, size: float) -> Html:
    """Return the square around what stands in square."""
    return markup(
        [
            box(size, size, fill=colour("surface"), stroke=colour("surface"), stroke_width=5.5),
            box(size, size, fill=colour("surface"), stroke=colour(side), stroke_width=2.5),
        ]
    )


def _frame(counters: Sequence[tuple[Counter, str]], height: float) -> Html:
    squares = [counter for counter, _ in counters if counter.order == "in square"]
    return frame(squares[0].side, max(_SQUARE, height + 7)) if squares else Html()


def _counter(body: Body, counter: Counter, name: str) -> Html:
    disordered = counter.order == "disordered"
    width = body.wide(counter)
    ink = colour("text" if disordered else f"on-{counter.side}")
    middle = write(
        0, -HEIGHT / 2 + 11.5, name, size=NAME_SIZE, weight=_NAME_WEIGHT, anchor="middle", fill=ink
    )
    written = markup([_haloed(middle, disordered) if name else "", _lower(counter, ink)])
    base = sample(counter.side, disordered, width, HEIGHT)
    if not disordered:
        return markup([base, written])
    return markup([base, el("g", written, transform=f"rotate({_TILT})")])


def _lower(counter: Counter, ink: str) -> Html:
    """Return the symbol with the cohesion beside it."""
    y = HEIGHT / 2 - 2.5 - _SYMBOL[1] / 2
    sign = symbol(counter.kind, ink)
    if counter.cohesion is None:
        return shifted(0, y, sign)
    number = write(
        9.5, y + 4.6, str(counter.cohesion), size=13, weight=700, fill=ink, anchor="start"
    )
    return markup([shifted(-5, y, sign), _haloed(number, counter.order == "disordered")])


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


def _aside(facing: int, reach: float, off: float) -> Point:
    """Return the point `reach` towards a corner and `off` to the side of that way."""
    (x, y), (nx, ny) = corner(facing, reach), corner(facing, off, 90)
    return x + nx, y + ny
