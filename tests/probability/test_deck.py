"""Draws without replacement against every order in which a small deck can lie."""

import pickle
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.probability import Distribution, ProbabilityError, WorkLimitExceeded
from rules_lib.probability.deck import Deck
from tests.in_turn import in_turn

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
        hands = Counter(tuple(sorted(Counter(order[:n]).items())) for order in orders)
        assert deck.hands(n) == Distribution.from_weights(hands)
    first = Counter(order.index("a") + 1 if "a" in order else None for order in orders)
    assert deck.first_success(lambda card: card == "a") == Distribution.from_weights(first)
    assert deck.draw() == Distribution.from_weights(Counter(order[0] for order in orders))


@given(small_decks)
def test_drawing_one_by_one_gives_the_distribution_of_the_hand(counts: dict[str, int]) -> None:
    deck = Deck(counts)
    if deck.size < 2:
        return
    pairs = deck.draw().then(
        lambda first: (
            deck.without(first).draw().map(lambda second: Counter([first, second]))
            if False
            else deck.without(first).draw().map(lambda second: tuple(sorted((first, second))))
        )
    )
    hands = deck.hands(2).map(lambda hand: tuple(card for card, n in hand for _ in range(n)))
    assert hands == pairs


def test_a_large_deck_agrees_with_icepool() -> None:
    theirs = icepool.Deck([0] * 39 + [1] * 13).deal(10).sum()
    ours = Deck({"heart": 13, "other": 39}).successes(10, lambda card: card == "heart")
    assert ours == {k: theirs.probability(k) for k in theirs.outcomes()}


def test_a_deck_is_a_value() -> None:
    deck = Deck.of("banana")
    assert deck == Deck({"n": 2, "b": 1, "a": 3, "x": 0})
    assert hash(deck) == hash(Deck.of("nnbaaa"))
    assert (deck.size, deck.count(lambda card: card in "an")) == (6, 5)
    assert deck.without("b") == Deck.of("anana")
    assert pickle.loads(pickle.dumps(deck)) == deck
    assert eval(repr(deck)) == deck
    assert deck.hands(6) == Distribution.certain((("a", 3), ("b", 1), ("n", 2)))


def test_nothing_to_find_is_said_with_none() -> None:
    assert Deck.of("aa").first_success(lambda card: card == "b") == Distribution.certain(None)
    assert Deck.of("").first_success(lambda card: True) == Distribution.certain(None)
    assert Deck.of("").successes(0, lambda card: True) == Distribution.certain(0)


def test_the_first_ace_lies_where_symmetry_says() -> None:
    distribution = Deck({"ace": 4, "other": 48}).first_success(lambda card: card == "ace")
    assert distribution.mean() == Fraction(53, 5)
    assert distribution.max() == 49


@in_turn(
    ("ask", "named"),
    [
        (lambda: Deck({"a": -1}), "count of 'a' must be at least 0, not -1"),
        (lambda: Deck({"a": 1.5}), "count of 'a' must be a whole number"),  # type: ignore[dict-item]
        (lambda: Deck({"a": True}), "count of 'a' must be a whole number"),
        (lambda: Deck(["a"]), "use Deck.of"),  # type: ignore[arg-type]
        (lambda: Deck.of([["a"]]), "hashable"),  # type: ignore[type-var]
        (lambda: Deck.of(3), "iterable"),  # type: ignore[arg-type]
        (lambda: Deck.of("").draw(), "draw: the deck is empty"),
        (lambda: Deck.of("ab").without("c"), "without: 'c' .* is not in the deck"),
        (lambda: Deck.of("ab").hands(3), "hands: 3 cards cannot be drawn from a deck of 2"),
        (lambda: Deck.of("ab").successes(3, bool), "3 cards cannot be drawn from a deck of 2"),
        (lambda: Deck.of("ab").successes(-1, bool), "n must be at least 0, not -1"),
        (lambda: Deck.of("ab").successes(1, "a"), "predicate must be a function"),  # type: ignore[arg-type]
    ],
)
def test_bad_values_are_named(ask: Callable[[], object], named: str) -> None:
    with pytest.raises(ProbabilityError, match=named):
        ask()


def test_too_many_hands_are_refused() -> None:
    with pytest.raises(WorkLimitExceeded) as caught:
        Deck.of(range(52)).hands(13)
    assert caught.value.size == 635_013_559_600
    with pytest.raises(WorkLimitExceeded, match="hands: 1326 different hands"):
        Deck.of(range(52)).hands(2, limit=1000)
    with pytest.raises(WorkLimitExceeded):
        Deck({"a": 10**9, "b": 10**9}).hands(10**9)
    with pytest.raises(WorkLimitExceeded):
        Deck({"a": 10**9, "b": 10**9}).successes(10**8, lambda card: card == "a")
    with pytest.raises(WorkLimitExceeded):
        Deck({"a": 1, "b": 10**9}).first_success(lambda card: card == "a")
