"""Goals of a charge: what an outcome is worth to the attacker."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from rules_lib.errors import InvalidValue, UnspecifiedBySource, require_exact, require_int, shown
from rules_lib.triumph_and_glory.charge.odds import Outcome
from rules_lib.triumph_and_glory.charge.state import GONE, LEFT, Place
from rules_lib.triumph_and_glory.units import Order
from rules_lib.values.summary import number

LARGEST_WORTH = 10**6
"""Most that one unit can be worth to :func:`balance`."""

Goal: TypeAlias = Callable[[Outcome], Fraction | int]
"""What an outcome is worth to the attacker; the defender wants it small.

Where nobody can specify an outcome (``outcome.unspecified``), it is asked for the least and the
most that it may be worth, by its ``bounds(outcome)``; without these there is no answer. One that
looks at some units only and says so, in an attribute ``names``, is answered much faster.
"""

Bounds: TypeAlias = tuple[Fraction, Fraction]
"""The least and the most that something may be worth."""


@dataclass(frozen=True, slots=True)
class _Leave:
    """All these units leave their hex, or the map."""

    names: frozenset[str]
    map: bool

    def __call__(self, outcome: Outcome) -> Fraction:
        return certain(self.bounds(outcome), outcome.unspecified)

    def bounds(self, outcome: Outcome) -> Bounds:
        """The least and the most that an outcome is worth."""
        places = {outcome.fate(name).place for name in self.names}
        wanted = GONE if self.map else LEFT
        most = places <= wanted | {Place.UNSPECIFIED}
        return Fraction(places <= wanted), Fraction(most)


@dataclass(frozen=True, slots=True)
class _Balance:
    """Worth of the enemies driven off the map less that of own units lost; see :func:`balance`."""

    worth: tuple[tuple[str, int], ...]
    disordered: Fraction

    @property
    def names(self) -> frozenset[str]:
        """The units that it looks at."""
        return frozenset(name for name, _ in self.worth)

    def __call__(self, outcome: Outcome) -> Fraction:
        return certain(self.bounds(outcome), outcome.unspecified)

    def bounds(self, outcome: Outcome) -> Bounds:
        """The least and the most that an outcome is worth."""
        least = most = Fraction(0)
        for name, worth in self.worth:
            fate = outcome.fate(name)
            if fate.place == Place.UNSPECIFIED:
                least, most = least + min(worth, 0), most + max(worth, 0)
                continue
            share: Fraction | int = fate.place in GONE
            if not share and fate.order == Order.DISORDERED:
                share = self.disordered
            least, most = least + worth * share, most + worth * share
        return least, most


def certain(bounds: Bounds, gaps: tuple[str, ...]) -> Fraction:
    """What something is worth, if its bounds leave no doubt."""
    if bounds[0] != bounds[1]:
        raise UnspecifiedBySource(resting("what it is worth", bounds, gaps))
    return bounds[0]


def resting(what: str, bounds: Bounds, gaps: Iterable[str]) -> str:
    """What has no value, between what it lies, and on what it rests."""
    return f"{what}, {ranged(bounds)}, depends on {'; '.join(gaps)}"


def ranged(bounds: Bounds) -> str:
    """Bounds in words; one number if there is but one."""
    least, most = map(number, bounds)
    return least if bounds[0] == bounds[1] else f"{least} to {most}"


def drive_out(*names: str) -> Goal:
    """The goal that all these units leave their hex, in whatever way: 1 if so, else 0."""
    _require_units(names)
    return _Leave(frozenset(names), map=False)


def rout(*names: str) -> Goal:
    """The goal that all these units leave the map: 1 if so, else 0."""
    _require_units(names)
    return _Leave(frozenset(names), map=True)


def _require_units(names: tuple[object, ...]) -> None:
    if not names or not all(isinstance(name, str) for name in names):
        raise InvalidValue("names", names, "names of units, one or more")


def balance(
    attackers: Mapping[str, int], defenders: Mapping[str, int], *, disordered: Fraction | int = 0
) -> Goal:
    """Worth of the enemies driven off the map less that of own units lost.

    Args:
        attackers, defenders: what each unit is worth, by name.
        disordered: the share of its worth that a unit loses by being disordered at the end.
    """
    kept: list[tuple[str, int]] = []
    for side, worths, sign in (("defenders", defenders, 1), ("attackers", attackers, -1)):
        if not isinstance(worths, Mapping):
            raise InvalidValue(side, worths, "a mapping from names to worth")
        for name, worth in worths.items():
            if type(worth) is not int or not 0 <= worth <= LARGEST_WORTH:
                worth = require_int(f"worth of {shown(name)} in {side}", worth, 0, LARGEST_WORTH)
            kept.append((name, sign * worth))
    allowed = "a Fraction or a whole number, from 0 to 1"
    share = Fraction(require_exact("disordered", disordered, 0, 1, allowed))
    return _Balance(tuple(kept), share)
