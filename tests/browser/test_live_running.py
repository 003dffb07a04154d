"""The cells of a live page: the order in which they run, what a failure says, what is kept."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from rulebook_ext.live import PLACE
from tests.browser.alive import change, refuse, reset, run, state
from tests.browser.tab import Heard, Tab

pytestmark = pytest.mark.usefixtures("live_parts")

ADDRESS = "book/small.html"
CELLS = (
    "ran = [1]",
    "ran.append(2)",
    "import nowhere\nearly = 2",
    "early + 1",
    "ran",
    "ran.append(4)\nran",
    "x = 1",
    "x + 1",
    "x + 2",
)
JOINED = "() => { const all = document.querySelectorAll('div.cell'); all[6].after(all[7]); }"
"""Puts the eighth cell into the section of the seventh."""
ENDLESS = "while True: pass"


def small() -> str:
    """A page with a section for each of the cells, in the form that the book has."""
    boxes = "".join(
        "<section><div class='cell'><div class='cell_input'><div class='highlight'>"
        f"<pre>{escape(code)}</pre></div></div>"
        f"<div class='cell_output'>printed {number}</div></div></section>"
        for number, code in enumerate(CELLS, start=1)
    )
    sources = ("page.js", "python.js", "live/live.js")
    script = "<meta charset='utf-8'>"
    script += "".join(f"<script src='../_static/{each}' defer></script>" for each in sources)
    article = (
        f"<article class='bd-article'><section><h1>Small</h1>{boxes}</section>{PLACE}</article>"
    )
    return f"<!DOCTYPE html><html lang='en'><title>Small</title>{script}{article}</html>"


@contextmanager
def page_of(browser: Browser, host: str) -> Iterator[Heard]:
    """Open a page with these cells."""
    tab = Tab(browser)
    page = tab.page
    page.context.route(
        f"**/{ADDRESS}", lambda route: route.fulfill(body=small(), content_type="text/html")
    )
    with tab.at(host + ADDRESS) as heard:
        yield heard
    page.context.close()


def output(page: Page, number: int) -> Locator:
    return page.locator("div.cell").nth(number - 1).locator(".cell_output")


@pytest.fixture(scope="module")
def heard(lonely_browser: Browser, host: str) -> Iterator[Heard]:
    """The page with the cells: nothing of Python came at first, and what was typed was kept."""
    with page_of(lonely_browser, host) as heard:
        page, context = heard.page, heard.page.context
        context.route("**/page.js", refuse)
        page.locator(".rb-alive-here").first.click()
        told = page.locator(".rb-alive-offer [role=status]").first
        expect(told).to_contain_text("it is as it was")
        context.unroute("**/page.js")
        for part in ("packed.js", "rules.js"):
            context.route(re.compile(part), refuse)
            root = change(page, 4)
            expect(run(root, "early + 40")).to_contain_text("What you have typed is kept")
            expect(output(page, 2)).to_have_text("printed 2")
            context.unroute(re.compile(part))
        heard.forget()
        for _ in range(2):
            page.goto(f"{host}search.html")
            page.go_back()
            page.reload()
            expect(page.locator(".rb-alive-here").nth(3)).to_have_text("Change your code")
            bar = page.locator(".rb-alive-status")
            expect(bar).to_have_text(f"Changed by you: cell 4 of {len(CELLS)}.")
        page.evaluate(JOINED)
        held: list[Route] = []
        context.route(re.compile("packed.js"), lambda route: held.append(route))
        root = change(page, 4)
        expect(root.locator(".rb-alive-code")).to_have_value("early + 40")
        root.get_by_role("button", name="Run", exact=True).click()
        root.get_by_role("button", name="Stop").click()
        expect(state(root)).to_have_text("Stopped.")
        # What comes after the stop starts nothing that the next run does not know of.
        context.unroute(re.compile("packed.js"))
        held[0].continue_()
        expect(run(root)).to_contain_text("Cell 3, before it, failed")
        expect(state(root)).to_contain_text("no module “nowhere”")
        expect(output(page, 3)).to_have_text("printed 3")
        reset(root)
        yield heard


@pytest.fixture
def cells(heard: Heard) -> Page:
    return heard.page


def test_the_cells_before_it_run_first_and_once(cells: Page) -> None:
    root = change(cells, 5)
    expect(run(root, "ran.append('reader'); ran")).to_have_text("Done.")
    expect(output(cells, 5)).to_have_text("[1, 2, 'reader']")
    # The others show what was printed, and what was not needed has not run.
    expect(output(cells, 2)).to_have_text("printed 2")
    # The same code again shows what is printed; nothing before it has been changed.
    for _ in range(2):
        run(root, "ran")
        expect(output(cells, 5)).to_have_text("[1, 2, 'reader']")
    reset(root)
    expect(output(cells, 5)).to_have_text("printed 5")


def test_what_follows_in_its_section_runs_with_a_cell(cells: Page) -> None:
    root = change(cells, 7)
    run(root, "x = 40")
    expect(output(cells, 8)).to_have_text("41")
    expect(output(cells, 9)).to_have_text("printed 9")
    reset(root)


def test_run_from_here_on_stops_at_a_failure(cells: Page) -> None:
    fifth, sixth = (change(cells, number) for number in (5, 6))
    fifth.locator(".rb-alive-code").fill("ran = ['again']")
    sixth.locator(".rb-alive-code").fill("ran.append(1 / 0)")
    fifth.get_by_role("button", name="Run from here").click()
    told = "That does not work (line 1): division by zero."
    expect(output(cells, 6).get_by_role("alert")).to_have_text(told)
    expect(output(cells, 9)).to_have_text("printed 9")
    reset(sixth)
    run(sixth)
    expect(output(cells, 6)).to_have_text("['again', 4]")
    reset(fifth)


WRONG = {
    "import pandas": "There is no module “pandas” in this page (line 1).",
    "import plotly\nplotly.colors": "only a part of plotly, without “colors” (line 2).",
    "import threading\nthreading.Thread().start()": "cannot start threads or processes (line 2)",
}
"""What only the page’s Python cannot do, and what it says first; test_live_kernel has the rest."""


def test_what_goes_wrong_is_said_in_a_plain_sentence(cells: Page) -> None:
    root = change(cells, 2)
    for code, said in WRONG.items():
        run(root, code)
        expect(output(cells, 2)).to_contain_text(said)
    behind = output(cells, 2).locator("details")
    assert not behind.evaluate("each => each.open")
    behind.locator("summary").click()
    expect(behind.locator("pre")).to_contain_text("Error")
    reset(root)


def test_an_endless_cell_can_be_stopped_and_all_taken_back(cells: Page) -> None:
    """Python ends; the next run starts another, and the cells before it run again."""
    cells.clock.install()
    run(change(cells, 2), "kept = [41, 2]")
    root = change(cells, 5)
    field = root.locator(".rb-alive-code")
    field.fill(ENDLESS)
    field.press("Shift+Enter")
    expect(state(root)).to_have_text("Running…")
    cells.clock.run_for(10_000)
    expect(state(root)).to_contain_text("It has been running for 10 seconds")
    root.get_by_role("button", name="Stop").click()
    expect(state(root)).to_have_text("Stopped.")
    expect(field).to_have_value(ENDLESS)
    run(root, "sum(kept)")
    expect(output(cells, 5)).to_have_text("43")
    # All as the book has it; until something is changed again, the changes come back.
    cells.get_by_role("button", name="Reset all").click()
    expect(output(cells, 5)).to_have_text("printed 5")
    expect(field).to_have_value("ran")
    assert cells.evaluate("localStorage.getItem('rulebook.code')") is None
    cells.get_by_role("button", name="Restore my changes").click()
    expect(field).to_have_value("sum(kept)")
