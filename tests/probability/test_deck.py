"""Draws against every order of a small deck.

Draws that must each pass a test are those of the sniper, whose oracle takes card after card.
"""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import permutations

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
        lambda: trials.tested_draws({"a": 5000}, [{"a": Fraction(1, 3)}], [0] * 5000, 4),
    ):
        with counted() as effort, pytest.raises(WorkLimitExceeded):
            ask()
        assert effort.calls < 10**6  # refused before any of it is done
