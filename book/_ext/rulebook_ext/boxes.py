"""The directives ``clause``, ``ruling`` and ``erratum``: one numbered box an id.

A clause or an erratum is a row: id, title and wording, which open to the small print. A ruling is
a section of its own, on the page where disputes are settled (``rulings_pages``).
"""

from typing import ClassVar, Generic, TypeVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.domain import cite, domain_of, kind_of
from rulebook_ext.impacts import when
from rulebook_ext.nodes import Details, ProofPlaceholder, Summary, inline, sentence, spans
from rulebook_ext.terms import MARK
from rules_lib.rulebook import Clause, Erratum, Ruling, catalog
from rules_lib.rulebook.defaults import readings_of
from rules_lib.rulebook.texts import UnknownId

logger = logging.getLogger(__name__)

KIND_LABELS = {"tip": "tip", "tutorial": "from the worked example"}
"""What stands beside the title where a clause is not a plain rule."""

LANGUAGES = {"de": "German", "ru": "Russian"}
"""Names of the languages that sources are written in."""

AnyEntry = TypeVar("AnyEntry", Clause, Ruling, Erratum)


class BoxDirective(SphinxDirective, Generic[AnyEntry]):
    """A box for each id in the argument; the body of the directive goes into the last one."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    kind: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Build the boxes."""
        ids = self.arguments[0].split()
        made: list[nodes.Node] = []
        for rule_id in ids:
            entry = self._entry(rule_id)
            if entry is not None:
                body = self.parse_content_to_nodes() if rule_id == ids[-1] else []
                made += self._box(entry, body)
        return made

    def frame(self, entry: AnyEntry, body: list[nodes.Node]) -> nodes.Element:
        """What stands for an entry; its anchor is set by the caller."""
        raise NotImplementedError

    def _entry(self, rule_id: str) -> AnyEntry | None:
        try:
            entry = catalog().entry(rule_id)
        except UnknownId as error:
            logger.warning("%s: %s", self.name, error, location=self.get_location())
            return None
        if kind_of(rule_id) != self.kind:
            wrong = f"{rule_id} is of the kind {kind_of(rule_id)}"
            logger.warning("%s: %s", self.name, wrong, location=self.get_location())
            return None
        return entry  # type: ignore[return-value] # kind_of has just checked it

    def _box(self, entry: AnyEntry, body: list[nodes.Node]) -> list[nodes.Node]:
        box = self.frame(entry, body)
        box["ids"] = [entry.id]
        self.set_source_info(box)
        self.state.document.ids[entry.id] = box
        domain_of(self.env).note_box(entry.id, box)
        return [_index(entry), box]


def _row(entry: Clause | Erratum, *small_print: nodes.Node) -> Details:
    """A line that opens. It holds no links: those would be inside what opens it."""
    line = Summary("", "", inline(entry.id, "rb-box-id"), nodes.Text(" "))
    title = entry.title if entry.title.endswith(("?", "!")) else f"{entry.title}."
    line += [inline(title, "rb-box-name"), nodes.Text(" ")]
    label = KIND_LABELS.get(entry.kind) if isinstance(entry, Clause) else None
    if label:
        line += [inline(label, "rb-box-kind"), nodes.Text(" ")]
    line += inline(" ".join(entry.text.split()), "rb-wording")
    kind = kind_of(entry.id)
    return Details("", line, *small_print, classes=["rb-box", "rb-row", f"rb-box-{kind}"])


class ClauseDirective(BoxDirective[Clause]):
    """A clause: its line; original term, source, see also, and what belongs to it."""

    kind = "clause"

    def frame(self, entry: Clause, body: list[nodes.Node]) -> Details:
        """The row."""
        return _row(entry, *body, _source(entry), ProofPlaceholder(rule_id=entry.id))


class ErratumDirective(BoxDirective[Erratum]):
    """An erratum: what is wrong; the clauses concerned."""

    kind = "erratum"

    def frame(self, entry: Erratum, body: list[nodes.Node]) -> Details:
        """The row."""
        concerns = touches("Concerns", entry.clauses)
        return _row(entry, *body, concerns, ProofPlaceholder(rule_id=entry.id))


class OtherwiseDirective(SphinxDirective):
    """``otherwise``: a line for each ruling of a section, with a link to the whole of it."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Build the list."""
        lines = [self._line(rule_id) for rule_id in self.arguments[0].split()]
        return [nodes.bullet_list("", *lines, classes=["rb-otherwise"])]

    def _line(self, rule_id: str) -> nodes.list_item:
        entry = catalog().rulings.get(rule_id)
        if entry is None:
            raise self.error(f"{self.name}: {rule_id} is not the id of a ruling")
        ours = spans(readings_of(rule_id)[0].text)
        line = nodes.paragraph("", "", cite(rule_id, insist=True), nodes.Text(" "))
        line += [*spans(entry.question), nodes.Text(" "), nodes.strong("", "", *ours)]
        line += [nodes.Text(" "), inline(when(rule_id), "rb-basis")]
        item = nodes.list_item("", line)
        if rule_id not in self.state.document.ids:
            # Links from before the rulings had a page of their own lead to this line.
            item["ids"] = [rule_id]
            self.state.document.ids[rule_id] = item
        return item


def setup(app: Sphinx) -> None:
    """Register the directives."""
    for directive in (ClauseDirective, ErratumDirective):
        app.add_directive(directive.kind, directive)
    app.add_directive("otherwise", OtherwiseDirective)


def _source(entry: Clause) -> nodes.paragraph:
    system = catalog().systems[entry.system]
    line = nodes.paragraph("", classes=["rb-source"])
    if entry.term:
        term = nodes.emphasis("", entry.term, classes=[f"{MARK}{system.language}"])
        line += [nodes.Text(f"{LANGUAGES[system.language]}: "), term, nodes.Text(" · ")]
    title = inline(system.source_title, f"{MARK}{system.language}")
    line += [nodes.Text("Source: "), title, nodes.Text(f", “{entry.source}”")]
    if entry.see:
        line += spans(f" · See also {', '.join(entry.see)}")
    return line


def touches(verb: str, ids: tuple[str, ...]) -> nodes.paragraph:
    """The clauses that an entry is about."""
    return sentence(f"{verb} {', '.join(ids)}", "rb-source")


def _index(entry: Clause | Ruling | Erratum) -> addnodes.index:
    """What stands from A to Z: the id, the title and the original term."""
    words = [entry.id, entry.title, entry.term if isinstance(entry, Clause) else ""]
    entries = [("single", each.replace(";", ","), entry.id, "main", None) for each in words if each]
    return addnodes.index(entries=entries, inline=False)
