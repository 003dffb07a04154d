"""Document nodes that docutils lacks, and how they look as HTML; text in which ids are links."""

import re
from collections.abc import Container, Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from rulebook_ext.domain import cite
from rules_lib.notebook.links import rule_link
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.rulebook.bindings import ID_PATTERN


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


def sentence(text: str, *classes: str) -> nodes.paragraph:
    """A paragraph of its own."""
    return nodes.paragraph("", "", *spans(text), classes=list(classes))


def spans(text: str) -> Iterator[nodes.Node]:
    """The text with a link for each id in it."""
    return (cite(part) if is_id else nodes.Text(part) for part, is_id in pieces(ID_PATTERN, text))


def linked(text: str, among: Container[str] | None = None) -> Html:
    """The same as markup, for a template; given ids to be ``among``, the others are no links."""

    def link(rule_id: str) -> Html:
        shown = el("span", rule_id, class_="rb-cite")
        if among is not None and rule_id not in among:
            return shown
        return el("a", shown, class_="reference internal", href=rule_link(rule_id))

    return markup(link(part) if is_id else part for part, is_id in pieces(ID_PATTERN, text))
