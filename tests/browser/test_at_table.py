"""“At the table”: one game is shown, kept for the next time, and searched; in large type."""

import pytest
from playwright.sync_api import expect

from rules_lib.rulebook import catalog
from tests.browser.pages import PHONE, SITE
from tests.browser.tab import Tab

pytestmark = [pytest.mark.site, pytest.mark.browser]

PAGE = (SITE / "book/at_the_table.html").as_uri()


def test_a_game_is_chosen_once_and_its_lines_are_found(tab: Tab) -> None:
    with tab.at(PAGE, PHONE):
        games = tab.page.locator(".rb-at-table")
        assert games.count() == len(catalog().systems)
        expect(tab.page.locator(".rb-at-table:visible")).to_have_count(1)
        tab.page.get_by_role("link", name="In die Tiefen: mass battle").click()
        expect(tab.page.locator("#at-in-die-tiefen")).to_be_visible()
        tab.page.goto(PAGE)
        expect(tab.page.locator("#at-in-die-tiefen")).to_be_visible()  # kept
        lines = tab.page.locator(".rb-at-table li:visible")
        every = lines.count()
        tab.page.get_by_label("Find").fill("morale")
        assert 0 < lines.count() < every
        for line in lines.all_inner_texts():
            assert "morale" in line.lower()
        tab.page.get_by_label("Find").fill("zzz")
        expect(tab.page.get_by_role("status").first).to_have_text("0 found")
        size = tab.page.locator(".rb-at-table li").first
        assert float(size.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")) >= 18


def test_without_a_script_all_games_stand_there(tab_without_scripts: Tab) -> None:
    with tab_without_scripts.at(PAGE):
        shown = tab_without_scripts.page.locator(".rb-at-table:visible")
        expect(shown).to_have_count(len(catalog().systems))
