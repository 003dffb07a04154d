"""The example as the engine takes it: its units, what was declared, and a map it can stand on."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from rules_lib.errors import InvalidValue, require_bool
from rules_lib.triumph_and_glory.charge.attack import Attack, Stack, Target
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Situation
from rules_lib.triumph_and_glory.example import record
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

Types: TypeAlias = Mapping[str, bool | None]
"""Which of the French are heavy: True or False by name; None or left out, it stays open."""

READ = Rulings(disordered_cohesion="one_lower")
"""How it has to be read: the cohesion of disordered units is not printed (R-N2)."""

A_HEAVY: Types = {"A": True}
"""Our choice where the example says only that one of two is heavy; it changes nothing there."""

STARTS = {"A": Hex(-3, 0), "B": Hex(-3, 1), "C": Hex(-4, 2)}
PATHS = {
    "A": (Hex(-2, 0), Hex(-1, 0)),
    "B": (Hex(-2, 1), Hex(-1, 1)),
    "C": (Hex(-3, 2), Hex(-2, 2)),
}
TARGETS = {"Y": Hex(0, 0), "Z": Hex(-1, 2)}
FRENCH_FACING, RUSSIAN_FACING = 5, 3
CLEAR = Terrain("clear", 1)
RADIUS = 6


def all_types() -> Iterator[Types]:
    """Every way in which the French can be heavy and light, with one of A and B heavy."""
    for a, b in ((True, False), (False, True), (True, True)):
        for c in (False, True):
            yield FrozenMap({"A": a, "B": b, "C": c})


def chargers(heavy: Types = A_HEAVY) -> dict[str, Cavalry]:
    """The French units.

    Raises:
        InvalidValue: a unit that is not there, or neither A nor B is heavy.
    """
    names = [each.name for each in record.CHARGERS]
    if not isinstance(heavy, Mapping):
        raise InvalidValue("heavy", heavy, "a mapping such as {'A': True}")
    for name, value in heavy.items():
        if name not in names:
            raise InvalidValue("heavy", name, ", ".join(names))
        if value is not None:
            require_bool(f"heavy of {name!r}", value)
    if not any(heavy.get(name) for name in record.HEAVY_AMONG):
        allowed = f"at least one of {' and '.join(record.HEAVY_AMONG)} heavy, as the example has it"
        raise InvalidValue("heavy", dict(heavy), allowed)
    return {
        each.name: Cavalry(each.name, each.cohesion, heavy=heavy.get(each.name))
        for each in record.CHARGERS
    }


def defenders(*, after_step_4: bool = False) -> dict[str, Infantry]:
    """The Russian units in good order, or after their rolls for square: disordered, in square."""
    units = {
        each.name: Infantry(each.name, each.cohesion, cohesion_disordered=each.disordered)
        for each in record.DEFENDERS
    }
    if after_step_4:
        for roll in record.ROLLS:
            if roll.who in units:
                order = Order.SQUARE if roll.passed else Order.DISORDERED
                units[roll.who] = units[roll.who].ordered(order)
    return units


@checked
def situation(
    heavy: Types = A_HEAVY,
    *,
    b_in_other_front: bool = True,
    defensive_fire_drm: int = 0,
    after_step_4: bool = False,
) -> Situation:
    """What is declared in the example.

    B comes through the rear of Y, and A through its front: the modifier for position that the
    example speaks of is the one for front and rear at once (secondary source). Strengths are not
    printed, only the ratio of those who came to fight; for any others it is unspecified.

    Args:
        heavy: who of the French is heavy.
        b_in_other_front: B ends its charge in the front of another enemy, as printed.
        defensive_fire_drm: of the Russians; in a charge it never counts (TG-9.81-3).
        after_step_4: the Russians as their rolls for square left them, so that the odds of the
            fights are those of the example.
    """
    french, russian = chargers(heavy), defenders(after_step_4=after_step_4)
    attacks = []
    for fight in (record.FIGHT_OVER_Y, record.FIGHT_OVER_Z):
        stacks = tuple(_stack(french[name], b_in_other_front) for name in fight.attackers)
        target = Target(
            (russian[fight.defender],), clear_terrain=True, defensive_fire_drm=defensive_fire_drm
        )
        ratio = dict(fight.modifiers)["strength ratio"]
        attacks.append(
            Attack(stacks, (target,), ratio_drm={frozenset(fight.attackers): ratio}),
        )
    return Situation(tuple(attacks))


def _stack(unit: Cavalry, b_in_other_front: bool) -> Stack:
    through: Literal["front", "rear"] = "rear" if unit.name == "B" else "front"
    return Stack((unit,), through=through, in_other_front=unit.name == "B" and b_in_other_front)


def board(heavy: Types = A_HEAVY) -> Board:
    """A map of our own on which the example can happen: its own is a picture that is not printed.

    A and B start three hexes from Y, C three from Z. A goes for the front of Y; B for its rear,
    where it stands in the front of Z.
    """
    french, russian = chargers(heavy), defenders()
    units = [Placed(french[n], at, "French", FRENCH_FACING) for n, at in STARTS.items()]
    units += [Placed(russian[n], at, "Russian", RUSSIAN_FACING) for n, at in TARGETS.items()]
    return Board.filled(CLEAR, radius=RADIUS, units=units)
