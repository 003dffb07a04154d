"""Every page of the built book in a real browser: each is loaded once and then looked at.

The tests of a page share it, so none leaves anything behind but what it says on the console.
"""

import gzip
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.axe import BUT_COLOURS, COLOURS, FINGERS, OF_EACH_KIND, barriers
from tests.browser.labels import FAMILIES, SET_IN
from tests.browser.shots import shoot
from tests.browser.tab import DESKTOP, SETTLE, UNSEEN, Heard, Tab, use

pytestmark = [pytest.mark.site, pytest.mark.browser]

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
PAGES = sorted(path.relative_to(SITE).as_posix() for path in (SITE / "book").rglob("*.html"))
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
MOST = 500_000
"""Bytes, compressed: what a reader waits for on first opening a page."""
LATE = ("plotly.min.js", "search_index.js")
"""Fetched when a reader points into a picture, or searches."""
FILES = 5
"""Scripts and sheets: the book's own three, the button of a live page, a sheet of its own."""
GAMES = ("book/paper_tigers/", "book/in_die_tiefen/", "book/triumph_and_glory/")
SCREENS = 14
"""How long a chapter may be on a phone, with everything folded, in type as wide as Arial."""
WITH_CODE = 16
"""The same with the cells of its derivations, which stand open."""
NO_CODE = "article div.cell:not(.tag_hide-input) > .cell_input { display: none !important }"
TAB_STOPS = 140
"""How often a reader may have to press Tab to get through a chapter."""
SHEETS = 12
AT_REST = "new Promise((done) => setTimeout(done, 350))"
"""When the window has come to rest, the theme sees to what can be scrolled by keyboard."""
REACHED = """() => [...document.querySelectorAll("article pre")]
    .every((each) => each.scrollWidth <= each.clientWidth || each.tabIndex === 0)"""
SOME = re.compile(r"\S")

WIDTH = "document.documentElement.scrollWidth"
STOPS = """() => {
    const seen = new Set();  // the choices of a group are one stop
    const all = document.querySelectorAll("a[href], button, summary, input, select, [tabindex]");
    for (const each of all) {
        const shown = each.checkVisibility({ visibilityProperty: true });
        const one = each.type === "radio" ? each.name : each;
        if (shown && !each.disabled && each.tabIndex >= 0) seen.add(one);
    }
    return seen.size;
}"""
UNNAMED = """() => {
    const named = (each) => each.getAttribute("aria-label") || each.getAttribute("alt")
        || each.getAttribute("aria-labelledby") || each.querySelector(":scope > title");
    const hidden = (each) => each.closest("[aria-hidden=true], [role=presentation]")
        || each.getAttribute("alt") === "" || each.classList.contains("main-svg");
    return [...document.querySelectorAll("article img, article svg")]
        .filter((each) => !each.parentElement.closest("svg"))
        .filter((each) => !each.closest(".rb-plot") && !hidden(each) && !named(each)
            && !each.closest("[role=img][aria-label]"))
        .map((each) => each.outerHTML.slice(0, 120));
}"""
# A story that is played has a form of its own for paper, which its own tests look at.
SHUT = "article details.rb-reveal:not([open]):not(.rb-learn *, .rb-quiz *)"
LOST = """() => [...document.querySelectorAll("article details.rb-reveal > :not(summary)")]
    .filter((each) => each.tagName !== "SCRIPT" && !each.closest(".rb-learn, .rb-quiz, .rb-fold")
        && each.textContent.trim() && !each.getClientRects().length)
    .map((each) => each.outerHTML.slice(0, 160))"""


@dataclass
class Visit:
    """A page that is open on a phone, from a disk, and what has been heard of it since."""

    name: str
    page: Page
    heard: Heard
    first: list[str]
    """Addresses asked for before the reader did anything."""


@pytest.fixture(scope="module", params=PAGES)
def visit(request: pytest.FixtureRequest, tab: Tab, site: Path) -> Iterator[Visit]:
    name: str = request.param
    with tab.at((site / name).as_uri(), PHONE) as heard:
        tab.page.evaluate(SETTLE)
        first = list(heard.asked)
        yield Visit(name, tab.page, heard, first)
        failed = list(heard.failed)
    assert (heard.foreign(), heard.said, failed) == ([], [], [])


def test_it_asks_nobody_and_complains_of_nothing(visit: Visit) -> None:
    assert visit.heard.foreign() == []
    assert (visit.heard.said, visit.heard.failed) == ([], [])


def test_it_fits_phone_and_finger_and_tablet(visit: Visit) -> None:
    keep(visit, "phone")
    assert barriers(visit.page, FINGERS) == []
    widest = visit.page.evaluate(WIDTH)
    assert widest <= PHONE["width"], f"the page is {widest} pixels wide"
    visit.page.set_viewport_size(TABLET)
    keep(visit, "tablet")
    assert visit.page.evaluate(WIDTH) <= TABLET["width"]
    visit.page.set_viewport_size(PHONE)


def test_the_first_view_is_light(visit: Visit, figure: Callable[[str], None]) -> None:
    asked = {Path(unquote(urlsplit(url).path)) for url in visit.first}
    read = sorted(path for path in asked if path.is_file())
    assert (SITE / visit.name).resolve() in [path.resolve() for path in read]
    weights = {path.name: len(gzip.compress(path.read_bytes(), mtime=0)) for path in read}
    weight = sum(weights.values())
    figure(f"{visit.name}: first view {weight / 1000:.0f} kB compressed")
    assert weight <= MOST, weights
    assert not weights.keys() & {*LATE}
    assert sum(name.endswith((".js", ".css")) for name in weights) <= FILES, weights


def test_every_picture_is_there_and_has_words_for_it(visit: Visit) -> None:
    assert visit.page.evaluate(UNSEEN) == 0
    assert visit.page.evaluate(UNNAMED) == []
    for figure in visit.page.locator("figure.rb-picture").all():
        expect(figure.locator("figcaption")).not_to_be_empty()
        assert figure.locator("table tbody tr").count() > 0


def test_it_names_its_neighbours_its_icon_and_its_card(visit: Visit) -> None:
    page = visit.page
    assert page.locator(".prev-next-footer a").count() >= 1
    assert page.locator("link[rel='icon'], link[rel='shortcut icon']").count() == 1
    for kind in ("og:title", "og:description", "og:image", "og:image:alt"):
        expect(page.locator(f"meta[property='{kind}']")).to_have_attribute("content", SOME)
    card = page.locator("meta[property='og:image']").get_attribute("content") or ""
    if "://" not in card:
        assert (SITE / visit.name).parent.joinpath(card).is_file()
    assert page.locator("meta[name='description']").count() == 1


def test_paper_has_the_answers_and_leaves_the_small_print_folded(visit: Visit) -> None:
    page = visit.page
    page.emulate_media(media="print")
    closed = page.locator("details:not([open])").count()
    rows = page.locator(".rb-row").count()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(SHUT).count() == 0
    assert page.evaluate(LOST) == []
    assert page.locator(".rb-row:not([open])").count() == rows
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.locator("details:not([open])").count() == closed


def test_a_chapter_begins_with_its_explorer_and_is_short(
    visit: Visit, figure: Callable[[str], None]
) -> None:
    if not visit.name.startswith(GAMES):
        return
    page = visit.page
    explorer = page.locator("article .rb-explorer").first
    if explorer.count():
        first = explorer.bounding_box()
        assert first
        assert first["y"] < PHONE["height"] / 2
    page.evaluate(SET_IN, FAMILIES[-1])
    with_code = page.evaluate("document.documentElement.scrollHeight") / PHONE["height"]
    hidden = page.add_style_tag(content=NO_CODE)
    screens = page.evaluate("document.documentElement.scrollHeight") / PHONE["height"]
    hidden.evaluate("each => each.remove()")
    page.evaluate(SET_IN, "")
    figure(f"{visit.name}: {screens:.1f} phone screens, {with_code:.1f} with its code")
    assert screens <= SCREENS
    assert with_code <= WITH_CODE
    stops = page.evaluate(STOPS)
    figure(f"{visit.name}: {stops} tab stops")
    assert stops <= TAB_STOPS
    if visit.name.endswith("/melee.html"):
        page.emulate_media(media="print")
        sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
        page.emulate_media(media="screen")
        figure(f"{visit.name}: {sheets} sheets of paper")
        assert sheets <= SHEETS


def test_no_serious_barrier(visit: Visit) -> None:
    """The colours, by day and by night, on a page of each kind: pages share them."""
    page = visit.page
    page.set_viewport_size(DESKTOP)
    page.evaluate(AT_REST)
    page.wait_for_function(REACHED)
    keep(visit, "desktop")
    assert barriers(page, BUT_COLOURS) == []
    if visit.name in OF_EACH_KIND:
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            keep(visit, f"desktop-{scheme}")
            assert barriers(page, COLOURS) == []
    page.set_viewport_size(PHONE)


@pytest.mark.deep
def test_no_serious_barrier_in_all_of_it(visit: Visit) -> None:
    visit.page.set_viewport_size(DESKTOP)
    for scheme in ("dark", "light"):
        visit.page.emulate_media(color_scheme=scheme)
        assert barriers(visit.page, all_of_it=True) == [], scheme
    visit.page.set_viewport_size(PHONE)


def test_it_does_all_it_can_within_its_policy(visit: Visit) -> None:
    """The last that is asked, since the page is then another one: all is chosen, all is pressed."""
    visit.page.set_viewport_size(DESKTOP)
    use(visit.page)
    assert (visit.heard.violated(), visit.heard.said) == ([], [])


@pytest.mark.parametrize("name", ["404.html", "genindex.html", "search.html"])
def test_no_serious_barrier_beside_the_chapters(tab: Tab, site: Path, name: str) -> None:
    with tab.at((site / name).as_uri()):
        assert barriers(tab.page) == []
        tab.page.set_viewport_size(PHONE)
        assert barriers(tab.page, FINGERS) == []
        said = tab.page.locator("meta[name='description']")
        expect(said).to_have_attribute("content", SOME)


def test_the_address_of_the_site_has_a_card_and_leads_to_the_front_page(
    tab: Tab, site: Path
) -> None:
    html = (site / "index.html").read_text("utf-8")
    for kind in ("og:title", "og:description", "og:image", "og:image:alt"):
        assert re.search(f'<meta property="{kind}" content="[^"]+">', html)
    with tab.at((site / "index.html").as_uri()):
        tab.page.wait_for_url((site / "book/index.html").as_uri())


def test_a_barrier_is_not_lost_among_what_looks_alike(tab: Tab, site: Path) -> None:
    """In the last of thousands of lines, which are taken out because they are like the first."""
    with tab.at((site / "book/reference/coverage.html").as_uri()):
        total = tab.page.locator("article *").count()
        tab.page.evaluate(PLANT)
        kinds = {each.partition(" ")[0] for each in barriers(tab.page)}
        assert kinds == {"button-name", "color-contrast", "image-alt"}
        assert tab.page.locator("article *").count() == total + 3


PLANT = """() => {
    const last = [...document.querySelectorAll("article table td")].at(-1);
    const pale = "<b style='color: #ddd; background: #fff'>pale</b>";
    last.insertAdjacentHTML("beforeend", `<button></button>${pale}<img src="">`);
}"""


def test_the_pages_of_each_kind_are_pages(site: Path) -> None:
    assert set(OF_EACH_KIND) <= set(PAGES)


def keep(visit: Visit, kind: str) -> None:
    shoot(visit.page, f"{visit.name.removesuffix('.html').replace('/', '-')}-{kind}")


@pytest.mark.parametrize("kept", [None, "light", "auto", "<b>"])
def test_the_colours_are_known_before_anything_is_drawn(
    lonely_browser: Browser, site: Path, kept: str | None
) -> None:
    """Also where no other script comes: else lines of tables come late and move what follows."""
    context = lonely_browser.new_context(color_scheme="dark")
    context.route("**/book.*.js", lambda route: route.abort())
    if kept:
        context.add_init_script(f"localStorage.setItem('mode', {kept!r})")
    page = context.new_page()
    page.goto((site / "book/index.html").as_uri())
    assert page.locator("html").get_attribute("data-theme") == (kept if kept == "light" else "dark")
    context.unroute_all(behavior="ignoreErrors")  # one may still be on its way
    context.close()
