"""How odds and advice look as plain text: one line as ``repr``, a few lines as ``str``."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from rules_lib.errors import public_name
from rules_lib.probability._format import percent
from rules_lib.values.rich_display import RichDisplay

SummaryRows: TypeAlias = Iterable[tuple[str, Fraction | str]]
"""Labels with chances, or with words."""


class Summary(RichDisplay):
    """Base of answers that say in a few numbers what they hold; all else is in their fields."""

    __slots__ = ()

    def _summary_rows(self) -> SummaryRows:
        """What is said, in order."""
        raise NotImplementedError

    def _rows(self) -> list[tuple[str, str]]:
        try:
            return [
                (label, percent(value) if isinstance(value, Fraction) else value)
                for label, value in self._summary_rows()
            ]
        except Exception:  # noqa: BLE001 - made by hand, of what no answer of ours holds
            return [("made of", "what has no odds")]

    def __repr__(self) -> str:
        return f"<{public_name(type(self))}: {', '.join(map(' '.join, self._rows()))}>"

    def __str__(self) -> str:
        rows = self._rows()
        wide = max(len(label) for label, _ in rows)
        return "\n".join(f"{label:<{wide}}  {value:>8}" for label, value in rows)
