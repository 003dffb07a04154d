"""After the fight: advance, breakthrough, counter-shock (TG-9.71 to 9.73)."""

from typing import Any

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Order
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
    jaeger,
    keys,
    law,
    light,
    odds,
    one,
    passing,
    reaching,
    riders,
    run,
    shockers,
    tenths,
)

THROUGH = {"breakthrough": True}
BACK = {"counter-shock": True}


def options(situation: charge.Situation, dice: list[int], **decisions: Any) -> tuple[str, ...]:
    """The options of the decision that is due after these dice."""
    found = charge.adjudicate(situation, dice, {"square": False, **decisions}).missing
    assert found is not None
    assert found.what == "decision"
    return found.options


# Advance


@pytest.mark.rule("TG-9.71a")
@pytest.mark.parametrize(
    ("room", "y"),
    [("open", "retreated, disordered"), ("enemy_front", "withdrawn"), ("blocked", "eliminated")],
)
def test_an_emptied_hex_must_be_occupied(room: Any, y: str) -> None:
    """By retreat, withdrawal or elimination; nobody is asked."""
    situation = one(shockers(heavy()), at(foot(), retreat=room))
    told = run(situation, [0, 5, 7])
    assert told.complete
    assert fates(told) == {"A": "advanced, good order", "Y": y}
    assert cited(told, "A advances") == {"TG-9.71a", "TG-9.71b"}
    held = run(situation, [0, 5, 6])
    assert fates(held)["A"] == "next to the target, good order"


@pytest.mark.rule("TG-9.71a", "TG-9.71c")
@pytest.mark.parametrize(
    ("first", "second", "who"),
    [
        # A stack is compared by its one best unit, and all of it advances.
        ((heavy("A", 5), heavy("B", 3)), (heavy("C", 4),), "AB"),
        ((heavy("A", 3), heavy("B", 5)), (heavy("C", 4),), "AB"),
        ((heavy("A", 4),), (heavy("C", 3), heavy("D", 5)), "CD"),
        # Artillery does not lead, but goes with its stack.
        ((heavy("A", 4),), (heavy("C", 3), gun("G", 9)), "A"),
        ((heavy("A", 4), gun("G", 2)), (heavy("C", 3),), "AG"),
    ],
)
def test_the_stack_with_the_best_unit_advances(first: Any, second: Any, who: str) -> None:
    situation = one([shockers(*first), shockers(*second)], at(foot()), drm=20)
    told = run(situation, [0, 0, 0])
    assert told.complete
    ended = fates(told)
    for unit in (*first, *second):
        place = "advanced" if unit.name in who else "next to the target"
        assert ended[unit.name] == f"{place}, good order"


@pytest.mark.rule("TG-9.71a")
def test_only_who_came_advances() -> None:
    """B, the best, is not committed; then it is not for B to advance."""
    situation = one([shockers(heavy("A", 4)), shockers(heavy("B", 8))], at(foot()), drm=20)
    assert fates(run(situation, [0, 0, 0]))["B"] == "advanced, good order"
    told = fates(run(situation, [0, 9, 0]))
    assert told["A"] == "advanced, good order"
    assert told["B"] == "uncommitted, good order"


@pytest.mark.rule("TG-9.71c")
def test_the_attacker_picks_among_equals() -> None:
    situation = one(
        [shockers(heavy("A", 4)), shockers(heavy("B", 4)), shockers(heavy("C", 3))],
        at(foot()),
        drm=20,
    )
    assert options(situation, [0, 0, 0, 0]) == ("A", "B")
    told = run(situation, [0, 0, 0, 0], {"advance": "B"})
    assert fates(told)["B"] == "advanced, good order"
    assert fates(told)["A"] == "next to the target, good order"
    # A disorder counts: one lower than C now.
    beaten = one([riders(heavy("A", 4)), riders(heavy("B", 3))], at(foot(), gun()), drm=2)
    dice = [0, 0, 9, 2, 9]  # G disorders A; a result of 7; Y does not hold its hex
    assert ask(beaten, dice, {"square": False, "fire": "A", "recall": False}) == "advance Y"
    assert ask(beaten, dice, {"square": False, "fire": "B", "recall": False}) == ""


@pytest.mark.rule("TG-9.71b", "TG-9.73b")
def test_who_advances_may_turn_unless_it_shocks_again() -> None:
    told = run(one(shockers(foot("K")), at(foot())), [0, 5, 9])
    assert "TG-9.71b" in cited(told, "K advances")
    again = one(shockers(foot("K")), at(foot()), drm=5)
    told = run(again, [0, 5, 9], THROUGH)
    assert cited(told, "without turning") == {"TG-9.73b"}
    assert not any("TG-9.71b" in step.clauses for step in told.steps)
    assert any("TG-9.71b" in step.clauses for step in run(again, [0, 5]).steps)


@pytest.mark.rule("TG-9.71d")
def test_ground_that_disorders() -> None:
    for terrain, order in [(True, "disordered"), (False, "good order")]:
        situation = one(shockers(heavy()), at(foot(), entry_disorders=terrain))
        assert fates(run(situation, [0, 5, 9]))["A"] == f"advanced, {order}"
        # Whoever does not enter it is not disordered.
        assert fates(run(situation, [0, 5, 0]))["A"] == "next to the target, good order"
    # Once is enough: disordered by fire, it is not disordered again by the ground.
    situation = one(riders(heavy()), at(foot(), gun(), entry_disorders=True))
    told = run(situation, [0, 9, 5, 9], {"fire": "A"})
    assert fates(told)["A"] == "advanced, disordered"


@pytest.mark.rule("TG-9.71d", "TG-9.72a")
def test_ground_disorders_who_occupies_a_hex_that_was_left() -> None:
    situation = one(riders(heavy()), at(light(), entry_disorders=True))
    told = run(situation, [0], {"retreat before shock": True, "occupy": True})
    assert fates(told)["A"] == "advanced, disordered"


@pytest.mark.rule("TG-9.72a")
def test_occupying_is_optional_where_the_defender_left_before() -> None:
    """After a retreat before shock the attacker decides, and each stack may be the one."""
    situation = one([riders(heavy()), riders(heavy("B", 2))], at(light()))
    assert options(situation, [0], **{"retreat before shock": True}) == ("A", "B", "no")
    stays = run(situation, [0], {"retreat before shock": True, "occupy": False})
    assert stays.complete
    assert fates(stays)["A"] == "where it was, good order"


@pytest.mark.rule("TG-9.72b", "R-N21")
@pytest.mark.parametrize(
    ("other", "who"),
    [
        (shockers(foot("K", 9)), "A"),
        (shockers(jaeger("K", 9)), "A"),
        # Before infantry only: other cavalry is compared by cohesion.
        (shockers(heavy("K", 9)), "K"),
        (riders(light("K", 9)), "K"),
        (shockers(heavy("K", 3)), "A"),
    ],
)
def test_charging_cavalry_goes_before_infantry(other: charge.Stack, who: str) -> None:
    """Where all fight together. Result 7 and a retreat, so that no pursuit interferes."""
    situation = one([riders(heavy("A", 4)), other], at(foot()))
    told = run(situation, [0, 0, 4, 9], mixed_attack="together")
    assert told.results == {"fight A": 7}
    assert {n for n, fate in fates(told).items() if fate.startswith("advanced")} == {who}


@pytest.mark.rule("TG-9.72b", "R-N21")
def test_cavalry_that_shocks_does_not_go_before_infantry() -> None:
    situation = one([shockers(heavy("A", 4)), shockers(foot("K", 9))], at(foot()))
    told = run(situation, [0, 0, 5, 9], mixed_attack="together")
    assert {n for n, fate in fates(told).items() if fate.startswith("advanced")} == {"K"}


# Breakthrough


@pytest.mark.rule("TG-9.73a")
@pytest.mark.parametrize(
    ("stack", "result", "may"),
    [
        (shockers(foot("K")), 10, True),
        (shockers(jaeger("K")), 10, True),
        (shockers(foot("K"), gun()), 10, True),
        (shockers(foot("K")), 9, False),
        (shockers(heavy("K")), 10, False),
        (shockers(light("K")), 12, False),
    ],
)
def test_who_may_break_through(stack: charge.Stack, result: int, may: bool) -> None:
    """Infantry after 10 or more; cavalry that did not charge has neither this nor pursuit."""
    situation = one(stack, at(foot()), drm=result - 5)
    told = run(situation, [0, 5] if result > 9 else [0, 5, 9], THROUGH)
    assert fates(told)["Y"] == "retreated, disordered"
    asked = "breakthrough K" in keys(told)
    assert asked == may
    assert told.complete != may
    assert not any("pursuit" in key for key in keys(told))


@pytest.mark.rule("TG-9.73a", "TG-9.71d")
def test_disorder_or_nobody_in_front_ends_it() -> None:
    ground = one(shockers(foot("K")), at(foot(), entry_disorders=True), drm=20)
    assert run(ground, [0, 0], THROUGH).complete
    gone = one(shockers(foot("K")), at(foot(), retreat="blocked"), drm=20)
    assert run(gone, [0, 0], THROUGH).complete
    # Others beyond the hex are enough.
    beyond = one(
        shockers(foot("K")), at(foot(), retreat="blocked", beyond=(at(foot("W")),)), drm=20
    )
    told = run(beyond, [0, 0], THROUGH)
    assert told.missing is not None
    assert told.missing.key == "breakthrough: fight K"


@pytest.mark.rule("TG-9.73b")
def test_breakthrough_is_a_shock_at_all_in_front() -> None:
    """No commitment; fire, but no square; against Y and W together, 6 to 12 and 4 to 9."""
    situation = one(
        shockers(foot("K", 4)), at(foot("Y", 6), beyond=(at(foot("W", 9), gun()),)), drm=20
    )
    told = run(situation, [0, 0, 0, 0], {**THROUGH, "fire": False})
    assert keys(told) == [
        "commitment K",
        "fight K",
        "breakthrough K",
        "breakthrough: fire G",
        "breakthrough: fight K",
        "breakthrough: retreat check K",
        "breakthrough: counter-shock W",
    ]
    # 6 against 12, the gun has no strength in shock; cohesion is 4 against 9.
    assert told.results["breakthrough: fight K"] == 0 - 2 - 5
    assert cited(told, "K breaks through") == {"TG-9.73b"}


@pytest.mark.rule("TG-9.73b")
def test_modifiers_of_a_breakthrough_count_for_every_hex_ahead() -> None:
    ahead = (at(foot("W", 6), pursuit_drm=1), at(foot("V", 6), pursuit_drm=3))
    situation = one(
        shockers(foot("K", 6)), at(foot("Y", 6), retreat="blocked", beyond=ahead), drm=20
    )
    told = run(situation, [0, 0, 4, 0], THROUGH)
    assert told.results["breakthrough: fight K"] == 4 - 2 + 1 + 3


@pytest.mark.rule("TG-9.73a", "TG-9.71a", "TG-9.71b")
def test_one_breakthrough_a_phase() -> None:
    """K breaks through, wins by 10 and more again, advances, and stops there."""
    situation = one(
        shockers(foot("K", 9)), at(foot("Y", 0), beyond=(at(foot("W", 0)),), pursuit_drm=9), drm=20
    )
    told = run(situation, [0, 0, 9], THROUGH)
    assert told.complete
    assert keys(told).count("breakthrough K") == 1
    assert fates(told)["K"] == "advanced, good order"
    assert fates(told)["Y"] == "withdrawn"  # disordered before
    assert fates(told)["W"] == "retreated, disordered"


@pytest.mark.rule("TG-9.73a", "TG-9.71a")
def test_who_breaks_through_does_not_fill_another_hex() -> None:
    """K empties two hexes, goes on from the first, and fails: it is no longer by the second."""
    targets = [at(foot("Y", 0), pursuit_drm=-9), at(foot("Z", 0))]
    told = run(one(shockers(foot("K", 9)), targets, drm=20), [0, 0, 0, 0], THROUGH)
    assert told.complete
    assert keys(told)[-2:] == ["breakthrough: fight K", "breakthrough: retreat check K"]
    assert sum("into the emptied hex" in step.text for step in told.steps) == 1


@pytest.mark.rule("TG-9.73b")
def test_the_odds_of_a_breakthrough() -> None:
    """K at 6 to 6 and cohesion 6 to 5 (Y is disordered): another disorder takes Y off the map."""
    found = odds(one(shockers(foot("K", 6)), at(foot("Y", 6))), THROUGH)
    assert found.asked("breakthrough K") == 0
    # One more on every face: 10 on a 9.
    found = odds(one(shockers(foot("K", 6)), at(foot("Y", 6)), drm=1), THROUGH)
    won = passing(6) * tenths(1)
    assert found.chance("breakthrough K", "yes") == won
    assert found.chance("breakthrough: fight K", 5) == won * tenths(1)
    assert law(found, "Y")["withdrawn"] == won * reaching(5, 1)


# Counter-shock


@pytest.mark.rule("TG-9.73a", "TG-9.73d")
@pytest.mark.parametrize(
    ("target", "result", "may"),
    [
        (at(foot()), -1, True),
        (at(heavy("Y")), -1, True),
        (at(foot()), 0, False),
        (at(foot(), counter_shocks=()), -1, False),
        (at(foot(order=BEATEN)), -1, False),
        (at(foot(order=Order.SQUARE)), -1, False),
    ],
)
def test_who_may_counter_shock(target: charge.Target, result: int, may: bool) -> None:
    """Below 0; units that can shock and that find the attackers in their front."""
    situation = one(shockers(heavy("A", 9)), target, drm=result - 5)
    told = run(situation, [0, 5, 0], {**BACK, "fire": False})
    assert ("counter-shock Y" in keys(told)) == may
    assert told.complete != may


@pytest.mark.rule("TG-9.73d")
def test_the_counter_shock() -> None:
    """No commitment; Y shocks A, which is disordered and has 3 now."""
    situation = one(shockers(foot("A", 4)), at(foot("Y", 6)), drm=-9)
    told = run(situation, [0, 0, 0, 4], BACK)
    assert keys(told) == [
        "commitment A",
        "fight A",
        "retreat check A",
        "counter-shock Y",
        "counter-shock Y: fight Y",
    ]
    assert told.results["counter-shock Y: fight Y"] == 4 + 6 - 3
    assert fates(told) == {"A": "withdrawn", "Y": "advanced, good order"}
    assert cited(told, "Counter-shock of Y") == {"TG-9.73d"}


@pytest.mark.rule("TG-9.73d", "TG-9.73a")
def test_the_law_of_a_counter_shock() -> None:
    """Y at even strength, 6 against 3: +3. From 5 on disordered A withdraws."""
    situation = one(shockers(foot("A", 4), retreat="blocked"), at(foot("Y", 6)), drm=-9)
    found = odds(situation, BACK)
    below = passing(4) * tenths(9)
    assert found.asked("counter-shock Y") == below * passing(4)  # A is not eliminated
    drm = 6 - 3
    struck = below * passing(4)
    results = found.results("Y", label="counter-shock Y")
    for face in range(10):
        assert results[face + drm] == struck * tenths(1)
    assert law(found, "A")["withdrawn"] == struck * reaching(5, drm)
    # A stood beside Y, so Y has not moved; where it drove A off, it goes into that hex.
    y = law(found, "Y")
    assert y["advanced, good order"] == struck * reaching(5, drm)
    assert y["retreated, disordered"] == struck * (1 - reaching(5, drm)) * (1 - passing(6))
    # No counter-shock to the counter-shock, no breakthrough after it.
    assert not any(key.startswith("counter-shock Y: counter") for key, _ in found.branches)
    assert not any("breakthrough" in key for key, _ in found.branches)


@pytest.mark.rule("TG-9.73d")
def test_the_counter_shock_reaches_who_retreated() -> None:
    """A retreated one hex; Y follows by one hex and shocks A there."""
    situation = one(shockers(heavy("A", 4)), at(foot("Y", 6)), drm=-9)
    told = run(situation, [0, 0, 9, 2], BACK)
    assert keys(told)[-1] == "counter-shock Y: fight Y"
    assert fates(told)["A"] == "withdrawn"  # 2 + 3 = 5, disordered once more
    assert fates(told)["Y"] == "advanced, good order"
    low = run(situation, [0, 0, 9, 1, 0], BACK)  # 4: Y is disordered
    assert fates(low)["A"] == "retreated, disordered"
    assert fates(low)["Y"] == "advanced, disordered"


@pytest.mark.rule("TG-9.73d")
def test_the_counter_shock_comes_before_the_next_fight() -> None:
    first = attack([shockers(heavy("A", 9))], [at(foot("Y", 6))], drm=-20)
    second = attack([shockers(heavy("C", 9))], [at(foot("Z", 6))])
    told = run(charge.Situation((first, second)), [0, 0, 0, 0, 0, 0, 5, 0], BACK)
    order = keys(told)
    assert order.index("counter-shock Y: fight Y") < order.index("fight C")


@pytest.mark.rule("TG-9.73d", "R-N19")
def test_one_unit_that_is_left_can_be_shocked() -> None:
    """B has nowhere to retreat to and is lost; A still stands there."""
    stack = shockers(heavy("A", 9), heavy("B", 1), retreat="blocked")
    told = run(one(stack, at(foot()), drm=-20), [0, 0, 0, 2], BACK, stack_checks="each")
    assert fates(told)["B"] == "eliminated"
    assert keys(told)[-1] == "counter-shock Y"


@pytest.mark.rule("TG-9.73d")
def test_modifiers_of_a_counter_shock() -> None:
    """Clear terrain of the attackers' hex, and what is given."""
    situation = one(
        shockers(heavy("A", 4), clear_terrain=True), at(heavy("Y", 6), counter_shock_drm=-2), drm=-9
    )
    told = run(situation, [0, 0, 0, 3], BACK)
    assert told.results["counter-shock Y: fight Y"] == 3 + (6 - 3) + 1 - 2
