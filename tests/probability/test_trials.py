"""Draws that must each pass a test of their own, beside every order of a small deck."""

from fractions import Fraction
from itertools import permutations, product

import pytest

from rules_lib.probability import ProbabilityError, trials
from tests.in_turn import in_turn

NEVER, ALWAYS, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
PLAIN = {"a": Fraction(1, 3), "b": Fraction(3, 4), "c": NEVER}
HARD = {"a": Fraction(1, 6), "b": ALWAYS, "c": HALF}


def every_order(
    cards: dict[str, int], chances: list[dict[str, Fraction]], order: list[int]
) -> list[Fraction]:
    """Chances of 0, 1, … passes: each order of all cards, each run of passes and failures."""
    deck = [card for card, copies in cards.items() for _ in range(copies)]
    deals = list(permutations(deck, len(order)))
    distribution = [Fraction(0)] * (len(order) + 1)
    for deal in deals:
        for passed in product((False, True), repeat=len(order)):
            weight = Fraction(1, len(deals))
            for card, kind, success in zip(deal, order, passed, strict=True):
                chance = chances[kind][card]
                weight *= chance if success else 1 - chance
            distribution[sum(passed)] += weight
    return distribution


@pytest.mark.parametrize(
    ("cards", "chances", "order"),
    [
        ({"a": 2, "b": 1, "c": 1}, [PLAIN], [0, 0, 0, 0]),
        ({"a": 2, "b": 2, "c": 1}, [PLAIN, HARD], [0, 1, 1, 0]),
        ({"a": 1, "b": 1, "c": 3}, [PLAIN, HARD], [1, 1, 1, 1, 0]),
        ({"a": 2, "b": 2}, [PLAIN, HARD, {"a": HALF, "b": NEVER}], [2, 0, 1]),
        ({"c": 3}, [PLAIN], [0, 0]),
        ({"b": 3}, [HARD], [0, 0, 0]),
    ],
)
def test_every_prefix_is_what_every_order_says(
    cards: dict[str, int], chances: list[dict[str, Fraction]], order: list[int]
) -> None:
    distributions = trials.tested_draws(cards, chances, order, len(order) + 1)
    assert len(distributions) == len(order) + 1
    for drawn, distribution in enumerate(distributions):
        expected = every_order(cards, chances, order[:drawn])
        assert list(distribution[: drawn + 1]) == expected
        assert not any(distribution[drawn + 1 :])
        assert sum(distribution) == 1


def test_the_cap_leaves_out_and_changes_nothing_below_it() -> None:
    cards, order = {"a": 2, "b": 2, "c": 1}, [0, 1, 0, 1]
    whole = trials.tested_draws(cards, [PLAIN, HARD], order, 5)
    for cap in (1, 2, 3):
        assert trials.tested_draws(cards, [PLAIN, HARD], order, cap) == [
            distribution[:cap] for distribution in whole
        ]


def test_no_draw_and_copies_of_a_card() -> None:
    assert trials.tested_draws({"a": 1}, [PLAIN], [], 1) == [(ALWAYS,)]
    one_by_one = trials.tested_draws({"a": 1, "x": 1}, [{"a": HALF, "x": HALF}], [0, 0], 3)
    assert trials.tested_draws({"a": 2}, [{"a": HALF}], [0, 0], 3) == one_by_one


def test_what_is_refused() -> None:
    with pytest.raises(ProbabilityError, match="order: 3 draws, but the deck holds 2 cards"):
        trials.tested_draws({"a": 2}, [PLAIN], [0, 0, 0], 1)
    with pytest.raises(ProbabilityError, match="cap must be at least 1, not 0"):
        trials.tested_draws({"a": 2}, [PLAIN], [0], 0)
    with pytest.raises(ProbabilityError, match=r"tested_draws: .* steps would be taken"):
        trials.tested_draws({"a": 5000}, [PLAIN], [0] * 5000, 4)


@in_turn(
    ("chances", "order", "cap", "named"),
    [
        ([PLAIN], [1], 1, "order: kind 1 of test, but there are 1 kinds"),
        ([PLAIN], [-1], 1, "order must be at least 0, not -1"),
        ([PLAIN], [0] * 4, 1, "order: 4 draws, but the deck holds 3 cards"),
        ([PLAIN], [0], 0, "cap must be at least 1, not 0"),
        ([{**PLAIN, "b": Fraction(3, 2)}], [0], 1, "chance of 'b': 3/2 is not from 0 to 1"),
        ([{**PLAIN, "b": Fraction(-1, 9)}], [0], 1, "chance of 'b': -1/9 is not from 0 to 1"),
    ],
)
def test_impossible_trials_are_named(
    chances: list[dict[str, Fraction]], order: list[int], cap: int, named: str
) -> None:
    with pytest.raises(ProbabilityError, match=named):
        trials.tested_draws({"a": 1, "b": 1, "c": 1}, chances, order, cap)
