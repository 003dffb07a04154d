"""The book's look for plotly figures: the templates `"rulebook"` and `"rulebook-dark"`.

`template.use()` makes the first one the default of every new figure; to change one figure, say
`figure.update_layout(template="rulebook-dark")`. Both have a ground of their own, so that a figure
can be read on a page of either colour, and in a file it is exported to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules_lib.presentation.display import for_notebook, in_page
from rules_lib.presentation.palette import DARK, LIGHT
from rules_lib.presentation.plotly_data import COLOURWAY

NAME: Final = "rulebook"
INTERACTIVE: Final = "plotly_mimetype"
"""What plotly chooses for notebooks."""


def layout(palette: dict[str, str]) -> dict[str, Any]:
    """Return the template in a palette, as plain data."""
    axis = quiet_axis(palette)
    heat = [[i / 4, palette[f"heat-{i}"]] for i in range(5)]
    return {
        "paper_bgcolor": palette["surface"],
        "plot_bgcolor": palette["surface"],
        "colorway": [palette[role] for role in COLOURWAY],
        "colorscale": {
            "sequential": [[i / 2, palette[f"heat-{2 - i}"]] for i in range(3)],
            "diverging": heat,
        },
        **lettering(palette),
        "title": {"x": 0, "xref": "paper", "xanchor": "left", "font": {"size": 17}},
        "margin": {"l": 8, "r": 16, "t": 90, "b": 8},
        "xaxis": {**axis, "showgrid": False},
        "yaxis": axis,
    }


def lettering(palette: Mapping[str, str]) -> dict[str, Any]:
    """Return how texts look, those that appear at a touch among them."""
    return {
        "font": {"color": palette["text"], "size": 13},
        "hoverlabel": {
            "bgcolor": palette["raised"],
            "bordercolor": palette["muted"],
            "font": {"color": palette["text"], "size": 14},
        },
    }


def quiet_axis(palette: Mapping[str, str]) -> dict[str, Any]:
    """Return an axis with room for its name, and no line that stands out."""
    return {
        "automargin": True,
        "zeroline": False,
        "gridcolor": palette["grid"],
        "linecolor": palette["muted"],
        "tickcolor": palette["muted"],
        "title": {"standoff": 10},
    }


def register() -> None:
    """Make both templates known to plotly."""
    import plotly.graph_objects as go
    import plotly.io as pio

    for name, palette in ((NAME, LIGHT), (f"{NAME}-dark", DARK)):
        pio.templates[name] = go.layout.Template(layout=layout(palette))


def use() -> None:
    """Make both known, and the light one the default of every new figure.

    In a notebook a figure then comes as a drawing, too: for exports, and for viewers that do not
    have plotly's renderer.
    """
    import plotly.io as pio

    register()
    pio.templates.default = NAME
    if not in_page() and str(pio.renderers.default).startswith(INTERACTIVE):
        pio.renderers[NAME] = _drawn()
        pio.renderers.default = f"{INTERACTIVE}+{NAME}"


def _drawn() -> Any:
    """Return what shows a figure of plotly's as a still picture."""
    from plotly.io.base_renderers import MimetypeRenderer

    from rules_lib.presentation.page_picture import still_picture

    class Drawn(MimetypeRenderer):  # type: ignore[misc]
        def to_mimebundle(self, fig_dict: dict[str, Any]) -> dict[str, Any]:
            try:
                return {"text/html": for_notebook(still_picture(fig_dict))}
            except ValueError:  # it is NotDrawable
                return {}

    return Drawn()
