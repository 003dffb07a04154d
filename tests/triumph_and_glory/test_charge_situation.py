"""How much a situation holds."""

import pytest

from rules_lib.errors import InvalidValue
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
