"""What an explorer does besides answering: links, a slider, rolling, printing, several readings."""

import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.every_explorer import choose, declared, expected, shows
from tests.browser.lasting import PATIENCE
from tests.browser.pages import SITE, script
from tests.browser.tab import FOLLOW, Tab
from tests.shown_right.reading import numbers

PLACE = "book/paper_tigers/melee.html"
MELEE = (SITE / PLACE).as_uri()
ODDS = declared()["melee-odds"]
POOLS = (SITE / "book/in_die_tiefen/battle.html").as_uri()
WIDTHS = """(bar) => [...bar.querySelectorAll("g > rect")]
    .map((each) => parseFloat(each.getAttribute("width")))"""


def odds(tab: Tab) -> Locator:
    return tab.page.locator("#melee-odds")


LINKS: dict[str, dict[str, str]] = {
    "melee-odds?attacker=red-99&defender=black-9": {"defender": "black-9"},
    "melee-odds?attacker=&constructor=x&__proto__=y": {},
    "melee-odds?attacker=red-9&R-M9=7%3Cb%3E&R-Q=1": {"attacker": "red-9"},
    "melee-odds?%E0%A4%A": {},
    "melee-odds?": {},
    "nobody?attacker=red-9": {},
    ";;?&=#?": {},
    "PT-M13": {},
    f"{'try?x=y;' * 500}melee-odds?attacker=red-9": {"attacker": "red-9"},
    "melee-odds?attacker=red-9;" * 60_000: {},
}
"""What links say, and what is right in them; the last is longer than any of ours."""


def test_what_a_link_gets_wrong_is_passed_over(tab: Tab) -> None:
    with tab.at(f"{MELEE}#melee-odds?attacker=red-99&defender=black-8"):
        shows(odds(tab), ODDS, {"defender": "black-8"})
        for link, setting in LINKS.items():
            for each in ("melee-odds?", link):
                tab.page.evaluate(FOLLOW, each)
            said = ODDS.describe({**ODDS.defaults(), **setting})
            expect(odds(tab).locator(".rb-setting"), link[:60]).to_have_text(said)
        shows(odds(tab), ODDS, {})


@pytest.mark.parametrize("table", [None, "", "rulebookTables['melee-odds'] = {};"])
def test_without_its_table_it_says_what_the_answer_is_for(
    lonely_browser: Browser, table: str | None
) -> None:
    """None: it cannot be loaded; else it is damaged."""
    page = Tab(lonely_browser).page
    page.context.route(
        "**/tables/melee-odds.js",
        lambda route: route.abort() if table is None else route.fulfill(body=table),
    )
    page.goto(MELEE)
    root = page.locator("#melee-odds")
    expect(root.get_by_text("Other answers cannot be loaded")).to_be_visible()
    shows(root, ODDS, {})
    expect(root.locator(".rb-controls select").first).to_be_disabled()
    page.context.unroute_all(behavior="ignoreErrors")
    page.context.close()


def test_a_link_has_the_reading_shows_what_it_changes_and_lets_others_be(tab: Tab) -> None:
    page, root = tab.page, odds(tab)
    setting = {**ODDS.defaults(), "attacker": "red-9"}
    read_so = {**setting, reading("R-M3"): key("R-M3")}
    link = f"{MELEE}#melee-odds?{urlencode({**setting, 'R-M3': 'False'})}"
    with tab.at(f"{MELEE}#melee-odds?attacker=red-9&R-M3=False"):
        expect(root).to_be_in_viewport()
        fold = root.locator(".rb-read-fold")
        expect(fold).to_have_attribute("open", "")
        expect(fold.locator("[data-reading=R-M3] input").last).to_be_checked()
        expect(root.locator("p.rb-beside")).to_contain_text("Your reading: R-M3.")
        assert "R-M3=False" in (root.locator("[data-rb=dice]").get_attribute("href") or "")
        root.locator(".rb-copy").click()
        expect(root.locator(".rb-copied")).to_have_text("Link copied.")
        assert page.evaluate("navigator.clipboard.readText()") == link
        page.reload()
        for _ in range(2):
            expect(root.locator(".rb-setting")).to_have_text(ODDS.describe(read_so))
            expect(root.locator("[data-rb=python]")).to_have_text(ODDS.python_line(read_so))
            page.evaluate("location.hash = 'PT-M13'")
            expect(page.locator("#PT-M13")).to_be_in_viewport()


def reading(rule_id: str) -> str:
    """The control of a ruling."""
    return next(each.name for each in ODDS.readings if each.ruling == rule_id)


def key(rule_id: str) -> str:
    """Its other reading."""
    return next(each.choices[1].key for each in ODDS.readings if each.ruling == rule_id)


def test_a_slider_says_where_it_stands_and_the_address_waits_until_it_is_let_go(tab: Tab) -> None:
    explorer = declared()["command-test-odds"]
    with tab.at((SITE / "book/paper_tigers/command_test.html").as_uri()):
        root = tab.page.locator("#command-test-odds")
        slider, link = root.get_by_role("slider").first, tab.page.url
        name = slider.get_attribute("data-control") or ""
        slider.evaluate("each => { each.value = 9; each.dispatchEvent(new Event('input')); }")
        shows(root, explorer, {name: "9"})
        assert tab.page.url == link
        slider.press("ArrowRight")
        shows(root, explorer, {name: "10"})
        expect(root.locator("output").first).to_have_text("10")
        expect(slider).to_have_attribute("aria-valuetext", "10")
        assert f"{name}=10" in tab.page.url
        heights = root.locator(".rb-chip, select, .rb-slider input").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().height)"
        )
        assert min(heights) >= 44, "big enough for a thumb"


def test_its_print_button_prints_one_answer_and_no_more(tab: Tab) -> None:
    with tab.at(POOLS):
        page = tab.page
        one, other = page.locator("section.rb-explorer").all()
        page.evaluate("window.print = () => { window.printed = true; }")
        one.locator(".rb-print").click()
        assert page.evaluate("window.printed")
        page.emulate_media(media="print")
        expect(one.locator(".rb-parts")).to_be_visible()
        left_out = (one.locator(".rb-print"), one.locator("[data-control]").first)
        for each in (*left_out, other.locator(".rb-parts"), page.locator("article h1")):
            expect(each).to_be_hidden()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(other.locator(".rb-parts")).to_be_visible()


def test_what_is_rolled_comes_from_the_exact_chances_of_the_setting(tab: Tab) -> None:
    with tab.at(MELEE):
        root, said = odds(tab), odds(tab).locator(".rb-roll + .rb-note")
        for setting in (ODDS.defaults(), {**ODDS.defaults(), "attacker": "red-3"}):
            choose(root, setting)
            expect(said).to_be_empty()  # another setting: nothing has been rolled yet
            exact = [float(100 * part.chance) for part in ODDS.at(setting).shown()]
            root.get_by_role("button", name="Roll it 10,000 times").click()
            expect(said).to_contain_text("In 19 of 20 such series it is at most")
            most = max(exact) / 100
            usual = 100 * 2 * (most * (1 - most) / 10_000) ** 0.5  # two standard deviations
            found, off, *_, told = map(float, numbers(said.inner_text()))
            assert off == pytest.approx(abs(found - 100 * most), abs=0.11)
            assert told == pytest.approx(usual, abs=0.1)
            rolled = root.locator(".rb-rolled").evaluate(WIDTHS)
            assert sum(rolled) == pytest.approx(100)
            assert rolled == pytest.approx(exact, abs=3)  # six standard deviations
            assert rolled != exact
            root.get_by_role("button", name="Roll it 100 times").click()
            expect(said).to_contain_text("it is at most 9.")  # ten times as far off
            # What was rolled before counts no more.
            assert max(map(float, numbers(said.inner_text()))) <= 100
            shows(root, ODDS, setting)
            expect(root.get_by_role("button", name="Show its dice")).to_be_hidden()


WITHOUT = "document.querySelectorAll('script[src*=\"/live.js\"]').forEach((each) => each.remove())"
"""As the page is where neither npm nor a network was there to build it."""


def test_several_readings_in_a_page_without_python_are_refused_in_a_sentence(tab: Tab) -> None:
    with tab.at(MELEE):
        tab.page.evaluate(WITHOUT)
        root = odds(tab)
        choose(root, ODDS.defaults(), {"R-M1": "False", "R-M3": "False"})
        expect(root.locator('[data-rb="says"]')).to_contain_text("there is none on this page")
        expect(root.locator(".rb-read-go")).to_be_hidden()
        ours = "Your reading: R-M1, R-M3. The numbers are under our readings."
        expect(root.locator("p.rb-beside")).to_have_text(ours)
        big = expected(ODDS, {})["big"][0].replace(" %", "\u00a0%")
        expect(root.locator(".rb-big")).to_have_text(big)
        python = root.locator('[data-rb="python"]')
        expect(python).to_contain_text("loser_takes_hit=False, penalties")


@pytest.fixture(scope="module")
def played(lonely_browser: Browser, host: str, live_parts: None) -> Iterator[Page]:
    """The melee from a server, where Python can be asked."""
    tab = Tab(lonely_browser)
    with tab.at(host + PLACE):
        yield tab.page
    tab.page.context.close()


KERNEL = "performance.getEntriesByType('resource').some((each) => /kernel.js/.test(each.name))"


def test_several_readings_and_the_dice_of_a_roll_are_asked_of_python_at_a_tap(played: Page) -> None:
    root = played.locator("#melee-odds")
    setting = {**ODDS.defaults(), "defender": "black-9"}
    choose(root, setting, {"R-M1": "False", "R-M6": "first_decision"})
    expect(root.locator('[data-rb="says"]')).to_contain_text("That takes two seconds.")
    assert not played.evaluate(KERNEL)
    root.locator(".rb-read-go").click()
    both = setting | {reading(each): key(each) for each in ("R-M1", "R-M6")}
    (told,) = expected(ODDS, both)["beside"]
    expect(root.locator("p.rb-beside")).to_have_text(told, timeout=PATIENCE)
    shows(root, ODDS, both)
    ours = root.locator("[data-beside] > .rb-bar-again").evaluate(WIDTHS)
    exact = [100 * float(part.chance) for part in ODDS.at(setting).shown()]
    assert ours == pytest.approx(exact, abs=0.15)
    choose(root, setting, {})
    played.evaluate(script("record_asked"))
    root.get_by_role("button", name="Roll it 1 time", exact=True).click()
    root.get_by_role("button", name="Show its dice").click()
    dice = root.locator(".rb-rolled-dice")
    expect(dice.locator(".rb-die").first).to_be_visible(timeout=PATIENCE)
    assert re.search(r"melee\.html#PT-M\d+$", str(dice.locator("a").last.get_attribute("href")))
    ((question, asked),) = played.evaluate("window.asked")
    assert (question, asked["setting"]) == ("rolled", setting)
    expect(root.locator(".rb-roll + .rb-note")).to_have_text(f"This time: {asked['end']}.")
    for answer, words in (("''", "It ends so too rarely"), ("Promise.reject()", "could not roll")):
        root.evaluate(
            f"(root) => {{ root.rolled = async () => {answer}; console.error = () => 0; }}"
        )
        root.get_by_role("button", name="Roll it 1 time", exact=True).click()
        root.get_by_role("button", name="Show its dice").click()
        expect(dice).to_contain_text(words)
    choose(root, ODDS.defaults())
    expect(dice.locator(".rb-die")).to_have_count(0)
