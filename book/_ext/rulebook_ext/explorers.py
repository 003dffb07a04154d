"""The directives ``explorer``, ``drawing``, ``charge-map``: what a page shows that runs no code."""

from importlib import import_module
from types import FunctionType
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rules_lib import presentation
from rules_lib.presentation.display import Display
from rules_lib.presentation.explorer import Explorer
from rules_lib.presentation.triumph_and_glory.charges import ChargeMap


class ExplorerDirective(SphinxDirective):
    """The explorer that the argument names by its place in the presentation."""

    required_arguments = 1
    shown: ClassVar[type[Display]] = Explorer

    def run(self) -> list[nodes.Node]:
        """Show it; the table of an explorer is worked out."""
        module, _, name = str(self.arguments[0]).rpartition(".")
        found = getattr(import_module(f"{presentation.__name__}.{module}"), name, None)
        if isinstance(found, FunctionType):
            found = found()
        if not isinstance(found, self.shown):
            raise self.error(f"{self.name}: {self.arguments[0]!r} is none")
        return [nodes.raw("", found._repr_html_(), format="html")]


class DrawingDirective(ExplorerDirective):
    """The drawing, or what else shows itself, that the argument names."""

    shown = Display


class ChargeMapDirective(ExplorerDirective):
    """The map that the function in the argument makes."""

    shown = ChargeMap


def setup(app: Sphinx) -> None:
    """Register the directives."""
    app.add_directive("explorer", ExplorerDirective)
    app.add_directive("drawing", DrawingDirective)
    app.add_directive("charge-map", ChargeMapDirective)
