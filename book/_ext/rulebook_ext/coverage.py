"""What a page says of the others, filled in once all are read: badges, and the table of coverage.

The directive ``coverage`` stands for the table: entry × example × odds × code × test, a table a
system and kind.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.domain import Example, RulebookDomain, domain_of
from rulebook_ext.impacts import when
from rulebook_ext.nodes import CoveragePlaceholder, ProofPlaceholder, linked, template
from rules_lib.errors import InvalidValue, require_word
from rules_lib.rulebook import catalog, homes, users
from rules_lib.rulebook.bindings import import_games
from rules_lib.rulebook.defaults import readings_of, rulings_class

logger = logging.getLogger(__name__)

Places = Callable[[str], dict[str, Any]]
"""Tells of an entry the addresses of its box, its examples and its odds."""
Tests = Mapping[str, Sequence[str]]
"""The tests that are bound to each entry, by their files and names."""

HEADINGS = {"clauses": "Clauses", "rulings": "Rulings", "errata": "Errata"}


class CoverageDirective(SphinxDirective):
    """Leaves a placeholder, since the table needs all pages; its argument is a system's id."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Put the placeholder."""
        chosen = self.arguments or list(catalog().systems)
        try:
            for each in chosen:
                require_word("system", each, catalog().systems)
        except InvalidValue as error:
            raise self.error(f"{self.name}: {error}") from None
        domain_of(self.env).proofs.update(dict.fromkeys(chosen, self.env.docname))
        placeholder = CoveragePlaceholder(systems=chosen)
        self.set_source_info(placeholder)
        return [placeholder]


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
    """Register directive and transform, and read the tests afresh in each build."""
    app.add_directive("coverage", CoverageDirective)
    app.add_post_transform(FillPlaceholders)
    app.connect("builder-inited", lambda _: tests_of.cache_clear())


@cache
def tests_of(root: Path) -> Tests:
    """The tests of a repository by entry: marked by ``pytest.mark.rule``, or cases by ``rules``."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((root / "tests").rglob("*")):
        bound: Iterable[tuple[str, list[str]]] = ()
        if path.match("cases/*.toml"):
            cases = tomllib.loads(path.read_text("utf-8"))["case"]
            bound = ((case["name"], case["rules"]) for case in cases)
        elif path.match("test_*.py"):
            bound = _marked(path.read_text("utf-8"))
        for name, ids in bound:
            for rule_id in dict.fromkeys(ids):
                found[rule_id].append(f"{path.relative_to(root).as_posix()}: {name}")
    return found


def _marked(source: str) -> Iterator[tuple[str, list[str]]]:
    """The marked tests of a file, each with its ids, which must be written out."""
    for test in ast.walk(ast.parse(source)) if "mark.rule" in source else ():
        if isinstance(test, ast.FunctionDef):
            parts = (part for each in test.decorator_list for part in ast.walk(each))
            calls = (each for each in parts if isinstance(each, ast.Call))
            marks = (each for each in calls if ast.unparse(each.func).endswith("mark.rule"))
            yield test.name, [ast.literal_eval(each) for mark in marks for each in mark.args]


def lacking(systems: Sequence[str], domain: RulebookDomain, tests: Tests) -> Iterator[str]:
    """The entries that lack something, each with what."""
    for rule_id in catalog().ids():
        if catalog().entry(rule_id).system in systems:
            examples, clause = domain.examples.get(rule_id, []), catalog().clauses.get(rule_id)
            has = {
                "box": rule_id in domain.boxes,
                "example": bool(examples),
                "odds": any(each.odds for each in examples) or not (clause and clause.chance),
                "test": rule_id in tests,
            }
            if not all(has.values()):
                yield f"{rule_id} lacks: {', '.join(name for name in has if not has[name])}"


def table(system: str, tests: Tests, places: Places) -> list[dict[str, Any]]:
    """What the template shows of a system: its groups, each with a row for each entry."""
    return [
        {"heading": f"{heading}: {len(ids)}", "rows": [_row(each, tests, places) for each in ids]}
        for group, heading in HEADINGS.items()
        if (ids := getattr(catalog().systems[system], group))
    ]


def proof_anchor(rule_id: str) -> str:
    """The anchor of an entry on the page that has its table."""
    return f"proof-{rule_id}"


def _row(rule_id: str, tests: Tests, places: Places) -> dict[str, Any]:
    entry, clause = catalog().entry(rule_id), catalog().clauses.get(rule_id)
    using = [each for each in users().get(rule_id, ()) if each.startswith("rules_lib.")]
    if rule_id in catalog().rulings:
        kind = rulings_class(rule_id)
        using = [f"{kind.__module__}.{kind.__qualname__}.{kind.field_of(rule_id)}", *using]
    return {
        "id": rule_id,
        "anchor": proof_anchor(rule_id),
        "title": entry.title,
        "chance": "needed" if clause and clause.chance else "none in it" if clause else "",
        "code": [str(homes()[rule_id]), *map(_within_game, using)],
        "tests": tests.get(rule_id, ()),
        **places(rule_id),
    }


def _within_game(name: str) -> str:
    """``melee.rules.judge`` for ``rules_lib.paper_tigers.melee.rules.judge``."""
    library, game, *rest = name.split(".")
    return ".".join(rest or (library, game))
