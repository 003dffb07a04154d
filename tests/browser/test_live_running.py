"""The order in which the cells of a live page run, what a failure says, and how one is stopped."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from rules_lib.frozen import FrozenMap
from tests.browser.alive import change, opened, run
from tests.sample import one_in

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.usefixtures("live_parts")]

ADDRESS = "book/small.html"
SHARED = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}
"""What a host says that lets its pages share memory with Python."""


def small(*cells: str) -> str:
    """A page with a section for each of these cells, in the form that the book has."""
    boxes = "".join(
        "<section><div class='cell'><div class='cell_input'><div class='highlight'>"
        f"<pre>{escape(code)}</pre></div></div>"
        f"<div class='cell_output'>printed {number}</div></div></section>"
        for number, code in enumerate(cells, start=1)
    )
    sources = ("python.js", "live/live.js")
    script = "<meta charset='utf-8'>"
    script += "".join(f"<script src='../_static/{each}' defer></script>" for each in sources)
    article = f"<article class='bd-article'><section><h1>Small</h1>{boxes}</section></article>"
    return f"<!DOCTYPE html><html lang='en'><title>Small</title>{script}{article}</html>"


@contextmanager
def page_of(
    browser: Browser, host: str, *cells: str, headers: Mapping[str, str] = FrozenMap()
) -> Iterator[Page]:
    """Open a page with these cells instead of the printed ones."""
    with opened(browser, f"{host}_static/logo.svg", [], host) as page:
        page.route(
            f"**/{ADDRESS}",
            lambda route: route.fulfill(
                body=small(*cells), content_type="text/html", headers=dict(headers)
            ),
        )
        if headers:
            page.context.route("**/_static/live/**", lambda route: isolated(route, headers))
        page.goto(host + ADDRESS, wait_until="load")
        yield page


def isolated(route: Route, headers: Mapping[str, str]) -> None:
    """Send a file as a host does that lets its pages share memory."""
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, **headers})


def output(page: Page, number: int) -> Locator:
    return page.locator(".cell_output").nth(number - 1)


def test_the_cursor_is_in_the_cell_at_once_and_those_before_it_run_first(
    lonely_browser: Browser, host: str
) -> None:
    with page_of(
        lonely_browser, host, "ran = [1]", "ran.append(2)", "ran", "ran.append(4)"
    ) as page:
        root = change(page, 3)
        expect(run(root, "ran.append('reader'); ran")).to_have_text("Done.")
        expect(output(page, 3)).to_have_text("[1, 2, 'reader']")
        # The others show what was printed, and what was not needed has not run.
        expect(output(page, 2)).to_have_text("printed 2")
        run(root, "ran")
        expect(output(page, 3)).to_have_text("[1, 2, 'reader']")
        # The same code again shows what is printed; nothing before it has been changed.
        run(root, "ran")
        root.get_by_role("button", name="The book’s code").click()
        expect(output(page, 3)).to_have_text("printed 3")


def test_what_follows_in_its_section_runs_with_a_cell(lonely_browser: Browser, host: str) -> None:
    cells = ("x = 1", "x + 1", "x + 2")
    with page_of(lonely_browser, host, *cells) as page:
        page.evaluate("const [a, b] = document.querySelectorAll('div.cell'); a.after(b)")
        run(change(page, 1), "x = 40")
        expect(output(page, 2)).to_have_text("41")
        expect(output(page, 3)).to_have_text("printed 3")


@pytest.mark.deep
def test_run_from_here_on_stops_at_a_failure(lonely_browser: Browser, host: str) -> None:
    cells = ["ran = [1]", *(f"ran.append({n})" for n in range(2, 5)), "ran"]
    with page_of(lonely_browser, host, *cells) as page:
        first, fourth, last = (change(page, number) for number in (1, 4, 5))
        first.locator(".rb-alive-code").fill("ran = ['again']")
        fourth.locator(".rb-alive-code").fill("ran.append(1 / 0)")
        first.get_by_role("button", name="Run from here").click()
        expect(output(page, 4).get_by_role("alert")).to_have_text(
            "That does not work (line 1): division by zero."
        )
        expect(output(page, 5)).to_have_text("printed 5")
        fourth.get_by_role("button", name="The book’s code").click()
        run(last)
        expect(output(page, 5)).to_have_text("['again', 2, 3, 4]")


WRONG = {
    "import pandas": "There is no module “pandas” in this page (line 1).",
    "x = 1\nif x\n    2": "Python cannot read line 2: if x (expected ':').",
    "early + 1": "Nothing is called “early” here (line 1). Is it spelled right?",
    "import numpy\nnumpy.rand": "That does not work (line 2): module 'numpy' has no attribute",
    "import plotly\nplotly.colors": "only a part of plotly, without “colors” (line 2).",
    "from rules_lib.paper_tigers import Card\nCard('green', 7)": "colour",
    "{}['key']": "there is no 'key'",
    "import threading\nthreading.Thread().start()": "cannot start threads or processes (line 2)",
    "raise SystemExit": "The code has ended itself; the page goes on.",
    "def f():\n    assert 1 == 2\nf()": "says here 1 == 2. With your change it is not so. It is 1.",
}
"""What a reader may type, and what the page says of it first."""


def test_what_goes_wrong_is_said_in_a_plain_sentence(lonely_browser: Browser, host: str) -> None:
    with page_of(lonely_browser, host, "1", "2") as page:
        root = change(page, 2)
        for code, said in WRONG.items():
            run(root, code)
            expect(output(page, 2)).to_contain_text(said)
            behind = output(page, 2).locator("details")
            if "assert" not in code:
                assert not behind.evaluate("each => each.open")
                behind.locator("summary").click()
                expect(behind.locator("pre")).to_contain_text(re.compile("Error|Exit|InvalidValue"))


@pytest.mark.deep
def test_a_cell_that_needs_one_that_failed_says_so(lonely_browser: Browser, host: str) -> None:
    with page_of(lonely_browser, host, "1", "import nowhere\nearly = 2", "early + 1") as page:
        state = run(change(page, 3), "early + 40")
        expect(state).to_contain_text("Cell 2, before it, failed")
        expect(state).to_contain_text("no module “nowhere”")
        expect(output(page, 2)).to_have_text("printed 2")


ENDLESS = "while True: pass"


@pytest.mark.parametrize("shared", one_in(2, [False, True]))
def test_an_endless_cell_can_be_stopped(lonely_browser: Browser, host: str, shared: bool) -> None:
    """Where the host lets the page share memory, Python is told; else it is started again."""
    headers = SHARED if shared else {}
    cells = ["kept = [41]", "kept.append(1)", "sum(kept)"]
    with page_of(lonely_browser, host, *cells, headers=headers) as page:
        page.clock.install()
        assert page.evaluate("crossOriginIsolated") is shared
        run(change(page, 2), "kept.append(2)")
        root = change(page, 3)
        field, state = (
            root.locator(".rb-alive-code"),
            root.locator(".rb-alive-buttons [role=status]"),
        )
        field.fill(ENDLESS)
        field.press("Shift+Enter")
        expect(state).to_have_text("Running…")
        page.clock.run_for(10_000)
        expect(state).to_contain_text("It has been running for 10 seconds")
        root.get_by_role("button", name="Stop").click()
        expect(state).to_have_text("Stopped." if shared else "Stopped. Python is ready again.")
        expect(field).to_have_value(ENDLESS)
        run(root, "sum(kept)")
        expect(output(page, 3)).to_have_text("43")


@pytest.mark.deep
def test_stopped_while_python_is_on_its_way_it_starts_when_asked(
    lonely_browser: Browser, host: str
) -> None:
    with page_of(lonely_browser, host, "1", "2") as page:
        root = change(page, 2)
        root.get_by_role("button", name="Run", exact=True).click()
        root.get_by_role("button", name="Stop").click()
        expect(root.locator(".rb-alive-buttons [role=status]")).to_have_text("Stopped.")
        run(root, "6 * 7")
        expect(output(page, 2)).to_have_text("42")
