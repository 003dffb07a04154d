"""Sphinx extension: the rulebook's numbered boxes, links to boxes and terms, and coverage."""

import gc
import os
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from rulebook_ext import draft

PUBLISHED: Final = (
    "live", "notebooks", "licences", "bundle", "policy", "archive",
)  # fmt: skip
"""What a draft does without."""
# Their order counts: search takes scripts off a page, and what comes after it adds none.
PARTS: Final = (
    "substitutions", "processes", "chapters", "nodes", "domain", "boxes", "coverage",
    "rendering", "assets", "terms",
    "from_library", "impacts", "rulings_pages", "disputes", "tooltips", "my_table",
    "search", "head", "reference",
)  # fmt: skip


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything with Sphinx."""
    # What a page is made of is many small things that live as long as it does.
    gc.set_threshold(100_000, 20, 20)
    # Explorers then show their published form, which needs no kernel.
    os.environ["RULEBOOK_STATIC"] = "1"
    # A figure of plotly's comes as data alone, without the whole of plotly.js beside it.
    os.environ["PLOTLY_RENDERER"] = "plotly_mimetype"
    for name in (*(["draft"] if draft.wanted() else PUBLISHED), *PARTS):
        app.setup_extension(f"{__name__}.{name}")
    app.connect("env-get-outdated", _all_outdated)
    return {"version": "1", "env_version": 1, "parallel_read_safe": False}


def _all_outdated(_app: Sphinx, env: BuildEnvironment, *_: set[str]) -> list[str]:
    """Every page depends on the library and the rulebook, which Sphinx does not watch."""
    return draft.outdated(env) if draft.wanted() else sorted(env.found_docs)
