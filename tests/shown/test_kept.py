"""What programs read, and what is printed or played, is kept: a change is one that was read."""

import re
from collections.abc import Iterator
from difflib import unified_diff

import pytest
from bs4 import BeautifulSoup

from tests.shown.sources import KEPT, PAGES, SITE, kept_texts, text_of

LONG = ("commands/cavalry", "commands/forms", "heads", "learn/", "sheets/in-die")
"""What takes longer than the quick loop has."""
NAMES = [
    pytest.param(name, marks=pytest.mark.slow if name.startswith(LONG) else ())
    for name in kept_texts()
]


@pytest.mark.parametrize("name", NAMES)
def test_the_library_shows_what_is_kept(name: str) -> None:
    before = (KEPT / f"{name}.txt").read_text("utf-8").removesuffix("\n")
    now = text_of(kept_texts()[name]())
    if before != now:
        changes = unified_diff(before.split("\n"), now.split("\n"), name, "shown now", lineterm="")
        advice = "Read each change. If all of them are meant, keep them: make shown"
        pytest.fail("\n".join([*changes, "", advice]), pytrace=False)


def test_nothing_else_is_kept() -> None:
    names = {path.relative_to(KEPT).with_suffix("").as_posix() for path in KEPT.rglob("*.*")}
    assert names == set(kept_texts())


COUNT = re.compile(r"\b(\d+) tests?$")
SUMMARY = re.compile(r"\d+ tests?\s*(?:<[^>]*>\s*)*</summary>")


def counts(html: str) -> Iterator[tuple[int, int]]:
    """How many tests each fold tells of, and how many it lists."""
    if not SUMMARY.search(html):
        return
    for fold in BeautifulSoup(html, "html.parser").select("details"):
        told = COUNT.search(fold.summary.get_text().strip()) if fold.summary else None
        if told:
            listed = [each for each in fold.select("p") if each.get_text().startswith("tests/")]
            yield int(told[1]), len(listed)


@pytest.mark.site
@pytest.mark.usefixtures("site")
def test_as_many_tests_are_told_as_listed() -> None:
    found = [each for page in PAGES for each in counts((SITE / f"{page}.html").read_text("utf-8"))]
    assert len(found) > 150
    assert [pair for pair in found if pair[0] != pair[1]] == []
