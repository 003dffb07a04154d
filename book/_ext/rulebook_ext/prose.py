"""Turns the plain text of the rulebook into paragraphs in which ids are links."""

from collections.abc import Iterable, Iterator

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


def listed(
    pieces: Iterable[Iterable[nodes.Node]], between: str = ", ", last: str = ""
) -> Iterator[nodes.Node]:
    """One piece of a line after the other, with words between them, and before the last."""
    kept = list(pieces)
    for position, piece in enumerate(kept, 1):
        yield from piece
        if position < len(kept):
            yield nodes.Text(last if last and position == len(kept) - 1 else between)


def citations(ids: tuple[str, ...]) -> Iterator[nodes.Node]:
    """The ids as links, with commas between them."""
    yield from listed([cite(rule_id)] for rule_id in ids)
