"""Document nodes that docutils lacks, and how they look as HTML."""

import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator


class Details(nodes.General, nodes.Element):
    """What opens: its ``Summary``, and what that stands for."""


class Summary(nodes.General, nodes.TextElement):
    """What shows while it is closed."""


class ProofPlaceholder(nodes.General, nodes.Element):
    """Stands for the badges of the entry ``rule_id`` until all pages are read."""


class CoveragePlaceholder(nodes.General, nodes.Element):
    """Stands for the coverage table until all pages are read."""


def setup(app: Sphinx) -> None:
    """Register the nodes; the placeholders never reach a writer."""
    for kind in (Details, Summary):
        app.add_node(kind, html=(_open, _close))
    for placeholder in (ProofPlaceholder, CoveragePlaceholder):
        app.add_node(placeholder)


def _open(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append(self.starttag(node, type(node).__name__.lower(), ""))


def _close(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append(f"</{type(node).__name__.lower()}>\n")


def fold(summary: str, *inside: nodes.Node) -> Details:
    """Something folded away under a summary."""
    return Details("", Summary("", summary), *inside, classes=["rb-box-fold"])


def above(node: nodes.Node) -> Iterator[nodes.Element]:
    """What a node stands in, from within."""
    while (node := node.parent) is not None:
        yield node


def pieces(pattern: re.Pattern[str], text: str) -> Iterator[tuple[str, bool]]:
    """A text in pieces, each with whether it is what the pattern finds."""
    end = 0
    for found in pattern.finditer(text):
        if before := text[end : found.start()]:
            yield before, False
        yield found[0], True
        end = found.end()
    if rest := text[end:]:
        yield rest, False


def inline(text: str, *classes: str, **attributes: Any) -> nodes.inline:
    """A piece of text with style classes."""
    return nodes.inline("", text, classes=list(classes), **attributes)


def template(env: BuildEnvironment, name: str, **values: Any) -> nodes.raw:
    """A piece of a page that stands in the folder of templates."""
    return nodes.raw("", env.app.builder.templates.render(name, values), format="html")
