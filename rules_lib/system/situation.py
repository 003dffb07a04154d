"""What every situation has: readings of the open rules, and the questions that it answers."""

from dataclasses import dataclass, field
from typing import Any

from rules_lib.probability import Rng
from rules_lib.rulebook import HouseRules

UNSAID = {"unsaid": True}
"""Marks a field that no table of fields holds."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is on the table, for one of the systems.

    Attributes:
        house: how the open rules are read.
    """

    house: HouseRules = field(default_factory=HouseRules, kw_only=True, metadata=UNSAID)

    def odds(self) -> Any:
        """Its exact odds."""
        raise NotImplementedError

    def play(self, rng: Rng) -> Any:
        """Roll it to its end."""
        raise NotImplementedError
