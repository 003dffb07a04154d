"""Document nodes that docutils lacks, and how they look as HTML."""

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator


class RuleRow(nodes.General, nodes.Element):
    """A clause or an erratum: a ``RowLine`` that opens to its small print."""


class RowLine(nodes.General, nodes.TextElement):
    """What a closed row shows: id, title and wording."""


class Fold(nodes.General, nodes.Element):
    """Something folded away under its ``summary``."""


class ProofPlaceholder(nodes.General, nodes.Element):
    """Stands for the badges of the entry ``rule_id`` until all pages are read."""


class CoveragePlaceholder(nodes.General, nodes.Element):
    """Stands for the coverage table until all pages are read."""


def setup(app: Sphinx) -> None:
    """Register the nodes; the placeholders never reach a writer."""
    app.add_node(RuleRow, html=(_visit_row, _depart_row))
    app.add_node(RowLine, html=(_visit_line, _depart_line))
    app.add_node(Fold, html=(_visit_fold, _depart_fold))
    for placeholder in (ProofPlaceholder, CoveragePlaceholder):
        app.add_node(placeholder)


def _visit_row(self: HTML5Translator, node: RuleRow) -> None:
    classes = f"rb-box rb-row rb-box-{node['kind']}"
    self.body.append(self.starttag(node, "details", CLASS=classes))


def _depart_row(self: HTML5Translator, node: RuleRow) -> None:
    self.body.append("</details>\n")


def _visit_line(self: HTML5Translator, node: RowLine) -> None:
    self.body.append(self.starttag(node, "summary", ""))


def _depart_line(self: HTML5Translator, node: RowLine) -> None:
    self.body.append("</summary>\n")


def _visit_fold(self: HTML5Translator, node: Fold) -> None:
    self.body.append(self.starttag(node, "details", CLASS="rb-box-fold"))
    self.body.append(f"<summary>{self.encode(node['summary'])}</summary>\n")


def _depart_fold(self: HTML5Translator, node: Fold) -> None:
    self.body.append("</details>\n")


def above(node: nodes.Node) -> Iterator[nodes.Element]:
    """What a node stands in, from within."""
    while (node := node.parent) is not None:
        yield node


def inline(text: str, *classes: str, **attributes: Any) -> nodes.inline:
    """A piece of text with style classes."""
    return nodes.inline("", text, classes=list(classes), **attributes)


def template(env: BuildEnvironment, name: str, **values: Any) -> nodes.raw:
    """A piece of a page that stands in the folder of templates."""
    return nodes.raw("", env.app.builder.templates.render(name, values), format="html")
