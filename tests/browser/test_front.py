"""The front page: a melee to try on a phone's first screen, and every chapter a tap away."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.tab import DESKTOP, Tab

pytestmark = [pytest.mark.site, pytest.mark.browser]

FRONT = "book/index.html"
PHONE: ViewportSize = {"width": 390, "height": 844}
TOC = Path(__file__).parents[2] / "_toc.yml"
GAMES = {"Paper Tigers": "paper_tigers", "In die Tiefen": "in_die_tiefen"}
GAMES["Triumph & Glory"] = "triumph_and_glory"


def test_the_first_screen_of_a_phone_answers(tab: Tab, site: Path) -> None:
    with tab.at((site / FRONT).as_uri(), PHONE):
        page = tab.page
        explorer = page.locator("#try-melee")
        for shown in (page.get_by_role("link", name="Play it"), explorer.locator(".rb-bar")):
            box = shown.first.bounding_box()
            assert box
            assert box["y"] + box["height"] < PHONE["height"]
        before = explorer.locator(".rb-big").inner_text()
        explorer.get_by_role("combobox", name="Attacker’s card").select_option("red-2")
        expect(explorer.locator(".rb-big")).not_to_have_text(before)


def test_each_game_has_a_tile_with_all_of_its_chapters(tab: Tab, site: Path) -> None:
    listed = re.findall(r"file: (\S+)", TOC.read_text("utf-8"))
    with tab.at((site / FRONT).as_uri()):
        tiles = tab.page.locator(".sd-card")
        for title, folder in GAMES.items():
            tile = tiles.filter(has=tab.page.get_by_text(title, exact=True))
            links = tile.locator("a").evaluate_all("all => all.map((each) => each.pathname)")
            led = {re.sub(r".*/(book/.*)\.html", r"\1", link) for link in links}
            assert led == {each for each in listed if each.startswith(f"book/{folder}/")}


def test_a_game_shows_play_before_its_links_and_no_card_is_half_empty(tab: Tab, site: Path) -> None:
    with tab.at((site / FRONT).as_uri()):
        for size in (PHONE, DESKTOP):
            tab.page.set_viewport_size(size)
            tiles = tab.page.locator(".sd-card")
            for title in GAMES:
                tile = tiles.filter(has=tab.page.get_by_text(title, exact=True))
                picture, link = (tile.locator(each).first.bounding_box() for each in ("svg", "a"))
                assert picture is not None
                assert link is not None
                below = link["y"] + 2  # the box of a link is a little taller than its line
                assert picture["y"] + picture["height"] <= below
            filled = tiles.evaluate_all(FILLED)
            assert min(filled) > 0.5, (size, filled)


FILLED = """(tiles) => tiles.map((tile) => {
    const { top, height } = tile.getBoundingClientRect();
    const end = Math.max(...[...tile.querySelectorAll("p")].map(
        (each) => each.getBoundingClientRect().bottom));
    return (end - top) / height;
})"""
