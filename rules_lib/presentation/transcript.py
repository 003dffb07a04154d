"""What happened, step by step, as a list on a page: clause ids as links, exchanges drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules_lib.errors import InvalidValue
from rules_lib.frozen import FrozenMap
from rules_lib.presentation.display import Display
from rules_lib.presentation.markup import Html, el
from rules_lib.presentation.svg import Drawing
from rules_lib.transcript import Step, as_text

Resolver = Callable[[str], str | None]
"""Turns a clause id into the address of its box, or `None` where there is none."""


@dataclass(frozen=True, slots=True)
class Transcript(Display):
    """Steps in order, under a title.

    `drawings` maps the place of a step, counted from 0, to the drawing that goes with it;
    `resolver` makes links of the clause ids.
    """

    title: str
    steps: tuple[Step, ...]
    drawings: Mapping[int, Drawing] = field(default_factory=dict)
    resolver: Resolver | None = None

    def __post_init__(self) -> None:
        """Check that every drawing has its step."""
        object.__setattr__(self, "drawings", FrozenMap(self.drawings))
        for place in self.drawings:
            if not 0 <= place < len(self.steps):
                raise InvalidValue("drawings", place, f"places from 0 to {len(self.steps) - 1}")

    def html(self) -> Html:
        """Return the transcript as a list with links and drawings."""
        return el(
            "div",
            el("p", self.title),
            el("ol", *(self._item(place, step) for place, step in enumerate(self.steps))),
            class_="rb-transcript",
        )

    def _item(self, place: int, step: Step) -> Html:
        text = el("strong", step.text) if step.heading else step.text
        clauses = [self._clause(clause) for clause in step.clauses]
        cited = el("span", *_spaced(clauses), class_="rb-clauses") if clauses else ""
        drawing = self.drawings.get(place)
        return el(
            "li",
            text,
            cited,
            drawing.svg if drawing else "",
            class_="rb-step-heading" if step.heading else None,
        )

    def _clause(self, clause: str) -> Html:
        address = self.resolver(clause) if self.resolver else None
        if address:
            return el("a", clause, href=address, class_="rb-clause")
        return el("span", clause, class_="rb-clause")

    def _repr_html_(self) -> Html:
        return self.html()

    def __str__(self) -> str:
        """Return the transcript as plain text, the clause ids in brackets."""
        return f"{self.title}\n{as_text(self.steps)}"


def _spaced(clauses: list[Html]) -> list[Html]:
    """Return the clauses with a space between them, for readers that ignore the style sheet."""
    return [part for clause in clauses for part in (Html(" "), clause)]
