"""Whom a stack must fight beside what it declared (R-N13, R-N23)."""

from typing import Any

import pytest

from rules_lib.triumph_and_glory import charge
from tests.triumph_and_glory.charging import *

ONLY: dict[str, Any] = {"enemies_in_front": "declared_only"}


def side_by_side(
    first: charge.Stack,
    second: charge.Stack,
    *more: charge.Stack,
    target: charge.Target | None = None,
) -> charge.Situation:
    """The first has declared Y, the others Z."""
    z = target or at(foot("Z", 9))
    return charge.Situation((attack([first], [at(foot("Y", 9))]), attack([second, *more], [z])))


def against(told: charge.Charge, who: str) -> str:
    """Whom a stack fights."""
    (line,) = [s.text for s in told.steps if s.text.startswith(f"{who} against")]
    return line.partition(" against ")[2].partition(".")[0]


BOTH = riders(heavy("A", 9), in_front=("Z",))
"""It charges Y, and has Z in front of it as well."""
B = riders(heavy("B"))
B_FAILS = {"commitment A": 0, "commitment B": 9, "fight A": 9}


@pytest.mark.rule("R-N13")
def test_who_is_attacked_by_another_is_left_to_it() -> None:
    dice = {"commitment A": 0, "commitment B": 0, "fight A": 9, "fight B": 9}
    told = run(side_by_side(BOTH, B), dice)
    assert against(told, "A") == "Y"


@pytest.mark.rule("R-N13")
def test_the_target_of_a_friend_who_does_not_commit_is_taken_over() -> None:
    told = run(side_by_side(BOTH, B), B_FAILS)
    assert against(told, "A") == "Y and Z"
    assert against(run(side_by_side(BOTH, B), B_FAILS, **ONLY), "A") == "Y"
    # Not by who has it not in its front.
    apart = riders(heavy("A", 9), in_front=())
    assert against(run(side_by_side(apart, B), B_FAILS), "A") == "Y"
    # Not while one of several still attacks it.
    other = riders(heavy("C", 9))
    dice = {**B_FAILS, "commitment C": 0}
    assert against(run(side_by_side(BOTH, B, other), dice), "A") == "Y"


@pytest.mark.rule("R-N13", "TG-9.81-6")
@pytest.mark.parametrize(
    ("stack", "face", "taken"),
    [
        # Fire 4 and 1 for the next hex: 8 is nothing, 13 disorders, 15 would drive back.
        (shockers(foot("B", 9)), 3, False),
        (shockers(foot("B", 9)), 9, True),
        # Who charges goes on in disorder.
        (riders(heavy("B", 9)), 9, False),
    ],
)
def test_the_target_of_a_friend_whom_fire_stops_is_taken_over(
    stack: charge.Stack, face: int, taken: bool
) -> None:
    situation = side_by_side(BOTH, stack, target=at(foot("Z", 9), gun()))
    dice = {"commitment A": 0, "commitment B": 0, "fire G": face, "fight A": 9}
    told = run(situation, dice, {"fire": "B"})
    assert against(told, "A") == ("Y, Z and G" if taken else "Y")


@pytest.mark.rule("R-N13", "TG-9.82")
@pytest.mark.parametrize(("cause", "taken"), [("fire", True), ("square", False)])
def test_recalled_after_fire_but_not_from_a_square(cause: str, taken: bool) -> None:
    situation = side_by_side(BOTH, B, target=at(foot("Z", 9), gun()))
    dice = {"commitment A": 0, "commitment B": 0, f"recall after {cause} B": 0, "fight A": 1}
    dice |= {"fire G": 9} if cause == "fire" else {"square Z": 0}
    plan = {"recall": True, "fire": "B"} if cause == "fire" else {"recall": True, "square Z": True}
    told = run(situation, dice, plan)
    assert against(told, "A") == ("Y, Z and G" if taken else "Y")


@pytest.mark.rule("R-N13")
def test_a_stack_that_is_stopped_takes_nobody_over() -> None:
    """A is halted itself, so Z, whose attacker has not come, is left alone."""
    shocker = shockers(foot("A", 9), in_front=("Z",))
    first = attack([shocker], [at(foot("Y", 9), gun())])
    situation = charge.Situation((first, attack([B], [at(foot("Z", 9))])))
    told = run(situation, {"commitment A": 0, "commitment B": 9, "fire G": 9}, {"fire": "A"})
    assert told.complete
    assert not told.results


@pytest.mark.rule("R-N13")
def test_an_enemy_in_front_of_two_attacks_is_fought_by_the_first_that_can() -> None:
    w = at(foot("W", 9))
    first = attack([riders(heavy("A", 4))], [at(foot("Y", 9))], also_in_front=(w,))
    second = attack([riders(heavy("B", 9), in_front=("W",))], [at(foot("Z", 9))])
    situation = charge.Situation((first, second))
    come = {"commitment A": 0, "commitment B": 0, "fight A": 9}
    assert against(run(situation, come), "A") == "Y and W"
    late = {"commitment A": 9, "commitment B": 0, "fight B": 9}
    assert against(run(situation, late), "B") == "Z and W"


@pytest.mark.rule("R-N13", "TG-9.81e")
def test_ground_that_forbids_a_charge_at_an_enemy_in_front() -> None:
    """Whether those who come must charge it nobody says; who merely shocks need not ask."""
    village = at(foot("W", 9), chargeable=False)
    gap = {"a charge at W, in front, on ground that forbids it": passing(4)}
    assert odds(one(riders(heavy()), at(foot()), also_in_front=(village,))).unspecified == gap
    shocked = one(shockers(heavy()), at(foot()), also_in_front=(village,))
    assert not odds(shocked).unspecified
    late = side_by_side(BOTH, shockers(foot("B", 4)), target=at(foot("Z"), chargeable=False))
    assert sum(odds(late).unspecified.values()) == 1 - passing(4)
    assert not odds(late, **ONLY).unspecified


# Their reactions


@pytest.mark.rule("R-N23")
@pytest.mark.parametrize(
    ("target", "key"), [(at(foot("W")), "square W"), (at(heavy("W")), "counter-charge W")]
)
def test_who_was_not_declared_reacts_as_if_it_had_been(target: charge.Target, key: str) -> None:
    situation = one(riders(heavy("A", 9)), at(light("Y"), in_enemy_front=True, way_out=False),
                    also_in_front=(target,))  # fmt: skip
    assert ask(situation, [0]) == key
    assert ask(situation, [0], added_enemies_react=False) == "fight A"


@pytest.mark.rule("R-N23", "R-N13")
def test_who_is_taken_over_after_the_commitment_reacts_to_the_new_charge() -> None:
    """A charges Z now; but beside a B that merely shocked it, and did not come, no square."""
    plan = {"square": True, "recall": False}
    dice = {"commitment A": 0, "commitment B": 9, "square Y": 9}
    assert ask(side_by_side(BOTH, B), dice, plan) == "square Z"
    assert ask(side_by_side(BOTH, B), dice, plan, added_enemies_react=False) == "fight A"
    assert ask(side_by_side(BOTH, shockers(foot("B"))), dice, plan) == "fight A"


@pytest.mark.rule("R-N16", "R-N23")
def test_a_charge_that_was_declared_and_did_not_come_lets_its_target_try_a_square() -> None:
    """A, which has Z to fight now, did not declare it; B did."""
    plan = {"square Y": False, "square": True, "recall": False}
    dice = {"commitment A": 0, "commitment B": 9}
    reads: dict[str, Any] = {"added_enemies_react": False, "square_without_charge": True}
    assert ask(side_by_side(BOTH, B), dice, plan, **reads) == "square Z"
    merely = side_by_side(BOTH, shockers(foot("B")))
    assert ask(merely, dice, plan, **reads) == "fight A"
    # The chargers beside it forbid it, if their zone counts (R-N3).
    assert ask(side_by_side(BOTH, B), dice, plan, **reads, chargers_zoc_forbids_square=True) == (
        "fight A"
    )


@pytest.mark.rule("R-N23", "R-N13", "TG-9.81-6")
def test_who_is_taken_over_after_fire_reacts_no_more() -> None:
    """Steps 2, 4 and 6 are over; and its gun has fired."""
    situation = side_by_side(BOTH, shockers(foot("B", 9)), target=at(foot("Z", 9), gun()))
    dice = {"commitment A": 0, "commitment B": 0, "fire G": 9, "fight A": 9}
    told = run(situation, dice, {"square Y": False, "square": True, "fire": "B"})
    assert [key for key in keys(told) if key.startswith(("square", "fire"))] == [
        "square Y",
        "fire G",
        "fire G",
    ]


@pytest.mark.rule("R-N13", "TG-9.81-2")
def test_who_is_added_from_the_start_may_leave_before_the_shock() -> None:
    situation = one(riders(heavy()), at(foot()), also_in_front=(at(light("W")),))
    assert ask(situation) == "retreat before shock W"
    assert ask(situation, **ONLY) == "commitment A"
