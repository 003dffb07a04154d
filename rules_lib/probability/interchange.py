"""Distributions to and from icepool and dyce, exactly, for those who go on there.

Neither package is needed otherwise: they are imported when they are asked for.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from rules_lib.errors import shown

from .errors import MissingPackage, OutcomeTypeError, ProbabilityError


def kind(what: str, package: str, name: str) -> Any:
    """Return a class of another package."""
    try:
        return getattr(import_module(package), name)
    except ImportError:
        raise MissingPackage(what, package) from None


def carried(what: str, package: str, name: str, weights: dict[Any, int]) -> Any:
    """Make the other package's distribution, and see to it that it is the same one.

    Some outcomes mean something else there: icepool, for one, rolls a die that is an outcome.
    """
    make = kind(what, package, name)
    try:
        made: Mapping[Any, int] = make(weights)
        same = _plain(made) == _plain(weights)
    except Exception as problem:
        reason = str(problem).partition("\n")[0]
        raise OutcomeTypeError(
            f"{what}: {package} cannot take these outcomes: {reason}"
        ) from problem
    if not same:
        raise OutcomeTypeError(f"{what}: {package} takes some of these outcomes for something else")
    return made


def weights_of(what: str, package: str, name: str, given: Any) -> dict[Any, int]:
    """Return the weights of the other package's distribution."""
    if not isinstance(given, kind(what, package, name)):
        raise ProbabilityError(f"{what} needs a {package}.{name}, not {shown(given)}")
    # icepool's vectors compare item by item and so cannot be looked up; tuples can.
    vector = getattr(import_module(package), "Vector", ())
    return {tuple(x) if isinstance(x, vector) else x: weight for x, weight in given.items()}


def _plain(weights: Mapping[Any, int]) -> dict[tuple[type, Any], int]:
    return {(type(outcome), outcome): weight for outcome, weight in weights.items()}
