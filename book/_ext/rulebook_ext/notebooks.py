"""Offers every chapter with code as an executed notebook that runs in any Jupyter."""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext.licences import SHORT
from rulebook_ext.plain import plain
from rules_lib.presentation.markup import Html, el

FOLDER = "_downloads/notebooks"
KEPT = ("jupyter", "tags")
"""What Jupyter itself understands of our metadata of cells."""


def setup(app: Sphinx) -> None:
    """Add the links when pages are written, the notebooks when all are."""
    app.connect("html-page-context", _link)
    app.connect("build-finished", _write)


def executed(app: Sphinx, page: str) -> Path:
    """Where the build leaves a page as it has run, if it has code."""
    return Path(app.outdir).parent / "jupyter_execute" / f"{page}.ipynb"


def _link(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    if doctree is None or app.builder.format != "html" or not executed(app, page).is_file():
        return
    address = context["pathto"](f"{FOLDER}/{page}.ipynb", resource=True)
    link = el("a", "this chapter as a notebook", href=address, download=True)
    context["body"] += el(
        "p",
        Html("Take it away: "),
        link,
        " for any Jupyter. Its first lines say what to install.",
        class_="rb-take",
    )


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    for page in sorted(app.env.found_docs):
        source = executed(app, page)
        if source.is_file():
            target = Path(app.outdir) / FOLDER / f"{page}.ipynb"
            target.parent.mkdir(parents=True, exist_ok=True)
            notebook = portable(json.loads(source.read_text("utf-8")), app.config.project)
            text = json.dumps(notebook, ensure_ascii=False, indent=1)
            target.write_text(f"{text}\n", "utf-8")


def portable(notebook: dict[str, Any], book: str) -> dict[str, Any]:
    """Return an executed notebook without anything that only our book understands."""
    cells = [_cell(cell) for cell in notebook["cells"]]
    cells.insert(0, _markdown("take-it-away", _introduction(book)))
    ours = notebook["metadata"]
    metadata = {key: ours[key] for key in ("kernelspec", "language_info") if key in ours}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def _introduction(book: str) -> str:
    return (
        f"*From {book}.* {SHORT}To run it, you need Python 3.11 or newer and the library of the"
        " book. The library lies beside the book, in its folder `_downloads`, as a file"
        " `rules_lib-….whl`. Get it, then:"
        '\n\n```sh\npip install "$(ls rules_lib-*.whl)[derivations,notebook]"\n```'
    )


def _cell(cell: dict[str, Any]) -> dict[str, Any]:
    if cell["cell_type"] == "markdown":
        return _markdown(cell["id"], plain("".join(cell["source"])))
    metadata = {key: cell["metadata"][key] for key in KEPT if key in cell["metadata"]}
    return cell | {"metadata": metadata}


def _markdown(name: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}
