"""Pictures: there at once, drawn by plotly when somebody asks; a tap sets the explorer beside."""

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from rules_lib.notebook.palette import DARK, LIGHT
from tests.browser.every_explorer import declared, placed
from tests.browser.pages import PAGES, PHONE, SITE, script
from tests.browser.tab import Tab

DATA = re.compile(r"<script\b[^>]*rb-data[^>]*>(.*?)</script>", re.DOTALL)
MELEE = (SITE / "book/paper_tigers/melee.html").as_uri()
STRIKE = (SITE / "book/paper_tigers/sudden_strike.html").as_uri()
CELLS = "Who wins when red charges red?"
OPEN = "for (const each of document.querySelectorAll('details')) each.open = true"
STILL = "() => getComputedStyle(document.querySelector('.rb-plot svg rect[style*=first]')).fill"
INK = "each => each.layout.font.color"


def pictures() -> Iterator[tuple[str, dict[str, Any]]]:
    """Page and plotly's data of every picture that sets an explorer."""
    for name in PAGES:
        for text in DATA.findall((SITE / name).read_text("utf-8")):
            data = json.loads(text)
            if "sets" in data.get("layout", {}).get("meta", {}):
                yield name, data


def tapped(data: dict[str, Any]) -> Iterator[dict[str, str]]:
    """All that can be tapped: what stands on the axes, and the name of the series."""
    for trace in data["data"]:
        is_map = trace.get("type") == "heatmap"
        axes = trace["x"], trace["y"]
        for x, y in product(*axes) if is_map else zip(*axes, strict=True):
            yield {"x": str(x), "y": str(y), "name": trace.get("name", "")}


def key(said: str | dict[str, str], at: dict[str, str]) -> str:
    if isinstance(said, dict):
        return next(said[each] for each in at.values() if each in said)
    return said.format(**at)


def test_each_tap_sets_what_the_explorer_offers() -> None:
    found = list(pictures())
    assert len(found) >= 6
    for page, data in found:
        sets = data["layout"]["meta"]["sets"]
        assert (page, sets["explorer"]) in placed()
        offered = {
            each.name: {choice.key for choice in each.choices}
            for each in declared()[sets["explorer"]].controls
        }
        for control, said in sets["controls"].items():
            wanted = {key(said, at) for at in tapped(data)}
            assert wanted <= offered[control], (page, control, wanted - offered[control])
            if "{" in said:
                assert len(wanted) > 1, (page, control)


def plots(page: Page) -> Locator:
    """The pictures of a page, in sight."""
    page.evaluate(OPEN)
    found = page.locator(".rb-plot")
    found.first.scroll_into_view_if_needed()
    return found


def test_a_picture_is_there_at_once_and_plotly_comes_for_who_asks(
    tab: Tab, tab_without_scripts: Tab
) -> None:
    page, plain = tab.page, tab_without_scripts.page
    with tab_without_scripts.at(STRIKE):
        for each in plain.locator(".rb-plot").all():
            expect(each.locator("svg:visible")).to_have_count(1)
    page.route("**/plotly.min.js", lambda route: route.abort())
    with tab.at(STRIKE) as heard:
        for medium in ("print", "screen"):
            page.emulate_media(media=medium)
            expect(plots(page).first.locator("svg:visible")).to_have_count(1)
        plots(page).last.click()
        failed = page.locator(".rb-picture [data-failed]:visible")
        expect(failed).to_contain_text("could not be")
        expect(plots(page).last.locator("svg:visible")).to_have_count(1)
        heard.forget()
    with tab.at(STRIKE) as heard:
        colours = LIGHT["first"], DARK["first"]
        light, dark = (f"rgb({', '.join(str(n) for n in bytes.fromhex(c[1:]))})" for c in colours)
        assert page.evaluate(STILL) == light
        assert not any("plotly" in url for url in heard.asked)
        plots(page).first.click()
        page.locator(".rb-touch").last.press("Enter")
        live = page.locator(".rb-live:has(.main-svg)")
        expect(live).to_have_count(2)
        assert sum("plotly.min.js" in url for url in heard.asked) == 1
        asked = page.locator("figure.rb-picture:has(.rb-live)")
        expect(asked.locator(".rb-touch, .rb-plot > :not(.rb-live):visible")).to_have_count(0)
        assert live.first.evaluate(INK) == LIGHT["text"]
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.wait_for_function(
            f"document.querySelector('.rb-live').layout.font.color === '{DARK['text']}'"
        )
        assert page.evaluate(STILL) == dark
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert live.first.evaluate(INK) == LIGHT["text"], "paper is white"


def test_a_finger_taps_for_a_value_and_a_cell_shows_its_melee(lonely_browser: Browser) -> None:
    tab = Tab(lonely_browser, has_touch=True, is_mobile=True)
    page = tab.page
    with tab.at(MELEE, PHONE):
        explorer = page.locator("#melee-odds")
        picture = page.locator("figure.rb-picture", has_text=CELLS)
        page.evaluate(OPEN)
        picture.get_by_role("button", name="Tap for values").tap()
        expect(picture.locator(".rb-live .heatmaplayer image")).to_have_count(1)
        expect(picture).to_contain_text("Tap a value")
        plot = picture.locator(".rb-live .heatmaplayer image").bounding_box()
        assert plot is not None
        page.touchscreen.tap(plot["x"] + plot["width"] * 0.5, plot["y"] + plot["height"] * 0.5)
        expect(picture.locator(".hoverlayer")).to_contain_text("attacker’s red card 8")
        page.evaluate(script("picture_tap"), [CELLS, "12", "4"])
        expect(explorer.locator("[data-control=attacker]")).to_have_value("red-4")
        expect(explorer.locator("[data-control=defender]")).to_have_value("red-12")
        assert "attacker=red-4&defender=red-12" in page.url
        cell = picture.locator("tbody tr").nth(2).locator("td").nth(10)
        assert cell.text_content() == explorer.locator(".rb-big").text_content()
        picture.locator(".rb-live").evaluate("live => live.setAttribute('data-lies', '')")
        page.evaluate(script("picture_tap"), [CELLS, "4", "11"])  # where names stand beside bars
        expect(explorer.locator("[data-control=defender]")).to_have_value("red-11")
    page.context.close()
