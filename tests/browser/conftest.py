"""What the tests of the built pages share: where they are, and who serves them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.alive import LIVE, Alive, made_live, served
from tests.browser.lasting import how_long
from tests.browser.tab import Tab

HERE = Path(__file__).parent
# A guard against a page that hangs, wide enough for a busy machine.
expect.set_options(timeout=30_000)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All that lies here looks at the built pages, but for JupyterLab, which has none."""
    for each in items:
        if each.path.parent == HERE and each.path.stem != "test_lab":
            each.add_marker("site")
            each.add_marker("browser")


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


@pytest.fixture
def moving(lonely_browser: Browser) -> Tab:
    """A reader who likes things to move."""
    tab = Tab(lonely_browser)
    tab.page.emulate_media(reduced_motion="no-preference")
    return tab
