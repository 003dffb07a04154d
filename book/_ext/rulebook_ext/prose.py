"""Turns the plain text of the rulebook into paragraphs in which ids are links."""

from collections.abc import Container, Iterator

from docutils import nodes

from rulebook_ext.domain import cite
from rulebook_ext.nodes import pieces
from rules_lib.notebook.links import rule_link
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.rulebook.bindings import ID_PATTERN


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
