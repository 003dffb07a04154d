"""The search finds what a player asks for, while it is typed, also from a disk."""

import gzip
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from rules_lib.rulebook import catalog
from tests.browser.axe import barriers
from tests.browser.pages import PHONE, script
from tests.browser.tab import SETTLE, Tab

FIELD = ".bd-search-container input[name=q]"
DIALOG = "#pst-search-dialog"
CHAPTER = "book/paper_tigers/melee.html"
INDEX = "search_index.js"
MOST = 70_000
"""Bytes of the index, compressed."""

ASKED: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("search.toml").read_text("utf-8")
)
RIGHT = ASKED["first"]


@pytest.fixture(scope="module")
def page(lonely_browser: Browser, site: Path) -> Iterator[Page]:
    """The page of the search, opened from a disk, for one question after the other."""
    tab = Tab(lonely_browser)
    with tab.at((site / "search.html").as_uri()):
        tab.page.wait_for_selector(".rb-search .rb-chip")
        yield tab.page
    tab.page.context.close()


def ask(page: Page, *asked: str) -> list[tuple[str, list[str]]]:
    """Type one question after the other; return what is said of each, and the links."""
    return [
        (said, [unquote(each) for each in links])
        for said, links in page.evaluate(script("search_ask"), asked)
    ]


def test_the_right_place_comes_first(page: Page) -> None:
    answers = dict(zip(RIGHT, ask(page, *RIGHT), strict=True))
    wrong = {
        asked: links[:3]
        for asked, (_, links) in answers.items()
        if not links or not re.search(rf"/{re.escape(RIGHT[asked])}[\w-]*$", links[0])
    }
    assert wrong == {}
    for asked, place in ASKED["beside"].items():
        links = answers[asked][1][:5]
        assert any(each.endswith(f"/{place}") for each in links), (asked, links)


def test_no_word_leads_to_its_opposite_alone() -> None:
    path = Path(__file__).parents[2] / "book/_ext/rulebook_ext/search.toml"
    pairs = [("light", "heavy"), ("attack", "defen"), ("win", "lose"), ("red", "black")]
    for asked, leads in tomllib.loads(path.read_text("utf-8"))["everyday"].items():
        for one, other in (*pairs, *(pair[::-1] for pair in pairs)):
            if any(each.startswith(one) for each in asked.split()) and leads:
                assert not all(other in each for each in leads), asked


def test_a_sentence_finds_the_rule_that_has_most_of_its_words(page: Page) -> None:
    wrong = {}
    for (asked, places), (_, links) in zip(
        ASKED["sentences"].items(), ask(page, *ASKED["sentences"]), strict=True
    ):
        if not any(place in link for place in places.split() for link in links[:3]):
            wrong[asked] = links[:3]
    assert wrong == {}
    short, long = ask(
        page, "officer charge woods?", "what if my officer can charge out of the woods?"
    )
    assert short == long


def test_every_number_leads_to_its_box_alone_however_it_is_spelt(page: Page) -> None:
    ids = list(catalog().ids())
    spelt = {rule_id: rule_id for rule_id in ids}
    spelt |= {each: rule_id for rule_id, some in ASKED["numbers"].items() for each in some.split()}
    spelt |= {"pt m13": "PT-M13", "pt m 13": "PT-M13", "r m 3": "R-M3", "what is PT-M13?": "PT-M13"}
    spelt |= {"rule 9.85b": "TG-9.85b", "R I 1": "R-I1", "idt 1.4": "IDT-1.4"}
    for (asked, rule_id), (said, links) in zip(spelt.items(), ask(page, *spelt), strict=True):
        assert (said, len(links)) == ("1 found", 1), asked
        assert links[0].endswith(f"#{rule_id}"), (asked, links)


def test_neither_tests_nor_code_are_found(page: Page) -> None:
    nothing = ["pytest", "assert", "fixture", "jupytext", "adjudicate"]
    for asked, (said, links) in zip(nothing, ask(page, *nothing), strict=True):
        assert (links, said[:13]) == ([], "Nothing found"), (asked, links)


def test_what_is_found_says_what_it_is_and_marks_the_words(page: Page) -> None:
    page.fill(FIELD, "small teams subtract")
    first = page.locator(".rb-search-list li").first
    clause = catalog().clauses["PT-M15"]
    assert first.locator(".rb-search-kind").inner_text().startswith("Clause · Paper Tigers")
    assert first.locator(".rb-search-title").inner_text() == f"PT-M15 {clause.title}"
    assert first.locator(".rb-search-text").inner_text() == clause.text
    marked = {each.lower() for each in first.locator("mark").all_inner_texts()}
    assert marked == {"small", "teams", "subtract"}
    page.fill(FIELD, "charge")
    page.get_by_label("Triumph & Glory").check()
    kinds = page.locator(".rb-search-kind").all_inner_texts()
    assert all("Triumph & Glory" in each for each in kinds)
    page.locator(".rb-search .rb-chip input").first.check()  # all games again


def test_hostile_questions_are_words_like_others(page: Page) -> None:
    names = page.evaluate("Object.getOwnPropertyNames(Object.prototype)")
    assert {"__proto__", "constructor"} <= set(names)
    markup = "<img src=x onerror=alert(1)>"
    patterns = [r"(.*+[", "\\", "^$", "a{99999}", "((((((a)+)+)+)+)+)$", "%00", "\ud800", "?q=&#"]
    for asked, (said, _) in zip(names, ask(page, *names), strict=True):
        assert re.match(r"Nothing found|\d+ found", said), asked
    for asked in ("constructor", "__proto__", "hasOwnProperty"):
        assert ask(page, asked)[0][1] == []
    for said, _ in ask(page, markup, *patterns, " ", "‮", "\0"):
        assert re.match(r"Nothing found|\d+ found|The first|A word", said)
    assert page.locator(".rb-search img").count() == 0
    short, long = ask(page, "PT-M13 cover", "PT-M13 cover" + " " * 200 + "melee " * 60_000)
    assert long == short


def test_the_address_keeps_the_question_and_its_results_fit_a_phone(page: Page, site: Path) -> None:
    page.goto((site / "search.html").as_uri() + "?q=machine+gun+charge")
    expect(page.locator(FIELD)).to_have_value("machine gun charge")
    expect(page.locator(".rb-search-title").first).to_contain_text("PT-M5")
    page.locator(".rb-search-list a").first.click()
    page.wait_for_url("**/charge.html#PT-M5")
    page.go_back()
    expect(page.locator(".rb-search-title").first).to_contain_text("PT-M5")
    page.set_viewport_size(PHONE)
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_dialog_by_keyboard(tab: Tab, site: Path) -> None:
    """Nothing is loaded before; arrows and Enter; what is in the same page closes the dialog."""
    page = tab.page
    with tab.at((site / CHAPTER).as_uri()) as heard:
        page.evaluate(SETTLE)
        assert not any(url.endswith(INDEX) for url in heard.asked)
        page.keyboard.press("Control+k")
        field, links = page.locator(f"{DIALOG} input[name=q]"), page.locator(f"{DIALOG} ol a")
        expect(field).to_be_focused()
        page.wait_for_selector(f"{DIALOG} .rb-chip")
        assert sum(url.endswith(INDEX) for url in heard.asked) == 1
        page.keyboard.type("drawn figh")
        expect(links.first).to_contain_text("PT-M11")
        count = page.locator(f"{DIALOG} [role=status]")
        expect(count).to_have_text(re.compile(r"^\d+ found$"))
        page.keyboard.press("ArrowDown")
        expect(links.nth(0)).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(links.nth(1)).to_be_focused()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")
        expect(field).to_be_focused()
        page.keyboard.press("ArrowDown")
        page.keyboard.type("t")
        expect(field).to_have_value("drawn fight")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{CHAPTER}#PT-M11")
        expect(page.locator(DIALOG)).to_be_hidden()
        page.keyboard.press("Control+k")
        expect(field).to_be_focused()
        page.keyboard.type("xyzzy")
        expect(count).to_contain_text("Nothing found")
        page.keyboard.press("Enter")
        expect(page.locator(DIALOG)).to_be_visible()
        expect(count.locator("a")).to_have_attribute("href", re.compile("genindex.html$"))
        page.keyboard.press("Escape")
        expect(page.locator(DIALOG)).to_be_hidden()
        assert (heard.violated(), heard.said, heard.failed) == ([], [], [])


def test_without_scripts_it_says_where_to_look(lonely_browser: Browser, site: Path) -> None:
    page = Tab(lonely_browser, java_script_enabled=False).page
    page.goto((site / "search.html").as_uri())
    expect(page.locator("main")).to_contain_text("The search needs JavaScript")
    expect(page.get_by_role("searchbox")).to_be_hidden()
    page.get_by_role("link", name="everything from A to Z").click()
    expect(page.get_by_role("link", name="PT-M13", exact=True)).to_have_count(1)


def test_the_index_is_light(site: Path) -> None:
    weight = len(gzip.compress((site / "_static" / INDEX).read_bytes(), mtime=0))
    assert weight <= MOST
