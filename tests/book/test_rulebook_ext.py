"""The Sphinx extension, on small books made for the purpose."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sphinx.errors import ExtensionError

from rules_lib.paper_tigers.melee.rules import SHAKEN_PENALTY
from rules_lib.rulebook import catalog
from tests.book import small_book

pytestmark = pytest.mark.slow

Build = Callable[..., tuple[dict[str, str], str]]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Build pages given by name and text; returns their HTML by name, and the warnings."""
    monkeypatch.setenv("RULEBOOK_STATIC", "")
    return lambda **pages: small_book.build(tmp_path, pages)


def links(html: str) -> list[str]:
    return [str(each["href"]) for each in BeautifulSoup(html, "html.parser").select("a[href]")]


def box(html: str, rule_id: str) -> str:
    """The HTML from the row or section of an id to the next one or the end of the page's text."""
    start = html.index(f'id="{rule_id}"')
    ends = r'class="rb-box rb-row|class="rb-ruling|<footer|class="sphinxsidebar"'
    end = re.search(ends, html[start:])
    assert end is not None
    return html[html.rindex("<", 0, start) : start + end.start()]


def test_several_ids_make_several_rows_and_the_body_goes_into_the_last(build: Build) -> None:
    pages, _ = build(melee="# Melee\n```{clause} PT-M9 PT-M10\nOur own remark.\n```\n")
    assert "Our own remark." not in box(pages["melee"], "PT-M9")
    assert "Our own remark." in box(pages["melee"], "PT-M10")


def test_an_example_is_linked_from_its_boxes(build: Build) -> None:
    cell = "```{code-cell} ipython3\n---\nrules: [PT-M9]\ntags: [hide-input]\n---\n1 + 1\n```\n"
    pages, _ = build(
        melee="# Melee\n```{clause} PT-M9\n```\n",
        odds=f"{small_book.KERNEL}# Odds\n\n{cell}\n",
    )
    (link,) = [each for each in links(box(pages["melee"], "PT-M9")) if "example" in each]
    page, _, anchor = link.partition("#")
    assert page == "odds.html"
    assert pages["odds"].index(f'id="{anchor}"') < pages["odds"].index("tag_hide-input")


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


def test_the_coverage_page_shows_every_entry_and_warns_of_every_hole(build: Build) -> None:
    pages, warnings = build(
        coverage="# Coverage\n```{coverage}\n```\n", melee="# Melee\n```{clause} PT-M9\n```\n"
    )
    text = " ".join(BeautifulSoup(pages["coverage"], "html.parser").get_text().split())
    without_chance = sum(not each.chance for each in catalog().clauses.values())
    assert text.count("no chance in it") == without_chance
    for rule_id in catalog().ids():
        assert f"{rule_id} {catalog().entry(rule_id).title}" in text
        clause = catalog().clauses.get(rule_id)
        lacks = "example, odds, test" if clause and clause.chance else "example, test"
        assert re.search(rf"coverage: {rule_id} lacks: .*{lacks}\n", warnings + "\n")
    assert "PT-M9 lacks: example, odds, test" in warnings
    assert "melee.html#PT-M9" in links(pages["coverage"])
    for system in catalog().systems.values():
        assert f"Clauses: {len(system.clauses)}" in text


def test_a_rebuilt_page_forgets_its_old_boxes(build: Build) -> None:
    build(a="# A\n```{clause} PT-M9\n```\n", b="# B\n")
    _, warnings = build(a="# A\n", b="# B\n```{clause} PT-M9\n```\n")
    assert not warnings
