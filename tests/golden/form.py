"""How a golden table is written and read: comments, one line of column names, rows.

Neither this module nor the writers import the library.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
VERSION = 1
"""Goes up when a column changes its meaning; rows may be added without."""

Cell = str | int | bool | Fraction | None
Row = dict[str, str]


class Table(NamedTuple):
    """A table: what its columns mean, how many of them are parameters, and its rows."""

    name: str
    title: str
    columns: Mapping[str, str]
    parameters: int
    rows: Callable[[], Iterable[tuple[Cell, ...]]]
    notes: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.tsv"

    def text(self) -> str:
        """The whole file."""
        lines = [f"# {self.title}", f"# format {VERSION}; text and tables: CC BY 4.0", "#"]
        for at, (column, meaning) in enumerate(self.columns.items()):
            kind = "given" if at < self.parameters else "asked"
            lines.append(f"# {column} ({kind}): {meaning}")
        lines += [f"# {each}" for each in ("", *self.notes)] if self.notes else []
        lines.append("\t".join(self.columns))
        for row in self.rows():
            assert len(row) == len(self.columns), row
            lines.append("\t".join(map(shown, row)))
        assert len(set(lines)) >= len(lines) - 2, "a row comes twice"
        return "\n".join(line.rstrip(" ") for line in lines) + "\n"


def shown(cell: Cell) -> str:
    """A cell as it is written: fractions in lowest terms, whole ones without a denominator."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return str(cell)


def read(path: Path) -> list[Row]:
    """The rows of a file, cells as they are written."""
    lines = [
        line.split("\t")
        for line in path.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


READING = 'the reading of an open question, as ID=VALUE; "default": none is read otherwise'
