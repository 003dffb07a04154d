"""How pages show code, formulas and figures: without a script, and without another host.

Each line of code is a block, so that what is wrapped of it hangs below its beginning. Formulas are
MathML, which browsers draw by themselves. A plotly figure that a cell returns becomes a picture.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from docutils import nodes
from docutils.utils.math import latex2mathml
from myst_nb.core import render
from pygments.formatters import HtmlFormatter
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

from rules_lib.notebook.picture import PLOTLY_MIME, page_picture
from rules_lib.notebook.still import NotDrawable

logger = logging.getLogger(__name__)

THEIRS = render.load_mime_renders


def setup(app: Sphinx) -> None:
    """Join what draws code, formulas (``html_math_renderer`` chooses it) and outputs.

    myst-nb finds renderers by entry points; being no package, we have none.
    """
    PygmentsBridge.html_formatter = Lines
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))
    render.load_mime_renders = lambda: [*THEIRS(), Stills]


class Lines(HtmlFormatter):
    """Marks lines, which `code.css` draws."""

    def wrap(self, source: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        """Wrap each line, and then all of it."""
        marked = ((is_line, _marked(text) if is_line else text) for is_line, text in source)
        yield from super().wrap(marked)


def _marked(line: str) -> str:
    return f'<span class="rb-line">{line}</span>'


def _visit_inline(self: HTML5Translator, node: nodes.math) -> None:
    self.body.append(_mathml(node, as_block=False))
    raise nodes.SkipNode


def _visit_block(self: HTML5Translator, node: nodes.math_block) -> None:
    self.body.append(self.starttag(node, "div", CLASS="rb-math"))
    self.body.append(_mathml(node, as_block=True) + "</div>\n")
    raise nodes.SkipNode


def _mathml(node: nodes.Element, *, as_block: bool) -> str:
    formula = node.astext()
    try:
        text: str = latex2mathml.tex2mathml(formula, as_block=as_block)
    except Exception as error:  # noqa: BLE001 - docutils raises what it likes on bad LaTeX
        logger.warning("formula %r cannot be drawn: %s", formula, error, location=node)
        return ""
    return re.sub(r"\n\s*", "", text)


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
