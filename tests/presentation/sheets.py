"""Looks things up in a sheet of the quick reference."""

from rules_lib.presentation.quick_reference import Grid, Sheet
from rules_lib.presentation.quick_reference.sheet import Cell


def grid(sheet: Sheet, caption: str) -> Grid:
    """The table whose caption begins so."""
    (found,) = [each for each in sheet.grids if each.caption.startswith(caption)]
    return found


def rows(sheet: Sheet, caption: str) -> dict[Cell, tuple[Cell, ...]]:
    """Its rows by their names."""
    return {row[0]: row[1:] for row in grid(sheet, caption).rows}
