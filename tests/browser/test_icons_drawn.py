"""Every icon that a page names is drawn, without the theme's own script and fonts."""

from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.axe import OF_EACH_KIND
from tests.browser.tab import SETTLE, Tab

pytestmark = [pytest.mark.site, pytest.mark.browser]

LEFT = "[...document.querySelectorAll('i[class*=fa-], span[class*=fa-]')].map((e) => e.outerHTML)"
ICONS = """() => [...document.querySelectorAll("svg.svg-inline--fa")].map((each) => {
    const box = each.getBoundingClientRect();
    const shown = each.checkVisibility();
    const drawn = each.querySelector("path").getTotalLength();
    return {name: each.getAttribute("class"), shown, drawn, wide: box.width, high: box.height};
})"""
SIZES: list[ViewportSize] = [{"width": 390, "height": 844}, {"width": 1280, "height": 900}]


@pytest.mark.parametrize("name", [*OF_EACH_KIND[::3], "search.html"])
def test_every_icon_is_drawn(tab: Tab, site: Path, name: str) -> None:
    with tab.at((site / name).as_uri()) as heard:
        tab.page.evaluate(SETTLE)
        assert tab.page.evaluate(LEFT) == []
        for size in SIZES:
            tab.page.set_viewport_size(size)
            icons = tab.page.evaluate(ICONS)
            assert len(icons) >= 5
            for icon in icons:
                assert icon["drawn"] > 100, icon
                assert not icon["shown"] or (icon["wide"] > 8 and icon["high"] > 8), icon
        assert not [url for url in heard.asked if "woff" in url or "webfonts" in url]
        assert (heard.foreign(), heard.said) == ([], [])


def test_the_switch_of_the_theme_shows_one_icon_at_a_time(tab: Tab, site: Path) -> None:
    with tab.at((site / OF_EACH_KIND[0]).as_uri(), SIZES[1]):
        switch = tab.page.locator(".theme-switch-button:visible").first
        seen = []
        for _ in range(3):
            mode = tab.page.locator("html").get_attribute("data-mode")
            seen.append(str(mode))
            for each in ("auto", "dark", "light"):
                icon = switch.locator(f"svg[data-mode={each}]")
                expect(icon).to_be_visible(visible=each == mode)
            switch.click()
        assert sorted(seen) == ["auto", "dark", "light"]
