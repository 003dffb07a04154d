"""Hostile values at every public door: an error of ours that names the field, and nothing else."""

import math
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, charge, command, melee
from rules_lib.paper_tigers.command import CommandTest
from rules_lib.paper_tigers.melee import Combatant, HitsToRemove, Pairing, Rulings, State
from rules_lib.paper_tigers.melee.rules import opening
from tests.hostile import Case, refuses
from tests.in_turn import in_turn

CARD = Card("red", 7)
UNIT = Combatant(CARD)
COVERED = Combatant(CARD, in_cover=True)
PAIRING = Pairing(UNIT, UNIT, Rulings())
START = opening(PAIRING)

NO_ROLL = [2, 19, 0, -3, None, 7.0, True]
NO_INCHES: list[Any] = [None, True, "5", math.nan, math.inf, -1, -0.5, Fraction(-1, 3)]
NO_SHARE: list[Any] = [True, 0.5, "1/2", 2, -1, Fraction(3, 2)]
NO_NAMES: list[Any] = [(), ("a",), ("a", "b", "c"), ("a", 5), ("", "b"), (None, None)]
NO_EXCHANGE: list[Any] = [None, 5, "88", (), (9,), (9, 9, 9, 9), {9, 8}, ("9", "9"), (True, 9)]


def rolls(value: object) -> object:
    return melee.adjudicate(UNIT, COVERED, value)  # type: ignore[arg-type]


def adjudicate(**given: Any) -> object:
    return charge.adjudicate(UNIT, UNIT, **{"movement_roll": 7, **given})


COMMAND: list[Case] = [
    ("value", lambda x: Card("red", x), [1, 0, -1]),
    ("card", Card.parse, ["", "green", "red", "red 7.5", "red " + "7" * 10_000, "red -7"]),
    ("charge roll", lambda x: CommandTest(CARD, "charge", x), NO_ROLL),
    ("value", command.colour_trade, [1, 0, -1]),
]

UNITS: list[Case] = [
    ("hits", lambda x: Combatant(CARD, hits=x), [-1]),
    ("hits_to_remove.infantry", lambda x: HitsToRemove(x, 3), [1, 21, None]),
    ("hits_to_remove.small_team", lambda x: HitsToRemove(5, x), [1, 21, None]),
    ("hits_to_remove (R-M9)", lambda x: Rulings(hits_to_remove=x), [1, 0, 21, None, "2"]),
    ("ruling", Rulings.field_of, ["R-M11", "", "R-M99"]),
    ("chosen", Rulings.from_ids, [None, 5, "R-M1", [("R-M1", True)]]),
]  # fmt: skip

MELEE: list[Case] = [
    ("rolls[0]", lambda x: rolls([x]), NO_EXCHANGE),
    ("rolls[1]", lambda x: rolls([(9, 8), x]), [*NO_EXCHANGE, (9, 8)]),
    ("rolls[0] attacker", lambda x: rolls([(x, 8)]), NO_ROLL),
    ("rolls[0] defender", lambda x: rolls([(9, x)]), NO_ROLL),
    ("rolls[0] reroll", lambda x: rolls([(9, 8, x)]), [x for x in NO_ROLL if x is not None]),
    ("names", lambda x: melee.adjudicate(UNIT, UNIT, [(9, 8)], names=x), NO_NAMES),
    ("state", lambda x: melee.resolve_exchange(PAIRING, x, (9, 8)), [None, tuple(START)]),
    ("state.attacker_hits",
     lambda x: melee.resolve_exchange(PAIRING, State(x, False, 0, False, False), (9, 8)),
     [2, -1, None, "0"]),
    ("state.defender_hits",
     lambda x: melee.resolve_exchange(PAIRING, State(0, False, x, False, False), (9, 8)),
     [2, -1, None, "0"]),
    ("state.defender_shaken",
     lambda x: melee.resolve_exchange(PAIRING, State(0, False, 0, x, False), (9, 8)), [None, 1]),
    ("state.reroll_left",
     lambda x: melee.resolve_exchange(PAIRING, State(0, False, 0, False, x), (9, 8)), [None, 1]),
    ("rolls", lambda x: melee.resolve_exchange(PAIRING, START, x), NO_EXCHANGE),
    ("field", lambda x: melee.resolve_exchange(PAIRING, START, (9, 8), field=x), [None, 5]),
]  # fmt: skip

CHARGE: list[Case] = [
    ("moved", lambda x: charge.legality(UNIT, moved=x, distance=5), NO_INCHES),
    ("distance", lambda x: charge.legality(UNIT, moved=5, distance=x), NO_INCHES),
    ("shot_hits", lambda x: charge.odds(UNIT, UNIT, shot_hits=x), NO_SHARE),
    ("shot_hits", lambda x: charge.odds(UNIT, UNIT, shot_hits=x,
                                        rulings=charge.Rulings("automatic_hit")),
     [*NO_SHARE, 0, Fraction(1, 2), 1.0]),
    ("movement roll", lambda x: adjudicate(movement_roll=x),
     [1, 13, "7"]),
    ("charge roll", lambda x: adjudicate(charge_roll=x), [x for x in NO_ROLL if x is not None]),
    ("rolls[0]", lambda x: adjudicate(charge_roll=9, rolls=[x]), NO_EXCHANGE),
    ("names", lambda x: adjudicate(movement_roll=3, names=x), NO_NAMES),
]  # fmt: skip


@in_turn("case", [*COMMAND, *UNITS, *MELEE, *CHARGE])
def test_what_is_refused(case: Case) -> None:
    refuses(case)


@pytest.mark.rule("R-M9")
def test_hits_that_would_have_removed_each_unit() -> None:
    """Each unit may carry one hit less than removes it, and every unit has its own limit."""
    rulings = Rulings(hits_to_remove=HitsToRemove(infantry=5, small_team=3))
    infantry, team = Combatant(CARD, hits=4), Combatant(CARD, small_team=True, hits=2)
    assert Pairing(infantry, team, rulings).limits == (5, 3)
    assert Pairing(infantry, infantry, rulings).limits == (5, 5)
    for attacker, defender, at in (
        (Combatant(CARD, hits=5), team, "attacker.hits: 5 was given; .* from 0 to 4"),
        (infantry, Combatant(CARD, hits=5), "defender.hits: 5 was given; .* from 0 to 4"),
        (infantry, Combatant(CARD, small_team=True, hits=3), "defender.hits: 3 .* from 0 to 2"),
    ):
        with pytest.raises(InvalidValue, match=at):
            Pairing(attacker, defender, rulings)


@pytest.mark.rule("R-M9")
@pytest.mark.parametrize("most", [2, 20])
def test_the_fewest_and_the_most_hits_that_remove_a_unit(most: int) -> None:
    assert Rulings(hits_to_remove=most).hits_to_remove == most
    assert HitsToRemove(infantry=most, small_team=most).infantry == most


def test_what_is_huge_and_legal() -> None:
    assert command.chance(Card("red", 10**18), "charge") == 0
    assert charge.legality(UNIT, moved=10**400, distance=5) == ("PT-M19",)
    assert charge.legality(UNIT, moved=5, distance=Fraction(10**5000, 3)) == ("PT-M21",)
    assert melee.odds(UNIT, Combatant(Card("black", 10**18))).defender_wins == 0
