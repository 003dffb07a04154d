"""What all tests share."""

import gc
import os
import shutil
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

from tests.browser.lasting import how_long
from tests.sample import QUICK

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.tab import Tab

# The same examples in every run, and none that fails because a machine is slow.
settings.register_profile("rulebook", derandomize=True, deadline=None, max_examples=40)
# For `make deep`: more of them.
settings.register_profile("deep", derandomize=True, deadline=None, max_examples=200)
# For the quick loop, `make check`: a few.
settings.register_profile("quick", derandomize=True, deadline=None, max_examples=10)
# For `make explore`: other examples each time, and those that fail are kept for the next.
settings.register_profile(
    "explore",
    derandomize=False,
    deadline=None,
    max_examples=int(os.environ.get("HYPOTHESIS_EXAMPLES", "300")),
    database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "rulebook"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests stay in memory to the end: the collector need not visit them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """The quick loop does not read files of which every test is slow."""
    whole = QUICK and collection_path.name.startswith("test_")
    if whole and "\npytestmark = pytest.mark.slow\n" in collection_path.read_text("utf-8"):
        return True
    return None


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --rule PT-M15`: only the tests of a rule."""
    parser.addoption("--rule", action="append", metavar="ID", help="only the tests of this rule")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What leaves out slow tests, such as `make check`, leaves out deep ones, too."""
    if wanted := set(config.getoption("--rule", None) or ()):
        of_rule = [each for each in items if wanted & _rules(each)]
        config.hook.pytest_deselected(items=[each for each in items if not wanted & _rules(each)])
        items[:] = of_rule
    for each in items:
        if each.get_closest_marker("deep"):
            each.add_marker("slow")


def _rules(test: pytest.Item) -> set[str]:
    return {rule_id for mark in test.iter_markers("rule") for rule_id in mark.args}


Figure = Callable[[str], None]


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Figure:
    """Tell a measured figure, which the end of the run lists: for people, never asserted."""
    return lambda text: record_property("figure", text)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List the figures that tests have told, whichever process ran them; count what was shown."""
    reports = [each for some in terminalreporter.stats.values() for each in some]
    shown: Counter[str] = Counter()
    for report in reports:
        for name, value in getattr(report, "user_properties", ()):
            if name == "shown":
                shown[Path(report.nodeid.partition("::")[0]).stem.removeprefix("test_")] += value
    told = {f"shown and recomputed, {kind}: {count}" for kind, count in shown.items()}
    told |= {
        str(value)
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == "figure"
    }
    if told:
        terminalreporter.section("figures")
        for text in sorted(told):
            terminalreporter.write_line(text)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return Path(__file__).parents[1]


@pytest.fixture(scope="session")
def site(root: Path) -> Path:
    """The folder of the built pages."""
    folder = root / os.environ.get("RULEBOOK_SITE", "_build/html")
    if not (folder / "index.html").is_file():
        if "RULEBOOK_SITE" in os.environ:
            pytest.fail(f"there is no site in {folder}")
        pytest.skip("the book is not built: make book")
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of Chromium: what CHROMIUM names, or what is installed, without windows first."""
    # Without windows it takes a quarter less time, and none of them can take the focus.
    installed = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    names = [os.environ.get("CHROMIUM", ""), *installed]
    found = next(filter(None, map(shutil.which, filter(None, names))), None)
    if found is None and os.environ.get("CI"):
        pytest.fail("Chromium is not installed")
    return found or pytest.skip("Chromium is not installed; CHROMIUM may name another path")


@pytest.fixture(scope=how_long)
def lonely_browser(chromium: str) -> Iterator["Browser"]:
    """Chromium that can reach no other host."""
    from playwright.sync_api import sync_playwright

    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ]
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=options)
        yield running
        for context in running.contexts:
            context.unroute_all(behavior="ignoreErrors")
        running.close()


@pytest.fixture(scope=how_long)
def tab(lonely_browser: "Browser") -> "Tab":
    """The tab that all tests use for a page which needs nothing special."""
    from tests.browser.tab import Tab

    return Tab(lonely_browser)
