"""The pages of the quick reference: one A4 page each on paper, in either font, black on white."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rulebook_ext.from_library import SYSTEMS
from tests.browser.labels import FAMILIES, set_in
from tests.browser.pages import SITE, script
from tests.browser.tab import Tab
from tests.notebook.sheets import SHEETS

FOLDER = SITE / "book" / "quick"
WIDTH, HEIGHT = 733, 1062
"""A4 less margins of 8 mm, in CSS pixels."""
A4 = (595, 842)
"""In points."""
FONTS = ("", FAMILIES[0])
"""The fonts of the style sheet, and the wide one that a bare Debian has."""
INK = """() => [...new Set([...document.querySelectorAll('.bd-article h1, .rb-quick *')]
    .map((each) => getComputedStyle(each).color))]"""
NOT_PRINTED = ("header", ".bd-sidebar-primary", ".prev-next-area", ".rb-quick-get", "footer")


def page_of(system: str) -> Path:
    return FOLDER / f"{system.replace('-', '_')}.html"


def pages_in(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page, in points."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    assert len(boxes) == len(re.findall(rb"/Type\s*/Page\b", pdf))
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.mark.site
@pytest.mark.browser
@pytest.mark.parametrize("system", SHEETS)
def test_a_sheet_is_one_page_black_on_white_and_alone(tab: Tab, system: str) -> None:
    with tab.at(page_of(system).as_uri(), {"width": WIDTH, "height": HEIGHT}):
        page = tab.page
        for font in FONTS:
            set_in(page, font)
            page.emulate_media(media="null")
            assert pages_in(page.pdf(prefer_css_page_size=True)) == [A4], font
            page.emulate_media(media="print")
            assert page.evaluate(script("sheet_cut"), [WIDTH, HEIGHT]) == [], font
            used = page.evaluate(
                "document.querySelector('.rb-quick').getBoundingClientRect().bottom"
            )
            assert used > 0.6 * HEIGHT, "there is room for larger type"
        set_in(page, "")
        page.emulate_media(media="screen", color_scheme="dark")
        # The theme answers a moment later: ground and ink must be of one of them.
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        for scheme in ("dark", "light"):
            page.emulate_media(media="print", color_scheme=scheme)
            black_and_alone(page)


def black_and_alone(page: Page) -> None:
    assert page.evaluate(INK) == ["rgb(0, 0, 0)"]
    assert {*page.evaluate(script("sheet_grounds"))} <= {"rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"}
    for name in NOT_PRINTED:
        for each in page.locator(name).all():
            assert not each.is_visible(), name
    assert page.locator(".bd-article h1").is_visible()


@pytest.mark.site
def test_each_sheet_has_its_page(site: Path) -> None:
    assert {each.stem for each in FOLDER.iterdir()} == {
        "index",
        *(page_of(system).stem for system in SHEETS),
    }


def test_the_games_stand_in_the_order_of_the_book(root: Path) -> None:
    contents = (root / "_toc.yml").read_text("utf-8")
    pages = re.findall(r"book/quick/(?!index)(\w+)", contents)
    assert pages == [each.replace("-", "_") for each in SYSTEMS]
