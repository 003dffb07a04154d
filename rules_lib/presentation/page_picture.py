"""A plotly figure in a page of the book: as SVG for phones and for wide windows, with its words.

A `Picture` has left its answer and its table in the figure. Any other figure gets a table made from
its data, and where its series have no colours of their own, colours and hatchings that tell them
apart in print, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Any, Final

from rules_lib.presentation.markup import Html, el
from rules_lib.presentation.palette import ROLES, Role, colour
from rules_lib.presentation.picture import HEIGHTS, Picture
from rules_lib.presentation.plotly_data import (
    COLOURWAY,
    Data,
    as_number,
    colours_of,
    formatted,
    hatched,
    lined,
    listed,
    plain_number,
    plain_text,
    scale,
    themed,
)
from rules_lib.presentation.still import DESK, PHONE, still
from rules_lib.presentation.table import Table

HEIGHT: Final = 340
LOW: Final = 225
"""A picture on a phone is at most this high, if its rows allow it."""
_DROPPED: Final = (
    "template",
    "meta",
    "title",
    "width",
    "height",
    "legend",
    "showlegend",
    "coloraxis",
)


def page_picture(figure: Data) -> Html:
    """Return a figure, given as plotly's data, as a picture of a page."""
    picture = as_picture(figure)
    data = picture.page_data()
    text = json.dumps(data, default=list, sort_keys=True)
    name = "still-" + sha256(f"{picture.question}{text}".encode()).hexdigest()[:8]
    stills = [
        el("div", still(data, PHONE, f"{name}-a", min(picture.height, LOW)), class_="rb-on-phone"),
        el("div", still(data, DESK, f"{name}-b", picture.height), class_="rb-on-desk"),
    ]
    shown = picture.shown_as(Html("".join(stills)))
    if picture.answer == _named(picture.traces, picture.layout):
        # It is told to those who do not see the axes.
        return Html(shown.replace('class="rb-answer"', 'class="rb-answer rb-hidden"', 1))
    return shown


def still_picture(figure: Data) -> Html:
    """Return a figure as a picture of a notebook that has not run: no script, nothing to fold."""
    picture = as_picture(figure)
    drawn = still(picture.page_data(), DESK, "still", picture.height)
    size = f'width="{DESK}" height="{picture.height}" font-family="sans-serif"'
    head = f'<svg aria-label="{escape(picture.answer)}" {size} '
    named = drawn.replace("<svg ", head, 1)
    question = el("p", el("strong", picture.question))
    said = el("p", picture.answer)
    # No style sheet keeps them apart.
    key = Html(
        picture.key("still").replace("</svg>", "</svg> ").replace("</span><", "</span>&emsp;<")
    )
    return el("figure", question, said, key, Html(named), style="margin:0")


def as_picture(figure: Data) -> Picture:
    """Return a figure as a picture of the book."""
    ours = themed({key: figure[key] for key in ("data", "layout") if key in figure})
    layout = dict(ours.get("layout", {}))
    meta = layout.get("meta")
    told = meta.get("rulebook", {}) if isinstance(meta, Mapping) else {}
    traces = [dict(each) for each in ours["data"]]
    if not told:
        traces = _dressed(traces, layout)
    title = layout.get("title")
    subtitle = title.get("subtitle") if isinstance(title, Mapping) else None
    question = plain_text(title) or _named(traces, layout)
    height = told.get("height") or layout.get("height")
    if told:
        layout["margin"] = told.get("margin", {})
    low, high = HEIGHTS
    table = told.get("table")
    return Picture(
        question,
        told.get("answer") or plain_text(subtitle) or _named(traces, layout),
        traces,
        Table(tuple(table[0]), tuple(map(tuple, table[1:]))) if table else _table(traces, layout),
        {key: value for key, value in layout.items() if key not in _DROPPED} | _setting(meta),
        legend=tuple((label, role) for label, role in told.get("legend", ()))
        if told
        else _roles(traces),
        scale=tuple(told.get("scale", ())),
        height=min(max(int(height), low), high) if height else HEIGHT,
    )


def _setting(meta: Any) -> dict[str, Any]:
    """What a tap on the picture sets; see `Picture.setting`."""
    sets = meta.get("sets") if isinstance(meta, Mapping) else None
    return {"meta": {"sets": sets}} if sets else {}


def _dressed(traces: Sequence[dict[str, Any]], layout: Data) -> list[dict[str, Any]]:
    """Return the series, each with a colour, and a hatching or a dash beside it."""
    dressed = []
    for trace, css in zip(traces, colours_of(traces, layout), strict=True):
        role = _role(css)
        if trace.get("type") == "heatmap":
            dressed.append({"xgap": 1, "ygap": 1, **trace, "colorscale": scale(trace)})
            continue
        if role is None:
            dressed.append(trace)
            continue
        marker: dict[str, Any] = {"color": css, **(trace.get("marker") or {})}
        if trace.get("type") == "bar":
            pattern = hatched(role) if len(traces) > 1 else {**hatched(role), "shape": ""}
            dressed.append({**trace, "marker": {"pattern": pattern, **marker}})
            continue
        ours = lined(role)
        line = {**ours["line"], **(trace.get("line") or {})}
        dressed.append({**trace, "line": line, "marker": {**ours["marker"], **marker}})
    return dressed


def _role(css: str) -> Role | None:
    return next((role for role in ROLES if colour(role) == css), None)


def _roles(traces: Sequence[Data]) -> tuple[tuple[str, Role], ...]:
    """Return the legend of series that have names."""
    if len(traces) < 2:
        return ()
    found = []
    for number, (trace, css) in enumerate(zip(traces, colours_of(traces, {}), strict=True)):
        role = _role(css) or COLOURWAY[number % len(COLOURWAY)]
        if trace.get("name") and trace.get("showlegend", "coloraxis") is not False:
            found.append((plain_text(trace["name"]), role))
    return tuple(found)


def _named(traces: Sequence[Data], layout: Data) -> str:
    """Return what a figure without a title shows, as far as its axes say."""
    names = [plain_text(layout.get(f"{axis}axis", {}).get("title")) for axis in "yx"]
    told = ", by ".join(name for name in names if name)
    return told or " and ".join(str(t["name"]) for t in traces if t.get("name")) or "A picture"


def _table(traces: Sequence[Data], layout: Data) -> Table:
    """Return the numbers of a figure."""
    first = traces[0]
    if first.get("type") == "heatmap":
        grid = [listed(row) for row in listed(first.get("z"))]
        columns = listed(first.get("x")) or list(range(len(grid[0])))
        names = listed(first.get("y")) or list(range(len(grid)))
        lines = zip(names, grid, strict=True)
        body = tuple((str(name), *(_said(v, {}) for v in line)) for name, line in lines)
        corner = " \\ ".join(plain_text(layout.get(f"{a}axis", {}).get("title")) for a in "yx")
        return Table((corner, *map(str, columns)), body)
    along, up = ("y", "x") if first.get("orientation") == "h" else ("x", "y")
    axis = layout.get(f"{up}axis", {})
    series = []
    for trace in traces:
        values = listed(trace.get(up))
        labels = listed(trace.get(along)) or list(range(len(values)))
        series.append({_label(k): _said(v, axis) for k, v in zip(labels, values, strict=True)})
    heads = [plain_text(t.get("name")) or plain_text(axis.get("title")) for t in traces]
    rows = dict.fromkeys(label for each in series for label in each)
    body = tuple((label, *(each.get(label, "") for each in series)) for label in rows)
    return Table((plain_text(layout.get(f"{along}axis", {}).get("title")), *heads), body)


def _label(value: object) -> str:
    number = as_number(value)
    return str(value) if number is None or isinstance(value, str) else plain_number(number)


def _said(value: object, axis: Data) -> str:
    number = as_number(value)
    if number is None:
        return "" if value is None else str(value)
    exact = {key: axis[key] for key in ("tickprefix", "ticksuffix") if axis.get(key)}
    if "%" in str(axis.get("tickformat") or ""):
        exact["tickformat"] = ".1%"
    return formatted(exact, number)
