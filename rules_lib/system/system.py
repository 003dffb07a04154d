"""A system: one object of a game that generic code asks; no generic code knows a game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules_lib.rulebook import HouseRules, RulingSet
from rules_lib.system.kinds import InWords
from rules_lib.system.situation import Situation

ALL = ""
"""Whose chances they are, where they are not those of a single unit."""


def nothing(*_: Any) -> Iterable[str]:
    """No notes."""
    return ()


def apart(*_: Any) -> Mapping[str, Any]:
    """No field hangs together with another one."""
    return {}


@dataclass(frozen=True, slots=True)
class System:
    """All that generic code asks of a system.

    Attributes:
        name: that of its command, and of its files.
        inputs: its situations.
        rulings: its open rules.
        example: a situation to begin with, in TOML.
        chances: how a situation can end, each with its chance, from its odds: of the whole
            (:data:`ALL`), or of each unit.
        ended: how a game ended, in the words of ``chances`` where they have some for it.
        notes: what else has to be said of odds, from the situation and these.
        idle: what a situation says, and nothing asks for.
        words: how its things are said in words.
        together: reads those fields of a file that depend on each other, or on its readings; from
            its data, what errors call it, and its readings.
        bear: refuses a situation whose odds take too long for one answer.
    """

    name: str
    inputs: type[Situation]
    rulings: tuple[type[RulingSet], ...]
    example: str
    chances: Callable[[Any], Mapping[str, Mapping[str, Fraction]]]
    ended: Callable[[Any], str]
    notes: Callable[[Any, Any], Iterable[str]] = nothing
    idle: Callable[[Any], Iterable[str]] = nothing
    words: Mapping[Any, InWords] = field(default_factory=dict)
    together: Callable[[Mapping[str, Any], str, HouseRules], Mapping[str, Any]] = apart
    bear: Callable[[Any], object] = nothing
