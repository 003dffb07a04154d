"""Fills in, once all pages are read, what a page says about the others: badges and coverage."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from rulebook_ext.coverage_table import tables
from rulebook_ext.domain import cite, domain_of
from rulebook_ext.nodes import CoveragePlaceholder, Fold, ProofPlaceholder, inline
from rules_lib.rulebook import Clause, catalog
from rules_lib.rulebook.coverage import Coverage, collect

logger = logging.getLogger(__name__)

coverage_of = cache(collect)
"""The coverage of a tree, read once a process."""


class FillPlaceholders(SphinxPostTransform):
    """Runs before Sphinx resolves links, so that what it puts in may hold some."""

    default_priority = 5

    def run(self, **_: object) -> None:
        """Replace the placeholders of one page."""
        placeholders = [
            *self.document.findall(ProofPlaceholder),
            *self.document.findall(CoveragePlaceholder),
        ]
        if not placeholders:
            return
        coverage = coverage_of(Path(self.env.srcdir))
        for each in placeholders:
            if isinstance(each, ProofPlaceholder):
                each.replace_self(list(self._proof(each["rule_id"], coverage)))
            else:
                for hole in coverage.holes():
                    if catalog().entry(hole.id).system in each["systems"]:
                        logger.warning("coverage: %s", hole, location=each)
                each.replace_self(
                    tables(each["systems"], coverage, self._example_links, self._odds_links)
                )

    def _proof(self, rule_id: str, coverage: Coverage) -> Iterator[nodes.Node]:
        """Badges for players, and a fold with code and tests for those who check."""
        badges = nodes.paragraph("", classes=["rb-badges"])
        for label, target in _related(rule_id):
            link = cite(target)
            link[0] = inline(f"{label} {target}", "rb-badge", f"rb-badge-{label}")
            badges += [link, nodes.Text(" ")]
        for link in self._example_links(rule_id, "example"):
            link[0]["classes"] += ["rb-badge", "rb-badge-example"]
            badges += [link, nodes.Text(" ")]
        for link in self._odds_links(rule_id, "odds")[:1]:
            link[0]["classes"] += ["rb-badge", "rb-badge-odds"]
            badges += [link, nodes.Text(" ")]
        if len(badges):
            yield badges
        row = coverage.rows[rule_id]
        where = ["in code"] if row.code else []
        if row.test:
            where.append(f"in {len(row.test)} test{'s' if len(row.test) > 1 else ''}")
        if where:
            fold = Fold(summary=" and ".join(where).capitalize(), classes=["rb-proof"])
            home = [str(row.home)] if row.home else []
            proofs = [*home, *row.users, *(str(place) for place in row.test)]
            fold += nodes.bullet_list(
                "",
                *(
                    nodes.list_item("", nodes.paragraph("", "", nodes.literal("", each)))
                    for each in proofs
                ),
            )
            yield fold

    def _example_links(self, rule_id: str, text: str = "") -> list[nodes.reference]:
        """A link a page to its most telling example: a worked one, or the one with the fewest ids.

        This page comes first; ``text`` stands for it.
        """
        return self._links(domain_of(self.env).examples.get(rule_id, []), text)

    def _odds_links(self, rule_id: str, text: str = "") -> list[nodes.reference]:
        """The same for the examples that compute a chance."""
        return self._links(domain_of(self.env).odds.get(rule_id, []), text)

    def _links(self, places: list[tuple[str, str, int]], text: str) -> list[nodes.reference]:
        here, builder = self.env.docname, self.app.builder
        assert isinstance(builder, Builder)
        links = []
        for page, best in best_places(places, here):
            title = self.env.titles[page].astext()
            name = f"{text} on this page" if page == here else f"{text}: {title}"
            label = nodes.inline("", name if text else title)
            links.append(make_refnode(builder, here, page, best, label, f"Example in: {title}"))
        return links


def best_places(places: Iterable[tuple[str, str, int]], here: str) -> list[tuple[str, str]]:
    """Page and anchor of the best place of each page, this page first.

    The best has the least breadth; of two alike, it is the first.
    """
    found: dict[str, tuple[int, str]] = {}
    for page, anchor, breadth in places:
        if page not in found or breadth < found[page][0]:
            found[page] = breadth, anchor
    pages = sorted(found, key=lambda page: page != here)
    return [(page, found[page][1]) for page in pages]


def setup(app: Sphinx) -> None:
    """Register the transform, and read the tree afresh in each build."""
    app.add_post_transform(FillPlaceholders)
    app.connect("builder-inited", lambda _: coverage_of.cache_clear())


def _related(rule_id: str) -> Iterator[tuple[str, str]]:
    entry = catalog().entry(rule_id)
    if isinstance(entry, Clause):
        yield from (("ruling", each.id) for each in catalog().rulings_of(rule_id))
        yield from (("erratum", each.id) for each in catalog().errata_of(rule_id))
