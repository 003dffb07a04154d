"""Front, flank and rear belong to each pair of a stack and a hex."""

from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *


def at_two(first: Any, second: Any, **more: Any) -> charge.Stack:
    """A charge at Q through one side and at R through another."""
    return riders(heavy("A", 9), through={"Q": first, "R": second}, **more)


@pytest.mark.rule("TG-9.86a")
@in_turn(
    ("sides", "asked"),
    [
        (("front", "front"), "QR"),
        (("front", "rear"), "Q"),
        (("rear", "front"), "R"),
        (("rear", "flank"), ""),
    ],
)
def test_who_may_counter_charge_is_asked_for_each_hex(sides: tuple[str, str], asked: str) -> None:
    situation = one(at_two(*sides), [at(heavy("Q")), at(heavy("R"))])
    told = run(situation, [0])
    assert "".join(k[-1] for k, _ in told.events if k.startswith("counter-charge")) == asked


@pytest.mark.rule("TG-9.86a", "R-N22")
def test_cavalry_charged_through_its_flank() -> None:
    """No, the clause says front; or yes, as good-order cavalry counts its flank hexes as front."""
    for side, usual, other in [
        ("front", "counter-charge Q", "counter-charge Q"),
        ("flank", "fight A", "counter-charge Q"),
        ("rear", "fight A", "fight A"),
    ]:
        situation = one(riders(heavy(), through=side), at(heavy("Q")))
        assert ask(situation, [0]) == usual
        assert ask(situation, [0], countercharge_through_flank=True) == other


@pytest.mark.rule("TG-9.86a", "TG-9.86d", "R-N22")
def test_a_hex_in_the_flank_can_be_aimed_at_if_read_so() -> None:
    both = one([riders(heavy()), riders(heavy("B"), through="flank")], at(heavy("Q")))
    found = charge.adjudicate(both, [0, 0]).missing
    assert found is not None
    assert found.options == ("A", "no")
    rulings = charge.Rulings(countercharge_through_flank=True)
    found = charge.adjudicate(both, [0, 0], None, rulings).missing
    assert found is not None
    assert found.options == ("A", "B", "no")


@pytest.mark.rule("TG-9.81-6")
def test_each_gun_has_its_own_front() -> None:
    """A comes through the front of Q and the rear of R: only the gun with Q has it in front."""
    targets = [at(foot("Q"), gun("G")), at(foot("R"), gun("H"))]
    told = run(one(at_two("front", "rear"), targets), [0])
    assert [k for k, _ in told.events if k.startswith("fire")] == ["fire G"]
    turned = one(at_two("front", "rear", in_fire_of=("H",), out_of_fire_of=("G",)), targets)
    assert [k for k, _ in run(turned, [0]).events if k.startswith("fire")] == ["fire H"]


@pytest.mark.rule("TG-9.81-7")
@pytest.mark.parametrize(
    ("sides", "drm"),
    [
        # In the front of Q the +2 for the rear of R is lost, and the other way round.
        (("front", "rear"), 0),
        (("rear", "front"), 0),
        (("rear", "rear"), 2),
    ],
)
def test_in_the_front_of_one_the_rear_of_the_other_is_worth_nothing(
    sides: tuple[str, str], drm: int
) -> None:
    situation = one(at_two(*sides), [at(foot("Q")), at(foot("R"))])
    assert run(situation, [0, 5]).results["fight A"] == 5 + HEAVY + drm


@pytest.mark.rule("TG-9.81-7", "TG-9.81-2")
def test_only_enemies_who_are_still_there_have_a_front() -> None:
    """Horse artillery has left R: A, through its front and the rear of Q, has +2 again."""
    situation = one(at_two("rear", "front"), [at(foot("Q")), at(gun("R", horse=True))])
    leaves = {"retreat before shock": True}
    told = run(situation, [0, 0, 5], leaves)
    assert told.results["fight A"] == 5 + HEAVY + 2


@pytest.mark.rule("TG-9.86e")
def test_infantry_may_come_to_one_hex_through_its_front_and_to_another_not() -> None:
    stack = shockers(foot("K"), through={"Q": "front", "R": "rear"})
    situation = one(stack, [at(heavy("Q")), at(heavy("R"))])
    assert ask(situation) == "answer Q"
    assert ask(situation, [], {"answer": "stand"}) == "retreat before shock R"


def test_a_side_that_is_missing() -> None:
    """Of a declared target it must be given; of one that is taken over it may come too late."""
    with pytest.raises(InvalidValue, match=r"through of the stack of 'A': .*a side for 'R', too"):
        one(riders(heavy(), through={"Q": "front"}), [at(foot("Q")), at(foot("R"))])
    first = attack([riders(heavy(), through={"Q": "front"}, in_front=("R",))], [at(foot("Q"))])
    second = attack([riders(heavy("B"))], [at(foot("R"))])
    situation = charge.Situation((first, second))
    assert run(situation, {"commitment A": 0, "commitment B": 0}).missing is not None
    with pytest.raises(UnspecifiedBySource, match="through which side A comes to R"):
        run(situation, {"commitment A": 0, "commitment B": 9})
