"""Names the folds of the code cells for screen readers; the theme calls them all the same."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

THEIRS = 'aria-label="Toggle hidden content"'


def setup(app: Sphinx) -> None:
    """Look at each page when it is about to be written."""
    app.connect("html-page-context", _name)


def _name(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Call each fold what the reader sees on it."""
    if "body" in context:
        ours = f'aria-label="{app.config.nb_code_prompt_show}"'
        context["body"] = context["body"].replace(THEIRS, ours)
