"""What stands in a page for IPython and plotly, which are too heavy for it: what chapters want.

Of plotly it takes `go.Figure(traces, go.Layout(…))` with plotly's own names, and keeps it as
plotly's data, which the page draws.
"""

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

from rules_lib.notebook.picture import as_picture


def nested(given: dict[str, Any]) -> dict[str, Any]:
    """Return names with underscores as plotly reads them: `xaxis_title` is the title of an axis."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        first, _, rest = name.partition("_")
        if not rest:
            found[first] = {"text": value} if first == "title" and isinstance(value, str) else value
            continue
        inner = found.get(first)
        found[first] = (inner if isinstance(inner, dict) else {}) | nested({rest: value})
    return found


def plain(value: Any) -> Any:
    """Return arrays as lists."""
    return value.tolist() if hasattr(value, "tolist") else value


def trace(kind: str) -> Any:
    """Return what makes a trace of a kind."""
    return lambda **given: {
        "type": kind, **nested({name: plain(each) for name, each in given.items()})
    }  # fmt: skip


class Figure:
    """Traces and a layout."""

    def __init__(self, data: Any = (), layout: dict[str, Any] | None = None) -> None:
        self.data = [data] if isinstance(data, dict) else list(data)
        self.layout = dict(layout or {})

    def update_layout(self, **given: Any) -> "Figure":
        """Change the layout, and return the figure."""
        for name, value in nested(given).items():
            old = self.layout.get(name)
            both = isinstance(old, dict) and isinstance(value, dict)
            self.layout[name] = {**old, **value} if both else value  # type: ignore[dict-item] # both
        return self

    def add_trace(self, added: dict[str, Any]) -> "Figure":
        """Add a trace, and return the figure."""
        self.data.append(added)
        return self

    def _repr_html_(self) -> str:
        return as_picture({"data": self.data, "layout": self.layout}).html()


def template(layout: dict[str, Any]) -> dict[str, Any]:
    """Return a look; a page has its own."""
    return layout


class Templates(dict[str, Any]):
    """The looks that are known, by name."""

    default = ""


class Html:
    """A piece of HTML to show."""

    def __init__(self, data: str) -> None:
        self.data = data

    def _repr_html_(self) -> str:
        return self.data


class Svg(Html):
    """A drawing to show."""


def provide(name: str, **names: Any) -> None:
    """Make a module of this name, with these names in it."""
    made = ModuleType(name)
    made.__spec__ = ModuleSpec(name, None)
    made.__path__ = []
    made.__dict__.update(names)
    sys.modules[name] = made
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, made)


def install(display: Callable[..., None]) -> None:
    """Make them importable under their names."""
    provide("IPython", get_ipython=lambda: None)
    provide("IPython.display", display=display, HTML=Html, SVG=Svg)
    provide("plotly")
    provide("plotly.io", templates=Templates())
    provide(
        "plotly.graph_objects",
        Figure=Figure,
        layout=SimpleNamespace(Template=template),
        Layout=lambda **given: nested(given),
        Bar=trace("bar"),
        Heatmap=trace("heatmap"),
        Scatter=trace("scatter"),
    )
