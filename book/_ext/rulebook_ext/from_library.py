"""The directives that put in what the library draws: explorers, drawings, forms and sheets.

``at-table`` has all sheets in large type, of which a reader sees those of one game
(``at_table.js``). The browser prints them.
"""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from types import FunctionType

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rules_lib.errors import InvalidValue
from rules_lib.notebook.adjudicator import form_html
from rules_lib.notebook.display import Display
from rules_lib.notebook.explorer_widget import Shown
from rules_lib.notebook.markup import el
from rules_lib.notebook.quick_reference import Sheet
from rules_lib.notebook.quick_reference import sheet_of as made
from rules_lib.rulebook import catalog
from rules_lib.system.registry import GAMES
from rules_lib.triumph_and_glory.page.charges import ChargeMap

SYSTEMS = sorted(
    catalog().systems,
    key=lambda each: [each.startswith(game.replace("_", "-")) for game in GAMES].index(True),
)
"""All systems, in the order of the book."""
HINT = "On paper, or as a PDF: print this page from your browser. It fits on one A4 page."


class HtmlDirective(SphinxDirective):
    """What stands at its name in ``MAKERS``, for its argument."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Make it."""
        try:
            html = MAKERS[self.name](*self.arguments)
        except (InvalidValue, LookupError, TypeError) as error:
            raise self.error(f"{self.name}: {error}") from None
        return [nodes.raw("", html, format="html")]


def _presented(kind: type[Shown] | type[Display], path: str) -> str:
    """What shows itself, or a function that makes it, by its place in the library."""
    module, _, name = path.rpartition(".")
    found = getattr(import_module(f"rules_lib.{module}"), name, None)
    if isinstance(found, FunctionType):
        found = found()
    if not isinstance(found, kind):
        raise LookupError(f"{path!r} is none")
    return found._repr_html_()


@cache
def sheet_of(system: str) -> Sheet:
    """The sheet of a system, whose chances are computed once a build."""
    return made(system)


def _sheet(system: str) -> str:
    """The sheet of a system, with a line on how to have it on paper."""
    return el("p", HINT, class_="rb-quick-get") + sheet_of(system)._repr_html_()


def _at_table() -> str:
    """All sheets, and links to them by game."""
    sheets = [(system, sheet_of(system)) for system in SYSTEMS]
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
    return el("div", el("nav", *links, class_="rb-at-games", aria_label="Game"), *shown)


MAKERS: dict[str, Callable[..., str]] = {
    "explorer": partial(_presented, Shown),
    "drawing": partial(_presented, Display),
    "charge-map": partial(_presented, ChargeMap),
    "adjudicator": form_html,
    "quick-sheet": _sheet,
    "at-table": _at_table,
}


def setup(app: Sphinx) -> None:
    """Register the directives."""
    for name in MAKERS:
        app.add_directive(name, HtmlDirective)
