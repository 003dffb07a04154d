"""How many sudden strikes a force suffers, beside every way the jokers can lie."""

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import sudden_strike
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sudden_strike import Rulings
from tests.in_turn import in_turn
from tests.oracles.sudden_strike_brute import jokers_shown

READINGS = ("when_used_up", "every_round", "when_a_joker_shows")
ONE_RANK = {"seven": 7}


def small(jokers: int) -> CommandDeck:
    """Four cards and some jokers."""
    return CommandDeck(ONE_RANK, jokers)


FORCES = [
    (1, 0, 1), (1, 1, 1), (1, 3, 1), (1, 5, 1), (1, 6, 1), (1, 1, 4), (1, 2, 3), (1, 3, 2),
    (2, 1, 1), (2, 2, 1), (2, 4, 1), (2, 2, 2), (2, 1, 4), (3, 2, 2), (3, 4, 1), (0, 3, 2),
    (4, 1, 3),
]  # fmt: skip
"""Jokers, activations, rounds."""


@pytest.mark.slow
@pytest.mark.rule("PT-X1", "R-X3", "R-X2")
@in_turn("reading, force", product(READINGS, FORCES), sampled=4)
def test_every_way_the_jokers_can_lie(reading: Any, force: tuple[int, int, int]) -> None:
    jokers, activations, rounds = force
    rulings = Rulings(reshuffled=reading)
    distribution = sudden_strike.strikes(activations, small(jokers), rounds=rounds, rulings=rulings)
    assert dict(distribution) == jokers_shown(4 + jokers, jokers, activations, rounds, reading)


@pytest.mark.rule("R-X3")
@in_turn(("activations", "rounds"), [(7, 1), (4, 3), (11, 1), (6, 2)])
def test_the_deck_runs_out_within_a_round(activations: int, rounds: int) -> None:
    for reading in ("when_used_up", "every_round"):
        rulings = Rulings(reshuffled=reading)
        distribution = sudden_strike.strikes(activations, small(1), rounds=rounds, rulings=rulings)
        assert dict(distribution) == jokers_shown(5, 1, activations, rounds, reading)


@pytest.mark.rule("PT-X1", "R-X2")
def test_a_round_with_the_plain_deck() -> None:
    for units in (0, 1, 5, 10, 54):
        distribution = sudden_strike.strikes(units)
        for count in range(3):
            ways = comb(2, count) * (comb(52, units - count) if units >= count else 0)
            assert distribution[count] == Fraction(ways, comb(54, units))
    assert sudden_strike.strikes(1)[1] == Fraction(1, 27)
    assert sudden_strike.strikes(54)[2] == 1
    assert sudden_strike.strikes(10).mean() == Fraction(20, 54)


@pytest.mark.rule("R-X2")
@in_turn("jokers", [0, 2, 3, 4, 20])
def test_any_number_of_jokers(jokers: int) -> None:
    distribution = sudden_strike.strikes(8, rulings=Rulings(jokers=jokers))
    assert distribution.mean() == Fraction(8 * jokers, 52 + jokers)
    assert distribution == sudden_strike.strikes(8, CommandDeck(jokers=jokers))
    with pytest.raises(InvalidValue, match=r"deck\.jokers: 5 was given; allowed: 3, as R-X2"):
        sudden_strike.strikes(8, CommandDeck(jokers=5), rulings=Rulings(jokers=3))


@pytest.mark.rule("R-X2")
@pytest.mark.parametrize("jokers", [0, 2, 3])
def test_the_values_alone_get_the_jokers_that_are_ruled(jokers: int) -> None:
    ranks = {"low": 3, "high": 9}
    rulings = Rulings(jokers=jokers)
    distribution = sudden_strike.strikes(4, ranks, rulings=rulings)
    assert distribution == sudden_strike.strikes(4, CommandDeck(ranks, jokers))
    assert distribution.mean() == Fraction(4 * jokers, 8 + jokers)


@pytest.mark.rule("R-X3")
def test_the_three_readings_over_three_rounds() -> None:
    """With 18 units a round, three rounds draw the plain deck to its end."""
    used_up, every_round, at_joker = (
        sudden_strike.strikes(18, rounds=3, rulings=Rulings(reshuffled=reading))  # type: ignore[arg-type]
        for reading in READINGS
    )
    assert dict(used_up) == {2: 1}
    one_round = sudden_strike.strikes(18)
    assert every_round == one_round.repeat(3)
    assert every_round[0] == one_round[0] ** 3
    # Until the first joker all is as if nothing were shuffled; from then on they differ.
    assert at_joker[0] == 0
    assert at_joker.max() > 2
    assert at_joker.mean() > used_up.mean()


def card_by_card(deck: CommandDeck, draws: int) -> dict[int, Fraction]:
    """How many jokers have shown, if each begins a new deck: cards left, and jokers so far."""
    now = {(deck.size, 0): Fraction(1)}
    for _ in range(draws):
        then: dict[tuple[int, int], Fraction] = {}
        for (left, count), p in now.items():
            shows = Fraction(deck.jokers, left)
            for at, chance in (((deck.size, count + 1), shows), ((left - 1, count), 1 - shows)):
                then[at] = then.get(at, Fraction(0)) + p * chance
        now = {at: p for at, p in then.items() if p}
    distribution: dict[int, Fraction] = {}
    for (_, count), p in now.items():
        distribution[count] = distribution.get(count, Fraction(0)) + p
    return distribution


@pytest.mark.rule("R-X3")
def test_a_joker_that_is_shuffled_in_again_comes_as_often_as_in_a_walk() -> None:
    rulings = Rulings(reshuffled="when_a_joker_shows")
    for deck, activations in ((small(1), 7), (small(2), 6), (CommandDeck(jokers=2), 12)):
        distribution = sudden_strike.strikes(activations, deck, rulings=rulings)
        assert dict(distribution) == card_by_card(deck, activations)
        whole = sudden_strike.strikes(activations * 3, deck, rulings=rulings)
        assert sudden_strike.strikes(activations, deck, rounds=3, rulings=rulings) == whole
    assert dict(sudden_strike.strikes(0, small(1), rulings=rulings)) == {0: 1}
    assert dict(sudden_strike.strikes(9, small(0), rulings=rulings)) == {0: 1}


@pytest.mark.rule("R-X3")
def test_more_than_can_be_followed_is_refused_at_once() -> None:
    rulings = Rulings(reshuffled="when_a_joker_shows")
    # Of nothing but jokers, each draw shows one: 120 are just allowed.
    assert dict(sudden_strike.strikes(120, CommandDeck({}, 2), rulings=rulings)) == {120: 1}
    with pytest.raises(
        InvalidValue, match="activations in all rounds: 121 was given; allowed: at most 120"
    ):
        sudden_strike.strikes(121, rulings=rulings)
    with pytest.raises(
        InvalidValue, match="activations in all rounds: 130 was given; allowed: at most 120"
    ):
        sudden_strike.strikes(13, rounds=10, rulings=rulings)
    assert sudden_strike.strikes(500, rounds=100).mean() == Fraction(50_000, 27)
