"""Explorers and pictures in a real browser, on a page made here and opened as a file."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction as F
from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from rules_lib.presentation.charts import bars, heat_map
from rules_lib.presentation.explorer import Explorer
from rules_lib.presentation.headline import HeadlineChance
from rules_lib.presentation.page_picture import page_picture
from rules_lib.presentation.palette import DARK, LIGHT
from rules_lib.presentation.payload import number_text
from rules_lib.presentation.picture import Picture
from rules_lib.wording import percent
from tests.browser.every_explorer import CHOOSE, declared
from tests.browser.tab import Tab
from tests.presentation.toys import DUEL, TARGET

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "book/_static"
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
POLICY = "default-src 'none'; script-src file:; style-src file: 'unsafe-inline'; img-src data:"


class Shown(Protocol):
    """Whatever shows itself as HTML."""

    def _repr_html_(self) -> str: ...


PAGE = """<!doctype html>
<html lang="en" data-theme="light"><head><meta charset="utf-8"><title>Toys</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="stylesheet" href="../_static/rulebook.css">
<script src="../_static/python.js"></script><script src="../_static/bar.js"></script>
<script src="../_static/otherwise.js"></script>
<script src="../_static/explorer.js"></script><script src="../_static/roll.js"></script>
<script src="../_static/pictures.js"></script>
</head><body><h1 id="top">Toys</h1><a href="#duel?attacker=3-dice">three dice</a>
{body}<h2 id="end">End</h2></body></html>"""

# Enough of plotly to see when and with what it is asked to draw.
FAKE_PLOTLY = """window.calls = [];
window.Plotly = {react(div, data, layout, config) {
  window.calls.push({data, layout, config});
  div.dataset.times = Number(div.dataset.times ?? 0) + 1;
  div.innerHTML = '<svg class="main-svg"></svg>';
  return Promise.resolve(div);
}};"""


@pytest.fixture
def site(tmp_path: Path) -> str:
    """A page in a subfolder, as chapters are, with the assets of the book."""
    shutil.copytree(STATIC, tmp_path / "_static", ignore=shutil.ignore_patterns("plotly*"))
    (tmp_path / "_static/plotly.min.js").write_text(FAKE_PLOTLY, encoding="utf-8")
    labels = [f"red {n}" for n in range(2, 15)]
    shown: tuple[Shown, ...] = (
        DUEL,
        TARGET,
        HeadlineChance("You pass {chance}.", F(5, 8)),
        bars("Which?", "This.", x="card", y="chance", labels=labels, chances=[F(1, 3)] * 13),
        heat_map(
            "Where?", "Here.", x="d", y="a", columns=labels, rows=labels,
            chances=[[F(1, 2)] * 13] * 13,
        ),
    )  # fmt: skip
    body = "<div style='height:900px'></div>".join(
        page_picture(each.figure().to_plotly_json())
        if isinstance(each, Picture)
        else each._repr_html_()
        for each in shown
    )
    page = tmp_path / "chapter/toys.html"
    page.parent.mkdir()
    page.write_text(PAGE.format(policy=POLICY, body=body), encoding="utf-8")
    return page.as_uri()


@contextmanager
def opened(tab: Tab, address: str, size: ViewportSize = DESKTOP, files: str = "") -> Iterator[Page]:
    """Open the page; on leaving, demand that it was silent and asked no other host."""
    if files:
        tab.page.route(files, lambda route: route.abort())
    with tab.at(address, size) as heard:
        yield tab.page
        assert [text for text in heard.said if "ERR_FAILED" not in text] == []
        assert heard.foreign() == []
    tab.page.unroute_all()


STATE = """(root) => {
    const plain = (e) => e.textContent.replaceAll('\u00a0', ' ');
    const texts = (selector) => [...root.querySelectorAll(selector)].map(plain);
    const bars = [...root.querySelectorAll(".rb-bar g rect")];
    return {
        sentence: texts(".rb-sentence"),
        big: texts(".rb-big"),
        rows: texts(".rb-parts tr"),
        numbers: texts(".rb-numbers dd"),
        python: texts("pre code"),
        setting: texts(".rb-setting"),
        exact: texts(".rb-exact dd"),
        widths: bars.map((bar) => parseFloat(bar.getAttribute("width"))),
    };
}"""


WIDTHS = """(bar) => [...bar.querySelectorAll("g > rect")]
    .map((each) => parseFloat(each.getAttribute("width")))"""


def test_what_is_rolled_comes_from_the_exact_chances_of_the_setting(site: str, tab: Tab) -> None:
    with opened(tab, site) as page:
        duel, said = page.locator("#duel"), page.locator("#duel .rb-roll + .rb-note")
        for setting in ({}, {"attacker": "3-dice"}):
            for name, key in setting.items():
                duel.locator(f"[data-control={name}]").select_option(key)
            expect(said).to_be_empty()  # another setting: nothing has been rolled yet
            exact = [float(100 * part.chance) for part in DUEL.at(setting).shown()]
            duel.get_by_role("button", name="Roll it 10,000 times").click()
            expect(said).to_contain_text("In 19 of 20 such series")
            rolled = duel.locator(".rb-rolled").evaluate(WIDTHS)
            assert sum(rolled) == pytest.approx(100)
            assert rolled == pytest.approx(exact, abs=3)  # six standard deviations
            assert rolled != exact
            expect_answer(page, DUEL, setting)
        duel.get_by_role("button", name="Roll it 1 time").click()
        expect(said).to_contain_text("This time: ")


ONE = """() => {
    window.asked = [];
    window.rulebookPython.told = async (question, said, say) => {
        say("Python…");
        window.asked.push([question, JSON.parse(said)]);
        return "<svg class='rb-drawing'></svg>";
    };
    window.rulebookPython.possible = () => true;
}"""


def test_one_roll_shows_its_dice_which_python_rolls_until_it_ends_so(site: str, tab: Tab) -> None:
    with opened(tab, site) as page:
        page.evaluate(ONE)
        duel = page.locator("#duel")
        dice = duel.get_by_role("button", name="Show its dice")
        duel.locator("[data-control=attacker]").select_option("3-dice")
        duel.get_by_role("button", name="Roll it 100 times").click()
        expect(dice).to_be_hidden()
        duel.get_by_role("button", name="Roll it 1 time", exact=True).click()
        dice.click()
        expect(duel.locator(".rb-rolled-dice svg")).to_be_attached()
        ((question, said),) = page.evaluate("window.asked")
        assert question == "rolled"
        assert said["setting"] == {**DUEL.defaults(), "attacker": "3-dice"}
        expect(duel.locator(".rb-roll + .rb-note")).to_have_text(f"This time: {said['end']}.")
        duel.locator("[data-control=attacker]").select_option("1-dice")
        expect(duel.locator(".rb-rolled-dice svg")).to_have_count(0)


def expect_answer(page: Page, explorer: Explorer, setting: dict[str, str]) -> None:
    """Demand that the page shows exactly what the explorer's function returns."""
    shown = page.locator(f"#{explorer.id}").evaluate(STATE)
    answer = explorer.at(setting)
    full = {**explorer.defaults(), **setting}
    parts = answer.shown()
    widths = shown.pop("widths")
    assert shown == {
        "sentence": [explorer.sentence(answer)],
        "big": [percent(answer.part(explorer.headline.part).chance)],
        "rows": [f"{part.label}{percent(part.chance)}" for part in parts],
        "numbers": [number_text(number) for number in answer.numbers],
        "python": [explorer.python_line(full)],
        "setting": [explorer.describe(full)],
        "exact": [str(part.chance) for part in parts] if explorer.exact else [],
    }
    assert widths == pytest.approx([100 * float(part.chance) for part in parts], abs=0.15)


def test_every_setting_answers_as_python_does(tab: Tab, site: str) -> None:
    with opened(tab, site) as page:
        for explorer in (DUEL, TARGET):
            for setting, _ in explorer.table():
                page.locator(f"#{explorer.id}").evaluate(CHOOSE, setting)
                expect_answer(page, explorer, setting)


def test_a_setting_survives_a_reload_and_travels_in_a_link(tab: Tab, site: str) -> None:
    setting = {"attacker": "3-dice", "defender": "1-dice", "bonus": "yes"}
    with opened(tab, site) as page:
        page.select_option("#duel-attacker", "3-dice")
        page.fill("#target-target", "11")
        page.select_option("#duel-defender", "1-dice")
        page.check("#duel input[value=yes]", force=True)
        address = page.url
        page.reload()
        expect_answer(page, DUEL, setting)
        expect_answer(page, TARGET, {"target": "11"})
        assert page.input_value("#duel-attacker") == "3-dice"
        assert page.is_checked("#duel input[value=yes]")
    with opened(tab, address) as page:
        expect_answer(page, DUEL, setting)
        expect(page.locator("#duel")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("anchor", "setting"),
    [
        ("duel?attacker=9-dice&defender=1-dice", {"defender": "1-dice"}),
        ("duel?attacker=&constructor=x&__proto__=y", {}),
        ("duel?%E0%A4%A", {}),
        ("duel?", {}),
        ("nobody?attacker=3-dice", {}),
        (";;?&=#?", {}),
        ("end", {}),
    ],
)
def test_what_a_link_gets_wrong_is_passed_over(
    tab: Tab, site: str, anchor: str, setting: dict[str, str]
) -> None:
    with opened(tab, f"{site}#{anchor}") as page:
        expect_answer(page, DUEL, setting)


COUNT = """(link) => new Promise((done) => {
    const Plain = window.URLSearchParams;
    let count = 0;
    window.URLSearchParams = class extends Plain {
        constructor(...given) { super(...given); count += 1; }
    };
    addEventListener("hashchange", () => setTimeout(() => {
        window.URLSearchParams = Plain;
        done(count);
    }));
    location.hash = link;
})"""


def test_many_pieces_in_a_link_are_one_for_each_explorer(tab: Tab, site: str) -> None:
    pieces = "duel?attacker=1-dice;target?target=9;" * 500
    with opened(tab, site) as page:
        assert page.evaluate(COUNT, f"{pieces}duel?attacker=3-dice") == 2
        expect_answer(page, DUEL, {"attacker": "3-dice"})
        expect_answer(page, TARGET, {"target": "9"})


def test_a_link_longer_than_any_of_ours_is_passed_over(tab: Tab, site: str) -> None:
    with opened(tab, site) as page:
        assert page.evaluate(COUNT, "duel?attacker=3-dice;" * 60_000) == 0
        expect_answer(page, DUEL, {})


def test_no_link_of_ours_is_too_long() -> None:
    found = re.search(r"LONGEST = (\d+)", (STATIC / "explorer.js").read_text("utf-8"))
    assert found
    links = [
        f"{each.id}?"
        + urlencode({c.name: max((k.key for k in c.choices), key=len) for c in each.controls})
        for each in declared().values()
    ]
    assert len(";".join(links)) < int(found[1])


def test_ordinary_links_still_work_and_links_to_situations_do(tab: Tab, site: str) -> None:
    with opened(tab, f"{site}#end") as page:
        expect(page.locator("#end")).to_be_in_viewport()
        page.get_by_role("link", name="three dice").click()
        expect_answer(page, DUEL, {"attacker": "3-dice"})
        expect(page.locator("#duel")).to_be_in_viewport()


def test_the_link_button_copies_this_situation(tab: Tab, site: str) -> None:
    with opened(tab, site) as page:
        page.fill("#target-target", "9")
        page.locator("#target .rb-copy").click()
        expect(page.locator("#target .rb-copied")).to_have_text("Link copied.")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == f"{site}#target?target=9"


def test_keyboard_alone_is_enough(tab: Tab, site: str) -> None:
    with opened(tab, site) as page:
        page.focus("#duel-attacker")
        page.keyboard.press("ArrowDown")
        expect_answer(page, DUEL, {"attacker": "3-dice"})
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        expect_answer(page, DUEL, {"attacker": "3-dice", "bonus": "yes"})
        outline = page.evaluate(
            "getComputedStyle(document.activeElement.nextElementSibling).outlineStyle"
        )
        assert outline == "solid", "the focus is visible"
        for _ in ("1", "100", "10,000", "the first fold"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.locator("#duel details").first.get_attribute("open") is not None


def test_a_range_of_numbers_is_a_slider_that_says_where_it_stands(tab: Tab, site: str) -> None:
    with opened(tab, site) as page:
        slider = page.get_by_role("slider", name="Target")
        link = page.url
        slider.evaluate("each => { each.value = 9; each.dispatchEvent(new Event('input')); }")
        expect_answer(page, TARGET, {"target": "9"})
        assert page.url == link, "the address waits until it is let go"
        slider.press("ArrowRight")
        expect_answer(page, TARGET, {"target": "10"})
        expect(page.locator("#target output")).to_have_text("10")
        expect(slider).to_have_attribute("aria-valuetext", "10")
        assert page.url.endswith("#target?target=10")


def test_names_and_roles_for_screen_readers(tab: Tab, site: str) -> None:
    with opened(tab, site) as page:
        region = page.get_by_role("region", name="Who rolls higher?")
        expect(region.get_by_role("combobox", name="Attacker’s dice")).to_be_enabled()
        chips = region.get_by_role("group", name="Attacker adds 1")
        expect(chips.get_by_role("radio", name="No")).to_be_checked()
        expect(region.get_by_role("status").first).to_contain_text("The attacker rolls higher")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_scrolls_sideways(tab: Tab, site: str, size: ViewportSize) -> None:
    with opened(tab, site, size) as page:
        for fold in page.locator("details").all():
            fold.evaluate("each => each.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        sizes = page.locator(".rb-chip, .rb-explorer :is(select, .rb-slider input)").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 44, "big enough for a thumb"


def test_without_javascript_the_default_is_there(tab_without_scripts: Tab, site: str) -> None:
    with opened(tab_without_scripts, site) as page:
        expect_answer(page, DUEL, {})
        expect(page.locator("#duel noscript p")).to_be_visible()
        expect(page.locator("#duel-attacker")).to_be_disabled()
        expect(page.locator(".rb-picture table").first).to_be_attached()


def test_a_damaged_table_leaves_the_default_and_the_other_explorer(
    tab: Tab, site: str, tmp_path: Path
) -> None:
    file = tmp_path / "chapter/toys.html"
    html = file.read_text(encoding="utf-8")
    file.write_text(html.replace('"controls":[{"name":"attacker"', "[", 1), encoding="utf-8")
    with opened(tab, site) as page:
        expect_answer(page, DUEL, {})
        page.fill("#target-target", "4")
        expect_answer(page, TARGET, {"target": "4"})


def live(page: Page, number: int) -> Locator:
    """Return what plotly draws into."""
    return page.locator(".rb-plot").nth(number).locator(".rb-live")


def plot(page: Page, number: int) -> Locator:
    """Return a picture's plot, scrolled into view."""
    found = page.locator(".rb-plot").nth(number)
    found.scroll_into_view_if_needed()
    return found


def test_pictures_are_there_before_anything_is_drawn(
    tab: Tab, tab_without_scripts: Tab, site: str
) -> None:
    for each in (tab, tab_without_scripts):
        with opened(each, site) as page:
            for number in (0, 1):
                expect(plot(page, number).locator("svg:visible")).to_have_count(1)
    with opened(tab, site) as page:
        page.emulate_media(media="print")
        expect(page.locator(".rb-plot svg:visible")).to_have_count(2)


def test_a_tap_loads_plotly_once(tab: Tab, site: str) -> None:
    with opened(tab, site) as page:
        plot(page, 0)
        plot(page, 1)
        assert page.evaluate("window.calls") is None, "plotly waits until it is asked for"
        plot(page, 0).click()
        expect(live(page, 0)).to_have_attribute("data-times", "1")
        page.locator(".rb-touch").last.press("Enter")
        expect(live(page, 1)).to_have_attribute("data-times", "1")
        expect(page.locator("script[src$='plotly.min.js']")).to_have_count(1)
        expect(page.locator(".rb-plot svg:visible:not(.main-svg)")).to_have_count(0)
        expect(page.locator(".rb-touch")).to_have_count(0)


def test_pictures_follow_the_theme(tab: Tab, site: str) -> None:
    colour = "window.calls.at(-1).data[0].marker.color"
    bar = "getComputedStyle(document.querySelector('.rb-plot svg rect[style*=first]')).fill"
    with opened(tab, site) as page:
        assert page.evaluate(bar) == "rgb(213, 94, 0)"
        plot(page, 0).click()
        expect(live(page, 0)).to_have_attribute("data-times", "1")
        assert page.evaluate(colour) == LIGHT["first"]
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        expect(live(page, 0)).to_have_attribute("data-times", "2")
        assert page.evaluate(colour) == DARK["first"]
        assert page.evaluate(bar) == "rgb(255, 139, 61)"


def test_paper_gets_what_was_drawn_in_light_colours(tab: Tab, site: str) -> None:
    with opened(tab, site) as page:
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        plot(page, 0).click()
        expect(live(page, 0)).to_have_attribute("data-times", "1")
        drawn = page.evaluate(
            """() => {
                window.calls.length = 0;
                dispatchEvent(new Event("beforeprint"));
                return window.calls.map((call) => call.layout.font.color);
            }"""
        )
        assert drawn == [LIGHT["text"]]


def test_a_picture_that_cannot_be_drawn_stays_as_it_is(tab: Tab, site: str) -> None:
    with opened(tab, site, files="**/plotly.min.js") as page:
        plot(page, 0).click()
        expect(page.locator(".rb-picture table").first).to_be_visible()
        expect(page.locator(".rb-picture [data-failed]").first).to_contain_text("could not be")
        expect(plot(page, 0).locator("svg:visible")).to_have_count(1)


def test_paper_shows_the_setting_and_no_buttons(tab: Tab, site: str) -> None:
    with opened(tab, site) as page:
        page.select_option("#duel-attacker", "3-dice")
        page.emulate_media(media="print")
        expect(page.locator("#duel .rb-setting")).to_be_visible()
        expect(page.locator("#duel .rb-setting")).to_contain_text("Attacker’s dice: 3 dice")
        expect(page.locator("#duel .rb-parts")).to_be_visible()
        expect(page.locator("#duel .rb-copy")).to_be_hidden()
        expect(page.locator("#duel-attacker")).to_be_hidden()


def test_its_print_button_prints_one_answer_and_no_more(tab: Tab, site: str) -> None:
    with opened(tab, site) as page:
        page.evaluate("window.print = () => { window.printed = true; }")
        page.locator("#duel .rb-print").click()
        assert page.evaluate("window.printed")
        page.emulate_media(media="print")
        expect(page.locator("#duel .rb-parts")).to_be_visible()
        for left_out in ("#target .rb-parts", "#top", "#duel .rb-print", "#duel-attacker"):
            expect(page.locator(left_out)).to_be_hidden()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(page.locator("#target .rb-parts")).to_be_visible()
        page.emulate_media(media="screen")


def test_scripts_are_small() -> None:
    assert (STATIC / "explorer.js").stat().st_size < 12_000
    assert (STATIC / "otherwise.js").stat().st_size < 12_000
    assert (STATIC / "pictures.js").stat().st_size < 12_000
