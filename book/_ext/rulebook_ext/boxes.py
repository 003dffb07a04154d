"""The directives ``clause``, ``ruling`` and ``erratum``: one numbered box an id."""

from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.domain import domain_of, kind_of
from rulebook_ext.impacts import impact_line, reason_of
from rulebook_ext.nodes import BoxTitle, Fold, OriginalTerm, ProofPlaceholder, RuleBox, inline
from rulebook_ext.prose import citations, paragraphs, spans
from rules_lib.rulebook import Clause, Erratum, Ruling, catalog
from rules_lib.rulebook.catalog import UnknownId
from rules_lib.rulebook.defaults import readings_of

logger = logging.getLogger(__name__)

KIND_LABELS = {
    "tip": "tip",
    "tutorial": "from the worked example",
    "ruling": "ruling",
    "erratum": "erratum",
}
"""What stands beside the title where an entry is not a plain rule."""

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

    def wording(self, entry: AnyEntry) -> Iterator[nodes.Node]:
        """What stands between the title and the body."""
        raise NotImplementedError

    def small_print(self, entry: AnyEntry) -> Iterator[nodes.Node]:
        """What stands below the body."""
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
        box = RuleBox(ids=[entry.id], kind=self.kind)
        self.set_source_info(box)
        self.state.document.ids[entry.id] = box
        domain_of(self.env).note_box(entry.id, box)
        box += self._title(entry)
        box += [*self.wording(entry), *body, *self.small_print(entry)]
        return [_index(entry), box]

    def _title(self, entry: AnyEntry) -> BoxTitle:
        permalink = nodes.reference(
            "", entry.id, refid=entry.id, internal=True, classes=["rb-box-id"]
        )
        permalink["reftitle"] = f"Link to {entry.id}"
        title = BoxTitle("", "", permalink, ids=[f"{entry.id}-title"])
        title.extend([nodes.Text(" "), inline(entry.title, "rb-box-name")])
        label = KIND_LABELS.get(entry.kind if isinstance(entry, Clause) else self.kind)
        if label:
            title.extend([nodes.Text(" "), inline(label, "rb-box-kind")])
        return title


class ClauseDirective(BoxDirective[Clause]):
    """A clause: wording, original term, source, see also, badges."""

    kind = "clause"

    def wording(self, entry: Clause) -> Iterator[nodes.Node]:
        """The rule in our words."""
        yield from paragraphs(entry.text, "rb-wording")

    def small_print(self, entry: Clause) -> Iterator[nodes.Node]:
        """Where it comes from, what belongs to it, and what proves it."""
        system = catalog().systems[entry.system]
        line = nodes.paragraph("", classes=["rb-source"])
        if entry.term:
            term = OriginalTerm("", entry.term)
            term["language"] = system.language
            line += [nodes.Text(f"{LANGUAGES[system.language]}: "), term, nodes.Text(" · ")]
        line += [nodes.Text("Source: "), nodes.Text(f"{system.source_title}, “{entry.source}”")]
        if entry.see:
            line += [nodes.Text(" · See also "), *citations(entry.see)]
        yield line
        yield ProofPlaceholder(rule_id=entry.id)


class RulingDirective(BoxDirective[Ruling]):
    """A ruling: question, readings, reason, clauses, the switch in the library, badges."""

    kind = "ruling"

    def wording(self, entry: Ruling) -> Iterator[nodes.Node]:
        """The question, the readings, our default first, the reason, and what it changes."""
        yield from paragraphs(entry.question, "rb-question")
        readings = nodes.bullet_list(classes=["rb-readings"])
        for position, reading in enumerate(readings_of(entry.id)):
            text = nodes.paragraph("", "", *spans(reading.text))
            if position == 0:
                text += [nodes.Text(" "), inline("our default", "rb-default")]
            if reading.basis:
                text += [nodes.Text(" "), inline(f"Basis: {reading.basis}.", "rb-basis")]
            readings += nodes.list_item("", text)
        yield readings
        yield reason_of(entry)
        yield impact_line(entry.id)

    def small_print(self, entry: Ruling) -> Iterator[nodes.Node]:
        """The clauses it reads, how to switch it, and what proves it."""
        yield _touches("Reads", entry.clauses)
        yield ProofPlaceholder(rule_id=entry.id)
        owner, _, field = entry.field.rpartition(".")
        first, *others = (f"{owner}({field}={reading.value})" for reading in readings_of(entry.id))
        calls = "\n".join([f"{first}  # our default", *others])
        switch = Fold(summary="Switch it in the library", classes=["rb-switch"])
        switch += nodes.literal_block(calls, calls, language="python")
        yield switch


class ErratumDirective(BoxDirective[Erratum]):
    """An erratum: what is wrong, the clauses concerned, badges."""

    kind = "erratum"

    def wording(self, entry: Erratum) -> Iterator[nodes.Node]:
        """What is wrong."""
        yield from paragraphs(entry.text, "rb-wording")

    def small_print(self, entry: Erratum) -> Iterator[nodes.Node]:
        """The clauses concerned, and what proves it."""
        yield _touches("Concerns", entry.clauses)
        yield ProofPlaceholder(rule_id=entry.id)


def setup(app: Sphinx) -> None:
    """Register the directives."""
    for directive in (ClauseDirective, RulingDirective, ErratumDirective):
        app.add_directive(directive.kind, directive)


def _touches(verb: str, ids: tuple[str, ...]) -> nodes.paragraph:
    return nodes.paragraph("", f"{verb} ", *citations(ids), classes=["rb-source"])


def _index(entry: Clause | Ruling | Erratum) -> addnodes.index:
    """Index entries, which the search finds: the id, the title and the original term."""
    words = [entry.id, entry.title, entry.term if isinstance(entry, Clause) else ""]
    entries = [("single", each.replace(";", ","), entry.id, "main", None) for each in words if each]
    return addnodes.index(entries=entries, inline=False)
