"""The search for the sniper: cards and dice by convolution in two dimensions."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.signal import convolve

from rules_lib.derivations.throws import pass_chance
from rules_lib.errors import InvalidValue, require_int
from rules_lib.type_checks import checked

MARKERS = 4
MOST_ROUNDS = 30
"""How often the pile may be reshuffled."""

PILE: Mapping[int, int] = dict.fromkeys(range(2, 15), 4)
"""52 cards: four of each value from 2 to 14."""


@checked
def spotting_chance(raised: int, pile: Mapping[int, int] = PILE) -> Fraction:
    """Chance to reach a drawn card, raised by ``raised``, with two dice."""
    for copies in pile.values():
        require_int("copies in the pile", copies, 1, sum(PILE.values()))
    if not pile:
        raise InvalidValue("pile", pile, "a card or more")
    size = sum(pile.values())
    weighed = (copies * pass_chance(2, value + raised) for value, copies in pile.items())
    return sum(weighed, Fraction(0)) / size


def success_grid(raised: int, pile: Mapping[int, int] = PILE) -> NDArray[np.float64]:
    """Chance of each number of successes (column) after each number of draws (row), without return.

    Each card is left in the pile, or drawn and failed, or drawn and passed: a little grid of its
    own. The grids of all cards are convolved, and each row is then divided by its number of hands.
    """
    grid: NDArray[np.float64] = np.ones((1, 1))
    for value, copies in pile.items():
        chance = float(pass_chance(2, value + raised))
        for _ in range(copies):
            grid = convolve(grid, np.array([[1.0, 0.0], [1.0 - chance, chance]]), method="direct")
    chances: NDArray[np.float64] = grid / grid.sum(axis=1, keepdims=True)
    return chances


@checked
def found_after(
    attempts: int, raised: int, markers: int = MARKERS, new_markers: bool = False
) -> float:
    """Chance that he is found within this many attempts, at most as many as there are cards.

    With ``new_markers`` every success turns one of a full set.
    """
    require_int("attempts", attempts, 0, sum(PILE.values()))
    require_int("markers", markers, 1)
    successes = success_grid(raised)[attempts]
    found = np.minimum(np.arange(len(successes)), markers) / markers
    if new_markers:
        found = np.array([1 - (1 - 1 / markers) ** count for count in range(len(successes))])
    return float(successes @ found)


@checked
def mean_attempts(raised: int, markers: int = MARKERS, rounds: int = 12) -> float:
    """Attempts on average, by adding up the chances to go on; the pile is reshuffled when empty."""
    require_int("markers", markers, 1)
    require_int("rounds", rounds, 1, MOST_ROUNDS)
    grid = success_grid(raised)
    before = np.array([1.0])
    total = 0.0
    for _ in range(rounds):
        for draws in range(len(grid) - 1):
            successes = np.convolve(before, grid[draws])
            found = np.minimum(np.arange(len(successes)), markers) / markers
            total += float(successes @ (1.0 - found))
        before = np.convolve(before, grid[-1])
    return total
