"""All legal ways of a charge."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from rules_lib.rulebook import uses
from rules_lib.triumph_and_glory.charge.from_map.legality import (
    LONGEST_PATH,
    SIGHT,
    STANDING,
    UNDER_WAY,
    Check,
    Declared,
    declared,
)
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.map.board import Board
from rules_lib.triumph_and_glory.map.hexes import DIRECTIONS, Hex, distance
from rules_lib.triumph_and_glory.units import Cavalry, Unit


@dataclass(frozen=True, slots=True)
class Path:
    """A way to charge.

    Attributes:
        hexes: the hexes of the path, without start and target.
        facings: how the cavalry faces in each of them; ``None`` if it has no facing.
    """

    hexes: tuple[Hex, ...]
    facings: tuple[int, ...] | None = None


@uses("TG-9.81-1")
def paths(
    unit: str | Unit, target: Hex, board: Board, rulings: Rulings = Rulings()
) -> tuple[Path, ...]:
    """All legal paths of a charge, the short ones first; with all ways to turn on them.

    Args:
        unit: the charger: its name, or the unit as it stands on the board.
        target: a hex with enemies.
        board: the map.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: the unit is not on the board, or the target has no enemies.
        UnspecifiedBySource: the line of sight depends on an edge, and all else is legal.
    """
    charge = declared(unit, (), target, board, rulings)
    if not isinstance(charge.charger.unit, Cavalry):
        return ()
    if _offends(charge, STANDING):
        return ()
    found = tuple(
        Path(each.path, each.facings)
        for hexes in ways_to(charge)
        if not _offends(way := replace(charge, path=hexes), UNDER_WAY)
        for each in _turned(way)
        if not _offends(each, UNDER_WAY)
    )
    # Sight comes last: where no path is legal anyway, an open question about it does not matter.
    return () if found and _offends(charge, SIGHT) else found


def _offends(charge: Declared, checks: tuple[Check, ...]) -> bool:
    return any(True for clause in checks for _ in clause(charge))


def ways_to(charge: Declared) -> Iterator[tuple[Hex, ...]]:
    """All ways of at most two hexes without enemies that end next to the target."""
    ways: list[tuple[Hex, ...]] = [()]
    for _ in range(LONGEST_PATH):
        ways = [
            (*way, at)
            for way in ways
            for at in charge.board.neighbours(way[-1] if way else charge.start)
            if charge.board.side_at(at) in (None, charge.charger.side)
        ]
        yield from (way for way in ways if distance(way[-1], charge.target) == 1)


def _turned(charge: Declared) -> Iterator[Declared]:
    if charge.charger.facing is None:
        yield charge
        return
    for facings in product(DIRECTIONS, repeat=len(charge.path)):
        yield replace(charge, facings=facings)
