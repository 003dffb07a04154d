"""The table that an explorer's page carries, free of any wording in JavaScript.

Settings are numbered like `itertools.product`: the last control changes fastest.  A column holds
one whole number per setting.  A text column holds indices into its own list of texts, so that every
sentence and every figure is worded in Python, once.  What each
other reading does is foretold for the settings near the first one; beyond, Python is asked.
"""

import json
from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from rules_lib.errors import InvalidValue
from rules_lib.notebook.explorer import Answer, Control, Explorer, Number
from rules_lib.notebook.otherwise import changes, foretold, near, ours_of
from rules_lib.rulebook.spelling import spelt
from rules_lib.text.chances import SPECIAL_PERCENT, decimal, percent, permille_code

MAX_BYTES: Final = 250_000


def payload(explorer: Explorer) -> dict[str, Any]:
    """Return the whole table of an explorer as data for its page.

    Raises `InvalidValue` if that weighs down its page.
    """
    table = list(explorer.table())
    answers = [answer for _, answer in table]
    parts = list(zip(*(answer.shown() for answer in answers), strict=True))
    numbers = list(zip(*(answer.numbers for answer in answers), strict=True))
    data: dict[str, Any] = {
        "controls": [
            {
                "name": control.name,
                "keys": [choice.key for choice in control.choices],
                "default": control.default,
                "python": [choice.code for choice in control.choices],
                **({"dice": [each.entry for each in control.choices]} if explorer.dice else {}),
                **_ruling(control),
            }
            for control in explorer.controls
        ],
        "parts": [[permille_code(part.chance) for part in row] for row in parts],
        "headline": headline_index(explorer, answers[0]),
        "sentence": text_column(explorer.sentence(answer) for answer in answers),
        "numbers": [text_column(number_text(number) for number in row) for row in numbers],
        "python": explorer.python,
        "percent": {str(code): text for code, text in SPECIAL_PERCENT.items()},
    }
    if explorer.exact:
        data["exact"] = [text_column(str(part.chance) for part in row) for row in parts]
    if explorer.dice:
        data["dice"] = explorer.dice
    if any(control.ruling for control in explorer.controls):
        by_us = {tuple(setting.values()): answer for setting, answer in table}
        ours = (by_us[tuple(ours_of(explorer, setting).values())] for setting, _ in table)
        data["changes"] = text_columns(map(changes, answers, ours))
    if explorer.readings:
        by_set = groupby(explorer.readings, key=lambda control: control.argument)
        data["read"] = [
            {"argument": argument, "rulings": list(map(_reading, controls))}
            for argument, controls in by_set
        ]
        data["effects"] = text_columns(foretold(explorer, setting) for setting in near(explorer))
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    if len(written) > MAX_BYTES:
        allowed = f"up to {MAX_BYTES} bytes: fewer choices, fewer parts, or exact=False"
        raise InvalidValue(f"size of explorer {explorer.id!r}", len(written), allowed)
    return data


def _ruling(control: Control) -> dict[str, Any]:
    """Return what a control needs that begins with the reading of the reader's table."""
    if not control.ruling:
        return {}
    return {"ruling": control.ruling, "readings": [spelt(each) for each in control.readings()]}


def _reading(control: Control) -> dict[str, Any]:
    """Return how each way to read a ruling is written in Python."""
    codes = [choice.code for choice in control.choices]
    return {"id": control.ruling, "field": control.name, "python": codes}


def headline_index(explorer: Explorer, answer: Answer) -> int:
    """Return the place of the headline's part among the parts as they are drawn."""
    return answer.shown().index(answer.part(explorer.headline.part))


def number_text(number: Number) -> str:
    """Return a number as it is shown: rounded half up, with its unit."""
    if number.value is None:
        return "–"
    if number.unit == "%":
        return percent(Fraction(number.value) / 100)
    return f"{decimal(Fraction(number.value), number.digits)} {number.unit}".strip()


def text_column(values: Iterable[str]) -> dict[str, Any]:
    """Return texts as a list without doubles and a column of indices into it."""
    texts: dict[str, int] = {}
    indices = [texts.setdefault(text, len(texts)) for text in values]
    return {"places": indices, "texts": list(texts)}


def text_columns(rows: Iterable[Iterable[str]]) -> list[dict[str, Any]]:
    """Return rows of texts as one column for each place in a row."""
    return list(map(text_column, zip(*rows, strict=True)))
