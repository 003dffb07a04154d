"""How many units one hex holds (secondary source 6.2)."""

from collections.abc import Iterable

from rules_lib.errors import InvalidValue, require_instance, require_iterable
from rules_lib.triumph_and_glory.hexes import Hex
from rules_lib.triumph_and_glory.secondary import Secondary, require_secondary
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Unit

MOST_ARTILLERY = 1
"""Artillery units in one hex, alone or with others (secondary source 6.2)."""


def fits(units: Iterable[Unit], secondary: Secondary | None = None) -> bool:
    """Whether these units may share a hex. What is left of units that fit fits, too.

    Args:
        units: the units.
        secondary: the limits, if they are not those of the secondary source.
    """
    stack = tuple(require_iterable("units", units, "units"))
    for number, unit in enumerate(stack):
        require_instance(f"units[{number}]", unit, Unit)
    limits = require_secondary(secondary)
    troops = [each for each in stack if not isinstance(each, Artillery)]
    brigades = {each.brigade for each in troops}
    one_brigade = len(brigades) == 1 and "" not in brigades
    return (
        len(stack) - len(troops) <= MOST_ARTILLERY
        and len(troops) <= (limits.brigade_stack_limit if one_brigade else limits.stack_limit)
        and len({isinstance(each, Cavalry) for each in troops}) <= 1
    )


def allowed(secondary: Secondary | None = None) -> str:
    """What a hex holds, in words."""
    limits = require_secondary(secondary)
    return (
        f"{limits.stack_limit} infantry or {limits.stack_limit} cavalry units, "
        f"{limits.brigade_stack_limit} of one brigade, never mixed, "
        f"and {MOST_ARTILLERY} artillery unit ({limits.cite('stacking')})"
    )


def require_fit(at: Hex, units: Iterable[Unit], secondary: Secondary | None = None) -> None:
    """Refuse a stack that breaks the limits, and say where."""
    stack = tuple(units)
    if not fits(stack, secondary):
        names = ", ".join(each.name for each in stack)
        raise InvalidValue(f"units at {at}", names, allowed(secondary))
