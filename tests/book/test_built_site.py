"""The built pages: complete and linked; that they load nothing else say the browser’s tests."""

import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup

from rules_lib.rulebook import catalog

pytestmark = [pytest.mark.site, pytest.mark.usefixtures("site")]

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")


LONGEST = 1500
AGAIN = re.compile(r'data-again="([^"]+)"')
ROW = re.compile(
    r'<details [^>]*class="rb-box rb-row rb-box-clause" id="([^"]+)".*?</details>', re.DOTALL
)


@dataclass
class Page(HTMLParser):
    """What one page names: ids and links."""

    path: Path
    ids: list[str] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    classes: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()
        self.text = self.path.read_text("utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        # A line about a ruling keeps the address that the whole of it once had in that chapter.
        self.ids += [values["id"]] if "id" in values else []
        self.boxes += [values["id"]] if "id" in values and tag != "li" else []
        self.classes.update(values.get("class", "").split())
        self.links += [values["href"]] if tag == "a" and "href" in values else []
        if tag == "meta" and values.get("http-equiv", "").lower() == "refresh":
            self.links.append(values["content"].partition("url=")[2])


@cache
def pages() -> dict[Path, Page]:
    return {
        path: Page(path) for path in sorted(SITE.rglob("*.html")) if "_static" not in path.parts
    }


def test_every_entry_of_the_rulebook_has_exactly_one_anchor() -> None:
    ids = [each for page in pages().values() for each in page.boxes]
    wrong = {each: ids.count(each) for each in catalog().ids() if ids.count(each) != 1}
    assert wrong == {}


def test_every_link_within_the_site_leads_somewhere() -> None:
    broken = []
    for path, page in pages().items():
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            file, _, fragment = link.partition("#")
            target = (path.parent / unquote(file.partition("?")[0])).resolve() if file else path
            anchor = unquote(fragment.partition("?")[0])  # an explorer adds its settings
            known = pages().get(target)
            ids = {"", *known.ids} if known else set()
            exists = target.exists() if known is None else {anchor, f"dice-{anchor}"} & ids
            if not exists:
                broken.append(f"{path.relative_to(SITE)}: {link}")
    assert broken == []


def test_a_link_is_short_enough_to_be_sent() -> None:
    """Those of our forms are the longest: chats and mail cut what is longer than this."""
    links = [link for page in pages().values() for link in (*page.links, *AGAIN.findall(page.text))]
    assert [link for link in links if len(link) > LONGEST] == []


def test_no_cell_shows_an_error_or_a_warning() -> None:
    for path, page in pages().items():
        assert not {"traceback", "stderr"} & page.classes, path
        assert "Traceback (most recent call last)" not in page.text, path


def test_no_hole_is_left_in_the_coverage() -> None:
    page = pages()[SITE / "book" / "reference" / "coverage.html"]
    assert "rb-coverage" in page.classes
    assert "rb-missing" not in page.classes


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
        for path in sorted((SITE / "book" / game).glob("*.html"))
        for told in BeautifulSoup(path.read_text("utf-8"), "html.parser").select(".rb-transcript")
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
    for path, page in pages().items():
        for text in BeautifulSoup(page.text, "html.parser").body.find_all(string=True):  # type: ignore[union-attr]
            words = text.strip().rstrip(".,")
            language = "ru" if CYRILLIC.search(text) else "de" if words in german else ""
            within = text.parent if language else None
            if within is None or within.name in ("script", "style", "a", "q", "td"):
                continue
            lang = within.find_parent(lang=True) if "lang" not in within.attrs else within
            told[language] += 1
            if lang["lang"] != language:  # type: ignore[index]
                silent.append(f"{path.relative_to(SITE)}: {words[:40]}")
    assert silent == []
    assert min(told["ru"], told["de"]) > 50


def test_all_that_the_search_finds_is_there_and_no_code_is_found() -> None:
    text = (SITE / "_static/search_index.js").read_text("utf-8")
    found: list[list[str]] = json.loads(
        text.removeprefix("window.rulebookFound = ").removesuffix(";\n")
    )["found"]
    addresses = [address for _, _, address, *_ in found]
    assert len(set(addresses)) == len(addresses)
    places = [
        (SITE / page, anchor) for page, _, anchor in (each.partition("#") for each in addresses)
    ]
    assert [each for each in places if each[1] and each[1] not in pages()[each[0]].ids] == []
    chapters = {page for page in pages() if SITE / "book" in page.parents}
    assert {page for page, _ in places} == chapters
    kinds = Counter(kind for kind, *_ in found)
    assert kinds["clause"] + kinds["ruling"] + kinds["erratum"] == len(list(catalog().ids()))
    assert kinds["quick sheet"] == len(catalog().systems)
    assert min(kinds["common misreading"], kinds["term"], kinds["odds"]) > 10
    code = re.compile(r"\btest_\w|\bassert \w+ ==|\bfrom \w+ import|\(\)")
    assert [said for *_, said, _, _, _ in found if code.search(said)] == []


def test_a_clause_leads_to_its_example_its_odds_and_its_tests() -> None:
    """One click from every open clause: what has a chance names where it is computed."""
    rows = {found[1]: found[0] for page in pages().values() for found in ROW.finditer(page.text)}
    assert set(rows) == set(catalog().clauses)
    for rule_id, text in rows.items():
        assert re.search(r">example(: | on this page)", text), rule_id
        chance = catalog().clauses[rule_id].chance
        assert bool(re.search(r">odds(: | on this page)", text)) == chance, rule_id
        assert f"coverage.html#proof-{rule_id}" in text
