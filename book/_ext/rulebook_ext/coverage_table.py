"""The directive ``coverage``: entry × code × example × test, one table a system and kind."""

from collections.abc import Callable, Sequence

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.domain import cite
from rulebook_ext.nodes import CoveragePlaceholder, Fold, inline
from rules_lib.rulebook import catalog
from rules_lib.rulebook.coverage import COLUMNS, Coverage, Row

ExampleLinks = Callable[[str], Sequence[nodes.Node]]

HEADINGS = {"clauses": "Clauses", "rulings": "Rulings", "errata": "Errata"}
WIDTHS = {"Entry": 22, "Code": 46, "Example": 20, "Tests": 12}
NOUNS = {"box": "with a box", "code": "with code", "example": "with an example", "test": "tested"}


class CoverageDirective(SphinxDirective):
    """Leaves a placeholder, since the table needs all pages."""

    def run(self) -> list[nodes.Node]:
        """Put the placeholder."""
        placeholder = CoveragePlaceholder()
        self.set_source_info(placeholder)
        return [placeholder]


def setup(app: Sphinx) -> None:
    """Register the directive."""
    app.add_directive("coverage", CoverageDirective)


def tables(coverage: Coverage, example_links: ExampleLinks) -> list[nodes.Node]:
    """The holes, if any, and the tables of all systems."""
    made: list[nodes.Node] = []
    if coverage.holes():
        made.append(_holes(coverage))
    for system in catalog().systems.values():
        made.append(nodes.rubric("", system.title))
        for group, heading in HEADINGS.items():
            ids: tuple[str, ...] = getattr(system, group)
            if ids:
                made.append(_counts(heading, ids, coverage))
                made.append(_table(ids, coverage, example_links))
    return made


def _holes(coverage: Coverage) -> nodes.Node:
    items = (nodes.list_item("", nodes.paragraph("", str(each))) for each in coverage.holes())
    return nodes.warning(
        "",
        nodes.paragraph("", f"Holes: {len(coverage.holes())}. The build fails on each of them."),
        nodes.bullet_list("", *items),
    )


def _counts(heading: str, ids: Sequence[str], coverage: Coverage) -> nodes.paragraph:
    counts = ", ".join(f"{coverage.count(ids, each)} {NOUNS[each]}" for each in COLUMNS)
    return nodes.paragraph(
        "", "", nodes.strong("", f"{heading}: {len(ids)}"), nodes.Text(f" · {counts}")
    )


def _table(ids: Sequence[str], coverage: Coverage, example_links: ExampleLinks) -> nodes.table:
    group = nodes.tgroup("", cols=len(WIDTHS))
    group += [nodes.colspec("", colwidth=width) for width in WIDTHS.values()]
    head = nodes.row("", *(nodes.entry("", nodes.paragraph("", name)) for name in WIDTHS))
    body = (_row(coverage.rows[rule_id], example_links) for rule_id in ids)
    group += [nodes.thead("", head), nodes.tbody("", *body)]
    return nodes.table("", group, classes=["rb-coverage", "colwidths-given"])


def _row(row: Row, example_links: ExampleLinks) -> nodes.row:
    title = nodes.Text(f" {catalog().entry(row.id).title}")
    tests = [nodes.literal("", f"{each.path}: {each.name}") for each in row.test]
    return nodes.row(
        "",
        nodes.entry("", nodes.paragraph("", "", cite(row.id), title)),
        _cell("code", [nodes.literal("", _within_game(name)) for name in row.code]),
        _cell("example", example_links(row.id)),
        _cell("test", tests, fold=True),
    )


def _cell(column: str, items: Sequence[nodes.Node], *, fold: bool = False) -> nodes.entry:
    cell = nodes.entry("", classes=[f"rb-col-{column}"])
    if not items:
        cell += nodes.paragraph("", "", inline("missing", "rb-missing"))
        return cell
    lines = [nodes.paragraph("", "", each) for each in items]
    if fold:
        cell += Fold("", *lines, summary=str(len(items)))
    else:
        cell += lines
    return cell


def _within_game(name: str) -> str:
    """``melee.exchange.judge`` for ``rules_lib.paper_tigers.melee.exchange.judge``."""
    library, game, *rest = name.split(".")
    return ".".join(rest or (library, game))
