"""Whom the defenders of a hex can shock back: from there or one hex on, without turning."""

from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge import Intent, Target
from rules_lib.triumph_and_glory.charge.target import CounterShock
from rules_lib.triumph_and_glory.map.board import Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.units import Order
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *
from tests.triumph_and_glory.maps import *

pytestmark = pytest.mark.rule("TG-9.73d")

A = french(foot("A"), E, 2)
"""In the east, with the middle and SE in front."""
SHOCK = Intent(("A",), MIDDLE)
BACK = Hex(2, 0)
"""Behind E, seen from the middle; Y, who faces NE and E, has it in front from E."""
LAKE = Terrain("lake", None)


def shut(*kept_open: Hex) -> dict[Hex, Terrain]:
    """All hexes around the middle and E are lakes, but for these."""
    around = {*MIDDLE.neighbours, *E.neighbours} - {MIDDLE, E, *kept_open}
    return dict.fromkeys(around, LAKE)


def ways(*units: Placed, intents: Any = (SHOCK,), **given: Any) -> dict[str, CounterShock]:
    """The counter-shocks of the middle, by name; all but E and BACK is shut if not said."""
    given = {"changes": shut(BACK), "said": {}, **given}
    board = field(*units, changes=given["changes"])
    target = read(board, intents=intents, said=given["said"]).attacks[0].targets[0]
    assert target.counter_shocks is not None
    return {each.name: each for each in target.counter_shocks}


def test_who_stays_in_front_is_struck_from_where_they_are() -> None:
    assert ways(A, Y, changes=shut()) == {"yes": CounterShock(("A",))}


@in_turn("facing", range(6))
def test_never_is_an_enemy_in_the_rear_struck(facing: int) -> None:
    """A in the east, with no hex to go to: only who faces 5 or 0 has it in front."""
    found = ways(A, russian(foot("Y"), MIDDLE, facing), changes=shut())
    assert bool(found) == (facing in (5, 0))


def test_who_cannot_shock_does_not_shock_back() -> None:
    for unit in (foot("Y", order=BEATEN), foot("Y", order=Order.SQUARE), gun("Y")):
        assert ways(A, russian(unit, MIDDLE, 5)) == {}
    # One unit that can is enough.
    beaten = russian(foot("X", order=BEATEN), MIDDLE, 5)
    assert list(ways(A, beaten, Y, changes=shut())) == ["yes"]


def test_who_retreats_to_the_one_hex_there_is_is_followed() -> None:
    found = ways(A, Y)
    assert found == {
        "stay": CounterShock(("A",), name="stay"),
        "to (1, 0)": CounterShock(
            retreated=("A",), moves=True, vacated_by=("A",), clear_terrain=True, name="to (1, 0)"
        ),
    }


def test_who_may_retreat_to_several_hexes_gets_out_of_reach_unless_it_is_said() -> None:
    aside = Hex(1, 1)  # not in front of who stands in E and faces NE and E
    both = {"changes": shut(BACK, aside)}
    assert list(ways(A, Y, **both)) == ["yes"]
    assert ways(A, Y, **both, said={"retreat_to": {E: BACK}}).keys() == {"stay", "to (1, 0)"}
    assert list(ways(A, Y, **both, said={"retreat_to": {E: aside}})) == ["yes"]
    # Both hexes in front: then there is no way out of reach.
    assert ways(A, Y, changes=shut(BACK, Hex(2, -1))).keys() == {"stay", "to (1, 0)"}
    with pytest.raises(InvalidValue, match=r"^retreat_to of \(1, 0\): .* one of \(2, 0\)"):
        ways(A, Y, said={"retreat_to": {E: aside}})


def test_who_cannot_retreat_to_an_open_hex_is_not_followed() -> None:
    for facing in (2, 3):
        watcher = russian(foot("X"), Hex(3, 0), facing)  # BACK is west of it, in front: A withdraws
        assert list(ways(A, Y, watcher)) == ["yes"]
    assert list(ways(A, Y, russian(foot("X"), Hex(3, 0), 4))) == ["stay", "to (1, 0)"]


def test_one_hex_on_other_enemies_may_be_in_front() -> None:
    """From SE, NE of it is E, and east of it is I, who attacks nobody."""
    i = french(foot("I"), Hex(1, 1), 0)
    found = ways(A, Y, i, changes=shut(SE, Hex(1, 1)))
    assert found["stay"] == CounterShock(("A",), name="stay")
    (other,) = found["to (0, 1)"].others
    assert found["to (0, 1)"].staying == ("A",)
    assert found["to (0, 1)"].moves
    # West of it, in its rear: it faces east and south-east.
    assert (other.units, other.met_through) == ((i.unit,), "rear")


def test_an_enemy_in_front_who_attacks_nobody_is_struck_in_place() -> None:
    i = french(foot("I"), NE, 2)
    found = ways(A, Y, i, changes=shut(NE))
    # It would retreat away from the middle: the ground there is shut.
    expected = Target(
        (i.unit,), clear_terrain=True, retreat="open", met_through="front",
    )  # fmt: skip
    assert found["yes"].staying == ("A",)
    assert found["yes"].others == (expected,)
    behind = french(foot("I"), SW, 2)
    assert ways(A, Y, behind, changes=shut(SW))["yes"].others == ()


def test_a_bystander_that_may_leave_before_the_shock() -> None:
    for unit, free in ((light("I"), True), (jaeger("I"), True), (foot("I"), None)):
        (other,) = ways(A, Y, french(unit, NE, 2), changes=shut(NE))["yes"].others
        assert other.way_out is free
    # Heavy cavalry that shocks back lets light cavalry go, and nobody else.
    for unit, free in ((light("I"), True), (heavy("I"), None), (jaeger("I"), None)):
        (other,) = ways(A, K, french(unit, NE, 2), changes=shut(NE))["yes"].others
        assert other.way_out is free


def test_guns_that_stand_with_attackers_are_no_target_of_their_own() -> None:
    i, g = french(foot("I"), E, 2), french(gun("G"), E, 2)
    shock = [Intent(("I",), MIDDLE)]
    assert ways(i, g, Y, intents=shock, changes=shut())["yes"] == CounterShock(("I",))
    alone = french(gun("G"), NE, 2)
    (other,) = ways(i, alone, Y, intents=shock, changes=shut(NE))["yes"].others
    assert other.units == (alone.unit,)


def test_stacks_of_other_attacks_are_struck_too() -> None:
    z, b = russian(foot("Z"), Hex(2, -1), 2), french(foot("B"), NE, 0)
    intents = [SHOCK, Intent(("B",), Hex(2, -1))]
    said = {"retreat_to": {z.hex: Hex(3, -1)}}
    found = ways(A, Y, z, b, intents=intents, changes=shut(NE, z.hex), said=said)
    assert found["yes"] == CounterShock(("A", "B"))


def test_equal_ways_are_one() -> None:
    """I is in front of Y from E and from NE; A is behind it."""
    a, there = french(foot("A"), W, 5), Hex(2, -1)
    for facing, names in ((2, ["yes"]), (3, ["to (1, 0)", "to (1, -1)"])):
        # Facing 2, I has both hexes in front; facing 3, only NE.
        i = french(foot("I"), there, facing)
        found = ways(a, Y, i, changes=shut(W, E, NE, there))
        assert list(found) == names
        assert all(way.others[0].units == (i.unit,) for way in found.values())


def test_whether_the_next_hex_can_be_entered_decides() -> None:
    """A in E, beside the front of Y, who has NW and NE in front: one hex to SE, E is in front."""
    y, a = russian(foot("Y"), MIDDLE, 4), french(foot("A"), E, 3)
    assert ways(a, y, changes=shut()) == {}
    one = {"yes": CounterShock(("A",), moves=True, clear_terrain=True)}
    assert ways(a, y, changes=shut(SE)) == one
    friend = russian(foot("V"), SE, 1)
    assert ways(a, y, friend, changes=shut(SE)) == one
    full = (friend, russian(foot("X"), SE, 1))
    assert ways(a, y, *full, changes=shut(SE)) == {}
    assert ways(a, y, russian(light("L"), SE, 1), changes=shut(SE)) == {}
    idle = french(light("B"), SE, 1)
    assert ways(a, y, idle, changes=shut(SE)) == {}


def test_ground_for_infantry_only_lets_infantry_strike_back() -> None:
    steep = {**shut(), SE: Terrain("slope", None, foot_cost=2)}
    y, k = russian(foot("Y"), MIDDLE, 4), russian(heavy("K"), MIDDLE, 4)
    assert list(ways(A, y, changes=steep)) == ["yes"]
    assert ways(A, k, changes=steep) == {}
    assert list(ways(A, y, russian(gun(), MIDDLE, 4), changes=steep)) == ["yes"]


def test_a_gun_does_not_turn_its_infantry() -> None:
    """It may look where it likes (6.14); who shocks back is the infantry."""
    g = russian(gun(), MIDDLE, 2)
    assert ways(A, g, Y, changes=shut()) == {"yes": CounterShock(("A",))}
    behind = russian(foot("Y"), MIDDLE, 2)
    assert ways(A, russian(gun(), MIDDLE, 5), behind, changes=shut()) == {}


def test_infantry_in_a_house_strikes_all_around_and_needs_no_facing_for_it() -> None:
    housed = {**shut(), MIDDLE: VILLAGE}
    shock = [Intent(("I",), MIDDLE)]
    i = french(foot("I"), E, 2)
    for facing in (None, 2):
        found = ways(i, russian(foot("Y"), MIDDLE, facing), intents=shock, changes=housed)
        assert found == {"yes": CounterShock(("I",))}
    # Once outside, how it faces matters.
    garden = {**housed}
    del garden[SE]
    with pytest.raises(InvalidValue, match=r"^facing of 'Y': None .* whom they can shock back"):
        ways(i, russian(foot("Y"), MIDDLE), intents=shock, changes=garden)
    found = ways(i, russian(foot("Y"), MIDDLE, 2), intents=shock, changes=garden)
    assert list(found) == ["yes"]
    found = ways(i, russian(foot("Y"), MIDDLE, 4), intents=shock, changes=garden)
    assert list(found) == ["stay", "to (0, 1)"]


def test_the_board_ends_their_way() -> None:
    y = russian(foot("Y"), Hex(5, -5), 4)
    a = french(heavy("A"), Hex(2, -2), 5)
    intent = Intent(("A",), y.hex, (Hex(3, -3), Hex(4, -4)))
    (attack,) = read(a, y, intents=[intent]).attacks
    found = attack.targets[0].counter_shocks
    assert found is not None
    assert all(way.staying == ("A",) or way.retreated for way in found)


@pytest.mark.parametrize("where", [W, NW])
def test_an_empty_front_strikes_nobody(where: Hex) -> None:
    b = french(heavy("A"), W, 5)
    assert ways(b, Y, changes=shut(W, where)) == {}
