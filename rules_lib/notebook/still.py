"""A plotly figure as a still SVG: for a page that is read without scripts, and for paper.

All text is measured (`letters.py`), as wide as hardly a reader's font is, so that nothing is cut
and nothing overlaps.  Colours follow the theme of the page.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, Literal

from rules_lib.notebook.bar import dashes, fill, hatching, marker
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.markup import Html, el
from rules_lib.notebook.palette import PATTERN, ROLES, Role, colour
from rules_lib.notebook.plotly_data import (
    Axis,
    Data,
    along,
    as_number,
    axis,
    axis_name,
    colours_of,
    formatted,
    listed,
    scale,
    themed,
)
from rules_lib.notebook.svg import wrap

PHONE: Final = 320
DESK: Final = 680
SIZE: Final = 12
LINE: Final = 15
_GAP: Final = 6
_ROW: Final = 30
"""The least height of a row of bars that lie."""
_DRAWN: Final = ("bar", "heatmap", "scatter")
_ENDS: Final = 0.56
"""This near to an end of our colours the ground is dark by day and bright by night."""

Align = Literal["start", "middle", "end"]
Point = tuple[float, float]
Traces = Sequence[Mapping[str, Any]]


class NotDrawable(ValueError):
    """A figure has something that has no still picture here."""


def still(figure: Data, width: int, prefix: str, height: int = 0) -> Html:
    """Return a figure as SVG of this width; `prefix` makes its ids unique on the page."""
    traces, layout = [dict(each) for each in figure["data"]], dict(figure.get("layout", {}))
    for trace in traces:
        if trace.get("type", "scatter") not in _DRAWN:
            raise NotDrawable(f"no still picture of {trace.get('type')!r}: only {_DRAWN}")
    if layout.get("shapes"):
        raise NotDrawable("no still picture of shapes")
    return _Sheet(traces, layout, width, height or layout.get("height") or 360, prefix).drawn()


@dataclass
class _Plane:
    """The ground between the axes: where a value stands, and how it is painted there."""

    x: Axis
    y: Axis
    left: float
    top: float
    width: float
    height: float
    prefix: str
    hatchings: dict[Role, Html] = field(default_factory=dict)

    def x_at(self, place: float) -> float:
        """Return how far from the left a place is."""
        return self.left + self.width * _share(self.x, place)

    def y_at(self, place: float) -> float:
        """Return how far from the top a place is."""
        return self.top + self.height * (1 - _share(self.y, place))

    def line(self, points: Sequence[Point], **paints: object) -> Html:
        """Return a line through points that are given by their values."""
        shown = " ".join(f"{self.x_at(x):.1f},{self.y_at(y):.1f}" for x, y in points)
        return el("polyline", points=shown, style=_style(fill="none", **paints))

    def across(self, place: float, upright: bool, **paints: object) -> Html:
        """Return a line from the ground to the top, or from left to right."""
        if upright:
            return self.line([(place, self.y.low), (place, self.y.high)], **paints)
        return self.line([(self.x.low, place), (self.x.high, place)], **paints)

    def box(self, a: Point, b: Point, **paints: object) -> Html:
        """Return the box between two corners."""
        left, right = sorted((self.x_at(a[0]), self.x_at(b[0])))
        top, bottom = sorted((self.y_at(a[1]), self.y_at(b[1])))
        sides = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        return el("rect", **{k: round(v, 1) for k, v in sides.items()}, style=_style(**paints))

    def paint(self, css: str, shape: str) -> str:
        """Return a colour, with its hatching if it has one in our book."""
        for role in ROLES:
            if colour(role) == css and shape and PATTERN[role] == shape:
                self.hatchings[role] = hatching(self.prefix, role)
                return fill(self.prefix, role)
        return css


@dataclass
class _Sheet:
    traces: list[dict[str, Any]]
    layout: dict[str, Any]
    width: float
    height: float
    prefix: str
    lies: bool = False
    """Whether bars that stand in the figure lie in the picture."""
    texts: list[Html] = field(default_factory=list)

    def drawn(self) -> Html:
        """Return the whole drawing."""
        x, y, lying = self._axes()
        y_labels = [wrap(text, self.width * 0.4, SIZE) for _, text in y.ticks]
        left = max((_wide(line) for lines in y_labels for line in lines), default=0) + _GAP + 2
        right = max(_wide(x.ticks[-1][1]) / 2 if x.ticks and x.categories is None else 0, 6)
        name = wrap(axis_name(self.layout, "y"), self.width, SIZE)
        top = LINE * len(name) + _GAP + 2 if any(name) else _GAP
        room = self.width - left - right
        x_labels, turned = _below(x, room)
        title = wrap(x.title, self.width, SIZE)
        tall = max((_wide(text) for _, lines in x_labels for text in lines), default=0)
        lines_below = max((len(lines) for _, lines in x_labels), default=0)
        under = (tall if turned else LINE * lines_below) + _GAP
        bottom = under + (LINE * len(title) + 4 if title else 0) + 4
        if lying or len(y_labels) > 8:
            self.height = max(self.height, top + bottom + self._rows(y_labels))
        plane = _Plane(x, y, left, top, room, self.height - top - bottom, self.prefix)
        floor = self.height - bottom
        for place, lines in x_labels:
            self._write(plane.x_at(place), floor + _GAP, lines, "middle", turned=turned)
        for (place, _), lines in zip(y.ticks, y_labels, strict=True):
            at = plane.y_at(place) - LINE * (len(lines) - 1) / 2 - 6
            self._write(left - _GAP, at, lines, "end")
        if title:
            half = max(map(_wide, title)) / 2
            middle = min(max(left + room / 2, half), self.width - half)
            self._write(middle, floor + under + 4, title, "middle")
        self._write(0, 0, name, "start")
        art = [*self._frame(plane), *_draw_traces(plane, self.traces, self.layout)]
        return el(
            "svg",
            *art,
            el("defs", *plane.hatchings.values()) if plane.hatchings else "",
            *self.texts,
            data_lies=self.lies,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {self.width:g} {round(self.height, 1):g}",
        )

    def _axes(self) -> tuple[Axis, Axis, bool]:
        """Return the axes; bars lie down if their names would not fit under them."""
        x, y, lying = self._as_given()
        bars = all(trace.get("type") == "bar" for trace in self.traces)
        if bars and not lying and x.categories and not _fits(x, self.width * 0.86):
            for trace in self.traces:
                trace["x"], trace["y"] = trace.get("y"), trace.get("x")
                trace["orientation"] = "h"
            self.lies, layout = True, self.layout
            across = {**layout.get("yaxis", {}), "title": axis_name(layout, "y")}
            layout["annotations"] = []
            layout["xaxis"], layout["yaxis"] = across, {**layout["xaxis"], "autorange": "reversed"}
            return self._as_given()
        return x, y, lying

    def _as_given(self) -> tuple[Axis, Axis, bool]:
        lying = any(each.get("orientation") == "h" for each in self.traces)
        types = {each.get("type", "scatter") for each in self.traces}
        bars = "bar" in types
        values: dict[str, list[Any]] = {"x": [], "y": []}
        for trace in self.traces:
            for name in values:
                values[name] += along(trace, name)
        value_axis = "x" if lying else "y"
        if bars and self.layout.get("barmode") == "stack":
            values[value_axis] += _sums(self.traces, value_axis)
        made = {}
        for name in ("x", "y"):
            stands = bars and name == value_axis
            slot = 0.0
            if bars and not stands:
                several = sorted({v for v in values[name] if isinstance(v, (int, float))})
                slot = 0.6 / max(len(several) - 1, 1)
            elif types != {"heatmap"}:
                slot = 0.04
            settings = self.layout.get(f"{name}axis", {})
            if types == {"heatmap"}:
                settings = {**settings, "type": "category"}
            made[name] = axis(settings, values[name], zero=stands, margin=slot)
        return made["x"], made["y"], lying

    def _rows(self, labels: Sequence[Sequence[str]]) -> float:
        groups = len(self.traces) if self.layout.get("barmode", "group") == "group" else 1
        if self.traces[0].get("type") == "heatmap":
            return 22.0 * len(labels)
        return sum(max(_ROW, 20 * groups, LINE * len(lines) + 8) for lines in labels)

    def _frame(self, plane: _Plane) -> Iterator[Html]:
        """Draw the lines of the levels, and the side on which the bars or the lines stand."""
        x, y = plane.x, plane.y
        upright = y.categories is not None
        if not upright or x.categories is None:
            for place, _ in (x if upright else y).ticks:
                yield plane.across(place, upright, stroke=colour("grid"))
        if self.traces[0].get("type") != "heatmap":
            end = x.low if upright else y.high if y.reversed else y.low
            yield plane.across(end, upright, stroke=colour("muted"), stroke_width=0.8)

    def _write(
        self, x: float, top: float, lines: Sequence[str], align: Align, turned: bool = False
    ) -> None:
        for number, line in enumerate(lines):
            at = x + SIZE * 0.36 if turned else x
            y = top if turned else top + LINE * number + SIZE - 2
            turn = f"rotate(-90 {at:.1f} {y:.1f})" if turned else None
            anchor = "end" if turned else align
            self.texts.append(_text(line, at, y, SIZE, colour("text"), anchor, transform=turn))


def _text(
    words: str, x: float, y: float, size: float, ink: str, anchor: Align, **more: str | None
) -> Html:
    at = {"x": round(x, 1), "y": round(y, 1)}
    return el("text", words, **at, font_size=size, text_anchor=anchor, **more, style=f"fill: {ink}")


def _style(**paints: object) -> str:
    """Return paints as CSS, where they may be variables."""
    return "; ".join(f"{name.replace('_', '-')}: {value}" for name, value in paints.items())


def _share(axis: Axis, place: float) -> float:
    share = (place - axis.low) / (axis.high - axis.low)
    return 1 - share if axis.reversed else share


def _wide(text: str) -> float:
    return text_width(text, SIZE)


def _fits(x: Axis, room: float) -> bool:
    """Tell whether the names of categories can stand below them, in lines if need be."""
    slot = room / len(x.ticks) - _GAP
    names = [text for _, text in x.ticks]
    if all(len(name) <= 4 for name in names):
        return True
    return all(_wide(w) <= slot for n in names for w in n.split(" ")) and all(
        len(wrap(name, slot, SIZE)) <= 3 for name in names
    )


def _below(x: Axis, room: float) -> tuple[list[tuple[float, list[str]]], bool]:
    """Return what stands below the axis, and whether it is turned.

    Short names are left out at equal steps where they do not fit; long ones are wrapped.
    """
    if not x.ticks:
        return [], False
    span = abs(x.high - x.low)
    apart = min(
        (abs(b[0] - a[0]) for a, b in zip(x.ticks, x.ticks[1:], strict=False)), default=span
    )
    slot = room * apart / span - _GAP
    widest = max(_wide(text) for _, text in x.ticks)
    if widest <= slot:
        return [(place, [text]) for place, text in x.ticks], False
    if x.categories is None or widest <= _wide("0000"):
        step = next(k for k in range(2, 99) if widest <= k * (slot + _GAP) - _GAP)
        return [(place, [text]) for place, text in x.ticks[::step]], False
    if _fits(x, room):
        return [(place, wrap(text, slot, SIZE)) for place, text in x.ticks], False
    return [(place, [text]) for place, text in x.ticks], True


def _sums(traces: Traces, name: str) -> list[float]:
    sums: dict[str, float] = {}
    other = "y" if name == "x" else "x"
    for trace in traces:
        for label, value in zip(listed(trace.get(other)), listed(trace.get(name)), strict=False):
            sums[str(label)] = sums.get(str(label), 0.0) + float(value)
    return list(sums.values())


def _draw_traces(plane: _Plane, traces: Traces, layout: Data) -> Iterator[Html]:
    """Draw all traces, lines above bars."""
    bars = [each for each in traces if each.get("type") == "bar"]
    sums: dict[float, float] = {}
    lines: list[Html] = []
    for trace, css in zip(traces, colours_of(traces, layout), strict=True):
        kind = trace.get("type", "scatter")
        if kind == "bar":
            turn = bars.index(trace), len(bars)
            yield from _bars(plane, trace, css, layout, turn, sums)
        elif kind == "heatmap":
            yield from _heat(plane, trace)
        else:
            lines += _line(plane, trace, css)
    yield from lines


def _bars(
    plane: _Plane,
    trace: Data,
    css: str,
    layout: Data,
    turn: tuple[int, int],
    sums: dict[float, float],
) -> Iterator[Html]:
    lying = trace.get("orientation") == "h"
    stands = plane.y if lying else plane.x
    values = [as_number(v) or 0.0 for v in listed(trace.get("x" if lying else "y"))]
    places = [stands.place(label) for label in along(trace, "y" if lying else "x")]
    apart = sorted({b - a for a, b in pairwise(sorted(places))} - {0})
    step = 1.0 if stands.categories is not None or not apart else apart[0]
    mode = layout.get("barmode", "group")
    number, count = turn if mode == "group" else (0, 1)
    each = step * (1 - float(layout.get("bargap", 0.2))) / count
    start = (number - (count - 1) / 2) * each
    half = each * (1 - float(layout.get("bargroupgap", 0))) / 2
    marked = trace.get("marker", {})
    shape = str(marked.get("pattern", {}).get("shape", ""))
    many = [] if isinstance(marked.get("color"), str) else listed(marked.get("color"))
    for i, (place, value) in enumerate(zip(places, values, strict=True)):
        base = sums.get(place, 0.0) if mode == "stack" else 0.0
        sums[place] = base + value
        ends = (place + start - half, base), (place + start + half, base + value)
        a, b = ((y, x) for x, y in ends) if lying else ends
        yield plane.box(a, b, fill=plane.paint(themed(many[i]) if many else css, shape))


def _line(plane: _Plane, trace: Data, css: str) -> Iterator[Html]:
    x, y = along(trace, "x"), listed(trace.get("y"))
    mode = trace.get("mode") or ("lines+markers" if len(y) < 20 else "lines")
    line, marked = trace.get("line", {}), trace.get("marker", {})
    points = [(plane.x.place(a), plane.y.place(b)) for a, b in zip(x, y, strict=True)]
    if "lines" in mode:
        width = min(float(line.get("width", 2.5)), 3)
        dashed = dashes(line.get("dash", ""), width)
        more = {"stroke_dasharray": dashed} if dashed else {}
        yield plane.line(points, stroke=css, stroke_width=width, **more)
    if "markers" in mode:
        symbol = str(marked.get("symbol", "circle"))
        size = min(as_number(marked.get("size", 8)) or 8, 9) * 0.85
        for a, b in points:
            yield marker(plane.x_at(a), plane.y_at(b), symbol, size, css)


def _heat(plane: _Plane, trace: Data) -> Iterator[Html]:
    grid = [listed(row) for row in listed(trace.get("z"))]
    numbers = [n for row in grid for v in row if (n := as_number(v)) is not None]
    low = float(trace.get("zmin", min(numbers)))
    high = float(trace.get("zmax", max(numbers)))
    steps = scale(trace)
    columns, rows = along(trace, "x"), along(trace, "y")
    words = _texts(trace, grid)
    longest = max((text_width(text, 12) for line in words for text in line), default=0.0)
    slot = plane.width / max(len(columns), 1) - 2
    size = next((n for n in (12, 11, 10, 9) if longest * n / 12 <= slot), 0)
    for row, line, texts in zip(rows, grid, words, strict=True):
        for column, value, text in zip(columns, line, texts, strict=True):
            if (number := as_number(value)) is None:
                continue
            share = (number - low) / (high - low or 1)
            x, y = plane.x.place(column), plane.y.place(row)
            css, ink = _mixed(steps, min(max(share, 0.0), 1.0))
            corners = (x - 0.5, y - 0.5), (x + 0.5, y + 0.5)
            yield plane.box(*corners, fill=css, stroke=colour("raised"))
            if text and size:
                middle = plane.y_at(y) + 0.36 * size
                yield _text(text, plane.x_at(x), middle, size, ink, "middle")


def _texts(trace: Data, grid: Sequence[Sequence[Any]]) -> list[list[str]]:
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
        return above in ends or part < _ENDS
    return above in ends and part > 1 - _ENDS
