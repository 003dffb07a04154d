"""The directive ``adjudicator``: a form that asks what came of dice, for one command."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rules_lib.errors import InvalidValue
from rules_lib.presentation.adjudicator import form_html


class AdjudicatorDirective(SphinxDirective):
    """The form of the command in the argument."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Make it."""
        try:
            form = form_html(str(self.arguments[0]))
        except InvalidValue as error:
            raise self.error(str(error)) from None
        return [nodes.raw("", form, format="html")]


def setup(app: Sphinx) -> None:
    """Register the directive, and what its pages load."""
    app.add_directive("adjudicator", AdjudicatorDirective)
    app.connect("html-page-context", _load)


def _load(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Only these pages get the script and its sheet."""
    if 'class="rb-dice"' in context.get("body", ""):
        app.add_js_file("dice.js", loading_method="defer")
        app.add_css_file("dice.css")
