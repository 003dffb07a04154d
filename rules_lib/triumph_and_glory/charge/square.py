"""Squares on the map: what they may do, how they move, how they go back to line."""

from collections.abc import Iterator

from rules_lib.errors import IllegalAction, InvalidValue, require_int
from rules_lib.rulebook import implements, uses
from rules_lib.values.type_checks import checked

from ..map.board import Board, Placed, allowed, fits
from ..map.hexes import Hex, distance
from ..units import Artillery, Order, Unit
from .from_map.legality import Violation, merged

LINE_COST = 1
"""Movement points for going back to line (TG-9.85j)."""

SQUARE_MOVE = 1
"""Hexes that a square may move (TG-9.85i)."""

DEAREST = 2
"""Movement points that the hex may cost, at most (TG-9.85i)."""


@uses("TG-9.85h")
@checked
def may_shock(unit: Unit) -> bool:
    """Whether a unit may shock: not in square, not disordered, no artillery.

    The source says so of squares only; the rest is in the secondary source (9.61).
    """
    return unit.order == Order.GOOD and not isinstance(unit, Artillery)


@implements("TG-9.85i")
@checked
def square_move(
    board: Board, unit: str | Unit, to: Hex, *, active: bool, points: int | None = None
) -> tuple[Violation, ...]:
    """Everything that forbids a square to move to a hex; empty if it may.

    All units of its hex move together.

    Args:
        board: the map.
        unit: a unit of the square.
        to: where it wants to go, a hex without enemies.
        active: an activation group (ГА) is active to which one of its units belongs.
        points: the movement points that it has, if they might be too few: a square has no minimum
            move, which would take it one hex whatever that costs.
    """
    placed = _require_square(board, unit)
    if points is not None:
        points = require_int("points", points, 0)
    board.require_on_board("to", to)
    if board.side_at(to) not in (None, placed.side):
        raise InvalidValue("to", to, "a hex without enemies")
    return merged(_square_violations(board, placed, to, active, points))


def _square_violations(
    board: Board, placed: Placed, to: Hex, active: bool, points: int | None
) -> Iterator[Violation]:
    start, clause = placed.hex, "TG-9.85i"
    away = distance(start, to)
    if not active:
        yield Violation(clause, start, f"No group of the units at {start} is active.")
    for at in dict.fromkeys((start, to)):
        holders = ", ".join(each.name for each in board.zoc_holders(at, placed.side))
        if holders:
            why = f"{at} is in the zone of control of {holders} (secondary source 6.3)."
            yield Violation(clause, at, why)
    if away != SQUARE_MOVE:
        yield Violation(clause, to, f"{to} is {away} hexes from {start}, not {SQUARE_MOVE}.")
        return
    cost = board.cost(start, to, foot=True)
    if cost is None:
        yield Violation(clause, to, f"Entering {to} is forbidden.")
    elif cost > DEAREST or (points is not None and cost > points):
        most = DEAREST if points is None else min(DEAREST, points)
        yield Violation(
            clause, to, f"Entering {to} costs {cost} movement points, more than {most}."
        )
    there = [each.unit for each in (*board.units_at(start), *board.units_at(to))]
    if not fits(there, board.secondary):
        why = f"At {to} there is no room; a hex holds {allowed(board.secondary)}."
        yield Violation(clause, to, why)


@implements("TG-9.85j")
@checked
def form_line(board: Board, unit: str | Unit, points: int) -> tuple[Board, int]:
    """Bring a square back to line: the board afterwards, and the movement points left.

    Args:
        board: the map.
        unit: a unit of the square; all units of its hex that are in square follow.
        points: the movement points that it has.

    Raises:
        IllegalAction: it has too few points, or stands in an enemy zone of control.
    """
    placed = _require_square(board, unit)
    points = require_int("points", points, 0)
    if points < LINE_COST:
        raise IllegalAction(f"{placed.name} at {placed.hex}: no movement point left", ["TG-9.85j"])
    holders = ", ".join(each.name for each in board.zoc_holders(placed.hex, placed.side))
    if holders:
        where = f"{placed.name} at {placed.hex}, in the zone of control of {holders}"
        raise IllegalAction(f"{where} (secondary source 6.3)", ["TG-9.85j"])
    return _reordered(board, placed.hex, Order.GOOD), points - LINE_COST


@uses("TG-9.85j")
@checked
def break_square(board: Board, unit: str | Unit) -> Board:
    """The board once losses have disordered a square: its units are disordered, and no square."""
    return _reordered(board, _require_square(board, unit).hex, Order.DISORDERED)


def _reordered(board: Board, at: Hex, order: Order) -> Board:
    for each in board.units_at(at):
        if each.unit.order == Order.SQUARE:
            board = board.replaced(each.unit.ordered(order))
    return board


def _require_square(board: Board, unit: str | Unit) -> Placed:
    placed = board.find(unit)
    if placed.unit.order != Order.SQUARE:
        raise InvalidValue(f"order of {placed.name!r}", str(placed.unit.order), "in square")
    return placed
