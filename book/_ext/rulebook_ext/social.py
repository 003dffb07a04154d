"""What a page shows when a link to it is shared: title, first sentence, the card of the book.

Such cards want full addresses. RULEBOOK_URL names the place of the site while it is built; without
it the address of the picture is relative, and only some services find it.
"""

import os
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

CARD = "_static/social-card.png"
CARD_TEXT = "The Executable Rulebook: every rule numbered, every chance exact"
LONGEST = 200
"""Letters of a description."""


def setup(app: Sphinx) -> None:
    """Look at each page when it is about to be written."""
    app.connect("html-page-context", _describe)


def _describe(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    if doctree is None:
        return
    base = os.environ.get("RULEBOOK_URL", "").rstrip("/")
    said = description(doctree)
    named = {
        "og:type": "article",
        "og:site_name": app.config.project,
        "og:title": app.env.titles[page].astext(),
        "og:description": said,
        "og:image": f"{base}/{CARD}" if base else context["pathto"](CARD, resource=True),
        "og:image:alt": CARD_TEXT,
    }
    if base:
        named["og:url"] = f"{base}/{page}.html"
    tags = [f'<meta property="{name}" content="{escape(text)}">' for name, text in named.items()]
    tags += [
        f'<meta name="description" content="{escape(said)}">',
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    context["metatags"] = context.get("metatags", "") + "\n".join(tags)


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
