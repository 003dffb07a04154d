"""The directive ``coverage``: entry × example × odds × code × test, a table a system and kind."""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.domain import RulebookDomain, cite, domain_of
from rulebook_ext.nodes import CoveragePlaceholder, fold, inline
from rules_lib.rulebook import catalog, homes, users
from rules_lib.rulebook.defaults import rulings_class

Links = Callable[[str], Sequence[nodes.Node]]
Tests = Mapping[str, Sequence[str]]
"""The tests that are bound to each entry, by their files and names."""

HEADINGS = {"clauses": "Clauses", "rulings": "Rulings", "errata": "Errata"}
WIDTHS = {"Entry": 28, "Example": 20, "Odds": 20, "Proof": 32}


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


def tables(
    systems: Sequence[str], tests: Tests, example_links: Links, odds_links: Links
) -> list[nodes.Node]:
    """The tables of the systems."""
    made: list[nodes.Node] = []
    for system in systems:
        for group, heading in HEADINGS.items():
            ids: tuple[str, ...] = getattr(catalog().systems[system], group)
            if ids:
                made.append(nodes.rubric("", f"{heading}: {len(ids)}"))
                rows = (
                    _row(each, example_links(each), odds_links(each), tests.get(each, ()))
                    for each in ids
                )
                made.append(_table(rows))
    return made


def proof_anchor(rule_id: str) -> str:
    """The anchor of an entry on the page that has its table."""
    return f"proof-{rule_id}"


def _table(rows: Iterable[nodes.row]) -> nodes.table:
    group = nodes.tgroup("", cols=len(WIDTHS))
    group += [nodes.colspec("", colwidth=width) for width in WIDTHS.values()]
    head = nodes.row("", *(nodes.entry("", nodes.paragraph("", name)) for name in WIDTHS))
    group += [nodes.thead("", head), nodes.tbody("", *rows)]
    return nodes.table("", group, classes=["rb-coverage", "colwidths-given"])


def _row(
    rule_id: str, examples: Sequence[nodes.Node], odds: Sequence[nodes.Node], tests: Sequence[str]
) -> nodes.row:
    title = nodes.Text(f" {catalog().entry(rule_id).title}")
    return nodes.row(
        "",
        nodes.entry("", nodes.paragraph("", "", cite(rule_id), title, ids=[proof_anchor(rule_id)])),
        _cell("example", examples),
        _odds(rule_id, odds),
        _proof(rule_id, tests),
    )


def _cell(column: str, items: Sequence[nodes.Node]) -> nodes.entry:
    cell = nodes.entry("", classes=[f"rb-col-{column}"])
    if items:
        cell += [nodes.paragraph("", "", each) for each in items]
    else:
        cell += nodes.paragraph("", "", inline("missing", "rb-missing"))
    return cell


def _odds(rule_id: str, links: Sequence[nodes.Node]) -> nodes.entry:
    """Where a chance is computed; a clause may have none in it."""
    clause = catalog().clauses.get(rule_id)
    if links or (clause and clause.chance):
        return _cell("odds", links)
    none = inline("no chance in it", "rb-no-chance") if clause else None
    return nodes.entry("", nodes.paragraph("", "", *filter(None, [none])), classes=["rb-col-odds"])


def _proof(rule_id: str, tests: Sequence[str]) -> nodes.entry:
    """Code and tests behind a fold; a hole shows before it is opened."""
    using = [each for each in users().get(rule_id, ()) if each.startswith("rules_lib.")]
    if rule_id in catalog().rulings:
        kind = rulings_class(rule_id)
        using = [f"{kind.__module__}.{kind.__qualname__}.{kind.field_of(rule_id)}", *using]
    lines: list[nodes.Node] = [nodes.literal("", str(homes()[rule_id]))]
    lines += [nodes.literal("", _within_game(name)) for name in using]
    # Plain, since there are thousands.
    lines += map(nodes.Text, tests)
    if not tests:
        return _cell("proof", [])
    count = f"code, {len(tests)} test{'s' if len(tests) > 1 else ''}"
    proof = fold(count, *(nodes.paragraph("", "", each) for each in lines))
    return nodes.entry("", proof, classes=["rb-col-proof"])


def _within_game(name: str) -> str:
    """``melee.rules.judge`` for ``rules_lib.paper_tigers.melee.rules.judge``."""
    library, game, *rest = name.split(".")
    return ".".join(rest or (library, game))
