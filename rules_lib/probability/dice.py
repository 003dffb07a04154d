"""Dice, exactly: totals, faces shown.

Every function counts dice with `sides` equally likely faces 1..sides.

>>> total(3).tail(11)
Fraction(1, 2)
"""

from collections.abc import Iterable
from functools import lru_cache

from . import _polynomial, limits
from .distribution import Distribution
from .drawing import Rng, drawn
from .errors import check_int, check_work, counted

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
    return tuple(face + 1 for face in drawn(rng, sides, count))


def count_showing(count: int, faces: Iterable[int], sides: int = 6) -> Distribution[int]:
    """Return the distribution of how many of `count` dice show one of `faces`."""
    count, sides = check_int("count", count, least=0), _sides(sides)
    given = counted("faces", faces, MAX_FACES, "faces")
    hits = len({check_int("faces: a face", face, least=1, most=sides) for face in given})
    return Distribution.from_weights({0: sides - hits, 1: hits}).repeat(count)
