"""What a page asks its Python: an explorer with rules read otherwise, and one roll of its dice.

A page carries the answers by our readings, and for the settings near the first one what each other
reading does to the headline (`payload`).  All else it asks through `asked`, when a reader wants it.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from random import Random
from typing import Any, Final

from rules_lib.errors import RulesError, require_word
from rules_lib.notebook.display import Display
from rules_lib.notebook.explorer import Answer, Explorer
from rules_lib.notebook.otherwise import attempt, changes, foretold, ours_of
from rules_lib.notebook.payload import number_text
from rules_lib.probability import Rng
from rules_lib.rulebook.spelling import understood
from rules_lib.system.registry import EXPLORERS
from rules_lib.text.chances import NO_ANSWER, permille_code

UNANSWERED: Final = "Under this reading the rules give no answer here."


def explorer_of(id_: str) -> Explorer:
    """Return an explorer by its id, and import no more than its game."""
    module = EXPLORERS[require_word("explorer", id_, EXPLORERS)]
    found: Explorer = getattr(import_module(module), id_.replace("-", "_"))
    return found


MOST_TRIES: Final = 500
"""Rolls until one has the end that is asked for."""


def rolls_of(id_: str) -> Callable[..., tuple[str, Display]]:
    """Return what rolls an explorer once: chance and choices in, the end and its dice out."""
    package = EXPLORERS[require_word("explorer", id_, EXPLORERS)].rpartition(".")[0]
    rolls: Mapping[str, Callable[..., tuple[str, Display]]]
    rolls = import_module(f"{package}.rolls").ROLLS
    return rolls[id_]


def rolled(question: str, rng: Rng | None = None) -> str:
    """Answer a page that has drawn an `end`: one roll that ends so, told with its dice.

    The question is as for `asked`. What is rolled until it ends so is as likely as it is then.
    """
    said = json.loads(question)
    explorer, once = explorer_of(said["explorer"]), rolls_of(said["explorer"])
    chosen = {c.name: c.choice(said["setting"][c.name]).value for c in explorer.controls}
    read = _read(explorer, said["read"])
    chance = rng or Random()
    for _ in range(MOST_TRIES):
        with suppress(RulesError):  # a point that is left open: there is nothing to show
            end, told = once(chance, **chosen, **read)
            if end == said["end"]:
                return told._repr_html_()
    return ""


def _read(explorer: Explorer, read: Mapping[str, str]) -> dict[str, Any]:
    known = {each.ruling: each.name for each in explorer.readings}
    return {known[i]: understood(i, text, i, text) for i, text in read.items()}


def asked(question: str) -> str:
    """Answer a page that reads rules otherwise: JSON in, JSON out.

    The question names the `explorer`, its `setting`, and under `read` how each ruling is read.
    """
    said = json.loads(question)
    explorer, setting = explorer_of(said["explorer"]), said["setting"]
    read = _read(explorer, said["read"])
    control = explorer.compared
    theirs, ours = attempt(explorer, setting, read), explorer.at(ours_of(explorer, setting))
    either = theirs or ours
    rows = [
        _codes(attempt(explorer, {**setting, control.name: choice.key}, read), ours)
        for choice in control.choices
    ]
    answer = {
        "codes": _codes(theirs, ours),
        "sentence": explorer.sentence(theirs) if theirs else UNANSWERED,
        "numbers": [number_text(each) if theirs else "–" for each in either.numbers],
        "exact": [str(part.chance) if theirs else "–" for part in either.shown()]
        if explorer.exact
        else [],
        "changes": changes(theirs, ours),
        "rows": rows,
        "effects": foretold(explorer, setting),
    }
    return json.dumps(answer, ensure_ascii=False)


def _codes(theirs: Answer | None, ours: Answer) -> list[int]:
    shown = (theirs or ours).shown()
    return [permille_code(part.chance) if theirs else NO_ANSWER for part in shown]
