"""How situations of the cavalry charge are written down; numbers are cohesion.

Disordered units have one cohesion less. This is given: only the panel of R-N2 takes it away.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from rules_lib.impact.model import NoAnswer, Situation, Value
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Attack, Outcome, Place, Stack, Target
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order

Wanted: TypeAlias = Callable[[Outcome], bool]
Plan: TypeAlias = Mapping[str, str | bool]

PLAIN: Plan = {
    "square": False,
    "counter-charge": False,
    "recall": False,
    "fire": False,
    "retreat before shock": False,
    "counter-shock": False,
    "breakthrough": False,
    "answer": "stand",
    "counter-charge at": "first",
    "occupy": False,
    "go on": "charge",
    "advance": "first",
    "pursuers": "first",
}
"""Nobody does what need not be done, but whoever may charge on does."""


def heavy(name: str = "A", cohesion: int = 5, strength: int = 6, **more: Any) -> Cavalry:
    """Heavy cavalry."""
    return Cavalry(name, cohesion, strength, _disordered(cohesion), heavy=True, **more)


def light(name: str = "A", cohesion: int = 5, strength: int = 6, **more: Any) -> Cavalry:
    """Light cavalry."""
    return Cavalry(name, cohesion, strength, _disordered(cohesion), heavy=False, **more)


def foot(name: str = "Y", cohesion: int = 6, strength: int = 6, **more: Any) -> Infantry:
    """Infantry."""
    return Infantry(name, cohesion, strength, _disordered(cohesion), **more)


def battery(name: str = "G", fire: int = 5) -> Artillery:
    """Artillery."""
    return Artillery(name, 5, 1, _disordered(5), fire=fire)


def _disordered(cohesion: int) -> int:
    return max(0, cohesion - 1)


def chance(
    attacks: Iterable[Attack], wanted: Wanted, rulings: charge.Rulings, plan: Plan | None = None
) -> Value:
    """The chance that attacks end as ``wanted``; decisions not given are those of ``PLAIN``."""
    odds = charge.odds(charge.Situation(tuple(attacks)), {**PLAIN, **(plan or {})}, rulings)
    silent = sum(odds.unspecified.values(), Fraction(0))
    if silent:
        return NoAnswer(f"no answer {_percent(silent)} of the time")
    return odds.outcomes.probability(wanted)


def situation(
    name: str,
    stacks: Iterable[Stack],
    targets: Iterable[Target],
    wanted: Wanted,
    plan: Plan | None = None,
    *,
    also_in_front: Iterable[Target] = (),
) -> Situation:
    """One attack, and the chance that it ends as ``wanted``."""
    attack = Attack(tuple(stacks), tuple(targets), also_in_front=tuple(also_in_front))
    return Situation(name, lambda rulings: chance((attack,), wanted, rulings, plan))


def _percent(share: Fraction) -> str:
    tenths = int(1000 * share + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10} %"


def driven_out(outcome: Outcome) -> bool:
    """The target has left its hex."""
    return outcome.left("Y")


def off_the_map(outcome: Outcome) -> bool:
    """The target has left the map."""
    return outcome.gone("Y")


def ends(name: str, *places: Place) -> Wanted:
    """A unit ends in one of these places."""
    return lambda outcome: outcome.fate(name).place in places


def beaten(outcome: Outcome) -> bool:
    """The target is disordered or off the map."""
    return outcome.gone("Y") or outcome.fate("Y").order == Order.DISORDERED
