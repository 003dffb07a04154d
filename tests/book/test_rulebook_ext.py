"""The Sphinx extension, on small books made for the purpose."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from sphinx.errors import ExtensionError

from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY
from tests.book import small_book

pytestmark = pytest.mark.slow

Build = Callable[..., tuple[dict[str, str], str]]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Build pages given by name and text; returns their HTML by name, and the warnings."""
    monkeypatch.setenv("RULEBOOK_STATIC", "")
    return lambda **pages: small_book.build(tmp_path, pages)


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("{rule}`PT-M99`", "index.md:2: WARNING: role rule: .*'PT-M99'; nearest: PT-M9"),
        ("\n```{clause} PT-M99\n```", "index.md:3: WARNING: clause: .*'PT-M99'; nearest: PT-M9"),
        ("\n```{clause} R-M3\n```", "WARNING: clause: R-M3 is of the kind ruling"),
        ("{rule}`PT-M9`", "WARNING: PT-M9 is cited, but no page sets it in a box"),
        ("\n```{clause} PT-M9 PT-M9\n```", "WARNING: PT-M9 has a box already, in book/index"),
        ("$\\nonsense{1}$", "WARNING: formula .* cannot be drawn: .*nonsense"),
    ],
)
def test_mistakes_are_warnings_and_so_fail_the_build(build: Build, text: str, warning: str) -> None:
    _, warnings = build(index=f"# Index\n{text}\n")
    assert re.search(warning, warnings)
    assert len(re.findall("WARNING", warnings)) == 1


def test_a_page_says_the_number_that_it_names(build: Build) -> None:
    pages, _ = build(
        index="# Index\nSubtract {SHAKEN_PENALTY}.\n\n```text\n{SHAKEN_PENALTY}\n```\n"
    )
    assert f"Subtract {SHAKEN_PENALTY}." in pages["index"]
    assert "{SHAKEN_PENALTY}" in pages["index"]  # in code, braces are those of Python
    with pytest.raises(ExtensionError, match="SHAKEN_PENALTIES} is no number"):
        build(index="# Index\nSubtract {SHAKEN_PENALTIES}.\n")
