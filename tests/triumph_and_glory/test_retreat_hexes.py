"""Where units may retreat to on the map (secondary source 9.62)."""

from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.board import Board, Placed
from rules_lib.triumph_and_glory.charge.retreat_hexes import retreats
from rules_lib.triumph_and_glory.hexes import Hex, distance
from rules_lib.triumph_and_glory.rulings import Rulings
from rules_lib.triumph_and_glory.terrain import Terrain
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order
from tests.hostile import NO_LIST, NO_OBJECT, refuses

HERE, EAST = Hex(0, 0), Hex(1, 0)
WEST, NORTH_WEST, SOUTH_WEST = Hex(-1, 0), Hex(0, -1), Hex(-1, 1)
AWAY = {WEST, NORTH_WEST, SOUTH_WEST}
"""The hexes that are farther from EAST than HERE is."""

GUARD = Placed(Infantry("Guard", 6), HERE, "Russian")
HUSSARS = Placed(Cavalry("Hussars", 5), EAST, "French", 2)


def field(*more: Placed, unit: Placed = GUARD, **given: Any) -> Board:
    return Board.filled(Terrain("clear", 1), radius=3, units=[unit, HUSSARS, *more], **given)


def friend(name: str, at: Hex) -> Placed:
    return Placed(Infantry(name, 5), at, "Russian")


def test_units_retreat_away_from_the_enemy() -> None:
    assert retreats(field(), HERE, [EAST]) == dict.fromkeys(AWAY, "open")
    assert all(distance(each, EAST) == 2 for each in AWAY)
    assert retreats(field(), HERE, [EAST, NORTH_WEST]) == {SOUTH_WEST: "open"}
    assert retreats(field(), HERE, [EAST, WEST]) == {}


def test_an_enemy_in_the_way_eliminates() -> None:
    guns = Placed(Artillery("Guns", 5), WEST, "French", 3)  # it looks west
    assert retreats(field(guns), HERE, [EAST]) == {
        WEST: "eliminated", NORTH_WEST: "open", SOUTH_WEST: "open",
    }  # fmt: skip


def test_prohibited_ground_eliminates_those_whom_it_stops() -> None:
    horse = Placed(Cavalry("Uhlans", 5), HERE, "Russian")
    lake = {WEST: Terrain("lake", None), SOUTH_WEST: Terrain("rocks", None, foot_cost=2)}
    river = {(HERE, NORTH_WEST): None}
    expected = dict.fromkeys(AWAY, "eliminated")
    assert retreats(field(unit=horse, changes=lake, hexsides=river), HERE, [EAST]) == expected
    expected[SOUTH_WEST] = "open"
    assert retreats(field(changes=lake, hexsides=river), HERE, [EAST]) == expected


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("facing", range(6))
def test_an_empty_front_hex_of_an_enemy_withdraws(order: Order, facing: int) -> None:
    # WEST lies to the east of (-2, 0), in front of the facings 5 and 0, and of every square.
    enemy = Placed(Infantry("Line", 5, order=order), Hex(-2, 0), "French", facing)
    faced = facing in (5, 0) or order == Order.SQUARE
    expected = dict.fromkeys(AWAY, "open") | ({WEST: "withdrawn"} if faced else {})
    assert retreats(field(enemy), HERE, [EAST]) == expected
    # A hex of friends is not empty, but the last resort.
    expected.pop(WEST)
    assert retreats(field(enemy, friend("a", WEST)), HERE, [EAST]) == expected


@pytest.mark.parametrize(("front_hexes", "withdrawn"), [(2, True), (1, False), (3, True)])
def test_the_front_follows_its_ruling(front_hexes: Any, withdrawn: bool) -> None:
    enemy = Placed(Infantry("Line", 5), Hex(-2, 0), "French", 5)
    found = retreats(field(enemy), HERE, [EAST], Rulings(front_hexes=front_hexes))
    assert (found[WEST] == "withdrawn") == withdrawn


def test_friends_are_the_last_resort() -> None:
    one = field(friend("a", WEST))
    assert retreats(one, HERE, [EAST]) == {NORTH_WEST: "open", SOUTH_WEST: "open"}
    shut = {NORTH_WEST: Terrain("lake", None), SOUTH_WEST: Terrain("lake", None)}
    assert retreats(field(friend("a", WEST), changes=shut), HERE, [EAST]) == {
        WEST: "open", NORTH_WEST: "eliminated", SOUTH_WEST: "eliminated",
    }  # fmt: skip
    # It is not empty, so that an enemy who faces it makes nobody withdraw.
    faced = Placed(Infantry("Line", 5), Hex(-2, 0), "French", 5)
    assert retreats(field(friend("a", WEST), faced, changes=shut), HERE, [EAST])[WEST] == "open"
    full = field(friend("a", WEST), friend("b", WEST), changes=shut)
    assert retreats(full, HERE, [EAST]) == {
        NORTH_WEST: "eliminated", SOUTH_WEST: "eliminated",
    }  # fmt: skip


def test_one_open_hex_is_enough_to_spare_the_friends() -> None:
    lake = {NORTH_WEST: Terrain("lake", None)}
    assert retreats(field(friend("a", WEST), changes=lake), HERE, [EAST]) == {
        NORTH_WEST: "eliminated", SOUTH_WEST: "open",
    }  # fmt: skip


def test_nobody_retreats_off_the_board() -> None:
    edge = Hex(-3, 0)
    board = field(Placed(Infantry("Line", 5), edge, "Russian"))
    found = retreats(board, edge, [Hex(-2, 0)])
    assert found == {}
    assert all(each in board.terrain for each in retreats(board, HERE, [EAST]))


def test_hostile_values_are_refused() -> None:
    refuses(("away_from", lambda x: retreats(field(), HERE, x), [*NO_LIST, [], [HERE], [(1, 0)]]))
    refuses(("hex", lambda x: retreats(field(), x, [EAST]), [*NO_OBJECT, Hex(4, 0)]))
    refuses(("board", lambda x: retreats(x, HERE, [EAST]), NO_OBJECT))
    refuses(("rulings", lambda x: retreats(field(), HERE, [EAST], x), NO_OBJECT))
    with pytest.raises(InvalidValue, match=r"at: .* a hex with units"):
        retreats(field(), WEST, [EAST])
