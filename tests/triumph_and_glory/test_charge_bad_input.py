"""Hostile values at every door of the cavalry charge, and dice or decisions where none is due."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from rules_lib.errors import IllegalAction, InvalidValue, RulesError
from rules_lib.probability import WorkLimitExceeded
from rules_lib.probability.errors import ProbabilityError
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order
from tests.hostile import Case, refuses
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

A, Y, G = heavy("A"), foot("Y"), gun("G")
RIDERS, TARGET = riders(A), at(Y)
PLAIN = one(RIDERS, TARGET)
ODDS = charge.odds(PLAIN, NEVER)
OUTCOME = next(iter(ODDS.outcomes))
OUT = charge.drive_out("Y")

NO_NAME: list[Any] = ["", " ", " A", "A ", "A: B", "A\n", "\0", "x" * 61]
NO_COHESION = [-1, 10]
NO_DRM = [-100, 100]
NO_TARGETS: list[Any] = [[Y], [RIDERS], ["Y"], [TARGET, None], count()]
NO_STACKS: list[Any] = [[], [A], [TARGET], ["A"], [RIDERS, None], count()]
NO_UNITS: list[Any] = [[], [None], ["A"], [A, "B"], {"A": 1}, count(), [A] * 99]
NO_GUNS: list[Any] = [[A], ["G"], [None], count()]
NO_PLAN: list[Any] = [5, True, "square", [], ["square"], {"square"}]
NO_KEY: list[Any] = [
    None, 5, True, "", "x" * 10_000, ("square",), "squares", "Square", "square ", "square Q",
    "square y", "recall Y", "Y", "square  Y", "pursuit: square Y", "pursuit 1: square",
    "pursuit x: square Y", "counter-shock Q: fire G", "fight A", "commitment A",
]  # fmt: skip
NO_ANSWER: list[Any] = [None, 5, 1, b"yes", ("yes",), "YES", "", "x" * 10_000, "A"]
NO_GOAL: list[Any] = [None, 5, "drive_out", "", [], {}, True, ("Y",)]
NO_UNIT_NAME: list[Any] = [None, 5, "", "Q", "a", [], b"A"]


def units_case(kind: Any, field: str, values: list[Any]) -> Case:
    def call(value: Any) -> object:
        return kind(**{"name": "X", "cohesion": 5, field: value})

    return (field, call, values)


def stack(**given: Any) -> object:
    return charge.Stack(**{"units": (A,), **given})


def target(**given: Any) -> object:
    return charge.Target(**{"units": (Y,), **given})


def shocked_back(**given: Any) -> object:
    return one(RIDERS, at(Y, counter_shocks=(charge.CounterShock(**given),)))


def declared(**given: Any) -> object:
    return charge.Attack(**{"stacks": (RIDERS,), "targets": (TARGET,), **given})


def settle(situation: Any = PLAIN, dice: Any = (), decisions: Any = None, **more: Any) -> object:
    call: Any = charge.adjudicate
    return call(situation, dice, decisions, **more)


def chances(situation: Any = PLAIN, decisions: Any = NEVER, **more: Any) -> object:
    call: Any = charge.odds
    return call(situation, decisions, **more)


def advise(situation: Any = PLAIN, goal: Any = OUT, decisions: Any = None, **more: Any) -> object:
    call: Any = charge.decide
    return call(situation, goal, decisions, **more)


CASES: list[Case] = [
    *(
        units_case(kind, field, values)
        for kind in (Cavalry, Infantry, Artillery)
        for field, values in [
            ("name", NO_NAME),
            ("cohesion", NO_COHESION),
            ("strength", [0, -3, 10**4]),
            ("cohesion_disordered", NO_COHESION),
            ("order", ["good order", "DISORDERED"]),
            ("brigade", ["x" * 61]),
        ]
    ),
    units_case(Cavalry, "order", [Order.SQUARE]),
    units_case(Artillery, "fire", [-1, 10**4]),
    units_case(Artillery, "group", ["x" * 61]),
    ("units", lambda x: stack(units=x), NO_UNITS),
    ("through of the stack of 'A'", lambda x: declared(stacks=[riders(A, through=x)]),
     [{}, {"Z": "front"}]),
    ("through of the stack of 'A'['Y']", lambda x: stack(through={"Y": x}), ["back", None]),
    ("through of the stack of 'A': its key", lambda x: stack(through={x: "front"}), [5, None, ()]),
    ("in_front", lambda x: stack(in_front=x), [[5], [Y]]),
    ("in_fire_of", lambda x: stack(in_fire_of=x), [[5], [None], [G], count()]),
    ("beside of the stack of 'A'", lambda x: declared(stacks=[riders(A, beside=x)]), ["A", "Q"]),
    ("staying", lambda x: charge.CounterShock(staying=x), [[5], [None]]),
    ("retreated", lambda x: charge.CounterShock(retreated=x), [[5], [None]]),
    ("others", lambda x: charge.CounterShock(others=x), NO_TARGETS),
    ("name of a CounterShock", lambda x: charge.CounterShock(name=x), ["", "no"]),
    ("in_front of the stack of 'A'", lambda x: one(riders(A, in_front=x), TARGET), [["Q"], ["A"]]),
    ("staying of a counter-shock of 'Y'", lambda x: shocked_back(staying=x), [("Q",), ("Y",)]),
    ("retreated of a counter-shock of 'Y'", lambda x: shocked_back(retreated=x), [["Q"], ["Y"]]),
    ("commitment_drm of the stack of 'A'", lambda x: stack(commitment_drm=x), NO_DRM),
    ("out_of_fire_of", lambda x: stack(out_of_fire_of=x), [[5], [None], [G], count()]),
    ("stack of 'G'", lambda x: shockers(x), [G]),
    ("order of 'A'", lambda x: shockers(x), [heavy("A", order=Order.DISORDERED)]),
    ("units", lambda x: target(units=x), NO_UNITS),
    ("defensive_fire_drm of the target 'Y'", lambda x: target(defensive_fire_drm=x), NO_DRM),
    ("supported_by", lambda x: target(supported_by=x), NO_GUNS),
    ("beyond", lambda x: target(beyond=x), NO_TARGETS),
    ("pursuit_drm of the target 'Y'", lambda x: target(pursuit_drm=x), NO_DRM),
    ("counter_shocks", lambda x: target(counter_shocks=x), [[True], [None], [TARGET]]),
    ("counter_shock_drm of the target 'Y'", lambda x: target(counter_shock_drm=x), NO_DRM),
    ("stacks", lambda x: declared(stacks=x), NO_STACKS),
    ("targets", lambda x: declared(targets=x), [*NO_TARGETS, []]),
    ("also_in_front", lambda x: declared(also_in_front=x), NO_TARGETS),
    ("ratio_drm", lambda x: declared(ratio_drm=x), [5, "x", [], [("A", 1)]]),
    ("ratio_drm: its key", lambda x: declared(ratio_drm={x: 0}),
     ["A", ("A",), frozenset(), frozenset("B"), frozenset([1]), None]),
    ("ratio_drm", lambda x: declared(ratio_drm={frozenset("A"): x}), [*NO_DRM, None, "1"]),
    ("cohesion_drm", lambda x: declared(cohesion_drm=x), NO_DRM),
    ("other_drm", lambda x: declared(other_drm=x), NO_DRM),
    ("attacks", lambda x: charge.Situation(x), [[], [RIDERS], [PLAIN], [None], count()]),
    ("stacks", lambda x: charge.Situation.of(x, [TARGET]), NO_STACKS),
    ("targets", lambda x: charge.Situation.of([RIDERS], x), [*NO_TARGETS, []]),
    ("dice", lambda x: settle(dice=x), [5, "00", {1, 2}, count()]),
    ("dice[1]", lambda x: settle(dice=[0, x]), [-1, 10, None, "5", 5.0]),
    ("dice['fight A']", lambda x: settle(dice={"fight A": x}), [-1, 10, None]),
    *((field, ask, values) for call in (settle, chances, advise) for field, ask, values in [
        ("decisions", lambda x, call=call: call(decisions=x), NO_PLAN),
        ("key of decisions", lambda x, call=call: call(decisions={x: True}), NO_KEY),
    ]),
    ("decisions['square']", lambda x: settle(dice=[0], decisions={"square": x}), NO_ANSWER),
    ("decisions['square Y']", lambda x: chances(decisions={**NEVER, "square Y": x}), NO_ANSWER),
    ("decisions['square']", lambda x: advise(decisions={"square": x}), NO_ANSWER),
    ("goal", lambda x: advise(goal=x), NO_GOAL),
    ("names", lambda x: charge.drive_out(*x), [(), (5,), ("Y", None), ([],)]),
    ("names", lambda x: charge.rout(*x), [(), (5,), ("Y", None), ([],)]),
    ("name", lambda x: advise(goal=charge.drive_out("Y", x)), ["Q", "", "y"]),
    ("name", lambda x: advise(goal=charge.balance({x: 1}, {})), ["Q", 5, None]),
    ("worth of 'A' in attackers", lambda x: charge.balance({"A": x}, {}), [-1, None, 0.5]),
    ("disordered", lambda x: charge.balance({}, {}, disordered=x), [-1, 2, Fraction(11, 10), 0.5]),
    *(("name", call, NO_UNIT_NAME) for call in (
        ODDS.fate, ODDS.results, OUTCOME.fate, OUTCOME.left, lambda x: OUTCOME.gone("A", x))),
    ("question", lambda x: ODDS.chance(x, "passed"), [None, 5, [], b"x"]),
    ("outcome", lambda x: ODDS.chance("fight A", x), [None, [], b"x", True, 1.0]),
]  # fmt: skip


@in_turn("case", CASES)
def test_what_is_refused(case: Case) -> None:
    refuses(case)


@in_turn("rule", list(charge.Rulings().__dataclass_fields__))
def test_readings_that_do_not_exist(rule: str) -> None:
    rulings: Any = charge.Rulings
    values: list[Any] = [None, "", 7, [], "default"]
    for value in values:
        with pytest.raises(InvalidValue, match=rf"^{rule} \(R-N\d+\): .* allowed: "):
            rulings(**{rule: value})


@in_turn("limit", [0, -1])
def test_limits_of_work(limit: int) -> None:
    for call in (chances, advise):
        with pytest.raises((RulesError, ProbabilityError, WorkLimitExceeded)):
            call(limit=limit)


@in_turn("worth", [None, 0.5, math.nan, "x", [], True])
def test_a_goal_has_to_return_an_exact_number(worth: Any) -> None:
    with pytest.raises(ProbabilityError, match="payoff"):
        advise(goal=lambda outcome: worth)


# Units that cannot be together


def test_two_units_of_one_name() -> None:
    twice = r"name: 'A' was given; allowed: another name for each unit"
    situations: list[Callable[[], object]] = [
        lambda: one([RIDERS, riders(light("A"))], TARGET),
        lambda: one(riders(A, light("A")), TARGET),
        lambda: one(RIDERS, at(foot("A"))),
        lambda: one(RIDERS, at(Y, beyond=(at(foot("A")),))),
        lambda: one(RIDERS, at(Y, supported_by=(gun("A"),))),
        lambda: one(RIDERS, TARGET, also_in_front=(at(foot("A")),)),
        lambda: charge.Situation((attack([RIDERS], [TARGET]), attack([RIDERS], [at(foot("Z"))]))),
    ]
    for situation in situations:
        with pytest.raises(InvalidValue, match=twice):
            situation()


def test_too_many_units() -> None:
    """The limit is for all of them together, those beyond included, however deep."""
    many = [at(foot(f"Y{i}")) for i in range(23)]
    assert len(list(one(RIDERS, many).units())) == 24
    with pytest.raises(InvalidValue, match=r"units: 'more than 24' .* at most 24 units"):
        one(RIDERS, at(foot("Y24"), beyond=many))
    deep = at(foot("Y0"))
    for i in range(5000):
        deep = at(foot(f"Y{i + 1}"), beyond=(deep,))
    with pytest.raises(InvalidValue, match=r"units: 'more than 24' .* at most 24 units"):
        charge.Situation.of([RIDERS], [deep])


@pytest.mark.rule("TG-9.81a", "TG-9.81b", "TG-9.81e", "TG-9.85h")
def test_what_the_clauses_forbid_names_them() -> None:
    forbidden: list[tuple[Callable[[], object], str]] = [
        (lambda: riders(foot("K")), "TG-9.81a"),
        (lambda: riders(gun("K", horse=True)), "TG-9.81a"),
        (lambda: riders(heavy("K", order=Order.DISORDERED)), "TG-9.81b"),
        (lambda: shockers(foot("K", order=Order.SQUARE)), "TG-9.85h"),
        (lambda: one(RIDERS, at(foot("K"), chargeable=False)), "TG-9.81e"),
    ]
    for call, clause in forbidden:
        with pytest.raises(IllegalAction, match=f"K.*forbidden by {clause}") as error:
            call()
        assert error.value.clauses == (clause,)


# Dice and decisions


def test_adjudication_stops_at_what_is_missing() -> None:
    """One die or answer at a time, by name, with its text and all that it can be."""
    rider, infantry = (
        heavy("A", 4, cohesion_disordered=3),
        foot("Y", 6, cohesion_disordered=5),
    )
    situation = one(riders(rider), at(infantry, gun("G", fire=4)))
    given: dict[str, int] = {}
    plan: dict[str, str | bool] = {}
    faces = tuple(map(str, range(10)))
    order: list[tuple[str, str, tuple[str, ...], Any]] = [
        ("die", "commitment A", faces, 4),
        ("decision", "square Y", ("yes", "no"), True),
        ("die", "square Y", faces, 6),
        ("decision", "recall after square A", ("yes", "no"), True),
        ("die", "recall after square A", faces, 5),
        ("decision", "fire G", ("A", "no"), "A"),
        ("die", "fire G", faces, 4),
        ("die", "check under fire of G A", faces, 5),
        ("decision", "recall after fire A", ("yes", "no"), False),
        ("die", "fight A", faces, 9),
        ("die", "retreat check Y", faces, 7),
    ]
    for kind, key, options, answer in order:
        missing = charge.adjudicate(situation, given, plan).missing
        assert missing is not None
        assert (missing.what, missing.key, missing.options) == (kind, key, options)
        assert missing.text
        due = f"a die for {key} (0 to 9)" if kind == "die" else f": {options[0]}, or"
        due = ": yes or no?" if options == ("yes", "no") else due
        assert due in str(missing)
        with pytest.raises(RulesError, match=key) as error:
            charge.adjudicate(situation, given, plan, complete=True)
        assert isinstance(error.value, charge.DecisionNeeded) == (kind == "decision")
        if isinstance(answer, int) and not isinstance(answer, bool):
            given[key] = answer
        else:
            plan[key] = answer
    told = charge.adjudicate(situation, given, plan, complete=True)
    assert told.missing is None
    assert told.complete


def test_other_kinds_of_dice_and_decisions() -> None:
    """Those that the charge above does not come to."""
    plan: dict[str, Any] = {"square": False, "fire": False, "recall": False}
    leaves = one(riders(heavy("A", 4)), at(light("L", 4)))
    table: list[tuple[charge.Situation, list[int], dict[str, Any], str]] = [
        (leaves, [], {}, "retreat before shock L"),
        (leaves, [], {"retreat before shock": True}, "check after leaving L"),
        (leaves, [0], {"retreat before shock": True}, "occupy L"),
        (leaves, [0], {"retreat before shock": False}, "counter-charge L"),
        (leaves, [0], {"retreat before shock": False, "counter-charge": "A"}, "counter-charge L"),
        (one(shockers(foot("K")), at(heavy("Q"))), [], {}, "answer Q"),
        (one(RIDERS, TARGET), [0, 0], {}, "retreat check A"),
        (one([shockers(A), shockers(heavy("B"))], TARGET, 9), [0, 0, 9], {}, "advance Y"),
        (one(RIDERS, [TARGET, at(foot("Z"))], 20), [0, 0], {}, "pursuers Y"),
        (one([riders(heavy(x)) for x in "ABC"], TARGET, 20), [0, 0, 0, 0], {}, "pursuers Y"),
        (one(RIDERS, at(Y, beyond=(at(foot("W")),)), 20), [0, 0], {}, "pursuit 1: go on A"),
        (one(shockers(foot("K")), TARGET, 20), [0, 0], {}, "breakthrough K"),
        (one(shockers(A), TARGET, -20), [0, 0, 0], {}, "counter-shock Y"),
    ]
    for situation, dice, decisions, key in table:
        found = charge.adjudicate(situation, dice, {**plan, **decisions}).missing
        assert found is not None
        assert found.key == key


def test_surplus_dice() -> None:
    with pytest.raises(InvalidValue, match=r"dice: \[5, 0\] .* 1 die: no other one is due"):
        settle(dice=[5, 0])
    with pytest.raises(InvalidValue, match=r"key of dice: 'fight A' .* rolls that are due"):
        settle(dice={"commitment A": 5, "fight A": 0})
    with pytest.raises(InvalidValue, match="key of dice: 'commitment Q'"):
        settle(dice={"commitment A": 5, "commitment Q": 0})
    # A name that no roll has is refused, even where the record is not complete.
    with pytest.raises(InvalidValue, match=r"key of dice: 'comitment A' .* 'commitment A'"):
        charge.adjudicate(PLAIN, {"comitment A": 5})
    with pytest.raises(InvalidValue, match=r"dice: 'too few' .* face from 0 to 9 for commitment A"):
        settle(complete=True)


def test_options_that_do_not_exist_are_listed() -> None:
    situation = one([riders(heavy("A")), riders(heavy("B"))], at(heavy("Q")))
    with pytest.raises(InvalidValue, match="'C' was given; allowed: A, B, no"):
        settle(situation, [0, 0], {"counter-charge": "C"})
    # True takes the first of several options where one can also say no.
    found = charge.adjudicate(situation, [0, 0, 0], {"counter-charge": True})
    assert dict(found.events[:3])["counter-charge Q"] == "A"
    tie = one([shockers(A), shockers(heavy("B"))], TARGET, 9)
    for answer in (True, False, "C"):
        with pytest.raises(InvalidValue, match=r"decisions\['advance'\]: .* allowed: A, B$"):
            settle(tie, [0, 0, 9], {"advance": answer})


def test_a_missing_decision_says_its_options() -> None:
    with pytest.raises(charge.DecisionNeeded, match=r"'square Y' is due.*: yes, no") as error:
        charge.odds(PLAIN)
    assert (error.value.decision, error.value.options) == ("square Y", ("yes", "no"))
    # Only if it can come up; and what does not come up may be answered all the same.
    chances(decisions={**NEVER, "pursuit 12: square Y": True, "breakthrough: fire Y": True})
    chances(decisions={**NEVER, "counter-charge Y: advance A": "A", "counter-shock Y: fire A": "Y"})
    assert charge.odds(one(RIDERS, at(gun("G"))), {"fire": False}).asked("square G") == 0
