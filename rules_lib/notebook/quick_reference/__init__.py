"""Quick reference: one printable page a system, computed from the engine when it is asked for."""

from rules_lib.notebook.quick_reference.from_data import sheet_of

__all__ = ["sheet_of"]
