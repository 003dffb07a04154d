"""What every situation has: readings of the open rules, and the questions that it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Self, cast

from rules_lib.errors import InvalidValue, public_name, whole_number
from rules_lib.probability import Rng
from rules_lib.rulebook import HouseRules, RulingSet
from rules_lib.rulebook.defaults import rulings_class
from rules_lib.system.registry import system_of
from rules_lib.text.files import write_new

UNSAID = {"unsaid": True}
"""Marks a field that no table of fields holds."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is on the table, for one of the systems.

    Attributes:
        rulings: how the open rules are read: the rulings of its system, several sets of them where
            it has several, or the house rules of a table, as which they are kept.

    Raises:
        InvalidValue: rulings of another system.
    """

    rulings: HouseRules | RulingSet | tuple[RulingSet, ...] = field(
        default_factory=HouseRules, kw_only=True, metadata=UNSAID
    )

    def __post_init__(self) -> None:
        if isinstance(self.rulings, HouseRules):
            return
        chosen: dict[str, Any] = {}
        system = system_of(type(self))
        own = dict.fromkeys((*system.rulings, *map(rulings_class, system.borrows)))
        for each in self.rulings if isinstance(self.rulings, tuple) else (self.rulings,):
            if type(each) not in own:
                raise InvalidValue("rulings", each, f"a {' or a '.join(map(public_name, own))}")
            read = each.departures()
            if type(each) not in system.rulings and (more := read.keys() - {*system.borrows}):
                raise InvalidValue("rulings", each, f"no reading of {', '.join(sorted(more))} here")
            chosen |= read
        object.__setattr__(self, "rulings", HouseRules(chosen))

    @property
    def house(self) -> HouseRules:
        """How the open rules are read."""
        assert isinstance(self.rulings, HouseRules)
        return self.rulings

    def odds(self) -> Any:
        """Its exact odds."""
        raise NotImplementedError

    def adjudicate(self, dice: Any) -> Any:
        """What came of recorded dice, as far as they go."""
        raise NotImplementedError

    def play(self, rng: Rng | int) -> Any:
        """Roll it to its end.

        Args:
            rng: a seed, a ``random.Random``, or a ``Generator`` of numpy.
        """
        raise NotImplementedError

    def best(self, goal: Any) -> Any:
        """The decisions that are best for a goal, and what they bring.

        Raises:
            InvalidValue: another goal; or there is nothing to decide.
        """
        raise InvalidValue("goal", goal, "none: nothing is decided here")

    def due(self, dice: Any = ()) -> str:
        """What is to be rolled, drawn or decided after these dice; ``""`` if it is over."""
        raise NotImplementedError

    def save(self, path: str | Path) -> None:
        """Write it to a file that is not there yet: in JSON if it is called so, else in TOML."""
        in_json = isinstance(path, str | Path) and str(path).lower().endswith(".json")
        write_new("path", path, system_of(type(self)).written(self, in_json))

    @classmethod
    def parse(cls, words: str | Mapping[str, Any]) -> Self:
        """The situation that words tell of: the lines of a file, or a table of its fields.

        Raises:
            RulesError: something is missing, unknown or broken; names the field, what stands there,
                and what is allowed.
        """
        made = system_of(cls).parse(words)
        assert isinstance(made, cls)
        return made

    def __str__(self) -> str:
        """The lines of its file, which :meth:`parse` reads."""
        return str(system_of(type(self)).written(self))


class _OfNumpy:
    """A generator of numpy as a source of chance."""

    def __init__(self, generator: Any) -> None:
        self.generator = generator

    def randrange(self, stop: int, /) -> int:
        return int(self.generator.integers(stop))


def source_of_chance(rng: object) -> Rng:
    """What dice are rolled with, from a seed or a generator of any kind.

    Raises:
        InvalidValue: it is none.
    """
    if (seed := whole_number(rng)) is not None:
        return Random(seed)
    kind = type(rng)
    if callable(getattr(kind, "randrange", None)):
        return cast(Rng, rng)
    if callable(getattr(kind, "integers", None)):
        return _OfNumpy(rng)
    raise InvalidValue("rng", rng, "a seed, a random.Random, or a Generator of numpy")
