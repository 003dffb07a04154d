"""Whom a counter-shock strikes, and what the struck may do (TG-9.73d)."""

from typing import Any

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import CounterShock
from tests.triumph_and_glory.charging import (
    BEATEN,
    ask,
    at,
    attack,
    fates,
    foot,
    gun,
    heavy,
    jaeger,
    keys,
    light,
    one,
    riders,
    run,
    shockers,
)

BACK = {"counter-shock": True}


def struck(told: charge.Charge, who: str = "Y") -> str:
    """The line of the counter-shock, up to its modifiers."""
    lines = [s.text for s in told.steps if s.text.startswith(f"{who} against")]
    return lines[-1].partition(".")[0] if lines else ""


@pytest.mark.rule("TG-9.73d")
@pytest.mark.parametrize("side", ["flank", "rear"])
def test_nobody_in_the_rear_is_struck(side: Any) -> None:
    """A came from behind; where nobody else is in front there is nobody to strike."""
    situation = one(shockers(foot("A", 9), through=side), at(foot("Y")), drm=-20)
    assert run(situation, [0, 0, 0], BACK).complete
    both = one([shockers(foot("A", 9), through=side), shockers(foot("B", 9))], at(foot()), drm=-20)
    told = run(both, [0, 0, 0, 0, 0, 9], BACK)
    assert struck(told) == "Y against B"
    assert fates(told)["A"] == "next to the target, disordered"


@pytest.mark.rule("TG-9.73d")
def test_enemies_in_front_who_did_not_attack_are_struck() -> None:
    """C attacked nobody, D another hex; both are in front of Y, and A is, too."""
    way = CounterShock(staying=("A", "D"), others=(at(foot("C", 4)),))
    target = at(foot("Y"), counter_shocks=(way,), counter_shock_drm=20)
    first = attack([shockers(foot("A", 9))], [target], drm=-20)
    second = attack([shockers(foot("D", 9))], [at(foot("Z"))])
    dice = {"commitment A": 0, "commitment D": 0, "fight A": 0, "retreat check A": 0}
    told = run(charge.Situation((first, second)), {**dice, "counter-shock Y: fight Y": 9}, BACK)
    assert struck(told) == "Y against A, D and C"
    assert fates(told)["A"] == "withdrawn"
    assert fates(told)["C"] == "retreated, disordered"
    assert fates(told)["D"] == "retreated, disordered"


@pytest.mark.rule("TG-9.73d")
def test_who_did_not_commit_but_stands_there_is_struck() -> None:
    """K, which merely shocks, was next to Y all the time; B, which charges, never came."""
    way = CounterShock(staying=("A", "B", "K"))
    stacks = [riders(heavy("A", 9)), riders(heavy("B")), shockers(foot("K"))]
    situation = one(stacks, at(foot(), counter_shocks=(way,)), drm=-20)
    dice = {"commitment A": 0, "commitment B": 9, "commitment K": 9, "fight A": 0,
            "retreat check A": 0, "counter-shock Y: fight Y": 9}  # fmt: skip
    assert struck(run(situation, dice, BACK)) == "Y against A and K"


@pytest.mark.rule("TG-9.73d")
@pytest.mark.parametrize(
    ("way", "a_goes", "who"),
    [
        (CounterShock(staying=("A",)), False, "Y against A"),
        (CounterShock(staying=("A",)), True, ""),
        (CounterShock(retreated=("A",), moves=True), False, ""),
        (CounterShock(retreated=("A",), moves=True), True, "Y against A"),
    ],
)
def test_who_has_retreated_is_struck_where_it_stands_now(
    way: CounterShock, a_goes: bool, who: str
) -> None:
    situation = one(shockers(foot("A", 4)), at(foot(), counter_shocks=(way,)), drm=-20)
    dice = {"commitment A": 0, "fight A": 0, "retreat check A": 9 if a_goes else 0}
    told = run(situation, {**dice, **({"counter-shock Y: fight Y": 9} if who else {})}, BACK)
    assert struck(told) == who


@pytest.mark.rule("TG-9.73d")
@pytest.mark.parametrize(("face", "place"), [(0, "where it was"), (9, "advanced")])
def test_who_shocks_back_moves_only_after_those_who_have_gone(face: int, place: str) -> None:
    """By default: Y stays where A stands beside it, and follows where all have gone."""
    situation = one(shockers(foot("A", 4)), at(foot("Y", 9), retreat="blocked"), drm=-20)
    told = run(situation, [0, 0, face], BACK)
    assert struck(told) == ""
    assert told.missing is not None
    moved = fates(told)["Y"] == "advanced, good order"
    assert moved == (place == "advanced")


@pytest.mark.rule("TG-9.73d")
def test_each_way_is_an_option() -> None:
    ways = (
        CounterShock(staying=("A",), name="stay"),
        CounterShock(others=(at(foot("C")),), moves=True, name="to the left"),
        CounterShock(name="to the right", moves=True),
    )
    situation = one(shockers(foot("A", 9)), at(foot(), counter_shocks=ways), drm=-20)
    found = charge.adjudicate(situation, [0, 0, 0]).missing
    assert found is not None
    # Where nobody would be in front it is no shock.
    assert found.options == ("stay", "to the left", "no")
    told = run(situation, [0, 0, 0, 9], {"counter-shock": "to the left"})
    assert struck(told) == "Y against C"


@pytest.mark.rule("TG-9.73d", "TG-9.81-2")
@pytest.mark.parametrize(
    ("stack", "target", "may"),
    [
        (shockers(heavy("A", 9)), at(foot()), True),
        (shockers(jaeger("A", 9)), at(foot()), False),
        (shockers(foot("A", 9)), at(foot()), False),
        (shockers(light("A", 9)), at(heavy("Y"), way_out=False), True),
        (shockers(heavy("A", 9)), at(heavy("Y")), False),
        (shockers(heavy("A", 9), retreat="blocked"), at(foot()), False),
    ],
)
def test_the_struck_may_retreat_before_the_shock(
    stack: charge.Stack, target: charge.Target, may: bool
) -> None:
    """As anybody who is shocked: cavalry, disordered by now, from infantry; no check, no die."""
    situation = one(stack, target, drm=-20)
    plan = {**BACK, "answer": "stand"}
    due = f"counter-shock Y: {'retreat before shock A' if may else 'fight Y'}"
    assert ask(situation, [0, 0, 0], plan) == due
    if may:
        told = run(situation, [0, 0, 0], {**plan, "retreat before shock": True, "occupy": "Y"})
        assert told.complete
        assert fates(told)["A"] == "left before the shock, disordered"
        assert fates(told)["Y"] == "advanced, good order"


@pytest.mark.rule("TG-9.73d", "TG-9.81-6")
def test_guns_of_the_struck_may_fire() -> None:
    situation = one(shockers(foot("A", 9)), at(foot("Y", 9)), drm=-20)
    assert ask(situation, [0, 0, 0], BACK) == "counter-shock Y: fight Y"
    bystander = CounterShock(others=(at(foot("C"), gun()),))
    given = one(shockers(foot("A", 9)), at(foot("Y"), counter_shocks=(bystander,)), -20)
    assert ask(given, [0, 0, 0], BACK) == "counter-shock Y: fire G"


@pytest.mark.rule("TG-9.73d")
def test_nobody_strikes_at_those_who_moved_away_to_shock_back() -> None:
    """Y has followed A; what becomes of the shock of K at its hex nobody says."""
    way = CounterShock(retreated=("A",), moves=True)
    stacks = [riders(heavy("A", 4)), shockers(foot("K", 9))]
    situation = one(stacks, at(foot("Y", 9), counter_shocks=(way,)), drm=-20)
    dice = {"commitment A": 0, "commitment K": 0, "fight A": 0, "retreat check A": 9,
            "counter-shock Y: fight Y": 9}  # fmt: skip
    with pytest.raises(UnspecifiedBySource, match="a shock at Y, which has moved to shock back"):
        run(situation, dice, BACK)


@pytest.mark.rule("TG-9.73a", "TG-9.73d")
def test_one_secondary_shock_each() -> None:
    """Y shocks back and fails below 0; C, struck and not tired, shocks back in its turn, Y not."""
    way = CounterShock(others=(at(foot("C")),))
    target = at(foot(), counter_shocks=(way,), counter_shock_drm=-20)
    told = run(one(shockers(foot("A", 9)), target, drm=-20), [0, 0, 0, 0, 0, 0, 0], BACK)
    assert [key for key in keys(told) if "counter-shock" in key and not key.count("fight")] == [
        "counter-shock Y",
        "counter-shock Y: retreat check Y",
        "counter-shock Y: counter-shock C",
        "counter-shock C: retreat check C",
    ]


@pytest.mark.rule("TG-9.73a", "TG-9.73d")
@pytest.mark.parametrize(
    ("target", "may"),
    [
        (at(foot(), gun()), True),
        (at(foot(order=BEATEN), foot("Z")), True),
        (at(foot(order=BEATEN), gun()), False),
    ],
)
def test_guns_and_disordered_units_do_not_shock_back(target: charge.Target, may: bool) -> None:
    told = run(one(shockers(foot("A", 9)), target, drm=-20), [0, 0, 0], BACK)
    assert ("counter-shock Y" in keys(told)) == may
