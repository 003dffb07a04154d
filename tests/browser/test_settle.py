"""The open questions by game: the filter, and the plain list where no script runs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rules_lib.rulebook import catalog
from tests.browser.tab import Tab

pytestmark = [pytest.mark.site, pytest.mark.browser]

LINES = ".rb-settle-game details:not(.rb-worst) > .rb-ranked > li"
FIRST = ".rb-settle-game > .rb-ranked > li"


@pytest.fixture
def page(tab: Tab, site: Path) -> Iterator[Page]:
    with tab.at((site / "book/rulings/index.html").as_uri()) as heard:
        yield tab.page
        assert (heard.foreign(), heard.said) == ([], [])


def test_every_question_is_there_and_a_few_of_each_game_stand_open(page: Page) -> None:
    assert page.locator(LINES).count() + page.locator(FIRST).count() == len(catalog().rulings)
    shown = page.locator(".rb-ranked > li").filter(visible=True)
    expect(shown).to_have_count(page.locator(FIRST).count())
    expect(page.locator(FIRST)).to_have_count(6 * 3)


def test_words_and_games_leave_what_fits(page: Page) -> None:
    shown = page.locator(".rb-ranked > li").filter(visible=True)
    page.get_by_label("Words in the question").fill("JOKER pile")
    expect(page.locator(".rb-settle [role=status]")).to_have_text("1 question")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("R-S3")
    page.get_by_label("Words in the question").fill("no such thing at all")
    expect(page.locator(".rb-settle [role=status]")).to_have_text("0 questions")
    expect(shown).to_have_count(0)
    page.get_by_label("Words in the question").fill("")
    expect(shown).to_have_count(6 * 3)
    page.get_by_role("radio", name="In die Tiefen").focus()
    page.keyboard.press("Space")
    expect(page.locator(".rb-settle-game").filter(visible=True)).to_have_count(1)
    expect(page.locator("#in-die-tiefen")).to_be_visible()


def test_without_scripts_all_is_a_plain_list(lonely_browser: Browser, site: Path) -> None:
    tab = Tab(lonely_browser, java_script_enabled=False)
    with tab.at((site / "book/rulings/index.html").as_uri()):
        expect(tab.page.locator(".rb-settle")).to_be_hidden()
        expect(tab.page.locator(".rb-settle-game").filter(visible=True)).to_have_count(3)
        tab.page.locator("summary", has_text="more questions").first.click()
        shown = tab.page.locator(".rb-ranked > li").filter(visible=True)
        assert shown.count() > 6 * 3
