"""The best decisions of both sides, against formulas written by hand."""

from fractions import Fraction
from typing import Any

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.probability import WorkLimitExceeded
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.units import Cavalry
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

HALF = passing(4)
OUT, ROUT = charge.drive_out("Y"), charge.rout("Y")


def driven(drm: int, cohesion: int) -> Fraction:
    """Chance that an attack drives out who is in good order: 10, or 5 and a check failed."""
    ten, five = reaching(10, drm), reaching(5, drm)
    return ten + (five - ten) * (1 - passing(cohesion))


def squares(bonus: int, cohesion: int) -> Fraction:
    """The same for infantry that tries square: a square has -2; failed, a 5 is the end."""
    formed = passing(cohesion)
    return formed * driven(-2, cohesion) + (1 - formed) * reaching(5, bonus)


@pytest.mark.rule("TG-9.85e", "TG-9.85f")
@in_turn("cohesion", range(10))
@in_turn(("unit", "bonus"), [(heavy("A", 4), HEAVY), (light("A", 4), 1)])
def test_whether_to_try_a_square(unit: Cavalry, bonus: int, cohesion: int) -> None:
    best = decide(one(riders(unit), at(foot("Y", cohesion))), OUT)
    (advice,) = best.on("square")
    worth = {"yes": squares(bonus, cohesion), "no": driven(bonus, cohesion)}
    assert advice.worth == worth
    assert worth[advice.best] == min(worth.values())
    assert advice.gain == abs(worth["yes"] - worth["no"])
    assert best.value == HALF * min(worth.values())
    assert (advice.decision, advice.player) == ("square Y", "defender")
    assert best.odds.chance("square Y", advice.best) == HALF


@pytest.mark.rule("TG-9.85e")
def test_a_square_can_be_a_mistake() -> None:
    """Light cavalry charges infantry of cohesion 4: a failed square costs more than -2 is worth.

    In line: 1/10 for a 10, and 5/10 for 5 to 9 with half the checks failed: 7/20.
    Square: half the time 3/10 with half the checks failed; else disordered, 6/10: 3/8.
    """
    best = decide(one(riders(light("A", 4)), at(foot("Y", 4))), OUT)
    (advice,) = best.on("square Y")
    assert advice.best == "no"
    assert advice.worth == {"no": Fraction(7, 20), "yes": Fraction(3, 8)}
    # Against heavy cavalry the same infantry should try; and better infantry always should.
    (other,) = decide(one(riders(heavy("A", 4)), at(foot("Y", 4))), OUT).on("square")
    assert other.best == "yes"
    (other,) = decide(one(riders(light("A", 4)), at(foot("Y", 6))), OUT).on("square")
    assert other.best == "yes"


@pytest.mark.rule("TG-9.85e", "TG-9.87a")
def test_the_goal_decides() -> None:
    """Not to be driven out, Y forms square; not to be routed, it stands, and may be pursued."""
    situation = one(riders(heavy("A", 4)), at(foot("Y", 6)))
    assert decide(situation, OUT).on("square")[0].best == "yes"
    best = decide(situation, ROUT)
    (advice,) = best.on("square")
    # In line: 10 with the bonus, then 5 at 2 less in the pursuit. Square failed: 5 with the bonus.
    line = reaching(10, HEAVY) * reaching(5, HEAVY - 2)
    square = (1 - passing(6)) * reaching(5, HEAVY)
    assert advice.worth == {"no": line, "yes": square}
    assert (advice.best, best.value) == ("no", HALF * line)


@pytest.mark.rule("TG-9.82")
def test_whether_to_try_a_recall() -> None:
    """A square that stands for sure; going on costs A its order, and Y its own on a 7, 8 or 9."""
    situation = one(riders(heavy("A", 4)), at(foot("Y", 9)))
    goal = charge.balance({"A": 1}, {"Y": 1}, disordered=1)
    (advice,) = decide(situation, goal, {"square": True}).on("recall")
    go_on = -1 + reaching(5, -2)
    assert advice.worth == {"no": go_on, "yes": (1 - HALF) * go_on}
    assert (advice.best, advice.player) == ("yes", "attacker")
    # If only units lost count, and none can be, it is the same to both: the first is named.
    tie = decide(situation, charge.balance({"A": 1}, {"Y": 1}), {"square": True})
    (advice,) = tie.on("recall after square A")
    assert set(advice.worth.values()) == {0}
    assert advice.best == "yes"
    assert advice.gain == tie.value == 0
    # To drive out a Y that can be driven out, going on is better.
    weaker = one(riders(heavy("A", 4)), at(foot("Y", 8)))
    (advice,) = decide(weaker, OUT, {"square": True}).on("recall")
    assert advice.worth == {"no": driven(-2, 8), "yes": (1 - HALF) * driven(-2, 8)}
    assert advice.best == "no"


@pytest.mark.rule("TG-9.86b", "TG-9.86c")
@in_turn("cohesion", range(10))
@in_turn(
    ("attacker", "defender", "roll", "lost", "won"),
    [(heavy, heavy, 0, HEAVY, 0), (heavy, light, 2, HEAVY, 0), (light, light, 0, 1, 0)],
)
def test_whether_to_counter_charge(
    attacker: Any, defender: Any, roll: int, lost: int, won: int, cohesion: int
) -> None:
    """It costs nothing here; where it cannot succeed both are the same."""
    situation = one(riders(attacker("A", 4)), at(defender("Y", cohesion)))
    plan = {"retreat before shock": False}
    (advice,) = decide(situation, OUT, plan).on("counter-charge")
    success = passing(cohesion, roll)
    no = driven(lost, cohesion)
    yes = success * driven(won, cohesion) + (1 - success) * no
    assert advice.worth == {"A": yes, "no": no}
    assert advice.best == "A"


def test_fixed_decisions_are_no_longer_free() -> None:
    situation = one(riders(light("A", 4)), at(foot("Y", 4)))
    free = decide(situation, OUT)
    for word, answer in [("yes", True), ("no", False)]:
        for key in ("square", "square Y"):
            best = decide(situation, OUT, {key: answer})
            assert best.on("square") == ()
            assert best.value == HALF * free.on("square")[0].worth[word]
            assert best.odds.chance("square Y", word) == HALF
    assert decide(situation, OUT, {"square": "first"}).odds.chance("square Y", "yes") == HALF


def test_the_advice_holds_what_the_odds_say() -> None:
    """Following the advice gives the value; no other fixed answer serves its player better."""
    situation = one(riders(heavy("A", 4)), at(foot("Y", 5), gun("G")))
    goal = charge.balance({"A": 3}, {"Y": 4, "G": 1}, disordered=Fraction(1, 4))
    best = decide(situation, goal)
    value = sum((p * goal(o) for o, p in best.odds.outcomes.items()), Fraction(0))
    assert value == best.value
    for kind, sign in [("square", -1), ("recall", 1), ("fire", -1)]:
        advised = best.on(kind)
        assert advised
        for answer in set.intersection(*(set(each.worth) for each in advised)):
            assert sign * (decide(situation, goal, {kind: answer}).value - value) <= 0


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


@pytest.mark.slow
def test_stacks_that_are_alike_stand_in_for_one_another() -> None:
    """The value is that of the game in which they are told apart, and so are the odds."""
    stacks = [riders(heavy(name, 4)) for name in "ABC"]
    situation = one(stacks, [at(foot("Y", 6), gun("G"))], ratio_drm=None)
    goal = charge.drive_out("Y")
    best = decide(situation, goal)
    told_apart = decide(situation, lambda outcome: goal(outcome))
    assert best.value == told_apart.value
    assert best.value == sum(p * goal(o) for o, p in best.odds.outcomes.items())
    assert len(best.advice) < len(told_apart.advice) / 2
    assert best.odds.chance("commitment C", "passed") == HALF


STRUCK = at(heavy("Y", 5), gun("G"), counter_shock_drm=-3)
PAIR = riders(heavy("A", 6), light("A2", 2))
MATTERS = {
    "who is struck by the last one that can strike": (
        one([shockers(foot("A", 2), gun("K")), shockers(foot("C", 5))], STRUCK, cohesion_drm=None),
        {"answer": "stand", "retreat before shock": False},
        {"retreat_below_zero": "automatic"},
    ),
    "who was recalled beside infantry that can shock back": (
        one([riders(light("A", 4)), riders(light("B", 5))], [at(foot("Y")), at(foot("Z"))], -6),
        {"square Y": True, "square Z": False},
        {},
    ),
    "half of a stack that was recalled": (
        one(PAIR, at(foot("Y", 4), gun("G", fire=9)), ratio_drm=None),
        {"square": True, "fire": "first"},
        {"recall_rolls": "once", "stack_checks": "each"},
    ),
    "who does not pursue, and attacks after it": (
        one(
            [riders(heavy("A", 6)), riders(heavy("B", 4)), shockers(foot("C", 6))],
            at(foot("Y", 3), beyond=(at(foot("W", 5)),)),
            3,
        ),
        {"square": False},
        {},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("situation", "plan", "rulings"), MATTERS.values(), ids=MATTERS)
def test_what_can_still_matter_to_a_goal_is_not_left_out(
    situation: charge.Situation, plan: dict[str, Any], rulings: dict[str, Any]
) -> None:
    """Every answer is worth what it is worth to somebody who leaves out nothing."""
    goal: Any = charge.drive_out("Y")
    read = reading(**rulings)
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


@pytest.mark.rule("TG-9.83")
def test_of_unknown_weight_it_lies_between_what_both_weights_are_worth() -> None:
    values = {}
    for weight in (True, False, None):
        rider = Cavalry("D", 6, 3, heavy=weight)
        best = charge.decide(
            charge.Situation.of([charge.Stack((rider,))], [charge.Target((foot("G", 7),))]),
            charge.drive_out("G"),
        )
        values[weight] = best.bounds
        assert best.rests_on == (("whether 'D' is heavy",) if weight is None else ())
    low, high = values[None]
    assert low < values[False][0] < values[True][0] < high
    assert values[True][0] == values[True][1]


def test_goals() -> None:
    """Driven out is every way to leave; routed is off the map; the balance weighs both sides."""
    situation = one(riders(heavy("A", 4)), at(foot("Y", 6)))
    found = odds(situation)

    def mean(goal: charge.Goal) -> Fraction:
        return sum((p * goal(outcome) for outcome, p in found.outcomes.items()), Fraction(0))

    assert mean(OUT) == HALF * driven(HEAVY, 6)
    assert mean(ROUT) == HALF * reaching(10, HEAVY) * reaching(5, HEAVY - 2)
    # Both: Y left in the charge, and A after losing in the pursuit.
    lost = (1 - reaching(5, HEAVY - 2)) * (1 - HALF)
    assert mean(charge.drive_out("Y", "A")) == HALF * reaching(10, HEAVY) * lost
    assert mean(charge.balance({}, {"Y": 5})) == 5 * mean(ROUT)
    # A ends disordered if it charges at all; Y by 5 and more, or it has left the map.
    share = Fraction(1, 3)
    disordered = reaching(5, HEAVY) - reaching(10, HEAVY) * reaching(5, HEAVY - 2)
    assert mean(charge.balance({"A": 2}, {"Y": 5}, disordered=share)) == (
        5 * mean(ROUT) + HALF * share * (5 * disordered - 2)
    )


@pytest.mark.slow
@pytest.mark.parametrize(("equal", "most"), [(True, (45, 100, 200)), (False, (45, 125, 310))])
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
