"""How many units one hex holds (secondary source 6.21)."""

from collections.abc import Iterable, Sequence

from rules_lib.errors import InvalidValue, UnspecifiedBySource, require_instance, require_iterable
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.tables.secondary import Secondary, require_secondary
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Unit

MOST_BATTERIES = 2
"""Artillery units in one hex, if nothing else is there; with others it is one."""


def fits(units: Iterable[Unit], secondary: Secondary | None = None) -> bool:
    """Whether these units may share a hex. What is left of units that fit fits, too.

    Args:
        units: the units.
        secondary: the limits, if they are not those of the secondary source.

    Raises:
        UnspecifiedBySource: it depends on strength points of batteries that are not known.
    """
    stack = tuple(require_iterable("units", units, "units"))
    for number, unit in enumerate(stack):
        require_instance(f"units[{number}]", unit, Unit)
    limits = require_secondary(secondary)
    guns = [each for each in stack if isinstance(each, Artillery)]
    troops = [each for each in stack if not isinstance(each, Artillery)]
    mixed = len({isinstance(each, Cavalry) for each in troops}) > 1
    if mixed or len(stack) > limits.hex_limit:
        return False
    if len(guns) > 1:
        return not troops and _batteries_fit(guns, limits.battery_points_limit)
    brigades = {each.brigade for each in troops}
    one_brigade = len(brigades) == 1 and "" not in brigades
    if guns and len(troops) > 1 and not one_brigade:
        return False
    return len(troops) <= (limits.brigade_stack_limit if one_brigade else limits.stack_limit)


def _batteries_fit(guns: Sequence[Artillery], most: int) -> bool:
    groups = {each.group for each in guns}
    known = [each.strength for each in guns if each.strength is not None]
    unknown = len(guns) - len(known)
    if len(guns) > MOST_BATTERIES or len(groups) > 1 or "" in groups or sum(known) + unknown > most:
        return False
    if unknown:
        names = " and ".join(each.name for each in guns)
        raise UnspecifiedBySource(f"whether {names} fit in one hex, without their strength points")
    return True


def allowed(secondary: Secondary | None = None) -> str:
    """What a hex holds, in words."""
    limits = require_secondary(secondary)
    return (
        f"{limits.stack_limit} infantry or {limits.stack_limit} cavalry units, "
        f"{limits.brigade_stack_limit} of one brigade, never mixed; with them 1 battery, beside 2 "
        f"only if these are of one brigade; {limits.hex_limit} units in all; or {MOST_BATTERIES} "
        f"batteries of one group with at most {limits.battery_points_limit} strength points "
        f"({limits.cite('stacking')})"
    )


def require_fit(at: Hex, units: Iterable[Unit], secondary: Secondary | None = None) -> None:
    """Refuse a stack that breaks the limits, and say where."""
    stack = tuple(units)
    if not fits(stack, secondary):
        names = ", ".join(each.name for each in stack)
        raise InvalidValue(f"units at {at}", names, allowed(secondary))
