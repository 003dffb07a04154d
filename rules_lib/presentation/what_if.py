"""Where a reader may throw other dice for what is told: the dice page, filled in as it happened."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

Entry = tuple[str, object]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A link into a form of the dice page.

    Attributes:
        form: which form.
        entries: what stands in its fields, in order; of those that repeat, one a throw.
        dice: for each drawing of the transcript, whose dice it shows and the field they stand in.
    """

    form: str
    entries: tuple[Entry, ...]
    dice: tuple[tuple[tuple[str, str], ...], ...]

    @property
    def link(self) -> str:
        """The form and its fields, as the page reads them after the ``#``."""
        return f"{self.form}?{urlencode(self.entries)}"
