"""Is "destroy the highest dice" (R-I2) the best choice? Against every other choice."""

from fractions import Fraction
from itertools import product

import pytest

from rules_lib.in_die_tiefen import Party, battle
from tests.oracles.battle_choice import (
    Fight,
    Wish,
    enemy_dice,
    enemy_troops,
    lead,
    own_dice,
    winning,
    worst_regret,
)
from tests.sample import SOME_OR_EVERY, Chosen

pytestmark = pytest.mark.rule("R-I2", "IDT-5.2")
FACES = range(1, 7)
THRESHOLDS = [(6, 6), (5, 6), (4, 5), (3, 3), (1, 2)]
RESULT = [winning, lead]
LOSSES = [enemy_dice, own_dice]
SHAPES = list(product((1, 2, 3), repeat=2))


def throws(n: int, m: int, *, at_once: bool, thresholds: tuple[int, int]) -> list[Fight]:
    """All pairs of throws of dice that are all steady; only their sizes matter, so sorted."""
    return [
        Fight((a, b), (n, m), thresholds, at_once)
        for a in product(FACES, repeat=n)
        if list(a) == sorted(a)
        for b in product(FACES, repeat=m)
        if list(b) == sorted(b)
    ]


def regrets(fights: list[Fight], wish: Wish) -> list[Fight]:
    return [fight for fight in fights if worst_regret(fight, wish)]


@pytest.mark.slow
@SOME_OR_EVERY
@pytest.mark.parametrize("at_once", [True, False], ids=["R-I1=true", "R-I1=false"])
@pytest.mark.parametrize("thresholds", THRESHOLDS, ids=str)
def test_no_choice_is_better_than_the_highest_dice(
    at_once: bool, thresholds: tuple[int, int], chosen: Chosen
) -> None:
    for n, m in chosen(SHAPES, THRESHOLDS.index(thresholds), one_in=6):
        fights = throws(n, m, at_once=at_once, thresholds=thresholds)
        for wish in (*RESULT, *LOSSES):
            assert not regrets(fights, wish), wish.__name__


# ---------------------------------------------------------------- where it is not best

LEFT_OUT = battle.Rulings(destroyed_fanatics_left_out=True)
SMALLEST = Fight(((6,), (1, 5)), (1, 1), (5, 6))
"""One die against a steady die and a fanatic, which is destroyed with a 5 or 6 for that."""


@pytest.mark.rule("R-I8")
def test_if_fanatics_do_not_count_the_highest_die_may_be_the_wrong_one() -> None:
    """The fanatic shows 5, the steady die 1: to take the 1 wins as well, and kills all troops."""
    assert worst_regret(SMALLEST, enemy_troops) == (0, (0,))
    assert worst_regret(SMALLEST, winning) is None
    parties = Party(1), Party(2, fanaticism=1)
    highest = battle.adjudicate(*parties, [6], [1, 5], LEFT_OUT)
    other = battle.adjudicate(*parties, [6], [1, 5], LEFT_OUT, destroyed_b=[1])
    assert highest.winner == other.winner == battle.Winner.A
    assert (highest.a.total, highest.b.total, other.b.total) == (6, 1, 5)
    assert [highest.b.share_lost, other.b.share_lost] == [Fraction(0), Fraction(1)]
    # By the default readings a destroyed fanatic counts, and the choice is all one.
    assert battle.adjudicate(*parties, [6], [1, 5]).b.share_lost == Fraction(1)


@pytest.mark.rule("R-I8")
def test_how_often_it_is_the_wrong_one() -> None:
    """One die against a steady one and a fanatic: the throws in which another choice kills more."""
    every = [Fight(((a,), (b, c)), (1, 1), (5, 6)) for a, b, c in product(FACES, repeat=3)]
    regretted = regrets(every, enemy_troops)
    # A 5 or 6 that destroys, and a fanatic above the steady die.
    assert len(regretted) == 2 * 15
    for fight in every:
        (a,), (b, c) = fight.faces
        assert (fight in regretted) == (a >= 5 and c > b)


@pytest.mark.rule("R-I8")
@pytest.mark.parametrize("wish", RESULT, ids=lambda wish: wish.__name__)
def test_for_the_result_it_is_best_with_fanatics_too(wish: Wish) -> None:
    for steady in ((2, 1), (1, 1)):
        for at_once in (True, False):
            fights = throws(2, 2, at_once=at_once, thresholds=(5, 6))
            assert not regrets([each._replace(steady=steady) for each in fights], wish)
