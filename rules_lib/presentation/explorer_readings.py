"""An explorer with a rule read otherwise: the switches, and both answers beside each other.

A page has the switches in a fold, and room for our own answer; `otherwise.js` fills it in.  A
notebook has its own switches, and shows the same answers in the same places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules_lib.presentation.explorer import Answer, Control, Explorer
from rules_lib.presentation.links import rule_link
from rules_lib.presentation.markup import Html, el
from rules_lib.presentation.otherwise import changes
from rules_lib.presentation.payload import headline_index, number_text
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import switch_of, values_of
from rules_lib.rulebook.spelling import spelt
from rules_lib.wording import percent

OTHERWISE = "Read a rule otherwise"
CHOSEN, OURS, DIFFERENCE = "as chosen", "as we read it", "difference"
WORK_OUT = "Work it out"
OURS_FIRST = "As we read it"


@dataclass(frozen=True, slots=True)
class Beside:
    """Our own answer beside another one; hidden, and a page's to fill in, where there is none."""

    explorer: Explorer
    answer: Answer
    ours: Answer | None
    read: Sequence[str]

    def line(self) -> Html:
        """Return the rulings that are read otherwise, and what they do to the headline."""
        if not self.ours:
            return el("p", "", class_="rb-beside", data_rb="beside", hidden=True)
        at = headline_index(self.explorer, self.answer)
        mine = el("strong", self._mine(at))
        said = f"Read otherwise: {', '.join(self.read)}. {OURS_FIRST}: "
        return el("p", said, mine, f" (difference: {self._change(at)}).", class_="rb-beside")

    def head(self) -> Html:
        """Return the heads of the columns."""
        heads = (el("th", head, scope="col") for head in (CHOSEN, OURS, DIFFERENCE))
        return el("thead", el("tr", el("td"), *heads), data_beside=True, hidden=not self.ours)

    def cells(self, at: int) -> Html:
        """Return our chance of a part, and the difference."""
        return Html(
            "".join(
                self._hidden("td", *each)
                for each in (
                    (self._mine(at), "ours"),
                    (self._change(at), "change"),
                )
            )
        )

    def number(self, at: int) -> Html:
        """Return our figure, and the difference."""
        mine = number_text(self.ours.numbers[at]) if self.ours else ""
        change = self._change(len(self.answer.parts) + at)
        words = f"{OURS}: {mine} · {change}".removesuffix(" · ")
        return self._hidden("dd", words if self.ours else "", "number-ours")

    def _hidden(self, tag: str, text: str, name: str) -> Html:
        return el(tag, text, data_rb=name, data_beside=True, hidden=not self.ours)

    def _mine(self, at: int) -> str:
        return percent(self.ours.shown()[at].chance) if self.ours else ""

    def _change(self, at: int) -> str:
        return changes(self.answer, self.ours)[at] if self.ours else ""


def readings_fold(explorer: Explorer) -> Html:
    """Return the switches; a page without scripts shows none."""
    if not explorer.readings:
        return Html("")
    return el(
        "details",
        el("summary", OTHERWISE, el("span", "", data_rb="read")),
        el("div", *(_switch(explorer.id, each) for each in explorer.readings)),
        el("p", "", class_="rb-note", role="status", data_rb="says"),
        el("button", WORK_OUT, type="button", class_="rb-read-go", hidden=True),
        class_="rb-fold rb-read-fold",
        hidden=True,
    )


def _switch(prefix: str, control: Control) -> Html:
    ruling = catalog().rulings[control.ruling]
    name = f"{prefix}-{control.name}"
    options = (el("option", choice.label, value=spelt(choice.value)) for choice in control.choices)
    return el(
        "div",
        el("label", " ".join(ruling.question.split()), for_=name, data_title=control.label),
        el("a", ruling.id, href=rule_link(ruling.id), class_="rb-clause"),
        el("select", *options, id=name, data_reading=ruling.id, data_shapes=_shapes(ruling.id)),
        el("p", "", class_="rb-note rb-read-whole"),
        class_="rb-control",
    )


def _shapes(rule_id: str) -> str:
    """Return how readings look that differ from those told in their numbers, ``#`` for each."""
    if switch_of(rule_id).metadata["check"] is None:
        return ""
    return "|".join(dict.fromkeys(re.sub(r"\d+", "#", spelt(each)) for each in values_of(rule_id)))
