"""Looks things up in a sheet of the quick reference; makes each sheet once."""

from functools import cache

from rules_lib.presentation import quick_reference
from rules_lib.presentation.quick_reference import Grid, Sheet
from rules_lib.presentation.quick_reference.sheet import Cell

battle_sheet = cache(quick_reference.battle_sheet)
cavalry_sheet = cache(quick_reference.cavalry_sheet)
melee_sheet = cache(quick_reference.melee_sheet)
sniper_sheet = cache(quick_reference.sniper_sheet)
strike_sheet = cache(quick_reference.strike_sheet)
SHEETS = {system: cache(make) for system, make in quick_reference.SHEETS.items()}


def grid(sheet: Sheet, caption: str) -> Grid:
    """The table whose caption begins so."""
    (found,) = [each for each in sheet.grids if each.caption.startswith(caption)]
    return found


def rows(sheet: Sheet, caption: str) -> dict[Cell, tuple[Cell, ...]]:
    """Its rows by their names."""
    return {row[0]: row[1:] for row in grid(sheet, caption).rows}
