"""Fills in, once all pages are read, what a page says about the others: badges and coverage."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from rulebook_ext.coverage_table import lacking, proof_anchor, table, tests_of
from rulebook_ext.domain import Example, domain_of
from rulebook_ext.impacts import when
from rulebook_ext.nodes import CoveragePlaceholder, ProofPlaceholder, template
from rulebook_ext.prose import linked
from rules_lib.rulebook import catalog, homes
from rules_lib.rulebook.bindings import import_games
from rules_lib.rulebook.defaults import readings_of

logger = logging.getLogger(__name__)


class FillPlaceholders(SphinxPostTransform):
    """Runs before Sphinx resolves links, so that what it puts in may hold some."""

    default_priority = 5

    def run(self, **_: object) -> None:
        """Replace the placeholders of one page."""
        import_games()
        for proof in list(self.document.findall(ProofPlaceholder)):
            proof.replace_self(self._proof(proof["rule_id"]))
        for each in list(self.document.findall(CoveragePlaceholder)):
            tests = tests_of(Path(self.env.srcdir))
            for hole in lacking(each["systems"], domain_of(self.env), tests):
                logger.warning("coverage: %s", hole, location=each)
            for system in each["systems"]:
                groups = table(system, tests, self._places)
                each.parent.insert(
                    each.parent.index(each), template(self.env, "coverage.html", groups=groups)
                )
            each.parent.remove(each)

    def _places(self, rule_id: str) -> dict[str, Any]:
        """The address of the box of an entry; those of its examples and its odds, with titles.

        A page comes once, with its most telling example: a worked one, or the one with the fewest
        ids. This page comes first.
        """
        domain = domain_of(self.env)
        examples, page = domain.examples.get(rule_id, []), domain.boxes.get(rule_id)
        return {
            "box": page and self._address(page, rule_id),
            "examples": self._titled(examples),
            "odds": self._titled(each for each in examples if each.odds),
        }

    def _titled(self, places: Iterable[Example]) -> list[tuple[str, str]]:
        best = best_places(places, self.env.docname)
        return [(self._address(*each), self.env.titles[each[0]].astext()) for each in best]

    def _address(self, page: str, anchor: str) -> str:
        builder = self.app.builder
        assert isinstance(builder, Builder)
        return f"{builder.get_relative_uri(self.env.docname, page)}#{anchor}"

    def _proof(self, rule_id: str) -> nodes.raw:
        """What belongs to it, where it is shown, and where it stands in the code."""
        domain = domain_of(self.env)
        page = domain.proofs.get(catalog().entry(rule_id).system)
        read = [(each, readings_of(each.id)) for each in catalog().rulings_of(rule_id)]
        return template(
            self.env,
            "proof.html",
            id=rule_id,
            rulings=[(each, ours, others) for each, (ours, *others) in read],
            errata=[each.id for each in catalog().errata_of(rule_id)],
            code=str(homes()[rule_id]),
            tests=page and self._address(page, proof_anchor(rule_id)),
            linked=partial(linked, among=domain.boxes),
            when=when,
            **self._places(rule_id),
        )


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
