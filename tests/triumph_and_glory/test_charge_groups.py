"""Charge, cavalry shock and infantry shock at one target are fought in turn (R-N21)."""

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Cavalry
from tests.triumph_and_glory.charging import *

ALL = [shockers(foot("K", 9)), shockers(heavy("S", 9)), riders(heavy("A", 9))]
"""Infantry and cavalry that shock and cavalry that charges, named in the other order."""


def fights(told: charge.Charge) -> list[str]:
    return [key for key in keys(told) if key.startswith("fight")]


@pytest.mark.rule("R-N21", "TG-9.81-7")
def test_charge_then_cavalry_then_infantry() -> None:
    """Result 9 each time, and Y holds; or all at once, with one die."""
    situation = one(ALL, at(foot("Y", 9), foot("Z", 9)))
    dice = {"commitment K": 0, "commitment S": 0, "commitment A": 0, "fight A": 1, "fight S": 4}
    apart = run(situation, {**dice, "retreat check A": 0, "retreat check S": 0, "fight K": 4})
    assert fights(apart) == ["fight A", "fight S", "fight K"]
    together = run(situation, [0, 0, 0, 1], mixed_attack="together")
    assert fights(together) == ["fight K"]


@pytest.mark.rule("R-N21", "TG-9.83")
@pytest.mark.parametrize("unit", [heavy("A", 9), light("A", 9)])
def test_strengths_are_not_added(unit: Cavalry) -> None:
    """6 to 12 each, or 12 to 12; the bonus is the charge's, or that of all."""
    bonus = 3 if unit.heavy else 1
    stacks = [riders(unit), shockers(foot("K", 9))]
    situation = one(stacks, at(foot("Y", 9), foot("Z", 9)), ratio_drm=None)
    apart = run(situation, [0, 0, 0, 0, 0])
    assert apart.results == {"fight A": -2 + bonus, "fight K": -2}
    together = run(situation, [0, 0, 0, 0, 0], mixed_attack="together")
    assert together.results == {"fight A": 0 + bonus}


@pytest.mark.rule("R-N21", "TG-9.71a")
def test_only_the_group_that_emptied_the_hex_advances() -> None:
    """K, the better one, finds nobody; had A failed K would have fought, and advanced."""
    situation = one([riders(heavy("A", 4)), shockers(foot("K", 9))], at(foot("Y", 6)))
    won = run(situation, [0, 0, 4, 9])
    assert won.complete
    assert fights(won) == ["fight A"]
    assert fates(won)["A"] == "advanced, disordered"
    assert fates(won)["K"] == "next to the target, good order"
    lost = run(situation, [0, 0, 0, 0, 9, 9])
    assert fights(lost) == ["fight A", "fight K"]
    assert fates(lost)["A"] == "next to the target, disordered"
    assert fates(lost)["K"] == "advanced, good order"


@pytest.mark.rule("R-N21", "TG-9.73d")
def test_a_counter_shock_comes_before_the_next_group() -> None:
    """K was disordered by it before its own fight, and takes no part in it."""
    way = charge.CounterShock(staying=("K",))
    situation = one(
        [riders(heavy("A", 9)), shockers(foot("K", 9))],
        at(foot("Y", 9), counter_shocks=(way,)),
        drm=-20,
    )
    told = run(situation, [0, 0, 0, 0, 5, 0], {"counter-shock": True})
    assert told.complete
    assert keys(told)[-3:] == [
        "counter-shock Y",
        "counter-shock Y: fight Y",
        "counter-shock Y: retreat check K",
    ]
    assert fates(told)["K"] == "next to the target, disordered"


@pytest.mark.rule("R-N21", "TG-9.81-9")
def test_the_disorder_of_the_charge_comes_after_all_groups() -> None:
    told = run(one(ALL, at(foot("Y", 9)), drm=-2), [0, 0, 0, 0, 0, 0, 0, 0, 0])
    texts = [step.text for step in told.steps]
    assert texts.index("Step 9: disorder") > texts.index("K stays in place.")


@pytest.mark.rule("R-N21")
def test_a_gun_belongs_to_the_group_of_its_stack() -> None:
    stacks = [shockers(heavy("S", 9), gun("G")), shockers(foot("K", 9), gun("H"))]
    told = run(one(stacks, at(foot("Y", 9))), [0, 0, 0, 0, 0, 0])
    lines = [step.text for step in told.steps if " against Y" in step.text]
    assert [line.partition(" against")[0] for line in lines] == ["S and G", "K and H"]
