"""Maps for tests: two armies in the open, the target in the middle, a charge from the east."""

from collections.abc import Sequence
from typing import Any

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Intent, Situation, Stack, Target, declare
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Order, Unit
from tests.triumph_and_glory.charging import foot, heavy

# Directions from the middle, and facings: facing k has the directions k and k + 1 in front.
E, SE, SW, W, NW, NE = (
    Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1),
)  # fmt: skip
MIDDLE = Hex(0, 0)
CLEAR = Terrain("clear", 1)
VILLAGE = Terrain("village", 1)
BEATEN = Order.DISORDERED


def french(unit: Unit, at: Hex, facing: int | None = None) -> Placed:
    return Placed(unit, at, "French", facing)


def russian(unit: Unit, at: Hex, facing: int | None = None) -> Placed:
    return Placed(unit, at, "Russian", facing)


A = french(heavy("A"), Hex(3, 0), 2)
"""It charges west, with SW and W in front."""
Y = russian(foot("Y"), MIDDLE, 5)
"""In the middle, with NE and E in front."""
K = russian(heavy("K"), MIDDLE, 5)
"""Cavalry in place of Y."""
FROM_EAST = Intent(("A",), MIDDLE, (Hex(2, 0), E))


def field(*units: Placed, **given: Any) -> Board:
    return Board.filled(CLEAR, radius=5, units=units, **given)


def read(
    *units: Placed | Board,
    intents: Sequence[Intent] = (FROM_EAST,),
    said: Any = None,
    **rulings: Any,
) -> Situation:
    """The situation of a board or of units in the open; open flanks, if nothing else is said."""
    board = next((each for each in units if isinstance(each, Board)), None)
    board = board or field(*(each for each in units if isinstance(each, Placed)))
    given = {"open_flank": dict.fromkeys(board.terrain, True), **(said or {})}
    return declare(board, intents, charge.Rulings(**rulings), **given)


def only(situation: Situation) -> tuple[Stack, Target]:
    """The stack and the target of a situation that has one of each."""
    (attack,) = situation.attacks
    (stack,), (target,) = attack.stacks, attack.targets
    return stack, target
