"""Turns each plotly figure that a cell returns into a picture of the page, at build time."""

import json
from collections.abc import Sequence
from typing import Any, ClassVar

from docutils import nodes
from myst_nb.core import render
from sphinx.application import Sphinx
from sphinx.util import logging

from rules_lib.presentation.picture import PLOTLY_MIME, page_picture
from rules_lib.presentation.still import NotDrawable

logger = logging.getLogger(__name__)

THEIRS = render.load_mime_renders


class Stills(render.MimeRenderPlugin):
    """Says how myst-nb shows what plotly gives; before all other forms of the same output."""

    mime_priority_overrides: ClassVar[Sequence[tuple[str, str, int | None]]] = [
        ("html", PLOTLY_MIME, 1)
    ]

    @staticmethod
    def handle_mime(renderer: Any, data: Any, inline: bool) -> list[nodes.Element] | None:
        """Return the picture, or nothing for other data."""
        if inline or data.mime_type != PLOTLY_MIME:
            return None
        figure = json.loads(data.content) if isinstance(data.content, str) else data.content
        try:
            html = page_picture(figure)
        except NotDrawable as error:
            logger.warning("%s", error, location=(renderer.renderer.document["source"], data.line))
            return None
        return [nodes.raw("", html, format="html", classes=["output", "text_html"])]


def setup(app: Sphinx) -> None:
    """Join those that myst-nb finds by itself; being no package, we have no entry point."""
    render.load_mime_renders = lambda: [*THEIRS(), Stills]
