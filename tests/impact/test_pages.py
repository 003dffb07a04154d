"""The pages about rulings and the line in their boxes, on a small book."""

import html
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from rulebook_ext import impacts
from rules_lib import impact
from rules_lib.impact.words import points
from rules_lib.presentation.impact import impact_table, told, two_bars
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import readings_of, switch_of
from tests.impact.shared import bench

PAGES = {
    "index": "(rulings-by-impact)=\n# All\n\n```{rulings-ranked}\n```\n",
    "tiefen": (
        "# In die Tiefen\n\n## Rulings\n\n```{rulings} in-die-tiefen\n```\n\n"
        "## Idle\n\n```{rulings-idle} in-die-tiefen\n```\n"
    ),
    "chapter": "# Chapter\n\n```{ruling} R-I6 R-I9 R-I7\n```\n",
}


def build(folder: Path, pages: dict[str, str]) -> tuple[dict[str, str], str]:
    """HTML by page, and the warnings."""
    source, out, warnings = folder / "source", folder / "out", io.StringIO()
    source.mkdir()
    for name, text in pages.items():
        (source / f"{name}.md").write_text(text, "utf-8")
    settings = {
        "extensions": ["myst_nb", "rulebook_ext"],
        "nb_execution_mode": "off",
        "html_math_renderer": "mathml",
        "suppress_warnings": ["toc"],
    }
    with docutils_namespace():
        app = Sphinx(
            source, None, out, folder / "trees", "html", settings, status=None, warning=warnings
        )
        app.build()
    lines = warnings.getvalue().splitlines()
    kept = "\n".join(line for line in lines if "included in any toctree" not in line)
    return {name: (out / f"{name}.html").read_text("utf-8") for name in pages}, kept


def words(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def without_spaces(text: str) -> str:
    """For texts in which links and colours set words apart."""
    return "".join(text.split())


def part(page: str, label: str) -> str:
    """The section with this anchor."""
    start = page.index(f'id="{label}"')
    return page[start : page.index("</section>", start)]


@pytest.fixture(scope="module", autouse=True)
def _measured_once() -> Iterator[None]:
    """The extension looks up what other tests have measured."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(impacts, "_bench", cache(lambda: bench()))  # forgotten at each build
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], str]:
    """The small book, built once."""
    return build(tmp_path_factory.mktemp("book"), PAGES)


@pytest.mark.slow
def test_a_ruling_s_section_answers_first(site: tuple[dict[str, str], str]) -> None:
    for rule_id in catalog().systems["in-die-tiefen"].rulings:
        found = words(part(site[0]["tiefen"], f"about-{rule_id.lower()}"))
        ruling, measured = catalog().rulings[rule_id], impact.measure(rule_id, bench())
        told_parts = (
            measured.default_reading.text,
            measured.verdict,
            ruling.question,
            ruling.reason,
            *(each.reading.text for each in measured.readings),
        )
        places = [found.index(each) for each in told_parts]
        assert places == sorted(places)
        for each in measured.readings:
            if each.largest.size:
                assert points(each.largest.size) in found
                assert each.largest.situation in found
                assert told(each.largest.other) in found
        for clause in ruling.clauses:
            assert clause in found


@pytest.mark.slow
def test_the_list_of_all_rulings(site: tuple[dict[str, str], str]) -> None:
    page = site[0]["index"]
    listed = re.findall(r'<li><p><a class="reference internal" href="tiefen.html#([\w-]+)">', page)
    ranked = [each.ruling.id for each in impact.ranking("in-die-tiefen", bench())]
    assert listed == [f"about-{rule_id.lower()}" for rule_id in ranked]
    text = words(page)
    for ruling in catalog().rulings.values():
        line = f"{ruling.id} {ruling.question} {readings_of(ruling.id)[0].text}"
        assert without_spaces(line) in without_spaces(text)
    assert "Settled: no other answer makes sense (1)" in text


@pytest.mark.slow
def test_the_box_of_a_ruling_says_what_it_changes_and_leads_on(
    site: tuple[dict[str, str], str],
) -> None:
    box = part(site[0]["chapter"], "R-I9")
    measured = impact.measure("R-I9", bench())
    typical = f", typically {points(measured.typical)}. → all rulings"
    assert f"What it changes: {measured.verdict} {typical}" in words(box)
    assert "agree before you play . → all rulings" in words(part(site[0]["chapter"], "R-I7"))
    assert 'href="tiefen.html#about-r-i9"' in box
    assert 'href="index.html#rulings-by-impact"' in box


@pytest.mark.slow
def test_idle_questions_are_told(site: tuple[dict[str, str], str]) -> None:
    text = words(site[0]["tiefen"])
    yes = "Yes: only destroyed dice of other kinds count"
    assert f"If R-I8 is read as “{yes}”, then R-I4 (More than everything) changes nothing" in text


@pytest.mark.slow
def test_every_anchor_is_there_once_and_nothing_is_amiss(
    site: tuple[dict[str, str], str],
) -> None:
    pages, warnings = site
    ids = re.findall(r'\bid="([^"]+)"', pages["tiefen"])
    assert len(ids) == len(set(ids))
    cited = [line for line in warnings.splitlines() if "no page sets it in a box" not in line]
    assert cited == []


@pytest.mark.slow
def test_a_box_without_the_pages_keeps_its_words(tmp_path: Path) -> None:
    pages, warnings = build(tmp_path, {"index": "# A\n\n```{ruling} R-I9\n```\n"})
    assert f"What it changes: {impact.measure('R-I9', bench()).verdict}" in words(pages["index"])
    assert "about-r-i9" not in pages["index"]
    assert not warnings


@pytest.mark.slow
def test_another_default_changes_box_and_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(switch_of("R-I9"), "default", True)
    pages, _ = build(tmp_path, PAGES)
    box = words(part(pages["chapter"], "R-I9"))
    assert "Yes: any failure. our default" in box
    assert "What speaks for “No: only one that the enemy has thwarted”?" in box
    switch = "battle.Rulings(failed_deeds_help_enemy=True)  # our default"
    assert without_spaces(switch) in without_spaces(box)
    about = words(part(pages["tiefen"], "about-r-i9"))
    assert about.index("Yes: any failure.") < about.index("Other answer: No: only one")
    question = catalog().rulings["R-I9"].question
    assert f"R-I9 {question} Yes: any failure." in words(pages["index"])


def test_two_bars_say_the_same_as_the_figures() -> None:
    change = max(impact.measure("R-I9", bench()).readings[0].changes, key=lambda each: each.size)
    drawn = two_bars(change, "A <wins>", "ours & theirs", "other")
    assert "A &lt;wins&gt;" in drawn
    assert "ours &amp; theirs" in drawn
    widths = [float(each) for each in re.findall(r"width:([\d.]+)%", drawn)]
    assert widths == [round(float(100 * p), 2) for p in (change.default, change.other)]
    assert told(change.default).replace(" ", "\u00a0") in drawn


def test_the_table_for_chapters() -> None:
    table = str(impact_table("R-I9"))
    (reading,) = impact.measure("R-I9", bench()).readings
    assert f"R-I9, over {len(reading.changes)} situations: A wins" in table
    assert f"+{points(reading.largest.size)} | {reading.largest.situation}" in table
    assert "6 hexes → 8 hexes" in str(impact_table("R-I7"))
    assert "nothing | in none | nothing" in str(impact_table("R-S3"))
    assert len(str(impact_table("R-I6")).splitlines()) == 2
