"""Decisions before a battle: fanaticism, tactics, and what superiority is worth."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import TypeAlias

from rules_lib.errors import (
    MOST_NUMBER,
    InvalidValue,
    UnspecifiedBySource,
    require_exact,
    require_word,
)
from rules_lib.in_die_tiefen.battle.odds import Odds, odds
from rules_lib.in_die_tiefen.battle.party import (
    MOST_FANATICISM,
    TACTIC_DICE,
    Party,
    Tactic,
    tactic_dice,
)
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.probability.errors import check_work
from rules_lib.probability.zero_sum import Equilibrium, solve
from rules_lib.rulebook import implements, uses
from rules_lib.text.chances import decimal, dice_told
from rules_lib.text.summary import Summary, SummaryRows
from rules_lib.values.enums import WordEnum
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

MOST_EXTRA = 20
"""Extra dice that superiority is compared with: where it wins for sure, no number is better."""

MOST_COMPARED = 120
"""Dice on both sides together for which that many battles are still compared."""

KEPT = 8
"""So many answers are kept: a table of an explorer asks for the same one in rows that follow."""


class Goal(WordEnum):
    """What a party fights for.

    Attributes:
        WIN: win the battle.
        NOT_LOSE: win it or draw.
    """

    WIN = "win"
    NOT_LOSE = "not_lose"


@dataclass(frozen=True, slots=True)
class Trade:
    """A stated trade of victory against losses.

    The value of a battle is the chance to win, plus ``draw`` times the chance to draw, less
    ``price`` times the expected share of the own troops that is lost.

    Attributes:
        price: what the loss of all own troops costs, in victories; 0 or more.
        draw: what a draw is worth, in victories; 0 to 1.
    """

    price: Fraction | int
    draw: Fraction | int = 0

    def __post_init__(self) -> None:
        for name, value, most in (("price", self.price, MOST_NUMBER), ("draw", self.draw, 1)):
            upper = f"to {most}" if most == 1 else "or more, up to 10^18"
            kept = require_exact(name, value, 0, most, f"a Fraction, 0 {upper}")
            object.__setattr__(self, name, kept)


Aim: TypeAlias = Goal | Trade


@dataclass(frozen=True, slots=True, repr=False)
class FanaticismChoice(Summary):
    """What a number of fanaticism dice brings.

    Attributes:
        dice: how many are taken.
        odds: the battle with them.
        value: what it is worth for the goal.
    """

    dice: int
    odds: Odds
    value: Fraction

    @property
    def loss(self) -> Fraction:
        """Expected share of the own troops that is lost.

        Raises:
            UnspecifiedBySource: losses above the whole are possible, and R-I4 is read as an error.
        """
        return self.odds.mean_loss("a")

    def _summary_rows(self) -> SummaryRows:
        yield from (("dice", str(self.dice)), ("worth", decimal(self.value)))
        with suppress(UnspecifiedBySource):
            yield "lost", self.loss


@checked
@dataclass(frozen=True, slots=True, repr=False)
class BestFanaticism(Summary):
    """How many fanaticism dice to take.

    Attributes:
        goal: what for.
        choices: what each number from 0 to 4 brings.
        best: all numbers that are exactly best.
    """

    goal: Aim
    choices: tuple[FanaticismChoice, ...]
    best: tuple[int, ...]

    def _summary_rows(self) -> SummaryRows:
        for each in self.choices:
            best = ", best" if each.dice in self.best else ""
            yield dice_told(each.dice), f"{decimal(each.value)}{best}"


@uses("IDT-1.3", "IDT-6.3", "IDT-6.4")
@checked
@lru_cache(maxsize=KEPT)
def best_fanaticism(
    a: Party, b: Party, goal: Aim | str = Goal.WIN, rulings: Rulings = Rulings()
) -> BestFanaticism:
    """How many of the 0 to 4 fanaticism dice party ``a`` should take, exactly.

    Args:
        a: the party without any fanaticism dice.
        b: its enemy, as it is.
        goal: to win, not to lose, or a :class:`Trade`.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: ``a`` has taken fanaticism dice already, or a wrong type.
        UnspecifiedBySource: a trade of losses above the whole, if R-I4 is read as an error.
        WorkLimitExceeded: more than 120 dice on both sides together.
    """
    if a.fanaticism:
        raise InvalidValue("a.fanaticism", a.fanaticism, "0: the dice are what is to be chosen")
    check_work("best_fanaticism", a.dice + b.dice, None, MOST_COMPARED, "dice on both sides")
    if isinstance(goal, str):
        goal = Goal(require_word("goal", goal, tuple(map(str, Goal))))
    choices = []
    for dice in range(MOST_FANATICISM + 1):
        fought = odds(replace(a, dice=a.dice + dice, fanaticism=dice, bill=()), b, rulings)
        choices.append(FanaticismChoice(dice, fought, _value(fought, goal)))
    top = max(choice.value for choice in choices)
    best = tuple(choice.dice for choice in choices if choice.value == top)
    return BestFanaticism(goal, tuple(choices), best)


def _value(fought: Odds, goal: Aim) -> Fraction:
    if goal == Goal.WIN:
        return fought.a_wins
    if goal == Goal.NOT_LOSE:
        return fought.a_wins + fought.draw
    assert isinstance(goal, Trade)
    price = Fraction(goal.price) * fought.mean_loss("a")
    return fought.a_wins + Fraction(goal.draw) * fought.draw - price


@checked
@dataclass(frozen=True, slots=True, repr=False)
class TacticsGame(Summary):
    """The secret choice of tactics as a game.

    Attributes:
        odds: for each pair of tactics (a's, b's) the battle that follows.
        payoff: what each pair is worth to a: its chance to win plus half the chance to draw.
        equilibrium: the best mixed play of both, over the tactics in their order.
        guessing: what a gains on average if it knows b's tactic, over the equilibrium.
    """

    odds: Mapping[tuple[Tactic, Tactic], Odds]
    payoff: Mapping[tuple[Tactic, Tactic], Fraction]
    equilibrium: Equilibrium
    guessing: Fraction

    def _summary_rows(self) -> SummaryRows:
        return [
            ("the game is worth to a", decimal(self.equilibrium.value)),
            ("a right guess gains", decimal(self.guessing)),
        ]


@implements("IDT-2.3")
@uses("IDT-2.1", "IDT-2.2", "IDT-2.4")
@checked
@lru_cache(maxsize=KEPT)
def tactics_game(a: Party, b: Party, rulings: Rulings = Rulings()) -> TacticsGame:
    """The 3 × 3 game of the tactics, its equilibrium, and what a right guess gains.

    Args:
        a, b: the parties without any dice for tactics.
        rulings: how the open rules are read.
    """
    by_dice = {
        extra: odds(_with(a, extra[0]), _with(b, extra[1]), rulings)
        for extra in ((0, 0), (TACTIC_DICE, 0), (0, TACTIC_DICE))
    }
    fights = {
        (mine, theirs): by_dice[tactic_dice(mine, theirs), tactic_dice(theirs, mine)]
        for mine in Tactic
        for theirs in Tactic
    }
    payoff = {pair: each.a_wins + each.draw / 2 for pair, each in fights.items()}
    matrix = [[payoff[mine, theirs] for theirs in Tactic] for mine in Tactic]
    equilibrium = solve(matrix)
    knowing = sum(map(mul, equilibrium.columns, map(max, zip(*matrix, strict=True))), Fraction(0))
    return TacticsGame(
        FrozenMap(fights),
        FrozenMap(payoff),
        equilibrium,
        knowing - equilibrium.value,
    )


@checked
@dataclass(frozen=True, slots=True, repr=False)
class Worth(Summary):
    """What technical superiority is worth.

    Attributes:
        with_it: chance of a to win with superiority.
        by_dice: chance of a to win with 0, 1, 2, … more dice instead, up to the first number
            that is better, or up to 20.
        dice: the most of these extra dice that are not better than superiority.
    """

    with_it: Fraction
    by_dice: tuple[Fraction, ...]
    dice: int

    def _summary_rows(self) -> SummaryRows:
        return [("a wins with it", self.with_it), ("as good as dice", str(self.dice))]


@uses("IDT-5.3")
@checked
def superiority_in_dice(a: Party, b: Party, rulings: Rulings = Rulings()) -> Worth:
    """How many extra dice technical superiority replaces for ``a``, measured by winning.

    Args:
        a: the party without superiority.
        b: its enemy, as it is.
        rulings: how the open rules are read.

    Raises:
        WorkLimitExceeded: more than 120 dice on both sides together.
    """
    check_work("superiority_in_dice", a.dice + b.dice, None, MOST_COMPARED, "dice on both sides")
    if a.superior:
        raise InvalidValue("a.superior", True, "False: superiority is what is to be measured")
    with_it = odds(replace(a, superior=True), b, rulings).a_wins
    by_dice: list[Fraction] = []
    for extra in range(MOST_EXTRA + 1):
        by_dice.append(odds(_with(a, extra), b, rulings).a_wins)
        if by_dice[-1] > with_it:
            return Worth(with_it, tuple(by_dice), max(extra - 1, 0))
    return Worth(with_it, tuple(by_dice), MOST_EXTRA)


def _with(party: Party, extra: int) -> Party:
    return replace(party, dice=party.dice + extra)
