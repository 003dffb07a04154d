"""Gives each executed cell with ``rules`` metadata an anchor, and tells the domain of it."""

from docutils import nodes
from sphinx.application import Sphinx

from rulebook_ext.domain import Example, domain_of


def setup(app: Sphinx) -> None:
    """Look at each page when it has been read."""
    app.connect("doctree-read", _mark_examples)


def _mark_examples(app: Sphinx, doctree: nodes.document) -> None:
    docname = app.env.docname
    cells = [
        each for each in doctree.findall(nodes.container) if each.get("nb_element") == "cell_code"
    ]
    for number, cell in enumerate(cells, start=1):
        metadata = cell.get("cell_metadata", {})
        ids = metadata.get("rules", ())
        # A worked example tells more of each of its ids than any figure does.
        breadth = 0 if metadata.get("worked") else len(ids)
        if not ids:
            continue
        anchor = f"example-{number}"
        # A target in front, since the cell itself may be folded away.
        cell.parent.insert(cell.parent.index(cell), nodes.target("", "", ids=[anchor]))
        for rule_id in ids:
            found = Example(docname, anchor, breadth, bool(metadata.get("odds")))
            domain_of(app.env).examples.setdefault(rule_id, []).append(found)
