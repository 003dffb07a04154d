"""Every explorer of the built book, in a real browser: numbers, links, table, paper, keyboard."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from rules_lib.presentation.explorer import Answer, Explorer
from rules_lib.presentation.explorer_table import compared
from rules_lib.presentation.payload import number_text
from rules_lib.wording import percent
from tests.browser.every_explorer import CHOOSE, SITE, declared, placed, some_settings
from tests.browser.tab import Tab
from tests.sample import one_in

pytestmark = [pytest.mark.site, pytest.mark.browser]


@dataclass
class Shown:
    """An explorer on its open page, which the tests of the explorer share."""

    name: str
    page: Page
    root: Locator
    explorer: Explorer

    def choose(self, setting: dict[str, str]) -> None:
        self.root.evaluate(CHOOSE, setting)


@pytest.fixture(scope="module", params=placed(), ids=lambda place: place[1])
def shown(request: pytest.FixtureRequest, tab: Tab, site: Path) -> Iterator[Shown]:
    name, id_ = request.param
    with tab.at((site / name).as_uri()) as heard:
        yield Shown(name, tab.page, *found(tab.page, id_))
        assert heard.violated() == []
    assert (heard.foreign(), heard.said) == ([], [])


SHOWN = """(root) => {
    const texts = (selector) =>
        [...root.querySelectorAll(selector)].map((e) => e.textContent.replaceAll('\\u00a0', ' '));
    return {
        sentence: texts(".rb-sentence"),
        big: texts(".rb-big"),
        rows: texts(".rb-parts td:not([data-beside], thead *)"),
        numbers: texts(".rb-numbers dd:not([data-beside])"),
        setting: texts(".rb-setting"),
        table: [...root.querySelectorAll(".rb-compare tbody tr")].map((row) =>
            [...row.cells].map((e) => e.textContent.replaceAll('\\u00a0', ' '))),
        current: texts(".rb-compare [aria-current] th"),
    };
}"""
LATENCY = """(root) => {
    const input = root.querySelector("[data-control]:is(select, [type=range], :checked)");
    const times = [];
    for (let i = 0; i < 21; i++) {
        const start = performance.now();
        input.dispatchEvent(new Event("change", {bubbles: true}));
        root.getBoundingClientRect();
        times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[10];
}"""


def row_of(answer: Answer) -> list[str]:
    return [percent(part.chance) for part in answer.shown()]


def expected(explorer: Explorer, setting: dict[str, str]) -> dict[str, Any]:
    """What the library computes for a setting, as the page must say it."""
    answer = explorer.at(setting)
    control = compared(explorer)
    full = {**explorer.defaults(), **setting}
    return {
        "sentence": [explorer.sentence(answer)],
        "big": [percent(answer.part(explorer.headline.part).chance)],
        "rows": row_of(answer),
        "numbers": [number_text(number) for number in answer.numbers],
        "setting": [explorer.describe(full)],
        "table": [
            [choice.label, *row_of(explorer.at({**full, control.name: choice.key}))]
            for choice in control.choices
        ],
        "current": [control.choice(full[control.name]).label],
    }


def found(page: Page, id_: str) -> tuple[Locator, Explorer]:
    return page.locator(f"section.rb-explorer[id='{id_}']"), declared()[id_]


def test_every_explorer_of_the_library_is_in_the_book(site: object) -> None:
    assert {id_ for _, id_ in placed()} == set(declared())


def test_it_shows_what_the_library_computes(shown: Shown) -> None:
    root, explorer = shown.root, shown.explorer
    assert root.evaluate(SHOWN) == expected(explorer, {})
    for setting in some_settings(explorer):
        shown.choose(setting)
        assert root.evaluate(SHOWN) == expected(explorer, setting)


def test_a_copied_link_restores_the_setting(shown: Shown) -> None:
    page = shown.page
    setting = some_settings(shown.explorer)[1]
    shown.choose(setting)
    shown.root.locator(".rb-copy").click()
    expect(shown.root.locator(".rb-copied")).not_to_be_empty()
    link = page.evaluate("navigator.clipboard.readText()")
    address = (SITE / shown.name).as_uri()
    assert link == f"{address}#{shown.explorer.id}?{urlencode(setting)}"
    page.goto("about:blank")
    page.goto(link, wait_until="load")
    assert shown.root.evaluate(SHOWN) == expected(shown.explorer, setting)
    expect(shown.root).to_be_in_viewport()


@pytest.mark.parametrize(("name", "id_"), one_in(3, placed()))
def test_without_javascript_the_default_and_the_table_remain(
    tab_without_scripts: Tab, name: str, id_: str
) -> None:
    with tab_without_scripts.at((SITE / name).as_uri()) as heard:
        root, explorer = found(heard.page, id_)
        assert root.evaluate(SHOWN) == expected(explorer, {})
        expect(root.locator(".rb-headline")).to_be_visible()
        root.locator(".rb-compare summary").click()
        expect(root.locator(".rb-compare table")).to_be_visible()
        assert (heard.foreign(), heard.said) == ([], [])


def test_paper_shows_the_setting_and_the_answer(shown: Shown) -> None:
    shown.choose(some_settings(shown.explorer)[2])
    shown.page.emulate_media(media="print")
    for kept in (".rb-setting", ".rb-headline", ".rb-parts"):
        expect(shown.root.locator(kept)).to_be_visible()
    for hidden in (".rb-controls", ".rb-copy", ".rb-compare table"):
        expect(shown.root.locator(hidden).first).to_be_hidden()
    shown.page.emulate_media(media="screen")


def test_keyboard_and_screen_reader(shown: Shown) -> None:
    page, root, explorer = shown.page, shown.root, shown.explorer
    shown.choose(explorer.defaults())
    region = page.get_by_role("region", name=explorer.question, exact=True)
    expect(region).to_have_id(explorer.id)
    expect(root.locator("[role=status]").first).to_have_attribute("aria-live", "polite")
    reached = []
    page.keyboard.press("Tab")  # after a mouse, browsers do not outline what a script focuses
    root.locator("[data-control]").first.focus()
    for control in explorer.controls:
        reached.append(page.evaluate("document.activeElement.dataset.control"))
        expect(
            root.get_by_role(ROLES[control.style], name=control.label, exact=True)  # type: ignore[arg-type] # a variable
        ).to_be_visible()
        assert page.evaluate(OUTLINED), f"{control.name} does not show its focus"
        page.keyboard.press("Tab")
    assert reached == [control.name for control in explorer.controls]
    last = explorer.controls[-1]
    before = root.evaluate(SHOWN)["setting"]
    page.keyboard.press("Shift+Tab")
    keys = [choice.key for choice in last.choices]
    at_end = keys.index(last.default) == len(keys) - 1
    upwards = at_end != (last.style == "slider")  # a list goes down to the next, a slider up
    page.keyboard.press("ArrowUp" if upwards else "ArrowDown")
    assert root.evaluate(SHOWN)["setting"] != before


ROLES = {"select": "combobox", "chips": "group", "slider": "slider"}

OUTLINED = """() => {
    const shown = document.activeElement.type === "radio"
        ? document.activeElement.nextElementSibling : document.activeElement;
    const style = getComputedStyle(shown);
    return style.outlineStyle !== "none" || style.boxShadow !== "none";
}"""


def test_how_fast_it_answers(shown: Shown, figure: Callable[[str], None]) -> None:
    """Measured and printed: the clock of a shared machine proves nothing."""
    before = shown.root.evaluate(SHOWN)
    took = shown.root.evaluate(LATENCY)
    assert shown.root.evaluate(SHOWN) == before, "asking again changed the answer"
    figure(f"{shown.explorer.id}: an answer takes {took:.1f} ms (at most 50 are allowed)")


def test_explorers_of_a_page_carry_less_than_300_kilobytes(shown: Shown) -> None:
    sizes = shown.page.eval_on_selector_all(
        "section.rb-explorer",
        "all => all.map((each) => new TextEncoder().encode(each.outerHTML).length)",
    )
    assert len(sizes) == [name for name, _ in placed()].count(shown.name)
    assert sum(sizes) < 300_000
