"""The directives ``quick-sheet``, one system on one page, ``quick-list``, all of these pages, and
``at-table``, all sheets on one page in large type, of which a reader sees those of one game.

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


class AtTableDirective(SphinxDirective):
    """All sheets in large type; ``at_table.js`` lets a reader choose one, and search in it."""

    def run(self) -> list[nodes.Node]:
        """Compute them."""
        sheets = [(system, make()) for system, make in SHEETS.items()]
        links = [el("a", each.title, href=f"#at-{system}") for system, each in sheets]
        shown = [
            el(
                "section",
                el("p", each.title, class_="rb-at-title"),
                each._repr_html_(),
                class_="rb-at-table",
                id=f"at-{system}",
                aria_label=each.title,
            )
            for system, each in sheets
        ]
        choice = el("nav", *links, class_="rb-at-games", aria_label="Game")
        return [nodes.raw("", el("div", choice, *shown), format="html")]


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
    app.add_directive("at-table", AtTableDirective)
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
    if "rb-at-table" in context.get("body", ""):
        app.add_js_file("at_table.js", loading_method="defer")
