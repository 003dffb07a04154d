"""The pages of the quick reference: one A4 page each, on paper and as PDF, and phone-wide."""

import io
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from rulebook_ext import quick_pdf
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


def pdf_of(system: str) -> Path:
    return SITE / "_downloads" / f"{system}.pdf"


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

    def test_the_pdf_of_the_build(self, system: str, chromium: str) -> None:
        if "RULEBOOK_SITE" not in os.environ and not SITE.is_dir():
            pytest.skip("the book is not built: make book")
        pdf = pdf_of(system).read_bytes()
        assert pages_in(pdf) == [A4]
        assert b"file:" not in pdf
        assert str(ROOT).encode() not in pdf
        link = f'href="../../_downloads/{system}.pdf"'
        for page in (page_of(system), FOLDER / "index.html"):
            assert page.read_text("utf-8").count(link) == 1, page


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
def test_no_page_keeps_a_mark_or_a_copy() -> None:
    if not FOLDER.is_dir() and "RULEBOOK_SITE" not in os.environ:
        pytest.skip("the book is not built: make book")
    assert {each.stem for each in FOLDER.iterdir()} == {
        "index",
        *(page_of(system).stem for system in SHEETS),
    }
    assert not [each for each in SITE.rglob("*.html") if "quick-pdf:" in each.read_text("utf-8")]


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


def without_a_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)


def test_without_a_browser_the_page_says_how_to_print(
    build: Build, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    without_a_browser(monkeypatch, tmp_path)
    out, warnings = build()
    page = (out / "book" / "quick" / "in_die_tiefen.html").read_text("utf-8")
    assert complaints(warnings) == []
    assert "print this page from your browser" in page
    for text in (page, (out / "book" / "quick" / "index.html").read_text("utf-8")):
        assert ".pdf" not in text
        assert "quick-pdf:" not in text
    assert not list(out.rglob("*.pdf"))


def test_only_sheets_set_the_size_of_the_paper(
    build: Build, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    without_a_browser(monkeypatch, tmp_path)
    out, _ = build()
    assert "quick.css" in (out / "book" / "quick" / "in_die_tiefen.html").read_text("utf-8")
    assert "quick.css" not in (out / "genindex.html").read_text("utf-8")


@pytest.mark.browser
def test_with_a_browser_there_is_a_pdf(build: Build, chromium: str) -> None:
    out, warnings = build()
    assert complaints(warnings) == []
    pdf = out / "_downloads" / "in-die-tiefen.pdf"
    assert b"file:" not in pdf.read_bytes()
    for name in ("in_die_tiefen", "index"):
        text = (out / "book" / "quick" / f"{name}.html").read_text("utf-8")
        assert text.count('href="../../_downloads/in-die-tiefen.pdf"') == 1
        assert "triumph-and-glory.pdf" not in text
    assert not list(out.rglob("*.print.html"))


class TestPrinting:
    def test_a_browser_that_fails_leaves_nothing_behind(self, tmp_path: Path) -> None:
        page, pdf = tmp_path / "page.html", tmp_path / "new" / "page.pdf"
        page.write_text("<p>A page</p>", "utf-8")
        assert not quick_pdf.print_page(str(tmp_path / "none"), page, pdf)
        assert list(tmp_path.rglob("*.*")) == [page]

    def test_links_are_left_out_of_what_is_printed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page, pdf = tmp_path / "page.html", tmp_path / "page.pdf"
        page.write_text('<link href="a.css"><a class="x" href="b.html" title="B">B</a>', "utf-8")
        printed = []

        def run(command: list[str], **_: object) -> None:
            printed.append(Path(command[-1].removeprefix("file://")).read_text("utf-8"))
            pdf.write_bytes(b"%PDF")

        monkeypatch.setattr(subprocess, "run", run)
        assert quick_pdf.print_page("chromium", page, pdf)
        assert printed == ['<link href="a.css"><a class="x" title="B">B</a>']

    def test_the_browser_named_by_the_environment_comes_first(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("chromium", "mine"):
            (tmp_path / name).write_text("#!/bin/sh\n", "utf-8")
            (tmp_path / name).chmod(0o755)
        without_a_browser(monkeypatch, tmp_path)
        assert quick_pdf.find_browser() == str(tmp_path / "chromium")
        monkeypatch.setenv("CHROMIUM", str(tmp_path / "mine"))
        assert quick_pdf.find_browser() == str(tmp_path / "mine")
        monkeypatch.setenv("PATH", "")
        monkeypatch.delenv("CHROMIUM")
        assert quick_pdf.find_browser() is None

    def test_a_mark_becomes_a_link_only_where_there_is_a_pdf(self, tmp_path: Path) -> None:
        mark = quick_pdf.place_of("in-die-tiefen")
        page = tmp_path / "book" / "quick" / "page.html"
        pdfs = {"in-die-tiefen": tmp_path / "_downloads" / "in-die-tiefen.pdf"}
        assert quick_pdf.with_links(f"<p>{mark}</p>", page, {}) == "<p></p>"
        linked = quick_pdf.with_links(f"<p>{mark}</p>", page, pdfs)
        assert 'href="../../_downloads/in-die-tiefen.pdf" download' in linked
