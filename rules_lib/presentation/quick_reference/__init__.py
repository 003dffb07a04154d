"""Quick reference: one printable page a system, computed from the engine when it is asked for."""

from collections.abc import Callable, Mapping

from rules_lib.in_die_tiefen import battle
from rules_lib.paper_tigers import charge, melee, sniper, sudden_strike
from rules_lib.presentation.quick_reference.from_data import read_sheet
from rules_lib.presentation.quick_reference.sheet import Answer, Grid, Sheet, Step
from rules_lib.rulebook.defaults import defaults
from rules_lib.triumph_and_glory import charge as cavalry
from rules_lib.triumph_and_glory.tables.secondary import Secondary, require_secondary
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

__all__ = [
    "SHEETS",
    "Answer",
    "Grid",
    "Sheet",
    "Step",
    "battle_sheet",
    "cavalry_sheet",
    "melee_sheet",
    "sniper_sheet",
    "strike_sheet",
]


@checked
def melee_sheet(
    rulings: melee.Rulings | None = None, charging: charge.Rulings | None = None
) -> Sheet:
    """The sheet of the melee, with our default rulings unless others are given."""
    charges = charging or defaults(charge.Rulings)
    return read_sheet(rulings or defaults(melee.Rulings), charges, charging=charges)


@checked
def sniper_sheet(rulings: sniper.Rulings | None = None) -> Sheet:
    """The sheet of the snipers, with our default rulings unless others are given."""
    return read_sheet(rulings or defaults(sniper.Rulings))


@checked
def strike_sheet(rulings: sudden_strike.Rulings | None = None) -> Sheet:
    """The sheet of the sudden strike, with our default rulings unless others are given."""
    return read_sheet(rulings or defaults(sudden_strike.Rulings))


@checked
def battle_sheet(rulings: battle.Rulings | None = None) -> Sheet:
    """The sheet of the mass battle, with our default rulings unless others are given."""
    return read_sheet(rulings or defaults(battle.Rulings))


@checked
def cavalry_sheet(
    rulings: cavalry.Rulings | None = None, secondary: Secondary | None = None
) -> Sheet:
    """The sheet of the charge, with our default rulings unless others are given.

    Args:
        rulings: how the open rules are read.
        secondary: what the rules lean on and do not contain; as shipped if it is left out.
    """
    lent = require_secondary(secondary)
    return read_sheet(rulings or defaults(cavalry.Rulings), secondary=lent)


SHEETS: Mapping[str, Callable[[], Sheet]] = FrozenMap(
    {
        "paper-tigers-melee": melee_sheet,
        "paper-tigers-sniper": sniper_sheet,
        "paper-tigers-sudden-strike": strike_sheet,
        "in-die-tiefen": battle_sheet,
        "triumph-and-glory": cavalry_sheet,
    }
)
"""For each system the function that makes its sheet."""
