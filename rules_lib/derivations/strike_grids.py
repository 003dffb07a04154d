"""Sudden strikes: saves and jokers by counting, a bunker by a matrix."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np

from rules_lib.errors import require_int
from rules_lib.type_checks import checked

MOST_DICE, MOST_CARDS, MOST_VALUE = 6, 1000, 100
"""Every throw is looked at, every hand counted, every state a row of a matrix."""

MARGIN = 2
"""Hits that remove a unit."""


@checked
def save_chance(dice: int) -> Fraction:
    """Chance that any of these dice shows a 5 or a 6, by looking at every throw."""
    require_int("dice", dice, 1, MOST_DICE)
    throws = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(max(throw) >= 5 for throw in throws), len(throws))


@checked
def joker_law(draws: int, jokers: int = 2, others: int = 52) -> dict[int, Fraction]:
    """Chance of each number of jokers among the first cards of a shuffled deck."""
    require_int("jokers", jokers, 0, MOST_CARDS)
    require_int("others", others, 0, MOST_CARDS)
    require_int("draws", draws, 0, jokers + others)
    hands = comb(jokers + others, draws)
    return {
        shown: Fraction(comb(jokers, shown) * comb(others, draws - shown), hands)
        for shown in range(min(jokers, draws) + 1)
        if draws - shown <= others
    }


@checked
def bunker_strikes(value: int, structure_dice: int, unit_dice: int) -> float:
    """Strikes on average until the unit inside is removed, as a system of equations."""
    require_int("value", value, 0, MOST_VALUE)
    holds, saves = float(save_chance(structure_dice)), float(save_chance(unit_dice))
    states = list(product(range(MARGIN), range(value + 1)))
    moves = np.zeros((len(states), len(states)))
    for row, (hits, left) in enumerate(states):
        reached = {(hits, left): holds} if left else {}
        through = 1.0 - holds if left else 1.0
        worn = max(left - 1, 0)
        for after, chance in ((hits, through * saves), (hits + 1, through * (1.0 - saves))):
            reached[after, worn] = reached.get((after, worn), 0.0) + chance
        for state, chance in reached.items():
            if state[0] < MARGIN:
                moves[row, states.index(state)] += chance
    steps = np.linalg.solve(np.eye(len(states)) - moves, np.ones(len(states)))
    return float(steps[states.index((0, value))])
