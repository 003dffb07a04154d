"""What a declaration takes over, and what is none; all else are cases, `declared.toml`."""

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge import Intent, declare
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from tests.triumph_and_glory.charging import foot, heavy

START, MIDDLE = Hex(3, 0), Hex(0, 0)
PATH = (Hex(2, 0), Hex(1, 0))


def test_what_was_said_of_the_units_is_passed_on() -> None:
    units = heavy("A", brigade="Guard"), heavy("B", cohesion_disordered=1)
    placed = [Placed(each, START, "French", 2) for each in units]
    board = Board.filled(
        Terrain("clear", 1), radius=5, units=[*placed, Placed(foot("Y"), MIDDLE, "Russian", 5)]
    )
    intent = Intent(("A", "B"), MIDDLE, PATH, (2, 2), commitment_drm=-2)
    fire = {MIDDLE: -1}
    (attack,) = declare(board, [intent], open_flank=True, defensive_fire_drm=fire).attacks
    (stack,), (target,) = attack.stacks, attack.targets
    assert (stack.units, stack.charges, stack.commitment_drm) == (units, True, -2)
    assert (target.units, target.defensive_fire_drm) == ((foot("Y"),), -1)
    with pytest.raises(InvalidValue, match=r"^units: "):
        Intent((), MIDDLE)
