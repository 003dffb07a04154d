"""The directive ``coverage``: entry × example × odds × code × test, a table a system and kind."""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.domain import RulebookDomain, domain_of
from rulebook_ext.nodes import CoveragePlaceholder
from rules_lib.rulebook import catalog, homes, users
from rules_lib.rulebook.defaults import rulings_class

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
        for system in chosen:
            if system not in catalog().systems:
                known = ", ".join(catalog().systems)
                raise self.error(f"coverage: no system {system!r}; there are: {known}")
        domain_of(self.env).proofs.update(dict.fromkeys(chosen, self.env.docname))
        placeholder = CoveragePlaceholder(systems=chosen)
        self.set_source_info(placeholder)
        return [placeholder]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("coverage", CoverageDirective)


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
