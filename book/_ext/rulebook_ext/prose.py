"""Turns the plain text of the rulebook into paragraphs in which ids are links."""

from collections.abc import Iterator

from docutils import nodes

from rulebook_ext.domain import cite
from rules_lib.rulebook.bindings import ID_PATTERN


def paragraphs(text: str, *classes: str) -> list[nodes.paragraph]:
    """The paragraphs of a text; an empty line separates them."""
    return [
        nodes.paragraph("", "", *spans(" ".join(each.split())), classes=list(classes))
        for each in text.split("\n\n")
    ]


def spans(text: str) -> Iterator[nodes.Node]:
    """The text with a link for each id in it."""
    end = 0
    for found in ID_PATTERN.finditer(text):
        if found.start() > end:
            yield nodes.Text(text[end : found.start()])
        yield cite(found.group())
        end = found.end()
    if end < len(text):
        yield nodes.Text(text[end:])


def citations(ids: tuple[str, ...]) -> Iterator[nodes.Node]:
    """The ids as links, with commas between them."""
    for position, rule_id in enumerate(ids):
        if position:
            yield nodes.Text(", ")
        yield cite(rule_id)
