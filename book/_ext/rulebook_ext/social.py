"""What a page shows when a link to it is shared: title, first sentence, the card of the book.

Such cards want full addresses. RULEBOOK_URL names the place of the site while it is built; without
it the address of the picture is relative, and only some services find it.
"""

import os
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext import licences
from rulebook_ext.hooks import Context, at_end, on_page
from rules_lib.notebook.markup import Html, el

CARD = "_static/social-card.png"
CARD_TEXT = "The Executable Rulebook: every rule numbered, every chance exact"
LONGEST = 200
"""Letters of a description."""
MACHINE_MADE = {
    "search": "Search the rules, rulings and chapters of The Executable Rulebook.",
    "genindex": "Every clause, term and name of The Executable Rulebook, from A to Z.",
}
"""What is said of pages that have no text of their own."""
BEFORE_OTHERS = 100
"""The table of contents makes a bare index.html itself, where there is none."""


def setup(app: Sphinx) -> None:
    """Look at each page when it is about to be written."""
    on_page(app, _describe)
    at_end(app, _front, BEFORE_OTHERS)


def _describe(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    if doctree is None:
        if page in MACHINE_MADE:
            said = el("meta", name="description", content=MACHINE_MADE[page])
            context["metatags"] = f"{context.get('metatags', '')}\n{said}"
        return
    picture = context["pathto"](CARD, resource=True)
    named = card(app, f"{page}.html", app.env.titles[page].astext(), description(doctree), picture)
    context["metatags"] = context.get("metatags", "") + named


def card(app: Sphinx, address: str, title: str, said: str, picture: str) -> Html:
    """Return the head tags that describe a page; ``picture`` is where it finds the card."""
    base = os.environ.get("RULEBOOK_URL", "").rstrip("/")
    named = {
        "og:type": "article",
        "og:site_name": app.config.html_title,
        "og:title": title,
        "og:description": said,
        "og:image": f"{base}/{CARD}" if base else picture,
        "og:image:alt": CARD_TEXT,
    }
    if base:
        named["og:url"] = f"{base}/{address}"
    tags = [el("meta", property=name, content=text) for name, text in named.items()]
    tags.append(el("meta", name="description", content=said))
    tags.append(el("meta", name="twitter:card", content="summary_large_image"))
    return Html("\n".join(tags))


def _front(app: Sphinx, site: Path) -> None:
    """Write the page at the very address of the site, which leads on to the front page."""
    if app.config.root_doc == "index":
        return
    there = f"{app.config.root_doc}.html"
    title = app.env.titles[app.config.root_doc].astext()
    said = description(app.env.get_doctree(app.config.root_doc))
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("title", title),
        el("meta", http_equiv="refresh", content=f"0; url={there}"),
        card(app, there, title, said, CARD),
    )
    body = el("body", el("a", title, href=there), licences.link(licences.NAME))
    page = el("html", head, body, lang="en")
    (site / "index.html").write_text(f"<!doctype html>\n{page}\n", "utf-8")


def description(doctree: nodes.document) -> str:
    """Return the first paragraph of a page, cut at a word."""
    first = next(iter(doctree.findall(nodes.paragraph)), None)
    words = first.findall(nodes.Text) if first else ()
    # Markup that is written by hand is no text.
    said = "".join(each for each in words if not isinstance(each.parent, nodes.raw))
    text = " ".join(said.split()) or CARD_TEXT
    if len(text) <= LONGEST:
        return text
    return text[:LONGEST].rsplit(" ", 1)[0] + " …"
