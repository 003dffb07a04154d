"""Whom the defenders of a hex can shock back: from there or one hex on, without turning."""

from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge import Intent
from rules_lib.triumph_and_glory.charge.situation import CounterShock
from rules_lib.triumph_and_glory.map.board import Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.terrain import Terrain
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


def test_equal_ways_are_one() -> None:
    """I is in front of Y from E and from NE; A is behind it."""
    a, there = french(foot("A"), W, 5), Hex(2, -1)
    for facing, names in ((2, ["yes"]), (3, ["to (1, 0)", "to (1, -1)"])):
        # Facing 2, I has both hexes in front; facing 3, only NE.
        i = french(foot("I"), there, facing)
        found = ways(a, Y, i, changes=shut(W, E, NE, there))
        assert list(found) == names
        assert all(way.others[0].units == (i.unit,) for way in found.values())


def test_ground_for_infantry_only_lets_infantry_strike_back() -> None:
    steep = {**shut(), SE: Terrain("slope", None, foot_cost=2)}
    y, k = russian(foot("Y"), MIDDLE, 4), russian(heavy("K"), MIDDLE, 4)
    assert list(ways(A, y, changes=steep)) == ["yes"]
    assert ways(A, k, changes=steep) == {}
    assert list(ways(A, y, russian(gun(), MIDDLE, 4), changes=steep)) == ["yes"]


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
