"""The pages of the quick reference: one A4 page each on paper, and phone-wide."""

import io
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from rules_lib.presentation.quick_reference import SHEETS
from tests.browser.tab import Tab

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
FOLDER = SITE / "book" / "quick"
STYLE = ROOT / "book" / "_static" / "quick.css"

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
@pytest.mark.browser
class TestOnTheScreen:
    @pytest.mark.parametrize("width", [360, 390, 1400])
    def test_nothing_scrolls_sideways(self, opened: Callable[..., Page], width: int) -> None:
        page = opened(width)
        wide = page.evaluate(
            """() => [document.documentElement, ...document.querySelectorAll('.rb-quick *')]
                .filter(each => getComputedStyle(each).display !== 'inline')
                .filter(each => each.scrollWidth > Math.max(each.clientWidth, 1) + 1)
                .map(each => each.outerHTML.slice(0, 80))"""
        )
        assert wide == []
        right = page.evaluate(
            "Math.max(...[...document.querySelectorAll('.rb-quick *')]"
            ".map(each => each.getBoundingClientRect().right))"
        )
        assert right <= width

    def test_words_stand_out_in_the_dark(self, opened: Callable[..., Page]) -> None:
        page = opened(390, "dark")
        names = ["td", "th", "caption", "li", ".rb-quick-note", ".rb-quick-ids a"]
        names += [".rb-quick-first", ".rb-quick-second", ".rb-quick-borrowed"]
        ground = luminance(colour_of(page, "body", "backgroundColor"))
        for name in names:
            if page.locator(f"{SHEET} {name}").count():
                ink = luminance(colour_of(page, f"{SHEET} {name}", "color"))
                assert (ink + 0.05) / (ground + 0.05) >= 4.5, name

    def test_it_is_all_that_the_library_says(
        self, opened: Callable[..., Page], system: str
    ) -> None:
        sheet, page = SHEETS[system](), opened(1400)
        assert page.locator("h1").last.inner_text().rstrip("#") == sheet.title
        assert page.locator(f"{SHEET} ol > li").count() == len(sheet.steps)
        assert page.locator(f"{SHEET} table").count() == len(sheet.grids)
        assert page.locator(f"{SHEET} .rb-quick-rulings li:not(.rb-quick-paper)").count() == len(
            sheet.answers
        )
        targets = page.locator(f"{SHEET} a").evaluate_all("all => all.map(each => each.href)")
        assert targets
        assert not [each for each in targets if each.startswith("rule:")]


def colour_of(page: Page, selector: str, what: str) -> list[float]:
    text = page.locator(selector).first.evaluate(f"each => getComputedStyle(each).{what}")
    return [float(each) for each in re.findall(r"[\d.]+", text)[:3]]


def luminance(colour: list[float]) -> float:
    parts = [each / 255 for each in colour]
    red, green, blue = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.site
def test_each_sheet_has_its_page() -> None:
    if not FOLDER.is_dir() and "RULEBOOK_SITE" not in os.environ:
        pytest.skip("the book is not built: make book")
    assert {each.stem for each in FOLDER.iterdir()} == {
        "index",
        *(page_of(system).stem for system in SHEETS),
    }


Build = Callable[[], tuple[Path, str]]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Build a book with one sheet and the list; returns its folder, and the warnings."""

    def run() -> tuple[Path, str]:
        source, warnings = tmp_path / "source" / "book" / "quick", io.StringIO()
        source.mkdir(parents=True)
        sheet = "# Dice\n\n```{quick-sheet} in-die-tiefen\n```\n"
        (source / "in_die_tiefen.md").write_text(sheet, "utf-8")
        (source / "index.md").write_text("# All\n\n```{quick-list}\n```\n", "utf-8")
        settings = {
            "extensions": ["myst_nb", "rulebook_ext"],
            "root_doc": "book/quick/index",
            "nb_execution_mode": "off",
            "html_static_path": [str(STYLE.parent)],
        }
        out = tmp_path / "out"
        with docutils_namespace():
            app = Sphinx(
                tmp_path / "source", None, out, tmp_path / "trees", "html", settings,
                status=None, warning=warnings,
            )  # fmt: skip
            app.build()
        return out, warnings.getvalue()

    return run


def complaints(warnings: str) -> list[str]:
    """All but those about the pages that this small book does not have."""
    missing = ("no page sets it in a box", "included in any toctree", "unknown document")
    return [
        line
        for line in warnings.splitlines()
        if line.strip() and not any(each in line for each in missing)
    ]


def test_the_page_says_how_to_print_it_and_only_sheets_set_the_size_of_the_paper(
    build: Build,
) -> None:
    out, warnings = build()
    page = (out / "book" / "quick" / "in_die_tiefen.html").read_text("utf-8")
    assert complaints(warnings) == []
    assert "print this page from your browser" in page
    assert "quick.css" in page
    assert "quick.css" not in (out / "genindex.html").read_text("utf-8")
