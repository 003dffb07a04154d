"""What is shown is kept: a changed number is a difference that somebody has read."""

import re
from collections.abc import Iterator
from difflib import unified_diff
from typing import Any

import pytest
from bs4 import BeautifulSoup

from tests.sample import DEEP
from tests.shown.sources import (
    KEPT,
    PAGES,
    SITE,
    Lines,
    kept,
    library,
    of_page,
    path_of,
    text_of,
)

LONG = (
    *("commands/cavalry", "commands/errata", "commands/explain", "explorers/spotting-odds"),
    *("impact/", "learn/", "sheets/in-die-tiefen"),
)
"""What takes longer than the quick loop has."""
LONGEST = ("sheets/in-die-tiefen-otherwise", "sheets/triumph-and-glory-otherwise")
"""Left to `make deep`; the sheets of the other systems are read otherwise in `make test`, too."""


def marks(name: str) -> Any:
    if name in LONGEST:
        return DEEP
    return pytest.mark.slow if name.startswith(LONG) or "otherwise" in name else ()


NAMES = [pytest.param(name, marks=marks(name)) for name in library()]


def compare(name: str, lines: Lines, command: str) -> None:
    """Fail with the difference, and with what to do about it."""
    before, now = kept(name), text_of(lines)
    if before != now:
        file = path_of(name).relative_to(KEPT.parents[2]).as_posix()
        changes = unified_diff(before.split("\n"), now.split("\n"), file, "shown now", lineterm="")
        advice = f"Read each change. If all of them are meant, keep them: {command}"
        pytest.fail("\n".join([*changes, "", advice]), pytrace=False)


@pytest.mark.parametrize("name", NAMES)
def test_the_library_shows_what_is_kept(name: str) -> None:
    compare(name, library()[name](), "python -m tests.shown")


def test_nothing_else_is_kept() -> None:
    names = {path.relative_to(KEPT).with_suffix("").as_posix() for path in KEPT.rglob("*.*")}
    assert set(library()) <= names <= {*library(), *PAGES}


@pytest.mark.site
@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_is_kept(page: str) -> None:
    compare(page, of_page(page), "make shown")


COUNT = re.compile(r"\b(\d+) tests?$")


def counts(html: str) -> Iterator[tuple[int, int]]:
    """How many tests each fold tells of, and how many it lists."""
    for fold in BeautifulSoup(html, "html.parser").select("details"):
        told = COUNT.search(fold.summary.get_text().strip()) if fold.summary else None
        if told:
            listed = [each for each in fold.select("p") if each.get_text().startswith("tests/")]
            yield int(told[1]), len(listed)


@pytest.mark.site
@pytest.mark.usefixtures("site")
def test_as_many_tests_are_told_as_listed() -> None:
    """Their names are not kept, since they change every day."""
    found = [each for page in PAGES for each in counts((SITE / f"{page}.html").read_text("utf-8"))]
    assert len(found) > 150
    assert [pair for pair in found if pair[0] != pair[1]] == []
