"""What the tests of the live page share: a web server for the site, and a page made live."""

import functools
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.lasting import PATIENCE
from tests.browser.pages import SITE
from tests.browser.tab import Heard, Tab

LIVE = SITE / "_static" / "live"
CHAPTER = "book/paper_tigers/command_test.html"
CHANGE = "Change this code"
ALL = "Run all cells"
SCIENCE = "packed-science.js"
BEFORE = {"live.js"}
"""All that a page loads before the click."""
ENDED = re.compile(r"^(Done|Cell \d+ did not|Stopped|Python could not|These|All)")


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site without a word."""

    def do_GET(self) -> None:
        """Give nothing where a browser asks by itself for the icon of a page that names none."""
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


class QuietServer(ThreadingHTTPServer):
    """Does not mind a browser that goes away."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing."""


QUIET: Callable[..., BaseHTTPRequestHandler] = functools.partial(Quiet, directory=str(SITE))


@contextmanager
def served(handler: Callable[..., BaseHTTPRequestHandler] = QUIET) -> Iterator[str]:
    """Address of a web server for the site, on this machine only."""
    with QuietServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@dataclass
class Alive:
    """A chapter that was made live once, and is shared: each test runs cells of its own."""

    page: Page
    heard: Heard
    seconds: float
    """From the click to the moment in which Python was there, as the browser says."""
    codes: list[str]
    """What the cells of the book are, whatever they have become since."""

    def cell(self, text: str) -> Locator:
        """Return the cell that the book gives this code, ready to be changed."""
        at = next(place for place, code in enumerate(self.codes) if text in code)
        return change(self.page, at + 1)


@contextmanager
def made_live(browser: Browser, host: str) -> Iterator[Alive]:
    """Open a chapter and run all of it by keyboard.

    At first numpy and scipy do not come: a sentence says so, and the second try can succeed.
    """
    tab = Tab(browser)
    with tab.at(host + CHAPTER) as heard:
        page = tab.page
        parts = {url.rsplit("/", 1)[1].split("?")[0] for url in heard.asked if "/live/" in url}
        assert parts == BEFORE
        codes: list[str] = page.locator("div.cell .cell_input pre").all_text_contents()
        page.context.route(f"**/{SCIENCE}", refuse)
        page.get_by_role("button", name=ALL).focus()
        page.keyboard.press("Enter")
        bar = page.locator(".rb-alive-status")
        expect(bar).to_contain_text(re.compile("typed is kept.*science"), timeout=PATIENCE)
        page.context.unroute(f"**/{SCIENCE}")
        heard.forget()
        page.keyboard.press("Enter")
        ran = f"All {len(codes)} cells have run"
        expect(bar).to_contain_text(ran, timeout=PATIENCE)
        seconds = page.evaluate("performance.getEntriesByName('rulebook:python')[0].duration")
        yield Alive(page, heard, seconds / 1000, codes)
    page.context.close()


def change(page: Page, number: int) -> Locator:
    """Open a cell, if it is not open, to change its code."""
    root = page.locator("div.cell").nth(number - 1)
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    code = root.locator(".rb-alive-code")
    if not code.is_visible():
        root.locator(".rb-alive-here").dispatch_event("click")
        expect(code).to_be_focused()
    return root


def state(root: Locator) -> Locator:
    """Where a cell says how it goes."""
    return root.locator(".rb-alive-buttons [role=status]")


def run(root: Locator, code: str | None = None) -> Locator:
    """Run an open cell, with this code, and wait until it has run; return what it says of it."""
    field = root.locator(".rb-alive-code")
    if code is not None:
        field.fill(code)
    field.press("Shift+Enter")
    expect(state(root)).to_contain_text(ENDED, timeout=PATIENCE)
    return state(root)


def reset(root: Locator) -> None:
    """Take the book's code again."""
    root.get_by_role("button", name="The book’s code").click()


def refuse(route: Route) -> None:
    """Answer as a host does that has lost the file."""
    route.fulfill(status=404, body="gone")
