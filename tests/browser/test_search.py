"""The search finds what a player asks for, while it is typed, also from a disk."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from rules_lib.rulebook import catalog
from tests.browser.axe import COLOURS, barriers
from tests.browser.tab import DESKTOP, SETTLE, Tab

pytestmark = [pytest.mark.site, pytest.mark.browser]

FIELD = ".bd-search-container input[name=q]"
DIALOG = "#pst-search-dialog"
CHAPTER = "book/paper_tigers/melee.html"
INDEX = "search_index.js"
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST = 70_000
"""Bytes of the index, compressed."""

RIGHT = {
    "square failed": "reactions.html#TG-9.85e",
    # A common misreading whose own words are asked for answers at once, and names the clause.
    "higher total": "misreadings.html#misreading-the-higher-total-wins-the-exchange",
    "sniper bunker save": "misreadings.html#misreading-they-are-in-a-bunker-so-they-save",
    "melee bunker": "misreadings.html#misreading-our-bunker-helps-us-in-a-melee",
    "bunker melee cover": "misreadings.html#misreading-our-bunker-helps-us-in-a-melee",
    "change tactic": "tactics.html#IDT-2.3",
    "can I change my slip": "tactics.html#IDT-2.3",
    "failed counter-charge disordered": "misreadings.html#misreading-my-counter-charge-failed-so",
    "saved, still acts": "misreadings.html#misreading-it-has-saved-so-it-still-acts",
    "two hexes, one counter-charges": "rulings/triumph_and_glory.html#R-N24",
    "second shot markers": "rulings/paper_tigers.html#R-S8",
    "losing costs nothing": "misreadings.html#misreading-losing-an-exchange-costs-nothing-but",
    # A machine gun is a small team, and small teams never charge.
    "machine gun charge": "charge.html#PT-M5",
    "can my MG charge?": "charge.html#PT-M5",
    "machine gun melee minus": "melee.html#PT-M15",
    "machine gun": "glossary.html#term-small-team",
    "MG42": "glossary.html#term-small-team",
    # Six to one gives two dice, nine to one three; what stands between is R-I6, which comes next.
    "7:1": "battle.html#IDT-1.4",
    "7 to 1": "battle.html#IDT-1.4",
    # The chapter has the six steps from the first roll to the last unit left.
    "how do I win a melee": "paper_tigers/melee.html",
    "who wins the exchange": "melee.html#PT-M10",
    "melee": "paper_tigers/melee.html",
    "bunker": "glossary.html#term-structure",
    "tank": "sudden_strike.html#PT-X3",
    "run away": "glossary.html#term-retreat",
    "retreat before the fight": "glossary.html#term-retreat-before-shock",
    "horse": "pursuit.html#TG-9.87e",
    "horses tired": "pursuit.html#TG-9.87e",
    "gun": "glossary.html#term-small-team",
    "hit": "glossary.html#term-hit",
    "win": "glossary.html#term-to-win",
    "lose": "melee.html#PT-M16",
    "dead": "fanaticism.html#IDT-7.7",
    "disordered cavalry charge": "charge.html#TG-9.81b",
    "can I charge through woods": "charge.html#TG-9.81e",
    "how far can I move": "command_test.html#PT-M19",
    "failed charge": "charge.html#PT-M7",
    "does cover help against a sniper": "misreadings.html#misreading-they-are-in-a-bunker-so",
    "what happened": "book/adjudicate.html",
    "cheat sheet": "quick/index.html",
    "two hits": "melee.html#PT-M17",
    "reroll": "glossary.html#term-re-roll",
    "surrender": "battle.html#IDT-1.2",
    "snipper": "sniper.html#PT-S1",
    "LOS": "glossary.html#term-line-of-sight",
    "king": "rulings/paper_tigers.html#R-S2",
    "lost duel": "battle.html#IDT-3.2",
    "I lost the duel, what do I get": "battle.html#IDT-3.2",
    "seven to one": "battle.html#IDT-1.4",
    "MG 42": "glossary.html#term-small-team",
    "mg34 charge": "charge.html#PT-M5",
    # What players ask in their own words.
    "how many dice do I roll": "command_test.html#PT-M3",
    "who wins if both have the same number": "melee.html#PT-M11",
    "sniper hides again": "rulings/paper_tigers.html#R-S12",
    "joker drawn what now": "sudden_strike.html#PT-X1",
    "what if I draw a joker": "sudden_strike.html#PT-X1",
    "army runs away after losing": "battle.html#IDT-7.1",
    "can I take back my charge": "reactions.html#TG-9.82",
    "call off the charge": "reactions.html#TG-9.82",
    "what does cover do in a fight": "melee.html#PT-M13",
    "can cavalry attack a square": "reactions.html#TG-9.85f",
    "house rules": "rulings/my_table.html",
    "our own rules": "rulings/my_table.html",
    "cuirassiers": "glossary.html#term-heavy-cavalry-light-cavalry",
    "hussar": "glossary.html#term-heavy-cavalry-light-cavalry",
    "which stack must enter the vacated hex": "triumph_and_glory.html#R-N31",
    "who advances into the empty hex": "pursuit.html#TG-9.71a",
    "2d6": "command_test.html#two-dice",
    "2W6": "command_test.html#two-dice",
    "simultaneous": "melee.html#PT-M14",
    "what happens if we tie": "glossary.html#term-draw",
    "counter–charge": "glossary.html#term-counter-charge",
    "can I re‐roll": "glossary.html#term-re-roll",
    # The beginning of a number leads to all that begin so.
    "9.87": "pursuit.html#TG-9.87a",
    # A word of the original leads to the term that translates it; the clause is beside it.
    "Nahkampf": "glossary.html#term-melee",
    "nahkamp": "glossary.html#term-melee",
    "Überzahl": "glossary.html#term-outnumbering",
    "uberzahl": "glossary.html#term-outnumbering",
    "Stürmen": "glossary.html#term-charge",
    "Отзыв": "glossary.html#term-recall",
    "Прорыв": "glossary.html#term-breakthrough",
    "каре": "glossary.html#term-square",
    "Fake-Marker": "glossary.html#term-marker",
}
"""What is asked, and the place that has to come first: decided from the rules."""

NUMBERS = {
    "PT-M13": "PT-M13 ptm13 PT‐M13 PT‑M13 PT–M13 PT—M13 PT−M13 PT_M13 PT.M13",
    "TG-9.87e": "tg-9.87e TG9.87e 9.87e 9,87e §9.87e 9.87(e)",
    "R-M3": "R-M3 rm3 R–M3",
    "R-I1": "R-I1 ri1",
    "IDT-1.4": "IDT‑1.4 idt1.4",
    "E-A5": "E-A5 ea5",
}
"""Spellings of numbers; each finds its clause and nothing else."""

BESIDE = {
    "7:1": "rulings/in_die_tiefen.html#R-I6",
    "Nahkampf": "charge.html#PT-M1",
    "Отзыв": "reactions.html#TG-9.82",
    "Stürmen": "charge.html#PT-M2",
    "higher total": "melee.html#PT-M10",
    "dead": "melee.html#PT-M17",
    "change tactic": "misreadings.html#misreading-the-deeds-went-badly-so-i-change-my-tactic",
    "how do I win a melee": "melee.html#PT-M10",
    "run away": "charge.html#TG-9.81-2",
}
"""What has to be among the first five, too."""

SENTENCES = {
    "can my machine gun charge if the officer is dead": "#PT-M5 misreading-my-officer",
    "seven to one odds": "#IDT-1.4 misreading-4-1",
    "is seven to one worth two dice or three": "#IDT-1.4",
    "if both players roll 12 does the red card win the draw": "misreading-equal-totals",
    "may my opponent take back a re-roll after he saw my dice": "#PT-M13 misreading-i-keep #R-M5",
    "we both rolled below our cards, who wins": "#PT-M11 #PT-M10 misreading-only-the-winner",
    "my roll is higher but I missed my card, do I win it": "#PT-M10 misreading-the-higher",
    "does the sniper lay four new markers after he has moved again": "#R-S12 #R-S8 #PT-S5",
    "does my squad in the stone house get a cover roll against the sniper": "#PT-S9",
    "can a unit that was hit by the sniper look for him right away": "#R-S1 #PT-S11",
    "my tank turned up a joker, can it still move": "#PT-X1 quick/paper_tigers_sudden_strike.html",
    "how many dice does the machine gun in the bunker roll for its save": "#R-X5 #PT-X3 #PT-X5",
    "what share of my troops do I lose if three of four dice are destroyed": "#IDT-6.1",
    "my cavalry charges two hexes and only one of them is in square, what bonus": "#TG-9.85f",
    "must my cuirassiers charge again after the enemy retreated": "#TG-9.87c #TG-9.73c #TG-9.87a",
    "when does the minus one start in a pursuit": "#R-N6 #TG-9.87e",
    "can light cavalry run away before the heavy cavalry charges it": "#TG-9.81-2",
    "does the loser of the exchange take a second hit as well": "#PT-M16 #R-M1",
    "is a shaken machine gun at minus four or only minus two": "#R-M3 #PT-M15",
    "do the dead fanatics count when we work out the losses of the loser": "misreading-my-fanatics",
    "what if we both pick the same tactic": "misreading-same-tactic #IDT-2.4",
    "my infantry failed to form square, is it disordered now": "misreading-no-square #TG-9.85e",
    "who has to move into the hex after the enemy ran away": "#TG-9.71a #TG-9.72a",
    "can I shoot at the unit whose charge failed": "#PT-M7 misreading-a-failed",
    "was hit by a tank earlier, does the squad start the melee with a penalty": "#R-M10",
    "do I lose fewer troops if I win the battle": "misreading-the-winner #IDT-6.2",
    "the enemy rolled three sixes, which of my dice are gone": "#IDT-5.2 #R-I2",
    "do both dice have to be five or six to save my tank": "#PT-X2",
    "I rolled 7 to recall my cavalry, did it fail": "#TG-9.82",
    "may the winner close exits for the loser": "#IDT-7.5",
    "is my recalled cavalry still in good order": "#TG-9.82 #TG-9.84",
    "may I choose which die my six destroys": "#IDT-5.2 #R-I2",
    "my opponent says the red card wins the tie": "misreading-equal-totals #PT-M11",
}
"""Whole sentences; no place has all their words. One of these is among the first three."""

ASK = """(asked) => {
    const field = document.querySelector(".bd-search-container input[name=q]");
    const found = [];
    for (const question of asked) {
        field.value = question;
        field.dispatchEvent(new Event("input", {bubbles: true}));
        const box = field.closest(".bd-search-container");
        const links = [...box.querySelectorAll(".rb-search-list a")].map((link) => link.href);
        found.push([box.querySelector("[role=status]").textContent, links]);
    }
    return found;
}"""


@pytest.fixture
def page(tab: Tab, site: Path) -> Iterator[Page]:
    """The page of the search, opened from a disk."""
    with tab.at((site / "search.html").as_uri()) as heard:
        tab.page.wait_for_selector(".rb-search .rb-chip")
        yield tab.page
        assert (heard.foreign(), heard.said, heard.violated()) == ([], [], [])


def ask(page: Page, *asked: str) -> list[tuple[str, list[str]]]:
    """Type one question after the other; return what is said of each, and the links."""
    return [(said, [unquote(each) for each in links]) for said, links in page.evaluate(ASK, asked)]


def test_the_right_place_comes_first(page: Page) -> None:
    answers = dict(zip(RIGHT, ask(page, *RIGHT), strict=True))
    wrong = {
        asked: links[:3]
        for asked, (_, links) in answers.items()
        if not links or not re.search(rf"/{re.escape(RIGHT[asked])}[\w-]*$", links[0])
    }
    assert wrong == {}
    for asked, place in BESIDE.items():
        links = answers[asked][1][:5]
        assert any(each.endswith(f"/{place}") for each in links), (asked, links)


def test_a_sentence_finds_the_rule_that_has_most_of_its_words(page: Page) -> None:
    wrong = {}
    for (asked, places), (_, links) in zip(SENTENCES.items(), ask(page, *SENTENCES), strict=True):
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
    spelt |= {each: rule_id for rule_id, some in NUMBERS.items() for each in some.split()}
    spelt |= {"pt m13": "PT-M13", "pt m 13": "PT-M13", "r m 3": "R-M3", "what is PT-M13?": "PT-M13"}
    spelt |= {"rule 9.85b": "TG-9.85b", "R I 1": "R-I1", "idt 1.4": "IDT-1.4"}
    for (asked, rule_id), (said, links) in zip(spelt.items(), ask(page, *spelt), strict=True):
        assert (said, len(links)) == ("1 found", 1), asked
        assert links[0].endswith(f"#{rule_id}"), (asked, links)


def test_neither_tests_nor_code_are_found(page: Page) -> None:
    nothing = ["pytest", "assert", "fixture", "jupytext", "adjudicate"]
    for asked, (said, links) in zip(nothing, ask(page, *nothing), strict=True):
        assert (links, said[:13]) == ([], "Nothing found"), (asked, links)


def test_what_parts_of_the_build_tell_each_other_is_not_found(site: Path) -> None:
    assert "<!--" not in (site / "_static" / INDEX).read_text("utf-8")


def test_what_is_found_says_what_it_is_and_marks_the_words(page: Page) -> None:
    page.fill(FIELD, "small teams subtract")
    first = page.locator(".rb-search-list li").first
    clause = catalog().clauses["PT-M15"]
    assert first.locator(".rb-search-kind").inner_text().startswith("Clause · Paper Tigers")
    assert first.locator(".rb-search-title").inner_text() == f"PT-M15 {clause.title}"
    assert first.locator(".rb-search-text").inner_text() == clause.text
    marked = {each.lower() for each in first.locator("mark").all_inner_texts()}
    assert marked == {"small", "teams", "subtract"}
    page.fill(FIELD, "pyrrhic victory")
    text = page.locator(".rb-search-text").first.inner_text()
    assert len(text) < 220
    expect(page.locator(".rb-search-kind").first).to_have_text(
        re.compile("^Section in “Should you go fanatic.” · In die Tiefen")
    )


def test_one_game_alone(page: Page) -> None:
    page.fill(FIELD, "charge")
    kinds = page.locator(".rb-search-kind")
    assert {"Paper Tigers", "Triumph & Glory"} <= {
        each.split("·")[-1].strip(" ⏎") for each in kinds.all_inner_texts()
    }
    page.get_by_label("Triumph & Glory").check()
    assert all("Triumph & Glory" in each for each in kinds.all_inner_texts())
    assert unquote(page.locator(".rb-search-list a").first.get_attribute("href") or "").endswith(
        "charge.html#TG-9.81a"
    )
    page.get_by_label("All").check()
    assert kinds.first.inner_text().startswith("Page · Paper Tigers")


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


def test_the_address_keeps_the_question(page: Page, site: Path) -> None:
    page.goto((site / "search.html").as_uri() + "?q=machine+gun+charge")
    expect(page.locator(FIELD)).to_have_value("machine gun charge")
    expect(page.locator(".rb-search-title").first).to_contain_text("PT-M5")
    page.locator(".rb-search-list a").first.click()
    page.wait_for_url("**/charge.html#PT-M5")
    page.go_back()
    expect(page.locator(".rb-search-title").first).to_contain_text("PT-M5")


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
        page.keyboard.type("xyzzy")
        expect(count).to_contain_text("Nothing found")
        page.keyboard.press("Enter")
        expect(page.locator(DIALOG)).to_be_visible()
        expect(count.locator("a")).to_have_attribute("href", re.compile("genindex.html$"))
        page.keyboard.press("Escape")
        expect(page.locator(DIALOG)).to_be_hidden()
        assert (heard.violated(), heard.said, heard.failed) == ([], [], [])


def test_enter_opens_the_first_result_on_a_phone_too(lonely_browser: Browser, site: Path) -> None:
    page = Tab(lonely_browser, has_touch=True, is_mobile=True, viewport=PHONE).page
    page.goto((site / CHAPTER).as_uri())
    page.locator("button.search-button__button:visible").tap()
    field = page.locator(f"{DIALOG} input[name=q]")
    field.fill("officer charge")
    expect(page.locator(f"{DIALOG} ol a").first).to_contain_text("PT-M5")
    field.press("Enter")
    page.wait_for_url("**/charge.html#PT-M5")


def test_no_barrier_among_the_results(tab: Tab, site: Path) -> None:
    page = tab.page
    for size in (DESKTOP, PHONE):
        with tab.at((site / "search.html").as_uri() + "?q=small+team", size):
            page.wait_for_selector(".rb-search-list a")
            assert barriers(page) == []
            page.emulate_media(color_scheme="dark")
            assert barriers(page, COLOURS) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


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
