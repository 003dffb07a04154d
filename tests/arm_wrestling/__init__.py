"""A game that no source has, in one package: what a new system has to say, and that this is all.

Two pull with dice, the higher total wins, a tie is the right one's. ``system`` gives it a command,
files and a form; ``explorer`` is a function.
"""

from rules_lib.system.registry import register


def enter() -> None:
    """Add it to the systems."""
    explorers = {"bout-odds": f"{__name__}.explorer"}
    register("arm_wrestling", f"{__name__}.system", explorers)
