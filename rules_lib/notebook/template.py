"""The book's look for plotly figures: the templates `"rulebook"` and `"rulebook-dark"`.

`template.use()` makes the first one the default of every new figure; to change one figure, say
`figure.update_layout(template="rulebook-dark")`. Both have a ground of their own, so that a figure
can be read on a page of either colour, and in a file it is exported to.
"""

from typing import Any, Final

from rules_lib.notebook.display import for_notebook, in_page
from rules_lib.notebook.picture import still_picture
from rules_lib.notebook.plotly_data import NAME, register
from rules_lib.notebook.still import NotDrawable

INTERACTIVE: Final = "plotly_mimetype"
"""What plotly chooses for notebooks."""


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

    class Drawn(MimetypeRenderer):  # type: ignore[misc]
        def to_mimebundle(self, fig_dict: dict[str, Any]) -> dict[str, Any]:
            try:
                return {"text/html": for_notebook(still_picture(fig_dict))}
            except NotDrawable:
                return {}

    return Drawn()
