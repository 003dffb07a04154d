"""Squares on the map: no zone of control, one hex, back to line."""

from typing import Any

import pytest

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.triumph_and_glory.charge.square import (
    break_square,
    form_line,
    may_shock,
    square_move,
)
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order
from tests.in_turn import in_turn

CLEAR = Terrain("clear", 1)
HERE, THERE = Hex(0, 0), Hex(1, 0)
GUARD = Placed(Infantry("Guard", 6, order=Order.SQUARE, brigade="1st"), HERE, "Russian")
GUNS = Placed(Artillery("Guns", 6, order=Order.SQUARE), HERE, "Russian")
BROKEN = Placed(
    Infantry("Jaegers", 6, order=Order.DISORDERED, brigade="1st", jaeger=True), HERE, "Russian"
)


def field(*more: Placed, **given: Any) -> Board:
    return Board.filled(CLEAR, radius=4, units=[GUARD, *more], **given)


def uhlans(at: Hex, order: Order = Order.GOOD) -> Placed:
    return Placed(Cavalry("Uhlans", 5, order=order), at, "French", 0)


def moves(board: Board, to: Hex = THERE, *, active: bool = True, **given: Any) -> list[Hex]:
    """The hexes that offend."""
    violations = square_move(board, "Guard", to, active=active, **given)
    for each in violations:
        assert each == "TG-9.85i"
        assert str(each.hex) in each.why
    return [each.hex for each in violations]


@pytest.mark.rule("TG-9.85h")
@pytest.mark.parametrize("order", Order)
def test_a_square_does_not_shock(order: Order) -> None:
    assert may_shock(GUARD.unit.ordered(order)) == (order == Order.GOOD)
    assert not may_shock(GUNS.unit.ordered(order))


@pytest.mark.rule("TG-9.85i")
def test_a_square_moves_one_hex_while_a_group_of_its_own_is_active() -> None:
    assert moves(field()) == []
    assert moves(field(), Hex(2, 0)) == [Hex(2, 0)]
    assert moves(field(), HERE) == [HERE]
    assert moves(field(), active=False) == [HERE]


@pytest.mark.rule("TG-9.85i")
def test_a_square_keeps_out_of_enemy_zones() -> None:
    assert moves(field(uhlans(Hex(-1, 0)))) == [HERE]
    assert moves(field(uhlans(Hex(2, 0)))) == [THERE]
    assert moves(field(uhlans(Hex(0, 1)))) == [HERE, THERE]
    assert moves(field(uhlans(Hex(0, 1), Order.DISORDERED))) == []
    friend = Placed(Infantry("Line", 5), Hex(0, 1), "Russian")
    assert moves(field(friend)) == []


@pytest.mark.rule("TG-9.85i")
@in_turn(("cost", "foot", "points", "legal"), [
    (2, None, None, True), (3, None, None, False), (None, None, None, False),
    (3, 2, None, True), (None, 1, None, True), (1, 3, None, False),
    (2, None, 2, True), (2, None, 1, False), (1, None, 0, False), (3, None, 9, False),
])  # fmt: skip
def test_a_square_pays_at_most_two(
    cost: int | None, foot: int | None, points: int | None, legal: bool
) -> None:
    board = field(changes={THERE: Terrain("field", cost, foot_cost=foot)})
    assert moves(board, points=points) == ([] if legal else [THERE])


@pytest.mark.rule("TG-9.85i")
def test_the_side_of_a_hex_counts() -> None:
    assert moves(field(hexsides={(HERE, THERE): 1})) == []
    assert moves(field(hexsides={(THERE, HERE): 2})) == [THERE]
    assert moves(field(hexsides={(THERE, HERE): None})) == [THERE]


@pytest.mark.rule("TG-9.85i")
def test_the_whole_square_needs_room() -> None:
    one = Placed(Infantry("Line", 5), THERE, "Russian")
    assert moves(field(one)) == []
    assert moves(field(one, BROKEN)) == [THERE]  # Guard, Jaegers and Line are three
    (violation,) = square_move(field(one, BROKEN), "Guard", THERE, active=True)
    assert "(secondary source 6.21)" in violation.why


@pytest.mark.rule("TG-9.85j")
def test_back_to_line_costs_one_point() -> None:
    line, left = form_line(field(GUNS, BROKEN), "Guard", 3)
    assert left == 2
    assert [each.unit.order for each in line.units_at(HERE)] == ["good order"] * 2 + ["disordered"]
    assert line.in_enemy_zoc(THERE, "French")
    assert form_line(field(), "Guard", 1)[1] == 0
    with pytest.raises(IllegalAction, match=r"Guard at \(0, 0\): no movement point") as error:
        form_line(field(), "Guard", 0)
    assert error.value.clauses == ("TG-9.85j",)


@pytest.mark.rule("TG-9.85j")
def test_no_line_is_formed_in_an_enemy_zone() -> None:
    with pytest.raises(IllegalAction, match="zone of control of Uhlans") as error:
        form_line(field(uhlans(THERE)), "Guard", 3)
    assert error.value.clauses == ("TG-9.85j",)
    assert form_line(field(uhlans(THERE, Order.DISORDERED)), "Guard", 3)[1] == 2


@pytest.mark.rule("TG-9.85j")
def test_a_square_that_loses_its_order_is_no_square() -> None:
    board = break_square(field(GUNS, BROKEN), "Guard")
    assert {each.unit.order for each in board.units_at(HERE)} == {Order.DISORDERED}


def test_only_a_square_moves_or_breaks_as_a_square() -> None:
    board = field(uhlans(Hex(0, 2)))
    line = board.replaced(GUARD.unit.ordered(Order.GOOD))
    enemy = field(uhlans(THERE))
    for call in (
        lambda: square_move(line, "Guard", THERE, active=True),
        lambda: form_line(line, "Guard", 1),
        lambda: break_square(line, "Guard"),
    ):
        with pytest.raises(InvalidValue, match=r"order of 'Guard': 'good order'.* in square"):
            call()
    with pytest.raises(InvalidValue, match=r"to: .* a hex without enemies"):
        moves(enemy)
    for late in (lambda: moves(board, points=-1), lambda: form_line(board, "Guard", -1)):
        with pytest.raises(InvalidValue, match=r"^points: -1"):
            late()


@pytest.mark.rule("TG-9.85i")
@in_turn(
    ("cost", "points", "most"),
    [(3, None, 2), (3, 9, 2), (3, 2, 2), (2, 1, 1), (1, 0, 0), (3, 0, 0)],
)
def test_a_move_that_is_too_dear_tells_how_much_would_do(
    cost: int, points: int | None, most: int
) -> None:
    """2 at most, and no more than it has."""
    board = field(changes={THERE: Terrain("field", cost)})
    (violation,) = square_move(board, "Guard", THERE, active=True, points=points)
    assert violation.why == f"Entering (1, 0) costs {cost} movement points, more than {most}."
