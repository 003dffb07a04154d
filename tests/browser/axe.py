"""axe-core, put into a page: what it calls a serious or critical barrier.

Of what looks alike a few are looked at: in_page/barriers.js says which.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

from playwright.sync_api import Page

from tests.browser.pages import script

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
FEW = 2
"""How many of a kind stand for all: the lines of a table take turns in their colours."""
SEEN = ("color-contrast", "link-in-text-block")


class Rules(NamedTuple):
    """What is asked: all but what is seen, with what is left to us to ask; and what is seen."""

    rest: Mapping[str, Mapping[str, bool]] = {}
    seen: tuple[str, ...] = ()


REST = {each: {"enabled": False} for each in (*SEEN, "region")}
"""Whether all lies in a region is a moderate matter, and takes long to tell."""
EVERY = Rules(REST, SEEN)
COLOURS = Rules(seen=SEEN)
"""All that a page by night can have and the same page by day has not."""
FINGERS_TOO = Rules({**REST, "target-size": {"enabled": True}})
"""For every page, on a phone: what is large enough for a mouse may not be for a finger."""
OF_EACH_KIND = [
    "book/in_die_tiefen/battle.html",
    "book/index.html",
    "book/learn/first_melee.html",
    "book/learn/ten_questions.html",
    "book/quick/triumph_and_glory.html",
    "book/reference/coverage.html",
    "book/reference/errata.html",
    "book/reference/library/in_die_tiefen.html",
    "book/rulings/index.html",
    "book/rulings/triumph_and_glory.html",
    "book/triumph_and_glory/charge.html",
]
"""A page of each kind: the others have the same colours."""
WITH_ALL = [
    "book/in_die_tiefen/battle.html",
    "book/index.html",
    "book/learn/first_melee.html",
    "book/triumph_and_glory/charge.html",
]
"""Explorer, story, picture and map: what any page has is on these."""


def barriers(page: Page, rules: Rules = EVERY, within: str = "html") -> list[str]:
    """What axe-core finds with all folds open; afterwards they are as they were.

    What a reader has made appear is looked at alone: the rest of the page was, as it came.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"(() => {{ {AXE} }})()")
    found: list[str] = page.evaluate(script("barriers"), [within, FEW, rules.rest, rules.seen])
    return found
