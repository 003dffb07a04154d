"""From what a caller gives to whole-number weights without a common factor."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import TypeVar

from .errors import ProbabilityError, check_fraction, shown

T = TypeVar("T")


def from_probabilities(probabilities: Mapping[T, object]) -> dict[T, int]:
    """Turn probabilities that sum to exactly 1 into reduced weights."""
    if not isinstance(probabilities, Mapping):
        raise ProbabilityError(
            f"Distribution needs a mapping from outcome to probability, not {shown(probabilities)}"
        )
    exact = {
        outcome: check_fraction(f"the probability of {outcome!r}", given)
        for outcome, given in probabilities.items()
    }
    _refuse_negative(exact, "probability")
    total = sum(exact.values(), Fraction(0))
    if not exact:
        raise ProbabilityError("a distribution needs at least one outcome; none was given")
    if total != 1:
        raise ProbabilityError(
            f"probabilities must sum to exactly 1, not {total};"
            " for relative weights use Distribution.from_weights"
        )
    denominator = lcm(*(p.denominator for p in exact.values()))
    return reduced({x: p.numerator * (denominator // p.denominator) for x, p in exact.items() if p})


def from_integers(weights: Mapping[T, object]) -> dict[T, int]:
    """Check whole-number weights, drop the zeros and reduce the rest."""
    if not isinstance(weights, Mapping):
        raise ProbabilityError(
            f"weights must be a mapping from outcome to whole number, not {shown(weights)}"
        )
    kept: dict[T, int] = {}
    for outcome, weight in weights.items():
        if type(weight) is not int:
            weight = _as_integer(outcome, weight)
        if weight > 0:
            kept[outcome] = weight
        elif weight:
            _refuse_negative({outcome: weight}, "weight")
    if not kept:
        raise ProbabilityError(
            "a distribution needs at least one outcome with a positive weight;"
            f" got {dict(weights)!r}"
        )
    return reduced(kept)


def reduced(weights: dict[T, int]) -> dict[T, int]:
    """Divide positive weights by their greatest common divisor."""
    common = gcd(*weights.values())
    if common == 1:
        return weights
    return {outcome: weight // common for outcome, weight in weights.items()}


def in_order(weights: dict[T, int]) -> tuple[dict[T, int], bool]:
    """Sort by outcome, and say whether the outcomes have an order at all.

    Sets compare by inclusion, which is no order, so they keep the order of insertion.
    """
    if any(issubclass(kind, (frozenset, Mapping)) for kind in set(map(type, weights))):
        return weights, len(weights) == 1
    try:
        return {x: weights[x] for x in sorted(weights)}, True  # type: ignore[type-var]
    except TypeError:
        return weights, False


def _as_integer(outcome: object, weight: object) -> int:
    if isinstance(weight, bool) or not isinstance(weight, int):
        raise ProbabilityError(
            f"the weight of {outcome!r} must be a whole number, not {shown(weight)};"
            " for probabilities use Distribution({outcome: probability})"
        )
    return int(weight)


def _refuse_negative(values: Mapping[T, Fraction] | Mapping[T, int], kind: str) -> None:
    for outcome, value in values.items():
        if value < 0:
            raise ProbabilityError(f"the {kind} of {outcome!r} is negative: {value}")
