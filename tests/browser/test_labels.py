"""No word of a drawing, a picture or a list is cut, whatever font a reader has."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.browser.labels import FAMILIES, unreadable
from tests.browser.tab import DESKTOP, Tab
from tests.browser.test_every_page import PAGES, PHONE, SITE

pytestmark = [pytest.mark.site, pytest.mark.browser]

WORDED = [
    name for name in PAGES if re.search("<(text|select)\\b", (SITE / name).read_text("utf-8"))
]
"""The pages with words that have a frame: in a drawing, or in a list to choose from."""
TRAP = """() => {
    document.querySelector("article").insertAdjacentHTML("afterbegin", `
        <svg width="60" height="40" viewBox="0 0 60 40">
            <text x="5" y="15">far too long for it</text><text x="5" y="18">over</text></svg>
        <svg width="90" height="40" viewBox="0 0 90 40">
            <rect x="25" width="40" height="20"/>
            <text x="45" y="15" text-anchor="middle">too wide</text></svg>
        <select style="width: 60px"><option>nothing special</option></select>`);
}"""


@pytest.mark.parametrize("name", WORDED)
def test_no_label_is_cut_or_lies_on_another(tab: Tab, site: Path, name: str) -> None:
    with tab.at((site / name).as_uri(), PHONE):
        for size, family in zip((PHONE, DESKTOP), FAMILIES, strict=True):
            tab.page.set_viewport_size(size)
            assert unreadable(tab.page, family) == [], (family, size["width"])
            assert tab.page.evaluate(CUT) == [], size["width"]
        assert tab.page.evaluate(PILLS) == []


CUT = """() => [...document.querySelectorAll("div.cell_input pre")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
"""Code that runs out of its frame."""

PILLS = """() => [...document.querySelectorAll(
    ".rb-clause, .rb-box-kind, .rb-default, .rb-basis, .rb-quick-borrowed")]
    .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 12)
    .map((each) => each.className)"""
"""Clauses and marks that are too small to be read; 12 pixels are the least."""


@pytest.mark.deep
@pytest.mark.parametrize("name", WORDED)
def test_no_label_is_cut_in_the_other_font_of_each(tab: Tab, site: Path, name: str) -> None:
    with tab.at((site / name).as_uri(), PHONE):
        for size, family in zip((PHONE, DESKTOP), FAMILIES[::-1], strict=True):
            tab.page.set_viewport_size(size)
            assert unreadable(tab.page, family) == [], (family, size["width"])


def test_what_cannot_be_read_is_found(tab: Tab, site: Path) -> None:
    with tab.at((site / PAGES[0]).as_uri(), PHONE):
        tab.page.evaluate(TRAP)
        found = unreadable(tab.page, FAMILIES[0])
    assert [each.partition(": ")[2] for each in found] == [
        "cut by the frame",
        "lies on over",
        "wider than its box of 40",
        "cut in its list",
    ]


def test_the_fonts_are_there() -> None:
    """Otherwise one font would be looked at twice."""
    known = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, check=True)
    assert all(family in known.stdout for family in FAMILIES)


def test_a_map_fills_its_column_and_is_seen_whole(tab: Tab, site: Path) -> None:
    with tab.at((site / "book/triumph_and_glory/charge.html").as_uri(), PHONE):
        for size, least in ((PHONE, 0.99), (DESKTOP, 0.8)):
            tab.page.set_viewport_size(size)
            column = tab.page.locator(".bd-article h1").bounding_box()
            shown = tab.page.locator(".rb-drawing-fills:visible").first.bounding_box()
            assert column is not None
            assert shown is not None
            assert least <= shown["width"] / column["width"] <= 1
            assert shown["height"] < 0.9 * size["height"]
