"""The charge at the edges of its clauses: who came near, who stayed, whose enemy has no card."""

from fractions import Fraction

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import charge, melee
from rules_lib.paper_tigers.charge import Ending
from tests.in_turn import in_turn
from tests.oracles.translate import Unit, unit
from tests.paper_tigers.test_charge import HALF, PAIRS, STANDING, act, by_hand


@pytest.mark.rule("PT-M1")
def test_the_move_must_have_brought_it_near() -> None:
    """PT-M1 speaks of an approach: of who was near, and did not come nearer, it says nothing."""
    seven = unit("red 7")
    for before, moved, distance in ((14, 6, 8), (9, 4, 5), (10.5, 0.5, 10), (10, 10, 9.5)):
        assert charge.legality(seven, moved=moved, distance=distance, distance_before=before) == ()
    for before, moved, distance in ((5, 4, 8), (5, 4, 5)):
        with pytest.raises(UnspecifiedBySource, match=r"distance_before: .*no nearer \(PT-M1\)"):
            charge.legality(seven, moved=moved, distance=distance, distance_before=before)
    # What another clause forbids is forbidden all the same; who stood still did not approach.
    off = charge.legality(seven, moved=7, distance=11, distance_before=5)
    assert off == ("PT-M21",)
    assert charge.legality(seven, moved=0, distance=5, distance_before=5) == ("PT-M1",)
    assert charge.legality(seven, moved=0, distance=5, distance_before=5, rulings=STANDING) == ()
    assert charge.legality(seven, moved=0.1, distance=0.7, distance_before=0.8) == ()


@pytest.mark.rule("PT-M1")
@pytest.mark.parametrize(("before", "moved", "distance"), [(30, 2, 5), (5, 2, 8), (6, 0, 5)])
def test_a_move_cannot_change_the_distance_by_more_than_it_is_long(
    before: int, moved: int, distance: int
) -> None:
    with pytest.raises(InvalidValue, match=r"distance_before: .*than it has moved"):
        charge.legality(unit("red 7"), moved=moved, distance=distance, distance_before=before)


@pytest.mark.rule("PT-M1")
def test_floats_that_are_rounded_do_no_harm() -> None:
    """8.3 − 8 is a little more than 0.3."""
    assert 8.3 - 8 > 0.3
    assert not charge.legality(unit("red 7"), moved=0.3, distance=8, distance_before=8.3)


@pytest.mark.rule("R-M12", "PT-M19")
@in_turn(("attacker", "defender"), PAIRS)
def test_who_stands_in_reach_charges_though_its_move_fails(attacker: Unit, defender: Unit) -> None:
    """R-M12's other reading rests on British 1, who failed to move: all that counts is reach."""
    pair, given = (attacker, defender), {"shot_hits": HALF}
    near = charge.odds(*pair, **given, in_reach=True, rulings=STANDING)  # type: ignore[arg-type]
    assert dict(near) == by_hand(*pair, HALF, moves=False)
    strict = charge.odds(*pair, **given, in_reach=True)  # type: ignore[arg-type]
    far = charge.odds(*pair, **given, rulings=STANDING)  # type: ignore[arg-type]
    assert dict(strict) == dict(far) == by_hand(*pair, HALF)


@pytest.mark.rule("R-M12", "PT-M19")
def test_british_1_stays_and_charges() -> None:
    """Black 6, movement roll 5, 8″ away: it stays; by R-M12's other reading it may charge."""
    first, foe = unit("black 6"), unit("red 7")
    given: dict[str, object] = {"movement_roll": 5, "rulings": STANDING, "names": ("Able", "Baker")}
    told = act(first, foe, charge_roll=6, rolls=[(12, 3)], **given)
    assert [(test.purpose, test.passed) for test in told.tests] == [
        ("movement", False),
        ("charge", True),
    ]
    assert told.ending == Ending.ATTACKER_WINS
    assert str(told).splitlines()[:3] == [
        "  Movement test: Able rolls 5 with 3 dice; black 6 is not reached, it stays where it is."
        " [PT-M19]",
        "  Able has not moved, and may charge. [R-M12]",
        "  Charge test: Able rolls 6 with 2 dice; black 6 is reached, it charges Baker."
        " [PT-M2, PT-M3, PT-M6]",
    ]
    shot = act(first, foe, charge_roll=5, shot="hit", **given)
    assert shot.ending == Ending.SHOT_HITS
    # Nobody must charge, and without a charge there is nothing else to roll.
    assert act(first, foe, **given).ending == Ending.STAYS
    with pytest.raises(InvalidValue, match=r"shot: 'hit' .*failed its movement test"):
        act(first, foe, shot="hit", **given)
    distribution = charge.odds(first, foe, in_reach=True, rulings=STANDING)
    assert 1 - distribution[Ending.REFUSED] == Fraction(13, 18)
    assert distribution[Ending.STAYS] == 0


@pytest.mark.rule("PT-M6", "PT-M8")
def test_contact_with_a_target_without_a_card() -> None:
    """PT-M6 asks nothing of the target: contact is made, and only the exchange is open."""
    bare = melee.Combatant(None)
    given: dict[str, object] = {"movement_roll": 7, "charge_roll": 7, "complete": False}
    told = act(PAIRS[0][0], bare, **given)
    assert (told.ending, told.fight) == (Ending.GOES_ON, None)
    assert [test.passed for test in told.tests] == [True, True]
    assert "charges Defender. [PT-M2, PT-M3, PT-M6]" in str(told)
    assert str(told).endswith(
        "Attacker stands base to base with Defender, which has no command card. How it fights is"
        " unspecified by the source. [PT-M6, PT-M8]"
    )
    with pytest.raises(InvalidValue, match=r"defender\.hits"):
        act(PAIRS[0][0], melee.Combatant(None, hits=2), **given)
