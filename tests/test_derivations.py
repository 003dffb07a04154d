"""The second way to every number agrees with the engine."""

import math
from itertools import product

import pytest

from rules_lib import derivations
from rules_lib.derivations import MeleeSetup
from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, command, melee
from rules_lib.paper_tigers.command import Colour
from rules_lib.probability import dice

COLOURS: tuple[Colour, Colour] = ("red", "black")
COMBAT = {"red": 3, "black": 2}
MOVEMENT = {"red": 2, "black": 3}
VALUES = (2, 5, 7, 9, 11, 12, 13, 17, 19)


@pytest.mark.rule("PT-M3", "PT-M4", "PT-M19")
def test_chances_to_pass_are_the_same_fractions() -> None:
    for colour, value in product(COLOURS, range(2, 21)):
        card = Card(colour, value)
        assert derivations.pass_chance(COMBAT[colour], value) == command.chance(card, "charge")
        assert derivations.pass_chance(MOVEMENT[colour], value) == command.chance(card, "movement")


@pytest.mark.parametrize("count", [0, 1, 2, 3, 8, derivations.MOST_DICE])
def test_totals_are_whole_weights(count: int) -> None:
    weights = derivations.total_weights(count)
    assert {total: int(weight) for total, weight in enumerate(weights) if weight} == {
        total: int(chance * 6**count) for total, chance in dice.total(count).items()
    }


@pytest.mark.parametrize("cards", list(product(COLOURS, repeat=2)), ids="-".join)
@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("cover", [False, True])
def test_melees_agree_to_twelve_digits(
    cards: tuple[Colour, Colour], small: bool, cover: bool
) -> None:
    for first, second in product(VALUES, repeat=2):
        setup = MeleeSetup(COMBAT[cards[0]], first, COMBAT[cards[1]], second, small, cover)
        figures = derivations.melee(setup)
        odds = melee.odds(
            melee.Combatant(Card(cards[0], first)),
            melee.Combatant(Card(cards[1], second), small_team=small, in_cover=cover),
        )
        for name, chance in odds.outcomes.items():
            assert getattr(figures, name) == pytest.approx(float(chance), abs=1e-12)
        if odds.undecided:
            assert math.isinf(figures.exchanges)
        else:
            assert figures.exchanges == pytest.approx(float(odds.exchanges.mean()), rel=1e-12)


@pytest.mark.parametrize("count", [-1, 25, 10**6, True, 2.0, "3", None])
def test_dice_that_cannot_be_counted(count: int) -> None:
    with pytest.raises(InvalidValue, match=r"count: .* from 0 to 24"):
        derivations.total_weights(count)


@pytest.mark.parametrize("value", [-1, True, 7.0, "7", None])
def test_values_that_are_none(value: int) -> None:
    with pytest.raises(InvalidValue, match=r"value: .* from 0 up"):
        derivations.pass_chance(2, value)
