"""Decisions of a battle: fanatics, tactics, superiority in dice, and which dice to destroy."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.in_die_tiefen.battle import Goal, Rulings, Trade
from rules_lib.in_die_tiefen.battle.party import TACTIC_DICE
from rules_lib.probability import WorkLimitExceeded
from tests.in_turn import in_turn

PAIRS = [
    (Party(3), Party(3)),
    (Party(2), Party(4)),
    (Party(4), Party(2, 1)),
    (Party(3), Party(3, superior=True)),
    (Party(5, superior=True), Party(4, 2)),
]
GOALS: list[Any] = [
    Goal.WIN,
    Goal.NOT_LOSE,
    Trade(0),
    Trade(1),
    Trade(Fraction(1, 3), Fraction(1, 2)),
    Trade(100),
]


def lost_by_a(odds: battle.Odds) -> Fraction:
    return sum((share * p for (share, _), p in odds.losses.items()), Fraction(0))


def worth(odds: battle.Odds, goal: Any) -> Fraction:
    if goal == "win":
        return odds.a_wins
    if goal == "not_lose":
        return 1 - odds.b_wins
    value: Fraction = odds.a_wins + goal.draw * odds.draw - goal.price * lost_by_a(odds)
    return value


@pytest.mark.slow
@pytest.mark.rule("IDT-1.3", "IDT-6.3", "IDT-6.4")
@in_turn("goal", GOALS)
@in_turn(("a", "b"), PAIRS, one_in=3)
def test_the_best_number_of_fanaticism_dice(a: Party, b: Party, goal: Any) -> None:
    found = battle.best_fanaticism(a, b, goal)
    assert [choice.dice for choice in found.choices] == [0, 1, 2, 3, 4]
    values = []
    for choice in found.choices:
        odds = battle.odds(Party(a.dice + choice.dice, choice.dice, a.superior), b)
        assert choice.odds.joint == odds.joint
        assert choice.loss == lost_by_a(odds)
        assert choice.value == worth(odds, goal)
        values.append(choice.value)
    assert found.best == tuple(n for n, value in enumerate(values) if value == max(values))
    assert found.goal == goal


@pytest.mark.rule("R-I4")
def test_fanaticism_where_losses_above_the_whole_are_an_error() -> None:
    """Who wins does not rest on them; what it costs does, and so does every trade."""
    one, four, strict = Party(1), Party(4), Rulings(overkill="error")
    found, ours = (battle.best_fanaticism(one, four, rulings=each) for each in (strict, Rulings()))
    assert found.best == ours.best
    assert [each.value for each in found.choices] == [each.value for each in ours.choices]
    plain, fanatic, *_ = found.choices
    assert plain.loss == ours.choices[0].loss
    assert "lost" in repr(plain)
    assert "lost" not in repr(fanatic)
    assert "unspecified" in fanatic._repr_html_()
    with pytest.raises(UnspecifiedBySource, match="R-I4"):
        _ = fanatic.loss
    with pytest.raises(UnspecifiedBySource, match="R-I4"):
        battle.best_fanaticism(one, four, Trade(1), rulings=strict)


UNEVEN = [(Party(3), Party(3)), (Party(2), Party(5)), (Party(4, 1), Party(4, superior=True))]


@pytest.mark.rule("IDT-2.1", "IDT-2.2", "IDT-2.3", "IDT-2.4")
@in_turn("rulings", [Rulings(), Rulings(destroys="lowest")])
@in_turn(("a", "b"), UNEVEN)
def test_the_game_of_tactics(a: Party, b: Party, rulings: Rulings) -> None:
    found = battle.tactics_game(a, b, rulings)
    beats = {("speed", "steadiness"), ("steadiness", "strength"), ("strength", "speed")}
    for mine, theirs in product(Tactic, Tactic):
        more_a = TACTIC_DICE if (mine, theirs) in beats else 0
        more_b = TACTIC_DICE if (theirs, mine) in beats else 0
        odds = battle.odds(
            Party(a.dice + more_a, a.fanaticism, a.superior),
            Party(b.dice + more_b, b.fanaticism, b.superior),
            rulings,
        )
        assert found.odds[mine, theirs].joint == odds.joint
        assert found.payoff[mine, theirs] == odds.a_wins + odds.draw / 2
    play = found.equilibrium  # of which tests/probability tells that it is one
    # Whoever knows the enemy's tactic takes the one that beats it.
    guessed = sum(
        p * max(found.payoff[mine, theirs] for mine in Tactic)
        for theirs, p in zip(Tactic, play.columns, strict=True)
    )
    assert found.guessing == guessed - play.value > 0


@pytest.mark.rule("IDT-5.3")
@pytest.mark.parametrize(("n", "m"), [(1, 1), (3, 3), (5, 8), (12, 12), (20, 20)])
def test_what_superiority_is_worth(n: int, m: int) -> None:
    found = battle.superiority_in_dice(Party(n), Party(m))
    with_it = battle.odds(Party(n, superior=True), Party(m)).a_wins
    assert found.with_it == with_it
    wins = [battle.odds(Party(n + extra), Party(m)).a_wins for extra in range(found.dice + 2)]
    assert found.by_dice == tuple(wins)
    assert wins[-1] > with_it
    assert all(each <= with_it for each in wins[:-1])


@pytest.mark.rule("IDT-5.3", "R-I5")
def test_superiority_that_is_worth_nothing_or_everything() -> None:
    floor = Rulings(threshold_floor=6)
    found = battle.superiority_in_dice(Party(3), Party(3), floor)
    assert (found.dice, len(found.by_dice)) == (0, 2)
    assert found.with_it == found.by_dice[0]
    # Every die destroys, so a wins for sure, and no number of dice can be better.
    sure = battle.superiority_in_dice(Party(12), Party(5, 4))
    assert sure.with_it == 1
    assert (sure.dice, len(sure.by_dice)) == (20, 21)


def test_comparisons_of_absurd_pools_are_refused() -> None:
    with pytest.raises(WorkLimitExceeded, match="superiority_in_dice: 121 dice on both sides"):
        battle.superiority_in_dice(Party(60), Party(61))
    with pytest.raises(WorkLimitExceeded, match="best_fanaticism: 121 dice on both sides"):
        battle.best_fanaticism(Party(1), Party(120))
    with pytest.raises(WorkLimitExceeded):
        battle.tactics_game(Party(150), Party(150))


def test_a_bill_is_no_hindrance_and_is_not_kept() -> None:
    """It says where the dice of a party come from; those that are tried out come from nowhere."""
    billed = Party.from_circumstances(terrain=True, deeds=1)
    assert billed.bill
    assert billed == Party(billed.dice)
    choices = battle.best_fanaticism(billed, Party(3)).choices
    assert [choice.odds.a.bill for choice in choices] == [()] * 5
    assert battle.superiority_in_dice(billed, Party(3)) == battle.superiority_in_dice(
        Party(billed.dice), Party(3)
    )


# ---------------------------------------------------------------- which dice to destroy


@pytest.mark.rule("R-I2", "R-I8")
def test_if_fanatics_do_not_count_the_highest_die_may_be_the_wrong_one() -> None:
    """The fanatic shows 5, the steady die 1: to take the 1 wins as well, and kills all troops."""
    adjudicate: Any = battle.adjudicate
    thrown = Party(1), Party(2, fanaticism=1), [6], [1, 5]
    read = Rulings(destroyed_fanatics_left_out=True)
    highest = adjudicate(*thrown, read)
    other = adjudicate(*thrown, read, destroyed_b=[1])
    assert highest.winner == other.winner == battle.Winner.A
    assert [highest.b.share_lost, other.b.share_lost] == [Fraction(0), Fraction(1)]
    # By the default readings a destroyed fanatic counts, and the choice is all one.
    assert adjudicate(*thrown).b.share_lost == Fraction(1)
