"""Knows where each id has its box and its executed examples; resolves the links to them.

What a cell shows has addresses instead: ``rule:PT-M9`` for a box, ``dice:`` for a form.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import ReferenceRole
from sphinx.util.nodes import make_refnode

from rulebook_ext.hooks import Context, on_page
from rules_lib.notebook.links import DICE, SCHEME
from rules_lib.rulebook import System, catalog
from rules_lib.rulebook.texts import UnknownId

logger = logging.getLogger(__name__)

ADDRESS = re.compile(rf'href="{SCHEME}([^"]+)"')
FORMS = "book/adjudicate"
"""The page of the forms for dice."""


class Example(NamedTuple):
    """An executed example of an id.

    Attributes:
        page: where it stands.
        anchor: the place in the page.
        breadth: the lower, the more it says of the id.
        odds: it computes a chance.
    """

    page: str
    anchor: str
    breadth: int
    odds: bool


class Term(NamedTuple):
    """A term of the glossary: where it is defined, and in which section, as a folder's name."""

    words: str
    page: str
    anchor: str
    section: str


class RulebookDomain(Domain):
    """The numbered boxes of the book.

    Attributes:
        boxes: the page of each boxed id; the anchor is the id itself.
        examples: the executed examples of each id, in reading order.
        proofs: the page with the table of what proves the entries of each system.
        terms: the terms of the glossary on each page.
    """

    name = "rulebook"
    label = "Rulebook"
    object_types = {kind: ObjType(kind, "rule") for kind in ("clause", "ruling", "erratum")}
    initial_data = {"boxes": {}, "examples": {}, "terms": {}, "proofs": {}}
    data_version = 5

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self.boxes: dict[str, str] = self.data["boxes"]
        self.examples: dict[str, list[Example]] = self.data["examples"]
        self.proofs: dict[str, str] = self.data["proofs"]
        self.terms: dict[str, list[Term]] = self.data["terms"]

    def note_box(self, rule_id: str, location: nodes.Node) -> None:
        """Remember where an id is boxed; a second box would make its permalink ambiguous."""
        if rule_id in self.boxes:
            logger.warning(
                "%s has a box already, in %s", rule_id, self.boxes[rule_id], location=location
            )
        self.boxes.setdefault(rule_id, self.env.docname)

    def clear_doc(self, docname: str) -> None:
        """Forget a page that is about to be read again."""
        self.terms.pop(docname, None)
        for pages in (self.boxes, self.proofs):
            for each in [each for each, page in pages.items() if page == docname]:
                del pages[each]
        for places in self.examples.values():
            places[:] = [each for each in places if each.page != docname]

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        """The link to a box; a citation of an id that is boxed nowhere is a warning."""
        if target in self.boxes:
            page = self.boxes[target]
            return make_refnode(builder, fromdocname, page, target, contnode, tooltip(target))
        if node.get("insist") and target in catalog().ids():
            logger.warning("%s is cited, but no page sets it in a box", target, location=node)
        return None

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Feed the inventory, by which other books can link to a box."""
        for rule_id, page in self.boxes.items():
            yield rule_id, rule_id, kind_of(rule_id), page, rule_id, 1


class RuleRole(XRefRole):
    """The role ``{rule}`` cites an id: a link to its box, with the title as its tooltip."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: nodes.Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Refuse an unknown id at once, naming the nearest ones."""
        refnode["refdomain"], refnode["insist"] = RulebookDomain.name, True
        try:
            catalog().entry(target)
        except UnknownId as error:
            logger.warning("role rule: %s", error, location=refnode)
        return title, target

    def result_nodes(
        self, document: nodes.document, env: BuildEnvironment, node: nodes.Element, is_ref: bool
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Mark bare ids for the style sheet, which keeps them in one line."""
        if not node["refexplicit"]:
            node["classes"].append("rb-cite")
        return [node], []


class DiceRole(ReferenceRole):
    """The role ``{dice}``: a text, and in angle brackets a form with the entries of its fields."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Build the link."""
        return [nodes.reference("", self.title, refuri=f"{DICE}{self.target}")], []


def setup(app: Sphinx) -> None:
    """Register the domain and the roles; look at each page when it is about to be written."""
    app.add_domain(RulebookDomain)
    app.add_role("rule", RuleRole(innernodeclass=nodes.inline))
    app.add_role("dice", DiceRole())
    app.connect("doctree-read", _mark_examples)
    on_page(app, _resolve)


def _mark_examples(app: Sphinx, doctree: nodes.document) -> None:
    """Give each executed cell with ``rules`` metadata an anchor, and note it."""
    cells = (
        each for each in doctree.findall(nodes.container) if each.get("nb_element") == "cell_code"
    )
    for number, cell in enumerate(list(cells), start=1):
        metadata = cell.get("cell_metadata", {})
        ids = metadata.get("rules", ())
        # A worked example tells more of each of its ids than any figure does.
        breadth = 0 if metadata.get("worked") else len(ids)
        anchor = f"example-{number}"
        if ids:
            # A target in front, since the cell itself may be folded away.
            cell.parent.insert(cell.parent.index(cell), nodes.target("", "", ids=[anchor]))
        for rule_id in ids:
            if rule_id not in catalog().ids():
                wrong = "rules: %r is no entry of the rulebook; write rules: [PT-M9, PT-M10]"
                logger.warning(wrong, rule_id, location=cell)
            found = Example(app.env.docname, anchor, breadth, bool(metadata.get("odds")))
            domain_of(app.env).examples.setdefault(rule_id, []).append(found)


def _resolve(app: Sphinx, page: str, context: Context, doctree: nodes.document | None) -> None:
    """Point every address of the page at its box; one without a box is a warning."""
    boxes = domain_of(app.env).boxes

    def link(found: re.Match[str]) -> str:
        rule_id = found[1]
        if rule_id not in boxes:
            logger.warning("%s is cited by a cell, but no page sets it in a box", rule_id)
            return found[0]
        address = app.builder.get_relative_uri(page, boxes[rule_id])
        return f'href="{address}#{rule_id}" title="{escape(tooltip(rule_id))}"'

    if "body" in context:
        forms = app.builder.get_relative_uri(page, FORMS)
        body = ADDRESS.sub(link, context["body"])
        context["body"] = body.replace(f'href="{DICE}', f'href="{forms}#')


def domain_of(env: BuildEnvironment) -> RulebookDomain:
    """The rulebook domain of a build."""
    domain = env.get_domain(RulebookDomain.name)
    assert isinstance(domain, RulebookDomain)
    return domain


def cite(rule_id: str, *, insist: bool = False) -> pending_xref:
    """A link to the box of an id, or its plain text where there is no box."""
    text = nodes.inline("", rule_id, classes=["rb-cite"])
    return pending_xref(
        "",
        text,
        refdomain=RulebookDomain.name,
        reftype="rule",
        reftarget=rule_id,
        refexplicit=False,
        insist=insist,
    )


def kind_of(rule_id: str) -> str:
    """``"clause"``, ``"ruling"`` or ``"erratum"``."""
    return type(catalog().entry(rule_id)).__name__.lower()


def game_of(system: System) -> str:
    """The game that a system is of: what stands before the colon of its title."""
    return system.title.partition(":")[0]


def games() -> list[str]:
    """All games, from A to Z."""
    return sorted({game_of(each) for each in catalog().systems.values()})


def folder_of(title: str) -> str:
    """The folder of the chapters of a game: ``"triumph_and_glory"``."""
    return "_".join(title.lower().replace("&", "and").split())


def tooltip(rule_id: str) -> str:
    """The id and what it is called."""
    return f"{rule_id}: {catalog().entry(rule_id).title}"
