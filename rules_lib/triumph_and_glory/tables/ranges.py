"""Ranges of results, and the checks that the rows of a table cover each result once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from rules_lib.errors import InvalidValue, keep_int, require_instance, require_iterable
from rules_lib.text.files import Words

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
