"""What happened, step by step, as a list on a page: clause ids as links, exchanges drawn."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlencode

from rules_lib.errors import InvalidValue, RulesError
from rules_lib.notebook.display import Display
from rules_lib.notebook.links import clause_links
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.notebook.svg import Drawing
from rules_lib.transcript import Step, as_text
from rules_lib.values.frozen import FrozenMap

LINE_BY_LINE = "Line by line, with the clauses"

Form = Literal["beside", "inline", "instead"]
Entry = tuple[str, object]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Where a reader may throw other dice: a form of the dice page, filled in as it happened.

    Attributes:
        form: which form.
        entries: what stands in its fields, in order; of those that repeat, one a throw.
        dice: for each drawing of the transcript, whose dice it shows and the field they stand in.
    """

    form: str
    entries: tuple[Entry, ...]
    dice: tuple[tuple[tuple[str, str], ...], ...]

    @property
    def link(self) -> str:
        """The form and its fields, as the page reads them after the ``#``."""
        return f"{self.form}?{urlencode(self.entries)}"


def as_ours(told: object, again: Callable[[], object]) -> bool:
    """Whether our own readings tell the same, so that the form does."""
    with suppress(RulesError):
        return again() == told
    return False


@dataclass(frozen=True, slots=True)
class Transcript(Display):
    """Steps in order, under a title.

    `drawings` maps the place of a step, counted from 0, to the drawing that goes with it;
    The clause ids are links. Drawings that show only dice and cards do not say what
    came of them: they stand "beside" the words, or "inline", if they are small. Drawings that tell
    all stand "instead" of the words, which are then behind a fold. `what_if` leads to other dice;
    `steps.js` offers it, and steps through what is told.
    """

    title: str
    steps: tuple[Step, ...]
    drawings: Mapping[int, Drawing] = field(default_factory=dict)
    form: Form = "beside"
    what_if: WhatIf | None = None

    def __post_init__(self) -> None:
        """Check that every drawing has its step."""
        object.__setattr__(self, "drawings", FrozenMap(self.drawings))
        for place in self.drawings:
            if not 0 <= place < len(self.steps):
                raise InvalidValue("drawings", place, f"places from 0 to {len(self.steps) - 1}")

    def _repr_html_(self) -> Html:
        """Return the steps with their drawings."""
        title = el("p", self.title, class_="rb-caption")
        if self.form == "inline":
            told = el("ol", *self._lines(), class_="rb-inline")
            return self._whole(title, told)
        if self.form == "beside" or not self.drawings:
            drawn = (self.drawings.get(place) for place in range(len(self.steps)))
            return self._whole(title, el("ol", *map(self._item, self.steps, drawn)))
        steps = el("ol", *map(self._item, self.steps))
        lines = el("details", el("summary", LINE_BY_LINE), steps, class_="rb-fold")
        return self._whole(title, el("ol", *self._told_once()), lines)

    def _whole(self, *parts: Html) -> Html:
        again = self.what_if
        return el(
            "div",
            *parts,
            class_="rb-transcript",
            data_again=again.link if again else None,
            data_dice=json.dumps(again.dice, ensure_ascii=False) if again else None,
        )

    def _told_once(self) -> Iterator[Html]:
        drawn = False
        for place, step in enumerate(self.steps):
            if step.heading or place == len(self.steps) - 1:
                drawn = place in self.drawings
            if place in self.drawings:
                yield el("li", self.drawings[place].svg)
            elif not drawn:
                yield self._item(step)

    def _lines(self) -> Iterator[Html]:
        """A line for each heading, and for each throw with what follows from it.

        No clause is cited twice in a line, nor one that the heading above has cited.
        """
        line: list[Html] = []
        above: set[str] = set()
        cited: set[str] = set()
        for place, step in enumerate(self.steps):
            if line and (step.heading or place in self.drawings):
                yield el("li", *line)
                line, cited = [], set(above)
            if step.heading:
                yield self._item(step)
                above = set(step.clauses)
                cited = set(above)
                continue
            art = self.drawings[place].svg if place in self.drawings else ""
            fresh = tuple(each for each in step.clauses if each not in cited)
            line += [markup([" ", art, " "]), markup(step.text), self._cited(fresh)]
            cited |= set(fresh)
        if line:
            yield el("li", *line)

    def _item(self, step: Step, drawing: Drawing | None = None) -> Html:
        text = el("strong", step.text) if step.heading else step.text
        drawn = drawing.svg if drawing else ""
        kind = "rb-step-heading" if step.heading else None
        return el("li", text, self._cited(step.clauses), drawn, class_=kind)

    def _cited(self, ids: tuple[str, ...]) -> Html:
        return el("span", " ", clause_links(ids), class_="rb-clauses") if ids else Html()

    def __str__(self) -> str:
        """Return the transcript as plain text, the clause ids in brackets."""
        return f"{self.title}\n{as_text(self.steps)}"
