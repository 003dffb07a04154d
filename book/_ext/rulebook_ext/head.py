"""What the head of a page says of it, and the page at the very address of the site."""

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext import licences
from rulebook_ext.hooks import Context, at_end, on_page
from rules_lib.notebook.markup import el

OF_THE_BOOK = "The Executable Rulebook: every rule numbered, every chance exact"
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
    said = description(doctree) if doctree else MACHINE_MADE.get(page)
    if said:
        meta = el("meta", name="description", content=said)
        context["metatags"] = f"{context.get('metatags', '')}\n{meta}"


def _front(app: Sphinx, site: Path) -> None:
    """Write the page at the very address of the site, which leads on to the front page."""
    front = app.config.root_doc
    if front == "index":
        return
    title = app.env.titles[front].astext()
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("title", title),
        el("meta", http_equiv="refresh", content=f"0; url={front}.html"),
        el("meta", name="description", content=description(app.env.get_doctree(front))),
    )
    body = el("body", el("a", title, href=f"{front}.html"), licences.link(licences.NAME))
    page = el("html", head, body, lang="en")
    (site / "index.html").write_text(f"<!doctype html>\n{page}\n", "utf-8")


def description(doctree: nodes.document) -> str:
    """Return the first paragraph of a page, cut at a word."""
    first = next(iter(doctree.findall(nodes.paragraph)), None)
    words = first.findall(nodes.Text) if first else ()
    # Markup that is written by hand is no text.
    said = "".join(each for each in words if not isinstance(each.parent, nodes.raw))
    text = " ".join(said.split()) or OF_THE_BOOK
    if len(text) <= LONGEST:
        return text
    return text[:LONGEST].rsplit(" ", 1)[0] + " …"
