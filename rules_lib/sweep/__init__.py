"""One question asked of many situations: a function over a grid, answered as a tidy table.

On one core, on an executor of ``concurrent.futures``, or on any other with that interface. Knows
no game, and imports the standard library only; tqdm and pandas are used where they are installed.
"""

from rules_lib.sweep.running import BrokenSweep, FailedSituation, sweep
from rules_lib.sweep.table import MOST_SITUATIONS, Failure, Pivot, Table

__all__ = [
    "MOST_SITUATIONS",
    "BrokenSweep",
    "FailedSituation",
    "Failure",
    "Pivot",
    "Table",
    "sweep",
]
