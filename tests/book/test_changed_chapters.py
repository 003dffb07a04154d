"""A chapter derives in the open, and what it claims moves with the values of its example."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.in_turn import in_turn
from tests.sample import DEEP

BOOK = Path(__file__).parents[2] / "book"
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(---\n.*?\n---\n)?(.*?)^```$", re.M | re.S)
CHANGES = tomllib.loads(Path(__file__).with_name("changes.toml").read_text("utf-8"))
"""Code of a chapter, and what may come in its place."""


def cells(chapter: str) -> list[tuple[str, str]]:
    """Head and code of each cell."""
    return CELL.findall((BOOK / f"{chapter}.md").read_text("utf-8"))


@in_turn("chapter", CHANGES)
def test_a_derivation_stands_open(chapter: str) -> None:
    assert any("convolve(" in code for head, code in cells(chapter) if "hide-input" not in head)


@pytest.mark.parametrize(
    ("chapter", "old", "new"),
    [
        pytest.param(chapter, old, new, marks=DEEP)
        for chapter, changes in CHANGES.items()
        for old, each in changes.items()
        for new in each
    ],
)
def test_a_chapter_runs_with_another_value(
    chapter: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [code for _, code in cells(chapter)]
    assert sum(old in code for code in codes) == 1
    monkeypatch.setenv("RULEBOOK_STATIC", "1")
    monkeypatch.chdir(BOOK / chapter.partition("/")[0])
    names: dict[str, Any] = {"__name__": "__main__"}
    for code in codes:
        exec(code.replace(old, new), names)
