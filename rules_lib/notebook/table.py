"""Tables for pages, notebooks and plain text, under their question; some cite clauses."""

import re
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Final

from rules_lib.errors import InvalidValue
from rules_lib.notebook.display import Display
from rules_lib.notebook.letters import text_width
from rules_lib.notebook.links import clause_links
from rules_lib.notebook.markup import Html, el
from rules_lib.text.chances import decimal, percent, points
from rules_lib.values.type_checks import checked

_LINKED: Final = re.compile("<a [^>]*>(.*?)</a>")
_PHONE: Final = 330
_LONG: Final = 32
"""A cell with more letters than this would be a tower on a phone."""


@dataclass(frozen=True, slots=True)
class Table(Display):
    """The numbers of a picture as rows of text; the first cell of a row names it."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        """Check that every row is as wide as the head."""
        for row in self.rows:
            if len(row) != len(self.head):
                raise InvalidValue("rows", row, f"{len(self.head)} cells a row")

    def html(self, caption: str) -> Html:
        """Return the table; it scrolls sideways by itself where it is too wide."""
        head = el("tr", *(el("th", cell, scope="col") for cell in self.head))
        rows = [
            el("tr", el("th", row[0], scope="row"), *(el("td", cell) for cell in row[1:]))
            for row in self.rows
        ]
        table = el(
            "table",
            el("caption", caption, class_="rb-hidden"),
            el("thead", head),
            el("tbody", *rows),
        )
        return el("div", table, class_="rb-scroll", tabindex=0, role="region", aria_label=caption)

    def stacked(self, caption: str = "") -> Html:
        """Return the table for texts: on a phone, each row is a small block with its labels."""
        head = el("tr", *(el("th", cell, scope="col", role="columnheader") for cell in self.head))
        rows = [
            el("tr", *(self._cell(row, i) for i in range(len(row))), role="row")
            for row in self.rows
        ]
        return el(
            "table",
            el("caption", caption, class_="rb-hidden") if caption else "",
            el("thead", head),
            el("tbody", *rows),
            class_="rb-stacked rb-kept" if self.is_narrow else "rb-stacked",
            role="table",
        )

    @property
    def is_narrow(self) -> bool:
        """Whether the rows have room side by side on a phone, their texts in a few lines."""
        columns = zip(self.head, *self.rows, strict=True)
        words = [[word for cell in column for word in cell.split(" ")] for column in columns]
        widest = [max(text_width(word, 15, 650) for word in column) for column in words]
        long = any(len(cell) > _LONG for row in self.rows for cell in row)
        return not long and sum(widest) + 12 * len(self.head) <= _PHONE

    def _repr_html_(self) -> Html:
        return self.stacked()

    def _cell(self, row: tuple[str, ...], place: int) -> Html:
        if place == 0:
            return el("th", row[0], scope="row", role="rowheader")
        empty = "rb-none" if row[place] == "–" else None
        return el("td", row[place], class_=empty, role="cell", data_label=self.head[place])

    def __str__(self) -> str:
        """Return the table as plain text, columns set apart by bars."""
        return "\n".join(" | ".join(map(_plain, row)) for row in (self.head, *self.rows))


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
        return f"{self.caption}\n{self.table}"


@checked
def cited_table(
    caption: str, head: tuple[str, ...], *rows: tuple[tuple[str, ...], str]
) -> CaptionedTable:
    """A table from pairs of cells and the ids behind them, these in one text."""
    told = tuple((*cells, Html(f"{clause_links(ids.split())} ")) for cells, ids in rows)
    return CaptionedTable(caption, Table((*head, "by"), told))


def _plain(cell: str) -> str:
    """A cell as plain text; of links, the ids."""
    return ", ".join(_LINKED.findall(cell)) if isinstance(cell, Html) else cell


HALF: Final = Fraction(1, 2)


@checked
def compared(question: str, *readings: tuple[str, Fraction]) -> CaptionedTable:
    """One chance under several readings, the first one the default."""
    default = readings[0][1]
    rows = tuple(
        (label, percent(chance), points(chance - default, signed=True) if at else "–")
        for at, (label, chance) in enumerate(readings)
    )
    return CaptionedTable(question, Table(("read as", "chance", "change"), rows))


@checked
def averages(question: str, *readings: tuple[str, Fraction]) -> CaptionedTable:
    """One average under several readings or in several situations, the first one the default.

    Changes are those of the printed figures.
    """
    printed = [(label, Fraction(floor(10 * mean + HALF), 10)) for label, mean in readings]
    default = printed[0][1]
    rows = tuple(
        (label, decimal(mean, 1), _change(mean - default) if at else "–")
        for at, (label, mean) in enumerate(printed)
    )
    return CaptionedTable(question, Table(("", "on average", "change"), rows))


def _change(difference: Fraction) -> str:
    return f"{'+' if difference >= 0 else ''}{decimal(difference, 1)}"
