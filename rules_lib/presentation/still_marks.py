"""Bars, lines and heat maps of a still picture, in colours that follow the theme of the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from rules_lib.presentation.bar import hatching
from rules_lib.presentation.letters import text_width
from rules_lib.presentation.markup import Html, el
from rules_lib.presentation.palette import PATTERN, ROLES, Role, colour
from rules_lib.presentation.plotly_data import (
    Axis,
    as_number,
    colours_of,
    formatted,
    listed,
    scale,
    themed,
)

DRAWN: Final = frozenset({"bar", "scatter", "heatmap"})
_DASH: Final = {"dash": (3, 1.7), "dot": (1, 1.4), "dashdot": (3, 1.4, 1, 1.4)}
_MARKER: Final = {
    "circle": None,
    "square": (0, 0, 1, 0, 1, 1, 0, 1),
    "diamond": (0.5, -0.2, 1.2, 0.5, 0.5, 1.2, -0.2, 0.5),
    "x": (1, 0, 2, 1, 3, 0, 4, 1, 3, 2, 4, 3, 3, 4, 2, 3, 1, 4, 0, 3, 1, 2, 0, 1),
    "cross": (2, 0, 4, 0, 4, 2, 6, 2, 6, 4, 4, 4, 4, 6, 2, 6, 2, 4, 0, 4, 0, 2, 2, 2),
}
"""The corners of what marks a point; a circle has none."""
Point = tuple[float, float]
_STEPS: Final[Mapping[str, Callable[[Point, Point], list[Point]]]] = {
    "hv": lambda a, b: [(b[0], a[1])],
    "vh": lambda a, b: [(a[0], b[1])],
    "hvh": lambda a, b: [((a[0] + b[0]) / 2, a[1]), ((a[0] + b[0]) / 2, b[1])],
    "": lambda a, b: [],
}
"""Where a line that goes in steps turns between two points."""
_ENDS: Final = 0.14
"""This near to an end of our colours the ground is dark by day and bright by night."""

Layer = tuple[int, Html]
"""What is drawn, and how far above the ground."""


def style(**paints: object) -> str:
    """Return paints as CSS, where they may be variables."""
    return "; ".join(f"{name.replace('_', '-')}: {value}" for name, value in paints.items())


@dataclass
class Plane:
    """The ground between the axes: where a value stands, and what is drawn there."""

    x: Axis
    y: Axis
    left: float
    top: float
    width: float
    height: float
    prefix: str
    layers: list[Layer] = field(default_factory=list)
    hatchings: dict[Role, Html] = field(default_factory=dict)

    def x_at(self, place: float) -> float:
        """Return how far from the left a place is."""
        return self.left + self.width * _share(self.x, place)

    def y_at(self, place: float) -> float:
        """Return how far from the top a place is."""
        return self.top + self.height * (1 - _share(self.y, place))

    def add(self, layer: int, drawn: Html) -> None:
        """Draw something, above what has a lower number."""
        self.layers.append((layer, drawn))

    def drawn(self) -> list[Html]:
        """Return all that is drawn, and the hatchings that it needs."""
        drawn = [each for _, each in sorted(self.layers, key=lambda layer: layer[0])]
        return [*drawn, *([el("defs", *self.hatchings.values())] if self.hatchings else [])]

    def line(self, points: Sequence[Point], **paints: object) -> Html:
        """Return a line through points that are given by their values."""
        shown = " ".join(f"{self.x_at(x):.1f},{self.y_at(y):.1f}" for x, y in points)
        return el("polyline", points=shown, style=style(**{"fill": "none", **paints}))

    def level(self, place: float, layer: int, **paints: object) -> None:
        """Draw a line from left to right."""
        self.add(layer, self.line([(self.x.low, place), (self.x.high, place)], **paints))

    def upright(self, place: float, layer: int, **paints: object) -> None:
        """Draw a line from the ground to the top."""
        self.add(layer, self.line([(place, self.y.low), (place, self.y.high)], **paints))

    def box(self, a: Point, b: Point, **paints: object) -> Html:
        """Return the box between two corners."""
        (left, right), (top, bottom) = (
            sorted(ends)
            for ends in (
                (self.x_at(a[0]), self.x_at(b[0])),
                (self.y_at(a[1]), self.y_at(b[1])),
            )
        )
        sides = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        return el("rect", **{k: round(v, 1) for k, v in sides.items()}, style=style(**paints))

    def text(self, x: float, y: float, words: str, size: float, up: float, ink: str) -> Html:
        """Return words in the middle of a place, moved up."""
        at = {"x": round(self.x_at(x), 1), "y": round(self.y_at(y) - up, 1)}
        paint = style(fill=ink)
        return el("text", words, **at, font_size=size, text_anchor="middle", style=paint)

    def paint(self, css: str, shape: str) -> str:
        """Return a colour, with its hatching if it has one in our book."""
        for role in ROLES:
            if colour(role) == css and shape and PATTERN[role] == shape:
                self.hatchings[role] = hatching(self.prefix, role)
                return f"url(#{self.prefix}-fill-{role}-0)"
        return css


def _share(axis: Axis, place: float) -> float:
    share = (place - axis.low) / (axis.high - axis.low)
    return 1 - share if axis.reversed else share


def draw_trace(
    plane: Plane, traces: Sequence[Mapping[str, Any]], layout: Mapping[str, Any]
) -> Iterator[Layer]:
    """Draw all traces."""
    bars = [each for each in traces if each.get("type") == "bar"]
    sums: dict[tuple[float, bool], float] = {}
    for trace, css in zip(traces, colours_of(traces, layout), strict=True):
        kind = trace.get("type", "scatter")
        if kind == "bar":
            turn = bars.index(trace), len(bars)
            yield from _bars(plane, trace, css, layout, turn, sums)
        elif kind == "heatmap":
            yield from _heat(plane, trace)
        else:
            yield from _line(plane, trace, css)


def _bars(
    plane: Plane,
    trace: Mapping[str, Any],
    css: str,
    layout: Mapping[str, Any],
    turn: tuple[int, int],
    sums: dict[tuple[float, bool], float],
) -> Iterator[Layer]:
    lying = trace.get("orientation") == "h"
    along = plane.y if lying else plane.x
    values = [as_number(v) or 0.0 for v in listed(trace.get("x" if lying else "y"))]
    labels = listed(trace.get("y" if lying else "x")) or list(range(len(values)))
    places = [along.place(label) for label in labels]
    apart = sorted({b - a for a, b in pairwise(sorted(places))} - {0})
    step = 1.0 if along.categories is not None or not apart else apart[0]
    mode = layout.get("barmode", "group")
    number, count = turn if mode == "group" else (0, 1)
    each = step * (1 - float(layout.get("bargap", 0.2))) / count
    start = (number - (count - 1) / 2) * each
    half = each * (1 - float(layout.get("bargroupgap", 0))) / 2
    marker = trace.get("marker", {})
    shape = str(marker.get("pattern", {}).get("shape", ""))
    many = [] if isinstance(marker.get("color"), str) else listed(marker.get("color"))
    for i, (place, value) in enumerate(zip(places, values, strict=True)):
        base = sums.get((place, value < 0), 0.0) if mode in ("stack", "relative") else 0.0
        sums[place, value < 0] = base + value
        ends = (place + start - half, base), (place + start + half, base + value)
        a, b = ((y, x) for x, y in ends) if lying else ends
        yield 2, plane.box(a, b, fill=plane.paint(themed(many[i]) if many else css, shape))
    texts = trace.get("text")
    if texts is not None and not lying:
        given = [texts] * len(values) if isinstance(texts, str) else listed(texts)
        for place, value, text in zip(places, values, given, strict=True):
            yield 4, plane.text(place + start, value, str(text), 11, 3, colour("text"))


def _line(plane: Plane, trace: Mapping[str, Any], css: str) -> Iterator[Layer]:
    y = listed(trace.get("y"))
    x = listed(trace.get("x")) or list(range(len(y)))
    mode = trace.get("mode") or ("lines+markers" if len(y) < 20 else "lines")
    line, marker = trace.get("line", {}), trace.get("marker", {})
    points = [(plane.x.place(a), plane.y.place(b)) for a, b in zip(x, y, strict=True)]
    if str(trace.get("fill", "")).startswith("tozero"):
        soft = f"color-mix(in srgb, {css} 20%, transparent)"
        ground = min(max(0.0, plane.y.low), plane.y.high)
        yield 1, plane.line([(points[0][0], ground), *points, (points[-1][0], ground)], fill=soft)
    if "lines" in mode:
        width = min(float(line.get("width", 2.5)), 3)
        dash = [round(width * part, 1) for part in _DASH.get(line.get("dash", ""), ())]
        turns = _STEPS.get(line.get("shape", ""), _STEPS[""])
        way = [p for a, b in pairwise(points) for p in (a, *turns(a, b))] + points[-1:]
        dashes = {"stroke_dasharray": " ".join(map(str, dash))} if dash else {}
        yield 3, plane.line(way, stroke=css, stroke_width=width, **dashes)
    if "markers" in mode:
        symbol = str(marker.get("symbol", "circle")).removesuffix("-open")
        size = marker.get("size", 8)
        wide = min(float(size), 9) * 0.85 if not isinstance(size, (list, tuple)) else 7
        for place in points:
            yield 3, _marker(plane, place, _MARKER.get(symbol), wide, css)


def _marker(
    plane: Plane, place: Point, corners: Sequence[float] | None, size: float, css: str
) -> Html:
    x, y = plane.x_at(place[0]), plane.y_at(place[1])
    if not corners:
        return el("circle", cx=round(x, 1), cy=round(y, 1), r=size / 2, style=style(fill=css))
    whole = max(corners) + min(corners)
    at = [size * (each / whole - 0.5) for each in corners]
    shown = " ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in zip(at[::2], at[1::2], strict=True))
    return el("polygon", points=shown, style=style(fill=css))


def _heat(plane: Plane, trace: Mapping[str, Any]) -> Iterator[Layer]:
    grid = [listed(row) for row in listed(trace.get("z"))]
    numbers = [n for row in grid for v in row if (n := as_number(v)) is not None]
    low = float(trace.get("zmin", min(numbers)))
    high = float(trace.get("zmax", max(numbers)))
    steps = scale(trace)
    columns = listed(trace.get("x")) or list(range(len(grid[0])))
    rows = listed(trace.get("y")) or list(range(len(grid)))
    words = _texts(trace, grid)
    longest = max((text_width(text, 12) for line in words for text in line), default=0.0)
    slot = plane.width / max(len(columns), 1) - 2
    size = next((n for n in (12, 11, 10, 9) if longest * n / 12 <= slot), 0)
    for row, line, texts in zip(rows, grid, words, strict=True):
        for column, value, text in zip(columns, line, texts, strict=True):
            if (number := as_number(value)) is None:
                continue
            share = (number - low) / (high - low or 1)
            share = 1 - share if trace.get("reversescale") else share
            x, y = plane.x.place(column), plane.y.place(row)
            css, ink = _mixed(steps, min(max(share, 0.0), 1.0))
            corners = (x - 0.5, y - 0.5), (x + 0.5, y + 0.5)
            yield 2, plane.box(*corners, fill=css, stroke=colour("raised"))
            if text and size:
                yield 3, plane.text(x, y, text, size, -0.36 * size, ink)


def _texts(trace: Mapping[str, Any], grid: Sequence[Sequence[Any]]) -> list[list[str]]:
    template = str(trace.get("texttemplate") or "")
    if found := re.search(r"%\{z(?::([^}]*))?\}", template):
        form = {"tickformat": found[1]}
        return [[formatted(form, v) if as_number(v) is not None else "" for v in r] for r in grid]
    if template and trace.get("text") is not None:
        return [[str(text) for text in listed(row)] for row in listed(trace["text"])]
    return [["" for _ in row] for row in grid]


def _mixed(steps: Sequence[tuple[float, str]], share: float) -> tuple[str, str]:
    """Return the colour at this share of a scale, and the ink for a text on it."""
    below = max((each for each in steps if each[0] <= share), default=steps[0])
    above = min((each for each in steps if each[0] >= share), default=steps[-1])
    part = (share - below[0]) / (above[0] - below[0]) if above[0] > below[0] else 0.0
    css = below[1]
    if part > 0:
        css = f"color-mix(in srgb, {above[1]} {100 * part:.0f}%, {below[1]})"
    return css, colour("surface") if _dark(below[1], above[1], part) else colour("text")


def _dark(below: str, above: str, part: float) -> bool:
    """Tell whether the ground is near an end of our colours: dark by day, bright by night."""
    ends = {colour("heat-0"), colour("heat-4")}
    if below in ends:
        return above in ends or part < 4 * _ENDS
    return above in ends and part > 1 - 4 * _ENDS
