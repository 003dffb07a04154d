"""What the tests of the live page share: a web server for the site, and a page made live."""

import functools
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.lasting import HEARS, PATIENCE

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
LIVE = SITE / "_static" / "live"
CHAPTER = "book/paper_tigers/command_test.html"
CHANGE = "Change this code"
ALL = "Run all cells"
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


@contextmanager
def served() -> Iterator[str]:
    """Address of a web server for the site, on this machine only."""
    handler = functools.partial(Quiet, directory=str(SITE))
    with QuietServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def opened(
    browser: Browser,
    address: str,
    asked: list[str],
    own: str = "",
    said: list[str] | None = None,
    **options: Any,
) -> Iterator[Page]:
    """Open a page; on leaving, demand that it was silent and asked only its own host."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(HEARS)
    said = [] if said is None else said
    # Of the context, not the page: also what the worker says and asks.
    context.on("request", lambda each: asked.append(each.url))
    page.on("pageerror", lambda error: said.append(str(error)))
    # Errors only: the validator inside ipywidgets' views warns about its own schema.
    page.on("console", lambda each: said.append(each.text) if each.type == "error" else None)
    page.goto(address, wait_until="load")
    yield page
    assert said == [], said
    own = own or address.split("book/")[0]
    assert [url for url in asked if not url.startswith((own, "data:", "blob:"))] == []
    context.close()


@dataclass
class Alive:
    """A chapter that was made live once, and is shared: each test runs cells of its own."""

    page: Page
    asked: list[str]
    said: list[str]
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
    """Open a chapter and run all of it by keyboard."""
    asked: list[str] = []
    said: list[str] = []
    with opened(browser, host + CHAPTER, asked, said=said, reduced_motion="reduce") as page:
        parts = {url.rsplit("/", 1)[1].split("?")[0] for url in asked if "/live/" in url}
        assert parts == BEFORE
        codes: list[str] = page.locator("div.cell .cell_input pre").all_text_contents()
        page.get_by_role("button", name=ALL).focus()
        page.keyboard.press("Enter")
        expect(bar(page)).to_contain_text(f"All {len(codes)} cells have run", timeout=PATIENCE)
        seconds = page.evaluate("performance.getEntriesByName('rulebook:python')[0].duration")
        yield Alive(page, asked, said, seconds / 1000, codes)


def bar(page: Page) -> Locator:
    """Where the page says how it goes."""
    return page.locator(".rb-alive-status")


def cell(page: Page, number: int) -> Locator:
    """Return a cell of the page."""
    return page.locator("div.cell").nth(number - 1)


def change(page: Page, number: int) -> Locator:
    """Open a cell, if it is not open, to change its code."""
    root = cell(page, number)
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    field = root.locator(".rb-alive-code")
    if not field.is_visible():
        root.locator(".rb-alive-here").dispatch_event("click")
        expect(field).to_be_focused()
    return root


def run(root: Locator, code: str | None = None) -> Locator:
    """Run an open cell, with this code, and wait until it has run; return what it says of it."""
    field = root.locator(".rb-alive-code")
    if code is not None:
        field.fill(code)
    field.press("Shift+Enter")
    state = root.locator(".rb-alive-buttons [role=status]")
    expect(state).to_contain_text(ENDED, timeout=PATIENCE)
    return state
