"""The Sphinx extension, on small books made for the purpose."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
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


class Text(HTMLParser):
    """Collects text, and the attributes of each element by id and class."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def __str__(self) -> str:
        return " ".join("".join(self.words).split())

    def links(self) -> dict[str, str]:
        """Tooltips by target."""
        return {
            e["href"]: e.get("title", "") for tag, e in self.elements if tag == "a" and "href" in e
        }


def box(html: str, rule_id: str) -> str:
    """The HTML from the row or section of an id to the next one or the end of the page's text."""
    start = html.index(f'id="{rule_id}"')
    ends = r'class="rb-box rb-row|class="rb-ruling|<footer|class="sphinxsidebar"'
    end = re.search(ends, html[start:])
    assert end is not None
    return html[html.rindex("<", 0, start) : start + end.start()]


def test_a_row_holds_number_title_and_wording_and_opens_to_the_rest(build: Build) -> None:
    pages, warnings = build(melee="# Melee\n```{clause} PT-M9\n```\n")
    assert not warnings
    clause, found = catalog().clauses["PT-M9"], Text(box(pages["melee"], "PT-M9"))
    for part in (clause.id, clause.title, clause.text, clause.term, clause.source):
        assert part in str(found)
    assert all(each in str(found) for each in clause.see)
    assert f"German: {clause.term} ·" in str(found)
    assert ("em", {"lang": "de"}) in found.elements
    assert found.elements[0] == ("details", {"class": "rb-box rb-row rb-box-clause", "id": "PT-M9"})
    line = box(pages["melee"], "PT-M9").partition("</summary>")[0]
    assert str(Text(line)).split() == f"PT-M9 {clause.title}. {clause.text}".split()
    assert "<a" not in line  # what opens must not hold what leads away


def test_several_ids_make_several_rows_and_the_body_goes_into_the_last(build: Build) -> None:
    pages, _ = build(melee="# Melee\n```{clause} PT-M9 PT-M10\nOur own remark.\n```\n")
    assert "Our own remark." not in box(pages["melee"], "PT-M9")
    assert "Our own remark." in box(pages["melee"], "PT-M10")


def test_a_ruling_box_shows_every_reading_and_its_switch(build: Build) -> None:
    pages, warnings = build(melee="# Melee\n```{ruling} R-M3\nIt matters little.\n```\n")
    assert not warnings
    ruling, found = catalog().rulings["R-M3"], str(Text(box(pages["melee"], "R-M3")))
    for part in (ruling.question, ruling.reason, "It matters little.", *ruling.clauses):
        assert part in found
    for reading in ruling.readings:
        assert reading.text in found
        assert f"{ruling.field.split('.')[-1]}={reading.value}" in found
    assert found.index("our default") < found.index(ruling.readings[1].text)


def test_badges_link_to_the_boxes_of_other_pages(build: Build) -> None:
    ruling = catalog().rulings_of("PT-M12")[0].id
    pages, _ = build(
        melee="# Melee\n```{clause} PT-M12\n```\n", rulings=f"# R\n```{{ruling}} {ruling}\n```\n"
    )
    assert f"rulings.html#{ruling}" in Text(box(pages["melee"], "PT-M12")).links()
    assert "melee.html#PT-M12" in Text(box(pages["rulings"], ruling)).links()


def test_an_example_is_linked_from_its_boxes(build: Build) -> None:
    cell = "```{code-cell} ipython3\n---\nrules: [PT-M9]\ntags: [hide-input]\n---\n1 + 1\n```\n"
    pages, _ = build(
        melee="# Melee\n```{clause} PT-M9\n```\n",
        odds=f"{small_book.KERNEL}# Odds\n\n{cell}\n",
    )
    (link,) = [each for each in Text(box(pages["melee"], "PT-M9")).links() if "example" in each]
    page, _, anchor = link.partition("#")
    assert page == "odds.html"
    assert pages["odds"].index(f'id="{anchor}"') < pages["odds"].index("tag_hide-input")


def test_a_citation_links_to_the_box_with_its_title_as_tooltip(build: Build) -> None:
    pages, warnings = build(
        index="# Index\nSee {rule}`PT-M9`, {rule}`the ruling <R-M3>` and [this](#E-A4).\n",
        melee="# M\n```{clause} PT-M9\n```\n```{ruling} R-M3\n```\n```{erratum} E-A4\n```\n",
    )
    assert not warnings
    links = Text(pages["index"]).links()
    for rule_id in ("PT-M9", "R-M3", "E-A4"):
        assert links[f"melee.html#{rule_id}"] == f"{rule_id}: {catalog().entry(rule_id).title}"
    assert "the ruling" in str(Text(pages["index"]))
    assert catalog().errata["E-A4"].text in str(Text(box(pages["melee"], "E-A4")))


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
    text = str(Text(pages["coverage"]))
    without_chance = sum(not each.chance for each in catalog().clauses.values())
    assert text.count("no chance in it") == without_chance
    for rule_id in catalog().ids():
        assert f"{rule_id} {catalog().entry(rule_id).title}" in text
        clause = catalog().clauses.get(rule_id)
        lacks = "example, odds, test" if clause and clause.chance else "example, test"
        assert re.search(rf"coverage: {rule_id} lacks: .*{lacks}\n", warnings + "\n")
    assert "PT-M9 lacks: example, odds, test" in warnings
    assert "melee.html#PT-M9" in Text(pages["coverage"]).links()
    for system in catalog().systems.values():
        assert f"Clauses: {len(system.clauses)}" in text


def test_a_rebuilt_page_forgets_its_old_boxes(build: Build) -> None:
    build(a="# A\n```{clause} PT-M9\n```\n", b="# B\n")
    _, warnings = build(a="# A\n", b="# B\n```{clause} PT-M9\n```\n")
    assert not warnings
