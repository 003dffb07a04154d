"""The live page in a real browser: a chapter runs on its own host alone, or stays as it was."""

import gzip
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from tests.browser.alive import (
    ALL,
    CHANGE,
    CHAPTER,
    LIVE,
    SITE,
    Alive,
    change,
    opened,
    run,
)
from tests.sample import one_in

pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.usefixtures("live_parts")]

BUDGET = 12
LATER = 25
"""Megabytes, with numpy and scipy apart."""
SCIENCE = (".whl", "openblas-0.3.26.zip")


def test_from_the_click_to_the_live_page(
    alive: Alive, host: str, figure: Callable[[str], None]
) -> None:
    """Says how long it takes here; demands only what no busy machine can change."""
    late = {url for url in alive.asked if url.endswith(SCIENCE)}
    assert len(late) == 3, "numpy, scipy and OpenBLAS"
    first, then = (compressed(urls, host) / 1e6 for urls in (set(alive.asked) - late, late))
    figure(
        f"{CHAPTER}: Python {alive.seconds:.1f} s after the click; {first:.1f} MB compressed, "
        f"numpy and scipy {then:.1f} MB"
    )
    assert first < BUDGET
    assert then < LATER


def test_going_live_takes_nothing_away(alive: Alive) -> None:
    """Nothing that was not changed has been replaced; an explorer keeps its table and its link."""
    page = alive.page
    explorer = page.locator("section.rb-explorer").first
    explorer.locator("input[type=range]").fill("2")
    said = explorer.locator(".rb-sentence").inner_text()
    assert str(explorer.get_attribute("id")) in page.url
    root = alive.cell("command_test_odds")
    expect(run(root)).to_have_text("Done. It shows what is printed.")
    expect(explorer.locator(".rb-sentence")).to_have_text(said)
    expect(explorer.locator(".rb-copy")).to_be_visible()
    # The cell with nothing printed has its sliders now.
    expect(page.locator(".rb-alive-output")).to_have_count(1)
    expect(page.locator("div.cell").last.get_by_role("slider")).to_have_count(2)


def test_an_explorer_whose_cell_was_changed_is_live_until_it_is_reset(alive: Alive) -> None:
    explorer = alive.cell("command_test_odds")
    run(explorer, f"{explorer.locator('.rb-alive-code').input_value()}  # my own")
    expect(explorer.locator("section.rb-explorer")).to_have_count(0)
    answer = explorer.locator(".widget-html-content").last
    first, drawn = answer.inner_text(), picture(explorer)
    assert "<svg" in drawn or "style=" in drawn
    explorer.get_by_role("slider").first.press("ArrowLeft")
    expect(answer).not_to_have_text(first, use_inner_text=True)
    assert picture(explorer) != drawn
    explorer.get_by_role("button", name="The book’s code").click()
    expect(explorer.locator("section.rb-explorer .rb-copy")).to_be_visible()
    explorer.locator("section.rb-explorer input[type=range]").fill("3")


def test_a_changed_cell_runs_and_its_widgets_and_pictures_follow(alive: Alive) -> None:
    changed = alive.cell("red_10 = ")
    shown = changed.locator(".cell_output")
    passes = 'HeadlineChance("A red 3 passes {chance}.", command.chance(Card("red", 3), "charge"))'
    run(changed, passes)
    expect(shown).to_contain_text("A red 3 passes")
    expect(shown).to_contain_text("100")
    run(changed, SLIDER)
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
    expect(shown.get_by_role("slider")).to_have_count(0)
    expect(shown).to_contain_text("Multiply the two chances.")


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


def compressed(asked: Iterable[str], host: str) -> int:
    """Bytes of all live parts that were asked for, as a server that compresses would send them."""
    names = {url.removeprefix(host).split("?")[0] for url in asked if "/_static/live/" in url}
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


@pytest.mark.parametrize("broken", one_in(3, ["python.zip", "pyodide.asm.wasm", "rules.json"]))
def test_where_python_does_not_come_all_stays_and_a_second_try_can_succeed(
    lonely_browser: Browser, host: str, broken: str
) -> None:
    context = lonely_browser.new_context()
    page = context.new_page()
    context.route(re.compile(re.escape(broken)), refuse)
    page.goto(host + CHAPTER, wait_until="load")
    printed = page.locator("div.cell .cell_output").all_text_contents()
    root = change(page, 1)
    expect(run(root, "6 * 7")).to_contain_text("What you have typed is kept")
    assert page.locator("div.cell .cell_output").all_text_contents()[1:] == printed[1:]
    context.unroute(re.compile(re.escape(broken)))
    if broken == "rules.json":
        expect(run(root)).to_have_text("Done.")
        expect(root.locator(".cell_output")).to_have_text("42")
    context.close()


def test_numpy_and_scipy_come_when_a_cell_wants_them(lonely_browser: Browser, host: str) -> None:
    """The real ones; where they do not come, a sentence says so, and a second try can succeed."""
    asked: list[str] = []
    said: list[str] = []
    with opened(lonely_browser, host + CHAPTER, asked, said=said) as page:
        root = change(page, 1)
        expect(run(root, "# numpy is not wanted here\n6 * 7")).to_have_text("Done.")
        assert not [url for url in asked if url.endswith(SCIENCE)]
        page.context.route("**/scipy-*", refuse)
        wants = "import numpy as np\nfrom scipy.stats import binom\n"
        expect(run(root, wants)).to_contain_text(re.compile("What you have typed is kept.*scipy"))
        page.context.unroute("**/scipy-*")
        expect(run(root, f"{wants}np.__version__, round(binom(3, 1 / 2).pmf(2), 3)")).to_have_text(
            "Done."
        )
        expect(root.locator(".cell_output")).to_contain_text("('2.2.5', ")
        expect(root.locator(".cell_output")).to_contain_text("0.375")
        said.clear()  # the file that the host had lost


def test_where_its_scripts_do_not_come_it_says_so(lonely_browser: Browser, host: str) -> None:
    context = lonely_browser.new_context()
    page = context.new_page()
    context.route("**/page.js", refuse)
    page.goto(host + CHAPTER, wait_until="load")
    page.locator(".rb-alive-here:visible").first.click()
    expect(page.locator(".rb-alive-offer [role=status]").first).to_contain_text("it is as it was")
    context.close()


def refuse(route: Route) -> None:
    """Answer as a host does that has lost the file."""
    route.fulfill(status=404, body="gone")


def test_a_page_opened_as_a_file_is_made_live_from_one_script(lonely_browser: Browser) -> None:
    asked: list[str] = []
    with opened(lonely_browser, (SITE / CHAPTER).as_uri(), asked, SITE.as_uri()) as page:
        assert not any("packed" in url for url in asked)
        root = change(page, 1)
        expect(run(root, "melee = 6 * 7\nmelee")).to_contain_text("Done.")
        expect(root.locator(".cell_output")).to_have_text("42")
        code = "import ipywidgets\nipywidgets.IntSlider(7, description='Card')"
        expect(run(root, code)).to_contain_text("Done.")
        expect(root.get_by_role("slider")).to_be_visible()
        assert not any("packed-science" in url for url in asked)
        expect(run(root, "import numpy\nnumpy.arange(3).sum()")).to_contain_text("Done.")
        expect(root.locator(".cell_output")).to_have_text("np.int32(3)")
    ours = [url for url in asked if not url.startswith("blob:")]
    assert any(url.endswith("/live/packed.js") for url in ours)
    assert not any("pyodide" in url for url in ours)


def test_without_the_packed_script_a_page_opened_as_a_file_stays_as_it_was(
    lonely_browser: Browser,
) -> None:
    context = lonely_browser.new_context()
    page = context.new_page()
    context.route("**/packed.js", lambda route: route.abort())
    page.goto((SITE / CHAPTER).as_uri(), wait_until="load")
    page.locator(".rb-alive-here:visible").first.click()
    told = page.locator(".rb-alive-offer [role=status]").first
    expect(told).to_contain_text("it is as it was. (packed.js could not be read)")
    context.unroute("**/packed.js")
    page.locator(".rb-alive-here:visible").first.click()
    expect(page.locator(".rb-alive-code").first).to_be_focused()
    context.close()


def test_pages_without_cells_have_no_button(lonely_browser: Browser, host: str) -> None:
    with opened(lonely_browser, host + "search.html", [], host) as page:
        expect(page.get_by_role("button", name=CHANGE)).to_have_count(0)
        expect(page.get_by_role("button", name=ALL)).to_have_count(0)
