"""A board that can be asked: by tap, drag and keys; what it says names the clauses."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import barriers
from tests.browser.pages import PHONE, SITE
from tests.browser.tab import Tab

pytestmark = [pytest.mark.site, pytest.mark.browser]

CHAPTER = (SITE / "book/triumph_and_glory/charge.html").as_uri()
REFEREE = (SITE / "book/adjudicate.html").as_uri()
STORY = (SITE / "book/learn/more_stories.html").as_uri()

FORBIDDEN = {
    "Duval": [],
    "Petit": ["TG-9.81a", "TG-9.81-1"],
    "Remy": ["TG-9.81b"],
    "Faure": ["TG-9.81c"],
    "Blanc": ["TG-9.81e", "TG-9.81e"],
    "Roche": ["TG-9.81f"],
    "Marot": ["TG-9.81d"],
}
"""What the engine says of the seven charges in the chapter, whose cell is typed there."""

CLAUSES = {"TG-9.81a", "TG-9.81b", "TG-9.81c", "TG-9.81d", "TG-9.81e", "TG-9.81f", "TG-9.81-1"}

LIT_AT = "all => all.map((each) => each.parentNode.getAttribute('transform'))"


def asked(page: Page, title: str) -> Locator:
    return page.locator("figure.rb-charges", has_text=title).first


def unit(figure: Locator, name: str) -> Locator:
    return figure.locator(f":scope > svg .rb-unit[data-names='{name}']")


def clauses(lines: Locator) -> list[str]:
    return lines.locator(".rb-clause").all_inner_texts()


def middle(figure: Locator, at: str) -> tuple[float, float]:
    """Where a hex lies on the screen."""
    box = figure.locator(f":scope > svg .rb-hex[data-hex='{at}'] polygon").first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tap_says_whether_a_unit_may_charge_and_by_which_clause(tab: Tab) -> None:
    with tab.at(CHAPTER):
        figure = asked(tab.page, "Who may charge?")
        said = figure.locator(".rb-answer")
        for name, forbidden in FORBIDDEN.items():
            unit(figure, name).click()
            expect(said.locator("> strong")).to_contain_text(
                f"{name} may{' not' if forbidden else ''} charge"
            )
            assert clauses(said.locator("li", has_text="✗")) == forbidden
            assert set(clauses(said.locator("li", has_text="✓"))) == CLAUSES - set(forbidden)
            expect(unit(figure, name)).to_have_attribute("aria-pressed", "true")
            for link in said.locator("a.rb-clause").all():
                assert (link.get_attribute("href") or "").endswith(f"#{link.inner_text()}")
            expect(figure.locator(".rb-lit-path").first).to_be_attached()
            amber = figure.locator(".rb-lit-offends")
            assert amber.count() == len(forbidden)
            for each in amber.all():
                opacity = each.evaluate("hex => getComputedStyle(hex).fillOpacity")
                assert 0 < float(opacity) < 1, "its style has come with the page"
        unit(figure, "Orlov").click()
        expect(said).to_contain_text("It may be charged by Duval")
        assert barriers(tab.page) == []


def test_it_is_asked_again_from_another_hex(tab: Tab) -> None:
    with tab.at(REFEREE):
        page, figure = tab.page, asked(tab.page, "Who may charge Orlov?")
        said = figure.locator(".rb-answer > strong")
        petit = unit(figure, "Petit")
        figure.locator(":scope > svg .rb-unit[tabindex='0']").focus()
        for _ in range(2):  # past Orlov and Duval
            page.keyboard.press("ArrowRight")
        expect(petit).to_be_focused()
        page.keyboard.press("Enter")
        expect(said).to_have_text("✗ Petit may not charge Orlov.")
        page.keyboard.press("ArrowDown")  # out of the shadow of the wood
        expect(said).to_have_text("✓ Petit may charge Orlov.")
        page.keyboard.press("Escape")
        expect(said).to_have_text("✗ Petit may not charge Orlov.")
        page.keyboard.press("Escape")
        expect(said).to_have_count(0)
        page.keyboard.press("Enter")
        page.mouse.click(*middle(figure, "1,1"))
        expect(said).to_have_text("✓ Petit may charge Orlov.")
        figure.get_by_role("button", name="Petit back to its hex").click()
        expect(said).to_have_text("✗ Petit may not charge Orlov.")
        front = petit.locator(".rb-front")
        for corners in (60, 120):
            lit = figure.locator(".rb-lit-front").evaluate_all(LIT_AT)
            figure.get_by_role("button", name="Turn Petit").click()
            assert front.evaluate("front => front.style.rotate") == f"{corners}deg"
            assert figure.locator(".rb-lit-front").evaluate_all(LIT_AT) != lit
        page.keyboard.press("Escape")
        assert front.evaluate("front => front.style.rotate") == "0deg"
        page.mouse.move(*middle(figure, "1,0"))
        page.mouse.down()
        page.mouse.move(*middle(figure, "1,1"), steps=5)
        page.mouse.up()
        expect(said).to_have_text("✓ Petit may charge Orlov.")
        figure.locator(".rb-answer").get_by_role("link", name="Roll this charge").click()
        form = page.locator("[data-name=cavalry]")
        expect(form.locator("[name='charger.kind']").first).to_have_value("light")
        expect(form.locator("[name='target.kind']").first).to_have_value("infantry")


def test_a_finger_meets_every_unit_and_sees_the_answer(tab: Tab) -> None:
    for address, title in ((CHAPTER, "Who may charge?"), (STORY, "Who may charge Orlov?")):
        with tab.at(address, PHONE):
            figure = asked(tab.page, title)
            for each in figure.locator(":scope > svg .rb-unit").all():
                box = each.locator(".rb-hit").bounding_box()
                assert box
                assert min(box["width"], box["height"]) >= 44
                each.click()
                lies, answer = each.bounding_box(), figure.locator(".rb-answer").bounding_box()
                assert lies
                assert answer
                assert lies["y"] + lies["height"] <= answer["y"] + 1, "the answer lies on no unit"
            size = "svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"
            scale = figure.locator(":scope > svg").evaluate(size)
            assert scale * 13 > 13, "names are as large as on a map of its own size"


def test_the_map_goes_with_the_steps_and_their_dice(tab: Tab) -> None:
    with tab.at(CHAPTER):
        figure = asked(tab.page, "Duval and Petit charge Orlov")
        stage = figure.locator(".rb-stage")
        expect(stage).to_be_hidden()
        figure.get_by_role("button", name="Charge: step by step").click()
        expect(stage).to_be_visible()
        on = figure.get_by_role("button", name="On one step")
        seen = []
        for _ in range(20):
            told = stage.locator("svg").get_attribute("aria-label") or ""
            seen.append(told.partition("Duval ")[2].partition(";")[0])
            if on.get_attribute("aria-disabled") == "true":
                break
            on.click()
        assert list(dict.fromkeys(seen)) == [
            "where it was, good order",
            "next to the target, good order",
            "advanced, good order",
            "advanced, disordered",
        ]
        figure.get_by_role("button", name="Show all").click()
        expect(stage).to_be_hidden()
        expect(figure.locator(":scope > svg")).to_be_visible()


def test_without_a_script_all_answers_stand_there(tab_without_scripts: Tab) -> None:
    with tab_without_scripts.at(CHAPTER):
        figure = asked(tab_without_scripts.page, "Who may charge?")
        expect(figure.locator(".rb-ask")).to_have_count(0)
        figure.locator("summary").last.click()
        for name, forbidden in FORBIDDEN.items():
            answer = figure.locator(f".rb-asked > li[data-unit='{name}']")
            expect(answer).to_be_visible()
            assert clauses(answer.locator("li", has_text="✗")) == forbidden
        assert figure.locator(":scope > svg .rb-mark-offends").count() == 8
