"""Charge, cavalry shock and infantry shock at one target are fought in turn (R-N21)."""

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Cavalry
from tests.in_turn import in_turn
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


@pytest.mark.rule("R-N21", "TG-9.71a", "TG-9.72b")
@in_turn(
    ("stacks", "dice", "drm", "who", "by_group"),
    [
        # A charges, and empties the hex with 7: K, whose die is not rolled yet, takes part in it.
        ([riders(heavy("A", 4)), shockers(foot("K", 9))], [0, 0, 4, 9], 0, "A", "A"),
        ([riders(heavy("A", 4)), shockers(light("K", 9))], [0, 0, 4, 9], 0, "K", "A"),
        # With 10 or more only those who charged are asked.
        ([riders(heavy("A", 4)), shockers(light("K", 9))], [0, 0, 9], 0, "A", "A"),
        # A holds; K empties the hex, and the charger goes before the infantry, not before cavalry.
        ([riders(heavy("A", 4)), shockers(foot("K", 9))], [0, 0, 0, 0, 9, 9], 0, "A", "K"),
        ([riders(heavy("A", 4)), shockers(light("K", 9))], [0, 0, 0, 0, 9, 9], 0, "K", "K"),
        # K breaks through only if it moves in itself: not where A goes before it.
        ([riders(heavy("A", 4)), shockers(foot("K", 9))], [0, 0, 0, 0, 9], 2, "A", "K"),
        # Cavalry that shocks is compared with infantry by cohesion alone.
        ([shockers(heavy("A", 4)), shockers(foot("K", 9))], [0, 0, 5, 9], 0, "K", "A"),
    ],
)
def test_who_advances_where_groups_fight_in_turn(
    stacks: list[charge.Stack], dice: list[int], drm: int, who: str, by_group: str
) -> None:
    situation = one(stacks, at(foot("Y", 6)), drm=drm)
    plan: dict[str, str | bool] = {"breakthrough": True}
    assert advanced(run(situation, dice, plan)) == {who}
    own = run(situation, dice, plan, mixed_attack="group_advances")
    assert advanced(own) == {by_group}


@pytest.mark.rule("R-N25", "TG-9.71a", "TG-9.72b")
def test_precedence_in_a_circle() -> None:
    """Charger 4 before infantry 6, this before cavalry 5, this before the charger."""
    stacks = [riders(heavy("A", 4)), shockers(light("C", 5)), shockers(foot("K", 6))]
    situation = one(stacks, at(foot("Y", 6)))
    dice = [0, 0, 0, 4, 9]
    assert advanced(run(situation, dice)) == {"C"}
    assert advanced(run(situation, dice, advance_circle="charger")) == {"A"}
    for who in "ACK":
        told = run(situation, dice, {"advance": who}, advance_circle="attacker_chooses")
        assert advanced(told) == {who}
    # No circle: the cavalry is the worst, or the best; nobody has a choice.
    for cohesion, who in ((3, "A"), (7, "C")):
        stacks[1] = shockers(light("C", cohesion))
        for value in ("infantry_steps_back", "charger", "attacker_chooses"):
            told = run(one(stacks, at(foot("Y", 6))), dice, {"advance": "-"}, advance_circle=value)
            assert advanced(told) == {who}


@pytest.mark.rule("R-N31", "TG-9.71a", "TG-9.87a", "TG-9.87b")
@in_turn(
    ("chargers", "plan", "value", "into_y", "into_z"),
    [
        ("ABC", {"pursuers": "A and B"}, "each", "AB", "C"),
        ("ABC", {"pursuers": "B"}, "each", "B", "AC"),
        ("AB", {"pursuers": "B"}, "each", "B", "A"),
        ("A", {"pursuers": "no"}, "each", "", "A"),
        ("AB", {"pursuers Y": "A and B"}, "best_must", "AB", ""),
        ("AB", {"pursuers": "A"}, "best_must", "A", "B"),
        ("AB", {"pursuers Y": "no"}, "one", "", "AB"),
    ],
)
def test_one_die_empties_two_hexes(
    chargers: str, plan: dict[str, str | bool], value: str, into_y: str, into_z: str
) -> None:
    """The chargers divide, and all who move in after 10 or more charge on from there."""
    situation = one([riders(heavy(n, 9)) for n in chargers], [at(foot("Y")), at(foot("Z"))], drm=20)
    pursuits = bool(into_y) + bool(into_z)
    dice = [0] * (len(chargers) + 1 + pursuits)
    told = run(situation, dice, plan, hexes_emptied_together=value)
    assert told.complete
    assert advanced(told) == set(into_y + into_z)
    fought = [key for key in keys(told) if key.startswith("pursuit 1: fight")]
    assert fought == [f"pursuit 1: fight {some[0]}" for some in (into_y, into_z) if some]
    for name, some in (("Y", into_y), ("Z", into_z)):
        assert (fates(told)[name] == "withdrawn") is bool(some)


@pytest.mark.rule("R-N31", "R-N7", "TG-9.71a")
def test_two_hexes_are_divided_whatever_becomes_of_their_units() -> None:
    """Y is off the map, Z retreats; or the die is no 10, and infantry moves in, best first."""
    gone, fled = at(foot("Y"), retreat="blocked"), at(foot("Z"))
    told = run(
        one([riders(heavy(n, 9)) for n in "AB"], [gone, fled], 20), [0] * 4, {"pursuers": "B"}
    )
    assert keys(told)[-1] == "pursuit 1: fight B"
    assert advanced(told) == {"A", "B"}
    foot_too = one([shockers(foot(n, c)) for n, c in (("K", 9), ("L", 5), ("M", 4))], [gone, fled])
    told = run(foot_too, [0, 0, 0, 6, 9, 9], {"advance Y": "L"})
    assert advanced(told) == {"K", "L"}
    only = run(foot_too, [0, 0, 0, 6, 9, 9], {"advance Y": "K"}, hexes_emptied_together="one")
    assert advanced(only) == {"K"}


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
