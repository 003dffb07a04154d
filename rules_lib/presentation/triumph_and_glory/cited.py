"""Tables whose last column cites clauses, as links on a page and as ids in plain text."""

from __future__ import annotations

from dataclasses import dataclass

from rules_lib.presentation.captioned import CaptionedTable
from rules_lib.presentation.display import Display
from rules_lib.presentation.links import rule_link
from rules_lib.presentation.markup import Html, el, markup
from rules_lib.presentation.picture import Table
from rules_lib.type_checks import checked


@dataclass(frozen=True, slots=True)
class CitedRow:
    """The cells of a row, and the ids of what it follows from."""

    cells: tuple[str, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CitedTable(Display):
    """Rows under the question that they answer."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[CitedRow, ...]

    def _table(self, written: dict[tuple[str, ...], str]) -> CaptionedTable:
        rows = tuple((*row.cells, written[row.clauses]) for row in self.rows)
        return CaptionedTable(self.caption, Table((*self.head, "by"), rows))

    def _repr_html_(self) -> Html:
        return self._table({row.clauses: _links(row.clauses) for row in self.rows})._repr_html_()

    def __str__(self) -> str:
        """Return the table as plain text."""
        return str(self._table({row.clauses: ", ".join(row.clauses) for row in self.rows}))


@checked
def cited_table(
    caption: str, head: tuple[str, ...], *rows: tuple[tuple[str, ...], str]
) -> CitedTable:
    """A table from pairs of cells and the ids behind them, these in one text."""
    return CitedTable(
        caption, head, tuple(CitedRow(cells, tuple(ids.split())) for cells, ids in rows)
    )


def _links(clauses: tuple[str, ...]) -> Html:
    linked = (el("a", each, href=rule_link(each), class_="rb-clause") for each in clauses)
    return markup(part for link in linked for part in (link, Html(" ")))
