"""The table that tells what a modified shock result does to both sides; replaceable data.

The table used by default stands in ``secondary.toml``: the source's excerpt refers to a table that
it does not contain, so it is taken from the secondary source.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
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
from rules_lib.text.files import Words, located, read_keys, read_list, require_text
from rules_lib.values.type_checks import checked

SECONDARY_SOURCE = "secondary source"
"""What every number says that is not the source's own."""

Retreat: TypeAlias = Literal["none", "check", "automatic", "ruling"]

Gaps: TypeAlias = Literal["refuse", "report"]

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


def read_rows(
    kind: type[SpanKind], place: str, data: object, needed: Sequence[str], **usual: str
) -> tuple[SpanKind, ...]:
    """Rows as a file has them: what each needs, its bounds where it has some, the usual text."""
    rows, may = [], {"lowest": None, "highest": None, **usual}
    for number, raw in enumerate(read_list(place, data), start=1):
        told = read_keys(f"{place} {number}", raw, needed, may)
        rows.append(of_fields(kind, {**may, **told}, f"{place} {number}"))
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
    def from_data(cls, data: Mapping[str, Any], *, name: str) -> Self:
        """Read a table from what a TOML text says.

        Args:
            data: the rows, each a ``row``; perhaps ``source`` and ``gaps``.
            name: what errors call it.
        """
        read_keys(name, data, ["row"], ["source", "gaps"])
        source = require_text(f"{name}, source", data.get("source", SECONDARY_SOURCE))
        needed = "attackers", "defenders", "pursuit", "counter_shock"
        rows = read_rows(Row, f"{name}, row", data["row"], needed, basis="", source=source)
        with located(name):
            return cls(rows, source, data.get("gaps", "refuse"))
