"""The built pages: complete and linked, and what they say of each entry of the rulebook.

That they load nothing else say the browser’s tests. Each page is read once for all that is asked.
"""

import json
import re
from collections import Counter
from functools import cache
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup, Tag

from rules_lib import impact
from rules_lib.notebook.otherwise import told
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import reading_of, readings_of
from rules_lib.text.chances import points
from tests.browser.pages import SITE
from tests.impact.shared import bench
from tests.impact.test_impact import SILENCED
from tests.in_turn import in_turn
from tests.sample import DEEP

pytestmark = [pytest.mark.site, pytest.mark.usefixtures("site")]

BOXES = {"rb-box-clause", "rb-ruling", "rb-box-erratum", "rb-erratum"}
LONGEST = 1500


DRAWN = re.compile(r"<svg\b(?:(?!<svg\b|</svg>|<a\b).)*</svg>", re.DOTALL)
"""A drawing without links."""
SET = re.compile(r'<span class="(?:\w{1,3}|rb-line)">([^<]*)</span>')
"""The colour of a word of code, or a line of it."""


def plain(html: str) -> str:
    """A page without what only draws and colours, which is a third of it."""
    return SET.sub(r"\1", SET.sub(r"\1", DRAWN.sub("", html)))


@cache
def pages() -> dict[str, BeautifulSoup]:
    """All pages, by their place."""
    return {
        path.relative_to(SITE).as_posix(): BeautifulSoup(
            plain(path.read_text("utf-8")), "html.parser"
        )
        for path in sorted(SITE.rglob("*.html"))
        if "_static" not in path.parts
    }


@cache
def ids() -> dict[str, list[Tag]]:
    """What has an id, by page."""
    return {name: page.find_all(id=True) for name, page in pages().items()}


@cache
def links() -> dict[str, list[str]]:
    """Where the links of each page lead, and the page that only leads on."""
    return {
        name: [
            *(str(each["href"]) for each in page.find_all("a", href=True)),
            *(
                str(each["content"]).partition("url=")[2]
                for each in page.find_all("meta", {"http-equiv": "refresh"})
            ),
        ]
        for name, page in pages().items()
    }


@cache
def boxes() -> dict[str, Tag]:
    return {
        str(each["id"]): each
        for some in ids().values()
        for each in some
        if BOXES.intersection(each.get("class") or ()) and each.name in ("details", "section")
    }


def words(tag: Tag) -> str:
    """Its text without spaces, which links and colours set in their own way."""
    return squeezed(tag.get_text())


def squeezed(text: str) -> str:
    return "".join(text.split())


def cited(tag: Tag) -> set[str]:
    return {each.get_text() for each in tag.select("a > .rb-cite")}


def test_every_entry_of_the_rulebook_has_exactly_one_anchor() -> None:
    """A line about a ruling keeps the address that the whole of it once had in that chapter."""
    found = Counter(each["id"] for some in ids().values() for each in some if each.name != "li")
    assert {each: found[each] for each in catalog().ids() if found[each] != 1} == {}


def test_every_link_within_the_site_leads_somewhere() -> None:
    broken = []
    known = {
        (SITE / name).resolve(): {"", *(str(each["id"]) for each in some)}
        for name, some in ids().items()
    }
    for name, found in links().items():
        for link in found:
            if re.match(r"[a-z]+:", link):
                continue
            file, _, fragment = link.partition("#")
            path = (SITE / name).resolve()
            target = (path.parent / unquote(file.partition("?")[0])).resolve() if file else path
            anchor = unquote(fragment.partition("?")[0])  # an explorer adds its settings
            if target in known:
                exists = bool({anchor, f"dice-{anchor}"} & known[target])
            else:
                exists = target.exists()
            if not exists:
                broken.append(f"{name}: {link}")
    assert broken == []


def test_a_link_is_short_enough_to_be_sent() -> None:
    """Those of our forms are the longest: chats and mail cut what is longer than this."""
    sent = [link for found in links().values() for link in found]
    sent += [
        str(told["data-again"])
        for page in pages().values()
        for told in page.find_all(lambda each: "data-again" in each.attrs)
    ]
    assert [link for link in sent if len(link) > LONGEST] == []


def test_no_cell_shows_an_error_or_a_warning() -> None:
    for name, page in pages().items():
        assert not page.find(class_=["traceback", "stderr"]), name
        assert "Traceback (most recent call last)" not in page.get_text(), name


def test_no_hole_is_left_in_the_coverage() -> None:
    page = pages()["book/reference/coverage.html"]
    assert page.select(".rb-coverage")
    assert not page.select(".rb-missing")


ONLY_TOLD = {
    "Movement test",
    "Charge test",
    "British 3, black 8, charges German 3",  # it never came to a melee
    "Squad, black 7, charges Enemy",
    "British 1, black 6",
    "British 3, black 8 against German 3, three riflemen",
    "The sniper’s duel",  # a move alone
    "Who comes, who stands in square, who is recalled?",  # its explorer has the dice
    "The fight over Y",
    "The fight over Z",
    "Morand breaks through",  # enemies behind the target, whom no form asks for
    "Duval does not stop",
}
"""What is told and has no dice that a form could take."""


def test_what_is_told_leads_to_other_dice() -> None:
    told = {
        (told.p.get_text() if told.p else "", bool(told.get("data-again")))
        for game in ("paper_tigers", "in_die_tiefen", "triumph_and_glory")
        for name, page in pages().items()
        if name.startswith(f"book/{game}/")
        for told in page.find_all(class_="rb-transcript")
    }
    assert {title for title, leads in told if not leads} == ONLY_TOLD
    assert len([title for title, leads in told if leads]) > 25


CYRILLIC = re.compile("[А-яЁё]{2,}")


def test_words_of_another_language_say_so() -> None:
    """Russian is known by its letters; German are the terms of a German source, and its title."""
    known = catalog()
    german = {each.source_title for each in known.systems.values() if each.language == "de"}
    german |= {
        each.term
        for each in known.clauses.values()
        if each.term != each.title and known.systems[each.system].language == "de"
    }
    silent, told = [], Counter[str]()
    for name, page in pages().items():
        for text in page.body.find_all(string=True):  # type: ignore[union-attr]
            words = text.strip().rstrip(".,")
            language = "ru" if CYRILLIC.search(text) else "de" if words in german else ""
            within = text.parent if language else None
            if within is None or within.name in ("script", "style", "a", "q", "td"):
                continue
            lang = within.find_parent(lang=True) if "lang" not in within.attrs else within
            told[language] += 1
            if lang["lang"] != language:  # type: ignore[index]
                silent.append(f"{name}: {words[:40]}")
    assert silent == []
    assert min(told["ru"], told["de"]) > 50


def test_all_that_the_search_finds_is_there_and_no_code_is_found() -> None:
    text = (SITE / "_static/search_index.js").read_text("utf-8")
    found: list[list[str]] = json.loads(
        text.removeprefix("window.rulebookFound = ").removesuffix(";\n")
    )["found"]
    addresses = [address for _, _, address, *_ in found]
    assert len(set(addresses)) == len(addresses)
    places = [(page, anchor) for page, _, anchor in (each.partition("#") for each in addresses)]
    known = {name: {each["id"] for each in some} for name, some in ids().items()}
    assert [each for each in places if each[1] and each[1] not in known[each[0]]] == []
    assert {page for page, _ in places} == {each for each in pages() if each.startswith("book/")}
    kinds = Counter(kind for kind, *_ in found)
    assert kinds["clause"] + kinds["ruling"] + kinds["erratum"] == len(list(catalog().ids()))
    assert kinds["quick sheet"] == len(catalog().systems)
    assert min(kinds["common misreading"], kinds["term"], kinds["odds"]) > 10
    code = re.compile(r"\btest_\w|\bassert \w+ ==|\bfrom \w+ import|\(\)")
    assert [said for *_, said, _, _, _ in found if code.search(said)] == []


def test_a_clause_leads_to_its_example_its_odds_and_its_tests() -> None:
    """One click from every open clause: what has a chance names where it is computed."""
    for rule_id in catalog().clauses:
        row = boxes()[rule_id]
        assert "rb-row" in row["class"], rule_id
        told, chance = row.get_text(), catalog().clauses[rule_id].chance
        assert re.search(r"\bexample(: | on this page)", told), rule_id
        assert bool(re.search(r"\bodds(: | on this page)", told)) == chance, rule_id
        assert row.select(f"a[href$='coverage.html#proof-{rule_id}']")


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


@in_turn("rule_id", catalog().rulings, sampled=4)
def test_a_ruling_asks_answers_and_says_what_is_at_stake(rule_id: str) -> None:
    found, box = impact.measure(rule_id, bench()), boxes()[rule_id]
    ruling, said = found.ruling, words(box)
    parts = (
        ruling.question,
        *(f"{readings_of(rule_id)[0].text} our default",),
        *(each.text for each in readings_of(rule_id)[1:]),
        ruling.reason,
        found.verdict,
    )
    places = [said.index(squeezed(each)) for each in parts]
    assert places == sorted(places)
    assert cited(box) >= set(ruling.clauses)
    owner, _, field = ruling.field.rpartition(".")
    ours, *others = (f"{owner}({field}={each.value})" for each in readings_of(rule_id))
    assert squeezed(" ".join([ours, "# our default", *others])) in said
    for reading in found.readings:
        for change in reading.differing:
            line = f"{change.situation}: {told(change.default)} → {told(change.other)}"
            assert squeezed(line) in said, line
        if (most := reading.largest.difference) and reading.largest.size:
            line = f"Largest change: {points(most, signed=True)}. Typical change: "
            line += f"{points(reading.typical)}, the median of {len(reading.changes)} situations."
            assert squeezed(line) in said


@pytest.mark.parametrize(
    "system",
    [
        pytest.param(each, marks=() if each == "paper-tigers-sniper" else DEEP)
        for each in catalog().systems
    ],
)
def test_questions_are_ranked(system: str) -> None:
    lines = pages()["book/rulings/index.html"].select(".rb-settle-game .rb-ranked > li")
    listed = [link.get_text() for link in (line.a for line in lines) if link]
    ranking = impact.ranking(system, bench())
    ids = [each.ruling.id for each in ranking]
    worst = sorted((each for each in ranking if each.largest), key=lambda each: -each.largest)
    own = [each for each in listed if each in ids]
    assert own[: len(ids)] == ids
    assert own[len(ids) :] == [each.ruling.id for each in worst]
    said = [words(line) for line in lines if line.a and line.a.get_text() in ids]
    for each, line in zip(ranking, said, strict=False):
        usual = f"typically {points(each.typical)}" if points(each.largest)[0] != "l" else ""
        assert squeezed(usual if each.largest else "") in line, line
    for each, line in zip(worst, said[len(ids) :], strict=True):
        assert line.endswith(squeezed(points(each.largest))), line
    table = pages()["book/rulings/my_table.html"].select(f"#table-{system} [data-ruling]")
    assert table[0]["data-ruling"] == max(ranking, key=lambda one: one.typical).ruling.id


def test_what_a_chapter_asks_leads_to_its_question() -> None:
    for name, page in pages().items():
        told = page.find_all(class_="rb-otherwise")
        for line in (line for each in told for line in each.find_all("li", recursive=False)):
            (link, *_) = line.find_all("a")
            rule_id = link.get_text()
            found = catalog().rulings[rule_id]
            assert squeezed(f"{found.question} {readings_of(rule_id)[0].text}") in words(line), name
            assert str(link["href"]).endswith(f"#{rule_id}")


def test_a_question_that_another_answer_silences_is_told() -> None:
    for rule_id, value, silenced in SILENCED:
        place = f"book/rulings/{catalog().rulings[rule_id].system.replace('-', '_')}.html"
        place = "book/rulings/paper_tigers.html" if "paper" in place else place
        said = f"If {rule_id} is read as “{reading_of(rule_id, value).answer}”, then"
        told = [words(each) for each in pages()[place].select("p") if silenced in each.get_text()]
        assert any(each.startswith(squeezed(said)) for each in told), (rule_id, silenced)


def test_a_citation_says_what_it_leads_to() -> None:
    seen = 0
    for name, page in pages().items():
        for cite in page.find_all(class_="rb-cite"):
            link = cite.parent if cite.parent and cite.parent.name == "a" else cite
            rule_id = str(link.get("href", "")).partition("#")[2]
            if rule_id in catalog().ids() and "title" in link.attrs:
                seen += 1
                assert link["title"] == f"{rule_id}: {catalog().entry(rule_id).title}", name
    assert seen > 1000


def test_an_erratum_stands_in_its_box() -> None:
    for rule_id, each in catalog().errata.items():
        assert squeezed(each.text) in words(boxes()[rule_id])


def test_no_explorer_says_never_or_always_behind_its_verb() -> None:
    """A headline has words of its own for both, unless its chances have neither."""
    tables = [each.read_text("utf-8") for each in (SITE / "_static/tables").iterdir()]
    assert len(tables) > 10
    assert re.findall(r'.{60} (?:never|always)\."', " ".join(tables)) == []


def test_a_card_is_open_where_its_answer_is_a_ruling_or_the_source_is_silent() -> None:
    page = BeautifulSoup((SITE / "book/rulings/misreadings.html").read_text("utf-8"), "html.parser")
    for card in page.select("[id^=misreading-]"):
        (answer,), (stamp,) = card.select(".rb-me"), card.select(".rb-stamp")
        first = next(each.text for each in answer.select("a") if each.text in catalog().ids())
        ours = first.startswith("R-") or "agree on it first" in answer.text
        assert stamp.text == ("Open" if ours else "Wrong"), card.text
