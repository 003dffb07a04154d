"""Looks whether every word of a page can be read: none is cut, lies on another, or is too small."""

from playwright.sync_api import Page

from tests.browser.pages import script

FAMILIES = ("DejaVu Sans", "Liberation Sans")
"""Fonts of which one stands for each kind of reader: as wide as they come, and as wide as Arial."""


def set_in(page: Page, family: str) -> None:
    """Set a page in this font, or, without one, in its own."""
    page.evaluate(script("set_in"), family)


def unreadable(page: Page, family: str) -> list[str]:
    """Return the words of a page that cannot be read in this font, and why."""
    set_in(page, family)
    found: list[str] = page.evaluate(script("unreadable"))
    return found
