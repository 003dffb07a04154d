"""Fills in, once all pages are read, what a page says about the others: badges and coverage."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from rulebook_ext.boxes import disputes
from rulebook_ext.coverage_table import lacking, proof_anchor, tables, tests_of
from rulebook_ext.domain import Example, domain_of
from rulebook_ext.nodes import CoveragePlaceholder, ProofPlaceholder
from rulebook_ext.prose import citations, listed
from rules_lib.rulebook import catalog, homes
from rules_lib.rulebook.bindings import import_games

logger = logging.getLogger(__name__)

UNCLEAR = "Open questions and our answers"


class FillPlaceholders(SphinxPostTransform):
    """Runs before Sphinx resolves links, so that what it puts in may hold some."""

    default_priority = 5

    def run(self, **_: object) -> None:
        """Replace the placeholders of one page."""
        import_games()
        for proof in list(self.document.findall(ProofPlaceholder)):
            proof.replace_self(list(self._proof(proof["rule_id"])))
        for each in list(self.document.findall(CoveragePlaceholder)):
            tests = tests_of(Path(self.env.srcdir))
            for hole in lacking(each["systems"], domain_of(self.env), tests):
                logger.warning("coverage: %s", hole, location=each)
            made = tables(each["systems"], tests, self._example_links, self._odds_links)
            each.replace_self(made)

    def _proof(self, rule_id: str) -> Iterator[nodes.Node]:
        """What belongs to it, where it is shown, and where it stands in the code."""
        if open_here := catalog().rulings_of(rule_id):
            yield nodes.paragraph("", f"{UNCLEAR}:", classes=["rb-source"])
            yield disputes(open_here)
        if wrong := tuple(each.id for each in catalog().errata_of(rule_id)):
            words = nodes.Text("Errors in the source: ")
            yield nodes.paragraph("", "", words, *citations(wrong), classes=["rb-source"])
        shown = self._example_links(rule_id, "example") + self._odds_links(rule_id, "odds")[:1]
        parts: list[list[nodes.Node]] = [[each] for each in shown]
        parts.append([nodes.Text("code: "), nodes.literal("", str(homes()[rule_id]))])
        if page := domain_of(self.env).proofs.get(catalog().entry(rule_id).system):
            parts.append([self._link(page, proof_anchor(rule_id), "tests", "Tests")])
        parts.append([nodes.reference("", "link", refid=rule_id, internal=True)])
        yield nodes.paragraph("", "", *listed(parts, " · "), classes=["rb-source"])

    def _example_links(self, rule_id: str, text: str = "") -> list[nodes.reference]:
        """A link a page to its most telling example: a worked one, or the one with the fewest ids.

        This page comes first; ``text`` stands for it.
        """
        return self._links(domain_of(self.env).examples.get(rule_id, []), text)

    def _odds_links(self, rule_id: str, text: str = "") -> list[nodes.reference]:
        """The same for the examples that compute a chance."""
        examples = domain_of(self.env).examples.get(rule_id, [])
        return self._links([each for each in examples if each.odds], text)

    def _links(self, places: list[Example], text: str) -> list[nodes.reference]:
        here = self.env.docname
        links = []
        for page, best in best_places(places, here):
            title = self.env.titles[page].astext()
            name = f"{text} on this page" if page == here else f"{text}: {title}"
            links.append(self._link(page, best, name if text else title, f"Example in: {title}"))
        return links

    def _link(self, page: str, anchor: str, text: str, tip: str) -> nodes.reference:
        builder = self.app.builder
        assert isinstance(builder, Builder)
        label = nodes.inline("", text)
        return make_refnode(builder, self.env.docname, page, anchor, label, tip)


def best_places(places: Iterable[Example], here: str) -> list[tuple[str, str]]:
    """Page and anchor of the best place of each page, this page first.

    The best has the least breadth; of two alike, it is the first.
    """
    found: dict[str, tuple[int, str]] = {}
    for page, anchor, breadth, _ in places:
        if page not in found or breadth < found[page][0]:
            found[page] = breadth, anchor
    pages = sorted(found, key=lambda page: page != here)
    return [(page, found[page][1]) for page in pages]


def setup(app: Sphinx) -> None:
    """Register the transform, and read the tests afresh in each build."""
    app.add_post_transform(FillPlaceholders)
    app.connect("builder-inited", lambda _: tests_of.cache_clear())
