"""Every icon that a page names is drawn, without the theme's own script and fonts."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from playwright.sync_api import Page, Request, ViewportSize, expect

from tests.browser.axe import BY_NIGHT

pytestmark = [pytest.mark.site, pytest.mark.browser]

LEFT = "[...document.querySelectorAll('i[class*=fa-], span[class*=fa-]')].map((e) => e.outerHTML)"
ICONS = """() => [...document.querySelectorAll("svg.svg-inline--fa")].map((each) => {
    const box = each.getBoundingClientRect();
    const shown = each.checkVisibility();
    const drawn = each.querySelector("path").getTotalLength();
    return {name: each.getAttribute("class"), shown, drawn, wide: box.width, high: box.height};
})"""
SIZES: list[ViewportSize] = [{"width": 390, "height": 844}, {"width": 1280, "height": 900}]


def reloaded(page: Page) -> list[str]:
    """What a page asks for."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.reload(wait_until="networkidle")
    return asked


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_every_icon_is_drawn(
    visit: Callable[..., AbstractContextManager[Page]], size: ViewportSize
) -> None:
    for name in [*BY_NIGHT[::3], "search.html"]:
        with visit(name, viewport=size) as page:
            asked = reloaded(page)
            assert any("fontawesome.js" in url for url in asked)
            assert page.evaluate(LEFT) == []
            icons = page.evaluate(ICONS)
            assert len(icons) >= 5
            for icon in icons:
                assert icon["drawn"] > 100, icon
                assert not icon["shown"] or (icon["wide"] > 8 and icon["high"] > 8), icon
            assert not [url for url in asked if "woff" in url or "webfonts" in url]


def test_the_switch_of_the_theme_shows_one_icon_at_a_time(
    visit: Callable[..., AbstractContextManager[Page]],
) -> None:
    with visit(BY_NIGHT[0], viewport=SIZES[1]) as page:
        switch = page.locator(".theme-switch-button:visible").first
        seen = []
        for _ in range(3):
            mode = page.locator("html").get_attribute("data-mode")
            seen.append(str(mode))
            for each in ("auto", "dark", "light"):
                icon = switch.locator(f"svg[data-mode={each}]")
                expect(icon).to_be_visible(visible=each == mode)
            switch.click()
        assert sorted(seen) == ["auto", "dark", "light"]
