"""“Dice referee” in a browser: the lines that forms write, what Python says, what links fill in."""

import contextlib
import io
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, Locator, Page, expect

from rules_lib import systems
from rules_lib.notebook.adjudicator import settle
from rules_lib.notebook.adjudicator.answers import Settled
from rules_lib.rulebook.defaults import rulings_class
from tests.browser.alive import refuse
from tests.browser.lasting import PATIENCE
from tests.browser.pages import PAGES, SITE, script
from tests.browser.tab import FOLLOW, Tab
from tests.sample import SOME_OR_EVERY, Chosen

FORMS: dict[str, list[dict[str, str]]] = tomllib.loads(
    Path(__file__).with_name("forms.toml").read_text("utf-8")
)
PLACE = "book/adjudicate.html"
PROGRAM = "python -m rules_lib "
FILE = (SITE / PLACE).as_uri()
HORSE = 'cavalry --charger "{A}" --target "{X}"'
MOST_TAPS = 60
"""More than any fight of the tests has dice and decisions."""


def form(page: Page, name: str) -> Locator:
    """The form of a command."""
    return page.locator(f"#dice-{name}")


def filled(tab: Tab, address: str, name: str) -> tuple[dict[str, str], str]:
    """What a link fills into a form, the first entry of each name; and its Python."""
    with tab.at(address):
        entries, python = form(tab.page, name).evaluate(script("form_filled"))
    return dict(reversed(entries)), python


def line(root: Locator) -> str:
    """The command line that a form shows, from the name of the command on."""
    text = root.locator("[data-shown=line]").text_content() or ""
    assert text.startswith(PROGRAM)
    return text.removeprefix(PROGRAM)


def status(root: Locator) -> Locator:
    """Where a form says its verdict, and how it goes."""
    return root.locator(".rb-dice-status")


def answer(root: Locator) -> None:
    """Press the button, and wait for the answer."""
    go = root.locator(".rb-dice-go")
    go.click()
    expect(go).to_be_enabled(timeout=PATIENCE)


def settled(said: str) -> Settled:
    """What the library says of a line."""
    found = settle(said)
    assert isinstance(found, Settled), str(found)
    assert found.answer.verdict is not None
    return found


def says_what_the_library_says(root: Locator) -> Settled:
    """Demand that the verdict of a form is that of its own line."""
    found = settled(line(root))
    verdict = found.answer.verdict
    expect(status(root)).to_have_text(verdict.text.replace(" %", "\u00a0%"))  # type: ignore[union-attr]
    return found


def words(text: str) -> str:
    """A text without its spaces, which a page sets in its own way."""
    return re.sub(r"\s+", "", text)


def changed(root: Locator) -> list[tuple[str, str]]:
    """The lines of a form as it comes, with each field changed by itself, and without dice."""
    expect(root.locator(".rb-dice-example")).to_be_visible()
    said = root.evaluate(script("form_changes"))
    expect(root.locator(".rb-dice-example")).to_be_hidden()
    root.evaluate("(root) => root.querySelector('form').reset()")
    root.get_by_role("button", name="Start again").click()
    expect(root.locator("input:checked")).to_have_count(0)
    expect(root.locator("input:focus, select:focus")).to_have_count(1)
    assert settled(line(root)).answer.verdict.record is None  # type: ignore[union-attr]
    return list(dict.fromkeys((shown, code) for shown, code in said))


@SOME_OR_EVERY
def test_command_line_and_python_say_the_same(tab: Tab, chosen: Chosen) -> None:
    """From a file."""
    with tab.at(FILE):
        said = {name: changed(form(tab.page, name)) for name in systems}
    assert ", 1 hit" in str(said)
    assert not re.search(r"\b1 hits", str(said))
    for name, lines in said.items():
        few = 9 if name == "cavalry" else 3  # which takes by far the longest
        of_odds = [each for each in lines if "odds()" in each[1]][:2]
        say_the_same([*chosen(lines, 0, one_in=few), *of_odds])


def say_the_same(lines: list[tuple[str, str]]) -> None:
    """Each line tells what its Python prints, or both refuse."""
    recorded = odds = 0
    for shown_line, code in lines:
        found = settle(shown_line.removeprefix(PROGRAM))
        for rule_id in re.findall(r"--ruling '?(R-\w+)=", shown_line):
            assert f"{rulings_class(rule_id).field_of(rule_id)}=" in code
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(code, {})
        except ValueError:
            incomplete = isinstance(found, Settled) and found.answer.verdict.due  # type: ignore[union-attr]
            assert incomplete or not isinstance(found, Settled), (shown_line, code)
            continue
        assert isinstance(found, Settled), (shown_line, code, str(found))
        verdict = found.answer.verdict
        assert verdict is not None
        if verdict.record is not None:
            recorded += 1
            assert str(verdict.record) == printed.getvalue().rstrip("\n"), (shown_line, code)
        else:
            odds += 1
    assert recorded > 3
    assert odds > 0


@pytest.fixture(scope="module")
def asked(lonely_browser: Browser, host: str, live_parts: None) -> Iterator[Page]:
    """The page from a server, whose Python is started once: after it was stopped and had failed."""
    tab = Tab(lonely_browser)
    with tab.at(host + PLACE) as heard:
        page = tab.page
        root = form(page, "melee")
        page.context.route(re.compile(r"packed\.js"), refuse)
        answer(root)
        expect(status(root)).to_contain_text("Python could not answer in this page")
        expect(status(root)).to_contain_text("The command line below can")
        page.context.unroute_all()
        heard.forget()
        root.locator(".rb-dice-go").click()
        expect(status(root)).to_contain_text("Loading Python")
        root.get_by_role("button", name="Stop").click()
        expect(status(root)).to_have_text("Stopped. Nothing was decided.")
        answer(root)
        expect(status(root)).to_contain_text("Defender is removed")
        yield page
    page.context.close()


@pytest.mark.parametrize("name", systems)
def test_the_page_says_what_the_command_says(asked: Page, name: str) -> None:
    root = form(asked, name)
    answer(root)
    found = says_what_the_library_says(root)
    html = BeautifulSoup(found._repr_html_(), "html.parser")
    html.find(class_="rb-dice-verdict").decompose()  # type: ignore[union-attr]
    shown = root.locator(".rb-dice-answer").evaluate("each => each.textContent")
    assert words(shown) == words(html.get_text())
    # Every clause is a link to its box.
    links = root.locator(".rb-dice-answer a.rb-clause").evaluate_all(
        "all => all.map((each) => each.getAttribute('href'))"
    )
    assert links
    for page, _, anchor in (each.partition("#") for each in links):
        assert f'id="{anchor}"' in (SITE / page.split("/", 3)[3]).read_text("utf-8")


def test_the_very_entry_that_is_wrong_is_framed_and_forbidden_play_told(asked: Page) -> None:
    for each in FORMS["wrong"]:
        link, wrong, at = each["link"], each["field"], int(each["place"])
        name, _, entries = link.partition("?")
        asked.evaluate("(hash) => { location.hash = hash; }", f"#{link}")
        root = form(asked, name)
        field = root.locator(f"[name='{wrong}']").nth(at)
        expect(field).to_have_value(parse_qs(entries, keep_blank_values=True)[wrong][at])
        answer(root)
        expect(root.locator("[aria-invalid]")).to_have_count(1)
        expect(field, entries).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_visible()
        assert field.evaluate("each => getComputedStyle(each).boxShadow") != "none"
    root = form(asked, "test")
    root.get_by_label("Value").fill("")
    answer(root)
    expect(root.get_by_role("alert")).to_have_text("Value: a number is missing.")
    expect(root.get_by_label("Value")).to_have_attribute("aria-invalid", "true")
    # Spotting fails, and the marker is still there that it had turned before.
    root = form(asked, "sniper")
    shot = root.locator(".rb-dice-row").first
    shot.get_by_label("Its two dice").fill("3")
    answer(root)
    expect(shot.get_by_role("alert")).to_contain_text("'red' was given; allowed: no marker, becau")
    expect(shot.get_by_label("Marker it turns")).to_have_attribute("aria-invalid", "true")
    expect(root.locator("[aria-invalid]")).to_have_count(1)
    shot.get_by_label("Marker it turns").select_option(label="none")
    answer(root)
    expect(status(root)).to_contain_text("not found")
    root = form(asked, "charge")
    root.get_by_role("button", name="Start again").click()
    root.locator("[name='attacker.team']").check()
    answer(root)
    told = root.locator("[data-option=attacker]").get_by_role("alert")
    expect(told).to_contain_text("A small team cannot start a melee (forbidden by")
    expect(told.locator("a", has_text="PT-M5")).to_have_count(1)


def test_a_charge_of_a_stack_is_tapped_to_its_end(asked: Page) -> None:
    root = form(asked, "cavalry")
    root.get_by_role("button", name="Start again").click()
    assert line(root) == HORSE.format(A="heavy 5, strength 6", X="infantry 5, strength 5")
    for side, letter in (("charger", "B"), ("target", "Y")):
        units = root.locator(f"[data-slot={side}]")
        expect(units.locator("[data-later]")).to_be_hidden()
        units.get_by_role("button", name="One more unit").click()
        row = units.locator(".rb-dice-row").last
        expect(row.locator("legend")).to_have_text(f"Unit {letter}")
        left_out = f"Left out, because empty: Unit {letter}."
        expect(root.locator(".rb-dice-read")).to_have_text(left_out)
        row.get_by_label("Cohesion", exact=True).fill("4")
        expect(root.locator(".rb-dice-read")).to_be_empty()
        row.get_by_label("Strength").fill("3")
        row.get_by_label("Its hex").select_option(label="the same")
    guns = root.locator("[data-slot=target] .rb-dice-row").last
    guns.locator("[name='target.kind']").select_option("artillery")
    guns.get_by_label("Strength").fill("")
    guns.locator("summary").click()
    guns.get_by_label("Fire, of guns").fill("6")
    assert line(root) == HORSE.format(
        A="heavy 5, strength 6 + heavy 4, strength 3",
        X="infantry 5, strength 5 + artillery 4, fire 6",
    )
    answer(root)
    offered = root.locator(".rb-dice-answer [data-enter]")
    tapped = 0
    while offered.count() and tapped < MOST_TAPS:
        before = line(root)
        offered.first.click()
        expect(root.locator(".rb-dice-go")).to_be_enabled(timeout=PATIENCE)
        assert line(root) != before
        tapped += 1
    assert 3 < tapped < MOST_TAPS
    assert not says_what_the_library_says(root).answer.verdict.due  # type: ignore[union-attr]
    root.locator("[data-slot=target]").get_by_role("button", name="One more unit").click()
    answer(root)
    expect(status(root)).to_contain_text("Left out, because empty: Unit ")
    root.locator("[data-slot=target]").get_by_role("button", name="Remove the last one").click()
    expect(status(root)).to_be_empty()  # an answer to other entries is none


def test_a_question_in_words_is_answered_tapped_on_and_kept_in_a_link(asked: Page) -> None:
    root = form(asked, "words")
    field = root.locator("textarea")
    typed = HORSE.format(A="heavy 5, strength 6, through rear of X", X="infantry 5, strength 5")
    bookish = typed.replace("--", "—").replace('"heavy', "“heavy").replace('of X"', "of X”")
    field.fill(f"{PROGRAM}{bookish} —goal rout")
    assert line(root) == f"{typed} --goal rout"
    answer(root)
    says_what_the_library_says(root)
    offered = root.locator(".rb-dice-answer [data-enter]")
    for face in ("3", "yes", "7"):
        offered.get_by_text(face, exact=True).click()
        expect(root.locator(".rb-dice-go")).to_be_enabled(timeout=PATIENCE)
    assert line(root) == f"{typed} --dice 3,7 --decide 'square X'=yes"
    root.get_by_role("button", name="Copy link").click()
    link = asked.evaluate("location.hash")
    root.get_by_text("Examples to begin with").click()
    root.get_by_role("button", name="Battle:").first.click()
    assert line(root).startswith("battle --a")
    asked.evaluate("(hash) => { location.hash = '#other'; location.hash = hash; }", link)
    expect(field).to_have_value(f"{typed} --dice 3,7 --decide 'square X'=yes")
    field.fill("nothing at all")
    answer(root)
    expect(root.get_by_role("alert")).to_contain_text("'nothing' was given; allowed: ")


def test_a_link_fills_in_and_runs_nothing(tab: Tab) -> None:
    for each in FORMS["link"]:
        with tab.at(f"{FILE}#{each['link']}") as heard:
            name, _, options = each["line"].partition(" ")
            root = form(tab.page, name)
            assert line(root).startswith(name)
            assert options.removeprefix("--dice '") in line(root)
            expect(status(root)).to_be_empty()
            assert not any("/live/" in url for url in heard.asked)
    with tab.at(f"{FILE}#cavalry?charger.order=disordered&R-N2=must_be_given"):
        for name in ("charger.order", "R-N2"):  # what a link has changed is seen
            field = form(tab.page, "cavalry").locator(f"[name='{name}']")
            expect(field.first).to_be_visible()


HOUSE = """
    localStorage.setItem("rulebook.house-rules",
        'version = 1\\n[rulings]\\nR-M2 = "lost_exchange"\\n');
"""


def test_who_comes_back_finds_the_example_and_a_table_its_rules(lonely_browser: Browser) -> None:
    """Not entries that the browser has kept. A link means what its sender saw."""
    page = Tab(lonely_browser).page
    page.goto(FILE)
    root = form(page, "melee")
    before = line(root)
    root.locator("[name='attacker.colour']").select_option("black")
    assert line(root) != before
    page.goto((SITE / "book/how_to_read.html").as_uri())
    page.go_back()
    expect(root.locator(".rb-dice-example")).to_be_visible()
    expect(root.locator("[name='attacker.colour']")).to_have_value("red")
    assert line(root) == before
    page.add_init_script(HOUSE)
    page.reload()
    read = root.locator(".rb-dice-read")
    expect(read).to_have_text("Your reading: R-M2. Your table: R-M2.")
    assert line(root).endswith("--ruling R-M2=lost_exchange")
    root.get_by_role("button", name="Copy link").click()
    assert "R-M2=lost_exchange" in page.evaluate("navigator.clipboard.readText()")
    root.locator("[name='R-M2']").select_option("lost_or_drawn_hit", force=True)
    expect(read).to_have_text("Your reading: R-M2.")  # neither ours nor the table's
    page.goto("about:blank")
    page.goto(f"{FILE}#melee?attacker.value=8")
    assert line(root).endswith('"red 8" --defender "red 5" --rolls 12:9')
    page.context.close()


def test_without_javascript_it_shows_the_commands(tab_without_scripts: Tab) -> None:
    with tab_without_scripts.at(FILE):
        for name in systems:
            root = form(tab_without_scripts.page, name)
            expect(root.locator("noscript pre")).to_contain_text(f"{PROGRAM}{name}")
            expect(root.locator(".rb-dice-go")).to_be_hidden()


DRAWN = re.compile(r"card (?:red|black) \d+|rolls [\d, ]+|die: \d|reaches \d+")


def told_again(html: str) -> list[tuple[str, set[str]]]:
    """Of each transcript that leads to a form: its link, and the cards and dice that it draws."""
    found = BeautifulSoup(html, "html.parser").select(".rb-transcript[data-again]")
    return [
        (
            str(each["data-again"]),
            set(DRAWN.findall(" ".join(str(svg.get("aria-label")) for svg in each.select("svg")))),
        )
        for each in found
    ]


@SOME_OR_EVERY
def test_what_is_told_on_any_page_stands_in_the_form_as_it_was(tab: Tab, chosen: Chosen) -> None:
    """The line that the form writes tells what the page tells, and leads back to that form."""
    told = [
        (name, *each)
        for name in PAGES
        if "data-again" in (text := (SITE / name).read_text("utf-8"))
        for each in told_again(text)
    ]
    of_form = {name: [each for each in told if each[1].startswith(f"{name}?")] for name in systems}
    assert {name for name, some in of_form.items() if not some} == {"test"}
    assert sum(map(len, of_form.values())) == len(told)
    some = [(system, *each) for system in of_form for each in chosen(of_form[system], 0, one_in=6)]
    with tab.at(FILE):
        for system, name, link, drawn in some:
            tab.page.evaluate(FOLLOW, link)
            html = settled(line(form(tab.page, system)))._repr_html_()
            ((back, draws),) = told_again(html)
            assert draws <= drawn or drawn <= draws, (name, link)  # either may tell more
            kept, was = (parse_qs(each, keep_blank_values=True) for each in (back, link))
            assert kept == was, name


def test_chapters_lead_to_the_dice_of_the_example(tab: Tab) -> None:
    with tab.at((SITE / "book/triumph_and_glory/example.html").as_uri()):
        links = tab.page.locator("article p > a[href*='adjudicate.html#cavalry']:not([data-rb])")
        expect(links).to_have_count(2)
        found = [each.get_attribute("href") or "" for each in links.all()]
    for each, dice in zip(found, ("386", "1465"), strict=True):
        with tab.at(f"{FILE}#{each.partition('#')[2]}"):
            assert f"--dice {','.join(dice)}" in line(form(tab.page, "cavalry"))
