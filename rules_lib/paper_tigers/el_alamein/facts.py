"""On which rulings it turns what ``claims.toml`` asks of the tutorial; and the audit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from itertools import product
from operator import ne

from rules_lib.examples.audit import Finding, findings
from rules_lib.examples.claims import checks
from rules_lib.paper_tigers import melee
from rules_lib.rulebook import implements
from rules_lib.values.rich_display import DisplayList

HITS_TO_REMOVE = (2, *(melee.HitsToRemove(*each) for each in ((2, 3), (3, 2), (3, 3))))
"""A first exchange costs no unit more than two hits: of R-M9 it only counts whether two remove
infantry, and whether they remove a small team."""

ABOUT_COVER = ("R-M4", "R-M5", "R-M13")
"""No unit of the tutorial is in cover."""

RULED: Mapping[str, str] = {
    each.name: each.metadata["ruling"]
    for each in fields(melee.Rulings)
    if each.metadata["ruling"] not in ABOUT_COVER
}
"""The rulings that can matter, by the names of their fields."""

READINGS: Mapping[str, tuple[object, ...]] = {
    **{
        each.name: each.metadata["readings"] for each in fields(melee.Rulings) if each.name in RULED
    },
    "hits_to_remove": HITS_TO_REMOVE,
}
"""All readings of each ruling that can matter, the default first."""

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
    fights = (
        melee.adjudicate(attacker, defender, [rolls], rulings, complete=False)
        for rulings in every_ruling()
    )
    return tuple(exchange for fight in fights for exchange in fight.exchanges)


def turns_on(facts: Facts, fact: Callable[[melee.Exchange], object]) -> tuple[str, ...]:
    """The rulings on which a fact turns; none if it is the same under every ruling.

    It turns on a ruling if somewhere another reading of that ruling alone changes it.
    """
    values = [fact(each) for each in facts]
    return tuple(
        RULED[name]
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


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a sentence lists them."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


@implements("E-A1", "E-A2", "E-A3", "E-A4", "E-A5", "E-A6")
def audit() -> DisplayList[Finding]:
    """Replay every printed test and exchange; the errata first, then the confirmed claims."""
    return findings(checks(__name__))
