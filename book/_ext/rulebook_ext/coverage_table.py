"""The directive ``coverage``: entry × example × odds × code × test, a table a system and kind."""

from collections.abc import Callable, Iterable, Sequence

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from rulebook_ext.domain import cite, domain_of
from rulebook_ext.nodes import CoveragePlaceholder, fold, inline
from rules_lib.rulebook import catalog
from rules_lib.rulebook.coverage import Coverage, Row

Links = Callable[[str], Sequence[nodes.Node]]

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


def tables(
    systems: Sequence[str], coverage: Coverage, example_links: Links, odds_links: Links
) -> list[nodes.Node]:
    """The tables of the systems."""
    made: list[nodes.Node] = []
    for system in systems:
        for group, heading in HEADINGS.items():
            ids: tuple[str, ...] = getattr(catalog().systems[system], group)
            if ids:
                made.append(nodes.rubric("", f"{heading}: {len(ids)}"))
                rows = (_row(coverage.rows[each], example_links, odds_links) for each in ids)
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


def _row(row: Row, example_links: Links, odds_links: Links) -> nodes.row:
    title = nodes.Text(f" {catalog().entry(row.id).title}")
    return nodes.row(
        "",
        nodes.entry("", nodes.paragraph("", "", cite(row.id), title, ids=[proof_anchor(row.id)])),
        _cell("example", example_links(row.id)),
        _odds(row, odds_links(row.id)),
        _proof(row),
    )


def _cell(column: str, items: Sequence[nodes.Node]) -> nodes.entry:
    cell = nodes.entry("", classes=[f"rb-col-{column}"])
    if items:
        cell += [nodes.paragraph("", "", each) for each in items]
    else:
        cell += nodes.paragraph("", "", inline("missing", "rb-missing"))
    return cell


def _odds(row: Row, links: Sequence[nodes.Node]) -> nodes.entry:
    """Where a chance is computed; a clause may have none in it."""
    if links or row.chance:
        return _cell("odds", links)
    none = inline("no chance in it", "rb-no-chance") if catalog().clauses.get(row.id) else None
    return nodes.entry("", nodes.paragraph("", "", *filter(None, [none])), classes=["rb-col-odds"])


def _proof(row: Row) -> nodes.entry:
    """Code and tests behind a fold; a hole shows before it is opened."""
    lines: list[nodes.Node] = [nodes.literal("", str(row.home))] if row.home else []
    lines += [nodes.literal("", _within_game(name)) for name in row.users]
    # Plain, since there are thousands.
    lines += [nodes.Text(f"{each.path}: {each.name}") for each in row.test]
    if not row.code or not row.test:
        return _cell("proof", [])
    count = f"code, {len(row.test)} test{'s' if len(row.test) > 1 else ''}"
    proof = fold(count, *(nodes.paragraph("", "", each) for each in lines))
    return nodes.entry("", proof, classes=["rb-col-proof"])


def _within_game(name: str) -> str:
    """``melee.rules.judge`` for ``rules_lib.paper_tigers.melee.rules.judge``."""
    library, game, *rest = name.split(".")
    return ".".join(rest or (library, game))
