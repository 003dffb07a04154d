"""The directive ``my-table``: all questions by game, to be answered for a table of one's own.

Without scripts it is a list with our answers. Beside it, :data:`FILE` tells pages what the readings
are that a reader may have chosen; it is asked for only where somebody has chosen one.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext import draft
from rulebook_ext.hooks import at_end, write_data
from rulebook_ext.impacts import measured, when
from rulebook_ext.nodes import template
from rules_lib.errors import InvalidValue
from rules_lib.impact import Weight
from rules_lib.notebook.links import rule_link
from rules_lib.notebook.markup import Html, el
from rules_lib.rulebook import Ruling, catalog
from rules_lib.rulebook.defaults import readings_of, same, switch_of, values_of
from rules_lib.rulebook.spelling import spelt, understood

FILE = "readings.js"

HERE = "my-table"
"""Marks the page where readings can be chosen; a book without it needs no file."""

_NUMBER = re.compile(r"\d+")

MOST = 60
"""Where a number answers a question, those from 0 to this are offered, if the rules take them."""

SEARCHED, ANY = 1_000, 10**15
"""Numbers below the one are tried; where the other is taken, there is no most."""

QUIET = (Weight.IGNORE, Weight.DORMANT)
"""What hardly matters stands in a fold."""


class MyTableDirective(SphinxDirective):
    """What is chosen, and a section a system."""

    def run(self) -> list[nodes.Node]:
        """Build them."""
        self.env.metadata[self.env.docname][HERE] = True
        systems = catalog().systems.values()
        made: list[nodes.Node] = [template(self.env, "my_table.html", systems=systems)]
        for system in systems:
            section = nodes.section(ids=[f"table-{system.id}"], names=[])
            section += nodes.title("", system.title)
            section += nodes.raw("", _questions(system.rulings), format="html")
            self.state.document.note_explicit_target(section, section)
            made.append(section)
        return made


def setup(app: Sphinx) -> None:
    """Register the directive; write the file when all pages are there."""
    app.add_directive(HERE, MyTableDirective)
    at_end(app, _write)


def known() -> dict[str, dict[str, Any]]:
    """What pages know of every ruling that has more than one reading, in the order of the book."""
    return {
        rule_id: {
            "title": ruling.title,
            "system": ruling.system,
            "readings": [
                [spelt(value), " ".join(reading.text.split())]
                for value, reading in zip(values_of(rule_id), readings_of(rule_id), strict=True)
            ],
            "shapes": list(shapes(rule_id)),
            "clauses": list(ruling.clauses),
            "when": when(rule_id),
        }
        for rule_id, ruling in catalog().rulings.items()
        if not ruling.settled
    }


def also(rule_id: str) -> list[int]:
    """Whole numbers that answer a question, too, though the rulebook does not tell of them."""
    if switch_of(rule_id).metadata["check"] is None:
        return []
    return [
        number
        for number in range(MOST + 1)
        if not any(same(number, each) for each in values_of(rule_id)) and _fits(rule_id, number)
    ]


def shapes(rule_id: str) -> Iterator[tuple[str, int, int]]:
    """Readings with other numbers in them, ``#`` for each; the least and the most of these."""
    if switch_of(rule_id).metadata["check"] is None:
        return
    told = (_NUMBER.sub("#", spelt(value)) for value in values_of(rule_id))
    for shape in dict.fromkeys(("#", *(each for each in told if "#" in each))):
        fit = [n for n in (*range(SEARCHED), ANY) if _fits(rule_id, shape.replace("#", str(n)))]
        if fit:
            yield shape, fit[0], fit[-1]


def _fits(rule_id: str, value: int | str) -> bool:
    try:
        understood(rule_id, str(value), "", "")
    except InvalidValue:
        return False
    return True


def _questions(ids: Iterable[str]) -> Html:
    """What matters most first; what hardly matters in a fold."""
    rulings = [catalog().rulings[each] for each in ids if not catalog().rulings[each].settled]
    rulings.sort(key=lambda each: (-measured(each.id).typical, -measured(each.id).largest))
    loud = [each for each in rulings if measured(each.id).weight not in QUIET]
    quiet = [each for each in rulings if each not in loud]
    fold = el(
        "details",
        el("summary", f"{len(quiet)} more that hardly matter"),
        map(_question, quiet),
        class_="rb-table-more",
    )
    return Html("".join([*map(_question, loud), *([fold] if quiet else [])]))


def _question(ruling: Ruling) -> Html:
    link = el("a", ruling.id, href=rule_link(ruling.id))
    return el(
        "fieldset",
        el("legend", link, " ", " ".join(ruling.question.split())),
        _answers(ruling.id),
        el("p", when(ruling.id), class_="rb-basis"),
        class_="rb-table-question",
        id=f"choose-{ruling.id}",
        data_ruling=ruling.id,
        disabled=True,
    )


def _answers(rule_id: str) -> Iterator[Html]:
    told = zip(values_of(rule_id), readings_of(rule_id), strict=True)
    for place, (value, reading) in enumerate(told):
        text = " ".join(reading.text.split())
        ours = [el("strong", text), " ", el("span", "our default", class_="rb-default")]
        said = el("span", ours if place == 0 else text)
        yield _answer(rule_id, said, value=spelt(value), checked=place == 0)
    numbers = also(rule_id)
    if numbers:
        options = [el("option", str(each), value=each) for each in numbers]
        own = f"own-{rule_id}"
        yield el(
            "div",
            el("input", type="radio", name=rule_id, id=own, value="", data_other=True),
            el("label", "A number of your own:", for_=own),
            el("select", options, aria_label=f"A number of your own for {rule_id}"),
            class_="rb-table-answer",
        )


def _answer(rule_id: str, said: Html, **more: Any) -> Html:
    radio = el("input", type="radio", name=rule_id, **more)
    return el("label", radio, said, class_="rb-table-answer")


def _write(app: Sphinx, site: Path) -> None:
    file = site / "_static" / FILE
    if draft.has(file) or not any(HERE in each for each in app.env.metadata.values()):
        return
    write_data(file, "rulebookReadings", known())
