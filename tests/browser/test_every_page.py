"""Every page of the built book in a real browser: one visit of each asks all that is asked of all.

What is the same on many pages is asked on a page of each kind.
"""

import gzip
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.axe import COLOURS, EVERY, FINGERS_TOO, OF_EACH_KIND, WITH_ALL, barriers
from tests.browser.labels import FAMILIES, set_in, unreadable
from tests.browser.pages import BESIDE, PAGES, PHONE, SITE, script
from tests.browser.tab import DESKTOP, SETTLE, Heard, Tab, draw, shoot, switch, use
from tests.sample import DEEP

TABLET: ViewportSize = {"width": 820, "height": 1180}
SMALL: ViewportSize = {"width": 320, "height": 640}
MOST = 500_000
"""Bytes, compressed: what a reader waits for on first opening a page."""
LATE = ("plotly.min.js", "search_index.js")
"""Fetched when a reader points into a picture, or searches."""
FILES = 5
"""Scripts and sheets: the book's own three, the button of a live page, a sheet of its own."""
TABLES = "tables"
"""Where those of explorers lie, for which no page waits."""
AT_TABLE = "book/at_the_table.html"
GAMES = ("book/paper_tigers/", "book/in_die_tiefen/", "book/triumph_and_glory/")
SCREENS = 14
"""How long a chapter may be on a phone, with everything folded, in type as wide as Arial."""
WITH_CODE = 16
"""The same with the cells of its derivations, which stand open."""
NO_CODE = "article div.cell:not(.tag_hide-input) > .cell_input { display: none !important }"
LONGEST = "book/paper_tigers/melee.html"
SHEETS = 12
"""Of paper."""

WIDTH = "document.documentElement.scrollWidth"
HEIGHT = "document.documentElement.scrollHeight"
LARGE = "document.documentElement.style.setProperty('font-size', '24px', 'important')"
USUAL = "document.documentElement.style.removeProperty('font-size')"
REACHED = """() => [...document.querySelectorAll("article pre")]
    .every((each) => each.scrollWidth <= each.clientWidth || each.tabIndex === 0)"""
"""Some time after the window has changed, the theme sees to what can be scrolled by keyboard."""
FRAMED = "article :is(svg text, select)"
"""Words that have a frame: in a drawing, or in a list to choose from."""


@dataclass
class Visit:
    """A page that is open on a phone, from a disk, and what has been heard of it."""

    name: str
    page: Page
    heard: Heard
    figure: Callable[[str], None]
    whole: bool
    """Whether it is asked, too, what pages of a kind share."""

    def keep(self, kind: str, size: ViewportSize) -> None:
        """Keep what a window of this size shows, if somebody wants to see it."""
        shoot(self.page, f"{self.name.removesuffix('.html').replace('/', '-')}-{kind}", size)

    def wide(self, most: int) -> Iterator[str]:
        """Whether the page scrolls sideways."""
        if (widest := self.page.evaluate(WIDTH)) > most:
            yield f"{widest} pixels wide, of {most}"


Faults = Iterator[str]


@cache
def weight(path: Path) -> int:
    """Bytes, compressed."""
    return len(gzip.compress(path.read_bytes(), mtime=0))


def at_first(visit: Visit) -> Faults:
    """The first view is light, has its pictures, and says what it is."""
    asked = {Path(unquote(urlsplit(url).path)) for url in visit.heard.asked}
    if visit.name == AT_TABLE:  # the words come when all is shown: later there may be no net
        asked = {path for path in asked if path.name != "search_index.js"}
    read = sorted(path for path in asked if path.is_file())
    weights = {path.name: weight(path) for path in read}
    visit.figure(f"{visit.name}: first view {sum(weights.values()) / 1000:.0f} kB compressed")
    light = sum(weights.values()) <= MOST and not weights.keys() & {*LATE}
    waited_for = {path.name for path in read if path.parent.name != TABLES}
    light &= sum(name.endswith((".js", ".css")) for name in waited_for) <= FILES
    if not light or (SITE / visit.name).resolve() not in [path.resolve() for path in read]:
        yield f"first view: {weights}"
    yield from visit.page.evaluate(script("first_view"))
    visit.page.keyboard.press("Tab")
    if visit.page.evaluate("document.activeElement.hash") != "#main-content":
        yield "the first stop of the keyboard does not lead to the text"


def on_a_phone(visit: Visit) -> Faults:
    visit.keep("phone", PHONE)
    yield from visit.wide(PHONE["width"])
    yield from barriers(visit.page, FINGERS_TOO)


def on_paper(visit: Visit) -> Faults:
    if not visit.whole and visit.name != LONGEST:
        return
    page = visit.page
    page.emulate_media(media="print")
    yield from page.evaluate(script("paper"))
    if visit.name == LONGEST:
        sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
        visit.figure(f"{visit.name}: {sheets} sheets of paper")
        if sheets > SHEETS:
            yield f"{sheets} sheets of paper"
    page.emulate_media(media="screen")


def of_a_chapter(visit: Visit) -> Faults:
    """It is short."""
    if not visit.name.startswith(GAMES):
        return
    page = visit.page
    set_in(page, FAMILIES[-1])
    with_code = page.evaluate(HEIGHT) / PHONE["height"]
    hidden = page.add_style_tag(content=NO_CODE)
    screens = page.evaluate(HEIGHT) / PHONE["height"]
    hidden.evaluate("each => each.remove()")
    long = f"{screens:.1f} phone screens, {with_code:.1f} with its code"
    visit.figure(f"{visit.name}: {long}")
    if screens > SCREENS or with_code > WITH_CODE:
        yield long


def in_every_size(visit: Visit) -> Faults:
    """All can be read and nothing scrolls sideways, whatever font, window and type one has.

    A window is changed last: then the page is laid out anew only once for it.
    """
    page = visit.page
    if page.locator(FRAMED).count():
        for size, family in zip((PHONE, DESKTOP), FAMILIES, strict=True):
            set_in(page, family)
            page.set_viewport_size(size)
            yield from (f"{family}, {each}" for each in unreadable(page, family))
    set_in(page, "")
    visit.keep("desktop", DESKTOP)
    visit.keep("tablet", TABLET)
    page.evaluate(LARGE)
    page.set_viewport_size(SMALL)
    yield from visit.wide(SMALL["width"])
    page.evaluate(USUAL)


BY_NIGHT_AND_DAY: tuple[Literal["dark", "light"], ...] = ("dark", "light")


def of_a_kind(visit: Visit) -> Faults:
    """The colours and the margins, by day and by night, and a window between phone and desk."""
    if not visit.whole:
        return
    page = visit.page
    page.set_viewport_size(TABLET)
    yield from visit.wide(TABLET["width"])
    page.set_viewport_size(DESKTOP)
    page.wait_for_function(REACHED)
    for scheme in BY_NIGHT_AND_DAY:
        page.emulate_media(color_scheme=scheme)
        visit.keep(f"desktop-{scheme}", DESKTOP)
        all_rules = scheme == "light" and visit.name in WITH_ALL
        yield from barriers(page, EVERY if all_rules else COLOURS)


ASKED = (at_first, on_a_phone, on_paper, of_a_chapter, in_every_size, of_a_kind)


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=DEEP)], ids=["kind", "whole"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page(
    tab: Tab, site: Path, name: str, whole: bool, figure: Callable[[str], None]
) -> None:
    with tab.at((SITE / name).as_uri(), PHONE) as heard:
        tab.page.evaluate(SETTLE)
        visit = Visit(name, tab.page, heard, figure, whole or name in OF_EACH_KIND)
        assert [f"{ask.__name__}: {each}" for ask in ASKED for each in ask(visit)] == []
        assert not [url for url in heard.asked if "woff" in url or "webfonts" in url]
        use(tab.page)  # the last, since the page is then another one: all is chosen and pressed


@pytest.mark.parametrize(
    "name",
    [each if each in WITH_ALL else pytest.param(each, marks=pytest.mark.deep) for each in PAGES],
)
def test_a_page_from_a_host_does_all_it_can(tab: Tab, host: str, name: str) -> None:
    with tab.at(host + name):
        draw(tab.page)
        use(tab.page)


@pytest.mark.parametrize("name", BESIDE)
def test_a_page_beside_the_chapters(tab: Tab, site: Path, host: str, name: str) -> None:
    with tab.at((SITE / name).as_uri()):
        assert barriers(tab.page) == []
        tab.page.set_viewport_size(PHONE)
        assert barriers(tab.page, FINGERS_TOO) == []
        assert tab.page.locator("meta[name='description']").get_attribute("content")
        tab.page.set_viewport_size(SMALL)
        tab.page.evaluate(LARGE)
        assert tab.page.evaluate(WIDTH) <= SMALL["width"]
    for base in (f"{SITE.as_uri()}/", host):
        with tab.at(base + name):
            if name != "404.html":
                switch(tab.page)


def test_the_address_of_the_site_leads_to_the_front_page(tab: Tab, site: Path) -> None:
    with tab.at((site / "index.html").as_uri()):
        tab.page.wait_for_url((site / "book/index.html").as_uri())


@pytest.mark.parametrize("name", WITH_ALL)
def test_a_finger_that_is_half_a_thumb_beside_a_button_does_not_miss(
    lonely_browser: Browser, site: Path, name: str
) -> None:
    tab = Tab(lonely_browser, has_touch=True)
    with tab.at((SITE / name).as_uri(), PHONE):
        assert tab.page.evaluate(script("missed")) == []
    tab.page.context.close()


def test_what_is_wrong_is_found_in_the_last_of_thousands_of_lines(tab: Tab, site: Path) -> None:
    """Those that look alike are taken out while a barrier is looked for, and come back."""
    with tab.at((site / "book/reference/coverage.html").as_uri()):
        total = tab.page.locator("article *").count()
        tab.page.evaluate(script("traps"))
        kinds = {each.partition(" ")[0] for each in barriers(tab.page)}
        assert kinds >= {"button-name", "color-contrast", "image-alt", "select-name"}
        assert tab.page.locator("article *").count() == total + 11
        found = [each.partition(": ")[2] for each in unreadable(tab.page, FAMILIES[0])]
        wide = "wider than its box of 40"
        assert found == ["cut by the frame", "lies on over", wide, "cut in its list"]
    assert set(OF_EACH_KIND) <= set(PAGES)


@pytest.mark.parametrize("kept", [None, "light", "<b>"])
def test_the_colours_are_known_before_anything_is_drawn(
    lonely_browser: Browser, site: Path, kept: str | None
) -> None:
    """Also where no other script comes: else lines of tables come late and move what follows."""
    script = f"localStorage.setItem('mode', {kept!r});" if kept else ""
    page = Tab(lonely_browser, script, color_scheme="dark").page
    page.context.route("**/book.*.js", lambda route: route.abort())
    page.goto((site / "book/index.html").as_uri())
    assert page.locator("html").get_attribute("data-theme") == (kept if kept == "light" else "dark")
    page.context.unroute_all(behavior="ignoreErrors")  # one may still be on its way
    page.context.close()


def test_light_and_dark_are_kept(tab: Tab) -> None:
    with tab.at((SITE / "book/index.html").as_uri()):
        seen = switch(tab.page)
        tab.page.reload()
        assert tab.page.evaluate("document.documentElement.dataset.mode") == seen[-1]
