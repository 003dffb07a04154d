"""Dice, exactly: totals, kept dice, faces shown.

Every function counts dice with `sides` equally likely faces 1..sides.

>>> total(3).tail(11)
Fraction(1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import comb
from typing import cast

from rules_lib.errors import shown, whole_number

from . import _polynomial, limits
from .dice_pool import FaceRange
from .distribution import Distribution
from .drawing import Rng, below
from .errors import ProbabilityError, check_int, check_work

MAX_SIDES = 1_000_000
"""The most sides a die may have."""

MAX_FACES = 10_000
"""The most faces that may be asked for at once."""


def _sides(sides: int) -> int:
    return check_int("sides", sides, least=1, most=MAX_SIDES)


def die(sides: int = 6) -> Distribution[int]:
    """Return the distribution of one die with faces 1..sides."""
    sides = _sides(sides)
    return Distribution._trusted(dict.fromkeys(range(1, sides + 1), 1))


d6: Distribution[int] = die(6)
"""One six-sided die."""


def total(count: int, sides: int = 6) -> Distribution[int]:
    """Return the distribution of the sum of `count` dice; no dice show 0."""
    count, sides = check_int("count", count, least=0), _sides(sides)
    words = count * sides * (1 + count * sides.bit_length() // 64)
    check_work("total", words, None, limits.SUM_WORDS, "machine words would be computed")
    return _total(count, sides)


@lru_cache(maxsize=256)
def _total(count: int, sides: int) -> Distribution[int]:
    ways = _polynomial.dice(count, sides)
    return Distribution._counted(dict(zip(range(count, count * sides + 1), ways, strict=True)))


def roll(count: int, rng: Rng, sides: int = 6) -> tuple[int, ...]:
    """Return the faces of `count` dice, rolled with a source of chance.

    >>> import random
    >>> roll(3, random.Random(7))
    (3, 2, 4)
    """
    count, sides = check_int("count", count, least=0, most=MAX_FACES), _sides(sides)
    return tuple(below(rng, sides) + 1 for _ in range(count))


def keep_highest(count: int, keep: int, sides: int = 6) -> Distribution[int]:
    """Return the distribution of the sum of the `keep` highest of `count` dice."""
    # Turning every die upside down swaps highest and lowest.
    mirrored = keep_lowest(count, keep, sides)
    return mirrored.map(lambda x: keep * (sides + 1) - x)


def keep_lowest(count: int, keep: int, sides: int = 6) -> Distribution[int]:
    """Return the distribution of the sum of the `keep` lowest of `count` dice."""
    count, keep, sides = *_at_most("keep", keep, count), _sides(sides)
    if keep == count:
        return total(count, sides)
    words = (1 + count * sides.bit_length() // 64) * (keep * sides + 1)
    work = count * count * sides // 2 * words // 8
    check_work("keep", work, None, limits.DICE_WORK, "machine-word additions would be needed")
    return _keep_lowest(count, keep, sides)


@lru_cache(maxsize=256)
def _keep_lowest(count: int, keep: int, sides: int) -> Distribution[int]:
    width = _polynomial.digit_width(sides**count)
    packed = FaceRange(1, sides, count, width).lowest(count, keep)
    weights = _polynomial.unpack(packed, width, keep * (sides - 1) + 1)
    return Distribution._counted({keep + x: weight for x, weight in enumerate(weights) if weight})


def drop_highest(count: int, drop: int = 1, sides: int = 6) -> Distribution[int]:
    """Return the distribution of the sum of `count` dice without the `drop` highest."""
    count, drop = _at_most("drop", drop, count)
    return keep_lowest(count, count - drop, sides)


def drop_lowest(count: int, drop: int = 1, sides: int = 6) -> Distribution[int]:
    """Return the distribution of the sum of `count` dice without the `drop` lowest."""
    count, drop = _at_most("drop", drop, count)
    return keep_highest(count, count - drop, sides)


def at_least(count: int, target: int, sides: int = 6) -> Fraction:
    """Return the probability that `count` dice total `target` or more."""
    return total(count, sides).tail(check_int("target", target))


def any_shows(count: int, faces: int | Iterable[int], sides: int = 6) -> Fraction:
    """Return the probability that at least one of `count` dice shows one of `faces`."""
    count, hits, sides = _hits(count, faces, sides)
    return 1 - Fraction((sides - hits) ** count, sides**count)


def count_showing(count: int, faces: int | Iterable[int], sides: int = 6) -> Distribution[int]:
    """Return the distribution of how many of `count` dice show one of `faces`."""
    count, hits, sides = _hits(count, faces, sides)
    words = 1 + count * sides.bit_length() // 64
    work = count * words * words
    check_work("count_showing", work, None, limits.DICE_WORK, "machine-word products are needed")
    misses = sides - hits
    weights = {n: comb(count, n) * hits**n * misses ** (count - n) for n in range(count + 1)}
    return Distribution._counted({n: weight for n, weight in weights.items() if weight})


def _at_most(name: str, some: int, count: int) -> tuple[int, int]:
    """Return the number of dice, and how many of them are kept or dropped."""
    count, some = check_int("count", count, least=0), check_int(name, some, least=0)
    if some > count:
        raise ProbabilityError(
            f"{name} must be at most count: {shown(some)} of {shown(count)} dice"
        )
    return count, some


def _hits(count: int, faces: int | Iterable[int], sides: int) -> tuple[int, int, int]:
    """Check the arguments; the number of dice, of different faces that are hits, of sides."""
    count, sides = check_int("count", count, least=0), _sides(sides)
    bits = count * sides.bit_length()
    check_work("dice", bits, None, limits.BITS, "bits would be needed for the exact fraction")
    try:
        single = isinstance(faces, bool) or whole_number(faces) is not None
        several = cast("Iterable[int]", (faces,) if single else faces)
        given = tuple(islice(several, MAX_FACES + 1))
    except Exception:  # noqa: BLE001 - whatever it does instead of giving its items
        raise ProbabilityError(
            f"faces must be a face or several faces, not {shown(faces)}"
        ) from None
    check_work("faces", len(given), None, MAX_FACES, "faces, or more, were given")
    different = {check_int("faces: a face", face, least=1, most=sides) for face in given}
    return count, len(different), sides
