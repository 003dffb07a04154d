"""Dice totals as whole-number weights, by convolution."""

from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.signal import convolve

from rules_lib.errors import require_int

Weights: TypeAlias = NDArray[np.int64]

ONE_DIE: Weights = np.array([0, 1, 1, 1, 1, 1, 1], dtype=np.int64)
"""Weight of each total of one six-sided die; the index is the total."""

MOST_DICE = 24
"""With more dice the weights would no longer fit 64 bits."""


def total_weights(count: int) -> Weights:
    """Of the ``6**count`` throws of ``count`` dice, how many show each total (the index)."""
    count = require_int("count", count, 0, MOST_DICE)
    weights: Weights = np.array([1], dtype=np.int64)
    for _ in range(count):
        weights = convolve(weights, ONE_DIE, method="direct")
    return weights


def pass_chance(count: int, value: int) -> Fraction:
    """Chance that ``count`` dice show ``value`` or more in total."""
    weights = total_weights(count)
    value = require_int("value", value, 0)
    return Fraction(int(weights[value:].sum()), int(weights.sum()))
