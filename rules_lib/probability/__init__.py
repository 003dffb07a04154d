"""Exact probability for games, and nothing about any game.

`Distribution` is an exact distribution; `dice` and `deck` make them; `chain` follows a process that
goes on until it ends, with or without someone who decides. Standard library only, no floats.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from . import dice
from .distribution import Distribution
from .drawing import Rng
from .errors import MissingPackage, OutcomeTypeError, ProbabilityError, WorkLimitExceeded
from .sums import combine, convolve, joint, mix

if TYPE_CHECKING:
    from . import chain, deck

__all__ = [
    "Distribution",
    "MissingPackage",
    "OutcomeTypeError",
    "ProbabilityError",
    "Rng",
    "WorkLimitExceeded",
    "chain",
    "combine",
    "convolve",
    "deck",
    "dice",
    "joint",
    "mix",
]


def __getattr__(name: str) -> ModuleType:
    """Load the larger modules when they are first asked for."""
    if name in ("chain", "deck"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
