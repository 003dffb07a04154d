"""A tab in which one page of the site is opened after the other.

A new tab starts a process and reads all scripts anew, which costs more than what is asked of most
pages. What a page has stored is cleared when it is left, so each is found as by a new reader.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize

from tests.browser.lasting import HEARS, PATIENCE
from tests.browser.pages import ROOT, script

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
SETTLE = "() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)))"
"""Until a page that is loaded has nothing left to do by itself."""
DRAWN = "() => !document.querySelector('figure.rb-picture:not(:has(.main-svg))')"
FOLLOW = """(link) => new Promise((done) => {
    addEventListener("hashchange", () => setTimeout(done), { once: true });
    if (location.hash === `#${link}`) done();
    location.hash = link;
})"""
"""Follows a link within a page, whose scripts hear of it later."""
TAKEN_BACK = "net::ERR_ABORTED"
CLEAR = "() => { try { localStorage.clear(); sessionStorage.clear(); } catch { /* has none */ } }"
THROWS = """for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
        get() { throw new DOMException("no", "SecurityError"); },
    });
}"""
FULL = """Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
}"""
"""Browsers that keep nothing, as scripts that come before those of a page."""


@dataclass
class Heard:
    """What a page and its workers ask for, and say that is no mere log."""

    page: Page
    own: tuple[str, ...]
    """How addresses begin that are the site's."""
    asked: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    """Addresses that gave nothing."""

    def foreign(self) -> list[str]:
        """Return the addresses that are not the site's."""
        return [url for url in self.asked if not url.startswith((*self.own, "data:", "blob:"))]

    def fail(self, url: str, why: str | None) -> None:
        """Keep an address that gave nothing, but for what the browser itself no longer wanted.

        Each change between light and dark asks for the icon anew, and takes the last wish back.
        """
        if why != TAKEN_BACK:
            self.failed.append(url)

    def violated(self) -> list[str]:
        """Return what the page was kept from by what it says of itself."""
        found: list[str] = self.page.evaluate("window.violated ?? []")
        return found

    def nothing(self) -> None:
        """Demand that all is well so far."""
        wrong = (self.foreign(), self.said, self.failed, self.violated())
        assert wrong == ([], [], [], []), wrong

    def forget(self) -> None:
        """Leave out what was to be heard."""
        self.said.clear()
        self.failed.clear()
        self.page.evaluate("() => { delete window.violated; }")

    def handlers(self) -> dict[Any, Callable[[Any], None]]:
        """Return what listens to which event."""
        return {
            "request": lambda each: self.asked.append(each.url),
            "requestfailed": lambda each: self.fail(each.url, each.failure),
            "weberror": lambda each: self.said.append(str(each.error)),
            "console": self.tell,
        }

    def tell(self, message: ConsoleMessage) -> None:
        """Keep what a page says."""
        if message.type not in ("log", "info"):
            self.said.append(message.text)


class Tab:
    """Shows a page at a time."""

    def __init__(self, browser: Browser, script: str = "", **context: Any) -> None:
        permissions = ["clipboard-read", "clipboard-write"]
        opened = browser.new_context(permissions=permissions, reduced_motion="reduce", **context)
        opened.set_default_timeout(PATIENCE)
        self.page = opened.new_page()
        self.page.add_init_script(HEARS + script)

    @contextmanager
    def at(self, address: str, size: ViewportSize = DESKTOP) -> Iterator[Heard]:
        """Open a page, demand silence of it, and leave it as if nobody had been there."""
        page = self.page
        page.set_viewport_size(size)
        page.emulate_media(media="null", color_scheme="light")
        scheme, _, rest = address.partition("://")
        host = rest.partition("/")[0]
        heard = Heard(page, (f"{scheme}://{host}/",))
        handlers = heard.handlers()
        for event, handler in handlers.items():
            page.context.on(event, handler)
        page.goto(address, wait_until="load")
        try:
            yield heard
            heard.nothing()
        finally:
            for event, handler in handlers.items():
                page.context.remove_listener(event, handler)
            page.unroute_all(behavior="ignoreErrors")
            page.evaluate(CLEAR)
            # The next address may be the same but for its end: that would be no new page.
            page.goto("about:blank")


def draw(page: Page) -> None:
    """Have all pictures drawn by plotly, as a reader has who points into each."""
    page.evaluate(script("touch"))
    page.wait_for_function(DRAWN)


def switch(page: Page) -> list[str]:
    """Press the switch of light and dark three times; return what the page was and became."""
    seen: list[str] = page.evaluate(script("switch"))
    assert set(seen) == {"auto", "light", "dark"}
    return seen


def use(page: Page) -> None:
    """Open, choose, press and switch all that there is."""
    page.evaluate(script("use"))
    switch(page)


def shoot(page: Page, name: str, size: ViewportSize | None = None) -> None:
    """Keep what the window, or one of a size, shows, if somebody wants to see it."""
    if not os.environ.get("RULEBOOK_SHOTS"):
        return
    if size:
        page.set_viewport_size(size)
    page.screenshot(path=ROOT / "_screenshots" / f"{name}.png")
