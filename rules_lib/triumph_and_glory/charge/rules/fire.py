"""Reaction fire (Встречный Огонь) of artillery: its modifiers and its table.

The numbers are the secondary source's 8.6. Only the +1 at a square is the source's own.
"""

from collections.abc import Iterable

from rules_lib.errors import (
    IllegalAction,
    InvalidValue,
    UnspecifiedBySource,
    require_bool,
    require_instance,
    require_iterable,
    require_whole,
)
from rules_lib.probability import Distribution
from rules_lib.rulebook import implements, uses
from rules_lib.triumph_and_glory.charge.cohesion import DIE
from rules_lib.triumph_and_glory.charge.rules.modifiers import Modifier
from rules_lib.triumph_and_glory.tables.secondary import (
    FireEffect,
    FireRow,
    Secondary,
    require_secondary,
)
from rules_lib.triumph_and_glory.units import Artillery, Order, Unit

__all__ = [
    "FIRE_AT_SQUARE_DRM",
    "FireEffect",
    "FireRow",
    "fire_drm",
    "fire_modifiers",
    "fire_odds",
    "fire_result",
]

FIRE_AT_SQUARE_DRM = 1
"""TG-9.85g"""


@implements("TG-9.85g")
@uses("TG-9.81-6")
def fire_modifiers(
    gun: Artillery,
    target_units: Iterable[Unit],
    *,
    adjacent: bool,
    in_square: bool,
    secondary: Secondary | None = None,
) -> tuple[Modifier, ...]:
    """What is added to the die of a gun that fires at a hex, its fire strength first.

    Args:
        gun: the artillery.
        target_units: all units in the hex it fires at.
        adjacent: that hex is next to the gun.
        in_square: the units there are in square.
        secondary: where the numbers come from.

    Raises:
        IllegalAction: the gun is disordered.
        UnspecifiedBySource: its fire strength is not known.
        InvalidValue: what it is given is of another kind; nobody to fire at.
    """
    require_instance("gun", gun, Artillery)
    require_bool("adjacent", adjacent)
    require_bool("in_square", in_square)
    table = require_secondary(secondary)
    targets = list(require_iterable("target_units", target_units, "a list of Unit"))
    for number, unit in enumerate(targets):
        require_instance(f"target_units[{number}]", unit, Unit)
    if not targets:
        raise InvalidValue("target_units", targets, "one unit or more")
    if gun.order == Order.DISORDERED:
        what = f"{gun.name} fires, and is disordered; secondary source 9.61"
        raise IllegalAction(what, ["TG-9.81-6"])
    if gun.fire is None:
        raise UnspecifiedBySource(f"fire of {gun.name!r}")
    further = max(0, sum(not isinstance(unit, Artillery) for unit in targets) - 1)
    found = [Modifier(f"fire strength of {gun.name}", gun.fire, ("TG-9.81-6",))]
    if adjacent:
        found.append(Modifier("at the next hex", table.fire_adjacent_drm, secondary=True))
    if in_square:
        found.append(Modifier("at a square", FIRE_AT_SQUARE_DRM, ("TG-9.85g",)))
    if further:
        massed = further * table.fire_further_unit_drm
        found.append(Modifier("massed target", massed, secondary=True))
    return tuple(found)


@uses("TG-9.81-6", "TG-9.85g")
def fire_drm(
    gun: Artillery,
    target_units: Iterable[Unit],
    *,
    adjacent: bool,
    in_square: bool,
    secondary: Secondary | None = None,
) -> int:
    """The sum of :func:`fire_modifiers`: all that is added to the die, fire strength included."""
    found = fire_modifiers(
        gun, target_units, adjacent=adjacent, in_square=in_square, secondary=secondary
    )
    return sum(each.value for each in found)


@uses("TG-9.81-6")
def fire_result(result: int, secondary: Secondary | None = None) -> FireRow:
    """The row of the fire table for a modified result: the die and :func:`fire_drm`."""
    result = require_whole("result", result)
    rows = require_secondary(secondary).fire_rows
    return next(row for row in rows if row.covers(result))


@uses("TG-9.81-6")
def fire_odds(
    gun: Artillery,
    target_units: Iterable[Unit],
    *,
    adjacent: bool,
    in_square: bool,
    secondary: Secondary | None = None,
) -> Distribution[FireEffect]:
    """How likely each row of the fire table is. What a check then brings is not part of it."""
    drm = fire_drm(gun, target_units, adjacent=adjacent, in_square=in_square, secondary=secondary)

    def effect(roll: int) -> FireEffect:
        return fire_result(roll + drm, secondary).effect

    return DIE.map(effect)
