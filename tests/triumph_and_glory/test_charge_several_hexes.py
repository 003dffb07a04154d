"""One attack on several hexes: one die, each hex with its own modifiers and result (R-N24)."""

from typing import Any

import pytest

from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

ONE_SET: dict[str, Any] = {"several_hexes": "one_for_all"}
A = heavy("A", 9)


@pytest.mark.rule("R-N24", "TG-9.81-7")
def test_clear_terrain_belongs_to_the_hex_that_has_it() -> None:
    """Or, with one set of modifiers, to the fight if all have it."""
    clear, rough = at(foot("Y"), clear_terrain=True), at(foot("Z"))
    told = run(one(riders(A), [clear, rough]), [0, 5])
    assert told.results == {"fight A": 5 + HEAVY + 1, "fight A at Z": 5 + HEAVY}
    assert run(one(riders(A), [clear, rough]), [0, 5], **ONE_SET).results == {"fight A": 5 + HEAVY}
    both = [clear, at(foot("Z"), clear_terrain=True)]
    for rulings in (dict[str, Any](), ONE_SET):
        assert run(one(riders(A), both), [0, 5], **rulings).results == {"fight A": 5 + HEAVY + 1}


@pytest.mark.rule("R-N24", "TG-9.81-7")
@in_turn(("reading", "at_y", "at_z"), [("each_its_own", 2, 0), ("one_for_all", 0, 0)])
def test_cohesion_is_compared_hex_by_hex(reading: str, at_y: int, at_z: int) -> None:
    """6 to 4 and 6 to 6, or for both 6 to the best; strength, 9 to 9, is added up."""
    stack = riders(heavy("A", 6, strength=9))
    targets = [at(foot("Y", 4, strength=4)), at(foot("Z", 6, strength=5))]
    told = run(
        one(stack, targets, cohesion_drm=None, ratio_drm=None), [6, 6, 0], several_hexes=reading
    )
    assert told.results["fight A"] == 6 + HEAVY + at_y
    assert told.results.get("fight A at Z", 6 + HEAVY) == 6 + HEAVY + at_z


@pytest.mark.rule("R-N24", "TG-9.81-7")
def test_position_belongs_to_each_hex() -> None:
    """A before Y, B behind Z; each of them faces nobody else. Taken as one hex: +3 for both."""
    stacks = [
        riders(A, through={"Y": "front", "Z": "flank"}),
        riders(heavy("B", 9), through="rear"),
    ]
    targets = [at(foot("Y")), at(foot("Z"))]
    # Of A, in the front of Y, the flank of Z is worth nothing; B has the rear of both.
    told = run(one(stacks, targets), [0, 0, 0])
    assert told.results == {"fight A": 3 + HEAVY, "fight A at Z": 2 + HEAVY}
    assert run(one(stacks, targets), [0, 0, 0], **ONE_SET).results == {"fight A": 3 + HEAVY}


@pytest.mark.rule("R-N24", "TG-9.81-7")
def test_each_hex_suffers_its_own_row() -> None:
    """9 and 10 with one die: Z checks, Y, in the open, must go."""
    targets = [at(foot("Y", 9), clear_terrain=True), at(foot("Z", 9))]
    told = run(one(shockers(A), targets, drm=4), [0, 5, 0])
    assert told.results == {"fight A": 10, "fight A at Z": 9}
    assert keys(told)[-1] == "retreat check Z"
    assert fates(told) == {
        "A": "advanced, good order",
        "Y": "retreated, disordered",
        "Z": "where it was, disordered",
    }
    assert cited(told, "The result at Z is 9.") == {"R-N24"}


@pytest.mark.rule("R-N24", "TG-9.81-7")
@pytest.mark.parametrize("order", [1, -1])
def test_the_attackers_suffer_once_the_worst_of_all_rows(order: int) -> None:
    """5 and 4: Y is disordered, and so are the attackers, once, with one check."""
    targets = [at(foot("Y", 9), clear_terrain=True), at(foot("Z", 9))][::order]
    told = run(one(shockers(heavy("A", 4)), targets, drm=-1), [0, 5, 4, 0])
    assert sorted(told.results.values()) == [4, 5]
    assert keys(told)[-2:] == ["retreat check A", "retreat check Y"]
    assert fates(told) == {
        "A": "next to the target, disordered",
        "Y": "where it was, disordered",
        "Z": "where it was, good order",
    }


@pytest.mark.rule("R-N24", "R-N17")
def test_a_retreat_without_a_check_counts_before_a_check() -> None:
    """0 and -1: below 0 the attackers go without a die, if R-N17 is read so."""
    targets = [at(foot("Y", 9), clear_terrain=True), at(foot("Z", 9))]
    low = one(shockers(heavy("A", 4)), targets, drm=-1)
    told = run(low, [0, 0], retreat_below_zero="automatic")
    assert told.complete
    assert told.results == {"fight A": 0, "fight A at Z": -1}
    assert fates(told)["A"] == "retreated, disordered"


@pytest.mark.rule("R-N24", "TG-9.85f")
@in_turn("square", ["Y", "Z"])
@in_turn("reading", ["each_its_own", "one_for_all"])
def test_the_minus_two_for_a_square_goes_for_all(square: str, reading: str) -> None:
    situation = one(riders(A), [at(foot("Y")), at(foot("Z"))])
    dice = {"commitment A": 0, f"square {square}": 0, "fight A": 5}
    plan = {f"square {square}": True, "recall": False}
    assert run(situation, dice, plan, several_hexes=reading).results == {"fight A": 5 - 2}


@pytest.mark.rule("R-N24", "TG-9.73d")
def test_only_a_hex_whose_own_row_lets_it_shocks_back() -> None:
    """0 at Y, in the open, and -1 at Z."""
    targets = [at(foot("Y", 9), clear_terrain=True), at(foot("Z", 9))]
    told = run(one(shockers(foot("A", 9)), targets, drm=-1), [0, 0, 0], {"counter-shock": True})
    assert [key for key in keys(told) if key.startswith("counter-shock")] == ["counter-shock Z"]


@pytest.mark.rule("R-N24", "TG-9.81-8")
def test_only_from_a_hex_with_ten_is_there_a_pursuit() -> None:
    """10 at Y, 9 at Z: both go, Y is pursued, and the hex of Z is entered by who is left."""
    targets = [at(foot("Y"), clear_terrain=True), at(foot("Z"))]
    units = [heavy("A", 9), heavy("B", 5), heavy("C", 4)]
    situation = one([riders(unit) for unit in units], targets, drm=1)
    told = run(situation, [0, 0, 0, 5, 9, 9], {})
    assert told.results["fight A"] == 7 + HEAVY
    assert told.results["fight A at Z"] == 6 + HEAVY
    assert "pursuit 1: fight A" in keys(told)
    assert {n for n, f in fates(told).items() if f.startswith("advanced")} == {"A", "B", "C"}


@pytest.mark.rule("TG-9.71a")
def test_two_emptied_hexes_are_occupied_by_different_stacks() -> None:
    """The best one goes first; where there is one stack only, one hex stays empty."""
    targets = [at(foot("Y", order=BEATEN)), at(foot("Z", order=BEATEN))]
    stacks = [shockers(heavy("A", 5)), shockers(heavy("B", 9)), shockers(heavy("C", 4))]
    told = run(one(stacks, targets), [0, 0, 0, 5])
    assert told.complete
    assert {n for n, f in fates(told).items() if f.startswith("advanced")} == {"A", "B"}
    alone = run(one(stacks[:1], targets), [0, 5])
    assert [s.text for s in alone.steps if "advances" in s.text] == [
        "A advances into the hex of Y, and may change facing."
    ]
