"""Offers every chapter with code as an executed notebook that runs in any Jupyter."""

import json
import os
import re
from itertools import chain
from pathlib import Path
from typing import Any, Final

import nbformat
from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext import chapters
from rulebook_ext.domain import domain_of
from rulebook_ext.hooks import Context, at_end, on_page
from rulebook_ext.licences import SHORT
from rulebook_ext.plain import NOWHERE, Links, folded, parts
from rulebook_ext.project import project, wheel_name
from rules_lib.notebook.display import for_notebook
from rules_lib.notebook.explorer import STILL
from rules_lib.notebook.markup import Html, el
from rules_lib.notebook.picture import PLOTLY_MIME, still_picture

v4: Any = nbformat.v4
FOLDER = "_downloads/notebooks"
KEPT = ("tags",)
"""What Jupyter itself understands of our metadata of cells; code is open in a notebook."""
_PACKAGE = re.compile(r"\W")

INSTALL: Final = """\
{beside}import importlib.util
import subprocess
import sys

NEEDED = {needed!r}
if not all(map(importlib.util.find_spec, NEEDED)):
    install = [sys.executable, "-m", "pip", "install", "-q", {requirement!r}]
    if subprocess.run(install).returncode:
        sys.exit({missing!r})"""
"""The first cell."""


def setup(app: Sphinx) -> None:
    """Add the links when pages are written, the notebooks when all are."""
    app.connect("config-inited", _named)
    on_page(app, _link)
    at_end(app, _write)


def _named(_app: Sphinx, config: Any) -> None:
    """Call the book by its name wherever Sphinx does, also in its inventory."""
    config.project = config.html_title or config.project
    config.version = config.release = project()["version"]


def with_outputs(app: Sphinx, page: str) -> Any:
    """Return a page as the notebook that has run; nothing if it has no code."""
    return chapters.ran(Path(app.env.doc2path(page)))


class SiteLinks(Links):
    """Where a notebook that was taken away finds the rest: on the site, if its place is known."""

    def __init__(self, app: Sphinx, page: str) -> None:
        self.page_of, self.here = domain_of(app.env).boxes, page
        self.site = os.environ.get("RULEBOOK_URL", "").rstrip("/")

    def rule(self, rule_id: str) -> str:
        """In the notebook itself, or on its page of the site."""
        page = self.page_of.get(rule_id)
        if page == self.here:
            return f"#{rule_id}"
        return f"{self.site}/{page}.html#{rule_id}" if page and self.site else ""

    def built(self) -> str:
        """This page of the site."""
        return f"{self.site}/{self.here}.html" if self.site else ""

    def page(self, target: str) -> str:
        """A page of the site."""
        path, _, anchor = target.partition("#")
        if not self.site:
            return ""
        base = Path("book") if path.startswith("/") else Path(self.here).parent
        there = os.path.normpath(base / path.lstrip("/")) if path else f"{self.here}.md"
        return f"{self.site}/{there.removesuffix('.md')}.html{f'#{anchor}' if anchor else ''}"


def _link(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    if doctree is None or with_outputs(app, page) is None:
        return
    address = context["pathto"](f"{FOLDER}/{page}.ipynb", resource=True)
    link = el("a", "this chapter as a notebook", href=address, download=True)
    wheel = context["pathto"](f"_downloads/{wheel_name()}", resource=True)
    library = el("a", "the library", href=wheel, download=True)
    beside = () if os.environ.get("RULEBOOK_URL") else (", if you put ", library, " beside it")
    context["body"] += el(
        "p",
        Html("Take it away: "),
        link,
        " for any Jupyter. Its first cell installs what it needs",
        *beside,
        ".",
        class_="rb-take",
    )


def _write(app: Sphinx, site: Path) -> None:
    for page in sorted(app.env.found_docs):
        notebook = with_outputs(app, page)
        if notebook is not None:
            target = site / FOLDER / f"{page}.ipynb"
            target.parent.mkdir(parents=True, exist_ok=True)
            made = portable(notebook, app.config.project, SiteLinks(app, page))
            text = json.dumps(made, ensure_ascii=False, indent=1)
            target.write_text(f"{text}\n", "utf-8")


def portable(notebook: dict[str, Any], book: str, links: Links = NOWHERE) -> dict[str, Any]:
    """Return an executed notebook without anything that only our book understands."""
    told = [made for cell in notebook["cells"] for made in _cells(cell, links)]
    cells = [_install(), v4.new_markdown_cell(_introduction(book), id="take-it-away")]
    cells += [cell | {"id": f"cell-{at}"} for at, cell in enumerate(told)]
    ours = notebook["metadata"]
    metadata = {key: ours[key] for key in ("kernelspec", "language_info") if key in ours}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def brought() -> dict[str, list[str]]:
    """Return what each extra of the library brings, by the names under which it is imported."""
    extras = project()["optional-dependencies"].items()
    return {extra: [_PACKAGE.split(each)[0] for each in wanted] for extra, wanted in extras}


def _install() -> Any:
    """The cell that installs the library: from the site, or else from the file beside it."""
    site = os.environ.get("RULEBOOK_URL", "").rstrip("/")
    wheel = f"{site}/_downloads/{wheel_name()}" if site else wheel_name()
    extras = brought()
    wanted = f"[{','.join(extras)}]"
    where = "in the folder _downloads of the book: put it"
    missing = f"pip, whose words stand above, could not install {wheel}."
    source = INSTALL.format(
        beside="" if site else f"# The library lies {where} here.\n",
        needed=["rules_lib", *chain(*extras.values())],
        requirement=f"rules-lib{wanted} @ {wheel}" if site else f"{wheel}{wanted}",
        missing=missing if site else f"{missing} It lies {where} beside this notebook.",
    )
    return v4.new_code_cell(source, id="install")


def _introduction(book: str) -> str:
    return (
        f"*From {book}, {project()['version']}.* {SHORT}It needs Python 3.11 or newer; the cell"
        " above installs the rest. What you change here stays here."
    )


def _cells(cell: dict[str, Any], links: Links) -> list[dict[str, Any]]:
    if cell["cell_type"] == "markdown":
        made = parts("".join(cell["source"]), links)
        return [v4.new_markdown_cell(part.shown) for part in made]
    metadata = {key: cell["metadata"][key] for key in KEPT if key in cell["metadata"]}
    outputs = [_output(each, links) for each in cell.get("outputs", [])]
    metadata |= folded("".join(cell["source"]))
    return [cell | {"metadata": metadata, "outputs": outputs}]


def _output(output: dict[str, Any], links: Links) -> dict[str, Any]:
    """An output of a page as a notebook shows it, before it has run, too."""
    data = dict(output.get("data", {}))
    if not data:
        return output
    html = data.pop(STILL, None)
    if not html and PLOTLY_MIME in data:
        html = still_picture(data[PLOTLY_MIME])
    html = html or data.get("text/html")
    if html:
        data["text/html"] = for_notebook("".join(html), links.rule)
    return output | {"data": data}
