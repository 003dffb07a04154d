"""Each ruling read in every way: what it changes, in exact numbers."""

from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

READINGS = {
    str(each.metadata["ruling"]): (each.name, each.metadata["readings"])
    for each in fields(charge.Rulings)
}
HALF = passing(4)
"""Cohesion 4: every other roll passes."""


class Case(NamedTuple):
    """A charge on which a ruling bears.

    Attributes:
        situation, plan: who charges whom, and what is decided.
        measure: what to look at.
        expected: what it is in each reading, in the order of the readings.
    """

    situation: charge.Situation
    plan: dict[str, Any]
    measure: Callable[[charge.Odds], object]
    expected: tuple[object, ...]


def fate(name: str, words: str) -> Callable[[charge.Odds], Fraction]:
    return lambda found: distribution(found, name).get(words, Fraction(0))


def event(question: str, outcome: str | int) -> Callable[[charge.Odds], Fraction]:
    return lambda found: found.chance(question, outcome)


def lowest(*questions: str) -> Callable[[charge.Odds], tuple[int, ...]]:
    """The lowest result of each of these fights."""
    return lambda found: tuple(
        min(x for key, x in found.branches if key == question and isinstance(x, int))
        for question in questions
    )


SURE = heavy("A", 9)
PURSUED = at(foot("W", 9), pursuit_drm=2)
BOTH = [riders(light("L", 9)), riders(SURE)]
GO_ON = {"go on": "charge"}
CHASE = one(riders(SURE), at(foot("Y", 6), chargeable_after_retreat=False), drm=20)
ALL_FIRE = {"fire": "first", "square": True, "recall": True}

CASES: dict[str, Case] = {
    # Y, disordered, checks with 6 or with 5.
    "R-N1": Case(
        one(shockers(heavy("A", 4)), at(foot("Y", 6))),
        {},
        fate("Y", "retreated, disordered"),
        (HALF * tenths(5) * (1 - passing(6)), HALF * tenths(5) * (1 - passing(5))),
    ),
    # Y fails its square; then the fight needs its cohesion in disorder.
    "R-N2": Case(
        one(riders(heavy("A", 4)), at(foot("Y", 6)), cohesion_drm=None),
        {"square": True},
        fate("Y", "unspecified"),
        (Fraction(0), HALF * (1 - passing(6))),
    ),
    "R-N3": Case(
        one(riders(heavy("A", 4)), at(foot("Y", 6)), drm=5),
        {"square": True},
        event("square Y", "formed"),
        (HALF * passing(6), Fraction(0)),
    ),
    # Recalled after fire, a recall from the square having failed. In disorder A has 3.
    "R-N4": Case(
        one(riders(heavy("A", 4)), at(foot("Y", 6), gun("G", fire=4)), drm=5),
        ALL_FIRE,
        fate("A", "recalled, disordered"),
        (HALF * passing(6) * HALF * (tenths(4) * HALF + tenths(2)) * passing(3), Fraction(0)),
    ),
    # The lowest result of the first and of the second charge in pursuit.
    "R-N6": Case(
        one(riders(SURE), at(foot("Y", 9), beyond=(PURSUED,)), drm=20),
        GO_ON,
        lowest("pursuit 1: fight A", "pursuit 2: fight A"),
        ((-2 + HEAVY + 1 + 2 - 1, 1 + HEAVY + 2 - 2), (-2 + HEAVY + 1 + 2, 1 + HEAVY + 2 - 1),
         (-2 + HEAVY + 1 + 2 - 1, 1 + HEAVY + 2 - 1)),
    ),
    # A and B, in different hexes; B is the better one. A follows, too, if stacking decides.
    "R-N7": Case(
        one([riders(heavy("A", 4)), riders(heavy("B", 5))], at(foot(), retreat="blocked"), drm=20),
        {},
        fate("A", "advanced, disordered"),
        (HALF * (1 - passing(5)), HALF),
    ),
    "R-N8": Case(
        one(riders(heavy("A", 4)), at(foot("Y", 9)), drm=10),
        {"square": True, "recall": True},
        fate("A", "recalled, good order"),
        (HALF * HALF, Fraction(0)),
    ),
    # Q meets L: heavy A keeps its bonus, less 1 for L, or nobody has a bonus.
    "R-N9": Case(
        one(BOTH, at(heavy("Q", 9)), drm=5),
        {"counter-charge": "first"},
        lowest("fight L"),
        ((HEAVY - 1 + 5,), (-1 + 5,)),
    ),
    "R-N10": Case(
        CHASE,
        {},
        event("pursuit 1: fight A", 6),
        (Fraction(0), tenths(1)),
    ),
    # Fire 4 disorders A on an 8 and a 9. With 6, or 6 and 3, it comes to 10 from a 4 or a 1 on.
    "R-N11": Case(
        one(riders(SURE), at(foot("Y", 6), gun("G", fire=4)), drm=9 - HEAVY),
        {"fire": "first"},
        lambda found: (*lowest("fight A")(found), found.pursuits.get(1, Fraction(0))),
        (
            (9, tenths(9)),
            (9, tenths(8) * tenths(9)),
            (9 - HEAVY, tenths(8) * tenths(9) + tenths(2) * reaching(10, 9 - HEAVY)),
            (9 - HEAVY, tenths(8) * tenths(9)),
        ),
    ),
    "R-N12": Case(
        one(riders(SURE), at(light("L", 3))),
        {"retreat before shock": True},
        fate("L", "left before the shock, disordered"),
        (1 - passing(3), Fraction(0)),
    ),
    # Even strength: 6 to 12 with W, 6 to 6 without.
    "R-N13": Case(
        one(shockers(SURE), at(foot("Y", 9)), also_in_front=(at(foot("W", 9)),), ratio_drm=None),
        {},
        fate("W", "where it was, disordered"),
        (reaching(5, -2), Fraction(0)),
    ),
    "R-N14": Case(
        one(riders(SURE), at(foot("Y", 6), beyond=(at(heavy("V", 7)),)), drm=20),
        {**GO_ON, "counter-charge": "first"},
        event("pursuit 1: counter-charge V", "succeeded"),
        (passing(7), Fraction(0)),
    ),
    "R-N15": Case(
        one(shockers(foot("K", 4)), at(heavy("Q", 9))),
        {"answer": "counter-charge"},
        lambda found: found.pursuits.get(1, Fraction(0)),
        (Fraction(0), reaching(10, HEAVY + 9 - 4)),
    ),
    "R-N16": Case(
        one(riders(heavy("A", 4)), at(foot("Y", 6)), drm=5),
        {"square": True},
        event("square Y", "formed"),
        (HALF * passing(6), passing(6)),
    ),
    # Modifier -1: only a 0 is below 0.
    "R-N17": Case(
        one(shockers(heavy("A", 4)), at(foot("Y", 6)), drm=-1),
        {},
        fate("A", "retreated, disordered"),
        (HALF * tenths(6) * HALF, HALF * (tenths(1) + tenths(5) * HALF), HALF * tenths(5) * HALF),
    ),
    # A holds, B with 1 does not, each for itself.
    "R-N19": Case(
        one(shockers(SURE, heavy("B", 1)), at(foot("Y", 6))),
        {},
        fate("B", "retreated, disordered"),
        (Fraction(0), tenths(5) * (1 - passing(1))),
    ),
    # S, beside the target: 4 and 1 for the next hex; from 4 on the die is a hit of some kind.
    "R-N20": Case(
        one(riders(SURE), at(foot("Y", 6), supported_by=(gun("S", fire=4),))),
        {"fire": "first"},
        event("fire S", "none"),
        (Fraction(0), tenths(4)),
    ),
    # 6 to 12 for A alone, 12 to 12 with K; the charge brings 3 in all. A goes before K, or each
    # group is by itself.
    "R-N21": Case(
        one(
            [riders(SURE), shockers(foot("K", 9))],
            at(foot("Y", 9), foot("Z", 9)),
            drm=3 - HEAVY,
            ratio_drm=None,
        ),
        {},
        lambda found: (*lowest("fight A")(found), bool(fate("K", "advanced, good order")(found))),
        ((-2 + 3, False), (-2 + 3, True), (0 + 3, False)),
    ),
    "R-N22": Case(
        one(riders(SURE, through="flank"), at(heavy("Q", 6))),
        {"counter-charge": "first"},
        event("counter-charge Q", "succeeded"),
        (Fraction(0), passing(6)),
    ),
    "R-N23": Case(
        one(riders(SURE), at(jaeger("J", 9)), also_in_front=(at(foot("W", 6)),)),
        {"square": True},
        event("square W", "formed"),
        (passing(6), Fraction(0)),
    ),
    # Y is in the open, Z is not.
    "R-N24": Case(
        one(riders(SURE), [at(foot("Y", 9), clear_terrain=True), at(foot("Z", 9))]),
        {},
        lowest("fight A"),
        ((HEAVY + 1,), (HEAVY,)),
    ),
    # A die of 0 comes to 5 and makes Y withdraw; with 10 or more only A may advance.
    "R-N25": Case(
        one(
            [riders(heavy("A", 4), commitment_drm=-9), shockers(light("C", 5), commitment_drm=-9),
             shockers(foot("K", 6), commitment_drm=-9)],
            at(foot("Y", 6, order=BEATEN)),
            drm=5 - HEAVY,
        ),
        {},
        lambda found: (fate("A", "advanced, disordered")(found), found.asked("advance Y")),
        ((HALF, 0), (Fraction(1), 0), (Fraction(1), HALF)),
    ),
    "R-N26": Case(
        one(riders(heavy("A", 4)), at(foot("Y", 6), gun("G", fire=4))),
        {"fire": "first", "recall": True},
        event("recall after fire A", "recalled"),
        tuple(HALF * (tenths(4) * HALF + tenths(2)) * passing(c) for c in (3, 4)),
    ),
    # The top unit is light, and rolls with 2 more; its stack is heavy; or R rolls for itself.
    "R-N28": Case(
        one(riders(SURE), at(light("Q", 5), heavy("R", 4))),
        {"counter-charge": "first"},
        lambda found: tuple(event(f"counter-charge {n}", "succeeded")(found) for n in "QR"),
        ((passing(5, 2), 0), (passing(5), 0), (passing(5, 2), passing(4))),
    ),
    # Q has K and M in its front, R has O in its flank: 6 to 6, 6 to 12.
    "R-N29": Case(
        charge.Situation((
            attack([shockers(foot("K", 4)), shockers(foot("M", 4))], [at(heavy("Q", 4))]),
            attack(
                [shockers(foot("N", 4)), shockers(foot("O", 4), through="flank")],
                [at(heavy("R", 4), way_out=False)],
            ),
        )),
        {"answer": "counter-charge"},
        lambda found: (
            *lowest("counter-charge: fight Q")(found),
            any(key == "counter-charge: fight R" for key, _ in found.branches),
        ),
        ((HEAVY, False), (HEAVY - 2, False), (HEAVY, True)),
    ),
    "R-N30": Case(
        one(riders(heavy("A", 4)), at(light("L", 9))),
        {"retreat before shock": True, "occupy": "A"},
        fate("A", "advanced, good order"),
        (Fraction(1), Fraction(0), passing(4)),
    ),
    # K takes one hex; L has to take the other, may take it, or may not.
    "R-N31": Case(
        one(
            [shockers(foot("K", 9)), shockers(foot("L", 8))], [at(foot(n)) for n in "YZ"], drm=9
        ),
        {},
        lambda found: (
            bool(found.asked("advance Z")),
            bool(fate("L", "advanced, good order")(found)),
        ),
        ((False, True), (True, True), (False, False)),
    ),
    # K holds: Y strikes it from where it is, from another hex, or not at all.
    "R-N32": Case(
        one(
            shockers(foot("K", 9)),
            at(foot("Y"), counter_shocks=(
                charge.CounterShock(staying=("K",), name="stay"),
                charge.CounterShock(staying=("K",), moves=True, name="aside"),
                charge.CounterShock(retreated=("K",), moves=True, vacated_by=("K",), name="after"),
            )),
            drm=-20,
        ),
        {"counter-shock": True},
        lambda found: (
            found.asked("counter-shock Y"),
            any(word.startswith("where it was") for word in distribution(found, "Y")),
        ),
        ((1, True), (1, False), (0, True)),
    ),
}  # fmt: skip

ELSEWHERE = {"R-N5", "R-N18", "R-N27"}
"""They decide what is in front and which path is legal, or leave a choice, and no more."""


def test_every_ruling_has_its_case() -> None:
    """With a number of its own for each reading: the tests below find these numbers."""
    assert set(CASES) | ELSEWHERE == set(READINGS)
    assert not set(CASES) & ELSEWHERE
    for rule, case in CASES.items():
        assert len(set(case.expected)) == len(case.expected) == len(READINGS[rule][1])


@pytest.mark.rule("R-N1", "R-N2", "R-N3", "R-N4", "R-N6", "R-N7", "R-N8", "R-N9")
@pytest.mark.rule("R-N10", "R-N11", "R-N12", "R-N13", "R-N14", "R-N15", "R-N16", "R-N17", "R-N19")
@pytest.mark.rule("R-N20", "R-N21", "R-N22", "R-N23", "R-N24", "R-N25", "R-N26", "R-N28", "R-N29")
@pytest.mark.rule("R-N30", "R-N31", "R-N32")
@in_turn(
    ("rule", "reading"),
    [(rule, reading) for rule in CASES for reading in range(len(READINGS[rule][1]))],
)
def test_a_reading_and_its_number(rule: str, reading: int) -> None:
    case, (field, readings) = CASES[rule], READINGS[rule]
    found = odds(case.situation, case.plan, **{field: readings[reading]})
    assert case.measure(found) == case.expected[reading]
