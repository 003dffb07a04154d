"""The directive ``explorer``: an explorer on a page that runs no code."""

from importlib import import_module

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rules_lib import presentation
from rules_lib.presentation.explorer import Explorer


class ExplorerDirective(SphinxDirective):
    """The explorer of a game that the argument names: ``paper_tigers.TRY``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Work its table out."""
        module, _, name = str(self.arguments[0]).rpartition(".")
        found = getattr(import_module(f"{presentation.__name__}.{module}"), name, None)
        if not isinstance(found, Explorer):
            raise self.error(f"explorer: {self.arguments[0]!r} is none")
        return [nodes.raw("", found._repr_html_(), format="html")]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("explorer", ExplorerDirective)
