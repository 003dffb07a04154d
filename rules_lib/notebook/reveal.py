"""Guess first, then see: an answer behind a fold that works without JavaScript."""

from dataclasses import dataclass
from typing import Any

from rules_lib.notebook.display import Display
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.values.type_checks import checked


@dataclass(frozen=True, slots=True)
class Reveal(Display):
    """A fold with an inviting label; `items` are texts or anything that shows itself as HTML."""

    label: str
    items: tuple[Any, ...]

    def _repr_html_(self) -> Html:
        shown = (
            Html(item._repr_html_()) if hasattr(item, "_repr_html_") else el("p", str(item))
            for item in self.items
        )
        return el("details", el("summary", self.label), markup(shown), class_="rb-reveal")

    def __str__(self) -> str:
        """Return label and answer as plain text."""
        return "\n".join([self.label, *map(str, self.items)])


@checked
def reveal(label: str, *items: Any) -> Reveal:
    """Hide an answer behind a label."""
    return Reveal(label, items)


@dataclass(frozen=True, slots=True)
class Sentence(Display):
    """A sentence that a cell has worked out, shown as text."""

    text: str

    def _repr_html_(self) -> Html:
        return el("p", self.text)

    def __str__(self) -> str:
        """Return the sentence."""
        return self.text


@checked
def say(text: str) -> Sentence:
    """Show a sentence as text."""
    return Sentence(text)
