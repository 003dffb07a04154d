"""The directives ``quick-sheet``, one system on one page, and ``quick-list``, all of these pages.

The sheets come from :mod:`rules_lib.presentation.quick_reference`; the browser prints them.
"""

from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rules_lib.presentation.markup import el
from rules_lib.presentation.quick_reference import SHEETS, Sheet

FOLDER = "/book/quick"
"""Where the pages of the sheets stand; each is named as its system is."""

HINT = "On paper, or as a PDF: print this page from your browser. It fits on one A4 page."


class SheetDirective(SphinxDirective):
    """The sheet of the system in the argument, with a line on how to have it on paper."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Compute it."""
        system = str(self.arguments[0])
        if system not in SHEETS:
            raise self.error(f"quick-sheet: no sheet {system!r}; there are: {', '.join(SHEETS)}")
        sheet = SHEETS[system]()
        hint = el("p", HINT, class_="rb-quick-get")
        return [nodes.raw("", hint + sheet._repr_html_(), format="html")]


class ListDirective(SphinxDirective):
    """All sheets: a link to each page."""

    def run(self) -> list[nodes.Node]:
        """Build the list."""
        made = ((system, make()) for system, make in SHEETS.items())
        items = (nodes.list_item("", _line(system, sheet)) for system, sheet in made)
        return [nodes.bullet_list("", *items, classes=["rb-quick-list"])]


def _line(system: str, sheet: Sheet) -> nodes.paragraph:
    page = f"{FOLDER}/{system.replace('-', '_')}"
    link = pending_xref(
        "",
        nodes.inline("", sheet.title),
        refdomain="std",
        reftype="doc",
        reftarget=page,
        refexplicit=True,
        refwarn=True,
    )
    return nodes.paragraph("", "", nodes.strong("", "", link), nodes.Text(f" {sheet.purpose}"))


def setup(app: Sphinx) -> None:
    """Register the directives, and the style sheet of these pages."""
    app.add_directive("quick-sheet", SheetDirective)
    app.add_directive("quick-list", ListDirective)
    app.connect("html-page-context", _style)


def _style(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Only these pages get their style sheet: it sets the size of the paper."""
    if "rb-quick" in context.get("body", ""):
        app.add_css_file("quick.css")
