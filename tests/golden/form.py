"""How a golden table is written and read: comments, one line of column names, rows.

The head of a table stands in its file alone: what it is, and each column, given or asked, with its
meaning. So do its cases: a new one is a line with its first cells, and `write` fills in the rest.
The number of the format in the second line goes up when a column changes its meaning.

Neither this module nor the writers import the library. They read the name of each ruling's field in
its wording.
"""

import inspect
import re
import tomllib
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

FOLDER = Path(__file__).parent

T = TypeVar("T")
Cell = str | int | bool | Fraction | None
Row = dict[str, str]
COLUMN = re.compile(r"^# (\w+) \((given|asked)\): (.+)$", re.MULTILINE)


FIELDS = {
    ruling["id"]: ruling["field"].rpartition(".")[2]
    for file in (FOLDER.parents[1] / "rules_lib").glob("*/*/rules.toml")
    for ruling in tomllib.loads(file.read_text("utf-8"))["ruling"]
}
"""The name of the field of each ruling, which it has in an oracle as well."""
READING = re.compile(r"(R-\w+)=(\w+)")


def readings(row: Row, kind: Callable[..., T]) -> T:
    """How an oracle reads the rules in a row; what it has no field for, the table does itself."""
    said = {FIELDS[ruling]: value for ruling, value in READING.findall(row.get("reading", ""))}
    known = inspect.signature(kind).parameters
    return kind(**{field: _value(said[field]) for field in said if field in known})


def _value(said: str) -> Any:
    if said in ("true", "false"):
        return said == "true"
    return int(said) if said.isdecimal() else said


class Table(NamedTuple):
    """A table: what follows from the first cells of a line, its case, is the rest of it.

    Of the columns that are given the last ``ends`` say how a case can end: each end has a line.
    """

    name: str
    answer: Callable[[Row], Iterable[tuple[Cell, ...]]]
    ends: int = 0

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.tsv"

    @property
    def head(self) -> list[str]:
        """Comments and names of the columns, as they stand in the file."""
        lines = self.path.read_text("utf-8").splitlines()
        return lines[: next(at for at, line in enumerate(lines) if line[0] != "#") + 1]

    def columns(self, kind: str) -> list[str]:
        """The columns that are given, or asked, in their order."""
        return [name for name, what, _ in COLUMN.findall("\n".join(self.head)) if what == kind]

    @property
    def cases(self) -> list[Row]:
        """Each case once, as its first cells say it; the others may be missing."""
        names = self.columns("given")
        lines = self.path.read_text("utf-8").splitlines()[len(self.head) :]
        cells = (tuple(line.split("\t")[: len(names) - self.ends]) for line in lines)
        return [dict(zip(names, each, strict=False)) for each in dict.fromkeys(cells)]

    def text(self) -> str:
        """The whole file."""
        lines, width = list(self.head), len(self.head[-1].split("\t"))
        for case in self.cases:
            for rest in self.answer(case):
                assert len(case) + len(rest) == width, (case, rest)
                lines.append("\t".join((*case.values(), *map(shown, rest))))
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
