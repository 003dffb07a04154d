"""A reader's ways through the book: front page, numbers in place, open questions, a lost link."""

import functools
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import readings_of
from tests.browser.alive import Quiet, served
from tests.browser.pages import PHONE, ROOT, SITE, script
from tests.browser.tab import Tab
from tests.browser.test_search import ASKED

MELEE = (SITE / "book/paper_tigers/melee.html").as_uri()
GAMES = {"Paper Tigers": "paper_tigers", "In die Tiefen": "in_die_tiefen"}
GAMES["Triumph & Glory"] = "triumph_and_glory"
DOORS = ("Play it", "Settle it", "Print it")


def test_the_front_page_answers_on_the_first_screen_and_leads_to_every_chapter(tab: Tab) -> None:
    listed = re.findall(r"file: (\S+)", (ROOT / "_toc.yml").read_text("utf-8"))
    with tab.at((SITE / "book/index.html").as_uri(), PHONE):
        page = tab.page
        explorer = page.locator("#try-melee")
        doors = page.locator(".rb-doors a")
        expect(doors).to_have_text([re.compile(each) for each in DOORS])
        for shown in (*doors.all(), page.locator(".rb-alive .rb-bar").first):
            box = shown.bounding_box()
            assert box
            assert box["y"] + box["height"] < PHONE["height"]
        before = explorer.locator(".rb-big").inner_text()
        explorer.get_by_role("combobox", name="Attacker’s card").select_option("red-2")
        expect(explorer.locator(".rb-big")).not_to_have_text(before)
        tiles = page.locator(".sd-card")
        for title, folder in GAMES.items():
            tile = tiles.filter(has=page.get_by_text(title, exact=True))
            links = tile.locator("a").evaluate_all("all => all.map((each) => each.pathname)")
            led = {re.sub(r".*/(book/.*)\.html", r"\1", link) for link in links}
            assert led == {each for each in listed if each.startswith(f"book/{folder}/")}


def test_a_link_opens_what_it_means_and_an_example_is_copied_without_prompts(tab: Tab) -> None:
    page = tab.page
    with tab.at(f"{MELEE}#PT-M13"):
        expect(page.locator("details[id='PT-M13']")).to_have_attribute("open", "")
        other = page.locator("details[id='PT-M16']")
        expect(other).not_to_have_attribute("open", "")
        page.evaluate("location.hash = 'PT-M16'")
        expect(other).to_have_attribute("open", "")
    with tab.at((SITE / "book/reference/library/tools.html").as_uri()):
        example = page.locator(".doctest", has_text="coin = Distribution").first
        example.locator("button.copybtn").dispatch_event("click")
        told = [line for line in example.inner_text().splitlines() if line.startswith(">>> ")]
        expect(example.locator("button.copybtn")).to_have_class(re.compile("success"))
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied.splitlines() == [line.removeprefix(">>> ") for line in told]


BOX = ".rb-cited"


def test_a_number_that_is_cited_says_in_place_what_it_is(tab: Tab) -> None:
    """With mouse, finger and keyboard; every number has its words."""
    page = tab.page
    with tab.at((SITE / "book/paper_tigers/charge.html").as_uri()):
        box = page.locator(BOX)
        link = page.locator("article p > a.rb-cite", has_text="PT-M4").first
        link.hover()  # a resting mouse shows it without taking the keyboard
        expect(box).to_be_visible()
        expect(box.locator("a")).not_to_be_focused()
        page.mouse.move(2, 2)
        expect(box).to_be_hidden()
        page.locator(".rb-otherwise a", has_text="R-M12").click()
        expect(box.locator("p").nth(1)).to_have_text(catalog().rulings["R-M12"].question)
        expect(box.locator("p.rb-cited-ours")).to_have_text(readings_of("R-M12")[0].text)
        leads = re.compile(r"rulings/paper_tigers\.html#R-M12$")
        expect(box.locator("a")).to_have_attribute("href", leads)
        page.keyboard.press("Escape")
        link.click()
        clause = catalog().clauses["PT-M4"]
        expect(box).to_contain_text(clause.title)
        expect(box).to_contain_text(clause.text)
        expect(box.locator("a")).to_be_focused()
        page.keyboard.press("Escape")
        expect(box).to_be_hidden()
        told = page.evaluate("window.rulebookWordings")
        assert {each for each in told if not each.startswith("term-")} == set(catalog().ids())
        for rule_id, clause in catalog().clauses.items():
            parts = map(" ".join, map(str.split, clause.text.split("\n\n")))
            assert told[rule_id] == [clause.title, *parts]
        link.press("Enter")
        box.locator("a").click()
        page.wait_for_url("**/command_test.html#PT-M4")


def test_a_term_is_explained_in_place_as_the_glossary_does(tab: Tab) -> None:
    page = tab.page
    box = page.locator(BOX)
    with tab.at(MELEE):
        page.locator("a.rb-first-use", has_text="combat dice").press("Enter")
        expect(box).to_contain_text("for charging and fighting: red three, black two")
        expect(box).to_have_attribute("aria-label", "combat dice")
        expect(box.locator(".rb-box-id")).to_have_count(0)  # it has no number
        expect(box.locator("a")).to_be_focused()
        leads = re.compile(r"glossary\.html#term-combat-dice$")
        expect(box.locator("a")).to_have_attribute("href", leads)
    with tab.at((SITE / "book/reference/glossary.html").as_uri()):
        page.locator("dd a.rb-cite").first.press("Enter")
        expect(box).to_be_visible()
        told, said = page.evaluate("window.rulebookWordings"), page.evaluate(script("glossary"))
        assert said
        assert {anchor: told[anchor] for anchor in said} == said
        for terms in page.evaluate(TERMS):
            names = [each.lower().removeprefix("to ") for each in terms]
            assert names == sorted(names)


TERMS = """() => [...document.querySelectorAll("dl.glossary")].map((list) =>
    [...list.querySelectorAll("dt")].map((term) => term.firstChild.textContent))"""
QUESTIONS = (SITE / "book/rulings/index.html").as_uri()
LINES = ".rb-settle-game details:not(.rb-worst) > .rb-ranked > li"
FIRST = ".rb-settle-game > .rb-ranked > li"
OPEN = 6 * 3
"""A few questions of each game stand open."""


def test_words_and_games_leave_the_questions_that_fit(tab: Tab) -> None:
    """By the same search as everywhere, with its counts while one types."""
    page = tab.page
    with tab.at(QUESTIONS):
        shown = page.locator(".rb-ranked > li").filter(visible=True)
        every = len(catalog().rulings)
        assert page.locator(LINES).count() + page.locator(FIRST).count() == every
        expect(page.locator(FIRST)).to_have_count(OPEN)
        expect(shown).to_have_count(OPEN)
        said = page.locator(".rb-settle [role=status]")
        field = page.get_by_label("Words in the question")
        chips = page.locator(".rb-settle .rb-chip")
        expect(chips.first).to_have_text(f"all games ({every})")
        field.fill("JOKER pile")
        expect(said).to_have_text("1 question")
        expect(shown).to_have_count(1)
        expect(shown).to_contain_text("R-S3")
        counts = ["all games (1)", "In die Tiefen (0)", "Paper Tigers (1)", "Triumph & Glory (0)"]
        expect(chips).to_have_text(counts)
        page.get_by_role("radio", name="In die Tiefen").check()
        expect(said).to_have_text("0 questions")  # those of the other games do not count
        page.get_by_role("radio", name="all games").check()
        field.fill("who advances into the empty hex")
        expect(shown.filter(has_text="R-N7")).to_have_count(1)
        expect(shown.filter(has_text="R-M1")).to_have_count(0)
        expect(said).to_have_text(f"{shown.count()} questions")
        field.fill("")
        expect(said).to_have_text("")
        expect(shown).to_have_count(OPEN)
        page.get_by_role("radio", name="In die Tiefen").focus()
        page.keyboard.press("Space")
        expect(page.locator(".rb-settle-game").filter(visible=True)).to_have_count(1)
        expect(page.locator("#in-die-tiefen")).to_be_visible()


def test_without_scripts_the_questions_are_a_plain_list(tab_without_scripts: Tab) -> None:
    page = tab_without_scripts.page
    with tab_without_scripts.at(QUESTIONS):
        expect(page.locator(".rb-settle")).to_be_hidden()
        expect(page.locator(".rb-settle-game").filter(visible=True)).to_have_count(3)
        page.locator("summary", has_text="more questions").first.click()
        assert page.locator(".rb-ranked > li").filter(visible=True).count() > OPEN


LOST = (
    "nothing.html",
    "paper_tigers/melee.html",
    "book/paper_tigers/lost/deeper.html",
    "en/latest/book/paper_tigers/melee.html",
)


@pytest.mark.parametrize("folder", ["/some/where", "/book", ""])
def test_the_lost_page_leads_back_from_any_address(tab: Tab, site: Path, folder: str) -> None:
    """As a static host does it: under a folder of its own, at the address that was asked for."""

    class Host(Quiet):
        def translate_path(self, path: str) -> str:
            inside = path.startswith(f"{folder}/")
            return super().translate_path(path.removeprefix(folder) if inside else "/nowhere")

        def send_error(self, *_: object) -> None:
            body = (site / "404.html").read_bytes()
            self.send_response(404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with served(functools.partial(Host, directory=str(site))) as address:
        page, base = tab.page, f"{address.rstrip('/')}{folder}/"
        for lost in LOST if folder else LOST[-1:]:
            with tab.at(base + lost) as heard:
                front = page.get_by_role("link", name="front page")
                expect(front).to_have_attribute("href", f"{folder}/book/index.html")
                if lost == LOST[-1]:
                    front.click()
                    expect(page).to_have_url(f"{base}book/index.html")
                    page.go_back()
                    expect(front).to_have_attribute("href", f"{folder}/book/index.html")
                    page.get_by_role("searchbox").fill("PT-M13")
                    page.get_by_role("button").click()
                    expect(page).to_have_url(f"{base}search.html?q=PT-M13")
                heard.forget()  # that it is lost


TABLE = (SITE / "book/at_the_table.html").as_uri()


def test_a_game_is_chosen_once_and_its_lines_are_found(tab: Tab) -> None:
    with tab.at(TABLE, PHONE):
        games = tab.page.locator(".rb-at-table")
        assert games.count() == len(catalog().systems)
        expect(tab.page.locator(".rb-at-table:visible")).to_have_count(1)
        tab.page.get_by_role("link", name="In die Tiefen: mass battle").click()
        expect(tab.page.locator("#at-in-die-tiefen")).to_be_visible()
        for link in ("", "#main-content"):  # where the first stop of the keyboard leads
            tab.page.goto("about:blank")
            tab.page.goto(f"{TABLE}{link}")
            expect(tab.page.locator("#at-in-die-tiefen")).to_be_visible()  # kept
        for said, found in ASKED["at_the_table"].items():
            tab.page.get_by_label("Find").fill(said)
            expect(tab.page.locator(".rb-at-table :visible", has_text=found).first).to_be_visible()
        tab.page.get_by_label("Find").fill("zzz")
        expect(tab.page.get_by_role("status").first).to_have_text("0 found")
        size = tab.page.locator(".rb-at-table li").first
        assert float(size.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")) >= 18


def test_lines_are_found_by_their_own_words_until_the_search_is_there(tab: Tab) -> None:
    with tab.at(f"{TABLE}#at-in-die-tiefen", PHONE):
        tab.page.evaluate("() => { window.rulebookSearch.load = () => new Promise(() => {}); }")
        lines = tab.page.locator(".rb-at-table li:visible")
        every = lines.count()
        tab.page.get_by_label("Find").fill("morale")
        assert 0 < lines.count() < every
        for line in lines.all_inner_texts():
            assert "morale" in line.lower()
        step = tab.page.locator(".rb-at-table ol > li:nth-child(n + 2):visible").first
        place = "each => [...each.parentNode.children].indexOf(each) + 1"
        assert step.evaluate("each => each.value") == step.evaluate(place)  # and not from 1 again
        tab.page.get_by_label("Find").fill("")
        assert lines.count() == every


def test_without_a_script_all_games_stand_there(tab_without_scripts: Tab) -> None:
    with tab_without_scripts.at(TABLE):
        shown = tab_without_scripts.page.locator(".rb-at-table:visible")
        expect(shown).to_have_count(len(catalog().systems))
