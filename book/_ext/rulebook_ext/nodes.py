"""Document nodes that docutils lacks, and how they look as HTML."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


class RuleBox(nodes.General, nodes.Element):
    """The frame of a clause, ruling or erratum; ``kind`` says which, ``ids`` holds the anchor."""


class BoxTitle(nodes.General, nodes.TextElement):
    """The line with the id and the title."""


class Fold(nodes.General, nodes.Element):
    """Something folded away under its ``summary``."""


class OriginalTerm(nodes.Inline, nodes.TextElement):
    """A term of the source's own ``language``."""


class ProofPlaceholder(nodes.General, nodes.Element):
    """Stands for the badges of the entry ``rule_id`` until all pages are read."""


class CoveragePlaceholder(nodes.General, nodes.Element):
    """Stands for the coverage table until all pages are read."""


def setup(app: Sphinx) -> None:
    """Register the nodes; the placeholders never reach a writer."""
    app.add_node(RuleBox, html=(_visit_box, _depart_box))
    app.add_node(BoxTitle, html=(_visit_title, _depart_title))
    app.add_node(Fold, html=(_visit_fold, _depart_fold))
    app.add_node(OriginalTerm, html=(_visit_term, _depart_term))
    for placeholder in (ProofPlaceholder, CoveragePlaceholder):
        app.add_node(placeholder)


def _visit_box(self: HTML5Translator, node: RuleBox) -> None:
    labelled = {"role": "group", "aria-labelledby": f"{node['ids'][0]}-title"}
    classes = ["rb-box", f"rb-box-{node['kind']}"]
    self.body.append(self.starttag(node, "div", CLASS=" ".join(classes), **labelled))


def _depart_box(self: HTML5Translator, node: RuleBox) -> None:
    self.body.append("</div>\n")


def _visit_title(self: HTML5Translator, node: BoxTitle) -> None:
    self.body.append(self.starttag(node, "p", "", CLASS="rb-box-title"))


def _depart_title(self: HTML5Translator, node: BoxTitle) -> None:
    self.body.append("</p>\n")


def _visit_fold(self: HTML5Translator, node: Fold) -> None:
    self.body.append(self.starttag(node, "details", CLASS="rb-box-fold"))
    self.body.append(f"<summary>{self.encode(node['summary'])}</summary>\n")


def _depart_fold(self: HTML5Translator, node: Fold) -> None:
    self.body.append("</details>\n")


def _visit_term(self: HTML5Translator, node: OriginalTerm) -> None:
    self.body.append(self.starttag(node, "i", "", CLASS="rb-term", lang=node["language"]))


def _depart_term(self: HTML5Translator, node: OriginalTerm) -> None:
    self.body.append("</i>")


def inline(text: str, *classes: str, **attributes: Any) -> nodes.inline:
    """A piece of text with style classes."""
    return nodes.inline("", text, classes=list(classes), **attributes)
