"""Looks things up in a sheet of the quick reference; makes each sheet once."""

from functools import cache, partial

from rules_lib.notebook import quick_reference
from rules_lib.notebook.quick_reference import Cell, Grid, Sheet
from rules_lib.rulebook import catalog

sheet_of = cache(quick_reference.sheet_of)
SHEETS = {system: partial(sheet_of, system) for system in catalog().systems}


def grid(sheet: Sheet, caption: str) -> Grid:
    """The table whose caption begins so."""
    (found,) = [each for each in sheet.grids if each.caption.startswith(caption)]
    return found


def rows(sheet: Sheet, caption: str) -> dict[Cell, tuple[Cell, ...]]:
    """Its rows by their names."""
    return {row[0]: row[1:] for row in grid(sheet, caption).rows}
