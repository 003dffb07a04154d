"""Numbers of the rules in the texts about them: a text names the constant that the engine uses."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass
from importlib import import_module
from operator import add, mul, sub
from typing import Any

from rules_lib.errors import RulesError, shown
from rules_lib.values.type_checks import checked

NAMED = re.compile(r"\{(?:\d+[-+*])*[A-Z][A-Z_]+(?:[-+*]\w+)*(?:\.\w+|\[\w+\]|:[\d, ]+)*\}(?!`)")
"""A number in a page, where braces also mean other things."""

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
    def size(self) -> "Number":
        """Without its sign, as in "subtract 2"."""
        return Number(abs(self))

    def __format__(self, spec: str) -> str:
        """Also as faces of so many dice: ``{DICE[tank]:6,1}`` is a 6, and a 1 on each other die."""
        first, *more = spec.split(",")
        if not more:
            return super().__format__(spec)
        return ",".join([first, *more, *[more[-1]] * self][:self])


class Faces(tuple[Number, ...]):
    """Faces of a die as a text may say them: ``{SAVING_FACES}`` is "5 or 6"."""

    def __str__(self) -> str:
        *most, last = map(str, self)
        return f"{', '.join(most)} or {last}" if most else last

    @property
    def each(self) -> str:
        """``a 5 or a 6``."""
        return re.sub(r"(\d+)", r"a \1", str(self))


@checked
@dataclass(frozen=True, slots=True)
class Numbers:
    """The tables ``[numbers]`` of ``rules.toml``: a name, and the constant that it stands for.

    ``MARKERS = "paper_tigers.sniper.state.MARKERS"``. Constants are looked up when a text names
    them, for the games import the rulebook. ``{2*MARKERS.word}`` and ``{12-MARKERS}`` are reckoned.
    """

    table: Mapping[str, str]

    def __getitem__(self, name: str) -> Any:
        if reckoned := re.fullmatch(r"(.+)([-+])(.+)", name) or re.fullmatch(r"(.+)(\*)(.+)", name):
            left, right = (self[each] for each in reckoned.group(1, 3))
            return Number({"-": sub, "+": add, "*": mul}[reckoned[2]](left, right))
        if name.isdecimal():
            return Number(name)
        if name not in self.table:
            known = ", ".join(self.table) or "none"
            raise RulesError(f"{{{name}}} is no number of the table [numbers]; known: {known}")
        module, _, constant = self.table[name].rpartition(".")
        try:
            return in_text(getattr(import_module(f"rules_lib.{module}"), constant))
        except (ImportError, AttributeError):
            raise RulesError(f"[numbers]: rules_lib has no {shown(self.table[name])}") from None

    def fill(self, text: str) -> str:
        """The text with its numbers; without a table, braces are braces."""
        return text.format_map(self) if self.table and "{" in text else text

    def fill_page(self, text: str) -> str:
        """A page with its numbers; what else stands in braces stays."""
        return NAMED.sub(lambda found: self.fill(found[0]), text)


def in_text(value: Any) -> Any:
    """A number, the faces of a die, or what has numbers, as a text says them."""
    if is_dataclass(value) and not isinstance(value, type):
        return in_text(asdict(value))
    if isinstance(value, Mapping):
        return {str(key): in_text(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return Faces(map(in_text, value))
    return Number(value) if type(value) is int else value
