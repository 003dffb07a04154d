"""Pictures: a plotly figure with a question as its title and the answer as its text.

In a notebook it is plotly's. The page has it as SVG (`still.py`), for phones and for wide windows,
and carries the figure as data: `pictures.js` draws that with the page's own plotly.js once a reader
asks for it, in the colours of the current theme.  Plotly's Python package is only needed to change
a figure.  Legend and table are read from the data, be they ours or those of a chapter; where its
series have no colours of their own, they get colours and hatchings that tell them apart in print.
"""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from html import escape
from textwrap import wrap
from typing import Any, Final, Self

from rules_lib.notebook.bar import line_sample, swatch
from rules_lib.notebook.display import STATIC_ENVIRONMENT, for_notebook, in_page
from rules_lib.notebook.markup import Html, Templates, el, script_json
from rules_lib.notebook.palette import LIGHT, ROLES, THEMED, Role, colour, resolved
from rules_lib.notebook.plotly_data import (
    COLOURWAY,
    NAME,
    Data,
    along,
    as_number,
    axis_name,
    colours_of,
    formatted,
    hatched,
    lined,
    listed,
    look,
    plain_number,
    plain_text,
    register,
    scale,
    template,
    themed,
)
from rules_lib.notebook.still import DESK, PHONE, NotDrawable, still
from rules_lib.notebook.table import Table
from rules_lib.values.frozen import frozen
from rules_lib.values.type_checks import checked

PLOTLY_MIME: Final = "application/vnd.plotly.v1+json"
_HTML: Final = Templates("picture.html")
_BOLD: Final = re.compile(r"<b>(.*?)</b>")
_LETTERS: Final = 110
"""In a line of a sentence below a title."""
_ABOVE: Final = 56
"""What a picture needs above it in a notebook, with no answer."""
HEIGHTS: Final = (120, 1200)
HEIGHT: Final = 340
LOW: Final = 225
"""A picture on a phone is at most this high, if its rows allow it."""
_DROPPED: Final = frozenset(
    ("template", "meta", "title", "width", "height", "margin", "legend", "showlegend", "coloraxis")
)

Traces = Sequence[Mapping[str, Any]]


@checked
@dataclass(frozen=True, slots=True)
class Picture:
    """A question, its answer in one sentence, and the figure that shows it.

    `traces` and `layout` are plain plotly data; colours written `var(--rb-…)` follow the theme.
    """

    question: str
    answer: str
    traces: Traces
    layout: Mapping[str, Any] = field(default_factory=dict)
    height: int = 360

    def __post_init__(self) -> None:
        """Keep the data as it is."""
        object.__setattr__(self, "traces", tuple(map(frozen, self.traces)))
        object.__setattr__(self, "layout", frozen(self.layout))

    @property
    def legend(self) -> tuple[tuple[str, Role], ...]:
        """The names of its series with their roles, if there are several."""
        found: dict[str, Role] = {}
        colours = colours_of(self.traces, {})
        for number, (trace, css) in enumerate(zip(self.traces, colours, strict=True)):
            if trace.get("name"):
                role = _role(css) or COLOURWAY[number % len(COLOURWAY)]
                found.setdefault(plain_text(trace["name"]), role)
        return tuple(found.items()) if len(found) > 1 else ()

    @property
    def table(self) -> Table:
        """The same as rows of text."""
        heat = self.traces[0].get("type") == "heatmap"
        return (_grid if heat else _columns)(self.traces, self.layout)

    def setting(self, explorer: str, **controls: str | Mapping[str, str]) -> Self:
        """Return the picture with bars and cells that set an explorer of their page at a tap.

        Args:
            explorer: its name.
            controls: for each control the key of its choice, in which `{x}`, `{y}` and `{name}`
                stand for what is tapped; or the keys by what may be tapped.
        """
        told = {"explorer": explorer, "controls": controls}
        return replace(self, layout={**self.layout, "meta": {"sets": told}})

    def figure(self) -> Any:
        """Return the picture as a `plotly.graph_objects.Figure`, to be changed and exported."""
        import plotly.graph_objects as go

        register()
        data = self._for_notebooks()
        return go.Figure(data["data"], {**data["layout"], "template": NAME})

    def html(self, still: str = "") -> Html:
        """Return the picture as a figure of a page; `still` is there before any script has run."""
        name = "picture-" + sha256(self.question.encode()).hexdigest()[:8]
        data = {**self.page_data(), "height": self.height}
        return _HTML(
            "picture",
            id=name,
            question=self.question,
            answer=self.answer,
            key=self.key(name),
            still=still,
            data=script_json(data, class_="rb-data"),
            touch=_HTML("touch") if still else "",
            table=self.table.html(self.question),
        )

    def page_data(self) -> dict[str, Any]:
        """Return plotly's data and layout for a page, colours still following the theme."""
        ours = look("on_page", THEMED)
        axes = {name: ours[name] | self.layout.get(name, {}) for name in ("xaxis", "yaxis")}
        return {"data": list(map(dict, self.traces)), "layout": {**ours, **self.layout, **axes}}

    def key(self, name: str) -> Html:
        """Return what tells which colour is whose; `name` makes its ids unique."""
        if ends := self.traces[0].get("colorbar", {}).get("ticktext"):
            steps = [el("span", text) for text in ends]
            return el("span", el("span", class_="rb-scale-bar"), *steps, class_="rb-scale")
        if not self.legend:
            return Html("")
        as_lines = all(trace.get("type", "scatter") == "scatter" for trace in self.traces)
        entries = [
            el("span", line_sample(role) if as_lines else swatch(f"{name}-{i}", role), label)
            for i, (label, role) in enumerate(self.legend)
        ]
        return el("span", *entries, class_="rb-legend")

    def _for_notebooks(self) -> dict[str, Any]:
        """Return plotly's data in real colours."""
        # Plotly breaks no lines, and knows nothing of what stands between title and picture.
        answer = wrap(self.answer, _LETTERS)
        above = 84 + 16 * len(answer)
        title = {"text": self.question, "subtitle": {"text": "<br>".join(answer)}}
        layout = {
            **self.layout,
            "title": {**title, "yref": "container", "y": 1, "yanchor": "top", "pad": {"t": 16}},
            "margin": {"t": above},
            "height": self.height + above - _ABOVE,
            "showlegend": bool(self.legend),
            "legend": {
                "orientation": "h",
                "x": 1,
                "xanchor": "right",
                "y": 1.02,
                "yanchor": "bottom",
            },
        }
        plain = resolved({"data": list(self.traces), "layout": layout})
        assert isinstance(plain, dict)
        return plain

    def _repr_html_(self) -> str:
        if os.environ.get(STATIC_ENVIRONMENT) == "1":
            # It stands inside something else; alone, the build draws it from its data.
            return page_picture(self._for_notebooks())
        return self.html()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        figure = self._for_notebooks()
        html = self.html() if in_page() else self._drawn(figure)
        figure["layout"]["template"] = {"layout": template(LIGHT)}
        return {
            "text/html": html,
            PLOTLY_MIME: {**figure, "config": {"displayModeBar": False}},
            "text/plain": f"{self.question}\n{self.answer}",
        }

    def _drawn(self, figure: Mapping[str, Any]) -> Html:
        """Return the picture for notebooks without plotly's own: no script; else as a table."""
        try:
            return for_notebook(still_picture(figure))
        except NotDrawable:
            told = el("p", el("strong", self.question)), el("p", self.answer)
            return for_notebook(Html("".join((*told, self.table.html(self.question)))))


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
    shown = picture.html(Html("".join(stills)))
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
    traces = _dressed([dict(each) for each in ours["data"]], layout)
    title = layout.get("title")
    subtitle = title.get("subtitle") if isinstance(title, Mapping) else None
    meta = layout.get("meta")
    sets = meta.get("sets") if isinstance(meta, Mapping) else None  # at a tap: `Picture.setting`
    height = int(layout.get("height") or HEIGHT)
    height -= int(layout.get("margin", {}).get("t", _ABOVE)) - _ABOVE
    low, high = HEIGHTS
    return Picture(
        plain_text(title) or _named(traces, layout),
        plain_text(subtitle) or _named(traces, layout),
        traces,
        {key: value for key, value in layout.items() if key not in _DROPPED}
        | ({"meta": {"sets": sets}} if sets else {}),
        min(max(height, low), high),
    )


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


def _named(traces: Traces, layout: Data) -> str:
    """Return what a figure without a title shows, as far as its axes say."""
    told = ", by ".join(filter(None, (axis_name(layout, "y"), axis_name(layout, "x"))))
    return told or " and ".join(str(t["name"]) for t in traces if t.get("name")) or "A picture"


def _grid(traces: Traces, layout: Data) -> Table:
    """Return the numbers of a heat map."""
    trace = traces[0]
    grid = [listed(row) for row in listed(trace.get("z"))]
    columns, names = along(trace, "x"), along(trace, "y")
    hovers = listed(trace.get("hovertext")) or [[""] * len(columns)] * len(names)
    body = tuple(
        (str(name), *(_said(*cell, {}) for cell in zip(line, told, strict=True)))
        for name, line, told in zip(names, grid, hovers, strict=True)
    )
    corner = f"{axis_name(layout, 'y')} \\ {axis_name(layout, 'x')}"
    return Table((corner, *map(str, columns)), body)


def _columns(traces: Traces, layout: Data) -> Table:
    """Return the numbers of series; those of one name, with other labels, are one column."""
    across, up = ("y", "x") if traces[0].get("orientation") == "h" else ("x", "y")
    axis = layout.get(f"{up}axis", {})
    columns: list[tuple[str, dict[str, str]]] = []
    for trace in traces:
        values = listed(trace.get(up))
        labels = map(_label, along(trace, across))
        hovers = listed(trace.get("hovertext")) or [""] * len(values)
        cells = (_said(*each, axis) for each in zip(values, hovers, strict=True))
        mine = dict(zip(labels, cells, strict=True))
        head = plain_text(trace.get("name")) or axis_name(layout, up)
        same = (each for name, each in columns if name == head and not mine.keys() & each.keys())
        if (found := next(same, None)) is None:
            columns.append((head, mine))
        else:
            found |= mine
    named = map(str, listed(layout.get(f"{across}axis", {}).get("categoryarray")))
    rows = dict.fromkeys([*named, *(label for _, each in columns for label in each)])
    body = tuple((label, *(each.get(label, "") for _, each in columns)) for label in rows)
    return Table((axis_name(layout, across), *(head for head, _ in columns)), body)


def _label(value: object) -> str:
    number = as_number(value)
    return str(value) if number is None or isinstance(value, str) else plain_number(number)


def _said(value: object, hover: str, axis: Data) -> str:
    """Return a value as it is said at a touch, or else as its axis says it."""
    if told := _BOLD.search(hover):
        return told[1]
    number = as_number(value)
    if number is None:
        return "" if value is None else str(value)
    exact = {key: axis[key] for key in ("tickprefix", "ticksuffix") if axis.get(key)}
    if "%" in str(axis.get("tickformat") or ""):
        exact["tickformat"] = ".1%"
    return formatted(exact, number)
