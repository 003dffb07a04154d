"""What the tests of the built pages share: where they are, and who serves them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.alive import LIVE, Alive, made_live, served
from tests.browser.lasting import how_long
from tests.browser.tab import Tab

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
# A guard against a page that hangs, wide enough for a busy machine.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def live_parts() -> None:
    """Skip where the book was built without its live pages; where CI is, they must be there."""
    if not (LIVE / "live.js").exists():
        if os.environ.get("CI"):
            pytest.fail("the book was built without its live pages")
        pytest.skip("the book was built without its live pages: no npm, or no network")


@pytest.fixture(scope="session")
def host() -> Iterator[str]:
    """Address of a web server for the site, on this machine only."""
    with served() as address:
        yield address


@pytest.fixture(scope=how_long)
def alive(lonely_browser: Browser, host: str, live_parts: None) -> Iterator[Alive]:
    """A chapter that is live: to start Python costs more than what is asked of it."""
    with made_live(lonely_browser, host) as started:
        yield started


@pytest.fixture(scope="module")
def tab_without_scripts(lonely_browser: Browser) -> Tab:
    """The tab of a reader without JavaScript."""
    return Tab(lonely_browser, java_script_enabled=False)


SHARED = ("visit", "shown", "system")
"""Pages that several tests look at."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests that share a page run in one process, where `--dist loadgroup` is asked for."""
    for item in items:
        given = getattr(item, "callspec", None)
        places = [given.params[each] for each in SHARED if each in given.params] if given else []
        if "alive" in getattr(item, "fixturenames", ()):
            places.append("alive")
        for place in places:
            item.add_marker(pytest.mark.xdist_group(str(place)))
