"""From what a caller gives to whole-number weights without a common factor."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import gcd, lcm
from numbers import Integral
from typing import Any, TypeVar, cast

from rules_lib.errors import shown, whole_number

from . import _polynomial, limits
from .errors import ProbabilityError, check_fraction, check_work

T = TypeVar("T")


def from_probabilities(probabilities: Mapping[T, object]) -> dict[T, int]:
    """Turn probabilities that sum to exactly 1 into reduced weights."""
    if not isinstance(probabilities, Mapping):
        raise ProbabilityError(
            f"Distribution needs a mapping from outcome to probability, not {shown(probabilities)}"
        )
    exact = {
        outcome: cast("Fraction", given)
        if type(given) in (Fraction, int)
        else check_fraction(f"the probability of {shown(outcome)}", given)
        for outcome, given in probabilities.items()
    }
    _refuse_negative(exact, "probability")
    denominator = common_denominator("Distribution", exact.values())
    weights = {x: p.numerator * (denominator // p.denominator) for x, p in exact.items()}
    kept = from_integers(weights)
    total = Fraction(sum(weights.values()), denominator)
    if total != 1:
        raise ProbabilityError(
            f"probabilities must sum to exactly 1, not {shown(total)};"
            " for relative weights use Distribution.from_weights"
        )
    return kept


def common_denominator(what: str, fractions: Collection[Fraction]) -> int:
    """Return the denominator that all have in common, if all can be written with it."""
    common = 1
    for each in fractions:
        if common % each.denominator:
            common = lcm(common, each.denominator)
            words = len(fractions) * (1 + common.bit_length() // 64)
            check_work(what, words, None, limits.PAIRS, "machine words would be written")
    return common


def from_integers(weights: Mapping[T, object]) -> dict[T, int]:
    """Check whole-number weights, drop the zeros and reduce the rest."""
    if not isinstance(weights, Mapping):
        raise ProbabilityError(
            f"weights must be a mapping from outcome to whole number, not {shown(weights)}"
        )
    kept: dict[T, int] = {}
    for outcome, weight in weights.items():
        number = weight if type(weight) is int else whole_number(weight)
        if number is None:
            raise ProbabilityError(
                f"the weight of {shown(outcome)} must be a whole number, not {shown(weight)};"
                " for probabilities use Distribution({outcome: probability})"
            )
        if number > 0:
            kept[outcome] = number
        elif number:
            _refuse_negative({outcome: number}, "weight")
    if not kept:
        raise ProbabilityError(
            "a distribution needs at least one outcome with a positive weight;"
            f" got {shown(weights)}"
        )
    return reduced(kept)


def reduced(weights: dict[T, int]) -> dict[T, int]:
    """Divide positive weights by their greatest common divisor."""
    common = gcd(*weights.values())
    if common == 1:
        return weights
    return {outcome: weight // common for outcome, weight in weights.items()}


def repeated(numbers: list[tuple[Any, int]], count: int, limit: int | None) -> dict[Any, int]:
    """Weigh the sum of `count` independent copies of a number that has these weights."""
    low = min(x for x, _ in numbers)
    if count == 0:
        return {0: 1}
    if len(numbers) == 1:
        return {count * low: 1}
    # Any lattice of rational numbers is a ladder of whole steps from the lowest one.
    step = _common_step([x - low for x, _ in numbers])
    ladder = {int((x - low) / step): weight for x, weight in numbers}
    longest, total = count * max(ladder), sum(ladder.values())
    work = longest * (len(ladder) - 1) * (1 + count * total.bit_length() // 64)
    check_work("repeat", work, limit, limits.SUM_WORDS, "machine words would be computed")
    dense = [ladder.get(i, 0) for i in range(max(ladder) + 1)]
    ways = enumerate(_polynomial.power(dense, count))
    return {count * low + step * i: weight for i, weight in ways if weight}


def _common_step(distances: list[Fraction | int]) -> Fraction | int:
    """Return the largest step of which all distances are whole multiples."""
    scale = lcm(*(x.denominator for x in distances))
    step = Fraction(gcd(*(int(x * scale) for x in distances)), scale)
    return step.numerator if step.denominator == 1 else step


def plain(weights: dict[T, int]) -> dict[T, int]:
    """Keep outcomes that are whole numbers of another kind, such as numpy's, as plain ones.

    So with the parts of a tuple, of which the first one tells: the rows of an array are alike.
    """
    first = next(iter(weights), None)
    kinds = set(map(type, weights)).union(map(type, first if type(first) is tuple else ()))
    if not any(map(_is_another_number, kinds)):
        return weights
    return {_plain(x): weight for x, weight in weights.items()}


def _plain(outcome: Any) -> Any:
    if type(outcome) is tuple:
        return tuple(map(_plain, outcome))
    return whole_number(outcome) if _is_another_number(type(outcome)) else outcome


def _is_another_number(kind: type) -> bool:
    """Members of enumerations are numbers, too, and stay what they are."""
    # Whoever is no number is known by that at once; to ask `Integral` of a new class takes long.
    return hasattr(kind, "__index__") and not issubclass(kind, int) and issubclass(kind, Integral)


def in_order(weights: dict[T, int]) -> tuple[dict[T, int], bool]:
    """Sort by outcome, and say whether the outcomes have an order at all.

    Sets compare by inclusion, which is no order, so they keep the order of insertion.
    """
    if any(issubclass(kind, (frozenset, dict)) for kind in set(map(type, weights))):
        return weights, len(weights) == 1
    try:
        return {x: weights[x] for x in sorted(weights)}, True  # type: ignore[type-var]
    except TypeError:
        return weights, False


def _refuse_negative(values: Mapping[T, Fraction] | Mapping[T, int], kind: str) -> None:
    for outcome, value in values.items():
        if value < 0:
            raise ProbabilityError(f"the {kind} of {shown(outcome)} is negative: {shown(value)}")
