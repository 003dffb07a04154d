"""The book where it is read in other ways: without storage, on paper, by finger, in large type."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Frame, FrameLocator, expect

from tests.browser.tab import DESKTOP, Tab, switch

pytestmark = [pytest.mark.site, pytest.mark.browser]

CHAPTER = "book/paper_tigers/melee.html"
THROWS = """for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
        get() { throw new DOMException("no", "SecurityError"); },
    });
}"""
FULL = """Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
}"""
BOXED = "sandbox"
"""A page in a frame that is given nothing but its scripts."""


@pytest.mark.parametrize("storage", [THROWS, FULL, BOXED])
def test_where_nothing_can_be_kept_all_works_for_the_visit(
    lonely_browser: Browser, site: Path, host: str, storage: str
) -> None:
    tab = Tab(lonely_browser)
    page, errors = tab.page, []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_viewport_size({"width": 390, "height": 844})
    if storage == BOXED:
        page.goto(f"{host}LICENSES.txt")  # a blank page may not ask this machine for anything
        page.set_content(
            f'<iframe sandbox="allow-scripts" src="{host}{CHAPTER}" width="390" height="840">'
        )
        shown: FrameLocator | Frame = page.frame_locator("iframe")
    else:
        page.add_init_script(storage)
        page.goto((site / CHAPTER).as_uri())
        shown = page.main_frame
        switch(page)
    assert errors == []
    menu = shown.get_by_role("link", name="The charge", exact=True).first
    expect(menu).not_to_be_in_viewport()
    shown.locator("button.primary-toggle").click()
    expect(menu).to_be_in_viewport()
    page.keyboard.press("Escape")
    shown.locator(".search-button__button:visible, .search-button:visible").first.click()
    field = shown.locator("input[type=search]:visible").first
    field.fill("PT-M13")
    expect(shown.locator(".rb-search-list a").first).to_contain_text("PT-M13")
    assert errors == []
    page.context.close()


OPEN_CODE = "for (const each of document.querySelectorAll('details.hide')) each.open = true"
PRINTED = """() => {
    const shown = (each) => each.getClientRects().length > 0;
    const all = (query) => [...document.querySelectorAll(query)].filter(shown);
    return {
        colours: [...new Set(all(".highlight span").map((each) => getComputedStyle(each).color))],
        cut: all("pre").filter((each) => each.scrollWidth > each.clientWidth + 1).length,
        shut: all("article details:not([open], .rb-row, .rb-reveal) > summary").length,
        kept: all("pre").filter((each) => getComputedStyle(each).breakInside !== "auto").length,
        framed: all(".rb-reveal")
            .filter((each) => getComputedStyle(each).borderTopWidth !== "0px").length,
        parted: all("article :is(h1, h2, h3)")
            .filter((each) => getComputedStyle(each).breakAfter !== "avoid").length,
    };
}"""


@pytest.mark.parametrize("name", ["reference/programs", "paper_tigers/melee"])
def test_on_paper_code_is_black_and_whole_and_no_closed_fold_leaves_a_mark(
    tab: Tab, site: Path, name: str
) -> None:
    """From the dark theme, on the width that A4 leaves."""
    page = tab.page
    with tab.at((site / f"book/{name}.html").as_uri(), {"width": 718, "height": 1000}):
        page.emulate_media(media="print", color_scheme="dark")
        page.evaluate(OPEN_CODE)
        found = page.evaluate(PRINTED)
    assert found.pop("colours") == ["rgb(0, 0, 0)"]
    assert found == dict.fromkeys(("cut", "shut", "kept", "framed", "parted"), 0)


LARGE = "document.documentElement.style.setProperty('font-size', '24px', 'important')"
WIDTH = "document.documentElement.scrollWidth"
OUT = """() => [...document.querySelectorAll(".rb-quick-borrowed")]
    .filter((each) => each.getClientRects().length > 1).length"""


def test_no_page_scrolls_sideways_in_large_type_on_a_small_phone(tab: Tab, site: Path) -> None:
    page = tab.page
    wide = []
    with tab.at((site / CHAPTER).as_uri(), {"width": 320, "height": 640}):
        for path in sorted(site.rglob("*.html")):
            if "_static" in path.parts or path == site / "index.html":
                continue
            page.goto(path.as_uri(), wait_until="commit")
            page.wait_for_load_state("domcontentloaded")
            page.evaluate(LARGE)
            width = page.evaluate(WIDTH)
            if width > 320 or page.evaluate(OUT):
                wide.append(f"{path.relative_to(site)}: {width}")
    assert wide == []


def test_a_finger_finds_the_picture_no_smaller_and_taps_for_a_value(
    lonely_browser: Browser, site: Path
) -> None:
    page = Tab(lonely_browser, has_touch=True, is_mobile=True).page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto((site / CHAPTER).as_uri())
    picture = page.locator("figure.rb-picture", has_text="Who wins when red charges red?")
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    still = picture.locator(".rb-on-phone svg").bounding_box()
    picture.get_by_role("button", name="Tap for values").tap()
    expect(picture.locator(".rb-live .heatmaplayer image")).to_have_count(1)
    plot = picture.locator(".rb-live .heatmaplayer image").bounding_box()
    assert still is not None
    assert plot is not None
    assert plot["width"] > 0.85 * still["width"]
    expect(picture.locator(".modebar-btn")).to_have_count(0)
    texts = picture.locator(".rb-live .heatmap-label")
    boxes = [each.bounding_box() for each in texts.all()[:13]]
    placed = [box for box in boxes if box]
    assert all(one["x"] + one["width"] < two["x"] for one, two in pairwise(placed))
    page.touchscreen.tap(plot["x"] + plot["width"] * 0.5, plot["y"] + plot["height"] * 0.5)
    expect(picture.locator(".hoverlayer")).to_contain_text("attacker’s red card 8")
    page.context.close()


def test_a_link_to_a_clause_opens_its_wording(tab: Tab, site: Path) -> None:
    page = tab.page
    with tab.at(f"{(site / CHAPTER).as_uri()}#PT-M13"):
        expect(page.locator("details[id='PT-M13']")).to_have_attribute("open", "")
        other = page.locator("details[id='PT-M16']")
        expect(other).not_to_have_attribute("open", "")
        page.evaluate("location.hash = 'PT-M16'")
        expect(other).to_have_attribute("open", "")


def test_of_an_example_with_prompts_the_code_alone_is_copied(
    lonely_browser: Browser, site: Path
) -> None:
    context = lonely_browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto((site / "book/reference/library/tools.html").as_uri())
    example = page.locator(".doctest", has_text="coin = Distribution").first
    example.locator("button.copybtn").dispatch_event("click")
    told = [line for line in example.inner_text().splitlines() if line.startswith(">>> ")]
    expect(example.locator("button.copybtn")).to_have_class(re.compile("success"))
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines() == [line.removeprefix(">>> ") for line in told]
    context.close()


def test_what_a_link_has_changed_is_seen(tab: Tab, site: Path) -> None:
    with tab.at(f"{(site / CHAPTER).as_uri()}#melee-odds?R-M3=False", DESKTOP):
        fold = tab.page.locator("#melee-odds .rb-read-fold")
        expect(fold).to_have_attribute("open", "")
        expect(fold.locator("[data-reading=R-M3] input").last).to_be_checked()
    link = "adjudicate.html#cavalry?charger.order=disordered&R-N2=must_be_given"
    with tab.at((site / f"book/{link.partition('#')[0]}").as_uri() + f"#{link.partition('#')[2]}"):
        form = tab.page.locator("#dice-cavalry")
        for name in ("charger.order", "R-N2"):
            expect(form.locator(f"[name='{name}']").first).to_be_visible()
