"""The table that tells what a modified shock result does to both sides; replaceable data.

The table used by default stands in ``secondary.toml``: the source's excerpt refers to a table that
it does not contain, so it is taken from the secondary source.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, Self, TypeAlias, TypeVar, get_args

from rules_lib.errors import (
    InvalidValue,
    keep_int,
    require_instance,
    require_iterable,
    require_whole,
    require_word,
)
from rules_lib.rulebook import uses
from rules_lib.system.kinds import of_fields
from rules_lib.text.files import (
    LARGEST,
    NOTHING,
    Words,
    as_toml,
    faulty,
    located,
    read_keys,
    read_list,
    read_text,
    read_toml,
    require_text,
)
from rules_lib.values.type_checks import checked

SECONDARY_SOURCE = "secondary source"
"""What every number says that is not the source's own."""

Retreat: TypeAlias = Literal["none", "check", "automatic", "ruling"]

Gaps: TypeAlias = Literal["refuse", "report"]

SIDES = ("attackers", "defenders")

RESULTS = ("pursuit", "counter_shock")

MARKS = ("basis", "source")

CSV_COLUMNS = (
    "lowest",
    "highest",
    *(f"{side}_{field}" for side in SIDES for field in ("disordered", "retreat")),
    *RESULTS,
)

FARTHEST = 1_000_000
"""No bound of a row lies farther from 0 than this."""


@dataclass(frozen=True, slots=True)
class Span:
    """The results from ``lowest`` to ``highest``, both included; ``None`` is no bound.

    Raises:
        InvalidValue: a bound that is no whole number, or the lowest above the highest.
    """

    lowest: int | None
    highest: int | None

    def __post_init__(self) -> None:
        for field in ("lowest", "highest"):
            if getattr(self, field) is not None:
                keep_int(self, field, -FARTHEST, FARTHEST)
        if self.lowest is not None and self.highest is not None and self.lowest > self.highest:
            raise InvalidValue("highest", self.highest, f"a whole number from {self.lowest} up")

    def covers(self, result: int) -> bool:
        """Whether ``result`` lies in it."""
        above = self.lowest is None or self.lowest <= result
        return above and (self.highest is None or result <= self.highest)

    @property
    def results(self) -> str:
        """Its results in words: ``below 0``, ``0 to 4``, ``10 or more``."""
        if self.lowest is None:
            return "any result" if self.highest is None else f"below {self.highest + 1}"
        if self.highest is None:
            return f"{self.lowest} or more"
        return (
            str(self.lowest) if self.lowest == self.highest else f"{self.lowest} to {self.highest}"
        )


SpanKind = TypeVar("SpanKind", bound=Span)


def in_order(field: str, spans: Iterable[SpanKind], kind: type[SpanKind]) -> tuple[SpanKind, ...]:
    """Return rows from the lowest up.

    Raises:
        InvalidValue: no row, something that is no row, or two rows that share a result; the
            message names both.
    """
    allowed = f"one {kind.__qualname__} or more"
    rows = [require_instance(field, each, kind) for each in require_iterable(field, spans, allowed)]
    if not rows:
        raise InvalidValue(field, rows, allowed)
    rows.sort(key=lambda row: -FARTHEST - 1 if row.lowest is None else row.lowest)
    for low, high in pairwise(rows):
        if low.highest is None or high.lowest is None or low.highest >= high.lowest:
            both = Words(f"'{low.results}' beside '{high.results}'")
            raise InvalidValue(field, both, "rows that share no result")
    return tuple(rows)


def missing(spans: Sequence[Span]) -> tuple[Span, ...]:
    """The results that no row covers; the rows must be in order."""
    gaps: list[Span] = []
    last = spans[-1].highest
    if spans[0].lowest is not None:
        gaps.append(Span(None, spans[0].lowest - 1))
    for low, high in pairwise(spans):
        assert low.highest is not None
        assert high.lowest is not None
        if low.highest + 1 < high.lowest:
            gaps.append(Span(low.highest + 1, high.lowest - 1))
    if last is not None:
        gaps.append(Span(last + 1, None))
    return tuple(gaps)


def require_no_gap(field: str, spans: Sequence[Span]) -> None:
    """Refuse rows that leave a result open, and name each that is."""
    gaps = missing(spans)
    if gaps:
        named = ", ".join(gap.results for gap in gaps[:5]) + (", …" if len(gaps) > 5 else "")
        raise InvalidValue(field, Words(f"no row for {named}"), "a row for each result")


_WHOLE_NUMBER = re.compile(r"([+-]|−)?[0-9]{1,9}")

_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


@checked
@dataclass(frozen=True, slots=True)
class Effect:
    """What a result does to one side.

    Attributes:
        disordered: its units are disordered.
        retreat: ``"none"``; ``"check"``, they check their cohesion against retreat;
            ``"automatic"``, without a check; ``"ruling"``, what the reading of R-N17 says.
    """

    disordered: bool
    retreat: Retreat


@checked
@dataclass(frozen=True, slots=True)
class Row(Span):
    """One row: the modified results from ``lowest`` to ``highest`` and what they do.

    Attributes:
        attackers: what happens to the attackers.
        defenders: what happens to the defenders.
        pursuit: the attackers fight on: charging cavalry pursues, infantry may break through.
        counter_shock: the defenders may advance and strike back.
        basis: what of it is printed, and what is restored, from which example; or nothing.
        source: where the row comes from.
    """

    attackers: Effect
    defenders: Effect
    pursuit: bool = False
    counter_shock: bool = False
    basis: str = ""
    source: str = SECONDARY_SOURCE

    def __post_init__(self) -> None:
        Span.__post_init__(self)
        if self.basis != "":
            require_text("basis", self.basis)
        require_text("source", self.source)


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """A shock resolution table.

    Attributes:
        rows: its rows in any order; they are kept from the lowest up.
        source: where the table comes from.
        gaps: ``"refuse"`` a table that leaves a result open, or ``"report"`` such a result as
            unspecified when it comes up.

    Raises:
        InvalidValue: no rows; rows that overlap, both named; results that no row covers.
    """

    rows: tuple[Row, ...]
    source: str = SECONDARY_SOURCE
    gaps: Gaps = "refuse"

    def __post_init__(self) -> None:
        require_text("source", self.source)
        require_word("gaps", self.gaps, get_args(Gaps))
        object.__setattr__(self, "rows", in_order("rows", self.rows, Row))
        if self.gaps == "refuse":
            require_no_gap("rows", self.rows)

    @property
    def missing(self) -> tuple[Span, ...]:
        """The results that no row covers."""
        return missing(self.rows)

    @uses("TG-9.81-7")
    def row(self, result: int) -> Row | None:
        """The row of a modified result; ``None`` where the table has a gap."""
        result = require_whole("result", result)
        return next((row for row in self.rows if row.covers(result)), None)

    @classmethod
    def load(cls, path: str | Path, gaps: Gaps | None = None) -> Self:
        """Read a table from a ``.toml`` or ``.csv`` file; ``gaps`` as in the class."""
        name, text = read_text(path)
        if name.lower().endswith(".toml"):
            return cls.from_toml(text, name=name, gaps=gaps)
        if name.lower().endswith(".csv"):
            return cls.from_csv(text, name=name, gaps=gaps)
        raise InvalidValue("path", str(path), "a file that ends in .toml or .csv")

    @classmethod
    def from_toml(cls, text: str, *, name: str = "table", gaps: Gaps | None = None) -> Self:
        """Read a table as :meth:`to_toml` writes it; ``name`` is what errors call it."""
        return cls.from_data(read_toml(name, text), name=name, gaps=gaps)

    @classmethod
    def from_data(cls, data: Mapping[str, Any], *, name: str, gaps: Gaps | None = None) -> Self:
        """Read a table from what a TOML text says."""
        read_keys(require_instance("name", name, str), data, ["row"], ["source", "gaps"])
        source = require_text(f"{name}, source", data.get("source", SECONDARY_SOURCE))
        rows = [
            _row_of(f"{name}, row {number}", raw, source)
            for number, raw in enumerate(read_list(f"{name}, row", data["row"]), start=1)
        ]
        with located(name):
            return cls(tuple(rows), source, data.get("gaps", "refuse") if gaps is None else gaps)

    @classmethod
    def from_csv(
        cls,
        text: str,
        *,
        name: str = "table",
        source: str = SECONDARY_SOURCE,
        gaps: Gaps | None = None,
    ) -> Self:
        """Read a table as :meth:`to_csv` writes it; an empty bound is no bound.

        Columns may stand in any order. ``basis`` and ``source`` may be left out.
        """
        with located(name):
            require_text("source", source)
        rows = [
            _row_of(f"{name}, row {number}", _nested(f"{name}, row {number}", cells), source)
            for number, cells in enumerate(_csv_rows(name, text), start=1)
        ]
        with located(name):
            return cls(tuple(rows), source, "refuse" if gaps is None else gaps)

    def to_toml(self) -> str:
        """The table as TOML; :meth:`from_toml` reads it back."""
        lines = [f"source = {as_toml(self.source)}", f"gaps = {as_toml(self.gaps)}"]
        for row in self.rows:
            told = {key: each for key, each in asdict(row).items() if each is not None}
            for side in SIDES:
                effect = ", ".join(f"{key} = {as_toml(each)}" for key, each in told[side].items())
                told[side] = f"{{ {effect} }}"
            lines += ["", "[[row]]"]
            lines += [f"{k} = {v if k in SIDES else as_toml(v)}" for k, v in told.items()]
        return "\n".join(lines) + "\n"

    def to_csv(self) -> str:
        """The rows as CSV; :meth:`from_csv` reads them back, given ``source`` and ``gaps``."""
        written = io.StringIO()
        writer = csv.writer(written, lineterminator="\n")
        writer.writerow((*CSV_COLUMNS, *MARKS))
        for row in self.rows:
            cells: list[Any] = []
            for each in asdict(row).values():
                cells += each.values() if isinstance(each, dict) else [each]
            writer.writerow(str(x).lower() if isinstance(x, bool) else x for x in cells)
        return written.getvalue()


def _row_of(place: str, raw: object, source: str) -> Row:
    data = read_keys(place, raw, [*SIDES, *RESULTS], ["lowest", "highest", *MARKS])
    row: Row = of_fields(Row, {"lowest": None, "highest": None, "source": source, **data}, place)
    return row


def _csv_rows(name: str, text: object) -> list[dict[str, str]]:
    """Return the rows as dictionaries, after checking the columns."""
    require_instance(require_instance("name", name, str), text, str)
    if len(str(text)) > LARGEST:
        raise InvalidValue(name, text, f"a text of at most {LARGEST} letters")
    try:
        lines = [line for line in csv.reader(io.StringIO(str(text)), strict=True) if line]
    except csv.Error as error:
        raise faulty(name, "CSV", error) from None
    header = [cell.strip() for cell in lines[0]] if lines else []
    allowed = (*CSV_COLUMNS, *MARKS)
    for column in header:
        if column not in allowed:
            raise InvalidValue(f"{name}, column", column, ", ".join(allowed))
        if header.count(column) > 1:
            raise InvalidValue(f"{name}, column", Words(f"{column!r} twice"), "each column once")
    for column in CSV_COLUMNS:
        if column not in header:
            raise InvalidValue(f"{name}, column {column}", NOTHING, "this column, too")
    for number, line in enumerate(lines[1:], start=1):
        if len(line) != len(header):
            count = Words(f"{len(line)} values")
            raise InvalidValue(f"{name}, row {number}", count, f"{len(header)}, one a column")
    return [dict(zip(header, line, strict=True)) for line in lines[1:]]


def _nested(place: str, cells: Mapping[str, str]) -> dict[str, Any]:
    """Turn the words of a row of CSV into what the same row of TOML says."""
    data: dict[str, Any] = {side: {} for side in SIDES}
    for column, cell in cells.items():
        where, word = f"{place}, {column}", cell.strip()
        side, _, field = column.partition("_")
        if column in ("lowest", "highest"):
            if word:
                data[column] = _number(where, word)
        elif column in MARKS:
            if word:
                data[column] = cell
        elif field == "retreat":
            data[side][field] = word
        elif side in SIDES:
            data[side][field] = _flag(where, word)
        else:
            data[column] = _flag(where, word)
    return data


def _number(where: str, word: str) -> int:
    if not _WHOLE_NUMBER.fullmatch(word):
        allowed = f"nothing, or a whole number from {-FARTHEST} to {FARTHEST}"
        raise InvalidValue(where, word, allowed)
    return int(word.replace("−", "-"))


def _flag(where: str, word: str) -> bool:
    return _TRUTHS[require_word(where, word.lower(), _TRUTHS)]
