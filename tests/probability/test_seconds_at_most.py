"""What would take for ever is quick, or refused before it is begun."""

from collections.abc import Callable
from fractions import Fraction
from itertools import repeat
from math import comb
from typing import Any

import pytest

from rules_lib.probability import (
    Distribution,
    ProbabilityError,
    WorkLimitExceeded,
    dice,
    limits,
    mix,
)
from rules_lib.probability.deck import Deck
from rules_lib.probability.errors import LONGEST_FRACTION, check_fraction
from rules_lib.probability.zero_sum import solve
from tests.effort import counted
from tests.in_turn import in_turn

TAKES_A_TEXT: dict[str, Callable[[Any], object]] = {
    "Distribution": lambda text: Distribution({1: text}),
    "quantile": dice.d6.quantile,
    "mix": lambda text: mix([(dice.d6, text)]),
    "solve": lambda text: solve([[text]]),
}


@in_turn("name", TAKES_A_TEXT)
@in_turn("text", ["1e99999999", "1E-99999999", "-1e+99999999", "1e4001", "1e" + "9" * 3000])
def test_no_text_stands_for_millions_of_digits(name: str, text: str) -> None:
    with pytest.raises(ProbabilityError, match="exponent of at most 4000") as error:
        TAKES_A_TEXT[name](text)
    assert len(str(error.value)) < 200


def test_exponents_that_people_write_are_taken() -> None:
    assert Distribution({1: "25e-2", 2: "7.5E-1"})[1] == Fraction(1, 4)
    assert check_fraction("x", f"1e{LONGEST_FRACTION}") == 10**LONGEST_FRACTION
    for text in ("1e", "e5", "1e5e5", "1e5.0", "one", "1ex"):
        with pytest.raises(ProbabilityError, match="not a fraction"):
            check_fraction("x", text)


def test_a_mix_without_end_is_refused() -> None:
    with pytest.raises(WorkLimitExceeded, match="1000001 parts, or more") as error:
        mix(repeat((dice.d6, 1)))
    assert error.value.limit == limits.ITEMS


def test_denominators_with_nothing_in_common_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    primes = (2**521 - 1, 2**607 - 1, 2**1279 - 1)
    distributions = [Distribution({1: Fraction(1, p), 2: 1 - Fraction(1, p)}) for p in primes]
    weighted = [(dice.d6, Fraction(1, p)) for p in primes]
    asks: list[tuple[str, Callable[[], object]]] = [
        ("PAIRS", lambda: mix(weighted)),
        ("PAIRS", lambda: Distribution({p: Fraction(1, p) for p in primes})),
        ("MIXED_WORDS", lambda: dice.die(3).then(lambda face: distributions[face - 1])),
    ]
    for limit, ask in asks:
        with monkeypatch.context() as tight:
            tight.setattr(limits, limit, 20)
            with pytest.raises(WorkLimitExceeded, match="machine words would be written"):
                ask()
    assert mix(weighted) == dice.d6
    assert dice.die(3).then(lambda face: distributions[face - 1])[1] == sum(
        Fraction(1, 3 * p) for p in primes
    )


def test_hands_of_a_large_deck_are_dealt_without_counting_each_choice_anew() -> None:
    size, hand = 600, 500
    with counted() as effort:
        distribution = Deck({"a": size, "b": size}).hands(hand)
    assert len(distribution) == hand + 1
    assert effort.calls < 20 * hand
    assert distribution[("a", 200), ("b", 300)] == Fraction(
        comb(size, 200) * comb(size, 300), comb(2 * size, hand)
    )


def test_the_words_of_the_hands_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = Deck({"a": 500, "b": 500})
    words = 6 * (5 * 10 // 64)  # six hands of five cards: 50 bits are less than a word
    monkeypatch.setattr(limits, "MIXED_WORDS", 1 + words)
    assert len(deck.hands(5)) == 6
    monkeypatch.setattr(limits, "MIXED_WORDS", 301 * 15 - 1)
    with pytest.raises(WorkLimitExceeded, match=f"hands: {301 * 15} machine words"):
        deck.hands(300)
    monkeypatch.setattr(limits, "MIXED_WORDS", 301 * 15)
    assert len(deck.hands(300)) == 301


def test_many_copies_are_counted_without_a_loop_over_them() -> None:
    """Nobody would wait for a loop over all copies for each number of cards."""
    with pytest.raises(WorkLimitExceeded, match="different hands"):
        Deck(dict.fromkeys("abc", 10**5)).hands(10**5)


@in_turn("hits", [1, 2, 7, 10])
def test_first_success_is_as_counted_one_by_one(hits: int) -> None:
    distribution = Deck({"hit": hits, "miss": 10 - hits}).first_success(lambda card: card == "hit")
    ways = {k: comb(10 - k, hits - 1) for k in range(1, 12 - hits)}
    assert distribution == Distribution.from_weights(ways)


def test_a_game_of_long_payoffs_is_measured_before_it_is_solved() -> None:
    with pytest.raises(WorkLimitExceeded, match=r"^solve: .* machine-word products"):
        solve([[Fraction(f"{row}e{300 * column}") for column in range(7)] for row in range(7)])
    long = Fraction("1e3000")
    found = solve([[long, -long], [-long, long]])
    assert found.value == 0
    assert found.rows == (Fraction(1, 2), Fraction(1, 2))


def test_messages_are_short_however_much_was_given() -> None:
    zeros = dict.fromkeys(range(10**5), 0)
    huge = 10**5000
    asks: list[Callable[[], object]] = [
        lambda: Distribution.from_weights(zeros),
        lambda: Distribution({huge: Fraction(1, huge)}),
        lambda: Distribution.from_weights({huge: -huge}),
        lambda: Distribution.from_weights({huge: 0.5}),  # type: ignore[dict-item]
        lambda: Distribution({huge: -1, 1: 2}),
        lambda: dice.d6.then(lambda _: huge),  # type: ignore[arg-type, return-value]
        lambda: Distribution.uniform([huge, "a"]).max(),
    ]
    for ask in asks:
        with pytest.raises(ProbabilityError) as error:
            ask()
        assert len(str(error.value)) < 300
        assert str(error.value).isprintable()


def test_a_distribution_of_huge_numbers_can_be_looked_at() -> None:
    distribution = Distribution.uniform([10**5000, -(10**5000)])
    for shown in (repr(distribution), str(distribution), distribution._repr_html_()):
        assert "2^16609" in shown or "bits" in shown or "int" in shown
        assert len(shown) < 2000
