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
BUTTON = "Make this page live"
BEFORE = {"live.js"}
"""All that a page loads before the click."""


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
    """From the click to the moment in which the page could be worked with, as the page says."""
    codes: list[str]
    """What the cells of the book are, whatever they have become since."""

    def cell(self, text: str) -> Locator:
        """Return the cell that the book gives this code."""
        at = next(place for place, code in enumerate(self.codes) if text in code)
        return self.page.locator("div.cell").nth(at)


@contextmanager
def made_live(browser: Browser, host: str) -> Iterator[Alive]:
    """Open a chapter and make it live by keyboard, until every cell has run."""
    asked: list[str] = []
    said: list[str] = []
    with opened(browser, host + CHAPTER, asked, said=said, reduced_motion="reduce") as page:
        parts = {url.rsplit("/", 1)[1].split("?")[0] for url in asked if "/live/" in url}
        assert parts == BEFORE
        cells = page.locator("div.cell").count()
        page.get_by_role("button", name=BUTTON).focus()
        page.keyboard.press("Enter")
        wait_while(page, "starting")
        told = re.search(r"Live: Python answered in ([\d.]+) s", bar(page).inner_text())
        assert told is not None
        wait_while(page, "on")
        expect(bar(page)).to_contain_text("cells have run")
        open_folds(page)
        fields = page.locator(".rb-alive-code")
        codes: list[str] = fields.evaluate_all("all => all.map((each) => each.value)")
        assert len(codes) == cells
        yield Alive(page, asked, said, float(told[1]), codes)


def bar(page: Page) -> Locator:
    """Where the page says how it goes."""
    return page.locator(".rb-alive-bar [role=status]")


def start(page: Page) -> None:
    """Press the button, and wait until the page can be worked with."""
    page.get_by_role("button", name=BUTTON).click()
    wait_while(page, "starting")
    expect(bar(page)).to_contain_text("Live: Python answered in")


def make_live(page: Page) -> None:
    """Press the button, and wait until every cell has run."""
    start(page)
    wait_while(page, "on")
    expect(bar(page)).to_contain_text("cells have run")


def wait_while(page: Page, state: str) -> None:
    """Wait for as long as the page is in this state."""
    page.wait_for_function(
        "state => document.documentElement.dataset.rbAlive !== state", arg=state, timeout=PATIENCE
    )


def open_folds(page: Page) -> None:
    """Show the code of all cells."""
    page.evaluate("document.querySelectorAll('div.cell details').forEach(d => { d.open = true })")
