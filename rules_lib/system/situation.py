"""What every situation has: readings of the open rules, and the questions that it answers."""

from dataclasses import dataclass, field
from typing import Any

from rules_lib.errors import InvalidValue, public_name
from rules_lib.probability import Rng
from rules_lib.rulebook import HouseRules, RulingSet
from rules_lib.system.registry import system_of

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
        own = system_of(type(self)).rulings
        for each in self.rulings if isinstance(self.rulings, tuple) else (self.rulings,):
            if type(each) not in own:
                raise InvalidValue("rulings", each, f"a {' or a '.join(map(public_name, own))}")
            chosen |= each.departures()
        object.__setattr__(self, "rulings", HouseRules(chosen))

    @property
    def house(self) -> HouseRules:
        """How the open rules are read."""
        assert isinstance(self.rulings, HouseRules)
        return self.rulings

    def odds(self) -> Any:
        """Its exact odds."""
        raise NotImplementedError

    def play(self, rng: Rng) -> Any:
        """Roll it to its end."""
        raise NotImplementedError
