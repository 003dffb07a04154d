"""The live page in a real browser: a chapter runs on its own host alone, or stays as it was."""

import gzip
import re
import shutil
import zipfile
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.browser.alive import (
    BUTTON,
    CHAPTER,
    LIVE,
    SITE,
    Alive,
    bar,
    opened,
)
from tests.browser.lasting import PATIENCE

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.usefixtures("live_parts")]

BUDGET = 12_000_000


def test_from_the_click_to_the_live_page(
    alive: Alive, host: str, figure: Callable[[str], None]
) -> None:
    """Says how long it takes here; demands only what no busy machine can change."""
    weight = compressed(alive.asked, host)
    figure(
        f"{CHAPTER}: live {alive.seconds:.1f} s after the click; {weight / 1e6:.1f} MB compressed"
    )
    assert weight < BUDGET


def test_a_chapter_comes_alive_and_can_be_changed(alive: Alive) -> None:
    page = alive.page
    # Every cell has become a field, and shows what the printed page showed.
    expect(page.locator(".rb-alive-code")).to_have_count(len(alive.codes))
    expect(page.locator(".rb-alive-error")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("A red 7 passes a charge test")

    # A changed cell runs again, and later cells see it.
    changed = alive.cell("def at_least")
    field, shown = changed.locator(".rb-alive-code"), changed.locator(".cell_output")
    field.fill(
        'HeadlineChance("A red 3 passes {chance}.", command.chance(Card("red", 3), "charge"))'
    )
    field.press("Shift+Enter")
    expect(shown).to_contain_text("A red 3 passes")
    expect(shown).to_contain_text("100")
    field.fill("from nowhere import nothing")
    field.press("Shift+Enter")
    expect(shown.get_by_role("alert")).to_contain_text("No module named 'nowhere'")
    field.fill("kept = 6 * 7\nprint('kept', kept)")
    field.press("Shift+Enter")
    expect(shown).to_contain_text("kept 42")
    expect(page.locator(".rb-alive-error")).to_have_count(0)

    # An explorer is an ipywidgets box now: a drop-down changes its answer and its picture.
    explorer = alive.cell("show.COMMAND_TEST")
    answer = explorer.locator(".widget-html-content").last
    first, drawn = answer.inner_text(), picture(explorer)
    assert "<svg" in drawn or "style=" in drawn
    explorer.locator("select").last.select_option(index=0)
    expect(answer).not_to_have_text(first, use_inner_text=True)
    assert picture(explorer) != drawn

    # And so do a slider and the picture that follows it, put into a cell by the reader.
    field.fill(SLIDER)
    field.press("Shift+Enter")
    points = shown.locator(".bars .point")
    shown.locator("figure").scroll_into_view_if_needed()
    expect(points).to_have_count(2)
    expect(shown.locator("figcaption")).to_contain_text("49/54")
    before = points.first.locator("path").get_attribute("d")
    shown.get_by_role("slider").press("ArrowRight")
    expect(shown.locator("figcaption")).to_contain_text("181/216")
    expect(points).to_have_count(2)
    expect(points.first.locator("path")).not_to_have_attribute("d", str(before))
    changed.get_by_role("button", name="The book’s code").click()
    field.press("Shift+Enter")
    expect(shown.get_by_role("slider")).to_have_count(0)


SLIDER = """
import ipywidgets
from rules_lib.presentation.charts import bars
card = ipywidgets.IntSlider(7, 2, 18, description="Card")
said = ipywidgets.HTML()
def tell(_=None):
    passed = command.chance(Card("red", card.value), "charge")
    picture = bars("Who passes?", f"It is {passed}.", x="result", y="chance",
        labels=["yes", "no"], chances=[passed, 1 - passed])
    said.value = picture._repr_html_()
card.observe(tell, "value")
tell()
ipywidgets.VBox([card, said])
"""


def picture(root: Locator) -> str:
    """What is drawn in an explorer, as text."""
    drawn: str = root.locator(".rb-bar").last.evaluate("each => each.outerHTML")
    return drawn


def test_what_the_browser_gets_is_compiled() -> None:
    if shutil.which("node") is None and shutil.which("nodejs") is None:
        pytest.skip("without Node, the browser compiles for itself")
    for name, module in {
        "python.zip": r"rules_lib/probability/__pycache__/dice\.cpython-\d+\.pyc",
        "pyodide/python_stdlib.zip": r"dataclasses\.pyc",
    }.items():
        names = "\n".join(zipfile.ZipFile(LIVE / name).namelist())
        assert re.search(f"^{module}$", names, re.M), name


def compressed(asked: list[str], host: str) -> int:
    """Bytes of all live parts that were asked for, as a server that compresses would send them."""
    names = {url.removeprefix(host).split("?")[0] for url in asked if "/_static/live/" in url}
    assert {name.rsplit("/", 1)[1] for name in names} >= {"python.zip", "pyodide.asm.wasm"}
    return sum(len(gzip.compress((SITE / name).read_bytes())) for name in names)


def test_a_picture_follows_its_cell(alive: Alive) -> None:
    root = alive.cell("show.third_die()")
    root.locator(".rb-alive-code").fill(
        "from rules_lib.presentation.charts import bars\n"
        "bars('How many?', 'Three.', x='card', y='chance', labels=['a', 'b', 'c'],\n"
        "     chances=[Fraction(1, n) for n in (2, 3, 4)])"
    )
    root.get_by_role("button", name="Run", exact=True).click()
    figure = root.locator("figure.rb-picture")
    expect(figure).to_contain_text("How many?")
    figure.scroll_into_view_if_needed()
    expect(figure.locator(".main-svg").first).to_be_visible()
    expect(figure.locator(".bars .point")).to_have_count(3)


@pytest.mark.parametrize("broken", ["python.zip", "pyodide.asm.wasm", "embed-amd.js", "page.js"])
def test_a_failure_leaves_the_page_as_it_was(
    lonely_browser: Browser, host: str, broken: str
) -> None:
    context = lonely_browser.new_context()
    page = context.new_page()
    context.route(re.compile(re.escape(broken)), refuse)
    page.goto(host + CHAPTER, wait_until="load")
    article = "document.querySelector('article.bd-article').innerHTML.replace(" + BAR + ", '')"
    before = page.evaluate(article)
    page.get_by_role("button", name=BUTTON).click()
    status = bar(page)
    expect(status).to_contain_text("it is as it was", timeout=PATIENCE)
    assert page.evaluate(article) == before
    expect(page.get_by_role("button", name=BUTTON)).to_be_enabled()
    context.close()


BAR = "/<div class=.rb-alive-bar.*?<.div>/"


def refuse(route: Route) -> None:
    """Answer as a host does that has lost the file."""
    route.fulfill(status=404, body="gone")


def test_it_can_be_stopped(lonely_browser: Browser, host: str) -> None:
    with opened(lonely_browser, host + CHAPTER, []) as page:
        # At once, when nothing has been asked for yet; and once the page is on its way.
        button = page.locator(".rb-alive-button")
        for _ in range(2):
            button.evaluate("button => { button.click(); button.click(); }")
            expect(bar(page)).to_contain_text("Stopped")
            expect(page.locator(".rb-alive-code")).to_have_count(0)
            expect(button).to_have_text(BUTTON)
        button.click()
        expect(bar(page)).to_contain_text("Loading Python")
        button.click()
        expect(bar(page)).to_contain_text("Stopped")


def test_a_page_opened_as_a_file_says_what_it_needs(lonely_browser: Browser) -> None:
    own = SITE.as_uri()
    asked: list[str] = []
    with opened(lonely_browser, (SITE / CHAPTER).as_uri(), asked, own) as page:
        page.get_by_role("button", name=BUTTON).click()
        status = bar(page)
        expect(status).to_contain_text("needs a web server")
        expect(status).to_contain_text("python -m http.server")
    assert not any("pyodide" in url for url in asked)


def test_pages_without_cells_have_no_button(lonely_browser: Browser, host: str) -> None:
    with opened(lonely_browser, host + "search.html", [], host) as page:
        expect(page.get_by_role("button", name=BUTTON)).to_have_count(0)
