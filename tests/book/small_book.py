"""Small books, made for the purpose."""

import io
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

MISSING = re.compile("included in any toctree|unknown document")
"""What is said of pages that a small book does not have."""
KERNEL = """\
---
jupytext: {text_representation: {extension: .md, format_name: myst}}
language_info: {name: python, pygments_lexer: python3}
kernelspec: {name: python3, display_name: Python 3}
---
"""
"""The head of a page with code."""


def build(folder: Path, pages: dict[str, str], **settings: Any) -> tuple[dict[str, str], str]:
    """Build pages by their names below `book`; return their HTML by name, and the warnings."""
    source, out, warnings = folder / "source", folder / "out", io.StringIO()
    pages = {"index": "# Index\n"} | pages
    for name, text in pages.items():
        path = source / "book" / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), "utf-8")
    usual = {
        "extensions": ["myst_nb", "rulebook_ext"],
        "root_doc": "book/index",
        "nb_execution_mode": "off",
        "myst_enable_extensions": ["dollarmath", "colon_fence"],
        "html_math_renderer": "mathml",
        "suppress_warnings": ["toc"],
    }
    with docutils_namespace():
        app = Sphinx(
            source, None, out, folder / "trees", "html", usual | settings,
            status=None, warning=warnings,
        )  # fmt: skip
        app.build()
    html = {name: (out / "book" / f"{name}.html").read_text("utf-8") for name in pages}
    said = re.sub(r"\x1b\[[\d;]*m", "", warnings.getvalue()).splitlines()
    return html, "\n".join(line for line in said if not MISSING.search(line))
