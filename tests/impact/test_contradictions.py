"""What contradicts itself: found in the rules, and found where a contradiction is planted."""

import pytest

from rules_lib import impact
from rules_lib.rulebook import catalog
from tests.impact.shared import bench

pytestmark = pytest.mark.slow

FOUND: dict[str, set[tuple[str, str]]] = {"paper-tigers-melee": {("R-M5", "R-M13")}}
OPEN = {
    "in-die-tiefen": {("R-I14",)},
    "paper-tigers-sniper": {("R-S10",)},
    "triumph-and-glory": {("R-N29",)},
}


@pytest.mark.parametrize("system", [each for each in catalog().systems if each[0] != "t"])
def test_readings_that_cannot_both_be_used(system: str) -> None:
    found = impact.clashes(system, bench())
    assert {each.rulings for each in found} == FOUND.get(system, set())
    assert all(each.situations for each in found)


@pytest.mark.deep
def test_those_of_the_charge_never_exclude_each_other() -> None:
    assert impact.clashes("triumph-and-glory", bench()) == ()


@pytest.mark.parametrize("system", catalog().systems)
def test_every_ruling_can_matter_and_each_gap_is_a_question(system: str) -> None:
    assert impact.never_matter(system, bench()) == ()
    assert {each.rulings for each in impact.gaps(system, bench())} == OPEN.get(system, set())
