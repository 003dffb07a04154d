"""The answer of a sweep: a tidy table, one row a situation."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from importlib import import_module
from itertools import product
from math import inf
from pathlib import Path
from typing import Any

from rules_lib.errors import InvalidValue, require_bool, require_hashable, require_word
from rules_lib.probability import MissingPackage
from rules_lib.text.files import write
from rules_lib.values.type_checks import checked

MOST_SITUATIONS = 1_000_000
"""More situations than this are refused before the first is begun."""

ROWS_SHOWN = 20


@checked
@dataclass(frozen=True, slots=True)
class Failure:
    """Why a situation has no result.

    Attributes:
        parameters: the situation.
        kind: name of the error's class, such as ``"InvalidValue"``.
        message: what the error says.
        details: the traceback where it happened.
        error: the error itself, unless it cannot travel from one process to another.
    """

    parameters: Mapping[str, Any]
    kind: str
    message: str
    details: str = field(default="", compare=False, repr=False)
    error: Exception | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.parameters.items())
        return f"{said}: {self.kind}: {self.message}"


@checked
@dataclass(frozen=True, slots=True)
class Pivot:
    """A table as a rectangle: ``values[r][c]`` belongs to ``rows[r]`` and ``columns[c]``."""

    rows: tuple[Any, ...]
    columns: tuple[Any, ...]
    values: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of named values, all with the same columns, in the order of the situations.

    Made by :func:`sweep`.

    Attributes:
        columns: the names, the parameters first.
        rows: one mapping from column to value for each situation, read-only.
        failures: the situations without a result, if failures were collected.
    """

    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]
    failures: tuple[Failure, ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self.rows)

    def column(self, name: str) -> tuple[Any, ...]:
        """All values of one column, in order."""
        require_word("column", name, self.columns)
        return tuple(row[name] for row in self.rows)

    def pivot(self, rows: str, columns: str, values: str = "result") -> Pivot:
        """One column against another, in order of first appearance.

        Raises:
            InvalidValue: two rows of the table compete for a place, or a place stays empty; or a
                value that names a place has no hash, as lists have none.
        """
        down, across, inside = self.column(rows), self.column(columns), self.column(values)
        places: dict[tuple[Any, Any], Any] = {}
        for row, column, value in zip(down, across, inside, strict=True):
            require_hashable("rows: a value", row)
            require_hashable("columns: a value", column)
            if (row, column) in places:
                raise InvalidValue("pivot", (row, column), "one row of the table for each place")
            places[row, column] = value
        heads = tuple(dict.fromkeys(down)), tuple(dict.fromkeys(across))
        for place in product(*heads):
            if place not in places:
                raise InvalidValue("pivot", place, "a row of the table for every place")
        return Pivot(*heads, tuple(tuple(places[r, c] for c in heads[1]) for r in heads[0]))

    def to_csv(self, path: str | Path | None = None) -> str:
        """The table as comma-separated text: exact fractions, nothing for None.

        A spreadsheet takes ``3/10`` for a date. Beside each column with fractions stands the same
        in rounded numbers, such as ``result_float`` beside ``result``.

        Args:
            path: a file to write it to as well, in UTF-8.
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        columns = self._with_floats()
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
        if path is not None:
            write("path", path, text.getvalue(), "w", "a file that can be written")
        return text.getvalue()

    def to_pandas(self, *, floats: bool = False) -> Any:
        """The table as a ``pandas.DataFrame``, which ``describe`` and ``plot`` understand.

        Args:
            floats: rounded numbers instead of fractions. If not, fractions stay exact, and beside
                each column of them stand rounded numbers, as in :meth:`to_csv`.

        Raises:
            MissingPackage: pandas is not installed.
        """
        require_bool("floats", floats)
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise MissingPackage("to_pandas", "pandas") from None
        rounded = {name: list(map(_rounded, self.column(name))) for name in self.columns}
        return pandas.DataFrame(rounded if floats else self._with_floats())

    def _with_floats(self) -> dict[str, tuple[Any, ...]]:
        """The columns, and rounded numbers beside fractions, where no column has that name."""
        columns: dict[str, tuple[Any, ...]] = {}
        for name in self.columns:
            columns[name] = values = self.column(name)
            beside = f"{name}_float"
            if beside not in self.columns and any(isinstance(each, Fraction) for each in values):
                columns[beside] = tuple(map(_rounded, values))
        return columns

    def __str__(self) -> str:
        """The first rows in columns, and how many more there are."""
        cells = [list(map(str, line)) for line in (self.columns, *self._first())]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        told = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in cells]
        return "\n".join([*told, *self._more()])

    def _repr_html_(self) -> str:
        """What notebooks show: the first rows, and how many there are."""
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in self.columns)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(str(each))}</td>' for each in line)}</tr>"
            for line in self._first()
        )
        note = "".join(f"<p>{each}</p>" for each in self._more())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"

    def _first(self) -> list[tuple[Any, ...]]:
        return [tuple(row.values()) for row in self.rows[:ROWS_SHOWN]]

    def _more(self) -> list[str]:
        more = len(self.rows) - ROWS_SHOWN
        return [f"… and {more} more rows"] if more > 0 else []


def _rounded(value: Any) -> Any:
    if not isinstance(value, Fraction):
        return value
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf
