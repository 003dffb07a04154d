"""Distributions to and from icepool and dyce, exactly, for those who go on there.

Neither package is needed otherwise: they are imported when they are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .errors import MissingPackage, OutcomeTypeError, ProbabilityError, shown

if TYPE_CHECKING:
    from .distribution import Distribution


def to_icepool(distribution: Distribution[Any]) -> Any:
    """Return the distribution as an `icepool.Die`."""
    icepool = _imported("icepool", "to_icepool")
    ordered = distribution._ordered("to_icepool")  # icepool sorts, and sets would pass for sortable
    return _carried("to_icepool: icepool", icepool.Die, dict(ordered))


def to_dyce(distribution: Distribution[Any]) -> Any:
    """Return the distribution as a `dyce.H`."""
    return _carried("to_dyce: dyce", _imported("dyce", "to_dyce").H, dict(distribution.weights))


def from_icepool(die: Any) -> dict[Any, int]:
    """Return the weights of an `icepool.Die`."""
    icepool = _imported("icepool", "from_icepool")
    if not isinstance(die, icepool.Die):
        raise ProbabilityError(f"from_icepool needs an icepool.Die, not {shown(die)}")
    # A Vector compares item by item and so cannot be looked up; a tuple can.
    return {
        tuple(outcome) if isinstance(outcome, icepool.Vector) else outcome: weight
        for outcome, weight in die.items()
    }


def from_dyce(histogram: Any) -> dict[Any, int]:
    """Return the weights of a `dyce.H`."""
    if not isinstance(histogram, _imported("dyce", "from_dyce").H):
        raise ProbabilityError(
            f"from_dyce needs a dyce.H, not {shown(histogram)}; a pool P has its .h()"
        )
    return dict(histogram)


def _imported(package: str, what: str) -> Any:
    try:
        return import_module(package)
    except ImportError:
        raise MissingPackage(what, package) from None


def _carried(what: str, make: Any, weights: dict[Any, int]) -> Any:
    """Make the other package's distribution, and see to it that it is the same one.

    Some outcomes mean something else there: icepool, for one, rolls a die that is an outcome.
    """
    try:
        made: Mapping[Any, int] = make(weights)
        same = _plain(made) == _plain(weights)
    except Exception as problem:
        reason = str(problem).partition("\n")[0]
        raise OutcomeTypeError(f"{what} cannot take these outcomes: {reason}") from problem
    if not same:
        raise OutcomeTypeError(f"{what} takes some of these outcomes for something else")
    return made


def _plain(weights: Mapping[Any, int]) -> dict[tuple[type, Any], int]:
    return {(type(outcome), outcome): weight for outcome, weight in weights.items()}
