"""Quick reference: one printable page a system, computed from the engine when it is asked for."""

from collections.abc import Callable, Mapping

from rules_lib.frozen import FrozenMap
from rules_lib.presentation.quick_reference.battle import battle_sheet
from rules_lib.presentation.quick_reference.cavalry import cavalry_sheet
from rules_lib.presentation.quick_reference.melee import melee_sheet
from rules_lib.presentation.quick_reference.sheet import Answer, Grid, Sheet, Step
from rules_lib.presentation.quick_reference.sniper import sniper_sheet
from rules_lib.presentation.quick_reference.sudden_strike import strike_sheet

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
