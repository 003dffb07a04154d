"""Outcomes, and the questions that odds answer."""

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.state import Fate, Place
from rules_lib.triumph_and_glory.units import Order
from tests.triumph_and_glory.charging import *

ENDS = {
    "W": Place.WITHDRAWN,
    "E": Place.ELIMINATED,
    "R": Place.RETREATED,
    "L": Place.LEFT_BEFORE_SHOCK,
    "S": Place.STARTS,
    "U": Place.UNSPECIFIED,
}
OUTCOME = charge.Outcome(tuple((name, Fate(at, Order.DISORDERED)) for name, at in ENDS.items()))


@pytest.mark.parametrize("names", ["W", "E", "WE"])
def test_gone_is_off_the_map_in_either_way(names: str) -> None:
    assert OUTCOME.gone(*names)
    assert OUTCOME.left(*names)


def test_left_is_every_way_to_leave_a_hex() -> None:
    assert OUTCOME.left(*"WERL")
    for name in "RLSU":
        assert not OUTCOME.gone("W", "E", name)
    for name in "SU":
        assert not OUTCOME.left(*"WERL", name)


def test_a_balance_counts_every_unit_once() -> None:
    """Off the map is all of a unit's worth, disordered its share; who is unspecified, nothing."""
    worths = {"W": 3, "E": 5, "R": 8, "S": 4, "U": 100}
    assert charge.balance({}, worths)(OUTCOME) == 3 + 5
    assert charge.balance(worths, {})(OUTCOME) == -8
    half = charge.balance({}, worths, disordered=1)
    assert half(OUTCOME) == 3 + 5 + 8 + 4
    assert charge.balance({"W": 3}, {"E": 5, "R": 2}, disordered=1)(OUTCOME) == 5 + 2 - 3
    assert charge.balance({}, {}, disordered=1)(OUTCOME) == 0


def test_a_unit_may_be_worth_nothing_but_not_less() -> None:
    assert charge.balance({"W": 0}, {"E": 1})(OUTCOME) == 1
    with pytest.raises(InvalidValue, match=r"worth of 'W' in attackers: -1 .* 0 to 1,?000,?000"):
        charge.balance({"W": -1}, {})


def test_what_odds_are_asked_for_must_be_there() -> None:
    found = odds(one(riders(heavy("A", 4)), at(foot("Y", 6))))
    with pytest.raises(InvalidValue, match=r"name: 'Q' .* A, Y"):
        found.fate("Q")
    with pytest.raises(InvalidValue, match=r"name: 'Q' .* A, Y"):
        found.results("Q")
    wrong: object = 1
    with pytest.raises(InvalidValue, match="label: 1"):
        found.results("A", label=wrong)  # type: ignore[arg-type]
