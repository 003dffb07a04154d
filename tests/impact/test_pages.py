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
from rules_lib.impact.change_text import points
from rules_lib.notebook.impact import told, two_bars
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import readings_of
from tests.impact.shared import bench

RULINGS = catalog().systems["in-die-tiefen"].rulings
PAGES = {
    "index": "(rulings-by-impact)=\n# All\n\n```{rulings-ranked}\n```\n",
    "tiefen": (
        f"# In die Tiefen\n\n## Rulings\n\n```{{ruling}} {' '.join(RULINGS)}\n```\n\n"
        "## Idle\n\n```{rulings-idle} in-die-tiefen\n```\n"
    ),
    "chapter": "# Chapter\n\n```{otherwise} R-I6 R-I9 R-I7\n```\n",
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
def _measured_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The extension looks up what other tests have measured."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(impacts, "_bench", cache(lambda: bench()))  # forgotten at each build
        patch.setattr(impacts, "KEPT", tmp_path_factory.mktemp("impact"))
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], str]:
    """The small book, built once."""
    return build(tmp_path_factory.mktemp("book"), PAGES)


@pytest.mark.slow
def test_a_ruling_s_section_asks_then_answers(site: tuple[dict[str, str], str]) -> None:
    for rule_id in RULINGS:
        found = words(part(site[0]["tiefen"], rule_id))
        ruling, measured = catalog().rulings[rule_id], impact.measure(rule_id, bench())
        told_parts = (
            ruling.question,
            measured.default_reading.text,
            *(each.reading.text for each in measured.readings),
            ruling.reason,
            measured.verdict,
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
    questions, worst = part(page, "in-die-tiefen").split("Worst cases")
    found = (
        re.findall(r'<li><p><a class="reference internal" href="tiefen.html#([\w-]+)" ', each)
        for each in (questions, worst)
    )
    ranking = impact.ranking("in-die-tiefen", bench())
    assert next(found) == [each.ruling.id for each in ranking]
    by_size = sorted((each for each in ranking if each.largest), key=lambda each: -each.largest)
    assert next(found) == [each.ruling.id for each in by_size]
    assert words(questions).index("more questions") > words(questions).index(ranking[5].ruling.id)
    text = words(page)
    for ruling in catalog().rulings.values():
        line = f"{ruling.id} {ruling.question} {readings_of(ruling.id)[0].text}"
        assert without_spaces(line) in without_spaces(text)
    assert "Settled: no other answer makes sense." in text


@pytest.mark.slow
def test_a_chapter_has_a_line_a_ruling_that_leads_on(site: tuple[dict[str, str], str]) -> None:
    lines = re.findall(r"<li[^>]*>(.*?)</li>", part(site[0]["chapter"], "chapter"), re.DOTALL)
    for rule_id, line in zip(("R-I6", "R-I9", "R-I7"), lines, strict=True):
        measured = impact.measure(rule_id, bench())
        stake = {
            "R-I6": "Settled: no other answer makes sense.",
            "R-I9": "Settle before the game.",
            "R-I7": "Settle before the game: same odds, different outcome.",
        }[rule_id]
        ruling = measured.ruling
        told_once = f"{rule_id} {ruling.question} {readings_of(rule_id)[0].text} {stake}"
        assert without_spaces(words(line)) == without_spaces(told_once)
        assert f'href="tiefen.html#{rule_id}"' in line


@pytest.mark.slow
def test_idle_questions_are_told(site: tuple[dict[str, str], str]) -> None:
    text = words(site[0]["tiefen"])
    yes = "Yes: only destroyed dice of other kinds count"
    assert f"If R-I8 is read as “{yes}”, then R-I4 (Losses over 100 %) changes nothing" in text


@pytest.mark.slow
def test_every_anchor_is_there_once_and_nothing_is_amiss(
    site: tuple[dict[str, str], str],
) -> None:
    pages, warnings = site
    ids = re.findall(r'\bid="([^"]+)"', pages["tiefen"])
    assert len(ids) == len(set(ids))
    cited = [line for line in warnings.splitlines() if "no page sets it in a box" not in line]
    assert cited == []


def test_two_bars_say_the_same_as_the_figures() -> None:
    change = max(impact.measure("R-I9", bench()).readings[0].changes, key=lambda each: each.size)
    drawn = two_bars(change, "A <wins>", "ours & theirs", "other")
    assert "A &lt;wins&gt;" in drawn
    assert "ours &amp; theirs" in drawn
    widths = [float(each) for each in re.findall(r"width:([\d.]+)%", drawn)]
    assert widths == [round(float(100 * p), 2) for p in (change.default, change.other)]
    assert told(change.default).replace(" ", "\u00a0") in drawn
