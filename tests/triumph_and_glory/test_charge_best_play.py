"""What a charge is worth, and advice on it; whether it is the best, the oracle tells."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.probability import WorkLimitExceeded
from rules_lib.situations import from_dict
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import CavalryCharge as Told
from rules_lib.triumph_and_glory.charge.state import Fate, Place
from rules_lib.triumph_and_glory.units import Cavalry, Order
from tests.cases.test_cavalry import RULINGS, attacks
from tests.triumph_and_glory.charging import *

HALF = passing(4)
OUT, ROUT = charge.drive_out("Y"), charge.rout("Y")


def test_ties_name_the_first_option() -> None:
    situation = one(riders(heavy("A", 4)), at(heavy("Y", 4)))
    best = decide(situation, lambda outcome: Fraction(7))
    assert best.value == 7
    for advice in best.advice:
        assert advice.best == next(iter(advice.worth))
        assert advice.gain == 0


def test_every_point_at_which_a_decision_comes_up() -> None:
    """A recall is asked for after each way that led to it, and told apart by the fates."""
    situation = one([riders(heavy("A", 4)), riders(heavy("B", 5))], at(foot("Y", 6)))
    asked = decide(situation, OUT).on("recall after square B")
    places = [{name: str(fate.place) for name, fate in each.fates.items()} for each in asked]
    there = {"B": "next to the target", "Y": "where it was"}
    # Where A is not there, or no longer, it is out of it: a square does not shock back.
    assert sorted(places, key=str) == sorted([there, {"A": "next to the target", **there}], key=str)
    assert all(str(a.fates["Y"].order) == "in square" for a in asked)
    # But infantry that stands can: whoever was recalled beside it is told.
    both = one([riders(heavy("A", 4)), riders(heavy("B", 5))], [at(foot("Y", 6)), at(foot("Z", 6))])
    asked = decide(both, OUT, {"square Z": False}).on("recall after square B")
    assert {str(a.fates["A"].place) for a in asked if "A" in a.fates} == {
        "next to the target",
        "recalled",
    }


MATTERS = tomllib.loads(Path(__file__).with_name("matters.toml").read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("name", MATTERS)
def test_what_can_still_matter_to_a_goal_is_not_left_out(name: str) -> None:
    """Every answer is worth what it is worth to somebody who leaves out nothing."""
    case = MATTERS[name]
    balance = charge.balance({}, {"Y": 2}, disordered=HALF)
    goal: Any = balance if case.get("goal") == "balance" else charge.drive_out("Y")
    plan = case["decisions"]
    read = charge.Rulings.from_ids({**RULINGS, **case.get("rulings", {})})
    told_in = from_dict(
        {"version": 1, "game": "cavalry", "attacks": attacks(case.get("attacks", [case]))}
    )
    assert isinstance(told_in, Told)
    situation = charge.Situation(told_in.attacks)
    best = decide(situation, goal, plan, read)
    whole = decide(situation, LooksAtAll(goal), plan, read)
    assert best.bounds == whole.bounds
    for side in (0, 1) if all(each.best for each in best.advice) else ():
        bounds = ((goal.bounds(o)[side], p) for o, p in best.odds.outcomes.items())
        assert best.bounds[side] == sum(p * worth for worth, p in bounds)

    def told(found: charge.Best) -> set[Any]:
        return {(each.decision, *each.bounds.items()) for each in found.advice}

    assert told(best) == told(whole)


def test_advice_is_found_by_kind_and_by_name() -> None:
    """Names may hold blanks, and even the words of another decision."""
    situation = one(riders(heavy("Old Guard", 4)), at(foot("recall square", 6)))
    best = decide(situation, charge.drive_out("recall square"))
    assert len(best.on("square")) == len(best.on("square recall square")) == 1
    assert len(best.on("recall")) == len(best.on("recall after square Old Guard")) == 1
    assert best.on("square Y") == best.on("fire") == best.on("Guard") == ()


def test_what_rests_on_something_unspecified_has_no_value() -> None:
    """A strength is unknown: whenever A comes, in half of all cases, the fight is open."""
    situation = one(riders(heavy("A", 4, strength=None)), at(foot("Y")), ratio_drm=None)
    best = decide(situation, OUT)
    assert best.bounds == (Fraction(0), HALF)
    assert best.rests_on == ("strength of A",)
    open_ones = [each for each in best.advice if each.rests_on]
    assert {(each.kind, each.best) for each in open_ones} == {
        ("recall after square", ""),
        ("square", ""),
    }
    for resting in (
        lambda: best.value,
        lambda: best.odds,
        lambda: open_ones[0].worth,
        lambda: decide(situation, lambda outcome: int(outcome.left("Y"))),
        lambda: decide(situation, charge.balance({"A": 1}, {})).value,
    ):
        with pytest.raises(UnspecifiedBySource, match="depends on strength of A"):
            resting()
    for text in (str(best), repr(best), best._repr_html_()):
        assert "0.00 to 0.50" in text
        assert "strength of A" in text
    found = odds(situation, {"square": False})
    for text in (str(found), repr(found), found._repr_html_()):
        assert "strength of A" in text
    # What is not asked about Y is certain; so is what A cannot change.
    assert decide(situation, charge.balance({}, {"Y": 0})).value == 0


def test_nothing_rests_on_what_nobody_chooses() -> None:
    """Whether G may fire at a counter-charge is open; Q does better to stand in any case."""
    guarded = shockers(foot("K", 0, strength=60), gun("G"))
    best = decide(one(guarded, at(heavy("Q", 0))), charge.drive_out("Q"))
    (answer,) = best.on("answer Q")
    assert answer.best == "stand"
    least, most = answer.bounds["counter-charge"]
    assert best.value < least < most == 1
    # K comes to shock, 5 to 9 disorders Q, which holds only with a 0.
    assert best.value == passing(0) * tenths(5) * tenths(9)
    assert best.rests_on == ()
    assert best.odds.unspecified == {}


def test_stacks_that_are_alike_fare_as_others_do() -> None:
    """Two that differ in their names only may change them; a brigade of its own changes nothing."""

    def worth(second: Cavalry) -> object:
        stacks = riders(heavy("A")), riders(second)
        return decide(one(stacks, at(foot("Y")), ratio_drm=None, cohesion_drm=None), OUT).value

    assert worth(heavy("B")) == worth(heavy("B", brigade="Guard"))


@pytest.mark.slow
@pytest.mark.parametrize(("equal", "most"), [(True, (45, 95, 190)), (False, (45, 115, 275))])
def test_the_work_grows_less_than_threefold_with_a_stack(
    equal: bool, most: tuple[int, ...]
) -> None:
    """So many states are looked at, with one stack, two and three at infantry with a gun."""
    kinds = [heavy("A", 4), light("B", 5, strength=7), heavy("C", 6, strength=8)]
    for count, limit in enumerate(most, start=1):
        units = [heavy(name, 4) for name in "ABC"[:count]] if equal else kinds[:count]
        target = at(foot("X", 6), gun("G", fire=5))
        situation = one(map(riders, units), target, ratio_drm=None, cohesion_drm=None)
        assert decide(situation, charge.drive_out("X", "G"), limit=limit).value > 0


def test_the_limit_of_work() -> None:
    situation = one(riders(heavy("A", 4)), at(foot("Y", 6)))
    assert decide(situation, OUT, limit=500).value == decide(situation, OUT).value
    with pytest.raises(WorkLimitExceeded):
        decide(situation, OUT, limit=3)
    with pytest.raises(WorkLimitExceeded):
        charge.odds(situation, {"square": False}, limit=3)


ENDS = {
    "W": Place.WITHDRAWN,
    "E": Place.ELIMINATED,
    "R": Place.RETREATED,
    "L": Place.LEFT_BEFORE_SHOCK,
    "S": Place.STARTS,
    "U": Place.UNSPECIFIED,
}

OUTCOME = charge.Outcome(tuple((name, Fate(at, Order.DISORDERED)) for name, at in ENDS.items()))


def test_gone_is_off_the_map_and_left_is_every_way_to_leave_a_hex() -> None:
    for names in ("W", "E", "WE"):
        assert OUTCOME.gone(*names)
    assert OUTCOME.left(*"WERL")
    for name in "RLSU":
        assert not OUTCOME.gone("W", "E", name)
    for name in "SU":
        assert not OUTCOME.left(*"WERL", name)


def test_a_balance_counts_every_unit_once() -> None:
    """Off the map is all of a unit's worth, disordered its share."""
    worths = {"W": 3, "E": 5, "R": 8, "S": 4}
    assert charge.balance({}, worths)(OUTCOME) == 3 + 5
    assert charge.balance(worths, {})(OUTCOME) == -8
    half = charge.balance({}, worths, disordered=1)
    assert half(OUTCOME) == 3 + 5 + 8 + 4
    assert charge.balance({"W": 3}, {"E": 5, "R": 2}, disordered=1)(OUTCOME) == 5 + 2 - 3
    assert charge.balance({}, {}, disordered=1)(OUTCOME) == 0
    with pytest.raises(InvalidValue, match=r"worth of 'W' in attackers: -1 .* 0 to 1,?000,?000"):
        charge.balance({"W": -1}, {})


def test_an_unspecified_unit_may_be_worth_all_or_nothing() -> None:
    for goal, bounds in (
        (charge.balance({"W": 3}, {"U": 100}, disordered=1), (-3, 97)),
        (charge.balance({"U": 100}, {"W": 3}), (-97, 3)),
        (charge.drive_out("W", "U"), (0, 1)),
        (charge.rout("W", "U"), (0, 1)),
    ):
        assert goal.bounds(OUTCOME) == bounds  # type: ignore[attr-defined]
        with pytest.raises(UnspecifiedBySource):
            goal(OUTCOME)
    assert charge.rout("R", "U")(OUTCOME) == 0
