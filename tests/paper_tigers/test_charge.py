"""The charge: how likely each end of it is, beside the oracle.

What is told of a charge, who may, and what is refused, stands in `tests/cases/charge.toml`.
"""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from rules_lib.errors import IllegalAction, UnspecifiedBySource
from rules_lib.paper_tigers import Card, charge, command, melee
from rules_lib.paper_tigers.charge import Ending
from rules_lib.paper_tigers.melee import IncompleteRecord
from tests.in_turn import in_turn
from tests.oracles.melee_brute import action
from tests.oracles.translate import Unit, oracle, unit

STANDING = charge.Rulings(charge_without_move=True)
AUTOMATIC = charge.Rulings(reaction_shot="automatic_hit")
SEVEN = unit("red 7")
PAIR = SEVEN, SEVEN


def test_inches_may_be_floats() -> None:
    """12.3 and 6.3 are apart by a little more than 6."""
    assert charge.legality(SEVEN, moved=6, distance=6.3, distance_before=12.3) == ()


@pytest.mark.rule("PT-M1", "PT-M5", "R-M12", "R-M14")
def test_nothing_is_due_of_a_charge_that_is_not_allowed() -> None:
    """A test is offered to who may charge only, with the dice of the reading that is used."""
    swapped = charge.Rulings(movement_dice="red_three")
    for dice, rulings in ((2, charge.Rulings()), (3, swapped)):
        asked = ", R-M14" if rulings == swapped else ""
        told = f"the movement test, {dice} dice on red 7 [PT-M19{asked}]"
        assert charge.Charge(*PAIR, rulings=(rulings,)).due() == told
        assert command.Test(Card("red", 7), "movement", rulings=(rulings,)).due() == told
    still = charge.Charge(*PAIR, moves=False)
    for attempt in (still, charge.Charge(unit("red 7", officer=True), SEVEN)):
        for ask in (attempt.due, attempt.odds):
            with pytest.raises(IllegalAction):
                ask()
    allowed = charge.Charge(*PAIR, moves=False, rulings=(STANDING,))
    assert allowed.due() == "the charge test, 3 dice on red 7 [PT-M3]"
    with pytest.raises(IncompleteRecord, match=r"charge_roll: .* no roll is given"):
        allowed.adjudicate(charge.Rolled())


# ---------------------------------------------------------------- how likely


def ends(
    attacker: Unit, defender: Unit, shot: Fraction, moves: bool = True, limit: int = 2
) -> dict[str, Fraction]:
    """The ends by the oracle, without those that cannot be."""
    fight = oracle(attacker, defender, melee.Rulings(hits_to_remove=limit))
    found = action(fight, shot, moves=moves)
    return {name: chance for name, chance in found.items() if chance}


PAIRS = [
    PAIR,
    (unit("black 8"), unit("red 5", small_team=True, in_cover=True)),
    (unit("red 9", hits=1), unit("black 11", hits=1)),
    (unit("red 7", shaken=True), SEVEN),
    (unit("black 12"), unit("black 12")),
    (unit("black 13"), unit("black 5")),
    (unit("red 2"), unit("red 2")),
]


@pytest.mark.rule("PT-M2", "PT-M3", "PT-M4", "PT-M6", "PT-M7", "PT-M12", "PT-M17", "PT-M19")
@pytest.mark.rule("R-M9", "R-M12")
@in_turn("shot", [Fraction(0), Fraction(1, 3), Fraction(1)])
@in_turn(("attacker", "defender"), PAIRS)
def test_the_whole_action_is_that_of_the_oracle(
    attacker: Unit, defender: Unit, shot: Fraction
) -> None:
    """Moving, standing, or in reach where R-M12 lets it charge though its move fails."""
    pair = attacker, defender
    moving, still = ends(*pair, shot), ends(*pair, shot, False)
    how: Any
    for how, wanted in (
        ({}, moving),
        ({"in_reach": True}, moving),
        ({"rulings": STANDING}, moving),
        ({"in_reach": True, "rulings": STANDING}, still),
        ({"moves": False, "rulings": STANDING}, still),
        ({"melee_rulings": melee.Rulings(hits_to_remove=3)}, ends(*pair, shot, True, 3)),
    ):
        assert dict(charge.odds(*pair, shot_hits=shot, **how)) == wanted
    with pytest.raises(IllegalAction, match="has not moved") as error:
        charge.odds(*pair, moves=False)
    assert error.value.clauses == ("PT-M1", "R-M12")


@pytest.mark.rule("PT-M7", "R-M15")
def test_who_shoots_if_no_target_was_named() -> None:
    """With one enemy in reach it is that one; with several, the source does not say."""
    late = charge.Rulings(target_named="after_test", reaction_shot="automatic_hit")
    for rulings, others in ((late, False), (AUTOMATIC, True)):
        assert charge.odds(*PAIR, rulings=rulings, others_in_reach=others)[Ending.REFUSED] == 0
    odds = charge.odds(*PAIR, rulings=late, others_in_reach=True)
    assert odds[Ending.REFUSED] == charge.odds(*PAIR)[Ending.REFUSED]
    with pytest.raises(UnspecifiedBySource, match="which enemy unit shoots"):
        charge.odds(*PAIR, rulings=late, others_in_reach=True, shot_hits=1)


# ---------------------------------------------------------------- recorded charges


@pytest.mark.rule("PT-M2", "PT-M6", "PT-M8", "R-M12")
def test_what_a_recorded_charge_holds() -> None:
    told = charge.adjudicate(*PAIR, movement_roll=7, charge_roll=7, rolls=[(12, 6)])
    assert (told.ending, len(told.tests)) == (Ending.ATTACKER_WINS, 2)
    assert told.fight
    assert told.fight.exchanges[0].winner == "attacker"
    stood: dict[str, Any] = {"movement_roll": None, "charge_roll": 7, "rulings": STANDING}
    assert len(charge.adjudicate(*PAIR, rolls=[(12, 6)], **stood).tests) == 1
    for record, missing in (({}, "charge_roll"), ({"charge_roll": 7}, "rolls")):
        with pytest.raises(IncompleteRecord, match=missing):
            charge.adjudicate(*PAIR, movement_roll=7, **record)  # type: ignore[arg-type]
    # In reach it tests its charge though the move failed, if R-M12 lets it; else it stays.
    for rulings, ending in ((STANDING, Ending.GOES_ON), (charge.Rulings(), Ending.STAYS)):
        near = charge.adjudicate(
            *PAIR, movement_roll=6, in_reach=True, rulings=rulings, complete=False
        )
        assert near.ending == ending
    # Contact with a unit without a card is made, and only the exchange is open.
    bare: dict[str, Any] = {"movement_roll": 7, "charge_roll": 7}
    open_ = charge.adjudicate(SEVEN, Unit(None), **bare, complete=False)
    assert (open_.ending, open_.fight) == (Ending.GOES_ON, None)
    for more in ({}, {"rolls": [(12, 6)]}, {"rolls": [(12, 6)], "complete": False}):
        with pytest.raises(UnspecifiedBySource, match="defender"):
            charge.adjudicate(SEVEN, Unit(None), **bare, **more)
    assert charge.play(SEVEN, Unit(None), Random(2)).fight is None
