"""How much a situation holds."""

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory import charge
from tests.triumph_and_glory.charging import *

GUNS = tuple(gun(f"G{number}") for number in range(25))


def test_a_list_holds_as_many_as_a_situation() -> None:
    """24 of anything, and no more."""
    assert at(foot(), supported_by=GUNS[:24]).supported_by == GUNS[:24]
    with pytest.raises(InvalidValue, match=r"^supported_by: .* a list of 0 to 24 Artillery"):
        at(foot(), supported_by=GUNS)


def test_a_situation_holds_24_units() -> None:
    """Those who only support are counted as well."""
    full = one(riders(heavy()), at(foot(), supported_by=GUNS[:22]))
    assert len(list(full.units())) == 24
    with pytest.raises(InvalidValue, match=r"^units: 'more than 24' .* at most 24 units"):
        one(riders(heavy()), at(foot(), supported_by=GUNS[:23]))


def test_a_hex_is_called_by_its_top_unit_and_met_through_its_own_side() -> None:
    """Through the rear of the second hex alone; the unit below the top one names no hex."""
    told = charge.Situation.parse(
        ["A: heavy 5, strength 6, through rear of y + B: light 4, strength 5"],
        ["X: infantry 5, strength 4 + Z: jaegers 5, strength 2", "Y: infantry 4, strength 4"],
    )
    (attack,) = told.attacks
    (stack,) = attack.stacks
    assert {name: stack.side_of(name) for name in "XY"} == {"X": "front", "Y": "rear"}
    assert [target.name for target in attack.targets] == ["X", "Y"]
