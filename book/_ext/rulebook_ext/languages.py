"""Says which words of a page are German or Russian, so that they are read aloud as such."""

import re

from docutils import nodes
from markupsafe import Markup
from sphinx.addnodes import glossary
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

from rulebook_ext.domain import folder_of, game_of, games
from rulebook_ext.hooks import Context, on_page
from rulebook_ext.nodes import above, inline, pieces
from rulebook_ext.terms import section_of
from rules_lib.notebook.markup import el
from rules_lib.rulebook import catalog

MARK = "language-"
"""docutils makes ``lang`` of a class that begins so."""

_RUSSIAN = re.compile(r"[А-яЁё]+(?:[\s“”«»,-]+[А-яЁё]+)*")


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
    """Mark the words when pages are written."""
    app.add_post_transform(MarkLanguages)
    on_page(app, _index)
