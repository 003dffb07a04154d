"""Steps 1 to 3 at their edges: types that are not known, stacks that leave, what is told."""

from dataclasses import replace

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.state import Piece, Place
from rules_lib.triumph_and_glory.charge.transcript import told_change
from rules_lib.triumph_and_glory.units import Cavalry, Order
from tests.triumph_and_glory.charging import (
    BEATEN,
    ask,
    at,
    attack,
    cited,
    fates,
    foot,
    gun,
    heavy,
    keys,
    light,
    odds,
    one,
    passing,
    riders,
    run,
    shockers,
)

UNKNOWN = Cavalry("U", 4, strength=6)
LEAVES = {"retreat before shock": True}


# Types that are not known


@pytest.mark.rule("TG-9.81-2")
def test_one_light_charger_settles_that_nobody_leaves() -> None:
    """Heavy cavalry only: with L among the chargers no other type matters."""
    for chargers, target in [
        ([UNKNOWN, light()], light("Q")),
        ([light(), UNKNOWN], light("Q")),
        ([heavy(), light()], replace(UNKNOWN, name="Q")),
    ]:
        situation = one([riders(unit) for unit in chargers], at(target))
        assert ask(situation) == f"commitment {chargers[0].name}"


@pytest.mark.rule("TG-9.81-2")
def test_whether_all_chargers_are_heavy_must_be_known() -> None:
    situation = one([riders(heavy()), riders(UNKNOWN)], at(light("Q")))
    assert odds(situation, LEAVES).unspecified == {"whether U is heavy": 1}
    # It does not matter where nobody could leave.
    assert ask(one([riders(heavy()), riders(UNKNOWN)], at(foot()))) == "commitment A"


# Leaving before the shock


@pytest.mark.rule("TG-9.81-2", "R-N12", "R-N19")
def test_a_stack_that_leaves_checks_by_its_top_unit() -> None:
    """One die for both, against the cohesion of L; or one for each."""
    stack = at(light("L", 6), light("M", 3))
    situation = one(riders(heavy()), stack)
    together = run(situation, [6], LEAVES)
    assert keys(together) == ["retreat before shock L", "check after leaving L", "occupy L"]
    assert fates(together)["M"] == "left before the shock, good order"
    failed = run(situation, [7], LEAVES)
    assert [fates(failed)[name] for name in "LM"] == ["left before the shock, disordered"] * 2
    assert [step.text for step in failed.steps][-3:-1] == ["L is disordered.", "M is disordered."]
    assert cited(failed, "M is disordered") == {"TG-9.81-2", "R-N12"}
    assert cited(failed, "L checks its cohesion") == {"TG-9.81-2", "R-N12"}
    alone = run(situation, [6, 4], LEAVES, stack_checks="each")
    assert fates(alone)["L"] == "left before the shock, good order"
    assert fates(alone)["M"] == "left before the shock, disordered"


# Commitment


@pytest.mark.rule("TG-9.81-3")
@pytest.mark.parametrize(
    ("stack", "text"),
    [
        (riders(heavy()), "A rolls to commit itself"),
        (riders(heavy(), commitment_drm=-1), "A rolls to commit itself with −1"),
        # Defensive fire is for who merely shocks.
        (shockers(heavy()), "A rolls to commit itself with +2"),
        (shockers(heavy(), commitment_drm=-2), "A rolls to commit itself"),
    ],
)
def test_the_commitment_roll_tells_its_modifier(stack: charge.Stack, text: str) -> None:
    due = charge.adjudicate(one(stack, at(foot(), defensive_fire_drm=2))).missing
    assert due is not None
    assert (due.key, due.text) == ("commitment A", text)


@pytest.mark.rule("TG-9.81-3")
def test_what_the_commitment_roll_needs_counts_the_modifier() -> None:
    told = run(one(riders(heavy("A", 4), commitment_drm=1), at(foot())), [9])
    assert "A rolls to commit itself with +1 (needs 0 to 3): 9." in [s.text for s in told.steps]


# Infantry at cavalry


@pytest.mark.rule("TG-9.86e")
def test_the_answer_to_infantry_is_asked_in_words() -> None:
    situation = one(shockers(foot("K")), at(heavy("Q"), heavy("R"), gun("G")))
    due = charge.adjudicate(situation).missing
    assert due is not None
    assert due.text == "Q and R may retreat, stand, or counter-charge the infantry"


@pytest.mark.rule("TG-9.86e")
def test_a_counter_charge_at_infantry_leaves_other_attacks_alone() -> None:
    """K does not come to its own shock; C charges Z as if nothing had happened."""
    first = attack([shockers(foot("K", 9))], [at(heavy("Q", 9))])
    second = attack([riders(heavy("C", 9))], [at(foot("Z", 9))])
    told = run(charge.Situation((first, second)), [7, 0, 1, 0], {"answer": "counter-charge"})
    assert keys(told) == [
        "answer Q",
        "counter-charge: fight Q",
        "commitment C",
        "square Z",
        "fight C",
        "retreat check C",
    ]


# What is told of a change


GOOD, LOST = Piece(Order.GOOD), Piece(BEATEN)


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (GOOD, LOST._replace(place=Place.WITHDRAWN), "A withdraws from the map."),
        (LOST, LOST._replace(place=Place.ELIMINATED), "A is eliminated."),
        (GOOD, LOST, "A is disordered."),
        (GOOD, GOOD._replace(place=Place.RETREATED), "A retreats one hex."),
        (GOOD, GOOD, "A stays as it is."),
        (GOOD, GOOD._replace(place=Place.NEXT_TO_TARGET), "A stays as it is."),
        # What it was before is no news.
        *(
            (LOST._replace(place=place), LOST._replace(place=place), "A stays as it is.")
            for place in (Place.WITHDRAWN, Place.ELIMINATED, Place.RETREATED)
        ),
    ],
)
def test_a_change_in_a_sentence(before: Piece, after: Piece, text: str) -> None:
    assert told_change("A", before, after) == text


@pytest.mark.rule("TG-9.81-2")
def test_leaving_matters_only_if_it_comes_to_it() -> None:
    """Q cannot leave where there is no open hex, so the type of the charger is never asked for."""
    situation = one(riders(UNKNOWN), at(light("Q"), retreat="blocked"))
    found = odds(situation)
    assert found.asked("retreat before shock Q") == 0
    assert found.chance("commitment U", "passed") == passing(4)
