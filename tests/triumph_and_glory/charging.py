"""Charges for tests: who fights whom, with nothing in the way but what a test asks for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.moves import NO_REACTION
from rules_lib.triumph_and_glory.charge.rules import combat, modifiers
from rules_lib.triumph_and_glory.example import facts, record
from rules_lib.triumph_and_glory.tables.secondary import default_secondary
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Unit

SECONDARY = default_secondary()

NEVER: dict[str, str | bool] = {**NO_REACTION, "go on": "stop"}
"""Nobody does what need not be done."""


def reading(**rulings: Any) -> charge.Rulings:
    """How the rules are read; who is disordered has one cohesion less, unless said otherwise."""
    return charge.Rulings(**{"disordered_cohesion": "one_lower", **rulings})


def heavy(name: str = "A", cohesion: int = 4, **more: Any) -> Cavalry:
    return Cavalry(name, cohesion, **{"strength": 6, "heavy": True, **more})


def light(name: str = "L", cohesion: int = 4, **more: Any) -> Cavalry:
    return Cavalry(name, cohesion, **{"strength": 6, "heavy": False, **more})


def foot(name: str = "Y", cohesion: int = 6, **more: Any) -> Infantry:
    return Infantry(name, cohesion, **{"strength": 6, **more})


def gun(name: str = "G", cohesion: int = 5, **more: Any) -> Artillery:
    return Artillery(name, cohesion, **{"strength": 1, "fire": 4, **more})


def riders(*units: Unit, **more: Any) -> charge.Stack:
    """A stack that charges."""
    return charge.Stack(units, **more)


def shockers(*units: Unit, **more: Any) -> charge.Stack:
    """A stack that merely shocks."""
    return charge.Stack(units, charges=False, **more)


def at(*units: Unit, **more: Any) -> charge.Target:
    return charge.Target(units, **more)


def attack(
    stacks: Iterable[charge.Stack], targets: Iterable[charge.Target], drm: int = 0, **more: Any
) -> charge.Attack:
    """An attack without modifiers, but for what charging brings, position, and ``drm``."""
    stacks = tuple(stacks)
    names = [unit.name for stack in stacks for unit in stack.units]
    even = {frozenset(some): 0 for n in range(len(names)) for some in combinations(names, n + 1)}
    given = {"ratio_drm": even, "cohesion_drm": 0, "other_drm": drm, **more}
    return charge.Attack(stacks, tuple(targets), **given)


def one(
    stacks: charge.Stack | Iterable[charge.Stack],
    targets: charge.Target | Iterable[charge.Target],
    drm: int = 0,
    **more: Any,
) -> charge.Situation:
    """One attack, as :func:`attack` makes it."""
    stacks = [stacks] if isinstance(stacks, charge.Stack) else stacks
    targets = [targets] if isinstance(targets, charge.Target) else targets
    return charge.Situation((attack(stacks, targets, drm, **more),))


def bonus_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bonus and square count as in the source's example, whatever ours are."""
    printed = dict((*record.FIGHT_OVER_Y.modifiers, *record.FIGHT_OVER_Z.modifiers))
    monkeypatch.setattr(modifiers, "HEAVY_CHARGE_DRM", printed["charge"])
    for module in (combat, facts):
        monkeypatch.setattr(module, "SQUARE_DRM", printed["charge at a square"])


def run(
    situation: charge.Situation,
    dice: Sequence[int] | dict[str, int] = (),
    decisions: dict[str, Any] | None = None,
    **rulings: Any,
) -> charge.Charge:
    """Adjudicate; decisions that are not given are those of ``NEVER``."""
    plan = {**NEVER, **(decisions or {})}
    return charge.adjudicate(situation, dice, plan, reading(**rulings))


def decide(
    situation: charge.Situation,
    goal: charge.Goal,
    decisions: dict[str, Any] | None = None,
    rulings: charge.Rulings | None = None,
    **more: Any,
) -> charge.Best:
    """The best decisions, but for those that are given."""
    return charge.decide(situation, goal, decisions, rulings or reading(), **more)


def odds(
    situation: charge.Situation, decisions: dict[str, Any] | None = None, **rulings: Any
) -> charge.Odds:
    """The odds; decisions that are not given are those of ``NEVER``."""
    return charge.odds(situation, {**NEVER, **(decisions or {})}, reading(**rulings))


def fates(told: charge.Charge) -> dict[str, str]:
    """What became of each unit, in words."""
    return {name: str(fate) for name, fate in told.fates.items()}


def distribution(odds: charge.Odds, name: str) -> dict[str, Fraction]:
    """What becomes of a unit, in words."""
    return {str(fate): p for fate, p in odds.fate(name).items()}


def advanced(told: charge.Charge) -> set[str]:
    return {name for name, fate in fates(told).items() if fate.startswith("advanced")}


def tenths(faces: int) -> Fraction:
    return Fraction(min(10, max(0, faces)), 10)


def passing(cohesion: int, drm: int = 0) -> Fraction:
    """Chance of a check: faces 0 to cohesion less the modifier."""
    return tenths(cohesion - drm + 1)


@dataclass(frozen=True)
class LooksAtAll:
    """A goal that does not say which units it looks at: every case is told apart."""

    goal: Any

    def __call__(self, outcome: charge.Outcome) -> Fraction:
        return Fraction(self.goal(outcome))

    def bounds(self, outcome: charge.Outcome) -> tuple[Fraction, Fraction]:
        least, most = self.goal.bounds(outcome)
        return least, most
