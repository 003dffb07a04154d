"""Where units may retreat to, and what becomes of them there (secondary source 9.62)."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from rules_lib.errors import InvalidValue, require_instance, require_iterable
from rules_lib.triumph_and_glory.board import Board
from rules_lib.triumph_and_glory.fronts import front_of
from rules_lib.triumph_and_glory.hexes import Hex, distance
from rules_lib.triumph_and_glory.rulings import Rulings
from rules_lib.triumph_and_glory.stacking import fits
from rules_lib.triumph_and_glory.units import Cavalry

Fate: TypeAlias = Literal["open", "withdrawn", "eliminated"]


def retreats(
    board: Board, at: Hex, away_from: Iterable[Hex], rulings: Rulings = Rulings()
) -> Mapping[Hex, Fate]:
    """The hexes that the units at ``at`` can retreat to, and what becomes of them there.

    They go one hex away from the enemy. This book reads that as: to a hex that is farther from
    every hex of ``away_from`` than the one they leave. A hex of enemies, or one that a unit must
    not enter, eliminates them; an empty front hex of an enemy makes them withdraw; any other is
    open. A hex of friends with room counts as open, but only if no other hex is open. Where no
    hex is left, the answer is empty: what happens then, neither source says.

    Units on horse enter as cavalry does, all others on foot; facings stay as they are.

    Args:
        board: the map.
        at: a hex with units.
        away_from: the hexes of the enemies that they fought.
        rulings: how the open rules are read; here, R-N5.
    """
    require_instance("rulings", rulings, Rulings)
    side = require_instance("board", board, Board).side_at(at)
    if side is None:
        raise InvalidValue("at", at, "a hex with units")
    enemies = tuple(require_iterable("away_from", away_from, "the hexes of the enemies"))
    for number, each in enumerate(enemies):
        board.require_on_board(f"away_from[{number}]", each)
    if not enemies or at in enemies:
        raise InvalidValue("away_from", enemies, f"at least one hex, and not {at}")
    away = [
        to
        for to in board.neighbours(at)
        if all(distance(to, each) > distance(at, each) for each in enemies)
    ]
    held = {to for to in away if board.side_at(to) == side}
    fates = {to: _fate(board, at, to, side, rulings) for to in away}
    if any(fate == "open" for to, fate in fates.items() if to not in held):
        return MappingProxyType({to: fate for to, fate in fates.items() if to not in held})
    return MappingProxyType(
        {to: fate for to, fate in fates.items() if to not in held or _has_room(board, at, to)}
    )


def _fate(board: Board, at: Hex, to: Hex, side: str, rulings: Rulings) -> Fate:
    there = board.side_at(to)
    units = [each.unit for each in board.units_at(at)]
    costs = [board.cost(at, to, foot=not isinstance(each, Cavalry)) for each in units]
    if there not in (None, side) or None in costs:
        return "eliminated"
    if there is None and any(
        distance(to, each.hex) == 1 and to in front_of(board, each, rulings)
        for each in board.enemies_of(side)
    ):
        return "withdrawn"
    return "open"


def _has_room(board: Board, at: Hex, to: Hex) -> bool:
    units = [each.unit for each in (*board.units_at(at), *board.units_at(to))]
    return fits(units, board.secondary)
