"""An explorer with a rule read otherwise: the switches, and both answers beside each other.

A page has the switches in a fold, and room for our own answer; `otherwise.js` fills it in.  A
notebook has its own switches, and shows the same answers in the same places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules_lib.notebook.bar import stacked_bar
from rules_lib.notebook.explorer import Answer, Control, Explorer
from rules_lib.notebook.links import clause_link
from rules_lib.notebook.markup import Html, Templates, el
from rules_lib.notebook.otherwise import OURS, UNCHANGED, changes, effects
from rules_lib.notebook.payload import headline_index, number_text
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import switch_of, values_of
from rules_lib.rulebook.spelling import spelt
from rules_lib.text.chances import percent, permille_code

OTHERWISE = "Try another reading"
CHOSEN, DIFFERENCE = "your reading", "difference"
OURS_FIRST = "Our reading"
YOURS = "Your reading"
_HTML = Templates("explorer.html")


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
        read = ", ".join(self.read)
        return _HTML("beside", read=read, ours=self._mine(at), change=self._change(at))

    def bar(self, prefix: str) -> Html:
        """Return our bar, in the colours of the bar of the answer, which follows it."""
        parts = (self.ours or self.answer).shown()
        codes = [permille_code(part.chance) for part in parts]
        ours = stacked_bar(prefix, [part.role for part in parts], codes, again=True)
        above, below = (el("p", words, class_="rb-whose") for words in (OURS_FIRST, YOURS))
        return el("div", above, ours, below, data_beside=True, hidden=not self.ours)

    def head(self) -> Html:
        """Return the heads of the columns."""
        heads = (el("th", head, scope="col") for head in (CHOSEN, OURS, DIFFERENCE))
        return el("thead", el("tr", el("td"), *heads), data_beside=True, hidden=not self.ours)

    def cells(self, at: int) -> Html:
        """Return our chance of a part, and the difference."""
        mine = self._hidden("td", self._mine(at), "ours")
        return Html(mine + self._hidden("td", self._change(at), "change"))

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
    """Return the switches: each reading with what it does, by itself, to the setting shown first.

    A page without scripts shows them, and they cannot be chosen there.
    """
    if not explorer.readings:
        return Html("")
    told = effects(explorer, explorer.defaults())
    return _HTML(
        "readings",
        part=explorer.headline.part,
        unchanged=UNCHANGED,
        switches=[_switch(explorer.id, each, told[each.name]) for each in explorer.readings],
    )


def _switch(prefix: str, control: Control, told: Sequence[str]) -> Html:
    ruling = catalog().rulings[control.ruling]
    options = (
        _HTML(
            "reading",
            id=f"{prefix}-{control.name}",
            value=spelt(choice.value),
            checked=at == 0,
            label=choice.label,
            effect=effect,
        )
        for at, (choice, effect) in enumerate(zip(control.choices, told, strict=True))
    )
    return _HTML(
        "switch",
        ruling=ruling.id,
        title=control.label,
        shapes=_shapes(ruling.id),
        question=" ".join(ruling.question.split()),
        link=clause_link(ruling.id),
        options=options,
    )


def _shapes(rule_id: str) -> str:
    """Return how readings look that differ from those told in their numbers, ``#`` for each."""
    if switch_of(rule_id).metadata["check"] is None:
        return ""
    return "|".join(dict.fromkeys(re.sub(r"\d+", "#", spelt(each)) for each in values_of(rule_id)))
