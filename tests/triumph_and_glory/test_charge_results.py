"""What the rows of the table do to several hexes at once, in words."""

from typing import Any

import pytest

from rules_lib.triumph_and_glory.charge.state import Piece, Place
from rules_lib.triumph_and_glory.charge.transcript import told_change
from rules_lib.triumph_and_glory.units import Order
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *


def told(*targets: Any, result: int, dice: tuple[int, ...] = ()) -> list[str]:
    """What is told of the defenders after a shock with this result."""
    situation = one(shockers(heavy("A", 9)), targets, drm=result - 5)
    found = run(situation, [0, 5, *dice])
    assert found.results == {"fight A": result}
    return [step.text for step in found.steps if step.text[0] in "YZ"]


@pytest.mark.rule("TG-9.81-7")
def test_ten_disorders_and_drives_back_at_once() -> None:
    assert told(at(foot("Y")), result=10) == ["Y is disordered and retreats one hex."]
    assert told(at(foot("Y"), foot("Z")), result=10) == [
        "Y is disordered and retreats one hex.",
        "Z is disordered and retreats one hex.",
    ]


@pytest.mark.rule("TG-9.81-7")
@pytest.mark.parametrize(
    ("room", "text"),
    [("enemy_front", "Y withdraws from the map."), ("blocked", "Y is eliminated.")],
)
def test_who_leaves_the_map_is_told_so(room: Any, text: str) -> None:
    assert told(at(foot("Y"), retreat=room), result=10) == [text]
    assert told(at(foot("Y", order=BEATEN)), result=10) == ["Y withdraws from the map."]


@pytest.mark.rule("TG-9.81-7")
def test_five_disorders_and_asks_for_a_check() -> None:
    """Each hex in its turn: first all are disordered, then all check."""
    assert told(at(foot("Y", 4)), at(foot("Z", 4)), result=5, dice=(0, 9)) == [
        "Y is disordered.",
        "Z is disordered.",
        "Y makes a retreat check (needs 0 to 4): 0.",
        "Y stays in place.",
        "Z makes a retreat check (needs 0 to 4): 9.",
        "Z retreats one hex.",
    ]


@pytest.mark.rule("TG-9.71a")
def test_attackers_who_hold_their_ground_advance_into_what_is_empty() -> None:
    situation = one(shockers(heavy("A", 9)), [at(foot("Y", 4)), at(foot("Z", 4))])
    found = run(situation, [0, 5, 0, 9])
    assert fates(found)["A"] == "advanced, good order"
    assert fates(run(situation, [0, 5, 0, 0]))["A"] == "next to the target, good order"


@pytest.mark.rule("TG-9.73d")
def test_who_rolls_after_a_counter_shock() -> None:
    """Y and A change parts: now Y attacks, and A checks for the side that attacked before."""
    situation = one(shockers(heavy("A", 9)), at(foot("Y", 9)), drm=-9)
    found = run(situation, [0, 0, 0, 0, 0], {"counter-shock": True})
    rolls = [(step.text.partition(" (")[0], step.throw) for step in found.steps if step.throw]
    assert ("A makes a retreat check", "first") in rolls
    assert ("Y makes a retreat check", "second") in rolls


GOOD, LOST = Piece(Order.GOOD), Piece(BEATEN)


@in_turn(
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
