"""Every explorer of the book in one visit: numbers, readings, links, dice, keyboard, paper."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Locator, Page, expect

from rules_lib.notebook.explorer import Explorer
from rules_lib.notebook.explorer_html import explorer_html
from rules_lib.notebook.otherwise import effects, near
from tests.browser.every_explorer import choose, declared, placed, shows, some_settings
from tests.browser.lasting import PATIENCE
from tests.browser.pages import SITE
from tests.browser.tab import Tab
from tests.browser.test_forms import filled
from tests.sample import SOME_OR_EVERY, Chosen, one_in

SAME = {"melee-odds", "try-melee", "battle-odds", "pool-odds", "fanaticism-odds", "charge-odds"}
"""Where the form asks for just what the explorer answers."""
ROLES: dict[str, Any] = {"select": "combobox", "chips": "group", "slider": "slider"}
OUTLINED = """() => {
    const shown = document.activeElement.type === "radio"
        ? document.activeElement.nextElementSibling : document.activeElement;
    const style = getComputedStyle(shown);
    return style.outlineStyle !== "none" || style.boxShadow !== "none";
}"""


def test_every_explorer_of_the_library_is_in_the_book(site: Path) -> None:
    assert {id_ for _, id_ in placed()} == set(declared())


@pytest.mark.parametrize(("name", "id_"), one_in(7, placed(), first=6))  # two that are quick
def test_the_table_of_a_page_is_the_library_s_to_the_last_number(name: str, id_: str) -> None:
    """That each number there is the answer of the function says tests/notebook/test_explorer."""
    assert f'id="{id_}"' in (SITE / name).read_text("utf-8")
    there = (SITE / "_static" / "tables" / f"{id_}.js").read_text("utf-8")
    ours = BeautifulSoup(explorer_html(declared()[id_]), "html.parser").select_one(".rb-data")
    assert ours
    assert json.loads(there.partition(" = ")[2].rstrip(";\n")) == json.loads(ours.get_text())


@SOME_OR_EVERY
@pytest.mark.parametrize(("at", "name", "id_"), [(n, *each) for n, each in enumerate(placed())])
def test_an_explorer(
    tab: Tab,
    tab_without_scripts: Tab,
    at: int,
    name: str,
    id_: str,
    chosen: Chosen,
) -> None:
    explorer, address, leads = declared()[id_], (SITE / name).as_uri(), []
    with tab.at(address):
        page, root = tab.page, tab.page.locator(f"section.rb-explorer[id='{id_}']")
        shows(root, explorer, {})
        by_keyboard(page, root, explorer)
        for setting in [explorer.defaults(), *some_settings(explorer)]:
            choose(root, setting)
            shows(root, explorer, setting)
            to = root.get_by_role("link", name="Referee these dice")
            leads.append((setting, to.evaluate("link => link.href")))
        if chosen((True,), at, one_in=2):
            each_reading(root, explorer)
        by_link(page, root, explorer, address)
    if chosen((True,), at, one_in=2):
        for setting, lead in chosen(leads, 3, one_in=4):
            to_the_dice(tab, explorer, setting, lead)
    if chosen((True,), at, one_in=3):
        with tab_without_scripts.at(address):
            without_scripts(tab_without_scripts.page.locator(f"#{id_}"), explorer)


def by_keyboard(page: Page, root: Locator, explorer: Explorer) -> None:
    """The keyboard reaches each control in turn, which shows it and has its name."""
    region = page.get_by_role("region", name=explorer.question, exact=True)
    expect(region).to_have_id(explorer.id)
    expect(root.locator("[role=status]").first).to_have_attribute("aria-live", "polite")
    page.keyboard.press("Tab")  # after a mouse, browsers do not outline what a script focuses
    root.locator("[data-control]").first.focus()
    for control in explorer.controls:
        assert page.evaluate("document.activeElement.dataset.control") == control.name
        role = ROLES[control.style]
        expect(root.get_by_role(role, name=control.label, exact=True)).to_be_visible()
        assert page.evaluate(OUTLINED), f"{control.name} does not show its focus"
        page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    keys = [choice.key for choice in control.choices]
    before = keys.index(control.default)
    last = before == len(keys) - 1
    upwards = last != (control.style == "slider")  # a list goes down to the next, a slider up
    page.keyboard.press("ArrowUp" if upwards else "ArrowDown")
    shows(root, explorer, {control.name: keys[before + (-1 if last else 1)]})


def by_link(page: Page, root: Locator, explorer: Explorer, address: str) -> None:
    """A copied link restores the setting, and so does a reload."""
    setting = some_settings(explorer)[1]
    choose(root, setting, {})
    root.locator(".rb-copy").click()
    expect(root.locator(".rb-copied")).not_to_be_empty()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{address}#{explorer.id}?{urlencode(setting)}" == page.url
    page.goto("about:blank")
    page.goto(link)
    shows(root, explorer, setting)
    expect(root).to_be_in_viewport()


def without_scripts(root: Locator, explorer: Explorer) -> None:
    """The answer that is shown first and its table remain, and what each reading would do."""
    shows(root, explorer, {})
    expect(root.locator(".rb-headline")).to_be_visible()
    root.locator(".rb-compare summary").click()
    expect(root.locator(".rb-compare table")).to_be_visible()
    expect(root.locator("noscript p").first).to_be_visible()
    expect(root.locator("[data-control]").first).to_be_disabled()
    if explorer.readings:
        fold = root.locator(".rb-read-fold")
        fold.locator("summary").click()
        foretold(fold, explorer, explorer.defaults())
        expect(fold.locator("input").first).to_be_disabled()


def foretold(fold: Locator, explorer: Explorer, setting: dict[str, str]) -> None:
    """Each reading says what it does before it is chosen."""
    told = [word for words in effects(explorer, setting).values() for word in words]
    expect(fold.locator(".rb-reads small")).to_have_text(told, timeout=PATIENCE)


def each_reading(root: Locator, explorer: Explorer) -> None:
    """A reading with a control of its own is answered at once; others say what they would do."""
    choose(root, explorer.defaults(), {})
    for control in explorer.controls:
        for choice in control.choices:
            if control.ruling and choice.key != control.default:
                setting = {**explorer.defaults(), control.name: choice.key}
                choose(root, setting, {})
                shows(root, explorer, setting)
    choose(root, explorer.defaults(), {})
    shows(root, explorer, {})
    if explorer.readings:
        beside = random.Random(explorer.id).sample(list(near(explorer)), 3)
        for setting in (explorer.defaults(), *beside):
            choose(root, setting)
            foretold(root.locator(".rb-read-fold"), explorer, setting)


def to_the_dice(tab: Tab, explorer: Explorer, setting: dict[str, str], lead: str) -> None:
    """The form for dice holds what the explorer was set to, and gives the same odds."""
    assert lead.split("#")[0] == (SITE / "book/adjudicate.html").as_uri()
    form, _, query = explorer.dice_link(setting).partition("?")
    entries, python = filled(tab, lead, form)
    for field, values in parse_qs(query, keep_blank_values=True).items():
        told = values[0] if len(values) == 1 else str(sum(map(int, values)))
        assert entries[field] == told, query
    if explorer.id in SAME:
        *before, last = python.split("\n")
        names: dict[str, object] = {}
        exec("\n".join(before), names)
        value = eval(last.removeprefix("print(").removesuffix(")"), names)
        wins = next((name for name in ("attacker_wins", "a_wins") if hasattr(value, name)), "")
        if wins:
            found = getattr(value, wins)
        else:  # a distribution has no end that cannot be
            ends = {str(getattr(end, "value", end)): p for end, p in value.items()}
            found = ends.get("attacker_wins", Fraction(0))
        assert found == explorer.at(setting).part(explorer.headline.part).chance
