"""Holds a picture: its table, what is drawn, what is told on touch, and its sentence."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules_lib.notebook.picture import Picture
from rules_lib.notebook.table import CaptionedTable, Table
from tests.shown_right.conftest import Held

HOVER = re.compile(r"(.*)<br><b>(.*)</b> · (.*)")
Rows = Mapping[str, Sequence[Fraction]]
"""The chances of each row of a table, by the name of the row."""


def hold_table(held: Held, table: Table | CaptionedTable, right: Rows, columns: int = 0) -> None:
    """All rows are there, and their first cells (or so many) are these chances."""
    rows = table.table.rows if isinstance(table, CaptionedTable) else table.rows
    assert [row[0] for row in rows] == list(right)
    for name, *cells in rows:
        shown = cells[: columns or len(cells)]
        for cell, chance in zip(shown, right[name], strict=True):
            held.percent(cell, chance, name)


def hold_picture(held: Held, picture: Picture, right: Rows, *figures: Fraction) -> None:
    """A picture shows these chances in every form, and its sentence these figures."""
    hold_table(held, picture.table, right)
    held.sentence(picture.answer, *figures)
    for trace in picture.traces:
        if trace["type"] == "heatmap":
            for row, values, hovers in zip(trace["y"], trace["z"], trace["hovertext"], strict=True):
                _hold_points(held, row, values, hovers, right[row])
                if "text" in trace:
                    written = trace["text"][trace["y"].index(row)]
                    for text, chance in zip(written, right[row], strict=True):
                        held.percent(text, chance, row)
            continue
        column = picture.table.head.index(trace["name"]) - 1
        chances = [right[label][column] for label in trace["x"]]
        _hold_points(held, trace["name"], trace["y"], trace["hovertext"], chances)
        for label, hover in zip(trace["x"], trace["hovertext"], strict=True):
            assert hover.partition("<br>")[0].endswith(f" {label}")


def _hold_points(
    held: Held,
    where: str,
    values: Sequence[float],
    hovers: Sequence[str],
    chances: Sequence[Fraction],
) -> None:
    for value, hover, chance in zip(values, hovers, chances, strict=True):
        assert abs(value - float(100 * chance)) < 0.0006, (where, hover)
        told = HOVER.fullmatch(hover)
        assert told, hover
        held.percent(told[2], chance, (where, told[1]))
        held.words(told[3], chance, (where, told[1]))
