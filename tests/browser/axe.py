"""axe-core, put into a page: what it calls a serious or critical barrier.

What looks alike need not be looked at a thousand times. The kind of an element is its name with its
class, its role and the names of its other attributes, after the kind of what it lies in. Of each
kind, the first few on a page stand for all. The rest is taken out while axe-core looks, unless
something of another kind lies in it; controls stay with their labels, answers with their terms.
Without this, the lines of tables and the words of code are most of what it costs. `make deep` looks
at all there is.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
OPEN = """async () => {
    window.wereShut = [...document.querySelectorAll("details:not([open])")];
    for (const fold of window.wereShut) fold.open = true;
    // What fades in has pale colours until it is there.
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map((each) => each.finished));
}"""
CLOSE = """() => {
    for (const [mark, alike] of window.taken ?? []) mark.replaceWith(alike);
    window.taken = [];
    for (const fold of window.wereShut) fold.open = false;
}"""
FEW = 2
"""How many of a kind stand for all: the lines of a table take turns in their colours."""
THIN = """(few) => {
    const kinds = new Map(), seen = new Map();
    const telling = ["class", "role", "type"];
    const name = (each) => each.localName + [...each.attributes]
        .map(({name, value}) => telling.includes(name) ? `[${name}=${value}]` : `[${name}]`)
        .sort().join("");
    const sort = (each, above) => {
        const kind = `${above}>${name(each)}`;
        const within = new Set([kind]);
        for (const child of each.children) sort(child, kind).forEach((one) => within.add(one));
        kinds.set(each, [kind, within]);
        return within;
    };
    sort(document.body, "");
    const count = (each) => {
        const [kind] = kinds.get(each);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
    };
    window.taken = [];
    const walk = (each) => {
        const [kind, within] = kinds.get(each);
        const needed = each.matches("dl.py > *");  // a term its definition, and this its term
        if (!needed && [...within].every((one) => seen.get(one) >= few)) {
            const mark = document.createComment("alike");
            each.replaceWith(mark);
            window.taken.push([mark, each]);
            return;
        }
        count(each);
        if (each.matches("fieldset, dl:not(.py)")) each.querySelectorAll("*").forEach(count);
        else for (const child of [...each.children]) walk(child);
    };
    walk(document.body);
}"""
RUN = """async ([within, only]) => {
    const found = await axe.run(within, {resultTypes: ["violations"], preload: false, ...only});
    return found.violations
        .filter((each) => ["serious", "critical"].includes(each.impact))
        .flatMap((each) => each.nodes.slice(0, 4).map((node) =>
            `${each.id} (${each.nodes.length}): ${node.target.join(" ")}: `
            + `${node.html.slice(0, 160)}: ${node.failureSummary.slice(0, 240)}`));
}"""
Rules = Mapping[str, Any]

SEEN = ("color-contrast", "link-in-text-block")
EVERY: Rules = {}
COLOURS: Rules = {"runOnly": SEEN}
"""All that a page by night can have and the same page by day has not."""
FINGERS_TOO: Rules = {
    "rules": {each: {"enabled": False} for each in SEEN} | {"target-size": {"enabled": True}}
}
"""For every page, on a phone: what is large enough for a mouse may not be for a finger.

To tell what stands out from its ground takes three quarters of the time of all rules.
"""
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
    page.evaluate(OPEN)
    page.evaluate(THIN, FEW)
    found: list[str] = page.evaluate(RUN, [within, rules])
    page.evaluate(CLOSE)
    return found
