"""For pytest: under coverage, notes which test runs a line, and how long each test takes."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

SECONDS: dict[str, float] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the seconds are written."""
    parser.addoption("--seconds", type=Path)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test with all that is set up for it."""
    watch, began = coverage.Coverage.current(), time.process_time()
    assert watch
    watch.switch_context(item.nodeid)
    result = yield
    watch.switch_context("")
    SECONDS[item.nodeid] = time.process_time() - began
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Of all tests."""
    session.config.getoption("--seconds").write_text(json.dumps(SECONDS))
