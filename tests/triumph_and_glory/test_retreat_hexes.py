"""Where units may retreat to on the map (secondary source 9.62), and who may leave early."""

from typing import Any

import pytest

from rules_lib.triumph_and_glory.charge.from_map.retreat_hexes import (
    retreats,
    room_of,
    way_out,
)
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex, distance
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order
from tests.in_turn import in_turn

HERE, EAST = Hex(0, 0), Hex(1, 0)
WEST, NORTH_WEST, SOUTH_WEST = Hex(-1, 0), Hex(0, -1), Hex(-1, 1)
AWAY = {WEST, NORTH_WEST, SOUTH_WEST}
"""The hexes that are farther from EAST than HERE is."""
GUARD = Placed(Infantry("Guard", 6), HERE, "Russian")
HUSSARS = Placed(Cavalry("Hussars", 5), EAST, "French", 2)


def field(*more: Placed, unit: Placed = GUARD, **given: Any) -> Board:
    return Board.filled(Terrain("clear", 1), radius=3, units=[unit, HUSSARS, *more], **given)


def test_units_retreat_away_from_the_enemy() -> None:
    assert retreats(field(), HERE, [EAST]) == dict.fromkeys(AWAY, "open")
    assert all(distance(each, EAST) == 2 for each in AWAY)
    assert retreats(field(), HERE, [EAST, NORTH_WEST]) == {SOUTH_WEST: "open"}
    assert retreats(field(), HERE, [EAST, WEST]) == {}


def test_prohibited_ground_eliminates_those_whom_it_stops() -> None:
    horse = Placed(Cavalry("Uhlans", 5), HERE, "Russian")
    lake = {WEST: Terrain("lake", None), SOUTH_WEST: Terrain("rocks", None, foot_cost=2)}
    river = {(HERE, NORTH_WEST): None}
    expected = dict.fromkeys(AWAY, "eliminated")
    assert retreats(field(unit=horse, changes=lake, hexsides=river), HERE, [EAST]) == expected
    expected[SOUTH_WEST] = "open"
    assert retreats(field(changes=lake, hexsides=river), HERE, [EAST]) == expected


UHLANS = Placed(Cavalry("Uhlans", 5, heavy=False), HERE, "Russian", 0)
JAEGERS = Placed(Infantry("Jaegers", 5, jaeger=True), HERE, "Russian", 0)
HORSE_GUNS = Placed(Artillery("Horse guns", 5, horse=True), HERE, "Russian", 0)
LAKE = Terrain("lake", None)


def leaves(*units: Placed, on_foot: bool = True, **given: Any) -> bool | None:
    board = Board.filled(Terrain("clear", 1), radius=3, units=[HUSSARS, *units], **given)
    return way_out(board, HERE, [EAST], ["Hussars"], on_foot)


@pytest.mark.rule("TG-9.81-2", "TG-9.86e")
@in_turn(
    ("unit", "from_foot", "from_heavy"),
    [
        (UHLANS, True, True),
        (Placed(Cavalry("K", 5, heavy=True), HERE, "Russian"), True, None),
        (Placed(Cavalry("K", 5), HERE, "Russian"), True, True),  # of unknown type
        (Placed(UHLANS.unit.ordered(Order.DISORDERED), HERE, "Russian"), True, True),
        (JAEGERS, True, None),
        (Placed(JAEGERS.unit.ordered(Order.DISORDERED), HERE, "Russian"), None, None),
        (GUARD, None, None),
        (HORSE_GUNS, True, True),
        (Placed(HORSE_GUNS.unit.ordered(Order.DISORDERED), HERE, "Russian"), True, True),
        (Placed(Artillery("Guns", 5), HERE, "Russian"), None, None),
    ],
)
def test_who_may_leave_before_a_shock(
    unit: Placed, from_foot: bool | None, from_heavy: bool | None
) -> None:
    assert leaves(unit) is from_foot
    assert leaves(unit, on_foot=False) is from_heavy


@pytest.mark.rule("TG-9.81-2")
def test_cavalry_goes_two_hexes_and_jaegers_one() -> None:
    """A full hex of friends lies between them and the open."""
    only_west = {at: LAKE for at in AWAY if at != WEST}
    riders = [Placed(Cavalry(name, 5), WEST, "Russian") for name in "ab"]
    marchers = [Placed(Infantry(name, 5), WEST, "Russian") for name in "ab"]
    assert leaves(UHLANS, *riders, changes=only_west) is True
    assert leaves(JAEGERS, *marchers, changes=only_west) is False
    assert leaves(JAEGERS, marchers[0], changes=only_west) is True
    assert leaves(HORSE_GUNS, *marchers, changes=only_west) is True
    # Together they go as far as the jaegers; alone, from cavalry, the guns go farther.
    both = JAEGERS, HORSE_GUNS
    assert leaves(*both, *marchers, changes=only_west) is False
    assert leaves(*both, *marchers, changes=only_west, on_foot=False) is True
    closed = {**only_west, **dict.fromkeys(WEST.neighbours, LAKE), HERE: Terrain("clear", 1)}
    closed.update({WEST: Terrain("clear", 1), EAST: Terrain("clear", 1)})
    assert leaves(UHLANS, *riders, changes=closed) is False


@pytest.mark.rule("TG-9.81-2")
def test_the_second_hex_is_farther_than_the_one_that_was_attacked() -> None:
    """It need not be farther than the first one."""
    aside = Hex(1, -2)
    assert distance(aside, EAST) == distance(NORTH_WEST, EAST) == 2
    dry = {HERE, EAST, NORTH_WEST, aside}
    lakes = {at: LAKE for at in field().terrain if at not in dry}
    riders = [Placed(Cavalry(name, 5), NORTH_WEST, "Russian") for name in "ab"]
    assert leaves(UHLANS, *riders, changes=lakes) is True
    assert leaves(UHLANS, *riders, changes={**lakes, aside: LAKE}) is False


@pytest.mark.rule("TG-9.81-2")
def test_the_ground_must_let_them_pass() -> None:
    steep = dict.fromkeys(AWAY, Terrain("rocks", None, foot_cost=2))
    assert leaves(UHLANS, changes=steep) is False
    assert leaves(JAEGERS, changes=steep) is True
    assert leaves(UHLANS, hexsides={(HERE, at): None for at in AWAY}) is False


def test_what_a_retreat_meets_at_best() -> None:
    assert room_of({}) == "unspecified"
    assert room_of({WEST: "eliminated", EAST: "withdrawn", HERE: "open"}) == "open"
    assert room_of({WEST: "eliminated", EAST: "withdrawn"}) == "enemy_front"
    assert room_of({WEST: "eliminated"}) == "blocked"
