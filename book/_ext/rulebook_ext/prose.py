"""Turns the plain text of the rulebook into paragraphs in which ids are links."""

from collections.abc import Iterator

from docutils import nodes

from rulebook_ext.domain import cite
from rulebook_ext.nodes import pieces
from rules_lib.rulebook.bindings import ID_PATTERN


def paragraphs(text: str, *classes: str) -> list[nodes.paragraph]:
    """The paragraphs of a text; an empty line separates them."""
    return [sentence(" ".join(each.split()), *classes) for each in text.split("\n\n")]


def sentence(text: str, *classes: str) -> nodes.paragraph:
    """A paragraph of its own."""
    return nodes.paragraph("", "", *spans(text), classes=list(classes))


def spans(text: str) -> Iterator[nodes.Node]:
    """The text with a link for each id in it."""
    return (cite(part) if is_id else nodes.Text(part) for part, is_id in pieces(ID_PATTERN, text))
