"""The live page in a real browser: a chapter runs on its own host alone, and stays readable."""

import gzip
import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.alive import (
    ALL,
    CHANGE,
    CHAPTER,
    ENDED,
    SCIENCE,
    Alive,
    change,
    reset,
    run,
    state,
)
from tests.browser.axe import barriers
from tests.browser.pages import PHONE, SITE
from tests.browser.tab import THROWS, Tab, shoot
from tests.browser.test_policy import elsewhere

pytestmark = pytest.mark.usefixtures("live_parts")

BUDGET = 12
LATER = 25
"""Megabytes, with numpy and scipy apart."""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FOCUSED = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
MELEE = "from rules_lib.paper_tigers import page as show\n\nshow.MELEE"
PASSES = 'HeadlineChance("A red 3 passes {chance}.", command.chance(Card("red", 3), "charge"))'
SLIDER = """
from ipywidgets import interact
from rules_lib.notebook.charts import bars
@interact(card=(2, 18))
def tell(card=7):
    passed = command.chance(Card("red", card), "charge")
    return bars("Who passes?", f"It is {passed}.", x="result", y="chance",
        labels=["yes", "no"], chances=[passed, 1 - passed])
"""


def test_from_the_click_to_the_live_page(
    alive: Alive, host: str, figure: Callable[[str], None]
) -> None:
    """Says how long it takes here; demands only what no busy machine can change."""
    late = {url for url in alive.heard.asked if url.endswith(SCIENCE)}
    assert len(late) == 1
    first, then = (compressed(urls, host) / 1e6 for urls in (set(alive.heard.asked) - late, late))
    figure(
        f"{CHAPTER}: Python {alive.seconds:.1f} s after the click; {first:.1f} MB compressed, "
        f"numpy and scipy {then:.1f} MB"
    )
    assert first < BUDGET
    assert then < LATER


def compressed(asked: Iterable[str], host: str) -> int:
    """Bytes of all live parts that were asked for, as a server that compresses would send them."""
    names = {url.removeprefix(host).split("?")[0] for url in asked if "/_static/live/" in url}
    return sum(len(gzip.compress((SITE / name).read_bytes(), 6)) for name in names)


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
    expect(page.locator("[data-chosen]")).to_have_count(1)
    expect(page.locator("div.cell").last.get_by_role("slider")).to_have_count(2)
    expect(page.locator("div.cell").last).to_contain_text("Able alone is left")


def test_a_changed_cell_runs_and_its_sliders_and_pictures_follow(
    alive: Alive, tmp_path: Path
) -> None:
    changed = alive.cell("red_10 = ")
    shown, field = changed.locator(".cell_output"), changed.locator(".rb-alive-code")
    # What to try is offered: a newcomer presses a button, and a card has changed.
    book = field.input_value()
    offered = changed.locator(".rb-alive-tries button")
    offered.first.click()
    expect(state(changed)).to_contain_text(ENDED)
    assert field.input_value() != book
    run(changed, PASSES)
    expect(shown).to_contain_text("A red 3 passes")
    expect(shown).to_contain_text("100")
    with alive.page.expect_download() as taken:
        alive.page.get_by_role("button", name="Download as a notebook").click()
    assert taken.value.suggested_filename == "command_test-changed.ipynb"
    taken.value.save_as(tmp_path / "mine.ipynb")
    cells = json.loads((tmp_path / "mine.ipynb").read_text("utf-8"))["cells"]
    coded = [each for each in cells if each["cell_type"] == "code"]
    codes = ["".join(each["source"]) for each in coded]
    assert codes.count(PASSES) == 1
    assert not any("red_10 = " in code for code in codes)
    # It has not run there: the book's answer to other code is none, and stays with all the rest.
    answered = {code: each["outputs"] for code, each in zip(codes, coded, strict=True)}
    assert not answered[PASSES]
    assert any(answered.values())
    assert any("command_test_odds" in code for code in codes)
    prose = ["".join(each["source"]) for each in cells if each["cell_type"] == "markdown"]
    assert any("command card" in each for each in prose)
    run(changed, SLIDER)
    points = shown.locator(".bars .point")
    shown.locator("figure").scroll_into_view_if_needed()
    expect(points).to_have_count(2)
    expect(shown.locator("figcaption")).to_contain_text("49/54")
    before = points.first.locator("path").get_attribute("d")
    shown.get_by_role("slider").press("ArrowRight")
    expect(shown.locator("output")).to_have_text("8")
    expect(shown.locator("figcaption")).to_contain_text("181/216")
    shown.locator("figure").scroll_into_view_if_needed()
    expect(points).to_have_count(2)
    expect(points.first.locator("path")).not_to_have_attribute("d", str(before))
    reset(changed)
    expect(shown.get_by_role("slider")).to_have_count(0)
    expect(shown).to_contain_text("Multiply the two chances.")


def test_it_is_as_readable_as_before(alive: Alive) -> None:
    page = alive.page
    page.set_viewport_size(PHONE)
    alive.cell("show.tell_test(move")
    run(alive.cell("command_test_odds"), MELEE)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(SIDEWAYS) == 0
    for part, place in {"cell": ".rb-alive-panel", "explorer": "[data-chosen] select"}.items():
        page.locator(place).first.evaluate("each => each.scrollIntoView({block: 'center'})")
        shoot(page, f"live-{part}")
    assert barriers(page) == []


def test_the_keyboard_is_enough(alive: Alive) -> None:
    """It has been enough to make the page live."""
    page = alive.page
    alive.cell(alive.codes[1])
    field = page.get_by_label("Code of cell 2", exact=True)
    field.focus()
    page.keyboard.press("Control+End")
    page.keyboard.type("\nprint('typed')")
    page.keyboard.press("Shift+Enter")
    root = page.locator("div.cell", has=field)
    expect(root.locator(".cell_output")).to_contain_text("typed")
    expect(state(root)).to_contain_text(ENDED)
    # The field lets the keyboard out again, to what can be tried, and to its buttons.
    for _ in range(root.locator(".rb-alive-tries button").count()):
        page.keyboard.press("Tab")
    for name in ("Run", "Run from here", "The book’s code"):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == name
    page.keyboard.press("Enter")
    assert "typed" not in field.input_value()


def test_python_in_the_page_asks_no_other_host(alive: Alive) -> None:
    """The browser complains of these tries, and of nothing before."""
    with elsewhere() as (there, asked):
        alive.heard.nothing()
        requests = len(alive.heard.asked)
        changed = alive.cell("red_10 = ")
        for code, answer in {
            f"from pyodide.http import open_url\nopen_url({there!r})": "NetworkError",
            f"import js\njs.fetch({there!r})\nprint('asked')": "asked",
            "import js\njs.eval('1 + 1')": "EvalError",
            "6 * 7": "42",
        }.items():
            run(changed, code)
            expect(changed.locator(".cell_output")).to_contain_text(answer)
        assert asked == []
        reset(changed)
        alive.heard.forget()
        del alive.heard.asked[requests:]


def test_a_page_opened_as_a_file_is_made_live_from_one_script(lonely_browser: Browser) -> None:
    """Also where the browser keeps nothing; where the script does not come, the page says so."""
    tab = Tab(lonely_browser, THROWS)
    page = tab.page
    page.context.route("**/packed.js", lambda route: route.abort())
    with tab.at((SITE / CHAPTER).as_uri()) as heard:
        root = change(page, 1)
        expect(run(root)).to_contain_text("is kept. (packed.js could not be read)")
        page.context.unroute_all()
        heard.forget()
        root.locator(".rb-alive-code").fill("6 * 7")
        expect(state(root)).to_contain_text("Your browser keeps nothing")
        expect(run(root, "melee = 6 * 7\nmelee")).to_contain_text("Done.")
        expect(root.locator(".cell_output")).to_have_text("42")
        code = "from ipywidgets import interact\ninteract(lambda card: card, card=(2, 7))"
        expect(run(root, code)).to_contain_text("Done.")
        expect(root.get_by_role("slider")).to_be_visible()
        assert not any("packed-science" in url for url in heard.asked)
        expect(run(root, "import numpy\nnumpy.arange(3).sum()")).to_contain_text("Done.")
        expect(root.locator(".cell_output")).to_have_text("np.int32(3)")
        ours = [url for url in heard.asked if not url.startswith("blob:")]
        assert any(url.endswith("/live/packed.js") for url in ours)
        assert not any("pyodide" in url for url in ours)
    with tab.at((SITE / "search.html").as_uri()):
        for name in (CHANGE, ALL):
            expect(page.get_by_role("button", name=name)).to_have_count(0)
    page.context.close()
