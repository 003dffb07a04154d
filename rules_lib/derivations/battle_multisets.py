"""The mass battle by going through all sorted throws of both pools, with numpy."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial

import numpy as np
from numpy.typing import NDArray

from rules_lib.errors import require_int
from rules_lib.type_checks import checked

MOST_DICE = 10
"""Beyond that there are too many sorted throws to go through."""


@checked
@dataclass(frozen=True, slots=True)
class BattleSetup:
    """A battle in plain numbers.

    Attributes:
        dice_a, dice_b: all dice of both parties.
        from_a, from_b: the face from which each destroys.
    """

    dice_a: int
    dice_b: int
    from_a: int = 6
    from_b: int = 6


Outcome = tuple[int, int, int]
"""Who wins (1: a, 0: nobody, −1: b), dice lost by a, dice lost by b."""


@checked
def battle(setup: BattleSetup) -> dict[Outcome, Fraction]:
    """The joint law of winner and dice lost: both destroy at once, and take the highest dice."""
    weights_a, hits_a, left_a = _throws(setup.dice_a, setup.from_a)
    weights_b, hits_b, left_b = _throws(setup.dice_b, setup.from_b)
    counts: Counter[Outcome] = Counter()
    lost_a = np.minimum(hits_b, setup.dice_a)
    for lost in {int(each) for each in lost_a}:
        striking = lost_a == lost
        weights, left = weights_b[striking], left_b[striking]
        throws: Counter[tuple[int, int]] = Counter()
        for weight, hits, own in zip(weights_a, hits_a, left_a[:, lost], strict=True):
            throws[min(int(hits), setup.dice_b), int(own)] += int(weight)
        for (lost_b, own), weight in throws.items():
            signs = np.sign(own - left[:, lost_b])
            for sign in (-1, 0, 1):
                counts[sign, lost, lost_b] += weight * int(weights[signs == sign].sum())
    whole = 6 ** (setup.dice_a + setup.dice_b)
    return {outcome: Fraction(count, whole) for outcome, count in counts.items() if count}


@checked
def win_chance(setup: BattleSetup) -> Fraction:
    """Chance that the first party wins."""
    return sum((p for (sign, _, _), p in battle(setup).items() if sign == 1), Fraction(0))


def _throws(count: int, lowest: int) -> tuple[NDArray[np.int64], ...]:
    """For each sorted throw: its weight, its destroyers, and the sum without its top k dice."""
    require_int("dice", count, 1, MOST_DICE)
    rows = list(combinations_with_replacement(range(1, 7), count))
    weights = [
        factorial(count) // int(np.prod([factorial(row.count(face)) for face in range(1, 7)]))
        for row in rows
    ]
    throws = np.array(rows, dtype=np.int64)
    sums = np.concatenate([np.zeros((len(rows), 1), np.int64), np.cumsum(throws, axis=1)], axis=1)
    return np.array(weights, dtype=np.int64), (throws >= lowest).sum(axis=1), sums[:, ::-1]
