"""Quick reference: one printable page a system, computed from the engine when it is asked for."""

from rules_lib.notebook.quick_reference.from_data import sheet_of
from rules_lib.notebook.quick_reference.sheet import Answer, Grid, Sheet, Step

__all__ = ["Answer", "Grid", "Sheet", "Step", "sheet_of"]
