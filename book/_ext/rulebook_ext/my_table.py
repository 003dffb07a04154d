"""The directive ``my-table``: all questions by game, to be answered for a table of one's own.

Without scripts it is a list with our answers. Beside it, :data:`FILE` tells pages what the readings
are that a reader may have chosen; it is asked for only where somebody has chosen one.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext import draft
from rulebook_ext.from_library import SYSTEMS
from rulebook_ext.hooks import at_end, write_data
from rulebook_ext.impacts import measured, when
from rulebook_ext.nodes import template
from rules_lib.errors import InvalidValue
from rules_lib.impact import Weight
from rules_lib.notebook.links import rule_link
from rules_lib.rulebook import Ruling, catalog
from rules_lib.rulebook.defaults import readings_of, switch_of, values_of
from rules_lib.rulebook.spelling import spelt, understood

FILE = "readings.js"

HERE = "my-table"
"""Marks the page where readings can be chosen; a book without it needs no file."""

_NUMBER = re.compile(r"\d+")

MOST = 60
"""Where a number answers a question, those up to this are offered, if the rules take them."""

TRIED = (*range(1_000), 10**15)
"""Where the last of these numbers is taken, there is no most."""

QUIET = (Weight.IGNORE, Weight.DORMANT)
"""What hardly matters stands in a fold."""


class MyTableDirective(SphinxDirective):
    """What is chosen, and a section a system."""

    def run(self) -> list[nodes.Node]:
        """Build them."""
        self.env.metadata[self.env.docname][HERE] = True
        systems = [catalog().systems[each] for each in SYSTEMS]
        made: list[nodes.Node] = [template(self.env, "my_table.html", systems=systems)]
        for system in systems:
            section = nodes.section(ids=[f"table-{system.id}"], names=[])
            section += nodes.title("", system.title)
            questions = _questions(system.rulings)
            section += template(self.env, "my_table_questions.html", **questions)
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
            "readings": _answers(rule_id),
            "shapes": list(shapes(rule_id)),
            "clauses": list(ruling.clauses),
            "when": when(rule_id),
        }
        for rule_id, ruling in catalog().rulings.items()
        if not ruling.settled
    }


def also(rule_id: str) -> list[int]:
    """Whole numbers that answer a question, too, though the rulebook does not tell of them."""
    told = {value for value, _ in _answers(rule_id)}
    whole = ((least, min(most, MOST)) for shape, least, most in shapes(rule_id) if shape == "#")
    numbers = (each for least, most in whole for each in range(least, most + 1))
    return [each for each in numbers if str(each) not in told]


def shapes(rule_id: str) -> Iterator[tuple[str, int, int]]:
    """Readings with other numbers in them, ``#`` for each; the least and the most of these."""
    if switch_of(rule_id).metadata["check"] is None:
        return
    told = (_NUMBER.sub("#", spelt(value)) for value in values_of(rule_id))
    for shape in dict.fromkeys(("#", *(each for each in told if "#" in each))):
        fits = partial(_fits, rule_id, shape)
        least, most = (next(filter(fits, each), None) for each in (TRIED, TRIED[::-1]))
        if least is not None and most is not None:
            yield shape, least, most


def _fits(rule_id: str, shape: str, number: int) -> bool:
    try:
        understood(rule_id, shape.replace("#", str(number)), "", "")
    except InvalidValue:
        return False
    return True


def _questions(ids: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
    """What matters most first; what hardly matters apart."""
    rulings = [catalog().rulings[each] for each in ids if not catalog().rulings[each].settled]
    rulings.sort(key=lambda each: (-measured(each.id).typical, -measured(each.id).largest))
    told: dict[str, list[dict[str, Any]]] = {"loud": [], "quiet": []}
    for each in rulings:
        told["quiet" if measured(each.id).weight in QUIET else "loud"].append(_question(each))
    return told


def _question(ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "link": rule_link(ruling.id),
        "question": " ".join(ruling.question.split()),
        "answers": _answers(ruling.id),
        "numbers": also(ruling.id),
        "when": when(ruling.id),
    }


def _answers(rule_id: str) -> list[tuple[str, str]]:
    """Each reading as it is written in a file, and in words; ours first."""
    return [
        (spelt(value), " ".join(reading.text.split()))
        for value, reading in zip(values_of(rule_id), readings_of(rule_id), strict=True)
    ]


def _write(app: Sphinx, site: Path) -> None:
    file = site / "_static" / FILE
    if draft.has(file) or not any(HERE in each for each in app.env.metadata.values()):
        return
    write_data(file, "rulebookReadings", known())
