"""All explorers of the library, where they stand on the site, and what a page shows of them."""

import importlib
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator

from rules_lib.errors import RulesError
from rules_lib.notebook.bar import LABEL_FROM
from rules_lib.notebook.explorer import Answer, Explorer
from rules_lib.notebook.explorer_html import ROUNDING
from rules_lib.notebook.otherwise import changes, ours_of, reads_otherwise
from rules_lib.notebook.page_answers import UNANSWERED
from rules_lib.notebook.payload import number_text
from rules_lib.system.registry import EXPLORERS
from rules_lib.text.chances import percent, permille_code
from tests.browser.pages import SITE, script

ON_PAGE = re.compile(r'<section\b[^>]*class="rb-explorer"[^>]*id="([^"]+)"')


@cache
def declared() -> dict[str, Explorer]:
    """Every explorer that a module that shows names, by its id."""
    modules = map(importlib.import_module, EXPLORERS.values())
    return {
        value.id: value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Explorer)
    }


@cache
def placed() -> list[tuple[str, str]]:
    """Page and id of every explorer on the site, in order."""
    return [
        (path.relative_to(SITE).as_posix(), name)
        for path in sorted((SITE / "book").rglob("*.html"))
        for name in ON_PAGE.findall(path.read_text("utf-8"))
    ]


def some_settings(explorer: Explorer) -> list[dict[str, str]]:
    """Three settings that differ in every control with a choice: first, last, and one between."""
    return [
        {each.name: each.choices[place(len(each.choices))].key for each in explorer.controls}
        for place in (lambda n: 0, lambda n: n - 1, lambda n: n // 2)
    ]


@cache
def answered(explorer_id: str, *setting: tuple[str, str]) -> Answer | None:
    """An answer, or none where the readings leave the case without one."""
    try:
        return declared()[explorer_id].at(dict(setting))
    except RulesError:
        return None


def answer_to(explorer: Explorer, setting: Mapping[str, str]) -> Answer | None:
    """The same, whatever is left as it comes."""
    return answered(explorer.id, *sorted({**explorer.defaults(), **setting}.items()))


def row_of(answer: Answer) -> list[str]:
    """The chances of an answer."""
    return [percent(part.chance) for part in answer.shown()]


def expected(explorer: Explorer, setting: Mapping[str, str]) -> dict[str, Any]:
    """What the library computes for a setting, as the page must say it."""
    setting = {**explorer.defaults(), **setting}
    theirs, ours = answer_to(explorer, setting), answer_to(explorer, ours_of(explorer, setting))
    assert ours
    chances = row_of(theirs) if theirs else ["–"] * len(ours.shown())
    at = [part.label for part in ours.shown()].index(explorer.headline.part)
    control = explorer.compared
    parts = (theirs or ours).shown()
    codes = [permille_code(part.chance) for part in parts]
    exact = [str(part.chance) if theirs else "–" for part in parts]
    said = {
        "sentence": [explorer.sentence(theirs) if theirs else UNANSWERED],
        "big": [chances[at]],
        "percent": chances,
        "number": [number_text(each) if theirs else "–" for each in (theirs or ours).numbers],
        "setting": [explorer.describe(setting)],
        "python": [explorer.python_line(setting)],
        "exact": exact if explorer.exact else [],
        "current": [control.choice(setting[control.name]).label],
        "rounding": [ROUNDING] * bool(theirs and sum(codes) != 1000),
        "labels": [bool(theirs) and 100 * part.chance >= LABEL_FROM for part in parts],
        "widths": pytest.approx(
            [100 * float(part.chance) if theirs else 0 for part in parts], abs=0.15
        ),
        **{name: [] for name in ("ours", "change", "number-ours", "beside")},
    }
    if not (read := reads_otherwise(explorer, setting)):
        return said
    change = changes(theirs, ours)
    moved = change[len(chances) :]
    mine = percent(ours.shown()[at].chance)
    told = f" (difference: {change[at]})" if theirs else ""
    return said | {
        "ours": row_of(ours),
        "change": list(change[: len(chances)]),
        "number-ours": [
            f"our reading: {number_text(each)} · {by}".removesuffix(" · ")
            for each, by in zip(ours.numbers, moved, strict=True)
        ],
        "beside": [f"Your reading: {', '.join(read)}. Our reading: {mine}{told}."],
    }


def table_of(explorer: Explorer, setting: Mapping[str, str], rows: slice) -> list[list[str]]:
    """The table below an explorer: the answer to each choice of one of its controls."""
    control = explorer.compared
    answers = (
        (each.label, answer_to(explorer, {**setting, control.name: each.key}))
        for each in control.choices[rows]
    )
    return [[label, *row_of(answer)] for label, answer in answers if answer]


def shows(root: Locator, explorer: Explorer, setting: Mapping[str, str]) -> None:
    """Demand that the page shows exactly what the library computes.

    Of the table all rows as it comes, and the ends of it in another setting.
    """
    shown = root.evaluate(script("explorer_shown"))
    table = shown.pop("table")
    assert shown == expected(explorer, setting)
    if not reads_otherwise(explorer, setting):
        assert len(table) == len(explorer.compared.choices)
        for rows in [slice(None)] if not setting else [slice(1), slice(-1, None)]:
            assert table[rows] == table_of(explorer, setting, rows)


def choose(
    root: Locator, setting: Mapping[str, str], read: Mapping[str, str] | None = None
) -> None:
    """Set an explorer in the page."""
    root.evaluate(script("explorer_choose"), [dict(setting), None if read is None else dict(read)])
