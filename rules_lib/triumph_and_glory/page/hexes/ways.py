"""The ways of charges: arrows from hex to hex."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.palette import colour
from rules_lib.notebook.svg import write
from rules_lib.triumph_and_glory.page.hexes.grid import Grid, Point, polygon, strokes
from rules_lib.triumph_and_glory.page.hexes.model import MapSide, Move, hexed

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
