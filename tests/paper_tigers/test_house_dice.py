"""Other numbers of dice for a card, as a house rule: everything is reckoned with them."""

import random
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, charge, command, melee
from rules_lib.probability import dice
from tests.in_turn import in_turn

STRONG = Card("red", 12, house_dice=(4, 1))


def test_a_card_with_house_dice_is_tested_with_them() -> None:
    assert (STRONG.combat_dice, STRONG.movement_dice) == (4, 1)
    assert command.chance(STRONG, "melee") == dice.total(4).tail(12)
    assert command.chance(Card("red", 4, (4, 1)), "movement") == Fraction(1, 2)
    assert command.CommandTest(STRONG, "charge", 24).passed
    with pytest.raises(InvalidValue, match="4 to 24"):
        command.CommandTest(STRONG, "charge", 3)


def test_the_dice_of_the_rules_written_as_house_dice_change_no_odds() -> None:
    """The same numbers of dice, so the same odds, whatever is asked."""
    for plain, same in (
        (Card("red", 7), Card("red", 7, (3, 2))),
        (Card("black", 6), Card("black", 6, (2, 3))),
    ):
        enemy = melee.Combatant(Card("red", 6), in_cover=True)
        for goal in ("if_missed", melee.Goal.WIN):
            odds = [
                melee.odds(melee.Combatant(card), enemy, reroll=goal).outcomes
                for card in (plain, same)
            ]
            assert odds[0] == odds[1]
        assert charge.odds(melee.Combatant(plain), enemy) == charge.odds(
            melee.Combatant(same), enemy
        )


@pytest.mark.slow
def test_the_best_rerolls_reach_the_highest_roll_of_the_house_dice() -> None:
    """With 9 dice for the enemy its rolls go to 54; a policy has an answer to each."""
    enemy = melee.Combatant(Card("red", 30, (9, 1)))
    own = melee.Combatant(Card("black", 20, (6, 1)), in_cover=True)
    best, habit = (melee.odds(enemy, own, reroll=how) for how in (melee.Goal.WIN, "never"))
    assert best.defender_wins > habit.defender_wins
    fight = melee.play(enemy, own, random.Random(2), reroll=melee.Goal.WIN)
    assert fight.outcome != "goes_on"
    assert "9 dice" in str(fight)


def test_words_say_house_dice() -> None:
    assert str(STRONG) == "red 12 (4/1 dice)"
    assert Card.parse(str(STRONG)) == STRONG
    unit = melee.Combatant(STRONG, in_cover=True)
    assert melee.Combatant.parse(str(unit)) == unit
    assert eval(repr(STRONG)) == STRONG  # the repr is Python
    assert repr(Card("red", 7)) == "Card(colour='red', value=7)"


BAD: list[Any] = [4, "4/1", (4,), (4, 1, 1), (0, 1), (1, 10), (True, 1), (2.5, 1), ("4", 1), [4, 1]]


@in_turn("given", BAD)
def test_dice_that_cannot_be_are_refused(given: Any) -> None:
    with pytest.raises(InvalidValue, match=r"^house_dice"):
        Card("red", 7, given)
