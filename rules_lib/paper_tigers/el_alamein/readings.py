"""What an exchange of the tutorial comes to under every combination of readings."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache, lru_cache
from itertools import product
from operator import ne

from rules_lib.paper_tigers import melee

HITS_TO_REMOVE = (2, *(melee.HitsToRemove(*each) for each in ((2, 3), (3, 2), (3, 3))))
"""A first exchange costs no unit more than two hits: of R-M9 it only counts whether two remove
infantry, and whether they remove a small team."""

READINGS: Mapping[str, tuple[object, ...]] = {
    **{each.name: each.metadata["readings"] for each in fields(melee.Rulings)},
    "hits_to_remove": HITS_TO_REMOVE,
}
"""All readings of each ruling, the default first."""

Facts = tuple[melee.Exchange, ...]
"""An exchange under each of :func:`every_ruling`, in its order."""


@cache
def every_ruling() -> tuple[melee.Rulings, ...]:
    """Every combination of readings, the defaults first."""
    chosen = product(*READINGS.values())
    return tuple(melee.Rulings(**dict(zip(READINGS, each, strict=True))) for each in chosen)  # type: ignore[arg-type]


@lru_cache(maxsize=32)
def under_every_ruling(
    attacker: melee.Combatant, defender: melee.Combatant, rolls: tuple[int, int]
) -> Facts:
    """A first exchange from these raw totals, under every combination of readings."""
    return tuple(
        melee.adjudicate(attacker, defender, [rolls], rulings, complete=False).exchanges[0]
        for rulings in every_ruling()
    )


def turns_on(facts: Facts, fact: Callable[[melee.Exchange], object]) -> tuple[str, ...]:
    """The rulings on which a fact turns; none if it is the same under every ruling.

    It turns on a ruling if somewhere another reading of that ruling alone changes it.
    """
    values = [fact(each) for each in facts]
    return tuple(
        _ruling(name)
        for name, default in _by_default().items()
        if any(map(ne, values, map(values.__getitem__, default)))
    )


@cache
def _by_default() -> dict[str, tuple[int, ...]]:
    """For each reading: where the combination stands that has its default, all else alike."""
    total = apart = len(every_ruling())
    found = {}
    for name, readings in READINGS.items():
        apart //= len(readings)  # so far lie combinations that differ in this reading alone
        found[name] = tuple(at - at // apart % len(readings) * apart for at in range(total))
    return found


def _ruling(name: str) -> str:
    (number,) = [each.metadata["ruling"] for each in fields(melee.Rulings) if each.name == name]
    return str(number)


def only_one_left(exchange: melee.Exchange) -> object:
    """Who is the only one left; ``None`` while both stand."""
    return None if exchange.both_stand else exchange.outcome


def ends(exchange: melee.Exchange) -> bool:
    """The exchange ends the melee."""
    return exchange.outcome != melee.Outcome.GOES_ON
