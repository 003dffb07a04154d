"""A number that is cited says in place what it is, with mouse, finger and keyboard."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import readings_of
from tests.browser.tab import Tab

pytestmark = [pytest.mark.site, pytest.mark.browser]

BOX = ".rb-cited"


@pytest.fixture
def chapter(tab: Tab, site: Path) -> Page:
    """The charge, which cites clauses of its own page and of others, and rulings."""
    tab.page.goto((site / "book/paper_tigers/charge.html").as_uri())
    return tab.page


def test_a_tap_shows_the_wording_and_the_second_leads_there(chapter: Page) -> None:
    link = chapter.locator("article p > a.rb-cite", has_text="PT-M4").first
    link.click()
    clause = catalog().clauses["PT-M4"]
    expect(chapter.locator(BOX)).to_contain_text(clause.title)
    expect(chapter.locator(BOX)).to_contain_text(clause.text)
    expect(chapter.locator(f"{BOX} a")).to_be_focused()
    chapter.keyboard.press("Escape")
    expect(chapter.locator(BOX)).to_be_hidden()
    link.press("Enter")
    chapter.locator(f"{BOX} a").click()
    chapter.wait_for_url("**/command_test.html#PT-M4")


def test_a_ruling_shows_its_question_and_our_answer(chapter: Page) -> None:
    chapter.locator(".rb-otherwise a", has_text="R-M12").click()
    box, ruling = chapter.locator(BOX), catalog().rulings["R-M12"]
    for text in (ruling.question, readings_of("R-M12")[0].text):
        expect(box).to_contain_text(text)
    expect(box.locator("a")).to_have_attribute(
        "href", re.compile(r"rulings/paper_tigers\.html#R-M12$")
    )


def test_a_resting_mouse_shows_it_without_taking_the_keyboard(chapter: Page) -> None:
    chapter.locator("article p > a.rb-cite", has_text="PT-M4").first.hover()
    expect(chapter.locator(BOX)).to_be_visible()
    expect(chapter.locator(f"{BOX} a")).not_to_be_focused()
    chapter.mouse.move(2, 2)
    expect(chapter.locator(BOX)).to_be_hidden()


def test_every_number_of_the_book_has_its_words(chapter: Page) -> None:
    chapter.locator("article p > a.rb-cite").first.click()
    expect(chapter.locator(BOX)).to_be_visible()
    told = chapter.evaluate("window.rulebookWordings")
    assert {each for each in told if not each.startswith("term-")} == set(catalog().ids())
    for rule_id, clause in catalog().clauses.items():
        assert told[rule_id] == [
            clause.title,
            *map(" ".join, map(str.split, clause.text.split("\n\n"))),
        ]


def test_a_term_is_explained_in_place_and_has_no_number(tab: Tab, site: Path) -> None:
    with tab.at((site / "book/paper_tigers/melee.html").as_uri()):
        page = tab.page
        page.locator("a.rb-first-use", has_text="combat dice").press("Enter")
        box = page.locator(BOX)
        expect(box).to_contain_text("for charging and fighting: red three, black two")
        expect(box).to_have_attribute("aria-label", "combat dice")
        expect(box.locator(".rb-box-id")).to_have_count(0)
        expect(box.locator("a")).to_be_focused()
        expect(box.locator("a")).to_have_attribute(
            "href", re.compile(r"glossary\.html#term-combat-dice$")
        )


def test_every_term_is_explained_as_the_glossary_does(tab: Tab, site: Path) -> None:
    with tab.at((site / "book/reference/glossary.html").as_uri()):
        page = tab.page
        page.locator("dd a.rb-cite").first.press("Enter")
        expect(page.locator(BOX)).to_be_visible()
        told, said = page.evaluate("window.rulebookWordings"), page.evaluate(GLOSSARY)
        assert said
        assert {anchor: told[anchor] for anchor in said} == said
        for terms in page.evaluate(TERMS):
            names = [each.lower().removeprefix("to ") for each in terms]
            assert names == sorted(names)


GLOSSARY = """() => Object.fromEntries(
    [...document.querySelectorAll("dt[id^=term-]")].map((term) => {
    const text = (each) => each.textContent.replace(/\\s+/g, " ").trim();
    return [term.id, [text(term).replace(/#$/, ""),
        ...[...term.nextElementSibling.querySelectorAll("p")].map(text)]];
}))"""
TERMS = """() => [...document.querySelectorAll("dl.glossary")].map((list) =>
    [...list.querySelectorAll("dt")].map((term) => term.firstChild.textContent))"""
