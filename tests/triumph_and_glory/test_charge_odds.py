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
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order
from tests.golden.cavalry_cases import answers
from tests.in_turn import in_turn
from tests.oracles import charge_brute
from tests.oracles import charge_random as random_charges
from tests.oracles import charge_translate as translate
from tests.oracles.charge_moves import Fates
from tests.oracles.charge_random import Plan
from tests.sample import examples
from tests.triumph_and_glory.charging import LooksAtAll, reading

DEFAULT = reading()
YES: Plan = {
    "retreat before shock": True,
    "occupy": "first",
    "answer": "counter-charge",
    "counter-charge at": "first",
    "square": True,
    "counter-charge": "first",
    "recall": True,
    "fire": "first",
    "advance": "first",
    "pursuers": "first",
    "go on": "first",
    "breakthrough": True,
    "counter-shock": "first",
}
"""Everybody does all he may."""


def named(outcome: charge.Outcome) -> Fates:
    return tuple((name, str(fate.place), str(fate.order)) for name, fate in outcome.fates)


def engine_distribution(
    situation: charge.Situation, plan: Plan, rulings: charge.Rulings
) -> dict[Fates, Fraction]:
    found: defaultdict[Fates, Fraction] = defaultdict(Fraction)
    for outcome, chance in charge.odds(situation, plan, rulings).outcomes.items():
        found[named(outcome)] += chance
    return dict(found)


def oracle_distribution(
    situation: charge.Situation, plan: Plan, rulings: charge.Rulings
) -> dict[Fates, Fraction]:
    battle = charge_brute.Charge(translate.battle(situation), translate.readings(rulings))
    return charge_brute.distribution(battle, answers(plan))


def both_ways(
    situation: charge.Situation, plan: Plan, rulings: charge.Rulings = DEFAULT
) -> dict[Fates, Fraction]:
    """The distribution, after both statements have agreed on it."""
    oracle = oracle_distribution(situation, plan, rulings)
    assert sum(oracle.values()) == 1
    engine = engine_distribution(situation, plan, rulings)
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


# ---------------------------------------------------------------- situations made by hand


def heavy(name: str, cohesion: int = 5, **more: Any) -> Cavalry:
    return Cavalry(name, cohesion, 4, max(0, cohesion - 3), heavy=True, **more)


def light(name: str, cohesion: int = 5, **more: Any) -> Cavalry:
    return Cavalry(name, cohesion, 3, max(0, cohesion - 2), heavy=False, **more)


def foot(name: str, cohesion: int = 6, **more: Any) -> Infantry:
    return Infantry(name, cohesion, 3, max(0, cohesion - 2), **more)


def gun(name: str, fire: int = 6, **more: Any) -> Artillery:
    return Artillery(name, 5, 1, 4, fire=fire, **more)


def one(stacks: list[charge.Stack], targets: list[charge.Target], **more: Any) -> charge.Situation:
    return charge.Situation((charge.Attack(tuple(stacks), tuple(targets), **more),))


Stack, Target = charge.Stack, charge.Target
PLAIN = one([Stack((heavy("A"),))], [Target((foot("Y"),), clear_terrain=True)])
ON_FOOT = Stack((foot("A"),), charges=False)


FAULTS = {
    # Each of these was once answered otherwise by one of the two statements.
    "-2 at a square and -1 for the counter-charge": one(
        [Stack((light("A"),))], [Target((foot("Y", 9),)), Target((heavy("W"),))]
    ),
    "two guns at one stack, one recall": one(
        [Stack((heavy("A"),))], [Target((foot("Y"), gun("G", 4))), Target((foot("Z"), gun("H", 4)))]
    ),
    "pursuers of two hexes struck back at": one(
        [Stack((light("A"),)), Stack((heavy("B"),))],
        [Target((foot("Y", 0),), beyond=(Target((foot("W", 9),), pursuit_drm=-9),))],
        other_drm=9,
    ),
    "the top unit stays on top in pursuit": one(
        [Stack((light("A", 8), heavy("B", 1)))],
        [Target((foot("Y", 0),), beyond=(Target((foot("W", 9),), pursuit_drm=-6),))],
        other_drm=6,
    ),
    "two hexes left, two stacks": one(
        [Stack((heavy("A"),)), Stack((light("B"),))],
        [Target((foot("Y", 1),)), Target((foot("W", 1),), retreat="enemy_front")],
        other_drm=6,
    ),
    "two hexes that both counter-charge infantry": one(
        [ON_FOOT], [Target((heavy("Y"),)), Target((light("W"), gun("G")))]
    ),
    "a gun stays where its cavalry leaves": one([ON_FOOT], [Target((gun("G"), light("W")))]),
    "breakthrough out of another front": one(
        [Stack((foot("A", 9),), False, "rear", in_other_front=True)],
        [Target((foot("Y", 0),), beyond=(Target((foot("W"),), pursuit_drm=2),))],
        other_drm=6,
    ),
    "cavalry and guns through the flank": one(
        [Stack((heavy("A"),), through="flank")], [Target((light("Y"), gun("G")), True)]
    ),
    "infantry takes over from cavalry that does not commit": charge.Situation(
        (
            charge.Attack((Stack((heavy("A", 1),)),), (Target((foot("Y"),)),)),
            charge.Attack(
                (Stack((foot("B"),), False, in_front=("Y",)),), (Target((foot("W", 3),)),)
            ),
        )
    ),
    "artillery alone beside infantry": one(
        [Stack((heavy("A"),)), Stack((light("B"),))], [Target((gun("G"),)), Target((foot("Y", 2),))]
    ),
    "infantry after a pursuit": one(
        [Stack((heavy("A"),)), Stack((foot("B"),), False)], [Target((foot("Y", 2),))], other_drm=6
    ),
    "cavalry struck by a breakthrough": one(
        [Stack((foot("A"),), False)],
        [Target((foot("Y", 2),), beyond=(Target((heavy("W"),)),))],
        other_drm=6,
    ),
    "jaegers leave infantry, others stay": one(
        [ON_FOOT], [Target((foot("J", jaeger=True), foot("Y"))), Target((foot("K", jaeger=True),))]
    ),
    "a counter-shock at others, too": one(
        [Stack((light("A"),)), Stack((light("B"),), through="rear")],
        [
            Target(
                (foot("Y", 9),),
                counter_shocks=(
                    charge.CounterShock(("A",), others=(Target((heavy("Z"),)),), name="stay"),
                    charge.CounterShock((), ("A", "B"), moves=True, name="follow"),
                ),
            )
        ],
        other_drm=-9,
    ),
    "who has entered a hex that was left forbids no square elsewhere": charge.Situation(
        (
            charge.Attack((Stack((heavy("A"),)),), (Target((foot("Y"),)),)),
            charge.Attack(
                (Stack((foot("B"),), False, in_front=("Y",)),),
                (Target((foot("W", jaeger=True),)),),
            ),
        )
    ),
    "a gun beside cavalry that counter-charges": one(
        [ON_FOOT, Stack((foot("C", 4),), False)],
        [
            Target(
                (heavy("Y", brigade="1st"), light("W", 2, brigade="1st"), gun("G")),
                counter_shock_drm=-9,
                entry_disorders=True,
            )
        ],
    ),
    "unknown and heavy together": one(
        [Stack((Cavalry("A", 5, 3), heavy("B")))], [Target((light("Y"),))]
    ),
}


@pytest.mark.slow
@pytest.mark.rule("TG-9.82", "TG-9.85f", "TG-9.86c", "TG-9.86e", "TG-9.87b", "TG-9.73d", "TG-9.71a")
@in_turn("situation", FAULTS.values(), one_in=3)
@in_turn("who", ["top", "each"])
def test_corners_that_are_easy_to_get_wrong(situation: charge.Situation, who: Any) -> None:
    rulings = charge.Rulings(stack_checks=who)
    both_ways(situation, YES, rulings)
    both_ways(situation, {**YES, "recall": False, "answer": "stand"}, rulings)
    both_ways(situation, {**YES, "counter-shock": "first", "square": False}, rulings)


# ---------------------------------------------------------------- random situations


KNOWN_OR_NOT = random_charges.situations() | random_charges.situations(unknown=True)


@examples(60)
@given(KNOWN_OR_NOT, random_charges.plans, random_charges.rulings)
def test_odds_are_those_of_the_clauses(
    situation: charge.Situation, plan: Plan, rulings: charge.Rulings
) -> None:
    both_ways(situation, plan, rulings)


# ---------------------------------------------------------------- adjudication, face by face


def counted(
    situation: charge.Situation, plan: Plan, dice: tuple[int, ...] = ()
) -> dict[Fates, Fraction]:
    """The distribution by throwing every face wherever adjudication asks for a die."""
    told = charge.adjudicate(situation, dice, plan)
    if told.missing is None:
        fates = tuple((name, str(f.place), str(f.order)) for name, f in told.fates.items())
        return {fates: Fraction(1)}
    assert told.missing.what == "die"
    found: defaultdict[Fates, Fraction] = defaultdict(Fraction)
    for face in range(10):
        for fates, chance in counted(situation, plan, (*dice, face)).items():
            found[fates] += chance / 10
    return dict(found)


SHORT = {
    "no square": (
        one([Stack((heavy("A", 0),))], [Target((foot("Y", 3),))]),
        {**YES, "square": False},
    ),
    "leaves": (one([Stack((heavy("A", 1),))], [Target((light("Y"),))]), YES),
}


@pytest.mark.parametrize(("situation", "plan"), SHORT.values(), ids=SHORT)
def test_odds_count_what_adjudication_says(situation: charge.Situation, plan: Plan) -> None:
    assert counted(situation, plan) == both_ways(situation, plan)


# ---------------------------------------------------------------- the best decisions


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
    battle = charge_brute.Charge(translate.battle(situation), translate.readings(rulings))
    least, best = charge_brute.best(battle, worth_of(goal, 0), answers(fixed))
    most, _ = charge_brute.best(battle, worth_of(goal, 1), answers(fixed))
    apart = charge.decide(situation, LooksAtAll(goal), decisions=fixed, rulings=rulings)
    assert found.bounds == apart.bounds
    if found.rests_on and _tangled(situation):
        return found
    assert found.bounds == (least, most)
    if found.rests_on:
        return found
    if any(stack.beside for attack in situation.attacks for stack in attack.stacks):
        return found  # the two statements call a hex with two stacks by different names
    assert told(apart) == best
    best = best | told(apart)
    assert all(answers <= best[question] for question, answers in told(found).items())
    return found


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


def goal_for(kind: str, situation: charge.Situation) -> charge.Goal:
    attack = situation.attacks[0]
    first = attack.targets[0].name
    if kind == "balance":
        own = {unit.name: 3 for stack in attack.stacks for unit in stack.units}
        return charge.balance(own, {first: 2}, disordered=Fraction(1, 3))
    return charge.rout(first) if kind == "rout" else charge.drive_out(first)


@examples(15)
@given(random_charges.situations(), random_charges.rulings, GOALS)
def test_the_best_play_is_that_of_the_clauses(
    situation: charge.Situation, rulings: charge.Rulings, kind: str
) -> None:
    best_both_ways(situation, goal_for(kind, situation), but(*FREE), rulings)
