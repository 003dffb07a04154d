"""Who advances into an emptied hex, and who occupies one that was left (TG-9.71, TG-9.72)."""

from dataclasses import replace
from typing import Any

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Cavalry
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

SURE = heavy("A", 9)
"""It always commits itself."""
SHOT = {"fire": "A"}
THROUGH = {"breakthrough": True}


def options(situation: charge.Situation, dice: list[int], **decisions: Any) -> tuple[str, ...]:
    """The options of the decision that is due after these dice."""
    found = charge.adjudicate(situation, dice, {"square": False, **decisions}).missing
    assert found is not None
    assert found.what == "decision"
    return found.options


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
@in_turn(
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
    asked = charge.adjudicate(situation, [0, 0, 0, 0], {"square": False}).missing
    assert asked is not None
    assert asked.text == "There is a choice who may advance into the hex of Y"
    told = run(situation, [0, 0, 0, 0], {"advance": "B"})
    assert fates(told)["B"] == "advanced, good order"
    assert fates(told)["A"] == "next to the target, good order"
    # A stack goes by its top unit.
    stacks = [shockers(heavy("A", 4), light("D", 2)), shockers(heavy("B", 4))]
    assert options(one(stacks, at(foot()), drm=20), [0, 0, 0, 0]) == ("A", "B")
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
        told = run(situation, [0, 5, 9])
        assert fates(told)["A"] == f"advanced, {order}"
        ground = [step.clauses for step in told.steps if "disordered by the ground" in step.text]
        assert ground == [("TG-9.71d",)] * terrain
        # Whoever does not enter it is not disordered.
        assert fates(run(situation, [0, 5, 0]))["A"] == "next to the target, good order"
    # It is the advance that the clause is about: who retreats there has its own disorder.
    retreat = one(shockers(heavy()), at(foot(), entry_disorders_after_retreat=True))
    assert fates(run(retreat, [0, 5, 9])) == {
        "A": "advanced, good order",
        "Y": "retreated, disordered",
    }
    # Once is enough: disordered by fire, it is not disordered again by the ground.
    situation = one(riders(heavy()), at(foot(), gun(), entry_disorders=True))
    told = run(situation, [0, 9, 5, 9], {"fire": "A"})
    assert fates(told)["A"] == "advanced, disordered"


@pytest.mark.rule("TG-9.72b", "R-N21")
@in_turn(
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


@pytest.mark.rule("TG-9.71a")
def test_guns_that_are_left_alone_do_not_go_before_anybody() -> None:
    """A is halted by fire, its gun G is not; even B, with cohesion 0, then holds the best unit."""
    target = at(foot("Y"), gun("H", fire=4))
    situation = one([shockers(heavy("A"), gun("G", 9)), shockers(heavy("B", 0))], target, drm=20)
    # Commitment of both, 4 + 4 + 1 in the fire table, the checks of A and G, the fight.
    told = run(situation, [0, 0, 4, 9, 0, 0], SHOT, stack_checks="each")
    assert told.complete
    assert fates(told)["A"] == "halted by fire, disordered"
    assert not any(key.startswith("advance") for key in keys(told))
    assert advanced(told) == {"B"}


@pytest.mark.rule("TG-9.72b", "R-N21")
def test_cavalry_with_a_gun_is_cavalry() -> None:
    """Charging cavalry goes before infantry only: the better cavalry advances, its gun as well."""
    situation = one([riders(heavy("A", 4)), shockers(heavy("K", 9), gun("G"))], at(foot()))
    told = run(situation, [0, 0, 4, 9], mixed_attack="together")
    assert told.results == {"fight A": 7}
    assert advanced(told) == {"K", "G"}


@pytest.mark.rule("TG-9.87b")
@pytest.mark.parametrize(
    ("units", "who"),
    [
        ((heavy("A", 3), heavy("B", 5)), "B"),
        ((light("L", 9), heavy("B", 3), light("M", 9)), "B"),
    ],
)
def test_where_one_unit_fills_a_hex_one_pursues(units: tuple[Cavalry, ...], who: str) -> None:
    """The limits are data; heavy goes before light, then the higher cohesion."""
    narrow = replace(SECONDARY, stack_limit=1, brigade_stack_limit=1)
    situation = one([riders(unit) for unit in units], at(foot("Y")), drm=20)
    told = charge.adjudicate(
        situation, [0] * len(units) + [0, 9], NEVER, reading(), secondary=narrow
    )
    assert advanced(told) == {who}


@pytest.mark.rule("R-N7", "TG-9.71a", "TG-9.87b")
def test_who_advances_when_the_target_left_the_map() -> None:
    """One stack, the best; or as many as stack, heavy before light."""
    units = [heavy("A", 3), heavy("B", 5), light("L", 9)]
    situation = one([riders(u) for u in units], at(foot(), retreat="blocked"), drm=20)
    told = run(situation, [0] * 4)
    assert {n for n, fate in fates(told).items() if fate.startswith("advanced")} == {"L"}
    told = run(situation, [0] * 4, advance_after_withdrawal="as_stacking_allows")
    assert {n for n, fate in fates(told).items() if fate.startswith("advanced")} == {"A", "B"}
    assert cited(told, "and no farther") >= {"TG-9.87a", "R-N7"}


@pytest.mark.rule("TG-9.71a", "TG-9.71b", "TG-9.87a")
def test_who_is_left_over_merely_advances() -> None:
    """A pursues Y; K, whose die is not yet rolled, enters the hex of Z, and goes no farther."""
    situation = one([riders(SURE), shockers(foot("K", 9))], [at(foot("Y")), at(foot("Z"))], drm=20)
    plan: dict[str, str | bool] = {"breakthrough": True, "pursuers": "A"}
    told = run(situation, [0, 0, 0, 9], plan)
    assert told.complete
    assert fates(told)["K"] == "advanced, good order"
    assert cited(told, "K advances into the hex of Z, and may change facing.") == {
        "TG-9.71a",
        "TG-9.71b",
        "R-N31",
    }


@pytest.mark.rule("TG-9.87a", "TG-9.71b")
def test_who_stops_may_change_facing() -> None:
    told = run(one(riders(SURE), at(foot("Y"), retreat="blocked"), drm=20), [0, 0])
    assert told.complete
    assert cited(told, "A advances into the emptied hex, and may change facing.") == {
        "TG-9.71a",
        "TG-9.71b",
    }


@pytest.mark.rule("R-N7", "TG-9.71d")
def test_of_two_hexes_that_nobody_is_left_of_the_first_is_entered() -> None:
    """Read as stacking allows: the hex named first, here over ground that disorders."""
    for ground, told_once in [("YZ", False), ("ZY", True)]:
        targets = [at(foot(n), retreat="blocked", entry_disorders=n == "Y") for n in ground]
        situation = one(riders(SURE), targets, drm=20)
        told = run(situation, [0, 0], advance_after_withdrawal="as_stacking_allows")
        texts = [step.text for step in told.steps]
        assert ("A is disordered by its charge." in texts) is told_once
        assert ("A is already disordered; nothing changes." in texts) is not told_once
