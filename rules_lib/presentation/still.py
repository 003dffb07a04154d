"""A plotly figure as a still SVG: for a page that is read without scripts, and for paper.

Matplotlib draws it; this module only tells it where. All text is measured in DejaVu Sans, than
which hardly a reader's font is wider, so that nothing is cut and nothing overlaps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from typing import Any, Final, Literal

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from rules_lib.presentation.markup import Html
from rules_lib.presentation.palette import colour
from rules_lib.presentation.plotly_data import Axis, Data, axis, listed, wording
from rules_lib.presentation.still_marks import DRAWN, Inks, draw_trace

PHONE: Final = 320
DESK: Final = 680
SIZE: Final = 12
LINE: Final = 15
_GAP: Final = 6
_ROW: Final = 30
"""The least height of a row of bars that lie."""

_DECIMALS: Final = re.compile(r"-?\d+\.\d\d+")

Align = Literal["left", "center", "right"]


class NotDrawable(ValueError):
    """A figure has something that has no still picture here."""


def still(figure: Data, width: int, prefix: str, height: int = 0) -> Html:
    """Return a figure as SVG of this width; `prefix` makes its ids unique on the page."""
    traces, layout = [dict(each) for each in figure["data"]], dict(figure.get("layout", {}))
    for trace in traces:
        if trace.get("type", "scatter") not in DRAWN:
            raise NotDrawable(f"no still picture of {trace.get('type')!r}: only {sorted(DRAWN)}")
    tall = height or layout.get("height") or 360
    sheet = _Sheet(traces, layout, width, tall, Inks(prefix))
    settings: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": prefix,
        "font.family": "DejaVu Sans",
        "font.size": SIZE,
    }
    with rc_context(settings):
        drawing = sheet.drawn()
        written = StringIO()
        drawing.savefig(written, format="svg", metadata={"Date": None})
    svg = _clean(sheet.inks.restored(written.getvalue()), prefix)
    return Html(svg.replace("<svg ", "<svg data-lies ", 1)) if sheet.lies else svg


@lru_cache(maxsize=4096)
def width_of(text: str, size: float = SIZE) -> float:
    """Return how wide a text is in DejaVu Sans."""
    font = FontProperties(family="DejaVu Sans", size=size)
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


def wrapped(text: str, width: float, size: float = SIZE) -> list[str]:
    """Return a text in lines of this width; a word that is wider stands alone."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@dataclass
class _Sheet:
    traces: list[dict[str, Any]]
    layout: dict[str, Any]
    width: float
    height: float
    inks: Inks
    lies: bool = False
    """Whether bars that stand in the figure lie in the picture."""

    def drawn(self) -> Figure:
        """Return the whole figure."""
        x, y, lying = self._axes()
        y_labels = [wrapped(text, self.width * 0.4) for _, text in y.ticks]
        left = max((width_of(line) for lines in y_labels for line in lines), default=0) + _GAP + 2
        right = max(width_of(x.ticks[-1][1]) / 2 if x.ticks and x.categories is None else 0, 6)
        name = wrapped(y.title or self._name_above(), self.width)
        top = LINE * len(name) + _GAP + 2 if any(name) else _GAP
        room = self.width - left - right
        x_labels, turned = _below(x, room)
        title = wrapped(x.title, self.width) if x.title else []
        tall = max((width_of(text) for _, lines in x_labels for text in lines), default=0)
        lines_below = max((len(lines) for _, lines in x_labels), default=0)
        under = (tall if turned else LINE * lines_below) + _GAP
        bottom = under + (LINE * len(title) + 4 if title else 0) + 4
        if lying or len(y_labels) > 8:
            self.height = max(self.height, top + bottom + self._rows(y_labels))
        figure = Figure(figsize=(self.width / 72, self.height / 72), dpi=72)
        figure.patch.set_visible(False)
        box = (left, bottom, room, self.height - top - bottom)
        ends = (self.width, self.height, self.width, self.height)
        axes = figure.add_axes(tuple(a / b for a, b in zip(box, ends, strict=True)))  # type: ignore[arg-type]
        self._frame(axes, x, y)
        for place, lines in x_labels:
            at = left + room * _share(x, place)
            self._write(figure, at, bottom - _GAP, lines, "center", turned=turned)
        for (place, _), lines in zip(y.ticks, y_labels, strict=True):
            at = bottom + box[3] * _share(y, place) + LINE * (len(lines) - 1) / 2 + 6
            self._write(figure, left - _GAP, at, lines, "right")
        if title:
            middle = left + room / 2
            half = max(map(width_of, title)) / 2
            middle = min(max(middle, half), self.width - half)
            self._write(figure, middle, bottom - under - 4, title, "center")
        self._write(figure, 0, self.height, name, "left")
        width_of_slot = room / max(len(x.categories or x.ticks), 1)
        draw_trace(axes, self.traces, self.layout, (x, y), self.inks, width_of_slot)
        self._notes(axes, x, y)
        return figure

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
            for name, other in (("x", "y"), ("y", "x")):
                mine = listed(trace.get(name))
                values[name] += mine or list(range(len(listed(trace.get(other)))))
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
                return wording(note)
        return ""

    def _frame(self, axes: Axes, x: Axis, y: Axis) -> None:
        axes.patch.set_visible(False)
        axes.set_xlim(*((x.high, x.low) if x.reversed else (x.low, x.high)))
        axes.set_ylim(*((y.high, y.low) if y.reversed else (y.low, y.high)))
        axes.set_xticks([])
        axes.set_yticks([])
        for spine in axes.spines.values():
            spine.set_visible(False)
        grid: dict[str, Any] = {"color": self.inks(colour("grid")), "linewidth": 1, "zorder": 0}
        if y.categories is None:
            for place, _ in y.ticks:
                axes.axhline(place, clip_on=False, **grid)
        if x.categories is None and y.categories is not None:
            for place, _ in x.ticks:
                axes.axvline(place, clip_on=False, **grid)
        heat = self.traces[0].get("type") == "heatmap"
        if not heat:
            side = axes.spines["left" if y.categories is not None else "bottom"]
            side.set_visible(True)
            side.set_color(self.inks(colour("muted")))

    def _notes(self, axes: Axes, x: Axis, y: Axis) -> None:
        """Draw lines and notes that lie on the data."""
        for shape in listed(self.layout.get("shapes")):
            ink = self.inks(shape.get("line", {}).get("color") or colour("muted"))
            if shape.get("type") != "line":
                raise NotDrawable(f"no still picture of the shape {shape.get('type')!r}")
            if shape.get("xref", "").endswith("domain"):
                axes.axhline(y.place(shape["y0"]), color=ink, linewidth=1.5, linestyle="--")
            elif shape.get("yref", "").endswith("domain"):
                axes.axvline(x.place(shape["x0"]), color=ink, linewidth=1.5, linestyle="--")
            else:
                ends = [x.place(shape[k]) for k in ("x0", "x1")]
                axes.plot(ends, [y.place(shape[k]) for k in ("y0", "y1")], color=ink)

    def _write(
        self,
        figure: Figure,
        x: float,
        top: float,
        lines: Sequence[str],
        align: Align,
        turned: bool = False,
    ) -> None:
        ink = self.inks(colour("text"))
        for number, line in enumerate(lines):
            if not line:
                continue
            y = top - LINE * number - (0 if turned else SIZE - 2)
            figure.text(
                x / self.width,
                y / self.height,
                line,
                color=ink,
                ha=align,
                va="top" if turned else "baseline",
                rotation=90 if turned else 0,
            )


def _share(axis_: Axis, place: float) -> float:
    share = (place - axis_.low) / (axis_.high - axis_.low)
    return 1 - share if axis_.reversed else share


def _fits(x: Axis, room: float) -> bool:
    """Tell whether the names of categories can stand below them, in lines if need be."""
    slot = room / len(x.ticks) - _GAP
    names = [text for _, text in x.ticks]
    if all(len(name) <= 4 for name in names):
        return True
    return all(width_of(w) <= slot for n in names for w in n.split(" ")) and all(
        len(wrapped(name, slot)) <= 3 for name in names
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
    widest = max(width_of(text) for _, text in x.ticks)
    if widest <= slot:
        return [(place, [text]) for place, text in x.ticks], False
    if x.categories is None or widest <= width_of("0000"):
        step = next(k for k in range(2, 99) if widest <= k * (slot + _GAP) - _GAP)
        return [(place, [text]) for place, text in x.ticks[::step]], False
    if _fits(x, room):
        return [(place, wrapped(text, slot)) for place, text in x.ticks], False
    return [(place, [text]) for place, text in x.ticks], True


def _sums(traces: Sequence[Mapping[str, Any]], name: str) -> list[float]:
    sums: dict[str, float] = {}
    other = "y" if name == "x" else "x"
    for trace in traces:
        for label, value in zip(listed(trace.get(other)), listed(trace.get(name)), strict=False):
            sums[str(label)] = sums.get(str(label), 0.0) + float(value)
    return list(sums.values())


def _rounded(found: re.Match[str]) -> str:
    return f"{float(found[0]):.1f}".removesuffix(".0")


def _clean(svg: str, prefix: str) -> Html:
    """Return the drawing alone: no prologue, no style for the whole page, ids that are unique."""
    svg = svg[svg.index("<svg") :].strip()
    svg = re.sub(
        r"<!--.*?-->|<metadata>.*?</metadata>|<style[^>]*>.*?</style>", "", svg, flags=re.S
    )
    svg = re.sub(r' xmlns:xlink="[^"]*"| version="1.1"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'font: (\d+)px [^;"]*', r"font-size: \1px", svg)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg)
    used = re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', svg)
    names = {old: old for pair in used for old in pair if old.startswith(f"{prefix}-fill")}
    theirs = dict.fromkeys(old for pair in used for old in pair if old and old not in names)
    names |= {old: f"{prefix}-{number}" for number, old in enumerate(theirs)}
    for old in theirs:
        svg = re.sub(rf"#{re.escape(old)}\b", f"#{names[old]}", svg)
    svg = re.sub(r' id="([^"]*)"', lambda m: f' id="{names[m[1]]}"' if m[1] in names else "", svg)
    svg = re.sub(r"<[^>]*>", lambda tag: _DECIMALS.sub(_rounded, tag[0]), svg)
    svg = re.sub(r' transform="rotate\(-0 [^"]*"', "", svg)
    svg = re.sub(r"\s*\n\s*", " ", svg).replace('z " ', 'z" ')
    svg = re.sub(r">\s+<", "><", svg)
    svg = re.sub(r"<g/>|<g>(<path[^>]*/>)</g>|<g>(<text[^>]*>[^<]*</text>)</g>", r"\1\2", svg)
    svg = re.sub(r'<svg ([^>]*?)\s*width="[\d.]+pt"([^>]*)>', r"<svg \1\2>", svg)
    svg = re.sub(r'height="[\d.]+pt"\s?', "", svg, count=1)
    return Html(svg.replace("<svg ", '<svg stroke-linejoin="round" ', 1))
