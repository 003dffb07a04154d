"""Where a hex lies in the drawing, and the shapes that everything on the map is made of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from typing import Final

from rules_lib.errors import InvalidValue
from rules_lib.notebook.markup import Attribute, Html, el
from rules_lib.notebook.svg import PHONE_WIDTH
from rules_lib.triumph_and_glory.map.hexes import Hex

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


def corner(number: int, reach: float, aside: float = 0) -> Point:
    """Return the point `reach` from the middle towards a corner, turned `aside` degrees."""
    angle = radians(30 + 60 * number + aside)
    return reach * cos(angle), reach * sin(angle)


def outline(reach: float) -> list[Point]:
    """Return the corners of a hex around the origin."""
    return [corner(number, reach) for number in range(6)]


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
