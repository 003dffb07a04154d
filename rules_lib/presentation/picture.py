"""Pictures: a plotly figure with a question as its title and the answer as its text.

In a notebook it is plotly's. The page has it as SVG (`page_picture.py`), and carries the figure as
data: `pictures.js` draws that with the page's own plotly.js once a reader asks for it, in the
colours of the current theme.  Plotly's Python package is only needed to change a figure.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from textwrap import wrap
from typing import Any, Final

from rules_lib.errors import InvalidValue, keep_int
from rules_lib.presentation import template
from rules_lib.presentation.bar import line_sample, swatch
from rules_lib.presentation.display import STATIC_ENVIRONMENT, for_notebook, in_page
from rules_lib.presentation.markup import Html, el, script_json
from rules_lib.presentation.palette import LIGHT, THEMED, Role, checked_role, resolved
from rules_lib.presentation.table import Table
from rules_lib.values.frozen import frozen

PLOTLY_MIME: Final = "application/vnd.plotly.v1+json"
NO_SCRIPT: Final = "The picture needs JavaScript. The table holds the same numbers."
FAILED: Final = "The picture could not be drawn. The table holds the same numbers."
TOUCH: Final = {"rb-fine": "Make it interactive", "rb-coarse": "Tap for values"}
"""What the button says to a mouse, and to a finger."""
_LETTERS: Final = 110
"""In a line of a sentence below a title."""
HEIGHTS: Final = (120, 1200)

Traces = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A question, its answer in one sentence, the figure that shows it, and the same as a table.

    `traces` and `layout` are plain plotly data; colours written `var(--rb-…)` follow the theme.
    `legend` pairs labels with roles; `scale` labels a heat map's colours.
    """

    question: str
    answer: str
    traces: Traces
    table: Table
    layout: Mapping[str, Any] = field(default_factory=dict)
    legend: tuple[tuple[str, Role], ...] = ()
    scale: tuple[str, ...] = ()
    height: int = 360

    def __post_init__(self) -> None:
        """Check that the picture says something."""
        for name in ("question", "answer"):
            if not getattr(self, name).strip():
                raise InvalidValue(name, getattr(self, name), "a text that is not empty")
        if not self.traces:
            raise InvalidValue("traces", self.traces, "at least one trace")
        keep_int(self, "height", *HEIGHTS)
        for label, role in self.legend:
            checked_role(role, f"role of {label!r}")
        object.__setattr__(self, "traces", tuple(map(frozen, self.traces)))
        object.__setattr__(self, "layout", frozen(self.layout))

    def setting(self, explorer: str, **controls: str | Mapping[str, str]) -> Picture:
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

        template.register()
        data = self._for_notebooks()
        return go.Figure(data["data"], {**data["layout"], "template": template.NAME})

    def html(self) -> Html:
        """Return the picture for a page that draws it by script."""
        return self.shown_as(Html())

    def shown_as(self, still: Html) -> Html:
        """Return the picture as a figure of a page; `still` is there before any script has run."""
        name = "picture-" + sha256(self.question.encode()).hexdigest()[:8]
        data = {**self.page_data(), "height": self.height}
        return el(
            "figure",
            el(
                "figcaption",
                el("strong", self.question, class_="rb-question", id=name),
                el("span", self.answer, class_="rb-answer"),
                self.key(name),
            ),
            el("div", still, class_="rb-plot", role="img", aria_label=self.answer),
            el("p", class_="rb-note", role="status", hidden=True, data_failed=FAILED),
            script_json(data, class_="rb-data"),
            "" if still else el("noscript", el("p", NO_SCRIPT, class_="rb-note")),
            el(
                "button",
                *(el("span", words, class_=kind) for kind, words in TOUCH.items()),
                type="button",
                class_="rb-touch",
            )
            if still
            else "",
            el(
                "details",
                el("summary", "Show as table"),
                self.table.html(self.question),
                class_="rb-fold",
            ),
            class_="rb-picture",
            aria_labelledby=name,
        )

    def page_data(self) -> dict[str, Any]:
        """Return plotly's data and layout for a page, colours still following the theme."""
        return {"data": [dict(trace) for trace in self.traces], "layout": self._full_layout()}

    def key(self, name: str) -> Html:
        """Return what tells which colour is whose; `name` makes its ids unique."""
        if self.scale:
            steps = [el("span", text) for text in self.scale]
            return el("span", el("span", class_="rb-scale-bar"), *steps, class_="rb-scale")
        if not self.legend:
            return Html("")
        entries = [
            el("span", self._sample(f"{name}-{i}", role), label)
            for i, (label, role) in enumerate(self.legend)
        ]
        return el("span", *entries, class_="rb-legend")

    def _sample(self, prefix: str, role: Role) -> Html:
        drawn_as_lines = all(trace.get("type", "scatter") == "scatter" for trace in self.traces)
        return line_sample(role) if drawn_as_lines else swatch(prefix, role)

    def _full_layout(self) -> dict[str, Any]:
        """Return the layout with what all pictures begin with: quiet, and not to be dragged."""
        ground = dict.fromkeys(("paper_bgcolor", "plot_bgcolor"), "rgba(0,0,0,0)")
        still = {
            "margin": {"l": 8, "r": 8, "t": 34, "b": 8},
            "showlegend": False,
            "dragmode": False,
        }
        layout: dict[str, Any] = {**ground, **template.lettering(THEMED), **still, **self.layout}
        for axis in ("xaxis", "yaxis"):
            quiet = {**template.quiet_axis(THEMED), "fixedrange": True}
            layout[axis] = {**quiet, **self.layout.get(axis, {})}
        return layout

    def _for_notebooks(self) -> dict[str, Any]:
        """Return plotly's data in real colours; what plotly has no place for stands in `meta`."""
        told = {
            "answer": self.answer,
            "table": [self.table.head, *self.table.rows],
            "legend": self.legend,
            "scale": self.scale,
            "height": self.height,
            "margin": self.layout.get("margin", {}),
        }
        # Plotly breaks no lines, and knows nothing of what stands between title and picture.
        answer = wrap(self.answer, _LETTERS)
        above = 84 + 16 * len(answer)
        title = {"text": self.question, "subtitle": {"text": "<br>".join(answer)}}
        layout = {
            **self.layout,
            "title": {**title, "yref": "container", "y": 1, "yanchor": "top", "pad": {"t": 16}},
            "margin": {**self.layout.get("margin", {}), "t": above},
            "height": self.height + above - 56,
            "showlegend": bool(self.legend),
            "legend": {
                "orientation": "h",
                "x": 1,
                "xanchor": "right",
                "y": 1.02,
                "yanchor": "bottom",
            },
            "meta": {"rulebook": told, **self.layout.get("meta", {})},
        }
        plain = resolved({"data": list(self.traces), "layout": layout})
        assert isinstance(plain, dict)
        return plain

    def _repr_html_(self) -> str:
        if os.environ.get(STATIC_ENVIRONMENT) == "1":
            # It stands inside something else; alone, the build draws it from its data.
            from rules_lib.presentation.page_picture import page_picture

            return page_picture(self._for_notebooks())
        return self.html()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        figure = self._for_notebooks()
        html = self.html() if in_page() else self._drawn(figure)
        figure["layout"]["template"] = {"layout": template.layout(LIGHT)}
        return {
            "text/html": html,
            PLOTLY_MIME: {**figure, "config": {"displayModeBar": False}},
            "text/plain": f"{self.question}\n{self.answer}",
        }

    def _drawn(self, figure: Mapping[str, Any]) -> Html:
        """Return the picture for notebooks without plotly's own: no script; else as a table."""
        try:
            from rules_lib.presentation.page_picture import still_picture

            return for_notebook(still_picture(figure))
        except ValueError:  # it is NotDrawable
            told = el("p", el("strong", self.question)), el("p", self.answer)
            return for_notebook(Html("".join((*told, self.table.html(self.question)))))
