"""The odds of the charge against a second statement of its clauses, and against plain counting."""

import re
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM
from rules_lib.triumph_and_glory.units import Order
from tests.golden.cavalry_cases import PLANS
from tests.oracles import charge_brute, translate
from tests.oracles import charge_random as random_charges
from tests.oracles.charge_moves import Fates, answers
from tests.oracles.charge_plain import Readings
from tests.oracles.charge_random import Plan
from tests.sample import examples
from tests.triumph_and_glory.charging import *

DEFAULT, YES = reading(), PLANS["yes"]


def both_ways(
    situation: charge.Situation, plan: Plan, rulings: charge.Rulings = DEFAULT
) -> dict[Fates, Fraction]:
    """The distribution, after both statements have agreed on it."""
    battle = charge_brute.Charge(translate.battle(situation), translate.as_read(Readings, rulings))
    oracle = charge_brute.distribution(battle, answers(plan))
    assert sum(oracle.values()) == 1
    engine: defaultdict[Fates, Fraction] = defaultdict(Fraction)
    for outcome, chance in charge.odds(situation, plan, rulings).outcomes.items():
        fates = ((name, str(fate.place), str(fate.order)) for name, fate in outcome.fates)
        engine[tuple(fates)] += chance
    if _tangled(situation):
        assert without_gaps(engine) == without_gaps(oracle)
    else:
        assert engine == oracle
    return oracle


def _tangled(situation: charge.Situation) -> bool:
    """Which units of others a gap takes along is no rule, and told elsewhere."""
    return len(situation.attacks) > 1 or any(situation.bystanders())


def without_gaps(distribution: dict[Fates, Fraction]) -> dict[Fates, Fraction]:
    """The distribution with all ends as one of which something cannot be said."""
    found: defaultdict[Fates, Fraction] = defaultdict(Fraction)
    for fates, chance in distribution.items():
        open_end = any(place == charge.Place.UNSPECIFIED for _, place, _ in fates)
        found[() if open_end else fates] += chance
    return dict(found)


KNOWN_OR_NOT = random_charges.situations() | random_charges.situations(unknown=True)


@examples(60)
@given(KNOWN_OR_NOT, random_charges.plans, random_charges.rulings)
def test_odds_are_those_of_the_clauses(
    situation: charge.Situation, plan: Plan, rulings: charge.Rulings
) -> None:
    both_ways(situation, plan, rulings)


@pytest.mark.rule("TG-9.87e")
def test_a_charge_in_pursuit_at_two_hexes_counts_once() -> None:
    """A commits itself with a 0, comes to 10 with seven faces, and then meets Y and W."""
    drm = 7 - HEAVY_CHARGE_DRM
    situation = one(riders(heavy("A", 0)), at(foot("Y", 0), beyond=(at(foot("W", 9)),)), drm=drm)
    found = charge.odds(situation, {**YES, "square": False, "go on": "charge"})
    assert found.asked("pursuit 1: fight A at W") == Fraction(7, 100)
    assert dict(found.pursuits) == {0: Fraction(93, 100), 1: Fraction(7, 100)}
    shocked = charge.odds(situation, {**YES, "square": False, "go on": "shock"})
    assert dict(shocked.pursuits) == {0: Fraction(1)}  # it is no charge


def worth_of(goal: Any, side: int) -> Callable[[Fates], Fraction]:
    """The least (0) or the most (1) that a goal of the library gives to fates of the oracle."""

    def worth(fates: Fates) -> Fraction:
        known = tuple(
            (name, charge.Fate(charge.Place(place), Order(order))) for name, place, order in fates
        )
        return Fraction(goal.bounds(charge.Outcome(known))[side])

    return worth


def best_both_ways(
    situation: charge.Situation, goal: charge.Goal, fixed: Plan, rulings: charge.Rulings = DEFAULT
) -> charge.Best:
    """The best play, after both statements have agreed on its worth and on the answers."""
    found = charge.decide(situation, goal, decisions=fixed, rulings=rulings)
    battle = charge_brute.Charge(translate.battle(situation), translate.as_read(Readings, rulings))
    least, best = charge_brute.best(battle, worth_of(goal, 0), answers(fixed))
    most, _ = charge_brute.best(battle, worth_of(goal, 1), answers(fixed))
    apart = charge.decide(situation, LooksAtAll(goal), decisions=fixed, rulings=rulings)
    assert found.bounds == apart.bounds
    open_ones = found.rests_on or any(each.rests_on for each in apart.advice)
    if open_ones and _tangled(situation):
        return found
    assert found.bounds == (least, most)
    if open_ones:
        return found
    if any(stack.beside for attack in situation.attacks for stack in attack.stacks):
        return found  # the two statements call a hex with two stacks by different names
    assert told(apart) == best
    best = best | told(apart)
    assert all(answers <= best[question] for question, answers in told(found).items())
    return found


def test_riders_who_come_from_another_side_are_not_taken_for_one_another() -> None:
    """All else is alike, also their goal, which speaks of the infantry alone."""
    behind = riders(heavy("B", cohesion=6), through="rear")
    alike = charge.Situation.of([riders(heavy("A", cohesion=6)), behind], [at(foot("Y"))])
    best_both_ways(alike, charge.drive_out("Y"), {})


def told(found: charge.Best) -> dict[str, set[str]]:
    """The best answers to each question, whichever group of an attack it comes up in."""
    by_question: defaultdict[str, set[str]] = defaultdict(set)
    for advice in found.advice:
        # The library lists three names with a comma.
        best = advice.best.replace(", ", " and ") if advice.kind == "pursuers" else advice.best
        by_question[re.sub(r"^fight \d: ", "", advice.decision)].add(best)
    return dict(by_question)


FREE = ("square", "counter-charge", "recall", "fire", "answer", "counter-shock", "go on")


def but(*free: str) -> Plan:
    return {kind: answer for kind, answer in YES.items() if kind not in free}


GOALS = st.sampled_from(["drive out", "rout", "balance"])


@pytest.mark.slow
@examples(15)
@given(random_charges.situations(), random_charges.rulings, GOALS)
def test_the_best_play_is_that_of_the_clauses(
    situation: charge.Situation, rulings: charge.Rulings, kind: str
) -> None:
    attack = situation.attacks[0]
    first = attack.targets[0].name
    own = {unit.name: 3 for stack in attack.stacks for unit in stack.units}
    goals: dict[str, charge.Goal] = {
        "drive out": charge.drive_out(first),
        "rout": charge.rout(first),
        "balance": charge.balance(own, {first: 2}, disordered=Fraction(1, 3)),
    }
    best_both_ways(situation, goals[kind], but(*FREE), rulings)


@pytest.mark.rule("R-N24")
def test_what_a_die_comes_to_at_a_further_hex_is_rolled_and_not_decided() -> None:
    targets = at(foot("Y")), at(foot("X"), clear_terrain=True)
    found = odds(one(riders(heavy("A", 9)), targets))
    result = found.branches
    faces = [number for question, number in result if question == "fight A"]
    assert len(faces) == 10
    assert all(result["fight A at X", int(n) + 1] == result["fight A", n] for n in faces)
    assert {question for question, _ in found.decisions} & {"fight A", "fight A at X"} == set()
