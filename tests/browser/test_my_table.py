"""“My table’s rulings”: chosen, kept, shared, saved, read, and told all over the built book."""

import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from rules_lib.__main__ import main
from rules_lib.rulebook import HouseRules, catalog
from rules_lib.rulebook.defaults import rulings_class, values_of
from rules_lib.rulebook.spelling import spelt, understood, words_of
from tests.browser.pages import ROOT, SITE
from tests.browser.tab import DESKTOP, FULL, THROWS, Tab, use
from tests.in_turn import in_turn

KEY = "rulebook.house-rules"
OPEN = [rule_id for rule_id, ruling in catalog().rulings.items() if not ruling.settled]
HERE = "book/rulings/my_table.html"
TOP = ".rb-table-top"
R_M3 = words_of("R-M3", False)
M3 = R_M3.rstrip(".")

CHOOSE = """([id, value]) => {
    const inputs = [...document.querySelectorAll(`input[name="${id}"]`)];
    inputs.find((each) => each.value === value).click();
    return document.querySelector('.rb-table-top [data-rb="text"]').textContent;
}"""
PAGE = (SITE / HERE).as_uri()


def text_of(**rulings: str) -> str:
    lines = [f'{rule_id.replace("_", "-")} = "{value}"' for rule_id, value in rulings.items()]
    return "\n".join(["version = 1", "[rulings]", *lines, ""])


def field(page: Page, name: str) -> Any:
    return page.locator(f'{TOP} [data-rb="{name}"]')


def kept(page: Page) -> str:
    return str(page.evaluate(f"localStorage.getItem('{KEY}') ?? ''"))


def visit(page: Page, address: str) -> None:
    """Open a page that knows what is kept; on a disk, Chromium may forget what was said last."""
    before = kept(page)
    for _ in range(50):
        page.goto("about:blank")
        page.goto(address)
        if kept(page) == before:
            return
        page.evaluate(f"(text) => localStorage.setItem('{KEY}', text)", before)
    raise AssertionError(f"{address} does not know what is kept: {before!r}")


Opened = Callable[[str, str], Page]
"""Opens a page of a reader whose browser has kept a text."""


@pytest.fixture
def opened(lonely_browser: Browser, site: Path) -> Iterator[Opened]:
    """Nobody else has used this browser."""
    page = Tab(lonely_browser).page
    page.set_viewport_size(DESKTOP)

    def show(place: str, text: str) -> Page:
        page.goto((site / HERE).as_uri())
        page.evaluate(f"(text) => localStorage.setItem('{KEY}', text)", text)
        visit(page, (site / place).as_uri())
        return page

    yield show
    page.context.close()


@pytest.fixture
def table(lonely_browser: Browser, site: Path) -> Iterator[Page]:
    """The page as a new reader finds it."""
    tab = Tab(lonely_browser)
    with tab.at(PAGE):
        expect(tab.page.locator(f"{TOP}[data-ready]")).to_be_visible()
        yield tab.page
    tab.page.context.close()


def test_every_reading_goes_from_the_page_to_a_file_to_commands_and_back(
    table: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of each ruling every other reading; of some ours again, as `Reset all` takes back all."""
    chosen: dict[str, object] = {}
    for at, rule_id in enumerate(OPEN):
        ours, *others = values_of(rule_id)
        for value in (*others, *((ours, others[-1]) if at % 8 == 0 else ())):
            text = table.evaluate(CHOOSE, [rule_id, spelt(value)])
            chosen.pop(rule_id, None)
            if value is not ours:
                chosen[rule_id] = value
            assert HouseRules.from_toml(text).chosen == chosen
    expect(field(table, "list").locator("li")).to_have_count(len(OPEN))
    wanted = {i: values_of(i)[-1] for i in OPEN}
    assert HouseRules.from_toml(kept(table)).chosen == chosen == wanted
    with table.expect_download() as download:
        table.get_by_role("button", name="Save to file").click()
    assert download.value.suggested_filename == "house-rules.toml"
    file = tmp_path / "house-rules.toml"
    download.value.save_as(file)
    for kind in {rulings_class(i) for i in OPEN}:
        assert kind.load(file) == kind.from_ids(
            {i: wanted[i] for i in OPEN if rulings_class(i) is kind}
        )
    assert main(["house-rules", "--rules", str(file), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["rulings"] == {i: spelt(value) for i, value in wanted.items()}
    table.get_by_role("button", name="Reset all").click()
    assert kept(table) == ""
    made_by_command = {"name": "x.toml", "mimeType": "text/plain", "buffer": made["toml"].encode()}
    field(table, "file").set_input_files([made_by_command])
    expect(field(table, "said")).to_have_text(f"Read from x.toml: {len(OPEN)} readings.")
    assert HouseRules.from_toml(kept(table)).chosen == wanted
    assert f"# {catalog().rulings['R-M3'].question}" in kept(table), "what stood in the file stays"


def test_a_link_changes_nothing_before_a_tap(opened: Opened) -> None:
    page = opened(HERE, text_of(R_M1="False", R_M3="False"))
    before = kept(page)
    link = urlencode({"R-M3": "False", "R-I2": "lowest", "R-M9": "5"})
    page.goto("about:blank")
    page.goto(f"{PAGE}#table?{link}")
    offer = field(page, "offer")
    expect(offer).to_contain_text("This link holds 3 readings. Use them? They replace the 2")
    expect(offer).to_contain_text(R_M3)
    assert kept(page) == before
    offer.get_by_role("button", name="Ignore").click()
    expect(offer).to_be_hidden()
    assert kept(page) == before
    assert "#" not in page.url
    page.goto(f"{PAGE}#table?{link}")
    offer.get_by_role("button", name="Use these rulings").click()
    assert HouseRules.from_toml(kept(page)).chosen == {"R-M3": False, "R-I2": "lowest", "R-M9": 5}
    expect(field(page, "summary")).to_be_focused()
    page.get_by_role("button", name="Copy link").click()
    expect(field(page, "said")).to_have_text("Link copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Undo").click()
    assert HouseRules.from_toml(kept(page)).chosen == {"R-M1": False, "R-M3": False}
    page.goto("about:blank")
    page.goto(copied)
    expect(offer.locator("li")).to_have_count(3)
    offer.get_by_role("button", name="Use these rulings").click()
    page.goto(copied)
    expect(offer).to_contain_text("which you have already")
    expect(offer.get_by_role("button", name="Use these rulings")).to_be_hidden()


@in_turn(
    ("link", "told"),
    [
        ("R-Q=1", "The link, R-Q: 1 is not used. Allowed: the number of a ruling, such as R-M3."),
        ("R-M3=maybe", f"R-M3: maybe is not used. Allowed: True ({words_of('R-M3', True)})"),
        ("__proto__=1&constructor=2", "The link, constructor: 2 is not used."),
        ("R-M3=%3Cimg src=x onerror=alert(1)%3E", "<img src=x onerror=alert(1)> is not used."),
        ("x" * 30_000, "The link: It is not used. Allowed: at most 20000 letters."),
        ("R-M3=False&r-m3=True", "The link, r-m3: True is not used. Allowed: each ruling once."),
    ],
)
def test_a_broken_link_is_told_and_harmless(tab: Tab, site: Path, link: str, told: str) -> None:
    with tab.at(f"{PAGE}#table?{link}"):
        expect(field(tab.page, "problems")).to_contain_text(told)
        if "r-m3" in link:
            expect(field(tab.page, "offer")).to_contain_text("This link holds 1 reading.")
            expect(field(tab.page, "offer").locator("li")).to_contain_text(R_M3)
        else:
            expect(field(tab.page, "offer")).to_be_hidden()
        assert kept(tab.page) == ""


TORN = [
    line.partition(" | ")
    for line in Path(__file__).with_name("torn.txt").read_text("utf-8").splitlines()[1:]
]
"""Each line of a file, and what is said of it."""


def read(page: Page, content: bytes, name: str = "x.toml") -> None:
    given = {"name": name, "mimeType": "text/plain", "buffer": content}
    field(page, "file").set_input_files([given])


NOT_OURS = (
    b"\x89PNG\r\n\x1a\n\0\0",
    b"<html>",
    b'{"R-M3": false}',
    b"version = 2\n[rulings]\nR-M3 = true",
)


def test_what_is_wrong_in_a_file_is_told_and_nothing_is_lost(table: Page) -> None:
    wrong = [f", line {at}{told}" for at, (_, _, told) in enumerate(TORN, start=1) if told]
    for name, ends in (("x.toml", "\n"), ("y.toml", "\r\n")):
        text = "\ufeff" * (ends == "\n") + "".join(f"{line}{ends}" for line, *_ in TORN)
        read(table, text.encode(), name)
        expect(field(table, "said")).to_have_text(f"Read from {name}: 2 readings.")
        lines = field(table, "problems").locator("li").all_text_contents()
        for line, told in zip(lines, [*wrong, "Nothing is lost"], strict=True):
            assert line.removeprefix(name).startswith(told)
        table.evaluate(CHOOSE, ["R-I2", "lowest"])
        text = kept(table)
        agreed = {"R-M3": False, "R-S2": (10, 10, 10, 11), "R-I2": "lowest"}
        assert HouseRules.from_toml(text).chosen == agreed
        assert all(line in text for line, *_ in TORN)
    for number, content in enumerate(NOT_OURS):
        read(table, content, f"{number}.toml")
        expect(field(table, "said")).to_have_text(f"{number}.toml holds no readings; yours stay.")
        expect(field(table, "problems").locator("li").first).to_contain_text("is not used")
    read(table, b"#" * 300_000)
    expect(field(table, "problems")).to_contain_text("a file of text, of at most 200000 bytes")
    assert kept(table) == text


WRITTEN = [
    line.removeprefix("^").replace("⏎", "\n") if line[0] == "^" else f"[rulings]\n{line}\n"
    for line in (ROOT / "tests/rulebook/written.txt").read_text("utf-8").splitlines()[1:]
]


def test_the_page_reads_a_file_as_python_does_or_refuses_it(table: Page) -> None:
    ask = """async (text) => {
        const { chosen } = rulebookHouse.read(text, await rulebookHouse.known());
        return Object.fromEntries(chosen);
    }"""
    for text in WRITTEN:
        found = table.evaluate(ask, text)
        try:
            chosen = HouseRules.from_toml(text).chosen
        except ValueError:
            chosen = {}
        assert found == {i: spelt(value) for i, value in chosen.items()}, text
    for text in (each for each in WRITTEN if "  # " in each):
        remark = text.partition("#")[2].partition("\n")[0]
        read(table, text.encode())
        # The browser opens a file when it has the time.
        table.wait_for_function(f"each => localStorage.getItem('{KEY}').includes(each)", arg=remark)
        table.evaluate(CHOOSE, ["R-I2", "lowest"])
        agreed = HouseRules.from_toml(text).chosen
        assert HouseRules.from_toml(kept(table)).chosen == {**agreed, "R-I2": "lowest"}
        assert remark in kept(table), "a remark stays"


NO_RULES = [
    ('{"theme": "dark"}', 'line 1: {"theme": "dark"} is not used.'),
    ("\0\1\2", "is not used"),
    (text_of(R_M3="perhaps"), "line 3, R-M3: perhaps is not used."),
    ("version = 7\n[rulings]\nR-M3 = 'False'", "version: 7 is not used. Allowed: 1, the one"),
    ("x" * 300_000, ""),
]


def test_what_is_kept_and_no_house_rules_is_told_and_harmless(opened: Opened) -> None:
    for text, told in NO_RULES:
        page = opened("book/paper_tigers/melee.html", text)
        page.wait_for_load_state()
        assert page.locator(".rb-told").count() == 0
        visit(page, PAGE)
        expect(field(page, "summary")).to_have_text("Your table uses all our rulings.")
        if told:
            expect(field(page, "problems")).to_contain_text(told)
        else:
            too_long = "Not kept: what is kept here is too long to be house rules."
            expect(field(page, "kept")).to_have_text(too_long)
        page.evaluate(CHOOSE, ["R-M3", "False"])
        assert tomllib.loads(kept(page)) == {"version": 1, "rulings": {"R-M3": "False"}}
        if told and text.isprintable():
            assert f"# not used: {text}" in kept(page)


@pytest.mark.parametrize(
    ("broken", "why"),
    [(THROWS, "this browser keeps nothing"), (FULL, "the memory of this browser is full")],
)
def test_without_room_to_keep_it_the_page_works_and_says_so(
    lonely_browser: Browser, site: Path, broken: str, why: str
) -> None:
    tab = Tab(lonely_browser, broken)
    page = tab.page
    with tab.at((SITE / "book/paper_tigers/melee.html").as_uri()):
        expect(page.locator(".rb-told")).to_have_count(0)
        use(page)
        page.keyboard.press("Control+k")
        page.keyboard.type("PT-M13")
        expect(page.locator("dialog .rb-search-list a").first).to_contain_text("PT-M13")
    with tab.at(PAGE):
        text = page.evaluate(CHOOSE, ["R-M3", "False"])
        expect(field(page, "kept")).to_contain_text(f"Not kept: {why}")
        assert HouseRules.from_toml(text).chosen == {"R-M3": False}
    page.context.close()


def test_without_scripts_it_is_a_list_of_questions_with_our_answers(
    tab_without_scripts: Tab,
) -> None:
    page = tab_without_scripts.page
    with tab_without_scripts.at(PAGE):
        expect(page.locator("article noscript p").first).to_contain_text("needs JavaScript")
        expect(page.locator(TOP)).to_be_hidden()
        for rule_id in OPEN:
            question = page.locator(f"#choose-{rule_id}")
            asked = " ".join(catalog().rulings[rule_id].question.split())
            folded = question.locator("xpath=ancestor::details").count()
            assert folded or asked in question.inner_text()
            ours = " ".join(words_of(rule_id, values_of(rule_id)[0]).split())
            expect(question.locator("strong")).to_have_text(ours)


def test_it_is_chosen_by_keyboard_in_all_tabs_and_on_paper_and_numbers_too(table: Page) -> None:
    other = table.context.new_page()
    other.goto((SITE / "book/paper_tigers/melee.html").as_uri())
    table.locator("#choose-R-M3 input").first.focus()
    table.keyboard.press("ArrowDown")
    assert HouseRules.from_toml(kept(table)).chosen == {"R-M3": False}
    expect(other.locator(".rb-otherwise .rb-told")).to_have_text(f" Your table: {R_M3}")
    table.emulate_media(media="print")
    table.evaluate("dispatchEvent(new Event('beforeprint'))")
    for rule_id in OPEN:
        shown = table.locator(f"#choose-{rule_id} label:visible")
        expect(shown).to_have_count(1)
        value = False if rule_id == "R-M3" else values_of(rule_id)[0]
        expect(shown).to_contain_text(" ".join(words_of(rule_id, value).split()))
    expect(table.locator(f"{TOP} button:visible")).to_have_count(0)
    table.evaluate("dispatchEvent(new Event('afterprint'))")
    table.emulate_media(media="screen")
    table.get_by_role("button", name="Reset all").press("Enter")
    expect(other.locator(".rb-told")).to_have_count(0)
    other.close()
    answers = table.locator("#choose-R-M9 label").all_text_contents()
    assert sum(each.strip().startswith("Another number") for each in answers) == 1, answers
    table.locator("#choose-R-M9 select").select_option("7")
    assert HouseRules.from_toml(kept(table)).chosen == {"R-M9": 7}
    expect(table.locator("#choose-R-M9 [data-other]")).to_be_checked()
    visit(table, table.url)
    expect(table.locator("#choose-R-M9 [data-other]")).to_be_checked()
    expect(table.locator("#choose-R-M9 select")).to_have_value("7")
    for rule_id in OPEN:
        for text in table.locator(f"#choose-{rule_id} select option").all_text_contents():
            assert understood(rule_id, text, "", "") == int(text)


def test_who_comes_back_to_the_page_finds_what_was_chosen_elsewhere_and_keeps_it(
    table: Page,
) -> None:
    """A page that was left hears nothing of other tabs, and a browser may show it as it was."""
    keep = f"(text) => localStorage.setItem('{KEY}', text)"
    table.evaluate(keep, text_of(R_I2="lowest"))
    table.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    table.evaluate(CHOOSE, ["R-M3", "False"])
    assert HouseRules.from_toml(kept(table)).chosen == {"R-M3": False, "R-I2": "lowest"}
    table.evaluate(keep, text_of(R_M3="True"))  # as we read it ourselves
    table.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(field(table, "summary")).to_have_text("Your table uses all our rulings.")


def test_it_is_told_at_clauses_rulings_questions_and_stories(opened: Opened) -> None:
    with_nothing = opened("book/paper_tigers/melee.html", "")
    assert with_nothing.evaluate(ASKED, "readings.js") is False
    expect(with_nothing.locator(".rb-told")).to_have_count(0)
    text = text_of(R_M3="False", R_M9="4", R_I9="True")
    page = opened("book/paper_tigers/melee.html", text)
    for clause in catalog().rulings["R-M3"].clauses:
        if page.locator(f"details#{clause}").count():
            expect(page.locator(f"details#{clause} > summary .rb-told").first).to_have_text(
                f" Your table reads R-M3 differently: {R_M3}"
            )
    steps = page.locator("ol:has(+ .rb-told-steps)")
    expect(steps).to_contain_text("Two hits remove a unit")
    read = page.locator(".rb-told-steps")
    expect(read).to_contain_text(f"Your table reads R-M3 ({M3}) and R-M9 (")
    expect(read).not_to_contain_text("R-I9")
    line = page.locator(".rb-otherwise > li", has_text="R-M3")
    expect(line.locator(".rb-told")).to_have_text(f" Your table: {R_M3}")
    page.locator(".rb-otherwise a", has_text="R-M3").click()
    expect(page.locator(".rb-cited")).to_contain_text(f"Your table reads it differently: {R_M3}")
    page.keyboard.press("Escape")
    page.locator('article a[href$="#PT-M12"]:not(.headerlink)').first.dispatch_event("click")
    expect(page.locator(".rb-cited")).to_contain_text(f"Your table reads R-M3 differently: {R_M3}")
    visit(page, (SITE / "book/rulings/paper_tigers.html").as_uri())
    answers = page.locator("section#R-M3 .rb-readings > li")
    expect(answers.nth(1)).to_have_class("rb-told-chosen")
    expect(answers.nth(1)).to_contain_text("your table")
    expect(page.locator("section#R-M9 .rb-readings > li").last).to_have_text("Your table: 4.")
    visit(page, (SITE / "book/rulings/index.html").as_uri())
    for rule_id, words in (("R-M3", R_M3), ("R-I9", words_of("R-I9", True))):
        line = page.locator("article li", has=page.locator(f'a[href$="#{rule_id}"]'))
        expect(line.first).to_contain_text(f"Your table: {words}")
    visit(page, (SITE / "book/learn/first_melee.html").as_uri())
    line = page.locator(".rb-learn .rb-told")
    expect(line).to_contain_text(f"This story follows our readings. Your table reads R-M3 ({M3})")
    expect(line).not_to_contain_text("R-I9")


ASKED = """(wanted) => performance.getEntriesByType("resource")
    .some(({ name }) => name.includes(wanted))"""


def test_it_is_told_on_sheets_and_they_still_fit_their_paper(opened: Opened) -> None:
    for system in catalog().systems.values():
        others = {i: spelt(values_of(i)[1]) for i in system.rulings if i in OPEN}
        two = {i.replace("-", "_"): others[i] for i in list(others)[:2]}
        place = f"book/quick/{system.id.replace('-', '_')}.html"
        page = opened(place, text_of(**two))
        page.emulate_media(media="print")
        first, second = list(others)[:2]
        expect(page.locator(".rb-told-sheet")).to_contain_text(
            f"Your table reads {first} and {second}"
        )
        for rule_id in (first, second):
            own = f'.rb-quick-ids:first-child a[href$="#{rule_id}"]'
            line = page.locator(f".rb-quick-rulings li:has(> {own})")
            expect(line).to_contain_text(f"Your table: {words_of(rule_id, values_of(rule_id)[1])}")
        pages = page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n")
        assert pages == 1, f"{place}: {pages} pages"


def test_a_link_means_what_its_sender_saw(opened: Opened) -> None:
    place = "book/paper_tigers/sniper.html"
    page = opened(place, text_of(R_S3="redraw", R_S6="False"))
    root = page.locator("#spotting-odds")
    expect(root.locator(".rb-told-list li", has_text="It is set here.")).to_have_count(2)
    expect(root.locator("p.rb-beside")).to_contain_text("Your reading: R-S3, R-S6.")
    assert page.evaluate(ASKED, "kernel.js") is False
    expect(root.locator('input[value="aside"]')).to_be_checked()
    page.goto("about:blank")
    page.goto((SITE / place).as_uri() + "#spotting-odds?jokers=two")
    expect(root.locator('input[value="two"]')).to_be_checked()
    expect(root.locator('[data-reading="R-S6"] input:checked')).to_have_value(
        spelt(values_of("R-S6")[0])
    )
    page.context.route("**/tables/spotting-odds.js", lambda route: route.abort())
    page.goto("about:blank")
    page.goto((SITE / place).as_uri())
    told = root.locator(".rb-told-list li", has_text="The numbers here use our reading.")
    expect(told).to_have_count(2)
    page.context.unroute_all(behavior="ignoreErrors")
