"""Bars, lines and heat maps of a still picture, in colours that follow the theme of the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from rules_lib.presentation.bar import hatching as pattern
from rules_lib.presentation.markup import Html
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

Axes2 = tuple[Axis, Axis]

DRAWN: Final = frozenset({"bar", "scatter", "heatmap"})
_DASH: Final = {"dash": (0, (3, 1.7)), "dot": (0, (1, 1.4)), "dashdot": (0, (3, 1.4, 1, 1.4))}
_MARKER: Final = {"circle": "o", "square": "s", "diamond": "D", "x": "X", "cross": "P"}
_ENDS: Final = 0.14
"""This near to an end of our colours the ground is dark by day and bright by night."""


class Inks:
    """Lends matplotlib a colour of its own for each paint of CSS, and gives them back.

    A hatching is a paint, too: matplotlib's own weigh 150 kB each.
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._lent: dict[str, str] = {}
        self._hatchings: dict[Role, Html] = {}

    def __call__(self, css: str) -> str:
        """Return a colour that stands for this one."""
        return self._lent.setdefault(css, f"#a{len(self._lent):05x}")

    def hatched(self, css: str, hatching: str) -> str:
        """Return a colour that stands for this one with its hatching, if it has one in our book."""
        for role in ROLES:
            if colour(role) == css and hatching and PATTERN[role] == hatching:
                self._hatchings[role] = pattern(self._prefix, role)
                return self(f"url(#{self._prefix}-fill-{role}-0)")
        return self(css)

    def restored(self, svg: str) -> str:
        """Return the drawing with the paints that were meant."""
        meant = {lent: css for css, lent in self._lent.items()}
        svg = re.sub(r"#a[0-9a-f]{5}\b", lambda found: meant.get(found[0], found[0]), svg)
        patterns = "".join(self._hatchings.values())
        return svg.replace("</svg>", f"<defs>{patterns}</defs></svg>") if patterns else svg


def draw_trace(
    axes: Axes,
    traces: Sequence[Mapping[str, Any]],
    layout: Mapping[str, Any],
    both: Axes2,
    inks: Inks,
    slot: float,
) -> None:
    """Draw all traces; `slot` is the room in pixels between two places of the level axis."""
    bars = [each for each in traces if each.get("type") == "bar"]
    colours = colours_of(traces, layout)
    sums: dict[tuple[float, bool], float] = {}
    for trace, css in zip(traces, colours, strict=True):
        kind = trace.get("type", "scatter")
        if kind == "bar":
            _bars(axes, trace, css, layout, both, inks, (bars.index(trace), len(bars)), sums)
        elif kind == "heatmap":
            _heat(axes, trace, both, inks, slot)
        else:
            _line(axes, trace, css, both, inks)


def _bars(
    axes: Axes,
    trace: Mapping[str, Any],
    css: str,
    layout: Mapping[str, Any],
    both: Axes2,
    inks: Inks,
    turn: tuple[int, int],
    sums: dict[tuple[float, bool], float],
) -> None:
    lying = trace.get("orientation") == "h"
    along = both[1] if lying else both[0]
    values = [as_number(v) or 0.0 for v in listed(trace.get("x" if lying else "y"))]
    labels = listed(trace.get("y" if lying else "x")) or list(range(len(values)))
    places = [along.place(label) for label in labels]
    apart = sorted({b - a for a, b in zip(sorted(places), sorted(places)[1:], strict=False)} - {0})
    step = 1.0 if along.categories is not None or not apart else apart[0]
    mode = layout.get("barmode", "group")
    number, count = turn if mode == "group" else (0, 1)
    each = step * (1 - float(layout.get("bargap", 0.2))) / count
    start = (number - (count - 1) / 2) * each
    thick = each * (1 - float(layout.get("bargroupgap", 0)))
    shape = str(trace.get("marker", {}).get("pattern", {}).get("shape", ""))
    many = (
        listed(c) if (c := trace.get("marker", {}).get("color")) and not isinstance(c, str) else []
    )
    for i, (place, value) in enumerate(zip(places, values, strict=True)):
        base = sums.get((place, value < 0), 0.0) if mode in ("stack", "relative") else 0.0
        sums[place, value < 0] = base + value
        mine = themed(many[i]) if many else css
        corner = (place + start - thick / 2, base)
        size = (thick, value)
        if lying:
            corner, size = corner[::-1], size[::-1]
        patch = Rectangle(
            corner, *size, facecolor=inks.hatched(mine, shape), linewidth=0, clip_on=False, zorder=2
        )
        axes.add_patch(patch)
    texts = trace.get("text")
    if texts is not None and not lying:
        given = [texts] * len(values) if isinstance(texts, str) else listed(texts)
        for place, value, text in zip(places, values, given, strict=True):
            axes.annotate(
                str(text),
                (place + start, value),
                (0, 3),
                textcoords="offset points",
                ha="center",
                fontsize=11,
                color=inks(colour("text")),
                zorder=4,
            )


def _line(axes: Axes, trace: Mapping[str, Any], css: str, both: Axes2, inks: Inks) -> None:
    y = listed(trace.get("y"))
    x = listed(trace.get("x")) or list(range(len(y)))
    mode = trace.get("mode") or ("lines+markers" if len(y) < 20 else "lines")
    line, marker = trace.get("line", {}), trace.get("marker", {})
    symbol = _MARKER.get(str(marker.get("symbol", "circle")).removesuffix("-open"), "o")
    places, values = [both[0].place(v) for v in x], [both[1].place(v) for v in y]
    shape = {"hv": "steps-post", "vh": "steps-pre", "hvh": "steps-mid"}.get(line.get("shape", ""))
    size = marker.get("size", 8)
    axes.plot(
        places,
        values,
        color=inks(css),
        linewidth=min(float(line.get("width", 2.5)), 3) if "lines" in mode else 0,
        linestyle=_DASH.get(line.get("dash", "solid"), "-"),
        drawstyle=shape or "default",
        marker=symbol if "markers" in mode else "",
        markersize=min(float(size), 9) * 0.85 if not isinstance(size, (list, tuple)) else 7,
        markeredgewidth=0,
        clip_on=False,
        zorder=3,
    )
    if str(trace.get("fill", "")).startswith("tozero"):
        soft = f"color-mix(in srgb, {css} 20%, transparent)"
        axes.fill_between(places, values, color=inks(soft), linewidth=0, zorder=1)


def _heat(axes: Axes, trace: Mapping[str, Any], both: Axes2, inks: Inks, slot: float) -> None:
    from rules_lib.presentation.still import width_of

    grid = [listed(row) for row in listed(trace.get("z"))]
    numbers = [n for row in grid for v in row if (n := as_number(v)) is not None]
    low = float(trace.get("zmin", min(numbers)))
    high = float(trace.get("zmax", max(numbers)))
    steps = scale(trace)
    columns = listed(trace.get("x")) or list(range(len(grid[0])))
    rows = listed(trace.get("y")) or list(range(len(grid)))
    words = _texts(trace, grid)
    longest = max((width_of(text) for line in words for text in line), default=0.0)
    size = next((n for n in (12, 11, 10, 9) if longest * n / 12 <= slot - 2), 0)
    for row, line, texts in zip(rows, grid, words, strict=True):
        for column, value, text in zip(columns, line, texts, strict=True):
            if (number := as_number(value)) is None:
                continue
            share = (number - low) / (high - low or 1)
            share = 1 - share if trace.get("reversescale") else share
            x, y = both[0].place(column), both[1].place(row)
            css, ink = _mixed(steps, min(max(share, 0.0), 1.0))
            ground = inks(css)
            axes.add_patch(
                Rectangle(
                    (x - 0.5, y - 0.5), 1, 1, facecolor=ground, linewidth=1, clip_on=False,
                    edgecolor=inks(colour("raised")), zorder=2,
                )
            )  # fmt: skip
            if text and size:
                axes.text(
                    x, y, text, ha="center", va="center_baseline", fontsize=size, color=inks(ink),
                    zorder=3,
                )  # fmt: skip


def _texts(trace: Mapping[str, Any], grid: Sequence[Sequence[Any]]) -> list[list[str]]:
    template = str(trace.get("texttemplate") or "")
    found = re.search(r"%\{z(?::([^}]*))?\}", template)
    if found:
        number: Callable[[Any], str] = lambda v: formatted({"tickformat": found[1]}, v)  # noqa: E731
        return [[number(v) if as_number(v) is not None else "" for v in row] for row in grid]
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
