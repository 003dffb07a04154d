"""Turns addresses in what cells show into links: ``rule:PT-M9`` to its box, ``dice:`` to a form."""

import re
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import ReferenceRole

from rulebook_ext.domain import domain_of, tooltip
from rulebook_ext.hooks import Context, on_page
from rules_lib.notebook.links import DICE, SCHEME

logger = logging.getLogger(__name__)

ADDRESS = re.compile(rf'href="{SCHEME}([^"]+)"')
FORMS = "book/adjudicate"
"""The page of the forms for dice."""


class DiceRole(ReferenceRole):
    """The role ``{dice}``: a text, and in angle brackets a form with the entries of its fields."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Build the link."""
        return [nodes.reference("", self.title, refuri=f"{DICE}{self.target}")], []


def setup(app: Sphinx) -> None:
    """Look at each page when it is about to be written."""
    app.add_role("dice", DiceRole())
    on_page(app, _resolve)


def _resolve(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    """Point every address of the page at its box; one without a box is a warning."""
    boxes = domain_of(app.env).boxes

    def link(found: re.Match[str]) -> str:
        rule_id = found[1]
        if rule_id not in boxes:
            logger.warning("%s is cited by a cell, but no page sets it in a box", rule_id)
            return found[0]
        address = app.builder.get_relative_uri(page, boxes[rule_id])
        return f'href="{address}#{rule_id}" title="{escape(tooltip(rule_id))}"'

    if "body" in context:
        forms = app.builder.get_relative_uri(page, FORMS)
        body = ADDRESS.sub(link, context["body"])
        context["body"] = body.replace(f'href="{DICE}', f'href="{forms}#')
