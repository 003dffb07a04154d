"""A plotly figure as a still SVG: for a page that is read without scripts, and for paper.

All text is measured (`letters.py`), as wide as hardly a reader's font is, so that nothing is cut
and nothing overlaps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from rules_lib.presentation.letters import text_width
from rules_lib.presentation.markup import Html, el
from rules_lib.presentation.palette import colour
from rules_lib.presentation.plotly_data import Axis, Data, axis, listed, plain_text
from rules_lib.presentation.still_marks import DRAWN, Plane, draw_trace, style
from rules_lib.presentation.svg import wrap

PHONE: Final = 320
DESK: Final = 680
SIZE: Final = 12
LINE: Final = 15
_GAP: Final = 6
_ROW: Final = 30
"""The least height of a row of bars that lie."""

Align = Literal["start", "middle", "end"]


class NotDrawable(ValueError):
    """A figure has something that has no still picture here."""


def still(figure: Data, width: int, prefix: str, height: int = 0) -> Html:
    """Return a figure as SVG of this width; `prefix` makes its ids unique on the page."""
    traces, layout = [dict(each) for each in figure["data"]], dict(figure.get("layout", {}))
    for trace in traces:
        if trace.get("type", "scatter") not in DRAWN:
            raise NotDrawable(f"no still picture of {trace.get('type')!r}: only {sorted(DRAWN)}")
    return _Sheet(traces, layout, width, height or layout.get("height") or 360, prefix).drawn()


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
        name = wrap(y.title or self._name_above(), self.width, SIZE)
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
        plane = Plane(x, y, left, top, room, self.height - top - bottom, self.prefix)
        self._frame(plane)
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
        for trace in draw_trace(plane, self.traces, self.layout):
            plane.add(*trace)
        self._notes(plane)
        return el(
            "svg",
            *plane.drawn(),
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
            named = self._name_above()
            across = {**layout.get("yaxis", {})}
            across["title"] = across.get("title") or named
            layout["annotations"] = []
            layout["xaxis"], layout["yaxis"] = across, {**layout["xaxis"], "autorange": "reversed"}
            x, y, lying = self._as_given()
            y = Axis(y.title, y.categories, y.low, y.high, y.ticks, reversed=True)
        return x, y, lying

    def _as_given(self) -> tuple[Axis, Axis, bool]:
        lying = any(each.get("orientation") == "h" for each in self.traces)
        types = {each.get("type", "scatter") for each in self.traces}
        bars = "bar" in types
        values: dict[str, list[Any]] = {"x": [], "y": []}
        for trace in self.traces:
            grid = listed(trace.get("z"))
            cells = {"x": len(listed(grid[0])), "y": len(grid)} if grid else {}
            for name, other in (("x", "y"), ("y", "x")):
                mine = listed(trace.get(name))
                values[name] += mine or list(range(cells.get(name, len(listed(trace.get(other))))))
        value_axis = "x" if lying else "y"
        if bars and self.layout.get("barmode") in ("stack", "relative"):
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

    def _name_above(self) -> str:
        """Return the name of the upright axis that is written above it, as a note."""
        for note in listed(self.layout.get("annotations")):
            if note.get("xref") == note.get("yref") == "paper" and note.get("y") == 1:
                return plain_text(note)
        return ""

    def _frame(self, plane: Plane) -> None:
        """Draw the lines of the levels, and the side on which the bars or the lines stand."""
        if plane.y.categories is None:
            for place, _ in plane.y.ticks:
                plane.level(place, 0, stroke=colour("grid"))
        elif plane.x.categories is None:
            for place, _ in plane.x.ticks:
                plane.upright(place, 0, stroke=colour("grid"))
        if self.traces[0].get("type") != "heatmap":
            ends = plane.y.low if not plane.y.reversed else plane.y.high, plane.x.low
            draw = plane.level if plane.y.categories is None else plane.upright
            draw(ends[plane.y.categories is not None], 1, stroke=colour("muted"), stroke_width=0.8)

    def _notes(self, plane: Plane) -> None:
        """Draw lines that lie on the data."""
        x, y = plane.x, plane.y
        for shape in listed(self.layout.get("shapes")):
            ink = shape.get("line", {}).get("color") or colour("muted")
            dashed = {"stroke": ink, "stroke_width": 1.5, "stroke_dasharray": "5.5 2.4"}
            if shape.get("type") != "line":
                raise NotDrawable(f"no still picture of the shape {shape.get('type')!r}")
            if shape.get("xref", "").endswith("domain"):
                plane.level(y.place(shape["y0"]), 2, **dashed)
            elif shape.get("yref", "").endswith("domain"):
                plane.upright(x.place(shape["x0"]), 2, **dashed)
            else:
                ends = [(x.place(shape[f"x{n}"]), y.place(shape[f"y{n}"])) for n in (0, 1)]
                plane.add(2, plane.line(ends, stroke=ink, stroke_width=1.5))

    def _write(
        self, x: float, top: float, lines: Sequence[str], align: Align, turned: bool = False
    ) -> None:
        for number, line in enumerate(lines):
            if not line:
                continue
            at = x + SIZE * 0.36 if turned else x
            y = top if turned else top + LINE * number + SIZE - 2
            self.texts.append(
                el(
                    "text",
                    line,
                    x=round(at, 1),
                    y=round(y, 1),
                    font_size=SIZE,
                    text_anchor="end" if turned else align,
                    transform=f"rotate(-90 {at:.1f} {y:.1f})" if turned else None,
                    style=style(fill=colour("text")),
                )
            )


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


def _sums(traces: Sequence[Mapping[str, Any]], name: str) -> list[float]:
    sums: dict[str, float] = {}
    other = "y" if name == "x" else "x"
    for trace in traces:
        for label, value in zip(listed(trace.get(other)), listed(trace.get(name)), strict=False):
            sums[str(label)] = sums.get(str(label), 0.0) + float(value)
    return list(sums.values())
