"""The pages of the quick reference: one A4 page each on paper, and phone-wide."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from rulebook_ext.from_library import SYSTEMS
from tests.book import small_book
from tests.browser.tab import Tab
from tests.notebook.sheets import SHEETS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
FOLDER = SITE / "book" / "quick"

Scheme = Literal["light", "dark"]
WIDTH, HEIGHT = 733, 1062
"""A4 less margins of 8 mm, in CSS pixels."""
SHEET = ".rb-quick"
A4 = (595, 842)
"""In points."""


def page_of(system: str) -> Path:
    return FOLDER / f"{system.replace('-', '_')}.html"


def pages_in(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page, in points."""
    count = len(re.findall(rb"/Type\s*/Page\b", pdf))
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", pdf)
    assert len(boxes) == count
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.fixture(scope="module", params=SHEETS)
def system(request: pytest.FixtureRequest) -> str:
    """Each sheet in turn, so that its page is opened once for all that is asked of it."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def sheet(system: str, tab: Tab) -> Iterator[Page]:
    if not page_of(system).is_file():
        if "RULEBOOK_SITE" in os.environ:
            pytest.fail(f"there is no page {page_of(system)}")
        pytest.skip("the book is not built: make book")
    with tab.at(page_of(system).as_uri()):
        yield tab.page


@pytest.fixture
def opened(sheet: Page) -> Iterator[Callable[..., Page]]:
    """Shows the page of a sheet in a window of a given width, in the type of a given family."""

    def run(width: int = WIDTH, scheme: Scheme = "light", font: str = "") -> Page:
        sheet.set_viewport_size({"width": width, "height": HEIGHT})
        sheet.emulate_media(media="null", color_scheme=scheme)
        # The theme answers a moment later: ground and ink must be of one of them.
        sheet.wait_for_function(
            "each => document.documentElement.dataset.theme === each", arg=scheme
        )
        sheet.evaluate(SET_IN, font)
        return sheet

    yield run
    sheet.evaluate(SET_IN, "")


SET_IN = """(font) => {
    document.querySelector("style.set-in")?.remove();
    if (!font) return;
    const style = document.createElement("style");
    style.className = "set-in";
    style.textContent = `.rb-quick { font-family: '${font}' !important }`;
    document.head.append(style);
}"""
FONTS = ("", "DejaVu Sans")
"""The fonts of the style sheet, and the wide one that a bare Debian has."""


@pytest.mark.site
@pytest.mark.browser
class TestOnPaper:
    @pytest.mark.parametrize("font", FONTS)
    def test_it_is_one_page(self, opened: Callable[..., Page], font: str) -> None:
        page = opened(font=font)
        assert pages_in(page.pdf(prefer_css_page_size=True)) == [A4]

    @pytest.mark.parametrize("font", FONTS)
    def test_nothing_is_cut(self, opened: Callable[..., Page], font: str) -> None:
        page = opened(font=font)
        page.emulate_media(media="print")
        beyond = page.evaluate(
            """([width, height]) => [...document.querySelectorAll('.rb-quick, .rb-quick *')]
                .filter(each => each.getClientRects().length)
                .filter(each => {
                    const box = each.getBoundingClientRect();
                    return box.left < 0 || box.right > width + 1 || box.bottom > height;
                })
                .map(each => each.outerHTML.slice(0, 80))""",
            [WIDTH, HEIGHT],
        )
        assert beyond == []
        used = page.evaluate("document.querySelector('.rb-quick').getBoundingClientRect().bottom")
        assert used > 0.6 * HEIGHT, "there is room for larger type"

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_it_is_black_on_white_and_alone(
        self, opened: Callable[..., Page], scheme: Scheme
    ) -> None:
        page = opened(scheme=scheme)
        page.emulate_media(media="print", color_scheme=scheme)
        inked = page.evaluate(
            """() => [...new Set([...document.querySelectorAll('.bd-article h1, .rb-quick *')]
                .map(each => getComputedStyle(each).color))]"""
        )
        assert inked == ["rgb(0, 0, 0)"]
        grounds = page.evaluate(
            """() => {
                const grounds = new Set();
                let each = document.querySelector('.rb-quick td');
                for (; each; each = each.parentElement)
                    grounds.add(getComputedStyle(each).backgroundColor);
                return [...grounds];
            }"""
        )
        assert set(grounds) <= {"rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"}
        for name in ("header", ".bd-sidebar-primary", ".prev-next-area", ".rb-quick-get", "footer"):
            for each in page.locator(name).all():
                assert not each.is_visible(), name
        assert page.locator(".bd-article h1").is_visible()


@pytest.mark.site
def test_each_sheet_has_its_page() -> None:
    if not FOLDER.is_dir() and "RULEBOOK_SITE" not in os.environ:
        pytest.skip("the book is not built: make book")
    assert {each.stem for each in FOLDER.iterdir()} == {
        "index",
        *(page_of(system).stem for system in SHEETS),
    }


def test_the_games_stand_in_the_order_of_the_book(root: Path) -> None:
    contents = (root / "_toc.yml").read_text("utf-8")
    pages = re.findall(r"book/quick/(?!index)(\w+)", contents)
    assert pages == [each.replace("-", "_") for each in SYSTEMS]


def test_only_sheets_set_the_size_of_the_paper_and_say_how_to_print_it(tmp_path: Path) -> None:
    sheet = "# Dice\n\n```{quick-sheet} in-die-tiefen\n```\n"
    pages, _ = small_book.build(tmp_path, {"quick/in_die_tiefen": sheet})
    page = pages["quick/in_die_tiefen"]
    assert "print this page from your browser" in page
    assert "quick.css" in page
    assert "quick.css" not in pages["index"]
