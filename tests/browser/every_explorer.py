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
from tests.browser.pages import SITE

ON_PAGE = re.compile(r'<section\b[^>]*class="rb-explorer"[^>]*id="([^"]+)"')
CHOOSE = """(root, [setting, read]) => {
    for (const input of root.querySelectorAll("[data-control]")) {
        const key = setting[input.dataset.control];
        if (input.type === "radio" && input.value !== key) continue;
        if (input.type === "radio") input.checked = true;
        else input.value = key;
        input.dispatchEvent(new Event("change", {bubbles: true}));
    }
    for (const each of read ? root.querySelectorAll("[data-reading]") : []) {
        const options = [...each.querySelectorAll("input")];
        const wanted = read[each.dataset.reading] ?? options[0].value;
        const option = options.find(({value}) => value === wanted);
        option.checked = true;
        option.dispatchEvent(new Event("change", {bubbles: true}));
    }
}"""
"""Sets the controls of an explorer in a page, and how it reads."""
SHOWN = """(root) => {
    const plain = (each) => each.textContent.replaceAll('\\u00a0', ' ');
    const all = (selector) => [...root.querySelectorAll(selector)];
    const seen = (each) => each.checkVisibility({checkOpacity: false});
    const named = (name) => all(`[data-rb="${name}"]`).map(plain);
    const visible = (name) => all(`[data-rb="${name}"]`).filter(seen).map(plain);
    return {
        ...Object.fromEntries(["sentence", "big", "percent", "number", "setting", "python", "exact"]
            .map((name) => [name, named(name)])),
        ...Object.fromEntries(["ours", "change", "number-ours", "beside", "rounding"]
            .map((name) => [name, visible(name)])),
        table: all(".rb-compare tbody tr").map((row) => [...row.cells].map(plain)),
        current: all(".rb-compare [aria-current] th").map(plain),
        widths: all(".rb-bar g > rect").map((bar) => parseFloat(bar.getAttribute("width"))),
        labels: all(".rb-bar g > text").map((each) => each.checkVisibility({
            visibilityProperty: true })),
    };
}"""


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


def answered(explorer: Explorer, setting: Mapping[str, str]) -> Answer | None:
    """Its answer, or none where the readings leave the case without one."""
    try:
        return explorer.at(setting)
    except RulesError:
        return None


def row_of(answer: Answer) -> list[str]:
    """The chances of an answer."""
    return [percent(part.chance) for part in answer.shown()]


def expected(explorer: Explorer, setting: Mapping[str, str]) -> dict[str, Any]:
    """What the library computes for a setting, as the page must say it."""
    setting = {**explorer.defaults(), **setting}
    theirs, ours = answered(explorer, setting), explorer.at(ours_of(explorer, setting))
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


def table_of(explorer: Explorer, setting: Mapping[str, str]) -> list[list[str]]:
    """The table below an explorer: the answer to each choice of one of its controls."""
    control = explorer.compared
    return [
        [choice.label, *row_of(explorer.at({**setting, control.name: choice.key}))]
        for choice in control.choices
    ]


def shows(root: Locator, explorer: Explorer, setting: Mapping[str, str]) -> None:
    """Demand that the page shows exactly what the library computes."""
    shown = root.evaluate(SHOWN)
    table = shown.pop("table")
    assert shown == expected(explorer, setting)
    if not reads_otherwise(explorer, setting):
        assert table == table_of(explorer, setting)


def choose(
    root: Locator, setting: Mapping[str, str], read: Mapping[str, str] | None = None
) -> None:
    """Set an explorer in the page."""
    root.evaluate(CHOOSE, [dict(setting), None if read is None else dict(read)])
