"""Hostile values at every door of the mass battle."""

from fractions import Fraction
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import Party, Tactic, aftermath, battle, tactic_dice
from rules_lib.in_die_tiefen.battle import Rulings, Trade, Winner
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP as STEP
from rules_lib.probability.errors import ProbabilityError
from tests.hostile import Case, refuses
from tests.in_turn import in_turn

PAIR = Party(2), Party(3, 1)
ONE = Party(1)
NO_COUNT = [-1, 10**400]
NO_RATIO = [0, -1, -3, Fraction(1, 3), Fraction(99, 100), 3.0, None, "3"]
NO_FACES: list[Any] = [[], [1], [1, 2, 3], [0, 1], [1, 7], [True, 1], [1.0, 2], ["1", "2"], {1, 2}]
NO_CHOICE: list[Any] = [5, "6", {6}, [], [6, 6], [2], [True], [6.0], ["6"], [None], [[6]]]
NO_MORALE: list[Any] = [
    None, "Fumble", -1, 5, 2.0, Fraction(2), ("fumble",), ("fumble", 5), ("fumble", True),
    (2, "fumble"), ("fumble", 0, 0), ("good", 2), (("fumble", 1), 1),
]  # fmt: skip
NO_TACTIC: list[Any] = ["speed", 0]
FOUGHT = battle.odds(ONE, ONE)
CERTAIN = {2: Fraction(1)}


def settle(**changed: Any) -> object:
    """A sound adjudication, but for what is changed: A destroys one die of B."""
    given: dict[str, Any] = {"a": Party(2), "b": ONE, "rolls_a": [1, 6], "rolls_b": [6]}
    adjudicate: Any = battle.adjudicate
    return adjudicate(**{**given, **changed})


def circumstances(**given: Any) -> Party:
    return Party.from_circumstances(**given)


def fanatics(**given: Any) -> object:
    best: Any = battle.best_fanaticism
    return best(**{"a": ONE, "b": ONE, **given})


CASES: list[Case] = [
    ("threshold_floor (R-I5)", lambda x: Rulings(threshold_floor=x), [-1, 0, 7]),
    ("retreat_hexes (R-I7)", lambda x: Rulings(retreat_hexes=x), [*NO_COUNT, 0, 61]),
    ("parties", battle.each_pair, [[], [ONE], [ONE] * 11, [ONE, 1], (None, None)]),
    ("dice", Party, [*NO_COUNT, 0, 201]),
    ("fanaticism", lambda x: Party(9, x), [*NO_COUNT, 5]),
    ("fanaticism", lambda x: circumstances(fanaticism=x), [*NO_COUNT, 5]),
    ("outnumbers", lambda x: circumstances(outnumbers=x), NO_RATIO),
    ("deeds", lambda x: circumstances(deeds=x), [*NO_COUNT, 51]),
    ("thwarted_enemy_deeds", lambda x: circumstances(thwarted_enemy_deeds=x), [*NO_COUNT, 51]),
    ("failed_enemy_deeds", lambda x: circumstances(failed_enemy_deeds=x), [*NO_COUNT, 51]),
    ("dice", lambda x: circumstances(outnumbers=x), [STEP * 200]),
    ("outnumbers", lambda x: circumstances(outnumbers=x), [STEP * 201, 10**400]),
    ("outnumbers", lambda x: circumstances(outnumbers=x), [Fraction(10**5000, 7)]),
    ("own", lambda x: tactic_dice(x, Tactic.SPEED), NO_TACTIC),
    ("enemy", lambda x: tactic_dice(Tactic.SPEED, x), NO_TACTIC),
    ("rolls_a", lambda x: settle(rolls_a=x), NO_FACES),
    ("rolls_b", lambda x: settle(b=Party(2), rolls_b=x), NO_FACES),
    ("destroyed_a", lambda x: settle(destroyed_a=x), NO_CHOICE),
    ("destroyed_b", lambda x: settle(destroyed_b=x), NO_CHOICE),
    ("destroyed_fanatics_a", lambda x: settle(destroyed_fanatics_a=x), [-1, 1]),
    ("destroyed_fanatics_b", lambda x: settle(destroyed_fanatics_b=x), [-1, 1]),
    ("names", lambda x: settle(names=x), [[], ("A",), ["A", "B"], ("A", 5), ("", "B")]),
    ("a.fanaticism", lambda x: fanatics(a=x), [Party(2, 1)]),
    ("goal", lambda x: fanatics(goal=x), ["", "green", Winner.A]),
    ("price", Trade, [-1, Fraction(-1, 9), 0.5, None]),
    ("draw", lambda x: Trade(1, x), [-1, 2, Fraction(10, 9), 0.5]),
    ("a.superior", lambda x: battle.superiority_in_dice(x, ONE), [Party(2, superior=True)]),
    ("winner", lambda x: aftermath.resolve(x, 1, 1), ["a", "draw"]),
    ("morale_a", lambda x: aftermath.resolve(Winner.A, x, 1), NO_MORALE),
    ("morale_b", lambda x: aftermath.resolve(Winner.DRAW, 1, x), NO_MORALE),
    ("morale_a", lambda x: aftermath.odds(FOUGHT, {x: Fraction(1)}, CERTAIN),
     [-1, 5, True, None, "good", ("fumble", 9)]),
    ("morale_b", lambda x: aftermath.odds(FOUGHT, CERTAIN, {x: Fraction(1)}),
     [-1, 5, True, None, "good", ("fumble", 9)]),
]  # fmt: skip


@in_turn("case", CASES)
def test_what_is_refused(case: Case) -> None:
    refuses(case)


@in_turn("distribution", [None, 5, "x", [], {}, {1: 0.5, 2: 0.5}, {1: Fraction(1, 2)}])
def test_what_is_no_distribution_of_morale(distribution: Any) -> None:
    with pytest.raises(ProbabilityError):
        aftermath.odds(FOUGHT, distribution, CERTAIN)
    with pytest.raises(ProbabilityError):
        aftermath.odds(FOUGHT, CERTAIN, distribution)


@pytest.mark.rule("IDT-5.1", "IDT-5.2")
def test_dice_say_how_many_and_which_are_due() -> None:
    with pytest.raises(InvalidValue, match=r"rolls_a: \(1, 7\) .* 2 faces from 1 to 6"):
        settle(rolls_a=[1, 7])
    with pytest.raises(InvalidValue, match=r"destroyed_b: .* 1 faces, one for each destroyed die"):
        settle(destroyed_b=[6, 6])
    with pytest.raises(InvalidValue, match=r"destroyed_a: \(5,\) .* dice that were rolled: \(1, 6"):
        settle(destroyed_a=[5])
    # A die that was rolled once cannot be destroyed twice.
    with pytest.raises(InvalidValue, match=r"destroyed_a: \(6, 6\) .* dice that were rolled"):
        settle(rolls_b=[6, 6], b=Party(2), destroyed_a=[6, 6])


@pytest.mark.rule("IDT-1.4", "R-I6")
def test_who_is_outnumbered_is_told_what_to_give() -> None:
    with pytest.raises(
        InvalidValue,
        match=r"outnumbers: Fraction\(1, 3\) .* a whole number or a Fraction from 1 to ",
    ):
        Party.from_circumstances(outnumbers=Fraction(1, 3))
