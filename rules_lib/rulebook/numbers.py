"""Numbers of the rules in the texts about them: a text names the constant that the engine uses."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from rules_lib.errors import RulesError, shown

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Number(int):
    """A whole number as a text may say it: ``{MARKERS}``, ``{MARKERS.word}``."""

    @property
    def word(self) -> str:
        """``three``; more than ten in digits."""
        return WORDS[self] if 0 <= self < len(WORDS) else str(int(self))

    @property
    def Word(self) -> str:
        """``Three``, at the beginning of a sentence."""
        return self.word.capitalize()

    @property
    def size(self) -> str:
        """Without its sign, as in "subtract 2"."""
        return str(abs(int(self)))


class Numbers:
    """The table ``[numbers]`` of a ``rules.toml``: a name, and the constant that it stands for.

    ``MARKERS = "paper_tigers.sniper.state.MARKERS"``. Constants are looked up when a text names
    them, for the games import the rulebook.
    """

    def __init__(self, table: Mapping[str, str]) -> None:
        self._table = table

    def __getitem__(self, name: str) -> Any:
        if name not in self._table:
            known = ", ".join(self._table) or "none"
            raise RulesError(f"{{{name}}} is no number of the table [numbers]; known: {known}")
        module, _, constant = self._table[name].rpartition(".")
        try:
            return _told(getattr(import_module(f"rules_lib.{module}"), constant))
        except (ImportError, AttributeError):
            raise RulesError(f"[numbers]: rules_lib has no {shown(self._table[name])}") from None

    def fill(self, text: str) -> str:
        """The text with its numbers; without a table, braces are braces."""
        return text.format_map(self) if self._table and "{" in text else text


def _told(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _told(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(map(_told, value))
    return Number(value) if type(value) is int else value
