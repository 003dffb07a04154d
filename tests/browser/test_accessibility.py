"""No page has a barrier that axe-core calls serious or critical, by day; nor each kind by night."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = [pytest.mark.site, pytest.mark.browser]

ROOT = Path(__file__).parents[2]
SITE = ROOT / os.environ.get("RULEBOOK_SITE", "_build/html")
PAGES = sorted(
    path.relative_to(SITE).as_posix()
    for path in SITE.rglob("*.html")
    if not path.relative_to(SITE).parts[0].startswith("_") and path != SITE / "index.html"
)
AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
OPEN = """async () => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    // What fades in has pale colours until it is there.
    await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map((each) => each.finished));
}"""
RUN = """async () => {
    const found = await axe.run(document, {resultTypes: ["violations"], preload: false});
    return found.violations
        .filter((each) => ["serious", "critical"].includes(each.impact))
        .flatMap((each) => each.nodes.slice(0, 4).map((node) =>
            `${each.id} (${each.nodes.length}): ${node.target.join(" ")}: `
            + `${node.html.slice(0, 160)}: ${node.failureSummary.slice(0, 240)}`));
}"""


BY_NIGHT = [
    "book/in_die_tiefen/battle.html",
    "book/index.html",
    "book/learn/first_melee.html",
    "book/learn/ten_questions.html",
    "book/quick/triumph_and_glory.html",
    "book/reference/coverage.html",
    "book/reference/errata.html",
    "book/rulings/index.html",
    "book/rulings/triumph_and_glory.html",
    "book/triumph_and_glory/charge.html",
]
"""A page of each kind: the night differs from the day in colours only, and pages share those."""


@pytest.mark.parametrize(
    ("name", "scheme"),
    [*((name, "light") for name in PAGES), *((name, "dark") for name in BY_NIGHT)],
)
def test_no_serious_barrier(
    visit: Callable[..., AbstractContextManager[Page]], name: str, scheme: Any
) -> None:
    with visit(name, color_scheme=scheme, reduced_motion="reduce") as page:
        page.evaluate(OPEN)
        page.evaluate(AXE)
        assert page.evaluate(RUN) == []
