"""Where units may retreat to on the map (secondary source 9.62)."""

from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge.from_map.retreat_hexes import (
    retreats,
    room_of,
    way_out,
)
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex, distance
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order
from tests.hostile import NO_LIST, NO_OBJECT, refuses
from tests.in_turn import in_turn

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


@in_turn("order", Order)
@in_turn("facing", range(6))
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


# ------------------------------------------------------------------ before a shock (9.31, 9.32)

UHLANS = Placed(Cavalry("Uhlans", 5, heavy=False), HERE, "Russian", 0)
JAEGERS = Placed(Infantry("Jaegers", 5, jaeger=True), HERE, "Russian", 0)
HORSE_GUNS = Placed(Artillery("Horse guns", 5, horse=True), HERE, "Russian", 0)
LAKE = Terrain("lake", None)
FAR_WEST = Hex(-2, 0)


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
def test_they_go_away_from_the_attackers() -> None:
    away = dict.fromkeys(AWAY, LAKE)
    assert leaves(UHLANS, changes=away) is False
    for one in AWAY:
        assert leaves(UHLANS, changes={at: LAKE for at in AWAY if at != one}) is True
    # From both sides there is no way.
    board = field(unit=UHLANS)
    assert way_out(board, HERE, [EAST, WEST], ["Hussars"], True) is False


@pytest.mark.rule("TG-9.81-2")
def test_not_into_the_zone_of_another_enemy() -> None:
    """French infantry in the far west holds all hexes behind."""
    only_west = {at: LAKE for at in AWAY if at != WEST}
    holder = Placed(Infantry("Line", 5), FAR_WEST, "French", 0)
    assert leaves(UHLANS, holder, changes=only_west) is False
    beaten = Placed(holder.unit.ordered(Order.DISORDERED), FAR_WEST, "French", 0)
    assert leaves(UHLANS, beaten, changes=only_west) is True
    assert leaves(UHLANS, holder, changes=only_west, bridges=[(FAR_WEST, WEST)]) is True
    # The zone of the attackers themselves is none of another enemy.
    board = Board.filled(Terrain("clear", 1), radius=3, units=[UHLANS, holder], changes=only_west)
    assert way_out(board, HERE, [EAST], ["Line"], True) is True


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


def test_what_is_asked_of_a_way_out_is_checked() -> None:
    board = field(unit=UHLANS)
    refuses(("board", lambda x: way_out(x, HERE, [EAST], [], True), NO_OBJECT))
    refuses(("away_from", lambda x: way_out(board, HERE, x, [], True), [*NO_LIST, [], [HERE]]))
    refuses(("attackers", lambda x: way_out(board, HERE, [EAST], x, True), [None, 5]))
    refuses(("on_foot", lambda x: way_out(board, HERE, [EAST], [], x), [None, 1, "yes"]))
