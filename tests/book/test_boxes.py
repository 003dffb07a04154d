"""What the built pages say of each entry of the rulebook, in its box and where it is cited."""

import os
from functools import cache
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from rules_lib import impact
from rules_lib.impact.change_text import answer
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import reading_of, readings_of
from tests.impact.shared import bench
from tests.impact.test_impact import SILENCED
from tests.in_turn import in_turn

pytestmark = [pytest.mark.site, pytest.mark.usefixtures("site")]

BOOK = Path(__file__).parents[2] / os.environ.get("RULEBOOK_SITE", "_build/html") / "book"
BOXES = ".rb-box-clause, section.rb-ruling, .rb-box-erratum, section.rb-erratum"


@cache
def pages() -> dict[str, BeautifulSoup]:
    return {
        path.relative_to(BOOK).as_posix(): BeautifulSoup(path.read_text("utf-8"), "html.parser")
        for path in sorted(BOOK.rglob("*.html"))
    }


@cache
def boxes() -> dict[str, Tag]:
    return {str(each["id"]): each for page in pages().values() for each in page.select(BOXES)}


def words(tag: Tag) -> str:
    """Its text without spaces, which links and colours set in their own way."""
    return squeezed(tag.get_text())


def squeezed(text: str) -> str:
    return "".join(text.split())


def cited(tag: Tag) -> set[str]:
    return {each.get_text() for each in tag.select("a > .rb-cite")}


@in_turn("rule_id", catalog().clauses)
def test_a_clause_is_one_line_that_opens_to_the_rest(rule_id: str) -> None:
    clause, box = catalog().clauses[rule_id], boxes()[rule_id]
    system = catalog().systems[clause.system]
    assert box.name == "details"
    line = box.summary
    assert line
    assert words(line).startswith(squeezed(f"{rule_id} {clause.title}."))
    assert words(line).endswith(squeezed(clause.text))
    assert not line.select("a"), "what opens must not hold what leads away"
    assert squeezed(f"{system.source_title}, “{clause.source}”") in words(box)
    if clause.term != clause.title:
        found = [
            each
            for each in box.select(f"[lang={system.language}]")
            if words(each) == squeezed(clause.term)
        ]
        assert found, clause.term
    open_ids = {each.id for each in catalog().rulings_of(rule_id) if not each.settled}
    wrong = {each.id for each in catalog().errata_of(rule_id)}
    assert cited(box) >= {*clause.see, *open_ids, *wrong}


@in_turn("rule_id", catalog().rulings)
def test_a_ruling_asks_answers_and_says_what_is_at_stake(rule_id: str) -> None:
    found, box = impact.measure(rule_id, bench()), boxes()[rule_id]
    ruling, told = found.ruling, words(box)
    parts = (
        ruling.question,
        *(f"{readings_of(rule_id)[0].text} our default",),
        *(each.text for each in readings_of(rule_id)[1:]),
        ruling.reason,
        found.verdict,
    )
    places = [told.index(squeezed(each)) for each in parts]
    assert places == sorted(places)
    assert cited(box) >= set(ruling.clauses)
    for each in readings_of(rule_id):
        assert squeezed(f"{ruling.field.split('.')[-1]}={each.value}") in told


def test_questions_are_ranked_and_what_a_chapter_asks_leads_to_them() -> None:
    lines = pages()["rulings/index.html"].select(".rb-settle-game .rb-ranked > li")
    listed = [link.get_text() for link in (line.a for line in lines) if link]
    for system in catalog().systems:
        ranking = impact.ranking(system, bench())
        ids = [each.ruling.id for each in ranking]
        worst = sorted((each for each in ranking if each.largest), key=lambda each: -each.largest)
        own = [each for each in listed if each in ids]
        assert own[: len(ids)] == ids
        assert own[len(ids) :] == [each.ruling.id for each in worst]
    for name, page in pages().items():
        for line in page.select(".rb-otherwise > li"):
            link = line.select("a")[0]
            rule_id = link.get_text()
            found = catalog().rulings[rule_id]
            assert squeezed(f"{found.question} {readings_of(rule_id)[0].text}") in words(line), name
            assert str(link["href"]).endswith(f"#{rule_id}")


def test_a_question_that_another_answer_silences_is_told() -> None:
    for rule_id, value, silenced in SILENCED:
        place = f"rulings/{catalog().rulings[rule_id].system.replace('-', '_')}.html"
        place = "rulings/paper_tigers.html" if "paper" in place else place
        said = f"If {rule_id} is read as “{answer(reading_of(rule_id, value))}”, then"
        told = [words(each) for each in pages()[place].select("p") if silenced in each.get_text()]
        assert any(each.startswith(squeezed(said)) for each in told), (rule_id, silenced)


def test_a_citation_says_what_it_leads_to() -> None:
    seen = 0
    for name, page in pages().items():
        for link in page.select("a:has(> .rb-cite)"):
            rule_id = str(link["href"]).partition("#")[2]
            if rule_id in catalog().ids() and "title" in link.attrs:
                seen += 1
                assert link["title"] == f"{rule_id}: {catalog().entry(rule_id).title}", name
    assert seen > 1000


def test_an_erratum_stands_in_its_box() -> None:
    for rule_id, each in catalog().errata.items():
        assert squeezed(each.text) in words(boxes()[rule_id])
