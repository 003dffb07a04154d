"""Draws, and draws that must each pass a test, against every order of a small deck."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, WorkLimitExceeded, trials
from rules_lib.probability.deck import Deck
from tests.effort import counted

small_decks = st.dictionaries(st.sampled_from("abc"), st.integers(0, 3), min_size=1).filter(
    lambda counts: 0 < sum(counts.values()) <= 6
)


def cards_of(counts: dict[str, int]) -> list[str]:
    return [card for card, count in counts.items() for _ in range(count)]


@given(small_decks)
def test_draws_agree_with_every_order(counts: dict[str, int]) -> None:
    deck, orders = Deck(counts), list(permutations(cards_of(counts)))
    for n in range(deck.size + 1):
        hits = Counter(sum(card == "a" for card in order[:n]) for order in orders)
        assert deck.successes(n, lambda card: card == "a") == Distribution.from_weights(hits)
    assert deck.draw() == Distribution.from_weights(Counter(order[0] for order in orders))


def test_a_deck_is_a_value() -> None:
    deck = Deck.of("banana")
    assert deck == Deck({"n": 2, "b": 1, "a": 3, "x": 0})
    assert hash(deck) == hash(Deck.of("nnbaaa"))
    assert (deck.size, deck.count(lambda card: card in "an")) == (6, 5)
    assert deck.without("b") == Deck.of("anana")
    assert pickle.loads(pickle.dumps(deck)) == deck
    assert eval(repr(deck)) == deck


def test_too_many_draws_are_refused() -> None:
    for ask in (
        lambda: Deck({"a": 10**9, "b": 10**9}).successes(10**8, lambda card: card == "a"),
        lambda: trials.tested_draws({"a": 5000}, [PLAIN], [0] * 5000, 4),
    ):
        with counted() as effort, pytest.raises(WorkLimitExceeded):
            ask()
        assert effort.calls < 10**6  # refused before any of it is done


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
