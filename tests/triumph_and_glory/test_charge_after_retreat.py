"""What is said of a hex that units retreat to, and what is not."""

from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory import charge
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

ON = {"breakthrough": True}


def after_ten(target: charge.Target, *, charges: bool = True) -> charge.Situation:
    """An attack that comes to 10 or more with every face, and is fought on."""
    stack = riders(heavy("A", 9)) if charges else shockers(foot("A", 9))
    return one(stack, target, drm=20)


def second_fight(situation: charge.Situation) -> str:
    """What is told of the modifiers of the fight after the first one."""
    told = run(situation, {"commitment A": 0, "fight A": 0}, ON)
    assert told.missing is not None
    return told.missing.text


@pytest.mark.rule("TG-9.83")
@in_turn("charges", [True, False])
@in_turn(
    ("before", "after", "counts"),
    [
        (True, None, True),
        (False, None, False),
        (True, False, False),
        (False, True, True),
    ],
)
def test_the_next_fight_is_over_the_hex_of_the_retreat(
    charges: bool, before: bool, after: Any, counts: bool
) -> None:
    """Where nothing else is said, it is as the hex that was left."""
    target = at(foot(), clear_terrain=before, clear_after_retreat=after)
    assert ("clear terrain" in second_fight(after_ten(target, charges=charges))) is counts


@pytest.mark.parametrize("charges", [True, False])
def test_nobody_has_said_whether_a_flank_is_open_there(charges: bool) -> None:
    target = at(foot(), clear_after_retreat="unspecified")
    (gap,) = odds(after_ten(target, charges=charges), ON).unspecified
    assert "Y" in gap


@pytest.mark.rule("TG-9.71b", "TG-9.73b", "TG-9.87a")
@pytest.mark.parametrize("charges", [True, False])
def test_who_turns_finds_again_whom_the_retreat_took_out_of_the_front(charges: bool) -> None:
    """Cavalry in pursuit turns to him. Infantry that breaks through does not, and loses him."""
    target = at(foot(), in_front_after_retreat=False, beyond=(at(foot("W")),))
    dice = {"commitment A": 0, "fight A": 0}
    plan = {"breakthrough": True, "square": False, "recall": False}
    told = charge.adjudicate(after_ten(target, charges=charges), dice, plan)
    assert told.missing is not None
    if charges:
        assert told.missing.key == "pursuit 1: go on A"
        assert told.missing.text.startswith("Y and W are in front")
    else:
        assert told.missing.key == "breakthrough: fight A"
        assert " against W." in told.missing.text


def test_a_breakthrough_that_may_have_lost_him_cannot_be_told() -> None:
    target = at(foot(), in_front_after_retreat=None)
    (gap,) = odds(after_ten(target, charges=False), ON).unspecified
    assert gap == (
        "whether Y is in front after its retreat"
        " (in_front_after_retreat, and on a map retreat_to, is not given)"
    )
    assert not odds(after_ten(target, charges=False)).unspecified
    assert not odds(after_ten(target), ON).unspecified


@pytest.mark.parametrize("place", ["target", "stack"])
def test_a_retreat_of_which_nothing_is_said_cannot_be_told(place: str) -> None:
    if place == "target":
        situation, name = after_ten(at(foot(), retreat="unspecified")), "Y"
    else:
        stack = riders(heavy("A", 4), retreat="unspecified")
        situation, name = one(stack, at(foot()), drm=-30), "A"
    (gap,) = odds(situation).unspecified
    assert gap == f"where {name} can retreat to"


@pytest.mark.parametrize("value", [1, "yes", "unspecified"])
def test_in_front_after_a_retreat_is_a_yes_or_a_no(value: Any) -> None:
    with pytest.raises(InvalidValue, match="in_front_after_retreat"):
        at(foot(), in_front_after_retreat=value)
