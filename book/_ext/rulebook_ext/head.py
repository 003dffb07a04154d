"""What head and foot of a page say of it, and the page at the very address of the site.

At the foot one changes the page, reports it, or opens it where nothing need be installed, once the
repository has an address (`rulebook_ext.project.repository`). A wrong rule is reported with the
form that asks for its clause and its dice.
"""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext import licences
from rulebook_ext.hooks import Context, at_end, on_page
from rulebook_ext.notebooks import with_outputs
from rulebook_ext.project import project, repository
from rules_lib.notebook.markup import Html, el

OF_THE_BOOK = "The Executable Rulebook: every rule numbered, every chance exact"
LONGEST = 200
"""Letters of a description."""
MACHINE_MADE = {
    "search": "Search the rules, rulings and chapters of The Executable Rulebook.",
    "genindex": "Every clause, term and name of The Executable Rulebook, from A to Z.",
}
"""What is said of pages that have no text of their own."""
BEFORE_OTHERS = 100
"""The table of contents makes a bare index.html itself, where there is none."""


HOST = "https://github.com/"
BRANCH = "notebooks"
"""Where the workflow that publishes the book puts the chapters as notebooks."""


def setup(app: Sphinx) -> None:
    """Look at each page when it is about to be written."""
    on_page(app, _describe)
    on_page(app, _foot, 600)  # below what can be taken away
    at_end(app, _front, BEFORE_OTHERS)


def _describe(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    said = description(doctree) if doctree else MACHINE_MADE.get(page)
    if said:
        meta = el("meta", name="description", content=said)
        context["metatags"] = f"{context.get('metatags', '')}\n{meta}"


def _front(app: Sphinx, site: Path) -> None:
    """Write the page at the very address of the site, which leads on to the front page."""
    front = app.config.root_doc
    if front == "index":
        return
    title = app.env.titles[front].astext()
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("title", title),
        el("meta", http_equiv="refresh", content=f"0; url={front}.html"),
        el("meta", name="description", content=description(app.env.get_doctree(front))),
    )
    body = el("body", el("a", title, href=f"{front}.html"), licences.link(licences.NAME))
    page = el("html", head, body, lang="en")
    (site / "index.html").write_text(f"<!doctype html>\n{page}\n", "utf-8")


def description(doctree: nodes.document) -> str:
    """Return the first paragraph of a page, cut at a word."""
    first = next(iter(doctree.findall(nodes.paragraph)), None)
    words = first.findall(nodes.Text) if first else ()
    # Markup that is written by hand is no text.
    said = "".join(each for each in words if not isinstance(each.parent, nodes.raw))
    text = " ".join(said.split()) or OF_THE_BOOK
    if len(text) <= LONGEST:
        return text
    return text[:LONGEST].rsplit(" ", 1)[0] + " …"


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
