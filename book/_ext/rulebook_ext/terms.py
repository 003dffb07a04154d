"""Links the first use of each glossary term in a chapter to the glossary.

The glossary has a section for each game, named as its chapters' folder is ("Triumph & Glory" for
``triumph_and_glory``), and one with the terms of the book itself. A chapter links the terms of
its own game, so that words which mean different things in different games stay apart.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from docutils import nodes
from sphinx.addnodes import glossary, pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from rulebook_ext.domain import Term, domain_of, folder_of
from rulebook_ext.nodes import Details, above

OF_THE_BOOK = "terms_of_this_book"
"""The section whose terms are linked from the chapters of all games."""

UNTOUCHED = (
    nodes.title,
    nodes.reference,
    nodes.literal,
    nodes.literal_block,
    nodes.math,
    nodes.raw,
    nodes.rubric,
    nodes.table,
    pending_xref,
    glossary,
    Details,
)
"""Inside these, words stay as they are."""


class FirstUses:
    """Finds terms in running text; each only once."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.left = {each.words.lower(): each for each in terms}

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Any of the terms, the longest first, also as a plural."""
        words = sorted(self.left, key=len, reverse=True)
        return re.compile(rf"\b({'|'.join(map(re.escape, words))})(?:s|es)?\b", re.IGNORECASE)

    def split(self, text: str) -> Iterator[tuple[str, Term | None]]:
        """The pieces of a text, with the term of each piece that is to be linked."""
        start = 0
        for found in self.pattern.finditer(text) if self.left else ():
            term = self.left.pop(found[1].lower(), None)
            if term:
                yield text[start : found.start()], None
                yield found[0], term
                start = found.end()
        yield text[start:], None


class LinkFirstUses(SphinxPostTransform):
    """Runs before Sphinx resolves links, so that their texts can be told from plain ones."""

    default_priority = 4

    def run(self, **_: object) -> None:
        """Link the terms of one chapter."""
        folder = self.env.docname.rpartition("/")[0].rpartition("/")[2]
        terms = [term for found in domain_of(self.env).terms.values() for term in found]
        if folder not in {each.section for each in terms} - {OF_THE_BOOK}:
            return
        uses = FirstUses(each for each in terms if each.section in (folder, OF_THE_BOOK))
        for paragraph in list(self.document.findall(nodes.paragraph)):
            for text in list(paragraph.findall(nodes.Text)):
                if not any(isinstance(each, UNTOUCHED) for each in above(text)):
                    self._link(text, uses)

    def _link(self, text: nodes.Text, uses: FirstUses) -> None:
        builder = self.app.builder
        assert isinstance(builder, Builder)
        made: list[nodes.Node] = []
        for piece, term in uses.split(text.astext()):
            if term is None:
                made += [nodes.Text(piece)] if piece else []
                continue
            label = nodes.inline("", piece)
            link = make_refnode(
                builder, self.env.docname, term.page, term.anchor, label, f"Glossary: {term.words}"
            )
            link["classes"].append("rb-first-use")
            made.append(link)
        if any(isinstance(each, nodes.reference) for each in made):
            text.parent.replace(text, made)


def setup(app: Sphinx) -> None:
    """Collect the terms of each page that is read, and link them when all are known."""
    app.connect("doctree-read", _collect)
    app.add_post_transform(LinkFirstUses)


def _collect(app: Sphinx, doctree: nodes.document) -> None:
    page, known = app.env.docname, domain_of(app.env).terms
    for each in doctree.findall(glossary):
        known.setdefault(page, []).extend(
            Term(words, page, term["ids"][0], section_of(each))
            for term in each.findall(nodes.term)
            for words in term.astext().split(", ")
        )


def section_of(node: nodes.Node) -> str:
    """The name of the folder that the heading above a glossary stands for."""
    section = next(each for each in above(node) if isinstance(each, nodes.section))
    heading = section.next_node(nodes.title)
    return "" if heading is None else folder_of(heading.astext())
