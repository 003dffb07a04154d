"""What is told step by step can be gone through, and leads to the page for other dice."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import barriers
from tests.browser.pages import PAGES, SITE
from tests.browser.tab import Tab
from tests.sample import SOME_OR_EVERY, Chosen, one_in

TOLD_ON = [name for name in PAGES if 'class="rb-transcript"' in (SITE / name).read_text("utf-8")]
OPEN = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
TOLD = "(each) => [...each.querySelectorAll(':scope > ol > li')].map((li) => li.textContent)"
SHOWN = """(each) => [...each.querySelectorAll(':scope > ol > li')]
    .map((li) => li.checkVisibility())"""


@SOME_OR_EVERY
@pytest.mark.parametrize("name", one_in(4, TOLD_ON))
def test_every_transcript_can_be_gone_through_and_is_whole_again(
    tab: Tab, name: str, chosen: Chosen
) -> None:
    with tab.at((SITE / name).as_uri()):
        page = tab.page
        page.evaluate(OPEN)
        told = page.locator(".rb-transcript:has(.rb-steps button):visible").all()
        for root in chosen(told, 0, one_in=4):
            go_through(page, root)


def go_through(page: Page, root: Locator) -> None:
    """On to the end and back to the beginning, by keyboard."""
    told = root.evaluate(TOLD)
    assert all(root.evaluate(SHOWN))
    root.get_by_role("button", name="Step by step").press("Enter")
    status = root.locator(".rb-steps [role=status]")
    count = int(status.inner_text().rpartition(" ")[2])
    for at in range(1, count + 1):
        expect(status).to_have_text(f"step {at} of {count}")
        shown = root.evaluate(SHOWN)
        assert shown == sorted(shown, reverse=True)
        assert all(shown) == (at == count)
        expect(root.locator("[aria-current=step]").first).to_be_visible()
        page.keyboard.press("Enter")  # the button to go on has the focus
    expect(status).to_have_text(f"step {count} of {count}")
    root.get_by_role("button", name="Back one step").press("Enter")
    expect(status).to_have_text(f"step {count - 1} of {count}")
    root.get_by_role("button", name="Show all").press("Enter")
    assert all(root.evaluate(SHOWN))
    assert root.evaluate(TOLD) == told


def test_an_exchange_lights_up_its_clauses_and_leads_to_other_dice(tab: Tab) -> None:
    with tab.at((SITE / "book/paper_tigers/melee.html").as_uri()):
        page = tab.page
        root = page.locator(".rb-transcript", has_text="Able, red 7 against Baker, red 5").first
        root.get_by_role("button", name="Step by step").click()
        root.get_by_role("button", name="On one step").click()
        expect(
            root.locator(".rb-steps-beneath .rb-clause", has_text="PT-M10").first
        ).to_be_visible()
        assert barriers(page, within=".rb-stepping") == []
        root.get_by_role("link", name="Other dice for Baker").click()
        page.wait_for_url("**/adjudicate.html#melee?**")
        said = parse_qsl(urlsplit(page.url).fragment.partition("?")[2], keep_blank_values=True)
        thrown = [value for field, value in said if field in ("rolls.attacker", "rolls.defender")]
        assert thrown == ["12", "12", "8", "9"]
        focused = page.locator(":focus")
        expect(focused).to_have_attribute("name", "rolls.defender")
        expect(focused).to_have_value("9")
        form = page.locator("[data-name=melee]")
        expect(form.locator("[name='attacker.value']")).to_have_value("7")
        expect(form.locator("[name='defender.team']")).not_to_be_checked()
        page.go_back()  # and a tap on his half of the picture means his dice, too
        picture = root.locator("svg").nth(1)
        wide = picture.evaluate("(svg) => svg.getBoundingClientRect().width")
        picture.click(position={"x": 0.75 * wide, "y": 9})
        page.wait_for_url("**/adjudicate.html#melee?**")
        expect(page.locator(":focus")).to_have_attribute("name", "rolls.defender")
    with tab.at((SITE / "book/in_die_tiefen/battle.html").as_uri()):
        page = tab.page
        root = page.locator(".rb-transcript[data-again]").first
        root.locator("svg").first.click()
        page.wait_for_url("**/adjudicate.html#battle?**")
        expect(page.locator(":focus")).to_have_attribute("name", "rolls-a")
        expect(page.locator(":focus")).to_have_value("53241")


def test_on_paper_and_without_a_script_it_is_told_as_before(tab: Tab) -> None:
    with tab.at((SITE / "book/paper_tigers/command_test.html").as_uri()):
        page = tab.page
        root = page.locator(".rb-transcript").first
        root.get_by_role("button", name="Step by step").click()
        assert not all(root.evaluate(SHOWN))
        page.emulate_media(media="print")
        assert all(root.evaluate(SHOWN))
        expect(root.locator(".rb-steps")).not_to_be_visible()
    assert "rb-steps" not in (SITE / "book/paper_tigers/command_test.html").read_text("utf-8")
