"""What the tests of the built pages share: where they are, and a browser that may ask nobody."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.alive import LIVE, PATIENCE, served

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

# A guard against a page that hangs, wide enough for a busy machine.
expect.set_options(timeout=60_000)


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built pages."""
    if not (SITE / "index.html").is_file():
        if "RULEBOOK_SITE" in os.environ:
            pytest.fail(f"there is no site in {SITE}")
        pytest.skip("the book is not built: make book")
    return SITE


@pytest.fixture(scope="module")
def lonely_browser(chromium: str) -> Iterator[Browser]:
    """Chromium that can reach no other host."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def open_page(lonely_browser: Browser, site: Path) -> Callable[..., AbstractContextManager[Page]]:
    """Open a page of the site; on leaving, demand that it was silent and asked nobody."""

    @contextmanager
    def visiting(name: str, **context: Any) -> Iterator[Page]:
        opened = lonely_browser.new_context(**context)
        opened.set_default_timeout(PATIENCE)
        page = opened.new_page()
        said: list[str] = []
        page.on("console", lambda each: said.append(each.text) if each.type != "log" else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on(
            "request",
            lambda each: None if local(each.url) else said.append(f"asks for {each.url}"),
        )
        file, _, anchor = name.partition("#")
        page.goto((site / file).as_uri() + (f"#{anchor}" if anchor else ""), wait_until="load")
        yield page
        opened.close()
        assert said == []

    return visiting


@pytest.fixture
def visit(
    open_page: Callable[..., AbstractContextManager[Page]],
) -> Callable[..., AbstractContextManager[Page]]:
    """The same, for a page that one test has for itself."""
    return open_page


@pytest.fixture(scope="session")
def live_parts() -> None:
    """Skip where the book was built without its live pages; where CI is, they must be there."""
    if not (LIVE / "live.js").exists():
        if os.environ.get("CI"):
            pytest.fail("the book was built without its live pages")
        pytest.skip("the book was built without its live pages: no npm, or no network")


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """Address of a web server for the site, on this machine only."""
    with served() as address:
        yield address


def local(url: str) -> bool:
    """Whether an address stays within the folder."""
    return url.startswith(("file:", "data:", "blob:"))
