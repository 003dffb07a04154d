"""A board that can be asked: by tap, drag and keys; what it says names the clauses."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import barriers
from tests.browser.pages import SITE, script
from tests.browser.tab import SETTLE, Tab

CHAPTER = (SITE / "book/triumph_and_glory/charge.html").as_uri()
REFEREE = (SITE / "book/adjudicate.html").as_uri()


def asked(page: Page, title: str) -> Locator:
    return page.locator("figure.rb-charges", has_text=title).first


def unit(figure: Locator, name: str) -> Locator:
    return figure.locator(f":scope > svg .rb-unit[data-names='{name}']")


def middle(figure: Locator, at: str) -> tuple[float, float]:
    """Where a hex lies on the screen."""
    box = figure.locator(f":scope > svg .rb-hex[data-hex='{at}'] polygon").first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


SAID = """(lines) => ["✗", "✓"].map((mark) => lines
    .filter((each) => each.textContent.includes(mark))
    .flatMap((each) => [...each.querySelectorAll(".rb-clause")].map((link) => link.textContent)))"""
"""The clauses against a charge, and those for it."""


def test_a_tap_says_what_stands_there_without_a_script(tab: Tab, tab_without_scripts: Tab) -> None:
    """Whether a unit may charge, and each clause by which it may or may not."""
    with tab_without_scripts.at(CHAPTER):
        figure = asked(tab_without_scripts.page, "Who may charge?")
        expect(figure.locator(".rb-ask")).to_have_count(0)
        figure.locator("summary").last.click()
        told = {
            str(each.get_attribute("data-unit")): (
                each.locator("li").evaluate_all(SAID),
                len((each.get_attribute("data-offends") or "").split()),
            )
            for each in figure.locator(".rb-asked > li:visible").all()
        }
        assert len(told) == figure.locator(".rb-asked > li").count() > 7
    with tab.at(CHAPTER):
        figure = asked(tab.page, "Who may charge?")
        answer = figure.locator(".rb-answer")
        for name, (clauses, offends) in told.items():
            unit(figure, name).click()
            expect(answer.locator("> strong")).to_contain_text(name)
            assert answer.locator("li").evaluate_all(SAID) == clauses
            expect(unit(figure, name)).to_have_attribute("aria-pressed", "true")
            links = answer.locator("a.rb-clause").evaluate_all(
                "all => all.map((each) => [each.hash, `#${each.textContent}`])"
            )
            assert all(leads == rule_id for leads, rule_id in links)
            assert figure.locator(".rb-lit-offends").count() == offends
        assert barriers(tab.page, within="figure.rb-charges") == []


def test_a_map_stays_where_it_is_when_its_answer_comes(tab: Tab) -> None:
    with tab.at(CHAPTER):
        figure = asked(tab.page, "Duval and Petit charge Orlov")
        for name in ("Duval", "Orlov", "Petit"):
            figure.evaluate("each => each.scrollIntoView()")
            before = figure.locator(":scope > svg").bounding_box()
            unit(figure, name).click()
            expect(figure.locator(".rb-answer > strong")).to_contain_text(name)
            tab.page.evaluate(SETTLE)
            assert figure.locator(":scope > svg").bounding_box() == before


STANDS = "(unit, side) => unit.getBoundingClientRect()[side]"
KEYS = [("Right", "x", 1), ("Left", "x", -1), ("Up", "y", -1), ("Down", "y", 1)]
"""Where a unit goes on the screen."""


def test_it_is_asked_again_from_another_hex(tab: Tab) -> None:
    with tab.at(REFEREE):
        page, figure = tab.page, asked(tab.page, "Who may charge Orlov?")
        said = figure.locator(".rb-answer > strong")
        petit = unit(figure, "Petit")
        figure.locator(":scope > svg .rb-unit[tabindex='0']").focus()
        steps = ("Right", 1), ("Left", 0), ("Up", -1), ("Down", 0), ("Down", 1), ("Right", 2)
        for key, at in steps:  # there and back; then past Orlov and Duval
            page.keyboard.press(f"Arrow{key}")
            expect(figure.locator(":scope > svg .rb-unit").nth(at)).to_be_focused()
        expect(petit).to_be_focused()
        page.keyboard.press("Enter")
        expect(said).to_have_text("✗ Petit may not charge Orlov.")
        page.keyboard.press("ArrowDown")  # out of the shadow of the wood
        expect(said).to_have_text("✓ Petit may charge Orlov.")
        for key, side, way in KEYS:
            before = petit.evaluate(STANDS, side)
            page.keyboard.press(f"Arrow{key}")
            assert way * (petit.evaluate(STANDS, side) - before) > 9, key
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
            looked = petit.evaluate(script("map_looks"))
            figure.get_by_role("button", name="Turn Petit").click()
            assert front.evaluate("front => front.style.rotate") == f"{corners}deg"
            turned = petit.evaluate(script("map_looks")) - looked
            assert 0 < turned % 360 < 90  # as drawn, but for the edge
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
            assert told == figure.evaluate(script("map_lies")), "as it is after its dice"
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
