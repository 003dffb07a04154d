"""The live page in a real browser: a chapter runs on its own host alone, or stays as it was."""

import functools
import gzip
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

pytestmark = [pytest.mark.site, pytest.mark.browser]

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
LIVE = SITE / "_static" / "live"
CHAPTER = "book/paper_tigers/command_test.html"
BUDGET = 12_000_000
PATIENCE = 120_000
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site without a word."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture(scope="module", autouse=True)
def _parts() -> None:
    if not (LIVE / "live.js").exists():
        if os.environ.get("CI"):
            pytest.fail("the book was built without its live pages")
        pytest.skip("the book was built without its live pages: no npm, or no network")


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """Address of a web server for the site, on this machine only."""
    handler = functools.partial(Quiet, directory=str(SITE))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
        yield running
        running.close()


@contextmanager
def opened(browser: Browser, address: str, asked: list[str], own: str = "") -> Iterator[Page]:
    """Open a page; on leaving, demand that it was silent and asked only its own host."""
    context = browser.new_context()
    page = context.new_page()
    said: list[str] = []
    # Of the context, not the page: also what the worker says and asks.
    context.on("request", lambda each: asked.append(each.url))
    page.on("pageerror", lambda error: said.append(str(error)))
    # Errors only: the validator inside ipywidgets' views warns about its own schema.
    page.on("console", lambda each: said.append(each.text) if each.type == "error" else None)
    page.goto(address, wait_until="load")
    yield page
    assert said == []
    own = own or address.split("book/")[0]
    assert [url for url in asked if not url.startswith((own, "data:", "blob:"))] == []
    context.close()


def make_live(page: Page) -> None:
    page.get_by_role("button", name="Make this page live").click()
    page.wait_for_function(
        "document.documentElement.dataset.rbAlive !== 'starting'", timeout=PATIENCE
    )
    status = page.locator(".rb-alive-bar [role=status]")
    expect(status).to_contain_text("Live: Python answered in")


def open_folds(page: Page) -> None:
    page.evaluate("document.querySelectorAll('div.cell details').forEach(d => { d.open = true })")


def cell(page: Page, text: str) -> int:
    """Which cell has this in its code."""
    found: int = page.evaluate(
        "text => [...document.querySelectorAll('.rb-alive-code')]"
        ".findIndex(each => each.value.includes(text))",
        text,
    )
    assert found >= 0
    return found


def test_a_chapter_comes_alive_and_can_be_changed(
    browser: Browser, host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []
    with opened(browser, host + CHAPTER, asked) as page:
        before = [url for url in asked if "/live/" in url]
        assert {url.rsplit("/", 1)[1].split("?")[0] for url in before} == {"live.js", "live.css"}
        cells = page.locator("div.cell").count()
        make_live(page)
        # Every cell has become a field, and shows what the printed page showed.
        expect(page.locator(".rb-alive-code")).to_have_count(cells)
        expect(page.locator(".rb-alive-error")).to_have_count(0)
        expect(page.locator("main")).to_contain_text("chances, each the same in both ways")
        open_folds(page)

        # A changed cell runs again, and later cells see it.
        at = cell(page, "red_7_fights = ")
        field = page.locator(".rb-alive-code").nth(at)
        field.fill(
            'HeadlineChance("A red 3 passes {chance}.", command.chance(Card("red", 3), "charge"))'
        )
        field.press("Shift+Enter")
        shown = page.locator("div.cell").nth(at).locator(".cell_output")
        expect(shown).to_contain_text("A red 3 passes")
        expect(shown).to_contain_text("100")
        field.fill("from nowhere import nothing")
        field.press("Shift+Enter")
        expect(shown.get_by_role("alert")).to_contain_text("No module named 'nowhere'")
        field.fill("kept = 6 * 7\nprint('kept', kept)")
        field.press("Shift+Enter")
        expect(shown).to_contain_text("kept 42")
        expect(page.locator(".rb-alive-error")).to_have_count(0)

        # An explorer is an ipywidgets box now, and its answer comes from Python.
        explorer = page.locator("div.cell").nth(cell(page, "show.COMMAND_TEST"))
        answer = explorer.locator(".widget-html-content").last
        first = answer.inner_text()
        explorer.locator("select").last.select_option(index=0)
        expect(answer).not_to_have_text(first, use_inner_text=True)

        # And so do a slider and what follows it, put into a cell by the reader.
        field.fill(
            "import ipywidgets\n"
            "card = ipywidgets.IntSlider(7, 2, 18, description='Card')\n"
            "said = ipywidgets.Label()\n"
            "def tell(_=None):\n"
            "    said.value = str(command.chance(Card('red', card.value), 'charge'))\n"
            "card.observe(tell, 'value')\n"
            "tell()\n"
            "ipywidgets.VBox([card, said])"
        )
        field.press("Shift+Enter")
        expect(shown).to_contain_text("49/54")
        shown.get_by_role("slider").press("ArrowRight")
        expect(shown).to_contain_text("181/216")
        said = page.locator(".rb-alive-bar [role=status]").inner_text()
    weight = compressed(asked, host)
    with capsys.disabled():
        print(f"\nlive page: {said.split('.  ')[0]} {weight / 1e6:.1f} MB compressed")
    assert weight < BUDGET


def compressed(asked: list[str], host: str) -> int:
    """Bytes of all live parts that were asked for, as a server that compresses would send them."""
    names = {url.removeprefix(host).split("?")[0] for url in asked if "/_static/live/" in url}
    assert {name.rsplit("/", 1)[1] for name in names} >= {"python.zip", "pyodide.asm.wasm"}
    return sum(len(gzip.compress((SITE / name).read_bytes())) for name in names)


def test_a_picture_follows_its_cell(browser: Browser, host: str) -> None:
    with opened(browser, host + CHAPTER, []) as page:
        make_live(page)
        open_folds(page)
        at = cell(page, "show.third_die()")
        page.locator(".rb-alive-code").nth(at).fill(
            "from rules_lib.presentation.charts import bars\n"
            "bars('How many?', 'Three.', x='card', y='chance', labels=['a', 'b', 'c'],\n"
            "     chances=[Fraction(1, n) for n in (2, 3, 4)])"
        )
        root = page.locator("div.cell").nth(at)
        root.get_by_role("button", name="Run", exact=True).click()
        figure = root.locator("figure.rb-picture")
        expect(figure).to_contain_text("How many?")
        figure.scroll_into_view_if_needed()
        expect(figure.locator(".main-svg").first).to_be_visible()
        expect(figure.locator(".bars .point")).to_have_count(3)


@pytest.mark.parametrize("broken", ["python.zip", "pyodide.asm.wasm", "embed-amd.js", "page.js"])
def test_a_failure_leaves_the_page_as_it_was(browser: Browser, host: str, broken: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    context.route(re.compile(re.escape(broken)), refuse)
    page.goto(host + CHAPTER, wait_until="load")
    article = "document.querySelector('article.bd-article').innerHTML.replace(" + BAR + ", '')"
    before = page.evaluate(article)
    page.get_by_role("button", name="Make this page live").click()
    status = page.locator(".rb-alive-bar [role=status]")
    expect(status).to_contain_text("it is as it was", timeout=PATIENCE)
    assert page.evaluate(article) == before
    expect(page.get_by_role("button", name="Make this page live")).to_be_enabled()
    context.close()


BAR = "/<div class=.rb-alive-bar.*?<.div>/"


def refuse(route: Route) -> None:
    """Answer as a host does that has lost the file."""
    route.fulfill(status=404, body="gone")


def test_it_can_be_stopped(browser: Browser, host: str) -> None:
    with opened(browser, host + CHAPTER, []) as page:
        page.get_by_role("button", name="Make this page live").click()
        page.get_by_role("button", name="Stop").click()
        expect(page.locator(".rb-alive-bar [role=status]")).to_contain_text("Stopped")
        expect(page.locator(".rb-alive-code")).to_have_count(0)


def test_a_page_opened_as_a_file_says_what_it_needs(browser: Browser) -> None:
    own = SITE.as_uri()
    asked: list[str] = []
    with opened(browser, (SITE / CHAPTER).as_uri(), asked, own) as page:
        page.get_by_role("button", name="Make this page live").click()
        status = page.locator(".rb-alive-bar [role=status]")
        expect(status).to_contain_text("needs a web server")
        expect(status).to_contain_text("python -m http.server")
    assert not any("pyodide" in url for url in asked)


def test_pages_without_cells_have_no_button(browser: Browser, host: str) -> None:
    with opened(browser, host + "search.html", [], host) as page:
        expect(page.get_by_role("button", name="Make this page live")).to_have_count(0)
