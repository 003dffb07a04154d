"""A live page is as readable as the printed one: on a phone, by night, by keyboard, by ear."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.alive import ENDED, Alive, run
from tests.browser.axe import barriers
from tests.browser.shots import shoot
from tests.sample import one_in

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.usefixtures("live_parts")]

PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FOCUSED = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"


MELEE = "from rules_lib.presentation import paper_tigers as show\n\nshow.MELEE"


@pytest.mark.parametrize(("size", "scheme"), one_in(2, [(PHONE, "dark"), (DESKTOP, "light")]))
def test_a_live_page_is_as_readable_as_before(
    alive: Alive, size: ViewportSize, scheme: Any
) -> None:
    alive.page.set_viewport_size(size)
    alive.cell("show.tell_test(move")
    run(alive.cell("command_test_odds"), MELEE)
    alive.page.emulate_media(color_scheme=scheme)
    assert alive.page.evaluate(SIDEWAYS) == 0
    keep(alive.page, f"live-{size['width']}-{scheme}")
    assert barriers(alive.page) == []


def keep(page: Page, name: str) -> None:
    shoot(page, f"{name}-top")
    for part, place in {"cell": ".rb-alive-panel", "explorer": ".widget-dropdown"}.items():
        page.locator(place).first.evaluate("each => each.scrollIntoView({block: 'center'})")
        shoot(page, f"{name}-{part}")


def test_the_keyboard_is_enough(alive: Alive) -> None:
    """It has been enough to make the page live."""
    page = alive.page
    alive.cell(alive.codes[1])
    field = page.get_by_label("Code of cell 2", exact=True)
    field.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("\nprint('typed')")
    page.keyboard.press("Shift+Enter")
    root = page.locator("div.cell", has=field)
    expect(root.locator(".cell_output")).to_contain_text("typed")
    expect(root.locator(".rb-alive-buttons [role=status]")).to_contain_text(ENDED)
    # The field lets the keyboard out again, to what can be tried, and to its buttons.
    for _ in range(root.locator(".rb-alive-tries button").count()):
        page.keyboard.press("Tab")
    for name in ("Run", "Run from here", "The book’s code"):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == name
    page.keyboard.press("Enter")
    assert "typed" not in field.input_value()
