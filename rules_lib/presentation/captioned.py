"""A table with a visible caption, for pages, notebooks and plain text."""

from __future__ import annotations

from dataclasses import dataclass

from rules_lib.presentation.display import Display
from rules_lib.presentation.markup import Html, el
from rules_lib.presentation.picture import Table


@dataclass(frozen=True, slots=True)
class CaptionedTable(Display):
    """A table under the question that it answers."""

    caption: str
    table: Table
    narrow: bool = False
    """Its cells are short: it stays a table on a phone, too."""

    def _repr_html_(self) -> Html:
        caption = el("figcaption", self.caption, class_="rb-caption")
        show = self.table.html if self.narrow else self.table.stacked
        return el("figure", caption, show(self.caption), class_="rb-table")

    def __str__(self) -> str:
        """Return the table as plain text, cells set apart by bars."""
        rows = [self.table.head, *self.table.rows]
        return "\n".join([self.caption, *(" | ".join(row) for row in rows)])
