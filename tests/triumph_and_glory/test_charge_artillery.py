"""Artillery that is shocked or charged: no strength, no check, lost if it is alone (9.25)."""

from typing import Any

import pytest

from rules_lib.triumph_and_glory import charge
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *


@pytest.mark.rule("TG-9.81-7", "TG-9.71a", "TG-9.84")
@in_turn("stack", [riders(heavy()), shockers(heavy()), shockers(foot("A"))])
@in_turn("target", [at(gun("Y")), at(gun("Y", order=BEATEN)), at(gun("Y"), gun("G"))])
def test_artillery_alone_is_eliminated_without_a_die(
    stack: charge.Stack, target: charge.Target
) -> None:
    """Nothing is left open, even if no strength is known. Its hex is occupied, without pursuit."""
    told = run(one(stack, target, ratio_drm=None), [0])
    assert told.complete
    assert not told.results
    assert {str(told.fates[unit.name]) for unit in target.units} == {"eliminated"}
    order = "disordered" if stack.charges else "good order"
    assert fates(told)["A"] == f"advanced, {order}"


@pytest.mark.rule("TG-9.81-7", "TG-9.81-6")
def test_it_fires_before_it_is_lost() -> None:
    found = odds(one(riders(heavy("A", 9)), at(gun("Y", fire=9))), {"fire": "first"})
    # From 15 on, faces 5 to 9, A is driven back: nobody comes to the gun.
    assert distribution(found, "Y")["eliminated"] == passing(4)


NO_SQUARE = {"square": "no", "fire": "no", "retreat before shock": "no"}


@pytest.mark.rule("TG-9.81-6")
def test_guns_in_disorder_say_that_they_do_not_fire() -> None:
    for battery, silent in ((gun(order=BEATEN), True), (gun(), False)):
        told = charge.adjudicate(one(riders(heavy("A", 9)), at(foot("Y"), battery)), [0], NO_SQUARE)
        said = [step.clauses for step in told.steps if "may not fire" in step.text]
        assert said == ([("TG-9.81-6",)] if silent else [])


@pytest.mark.rule("TG-9.81-7", "TG-9.71a")
def test_beside_a_hex_with_infantry_it_is_lost_first() -> None:
    """One die for Y alone; both hexes are empty, and each is occupied by another stack."""
    stacks = [riders(heavy("A", 5)), riders(heavy("B", 4))]
    situation = one(stacks, [at(foot("Y"), retreat="blocked"), at(gun("G"))], drm=20)
    told = run(situation, [0, 0, 0])
    assert told.complete
    assert fates(told) == {
        "A": "advanced, disordered",
        "B": "advanced, disordered",
        "Y": "eliminated",
        "G": "eliminated",
    }
    # It is lost though the fight for Y is.
    lost = run(one(stacks, [at(foot("Y")), at(gun("G"))], drm=-20), [0, 0, 0, 0, 0])
    assert fates(lost)["G"] == "eliminated"
    assert fates(lost)["Y"] == "where it was, good order"


@pytest.mark.rule("TG-9.81-7")
def test_artillery_adds_no_cohesion_and_no_strength() -> None:
    target = at(foot("Y", 4), gun("G", 9, strength=30))
    situation = one(shockers(foot("A", 4), gun("H", 9, strength=30)), target, ratio_drm=None)
    told = run(charge.Situation((charge.Attack(*_bare(situation)),)), [0, 5])
    assert told.results == {"fight A": 5}


def _bare(situation: charge.Situation) -> tuple[Any, Any]:
    (given,) = situation.attacks
    return given.stacks, given.targets


@pytest.mark.rule("TG-9.81-7")
def test_its_strength_need_not_be_known() -> None:
    situation = one(riders(heavy()), at(foot(), gun(strength=None)), ratio_drm=None)
    assert not odds(situation).unspecified


@pytest.mark.rule("TG-9.81-7", "R-N19")
@pytest.mark.parametrize("reading", ["top", "each"])
def test_artillery_follows_those_with_whom_it_stands(reading: str) -> None:
    """It never checks: it goes if nobody is left of them, and stays if one stays."""
    situation = one(shockers(heavy("A", 9)), at(gun("G", 0), foot("Y", 4), foot("Z", 4)))
    holds = run(situation, [0, 5, 4, *([9] if reading == "each" else [])], stack_checks=reading)
    assert fates(holds)["G"] == "where it was, disordered"
    assert not any(key.endswith("retreat check G") for key in keys(holds))
    goes = run(situation, [0, 5, 9, *([9] if reading == "each" else [])], stack_checks=reading)
    assert {fates(goes)[name] for name in "GYZ"} == {"retreated, disordered"}


@pytest.mark.rule("TG-9.81-7")
@pytest.mark.parametrize(
    ("room", "fate"),
    [("open", "retreated, disordered"), ("enemy_front", "withdrawn"), ("blocked", "eliminated")],
)
def test_where_it_follows_to(room: Any, fate: str) -> None:
    told = run(one(shockers(heavy("A", 9)), at(foot("Y", 4), gun(), retreat=room)), [0, 5, 9])
    assert fates(told)["G"] == fate


@pytest.mark.rule("TG-9.81-7")
def test_it_follows_those_whom_the_result_takes_off_the_map() -> None:
    """Y was disordered and withdraws; the gun, disordered now, goes back one hex."""
    told = run(one(shockers(heavy("A", 9)), at(foot("Y", order=BEATEN), gun())), [0, 5])
    assert told.complete
    assert fates(told)["Y"] == "withdrawn"
    assert fates(told)["G"] == "retreated, disordered"
    assert fates(told)["A"] == "advanced, good order"


@pytest.mark.rule("TG-9.81-7")
def test_it_follows_attackers_as_well() -> None:
    told = run(one(shockers(foot("A", 4), gun()), at(foot())), [0, 0, 9])
    assert fates(told)["G"] == fates(told)["A"] == "retreated, disordered"


@pytest.mark.rule("TG-9.81-7", "TG-9.81-2")
def test_guns_that_are_left_behind_before_the_shock_are_alone() -> None:
    """The jaegers leave before infantry; foot artillery cannot, and is lost."""
    told = run(
        one(shockers(foot("A")), at(jaeger("J"), gun())), [0], {"retreat before shock": True}
    )
    assert told.complete
    assert fates(told) == {
        "A": "advanced, good order",
        "J": "left before the shock, good order",
        "G": "eliminated",
    }
