"""What the tests of a table's rules share: how a reader has chosen, and where it is kept."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from rules_lib.rulebook import catalog
from rules_lib.rulebook.spelling import words_of

KEY = "rulebook.house-rules"
OPEN = [rule_id for rule_id, ruling in catalog().rulings.items() if not ruling.settled]
HERE = "book/rulings/my_table.html"
TOP = ".rb-table-top"
R_M3 = words_of("R-M3", False)

CHOOSE = """([id, value]) => {
    const inputs = [...document.querySelectorAll(`input[name="${id}"]`)];
    inputs.find((each) => each.value === value).click();
    return document.querySelector('.rb-table-top [data-rb="text"]').textContent;
}"""


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
