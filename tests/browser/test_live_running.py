"""The order in which the cells of a live page run, and what a failure on the way does."""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.alive import BUTTON, bar, make_live, opened

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.usefixtures("live_parts")]

ADDRESS = "book/small.html"
# The reader is quicker than the second cell: acts in the moment in which the cells can be edited.
AT_ONCE = """([number, code]) => {
    const watch = new MutationObserver(() => {
        const field = document.querySelectorAll(".rb-alive-code")[number - 1];
        if (!field) return;
        watch.disconnect();
        const shown = [...document.querySelectorAll(".cell_output")];
        window.printed = shown.map((each) => each.innerText.trim());
        field.value = code;
        field.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", shiftKey: true}));
    });
    watch.observe(document.querySelector("article"), {childList: true, subtree: true});
}"""
ARTICLE = """() => {
    const copy = document.querySelector("article").cloneNode(true);
    copy.querySelector(".rb-alive-bar").remove();
    return copy.innerHTML;
}"""


def small(*cells: str) -> str:
    """A page with these cells, in the form that the book has."""
    boxes = "".join(
        "<div class='cell'><div class='cell_input'><div class='highlight'>"
        f"<pre>{escape(code)}</pre></div></div>"
        f"<div class='cell_output'>printed {number}</div></div>"
        for number, code in enumerate(cells, start=1)
    )
    script = "<meta charset='utf-8'><script src='../_static/live/live.js' defer></script>"
    article = f"<article class='bd-article'><h1>Small</h1>{boxes}</article>"
    return f"<!DOCTYPE html><html lang='en'><title>Small</title>{script}{article}</html>"


@contextmanager
def page_of(browser: Browser, host: str, *cells: str) -> Iterator[Page]:
    """Open a page with these cells instead of the printed ones."""
    with opened(browser, f"{host}_static/logo.svg", [], host) as page:
        page.route(
            f"**/{ADDRESS}",
            lambda route: route.fulfill(body=small(*cells), content_type="text/html"),
        )
        page.goto(host + ADDRESS, wait_until="load")
        yield page


def output(page: Page, number: int) -> Locator:
    return page.locator(".cell_output").nth(number - 1)


def test_a_reader_need_not_wait_for_the_other_cells(lonely_browser: Browser, host: str) -> None:
    cells = ["ran = [1]", *(f"ran.append({n})" for n in range(2, 6)), "ran"]
    with page_of(lonely_browser, host, *cells) as page:
        page.evaluate(AT_ONCE, [4, "ran.append('reader'); ran"])
        make_live(page)
        # It ran right after the first cell, and the book's own code of that cell did not run again.
        expect(output(page, 4)).to_have_text("[1, 'reader']")
        expect(output(page, 6)).to_have_text("[1, 'reader', 2, 3, 5]")
        expect(bar(page)).to_contain_text("All 6 cells have run")
        # Until its turn came, each cell showed what the page had printed.
        assert page.evaluate("printed.slice(1)") == [f"printed {n}" for n in range(2, 7)]
        expect(page.locator(".rb-alive-progress")).to_have_count(0)

        # "Run from here on" runs the rest in order, and stops at a failure.
        fields = page.locator(".rb-alive-code")
        fields.nth(0).fill("ran = ['again']")
        fields.nth(4).fill("ran.append(1 / 0)")
        page.get_by_role("button", name="Run from here on").first.click()
        expect(output(page, 5).get_by_role("alert")).to_contain_text("ZeroDivisionError")
        expect(output(page, 4)).to_have_text("['again', 2, 3, 'reader']")
        expect(output(page, 6)).to_have_text("[1, 'reader', 2, 3, 5]")
        page.get_by_role("button", name="The book’s code").nth(4).click()
        fields.nth(4).press("Control+Enter")
        fields.nth(5).press("Shift+Enter")
        expect(output(page, 6)).to_have_text("['again', 2, 3, 'reader', 5]")


def test_a_cell_that_needs_those_before_it_says_so(lonely_browser: Browser, host: str) -> None:
    with page_of(lonely_browser, host, "1", "early = 2", "early + 1") as page:
        page.evaluate(AT_ONCE, [3, "early + 40"])
        make_live(page)
        expect(output(page, 3).get_by_role("alert")).to_contain_text("NameError")
        state = page.locator(".rb-alive-buttons [role=status]")
        expect(state).to_contain_text("Cells before it have not run yet")
        page.get_by_role("button", name="Run", exact=True).nth(2).click()
        expect(output(page, 3)).to_have_text("42")
        expect(state).to_have_text("Done.")


@pytest.mark.parametrize("number", [1, 3])
def test_a_chapter_that_fails_here_stays_as_it_was(
    lonely_browser: Browser, host: str, number: int
) -> None:
    cells = ["'one'", "'two'", "'three'"]
    cells[number - 1] = "import nowhere"
    with page_of(lonely_browser, host, *cells) as page:
        before = page.evaluate(ARTICLE)
        page.get_by_role("button", name=BUTTON).click()
        expect(bar(page)).to_contain_text("it is as it was")
        expect(bar(page)).to_contain_text(f"cell {number}: ModuleNotFoundError")
        assert page.evaluate(ARTICLE) == before
        expect(page.get_by_role("button", name=BUTTON)).to_be_enabled()


def test_a_failure_leaves_what_the_reader_has_done(lonely_browser: Browser, host: str) -> None:
    with page_of(lonely_browser, host, "1", "import nowhere", "3", "4") as page:
        page.evaluate(AT_ONCE, [3, "40 + 2"])
        page.get_by_role("button", name=BUTTON).click()
        expect(bar(page)).to_contain_text("You can still run each cell")
        expect(output(page, 3)).to_have_text("42")
        expect(output(page, 2)).to_have_text("printed 2")
        expect(output(page, 4)).to_have_text("printed 4")
        page.get_by_role("button", name="Run", exact=True).nth(3).click()
        expect(output(page, 4)).to_have_text("4")


def test_a_second_try_can_succeed(lonely_browser: Browser, host: str) -> None:
    with page_of(lonely_browser, host, "40 + 2", "43") as page:
        page.context.route("**/rules.json", lambda route: route.fulfill(body="lost"))
        page.get_by_role("button", name=BUTTON).click()
        expect(bar(page)).to_contain_text("it is as it was")
        page.context.unroute("**/rules.json")
        make_live(page)
        expect(output(page, 1)).to_have_text("42")
        expect(output(page, 2)).to_have_text("43")
