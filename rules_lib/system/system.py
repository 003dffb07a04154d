"""A system: one object of a game that generic code asks; no generic code knows a game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules_lib.rulebook import HouseRules, RulingSet
from rules_lib.system.kinds import InWords
from rules_lib.system.report import Report
from rules_lib.system.situation import Situation

ALL = ""
"""Whose chances they are, where they are not those of a single unit."""


def untold(*_: Any) -> Report:
    """No report."""
    return Report((), {})


def nothing(*_: Any) -> Iterable[str]:
    """No notes."""
    return ()


def apart(*_: Any) -> Mapping[str, Any]:
    """No field hangs together with another one."""
    return {}


@dataclass(frozen=True, slots=True)
class About:
    """The help of a command.

    Attributes:
        answers: what it answers, in a few sentences.
        examples: lines that work, from the name on, each with what it tells.
        keys: keys of its JSON, each with what stands there.
        notes: what else has to be known, a line each.
        dice: what stands above the options of recorded dice.
        fields: names in the library that are not those of its options, and what they come from.
    """

    answers: str = ""
    examples: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""
    dice: str = "recorded dice, instead of odds"
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Nothing:
    """Of what has no recorded dice."""


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
        asked: what its command asks, if not a situation.
        dice: recorded dice, as its command asks them; with one field only this is meant.
        counted: reports the odds, from what is asked and notes.
        recorded: reports what came of recorded dice, from what is asked, the dice, and notes.
        about: the help of its command.
        idle: what a situation says, and nothing asks for; from it, and the names of what is said
            and need not be, each as it is called where it was said.
        words: how its things are said in words.
        together: reads those fields that depend on each other, or on the readings; from the words
            for all fields, what errors call a field, and the readings.
        bear: refuses a situation whose odds take too long for one answer.
    """

    name: str
    inputs: type[Situation]
    rulings: tuple[type[RulingSet], ...]
    example: str
    chances: Callable[[Any], Mapping[str, Mapping[str, Fraction]]]
    ended: Callable[[Any], str]
    notes: Callable[[Any, Any], Iterable[str]] = nothing
    idle: Callable[[Any, Mapping[str, str]], Iterable[str]] = nothing
    words: Mapping[Any, InWords] = field(default_factory=dict)
    together: Callable[[Mapping[str, Any], Callable[[str], str], HouseRules], Mapping[str, Any]] = (
        apart
    )
    bear: Callable[[Any], object] = nothing
    asked: type[Situation] | None = None
    dice: type = Nothing
    counted: Callable[[Any, tuple[str, ...]], Report] = untold
    recorded: Callable[[Any, Any, tuple[str, ...]], Report] = untold
    about: About = About()

    @property
    def asks(self) -> type[Situation]:
        """What its command asks."""
        return self.asked or self.inputs
