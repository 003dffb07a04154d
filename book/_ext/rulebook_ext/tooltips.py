"""What every number and term of the book says, for pages that show it where it is cited."""

from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import glossary
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from rulebook_ext.domain import domain_of
from rulebook_ext.hooks import at_end, write_data
from rulebook_ext.impacts import when
from rules_lib.rulebook import Clause, Erratum, Ruling, catalog
from rules_lib.rulebook.defaults import readings_of

FILE = "wordings.js"


def setup(app: Sphinx) -> None:
    """Write the file when all pages are there."""
    at_end(app, _write)


def told(entry: Clause | Ruling | Erratum) -> list[str]:
    """Its title and what it says, by paragraphs; of a ruling the question and our answer."""
    if isinstance(entry, Ruling):
        ours, *others = (reading.text for reading in readings_of(entry.id))
        told = [f"Otherwise: {each}" for each in others]
        return [entry.title, entry.question, ours, when(entry.id), *told]
    return [entry.title, *(" ".join(part.split()) for part in entry.text.split("\n\n"))]


def meanings(env: BuildEnvironment) -> Iterator[tuple[str, list[str]]]:
    """The anchor of each term of the glossary; the term, and the paragraphs that explain it."""
    for page in sorted(domain_of(env).terms):
        for terms in env.get_doctree(page).findall(glossary):
            for item in terms.findall(nodes.definition_list_item):
                texts = [" ".join(each.astext().split()) for each in item.findall(nodes.paragraph)]
                for term in item.findall(nodes.term):
                    yield term["ids"][0], [term.astext(), *texts]


def _write(app: Sphinx, site: Path) -> None:
    every = {rule_id: told(catalog().entry(rule_id)) for rule_id in domain_of(app.env).boxes}
    every |= dict(meanings(app.env))
    write_data(site / "_static" / FILE, "rulebookWordings", every)
