"""The ground: a hex with the pattern of its terrain and the mark it bears in the picture.

All shapes lie around the origin.  A counter covers the middle of a hex, so patterns and marks
keep to its rim.  No two of them differ by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rules_lib.presentation.hexes.grid import (
    Point,
    corner,
    outline,
    polygon,
    strokes,
)
from rules_lib.presentation.hexes.model import Mark
from rules_lib.presentation.markup import Attribute, Html, el, markup
from rules_lib.presentation.palette import colour
from rules_lib.presentation.svg import shifted

MARKS: Final[dict[Mark, str]] = {
    "front": "front hex",
    "flank": "flank of cavalry",
    "zoc": "zone of control",
    "path": "path",
    "target": "target",
    "offends": "breaks a rule",
}
"""The marks in words, in the order of the legend."""

_RIM: Final[tuple[Point, ...]] = (
    (0, -0.76), (-0.3, -0.6), (0.3, -0.6), (-0.3, 0.6), (0.3, 0.6), (0, 0.76),
)  # fmt: skip
"""Where small things stand, in radii from the middle: above and below the counter."""


def tile(radius: float, terrain: str, mark: Mark = "") -> Html:
    """Return a hex with the pattern of its terrain and its mark."""
    fill = colour("surface" if terrain == "clear" else "raised")
    ground = polygon(outline(radius), fill=fill, stroke=colour("neutral"), stroke_width=1)
    pattern = "" if terrain == "clear" else TERRAINS.get(terrain, _dots)(radius)
    return markup([ground, _marked(radius, mark), pattern])


def _marked(radius: float, mark: Mark) -> Html:
    return el("g", _MARKINGS[mark](radius), class_=f"rb-mark rb-mark-{mark}") if mark else Html()


def _scattered(radius: float, thing: Callable[[float], Html]) -> Html:
    return markup(shifted(x * radius, y * radius, thing(radius / 35)) for x, y in _RIM)


def _woods(radius: float) -> Html:
    return _scattered(radius, _tree)


def _tree(scale: float) -> Html:
    crown = el(
        "circle",
        cx=0,
        cy=-1.4 * scale,
        r=4.2 * scale,
        fill=colour("good"),
        stroke=colour("muted"),
        stroke_width=scale,
    )
    trunk = strokes([[(0, 0), (0, 5.6 * scale)]], colour("muted"), 1.6 * scale)
    return markup([trunk, crown])


def _marsh(radius: float) -> Html:
    return _scattered(radius, _tuft)


def _tuft(scale: float) -> Html:
    blades = [[(x * 0.5, 2.2), (x, -3.2)] for x in (-3.4, 0.0, 3.4)]
    water = [[(-6.0, 3.4), (6.0, 3.4)]]
    green = [[(x * scale, y * scale) for x, y in line] for line in blades]
    level = [[(x * scale, y * scale) for x, y in line] for line in water]
    return markup(
        [
            strokes(green, colour("good"), 1.5 * scale, stroke_linecap="round"),
            strokes(level, colour("muted"), 1.3 * scale, stroke_linecap="round"),
        ]
    )


def _village(radius: float) -> Html:
    places = ((-0.2, -0.62), (0.2, -0.62), (0.0, 0.68))
    return markup(shifted(x * radius, y * radius, _house(radius / 35)) for x, y in places)


def _house(scale: float) -> Html:
    walls = ((-5, 5), (-5, -0.5), (0, -5), (5, -0.5), (5, 5), (1.6, 5), (1.6, 1), (-1.6, 1))
    return polygon(
        [(x * scale, y * scale) for x, y in (*walls, (-1.6, 5))],
        fill=colour("muted"),
    )


def _castle(radius: float) -> Html:
    return markup(shifted(0, y * radius, _tower(radius / 35)) for y in (-0.66, 0.68))


def _tower(scale: float) -> Html:
    left = ((-7, 5.5), (-7, -5.5), (-4.2, -5.5), (-4.2, -3), (-1.4, -3), (-1.4, -5.5))
    right = [(-x, y) for x, y in reversed(left)]
    gate = ((2, 5.5), (2, 1), (-2, 1), (-2, 5.5))
    points = [(x * scale, y * scale) for x, y in (*left, *right, *gate)]
    return polygon(points, fill=colour("text"))


def _redoubt(radius: float) -> Html:
    """Return the trace of a fort: a star with a bastion towards every corner."""
    points = [
        point
        for number in range(6)
        for point in (corner(number, radius * 0.9), corner(number, radius * 0.64, 30))
    ]
    return polygon(points, fill="none", stroke=colour("muted"), stroke_width=3)


def _hill(radius: float) -> Html:
    """Return hachures that run down the slope."""
    ticks = [
        [corner(0, radius * 0.66, 15 * step), corner(0, radius * 0.82, 15 * step)]
        for step in range(24)
    ]
    return strokes(ticks, colour("muted"), 1.6, stroke_linecap="round")


def _dots(radius: float) -> Html:
    return _scattered(
        radius, lambda scale: el("circle", cx=0, cy=0, r=1.8 * scale, fill=colour("muted"))
    )


_RIMS: Final[dict[Mark, dict[str, Attribute]]] = {
    "front": {"fill": colour("neutral"), "fill_opacity": 0.22, "stroke_width": 2.0},
    "flank": {"fill": "none", "stroke_width": 2.0, "stroke_dasharray": "5 4"},
    "zoc": {"fill": "none", "stroke_width": 3.0, "stroke_dasharray": "0.1 6"},
    "path": {"fill": colour("grid"), "fill_opacity": 0.5, "stroke_width": 1.5},
}
"""Marks that are a rim: a front is filled, a flank broken, a zone of control dotted."""


def _rim(radius: float, mark: Mark) -> Html:
    reach = radius * (0.93 if mark == "path" else 0.84)
    line = {"stroke": colour("muted"), "stroke_linecap": "round"}
    return polygon(outline(reach), **line, **_RIMS[mark])


def _target(radius: float) -> Html:
    """Return the corners of a view-finder."""
    reach = radius * 0.88
    tips = outline(reach)
    brackets = [
        [_between(tips[k], tips[k - 1], 0.3), tips[k], _between(tips[k], tips[(k + 1) % 6], 0.3)]
        for k in range(6)
    ]
    return strokes(brackets, colour("text"), 3, stroke_linejoin="round")


def _offends(radius: float) -> Html:
    """Return a heavy rim and the four arms of a cross."""
    arms = [[corner(k, radius * 0.62), corner(k, radius * 0.84)] for k in (0, 2, 3, 5)]
    parts = []
    for stroke, more in (("text", 2.4), ("bad", 0.0)):
        rim = polygon(
            outline(radius * 0.9), fill="none", stroke=colour(stroke), stroke_width=2.6 + more
        )
        parts += [rim, strokes(arms, colour(stroke), 3.4 + more, stroke_linecap="round")]
    return markup(parts)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


TERRAINS: Final[dict[str, Callable[[float], Html]]] = {
    "woods": _woods,
    "marsh": _marsh,
    "village": _village,
    "castle": _castle,
    "redoubt": _redoubt,
    "hill": _hill,
}
"""The terrains that have a pattern of their own."""

_MARKINGS: Final[dict[Mark, Callable[[float], Html]]] = {
    **{mark: partial(_rim, mark=mark) for mark in _RIMS},
    "target": _target,
    "offends": _offends,
}
