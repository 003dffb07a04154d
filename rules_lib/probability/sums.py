"""Distributions of several independent things taken together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from math import isqrt, prod
from operator import add
from typing import Any, TypeVar, cast, overload

from rules_lib.errors import shown

from . import _polynomial, limits
from ._weights import common_denominator
from .distribution import Distribution, mixture
from .errors import ProbabilityError, check_callable, check_fraction, check_work

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
C = TypeVar("C", bound=Hashable)
R = TypeVar("R", bound=Hashable)
T = TypeVar("T", bound=Hashable)


@overload
def combine(
    f: Callable[[A, B], R], a: Distribution[A], b: Distribution[B], /, *, limit: int | None = None
) -> Distribution[R]: ...
@overload
def combine(
    f: Callable[..., R], /, *distributions: Distribution[Any], limit: int | None = None
) -> Distribution[R]: ...
def combine(
    f: Callable[..., R], /, *distributions: Distribution[Any], limit: int | None = None
) -> Distribution[R]:
    """Return the distribution of `f(x, y, …)` with every argument drawn independently."""
    check_callable("combine: f", f)
    return _together("combine", f, distributions, limit)


@overload
def joint(
    a: Distribution[A], b: Distribution[B], /, *, limit: int | None = None
) -> Distribution[tuple[A, B]]: ...
@overload
def joint(
    a: Distribution[A], b: Distribution[B], c: Distribution[C], /, *, limit: int | None = None
) -> Distribution[tuple[A, B, C]]: ...
@overload
def joint(
    *distributions: Distribution[Any], limit: int | None = None
) -> Distribution[tuple[Any, ...]]: ...
def joint(*distributions: Distribution[Any], limit: int | None = None) -> Distribution[Any]:
    """Return the distribution of the tuple `(x, y, …)` of independent draws."""
    return _together("joint", lambda *outcomes: outcomes, distributions, limit)


def _together(
    what: str, f: Callable[..., R], distributions: Sequence[Distribution[Any]], limit: int | None
) -> Distribution[R]:
    _check_distributions(what, distributions)
    formed = prod(map(len, distributions))
    check_work(what, formed, limit, limits.PAIRS, "combinations of outcomes would be formed")
    weights: dict[R, int] = {}
    for row in product(*(distribution._weights.items() for distribution in distributions)):
        image = f(*[outcome for outcome, _ in row])
        weights[image] = weights.get(image, 0) + prod([share for _, share in row])
    return Distribution._counted(weights)


def mix(
    parts: Mapping[Distribution[T], Fraction | int | str]
    | Iterable[tuple[Distribution[T], Fraction | int | str]],
) -> Distribution[T]:
    """Return what first picks a part by its relative weight, then an outcome of it."""
    stages: list[tuple[Fraction, Distribution[T]]] = []
    try:
        given_parts = parts.items() if isinstance(parts, Mapping) else parts
        pairs = list(islice(iter(given_parts), limits.ITEMS + 1))
    except Exception:  # noqa: BLE001 - whatever it does instead of giving its items
        raise ProbabilityError(
            f"mix: parts must be Distributions with weights, not {shown(parts)}"
        ) from None
    check_work("mix", len(pairs), None, limits.ITEMS, "parts, or more, were given")
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise ProbabilityError(
                f"mix: parts must be pairs of distribution and weight, not {shown(pair)}"
            )
        part, given = pair
        if not isinstance(part, Distribution):
            raise ProbabilityError(f"mix: each part must be a Distribution, not {shown(part)}")
        weight = check_fraction("mix: a weight", given)
        if weight < 0:
            raise ProbabilityError(f"mix: the weight of {shown(part)} is negative: {shown(weight)}")
        if weight:
            stages.append((weight, part))
    if not stages:
        raise ProbabilityError("mix needs at least one part with a positive weight; got none")
    size = sum(len(part) for _, part in stages)
    check_work("mix", size, None, limits.PAIRS, "outcomes would be merged")
    common = common_denominator("mix", [weight for weight, _ in stages])
    return mixture([(int(weight * common), part) for weight, part in stages])


def convolve(
    a: Distribution[A], b: Distribution[A], *, limit: int | None = None
) -> Distribution[A]:
    """Return the distribution of the sum of two independent numbers.

    `limit` is the number of pairs of outcomes, or, for long distributions of whole numbers
    without great gaps, which need no pairs, that of products of machine words.
    """
    _check_distributions("convolve", (a, b))
    a._numbers("convolve")
    b._numbers("convolve")
    long = len(a) * len(b) >= 2000
    dense_a, dense_b = (_dense(each) if long else None for each in (a, b))
    if dense_a is None or dense_b is None:
        return _together("convolve", add, (a, b), limit)
    (low_a, list_a), (low_b, list_b) = dense_a, dense_b
    width = _polynomial.digit_width(a.denominator * b.denominator)
    words = (len(list_a) + len(list_b)) * width // 8
    # Python multiplies n words with n words in about n^1.5 products.
    work = isqrt(words**3)
    check_work("convolve", work, limit, limits.SUM_PRODUCTS, "products of machine words are needed")
    sums = enumerate(_polynomial.multiply(list_a, list_b), start=low_a + low_b)
    return Distribution._counted({cast("A", x): weight for x, weight in sums if weight})


def _dense(distribution: Distribution[Any]) -> tuple[int, list[int]] | None:
    """Return the lowest whole number and the weights from there on, if great gaps are none."""
    weights = distribution._weights
    if not all(type(x) is int for x in weights) or max(weights) - min(weights) > 4 * len(weights):
        return None
    low, high = min(weights), max(weights)
    return low, [weights.get(x, 0) for x in range(low, high + 1)]


def _check_distributions(what: str, distributions: Iterable[object]) -> None:
    for distribution in distributions:
        if not isinstance(distribution, Distribution):
            raise ProbabilityError(f"{what} needs Distributions, not {shown(distribution)}")
