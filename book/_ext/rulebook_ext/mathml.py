"""Formulas as MathML, which browsers draw by themselves: no script, no other host."""

import re

from docutils import nodes
from docutils.utils.math import latex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    """Register the renderer; ``html_math_renderer`` chooses it."""
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))


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
