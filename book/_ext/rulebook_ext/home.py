"""Links at the foot of a page: change it, report it, open it where nothing need be installed.

They are there once the repository has an address (`rulebook_ext.project.repository`). A wrong rule
is reported with the form that asks for its clause and its dice.
"""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext.hooks import Context, on_page
from rulebook_ext.notebooks import with_outputs
from rulebook_ext.project import project, repository
from rules_lib.notebook.markup import Html, el

HOST = "https://github.com/"
BRANCH = "notebooks"
"""Where the workflow that publishes the book puts the chapters as notebooks."""


def setup(app: Sphinx) -> None:
    """Add the links when pages are written."""
    on_page(app, _foot, 600)  # below what can be taken away


def ways(page: str, source: str, *, runs: bool) -> Iterator[tuple[str, str]]:
    """Words and address of each link of a page; none if the repository has no address.

    Args:
        page: name of the page.
        source: its file in the repository.
        runs: it has code.
    """
    address = repository()
    if not address:
        return
    if runs and address.startswith(HOST):
        name = address.removeprefix(HOST)
        lab = quote(f"lab/tree/{source}", safe="")
        notebook = quote(f"{name}/blob/{BRANCH}/{page}.ipynb")
        yield "Open in JupyterLab", f"https://mybinder.org/v2/gh/{name}/HEAD?urlpath={lab}"
        yield "Open in Colab", f"https://colab.research.google.com/github/{notebook}"
    yield "Edit this page", f"{address}/edit/main/{quote(source)}"
    version = f"{project()['version']}, {page}"
    yield (
        "A rule is wrong here",
        f"{address}/issues/new?template=rule.yml&version={quote(version, safe='')}",
    )


def _foot(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    if doctree is None:
        return
    source = Path(app.env.doc2path(page)).relative_to(app.srcdir).as_posix()
    links = [
        el("a", words, href=address)
        for words, address in ways(page, source, runs=with_outputs(app, page) is not None)
    ]
    if links:
        context["body"] += el("p", Html(" · ".join(links)), class_="rb-take")
