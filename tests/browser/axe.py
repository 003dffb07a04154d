"""axe-core, put into a page: what it calls a serious or critical barrier."""

from importlib.resources import files

from playwright.sync_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
OPEN = """async () => {
    window.wereShut = [...document.querySelectorAll("details:not([open])")];
    for (const fold of window.wereShut) fold.open = true;
    // What fades in has pale colours until it is there.
    await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map((each) => each.finished));
}"""
CLOSE = "() => { for (const fold of window.wereShut) fold.open = false; }"
RUN = """async () => {
    // Of the names of tests in a fold, thousands and all alike, the first few stand for all.
    const context = {exclude: [".rb-box-fold p:nth-of-type(n+6)"]};
    const found = await axe.run(context, {resultTypes: ["violations"], preload: false});
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


def barriers(page: Page) -> list[str]:
    """What axe-core finds with all folds open; afterwards they are as they were."""
    page.evaluate(AXE)
    page.evaluate(OPEN)
    found: list[str] = page.evaluate(RUN)
    page.evaluate(CLOSE)
    return found
