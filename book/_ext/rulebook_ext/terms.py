"""Links the first use of each glossary term in a chapter to the glossary; says what is not English.

The glossary has a section for each game, named as its chapters' folder is ("Triumph & Glory" for
``triumph_and_glory``), and one with the terms of the book itself. A chapter links the terms of
its own game, so that words which mean different things in different games stay apart.
German and Russian words are marked, so that they are read aloud as such.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from docutils import nodes
from markupsafe import Markup
from sphinx.addnodes import glossary, pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from rulebook_ext.domain import Term, domain_of, folder_of, game_of, games
from rulebook_ext.hooks import Context, on_page
from rulebook_ext.nodes import Details, above, inline, pieces
from rules_lib.notebook.markup import el
from rules_lib.rulebook import catalog

OF_THE_BOOK = "terms_of_this_book"
"""The section whose terms are linked from the chapters of all games."""

MARK = "language-"
"""docutils makes ``lang`` of a class that begins so."""

_RUSSIAN = re.compile(r"[А-яЁё]+(?:[\s“”«»,-]+[А-яЁё]+)*")

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


class MarkLanguages(SphinxPostTransform):
    """The glossary gives the words of the sources in italics; Russian is known by its letters."""

    default_priority = 500

    def run(self, **_: object) -> None:
        """Mark them."""
        systems = catalog().systems.values()
        languages = {folder_of(game_of(each)): each.language for each in systems}
        for each in self.document.findall(glossary):
            language = languages.get(section_of(each))
            for term in each.findall(nodes.emphasis) if language else ():
                if term.astext() not in games():
                    term["classes"].append(f"{MARK}{language}")
        for text in list(self.document.findall(nodes.Text)):
            if _RUSSIAN.search(text) and not _marked(text):
                parts = pieces(_RUSSIAN, text.astext())
                text.parent.replace(
                    text,
                    [
                        inline(each, f"{MARK}ru") if is_russian else nodes.Text(each)
                        for each, is_russian in parts
                    ],
                )


def _marked(node: nodes.Node) -> bool:
    return any(name.startswith(MARK) for each in above(node) for name in each["classes"])


def _index(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    """From A to Z stand the words of the sources, too."""
    if page != "genindex":
        return
    languages = {
        each.term.replace(";", ","): catalog().systems[each.system].language
        for each in catalog().clauses.values()
    }

    def marked(name: str) -> str:
        language = languages.get(name)
        return Markup(el("span", name, lang=language)) if language else name

    context["genindexentries"] = [
        (letter, [(marked(name), rest) for name, rest in entries])
        for letter, entries in context["genindexentries"]
    ]


def setup(app: Sphinx) -> None:
    """Collect the terms of each page that is read; link and mark when all are known."""
    app.connect("doctree-read", _collect)
    app.add_post_transform(LinkFirstUses)
    app.add_post_transform(MarkLanguages)
    on_page(app, _index)


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
