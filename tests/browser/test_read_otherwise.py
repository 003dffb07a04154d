"""Every explorer of the built book with a rule read otherwise: both answers, and the difference."""

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rules_lib.errors import RulesError
from rules_lib.presentation.explorer import Answer, Control, Explorer
from rules_lib.presentation.explorer_html import rulings_of
from rules_lib.presentation.otherwise import changes, effects, near, ours_of, reads_otherwise
from rules_lib.presentation.page_answers import UNANSWERED
from rules_lib.presentation.payload import number_text
from rules_lib.rulebook import catalog
from rules_lib.rulebook.spelling import spelt
from rules_lib.wording import percent
from tests.browser.alive import opened as live_page
from tests.browser.every_explorer import CHOOSE, declared, placed
from tests.browser.lasting import PATIENCE
from tests.browser.tab import Tab
from tests.browser.test_explorers import WIDTHS
from tests.sample import one_in

pytestmark = [pytest.mark.site, pytest.mark.browser]

READING = [(name, id_) for name, id_ in placed() if declared()[id_].readings]
SHOWN = """(root) => {
    const seen = (name) => [...root.querySelectorAll(`[data-rb="${name}"]`)]
        .filter((each) => each.checkVisibility({checkOpacity: false}))
        .map((each) => each.textContent.replaceAll('\\u00a0', ' '));
    return Object.fromEntries(["sentence", "percent", "ours", "change", "number", "number-ours",
        "beside"].map((name) => [name, seen(name)]));
}"""
READ = f"""(root, [setting, read]) => {{
    ({CHOOSE})(root, setting);
    for (const each of root.querySelectorAll("[data-reading]")) {{
        const options = [...each.querySelectorAll("input")];
        const wanted = read[each.dataset.reading] ?? options[0].value;
        const option = options.find(({{value}}) => value === wanted);
        option.checked = true;
        option.dispatchEvent(new Event("change", {{bubbles: true}}));
    }}
}}"""

WITHOUT = "document.querySelectorAll('script[src*=\"/live.js\"]').forEach((each) => each.remove())"
"""As the page is where neither npm nor a network was there to build it."""


def answered(explorer: Explorer, setting: Mapping[str, str]) -> Answer | None:
    try:
        return explorer.at(setting)
    except RulesError:
        return None


def some_setting(explorer: Explorer, draw: random.Random) -> dict[str, str]:
    return {each.name: draw.choice(each.choices).key for each in explorer.controls}


def beside(explorer: Explorer, setting: dict[str, str], control: Control, key: str) -> Any:
    """What a page has to show with one rule read otherwise."""
    read_so = reads_otherwise(explorer, {**setting, control.name: key})
    theirs = answered(explorer, {**setting, control.name: key})
    ours = explorer.at(ours_of(explorer, setting))
    change = changes(theirs, ours)
    parts, numbers = ours.shown(), ours.numbers
    at = [part.label for part in parts].index(explorer.headline.part)
    mine = percent(parts[at].chance)
    told = f" (difference: {change[at]})" if theirs else ""
    return {
        "sentence": [explorer.sentence(theirs) if theirs else UNANSWERED],
        "percent": [percent(part.chance) for part in theirs.shown()]
        if theirs
        else ["–"] * len(parts),
        "ours": [percent(part.chance) for part in parts],
        "change": list(change[: len(parts)]),
        "number": [number_text(each) for each in theirs.numbers]
        if theirs
        else ["–"] * len(numbers),
        "number-ours": [
            f"our reading: {number_text(each)} · {moved}".removesuffix(" · ")
            for each, moved in zip(numbers, change[len(parts) :], strict=True)
        ],
        "beside": [f"Your reading: {', '.join(read_so)}. Our reading: {mine}{told}."],
    }


def comes(root: Locator, expected: Any) -> None:
    """Wait until the page shows this: Python may still be at work."""
    latest = monotonic() + PATIENCE / 1000
    while root.evaluate(SHOWN) != expected and monotonic() < latest:
        root.page.wait_for_timeout(50)
    assert root.evaluate(SHOWN) == expected


@pytest.mark.parametrize(("name", "id_"), one_in(3, READING, first=1))
def test_each_switch_shows_both_answers_and_the_difference(
    lonely_browser: Browser, host: str, live_parts: None, name: str, id_: str
) -> None:
    explorer, draw = declared()[id_], random.Random(id_)
    with live_page(lonely_browser, host + name, []) as page:
        root = page.locator(f"section.rb-explorer#{id_}")
        go = root.locator(".rb-read-go")
        assert root.evaluate(SHOWN)["ours"] == []
        for control in explorer.readings:
            for choice in control.choices[1:]:
                setting = some_setting(explorer, draw)
                root.evaluate(READ, [setting, {control.ruling: spelt(choice.value)}])
                if go.is_visible():
                    go.click()
                comes(root, beside(explorer, setting, control, choice.key))
                line = root.locator('[data-rb="python"]').text_content()
                assert line == explorer.python_line({**setting, control.name: choice.key})
                said = explorer.describe({**setting, control.name: choice.key})
                expect(root.locator(".rb-setting")).to_have_text(said)
        setting = some_setting(explorer, draw)
        root.evaluate(READ, [setting, {}])
        root.locator(".rb-read-fold").evaluate("(fold) => { fold.open = true; }")
        if go.is_visible():  # each reading so far changed nothing
            go.click()
        told = [word for words in effects(explorer, setting).values() for word in words]
        expect(root.locator(".rb-reads small")).to_have_text(told, timeout=PATIENCE)


@pytest.mark.parametrize(("name", "id_"), one_in(2, placed()))
def test_a_reading_with_a_control_of_its_own_is_answered_at_once(
    tab: Tab, site: Path, name: str, id_: str
) -> None:
    explorer = declared()[id_]
    with tab.at((site / name).as_uri()) as heard:
        root = tab.page.locator(f"section.rb-explorer#{id_}")
        for control in explorer.controls:
            for choice in control.choices:
                if control.ruling and choice.key != control.default:
                    setting = {**explorer.defaults(), control.name: choice.key}
                    root.evaluate(READ, [setting, {}])
                    assert root.evaluate(SHOWN) == beside(explorer, setting, control, choice.key)
        root.evaluate(READ, [explorer.defaults(), {}])
        assert root.evaluate(SHOWN)["beside"] == []
        assert (heard.foreign(), heard.said) == ([], [])


def test_the_fold_is_closed_at_first_and_a_row_high(tab: Tab, site: Path) -> None:
    for name, id_ in READING[::3]:
        with tab.at((site / name).as_uri(), {"width": 390, "height": 844}):
            fold = tab.page.locator(f"#{id_} .rb-read-fold")
            expect(fold).to_be_visible()
            box = fold.bounding_box()
            assert box is not None
            assert box["height"] < 60
            fold.locator("summary").click()
            rows = fold.locator(".rb-reads label")
            expect(rows.first).to_be_visible()
            assert min(map(height, rows.all())) >= 44, "big enough for a thumb"
            wide = tab.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 390


def height(row: Locator) -> float:
    box = row.bounding_box()
    assert box is not None
    return box["height"]


@pytest.mark.parametrize(("name", "id_"), one_in(3, READING))
def test_each_reading_says_what_it_does_before_it_is_chosen(
    tab: Tab, tab_without_scripts: Tab, site: Path, name: str, id_: str
) -> None:
    explorer = declared()[id_]
    for each in (tab_without_scripts, tab):
        with each.at((site / name).as_uri()) as heard:
            fold = heard.page.locator(f"#{id_} .rb-read-fold")
            fold.locator("summary").click()
            first = explorer.defaults()
            beside_it = random.Random(id_).sample(list(near(explorer)), 3)
            for setting in (first, *beside_it):
                heard.page.locator(f"#{id_}").evaluate(CHOOSE, setting)
                told = [word for words in effects(explorer, setting).values() for word in words]
                expect(fold.locator(".rb-reads small")).to_have_text(told)
                if each is tab_without_scripts:
                    expect(fold.locator("input").first).to_be_disabled()
                    break


def test_far_from_the_first_setting_it_says_so_at_a_tap(tab: Tab, site: Path) -> None:
    explorer = declared()["melee-odds"]
    with tab.at((site / "book/paper_tigers/melee.html").as_uri()):
        root = tab.page.locator("#melee-odds")
        far = {each.name: each.choices[-1].key for each in explorer.controls}
        root.evaluate(CHOOSE, far)
        root.locator(".rb-read-fold summary").click()
        expect(root.locator('[data-rb="says"]')).to_contain_text("What each reading would do here")
        assert set(root.locator(".rb-reads small").all_text_contents()) == {"our reading", ""}
        root.locator(".rb-read-go").click()  # in a folder, too
        told = [word for words in effects(explorer, far).values() for word in words]
        expect(root.locator(".rb-reads small")).to_have_text(told, timeout=PATIENCE)


def test_both_readings_are_bars_on_one_scale(tab: Tab, site: Path) -> None:
    explorer = declared()["melee-odds"]
    with tab.at((site / "book/paper_tigers/melee.html").as_uri()):
        root = tab.page.locator("#melee-odds")
        ours = root.locator("[data-beside] > .rb-bar-again")
        expect(ours).to_be_hidden()
        root.evaluate(READ, [explorer.defaults(), {"R-M1": "False"}])
        (_, effect) = effects(explorer, explorer.defaults())["loser_takes_hit"]
        expect(root.locator("p.rb-beside")).to_contain_text(f"This chance: {effect}.")
        root.locator(".rb-read-go").click()
        expect(ours).to_be_visible(timeout=PATIENCE)
        for bar, setting in (
            (ours, {}),
            (root.locator(".rb-bar"), {"loser_takes_hit": "reading-1"}),
        ):
            shown = [100 * float(part.chance) for part in explorer.at(setting).shown()]
            assert bar.evaluate(WIDTHS) == pytest.approx(shown, abs=0.15)
        above, below = (bar.bounding_box() for bar in (ours, root.locator(".rb-bar")))
        assert above is not None
        assert below is not None
        assert (above["x"], above["width"]) == (below["x"], below["width"])


def test_a_link_has_the_reading_and_what_is_unknown_is_passed_over(tab: Tab, site: Path) -> None:
    address = (site / "book/paper_tigers/melee.html").as_uri()
    explorer = declared()["melee-odds"]
    with tab.at(f"{address}#melee-odds?attacker=red-9&R-M3=False&R-M9=7%3Cb%3E&R-Q=1"):
        page = tab.page
        root = page.locator("#melee-odds")
        expect(root.locator("p.rb-beside")).to_contain_text("Your reading: R-M3.")
        root.locator(".rb-copy").click()
        expect(root.locator(".rb-copied")).not_to_be_empty()
        setting = {**explorer.defaults(), "attacker": "red-9", "R-M3": "False"}
        link = page.evaluate("navigator.clipboard.readText()")
        assert link == f"{address}#melee-odds?{urlencode(setting)}"


def test_several_readings_in_a_page_without_python_are_refused_in_a_sentence(
    tab: Tab, site: Path
) -> None:
    explorer = declared()["melee-odds"]
    with tab.at((site / "book/paper_tigers/melee.html").as_uri()) as heard:
        tab.page.evaluate(WITHOUT)
        root = tab.page.locator("#melee-odds")
        root.evaluate(READ, [explorer.defaults(), {"R-M1": "False", "R-M3": "False"}])
        expect(root.locator('[data-rb="says"]')).to_contain_text("there is none on this page")
        expect(root.locator(".rb-read-go")).to_be_hidden()
        expect(root.locator("p.rb-beside")).to_have_text(
            "Your reading: R-M1, R-M3. The numbers are under our readings."
        )
        ours = declared()["melee-odds"].at({})
        assert root.evaluate(SHOWN)["percent"] == [percent(part.chance) for part in ours.shown()]
        expect(root.locator('[data-rb="python"]')).to_contain_text(
            "loser_takes_hit=False, penalties"
        )
        assert heard.said == []


@pytest.fixture(scope="module")
def served(lonely_browser: Browser, host: str, live_parts: None) -> Iterator[Page]:
    """The melee from a server."""
    with live_page(lonely_browser, host + "book/paper_tigers/melee.html", []) as page:
        yield page


def test_several_readings_at_once_are_answered_by_python_at_a_tap(served: Page) -> None:
    page, explorer = served, declared()["melee-odds"]
    root = page.locator("#melee-odds")
    setting = {**explorer.defaults(), "defender": "black-9"}
    root.evaluate(READ, [setting, {"R-M1": "False", "R-M6": "first_decision"}])
    expect(root.locator('[data-rb="says"]')).to_contain_text("That takes two seconds.")
    assert "kernel.js" not in page.evaluate(
        "performance.getEntriesByType('resource').map((each) => each.name).join()"
    )
    root.locator(".rb-read-go").click()
    told = root.locator("p.rb-beside")
    expect(told).to_contain_text("R-M1, R-M6. Our reading: ", timeout=PATIENCE)
    both = {**setting, "loser_takes_hit": "reading-1", "melee_ends": "reading-1"}
    theirs, ours = explorer.at(both), explorer.at(setting)
    seen = root.evaluate(SHOWN)
    assert seen["percent"] == [percent(part.chance) for part in theirs.shown()]
    assert seen["ours"] == [percent(part.chance) for part in ours.shown()]
    assert seen["change"] == list(changes(theirs, ours))
    rows = root.locator(".rb-compare tbody tr").evaluate_all(
        "all => all.map((row) => row.cells[1].textContent.replaceAll('\\u00a0', ' '))"
    )
    assert rows == [
        percent(explorer.at({**both, "attacker": choice.key}).shown()[0].chance)
        for choice in explorer.controls[0].choices
    ]
    root.evaluate(READ, [{**setting, "attacker": "black-4"}, {"R-M1": "False", "R-M3": "False"}])
    other = explorer.at(
        {**setting, "attacker": "black-4", "loser_takes_hit": "reading-1",
         "penalties_add_up": "reading-1"}
    )  # fmt: skip
    expect(root.locator(".rb-sentence")).to_have_text(explorer.sentence(other), timeout=PATIENCE)


def test_one_roll_is_played_by_python_and_its_clauses_lead_to_their_boxes(served: Page) -> None:
    root = served.locator("#melee-odds")
    root.get_by_role("button", name="Roll it 1 time", exact=True).click()
    root.get_by_role("button", name="Show its dice").click()
    dice = root.locator(".rb-rolled-dice")
    expect(dice.locator(".rb-die").first).to_be_visible(timeout=PATIENCE)
    assert re.search(r"melee\.html#PT-M\d+$", str(dice.locator("a").last.get_attribute("href")))


def test_a_switch_names_its_question_and_its_ruling(tab: Tab, site: Path) -> None:
    for name, id_ in READING[1::3]:
        with tab.at((site / name).as_uri()):
            fold = tab.page.locator(f"#{id_} .rb-read-fold")
            fold.locator("summary").click()
            for control in declared()[id_].readings:
                question = " ".join(catalog().rulings[control.ruling].question.split())
                expect(fold.get_by_role("group", name=question, exact=True)).to_be_visible()
                link = fold.locator("a", has_text=re.compile(rf"^{control.ruling}$"))
                assert str(link.get_attribute("href")).endswith(f"#{control.ruling}")
            assert rulings_of(declared()[id_])
