"""Sudden strikes and the search for a sniper, by icepool: a second exact answer."""

from fractions import Fraction
from typing import Any

import icepool
import pytest

from rules_lib.paper_tigers import Card, sniper, sudden_strike
from rules_lib.paper_tigers.sniper.state import MARKERS
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from tests.in_turn import in_turn

D6 = icepool.d6


def fraction(chance: Any) -> Fraction:
    return Fraction(chance.numerator, chance.denominator)


def saves(dice: int) -> Any:
    """Whether one of the dice shows 5 or 6."""
    return (dice @ (min(SAVING_FACES) <= D6)) >= 1


@pytest.mark.rule("PT-X2", "PT-X3")
@in_turn("kind", ["infantry", "unarmoured_vehicle", "armoured_vehicle", "tank"])
def test_saves(kind: sudden_strike.UnitClass) -> None:
    dice = sudden_strike.dice_of(kind)
    assert fraction(saves(dice).probability(True)) == sudden_strike.save(kind)


@pytest.mark.rule("PT-X4", "PT-X5", "PT-X7", "R-X4")
@in_turn("place", [sudden_strike.BUNKER, sudden_strike.SANDBAGS])
@in_turn("kind", ["infantry", "tank"])
def test_strike_after_strike(kind: sudden_strike.UnitClass, place: sudden_strike.Structure) -> None:
    own = saves(sudden_strike.dice_of(kind))

    def strike(hits: int, value: int, outer: bool, inner: bool) -> tuple[int, int]:
        if hits == 2 or (value and outer):
            return hits, value
        return hits + (not inner), max(0, value - 1)

    def state(strikes: int) -> Any:
        now = icepool.Die([(0, place.value)])
        for _ in range(strikes):
            now = icepool.map(strike, now, saves(place.dice), own, star=True)
        return now

    found = sudden_strike.siege(kind, place).unit_lasts
    for strikes in range(1, 7):
        distribution = state(strikes)
        gone = sum(
            (fraction(distribution.probability(end)) for end in distribution if end[0] == 2),
            Fraction(0),
        )
        assert found.cdf(strikes) == gone


@pytest.mark.rule("PT-S11", "PT-S12", "PT-S13", "PT-S15")
@pytest.mark.parametrize(("kind", "more"), [("officer", 0), ("crew", 2)])
def test_the_first_two_attempts_to_find_a_sniper(kind: Any, more: int) -> None:
    """Two cards of a small pile, without replacement, and the markers, one of them green."""
    pile = icepool.Deck({4: 4, 9: 4})
    attempt = 2 @ D6

    def found(cards: Any, first: int, second: int, green: int) -> Any:
        rolls = zip((first, second), cards, strict=True)
        return green <= sum(roll >= card + more for roll, card in rolls)

    distribution = icepool.map(
        found, pile.deal(2), attempt, attempt, icepool.d(MARKERS), star=False
    )
    deck = sniper.CommandDeck({"four": 4, "nine": 9}, jokers=0)
    odds = sniper.duel_odds(Card("red", 7), kind, deck)
    assert 1 - odds.not_yet(2) == fraction(distribution.probability(True))
