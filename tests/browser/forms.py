"""The forms of the dice referee in a browser: what they hold, and what they say."""

import re

from playwright.sync_api import Locator, Page, expect

from rules_lib.notebook.adjudicator import settle
from rules_lib.notebook.adjudicator.answers import Settled
from tests.browser.lasting import PATIENCE
from tests.browser.tab import Tab

PLACE = "book/adjudicate.html"
PROGRAM = "python -m rules_lib "
FILLED = """(root) => {
    const entries = [...root.querySelector("form").elements].filter((each) => each.name)
        .map((each) => [each.name,
            each.type === "checkbox" ? String(Number(each.checked)) : each.value]);
    return [entries, root.querySelector('[data-shown="python"]').textContent];
}"""


def form(page: Page, name: str) -> Locator:
    """The form of a command."""
    return page.locator(f"#dice-{name}")


def filled(tab: Tab, address: str, name: str) -> tuple[dict[str, str], str]:
    """What a link fills into a form, the first entry of each name; and its Python."""
    with tab.at(address):
        entries, python = form(tab.page, name).evaluate(FILLED)
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
