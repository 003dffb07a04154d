"""What a reader has changed is kept, can be put back, and can be taken away."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.alive import CHAPTER, bar, cell, change, opened, run
from tests.sample import one_in

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.usefixtures("live_parts")]

CODE = 'HeadlineChance("My own card passes {chance}.", command.chance(Card("red", 3), "charge"))'
AT = "red_10 = "


def number_of(page: Page, text: str) -> int:
    """Return which cell the book gives this code."""
    codes: list[str] = page.locator("div.cell .cell_input pre").all_text_contents()
    return 1 + next(at for at, code in enumerate(codes) if text in code)


def test_changes_outlive_the_page_can_be_reset_and_brought_back(
    lonely_browser: Browser, host: str
) -> None:
    with opened(lonely_browser, host + CHAPTER, []) as page:
        number = number_of(page, AT)
        change(page, number).locator(".rb-alive-code").fill(CODE)
        for _ in range(2):
            page.goto(host + "search.html")
            page.go_back()
            page.reload()
            root = cell(page, number)
            expect(root.locator(".rb-alive-here")).to_have_text("Change your code")
            expect(bar(page)).to_have_text(f"Changed by you: cell {number} of {count(page)}.")
        expect(root.locator(".cell_output")).to_contain_text("Multiply the two chances.")
        root = change(page, number)
        expect(root.locator(".rb-alive-code")).to_have_value(CODE)
        run(root)
        expect(root.locator(".cell_output")).to_contain_text("My own card passes")
        page.get_by_role("button", name="Reset all").click()
        expect(root.locator(".cell_output")).to_contain_text("Multiply the two chances.")
        assert AT in root.locator(".rb-alive-code").input_value()
        assert page.evaluate("localStorage.getItem('rulebook.code')") is None
        page.get_by_role("button", name="Restore my changes").click()
        expect(root.locator(".rb-alive-code")).to_have_value(CODE)


def count(page: Page) -> int:
    return page.locator("div.cell .cell_input pre").count()


def test_a_notebook_with_the_changes_is_taken_away(
    lonely_browser: Browser, host: str, tmp_path: Path
) -> None:
    with opened(lonely_browser, host + CHAPTER, []) as page:
        number = number_of(page, AT)
        change(page, number).locator(".rb-alive-code").fill(CODE)
        with page.expect_download() as taken:
            page.get_by_role("button", name="Download as a notebook").click()
        assert taken.value.suggested_filename == "command_test-changed.ipynb"
        taken.value.save_as(tmp_path / "mine.ipynb")
    book = json.loads((tmp_path / "mine.ipynb").read_text("utf-8"))
    codes = ["".join(each["source"]) for each in book["cells"] if each["cell_type"] == "code"]
    assert codes.count(CODE) == 1
    assert not any(AT in code for code in codes)
    assert any("command_test_odds" in code for code in codes)
    words = "".join(
        "".join(each["source"]) for each in book["cells"] if each["cell_type"] == "markdown"
    )
    assert "command card" in words


BROKEN = {
    "no storage": """Object.defineProperty(window, "localStorage", {
        get() { throw new Error("no"); },
    })""",
    "full": "Storage.prototype.setItem = () => { throw new Error('full'); }",
    "no JSON": "localStorage.setItem('rulebook.code', '{')",
    "a list": "localStorage.setItem('rulebook.code', '[1]')",
    "other things": """localStorage.setItem(
        "rulebook.code", JSON.stringify({[location.pathname]: {a: 1, b: []}}),
    )""",
}


@pytest.mark.parametrize("kind", one_in(3, BROKEN))
def test_a_browser_that_keeps_nothing_or_nonsense_does_no_harm(
    lonely_browser: Browser, host: str, kind: str
) -> None:
    script = BROKEN[kind]
    context = lonely_browser.new_context()
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.add_init_script(script)
    page.goto(host + CHAPTER, wait_until="load")
    root = change(page, 1)  # none before it wants numpy, which takes its time
    root.locator(".rb-alive-code").fill("6 * 7")
    expect(root.locator(".rb-alive-code")).to_have_value("6 * 7")
    state = root.locator(".rb-alive-buttons [role=status]")
    if "Storage.prototype" in script or "window" in script:
        expect(state).to_contain_text("Your browser keeps nothing")
    run(root)
    expect(root.locator(".cell_output")).to_have_text("42")
    # Where keeping itself fails, the theme’s own scripts complain of it, too.
    assert wrong == [] or "throw" in script
    context.close()


def test_what_to_try_is_offered_and_runs(lonely_browser: Browser, host: str) -> None:
    """A newcomer presses two buttons, and a card has changed."""
    with opened(lonely_browser, host + "book/paper_tigers/melee.html", []) as page:
        root = change(page, number_of(page, "rolls=[(12, 12), (8, 9)]"))
        field = root.locator(".rb-alive-code")
        expect(field).to_be_focused()
        root.get_by_role("button", name="a black 7").click()
        expect(root.locator(".cell_output")).to_contain_text("Able, black 7 against Baker")
        assert 'Card("black", 7)' in field.input_value()
        root.get_by_role("button", name="a red 5", exact=True).click()
        expect(root.locator(".cell_output")).to_contain_text("Able, red 5 against Baker")
        assert "black" not in field.input_value()
