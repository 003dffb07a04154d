"""What a reader's table reads otherwise is told in plain sight, all over the built book."""

import json
import re

import pytest
from playwright.sync_api import expect

from rules_lib.notebook.explorer_html import rulings_of
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.spelling import spelt, words_of
from tests.browser.every_explorer import declared, placed
from tests.browser.pages import PAGES, SITE
from tests.browser.table import OPEN, R_M3, Opened, text_of, visit
from tests.sample import SOME_OR_EVERY, Chosen

M3 = R_M3.rstrip(".")
pytestmark = [pytest.mark.site, pytest.mark.browser]


def test_it_is_told_at_clauses_rulings_questions_and_stories(opened: Opened) -> None:
    with_nothing = opened("book/paper_tigers/melee.html", "")
    assert with_nothing.evaluate(ASKED, "readings.js") is False
    expect(with_nothing.locator(".rb-told")).to_have_count(0)
    text = text_of(R_M3="False", R_M9="4", R_I9="True")
    page = opened("book/paper_tigers/melee.html", text)
    for clause in catalog().rulings["R-M3"].clauses:
        if page.locator(f"details#{clause}").count():
            expect(page.locator(f"details#{clause} > summary .rb-told").first).to_have_text(
                f" Your table reads R-M3 differently: {R_M3}"
            )
    steps = page.locator("ol:has(+ .rb-told-steps)")
    expect(steps).to_contain_text("Two hits remove a unit")
    read = page.locator(".rb-told-steps")
    expect(read).to_contain_text(f"Your table reads R-M3 ({M3}) and R-M9 (")
    expect(read).not_to_contain_text("R-I9")
    line = page.locator(".rb-otherwise > li", has_text="R-M3")
    expect(line.locator(".rb-told")).to_have_text(f" Your table: {R_M3}")
    page.locator(".rb-otherwise a", has_text="R-M3").click()
    expect(page.locator(".rb-cited")).to_contain_text(f"Your table reads it differently: {R_M3}")
    page.keyboard.press("Escape")
    page.locator('article a[href$="#PT-M12"]:not(.headerlink)').first.dispatch_event("click")
    expect(page.locator(".rb-cited")).to_contain_text(f"Your table reads R-M3 differently: {R_M3}")
    visit(page, (SITE / "book/rulings/paper_tigers.html").as_uri())
    answers = page.locator("section#R-M3 .rb-readings > li")
    expect(answers.nth(1)).to_have_class("rb-told-chosen")
    expect(answers.nth(1)).to_contain_text("your table")
    expect(page.locator("section#R-M9 .rb-readings > li").last).to_have_text("Your table: 4.")
    visit(page, (SITE / "book/rulings/index.html").as_uri())
    for rule_id, words in (("R-M3", R_M3), ("R-I9", words_of("R-I9", True))):
        line = page.locator("article li", has=page.locator(f'a[href$="#{rule_id}"]'))
        expect(line.first).to_contain_text(f"Your table: {words}")
    visit(page, (SITE / "book/learn/first_melee.html").as_uri())
    line = page.locator(".rb-learn .rb-told")
    expect(line).to_contain_text(f"This story follows our readings. Your table reads R-M3 ({M3})")
    expect(line).not_to_contain_text("R-I9")


ASKED = """(wanted) => performance.getEntriesByType("resource")
    .some(({ name }) => name.includes(wanted))"""


def test_it_is_told_on_sheets_and_they_still_fit_their_paper(opened: Opened) -> None:
    for system in catalog().systems.values():
        others = {i: spelt(values_of(i)[1]) for i in system.rulings if i in OPEN}
        two = {i.replace("-", "_"): others[i] for i in list(others)[:2]}
        place = f"book/quick/{system.id.replace('-', '_')}.html"
        page = opened(place, text_of(**two))
        page.emulate_media(media="print")
        first, second = list(others)[:2]
        expect(page.locator(".rb-told-sheet")).to_contain_text(
            f"Your table reads {first} and {second}"
        )
        for rule_id in (first, second):
            own = f'.rb-quick-ids:first-child a[href$="#{rule_id}"]'
            line = page.locator(f".rb-quick-rulings li:has(> {own})")
            expect(line).to_contain_text(f"Your table: {words_of(rule_id, values_of(rule_id)[1])}")
        pages = page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n")
        assert pages == 1, f"{place}: {pages} pages"


@SOME_OR_EVERY
def test_every_explorer_begins_as_the_table_reads(opened: Opened, chosen: Chosen) -> None:
    others = {i.replace("-", "_"): spelt(values_of(i)[1]) for i in OPEN}
    for place, id_ in chosen(placed(), 0, one_in=3):
        rulings = rulings_of(declared()[id_])
        for rule_id in rulings[:1]:
            page = opened(
                place, text_of(**{rule_id.replace("-", "_"): spelt(values_of(rule_id)[1])})
            )
            root = page.locator(f"section.rb-explorer#{id_}")
            words = words_of(rule_id, values_of(rule_id)[1])
            expect(root.locator(".rb-told-list li")).to_have_text(
                f"Your table reads {rule_id} differently: {words} It is set here."
            )
            expect(root.locator("p.rb-beside")).to_contain_text(f"Your reading: {rule_id}.")
        if len(rulings) > 1:
            page = opened(place, text_of(**others))
            root = page.locator(f"section.rb-explorer#{id_}")
            expect(root.locator(".rb-told-list li")).to_have_count(len(rulings))
            assert page.evaluate(ASKED, "kernel.js") is False


def test_a_link_means_what_its_sender_saw(opened: Opened) -> None:
    place = "book/paper_tigers/sniper.html"
    page = opened(place, text_of(R_S3="redraw", R_S6="False"))
    root = page.locator("#spotting-odds")
    expect(root.locator('input[value="aside"]')).to_be_checked()
    page.goto("about:blank")
    page.goto((SITE / place).as_uri() + "#spotting-odds?jokers=two")
    expect(root.locator('input[value="two"]')).to_be_checked()
    expect(root.locator('[data-reading="R-S6"] input:checked')).to_have_value(
        spelt(values_of("R-S6")[0])
    )


CHOSEN_HERE = {
    "R-N6": "pursuit",
    "R-S3": "sniper",
    "R-S4": "sniper",
    "R-X1": "sudden_strike",
    "R-I3": "fanaticism",
}


def test_every_switch_for_a_ruling_knows_all_its_readings() -> None:
    found = {}
    for name in PAGES:
        for each in re.findall(r'class="rb-data">(.*?)</script>', (SITE / name).read_text("utf-8")):
            for control in json.loads(each).get("controls", []):
                if "ruling" in control:
                    found[control["ruling"]] = name.rpartition("/")[2].removesuffix(".html")
                    values = set(map(spelt, values_of(control["ruling"])))
                    assert set(control["readings"]) == values
    assert found.items() >= CHOSEN_HERE.items()
