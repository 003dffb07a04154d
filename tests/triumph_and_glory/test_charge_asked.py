"""What a charge asks next, whose it is, and what it refuses."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules_lib.commands import command
from rules_lib.commands.command import arguments_of
from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import CavalryCharge
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Cavalry, Order, Unit
from tests.hostile import Case, refuses
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *
from tests.triumph_and_glory.charging import SECONDARY

A, Y = heavy("A"), foot("Y")
RIDERS, TARGET = riders(A), at(Y)
PLAIN = one(RIDERS, TARGET)


def test_odds_and_advice_tell_of_decisions_that_cannot_come_up_in_any_case() -> None:
    never = {**NEVER, "pursuit 1: breakthrough A": "yes", "fire": True}
    del never["recall"]
    found = charge.odds(PLAIN, {**never, "recall": False})
    best = charge.decide(PLAIN, charge.drive_out("Y"), never)
    for answer in (found, best):
        keys = [step.text.partition(": not due")[0] for step in answer.never_due]
        assert keys == ["fire", "pursuit 1: breakthrough A"]
        assert "fire: not due" in str(answer)
        assert "fire: not due" in answer._repr_html_()


def test_what_odds_are_asked_for_must_be_there() -> None:
    found = odds(one(riders(heavy("A", 4)), at(foot("Y", 6))))
    with pytest.raises(InvalidValue, match=r"name: 'Q' .* A, Y"):
        found.fate("Q")
    with pytest.raises(InvalidValue, match=r"name: 'Q' .* A, Y"):
        found.results("Q")
    wrong: object = 1
    with pytest.raises(InvalidValue, match="label: 1"):
        found.results("A", label=wrong)  # type: ignore[arg-type]


def test_a_word_in_which_no_die_comes_out_is_refused() -> None:
    """What there is is listed; what is known but cannot come up has chance 0."""
    found = odds(one(riders(heavy()), at(foot())), {"square": True})
    assert found.chance("square Y", "formed") > 0
    assert found.chance("square Y", "held") == found.chance("square W", "formed") == 0
    with pytest.raises(InvalidValue, match=r"outcome: 'fromed' .* of 'square Y': formed, failed"):
        found.chance("square Y", "fromed")


def settle(situation: Any = PLAIN, dice: Any = (), decisions: Any = None, **more: Any) -> object:
    call: Any = charge.adjudicate
    return call(situation, dice, decisions, **more)


def chances(situation: Any = PLAIN, decisions: Any = NEVER, **more: Any) -> object:
    call: Any = charge.odds
    return call(situation, decisions, **more)


def of_stack(**given: Any) -> object:
    return one(charge.Stack(**{"units": (A,), **given}), TARGET)


def of_target(**given: Any) -> object:
    return one(RIDERS, charge.Target(**{"units": (Y,), **given}))


def declared(**given: Any) -> object:
    return charge.Attack(**{"stacks": (RIDERS,), "targets": (TARGET,), **given})


def shocked_back(**given: Any) -> object:
    return of_target(counter_shocks=(charge.CounterShock(**given),))


NO_KEY: list[Any] = ["", "squares", "Square", "square Q", "recall Y", "Y", "pursuit 1: square",
                     "pursuit x: square Y", "counter-shock Q: fire G", "fight A"]  # fmt: skip
WRONG: list[Case] = [
    # Each is a value of its kind, and wrong beside the others.
    ("units", lambda x: of_stack(units=x), [[], [A] * 99]),
    ("units", lambda x: of_target(units=x), [[], [Y] * 99]),
    ("through of the stack of 'A'", lambda x: of_stack(through=x), [{}, {"Z": "front"}]),
    ("through of the stack of 'A'['Y']", lambda x: of_stack(through={"Y": x}), ["back"]),
    ("in_front of the stack of 'A'", lambda x: of_stack(in_front=x), [["Q"], ["A"]]),
    ("no_zone_at of the stack of 'A'", lambda x: of_stack(no_zone_at=x), [["Q"], ["A"]]),
    (
        "attacked_ahead of the target 'Y'",
        lambda x: of_target(attacked_ahead={x: "front"}),
        ["Y", "A"],
    ),
    (
        "attacked_ahead of the target 'Y'['Z']",
        lambda x: of_target(attacked_ahead={"Z": x}),
        ["back"],
    ),
    ("beside of the stack of 'A'", lambda x: of_stack(beside=x), ["A", "Q"]),
    ("commitment_drm of the stack of 'A'", lambda x: of_stack(commitment_drm=x), [-100, 100]),
    ("stack of 'G'", shockers, [gun()]),
    ("order of 'A'", shockers, [heavy("A", order=BEATEN)]),
    ("name of a CounterShock", lambda x: shocked_back(name=x), ["", "no"]),
    ("staying of a counter-shock of 'Y'", lambda x: shocked_back(staying=x), [["Q"], ["Y"]]),
    ("retreated of a counter-shock of 'Y'", lambda x: shocked_back(retreated=x), [["Q"], ["Y"]]),
    ("stacks", lambda x: declared(stacks=x), [[]]),
    ("targets", lambda x: declared(targets=x), [[]]),
    ("ratio_drm: its key", lambda x: declared(ratio_drm={x: 0}), [frozenset(), frozenset("B")]),
    ("ratio_drm", lambda x: declared(ratio_drm={frozenset("A"): x}), [-100, 100]),
    ("attacks", charge.Situation, [[]]),
    ("key of decisions", lambda x: settle(decisions={x: True}), NO_KEY),
    ("key of decisions", lambda x: chances(decisions={x: True}), NO_KEY),
    ("decisions['square']", lambda x: settle(dice=[0], decisions={"square": x}), ["YES", "", "A"]),
    ("name", lambda x: charge.decide(PLAIN, charge.drive_out("Y", x)), ["Q", "y"]),
    ("name", lambda x: charge.decide(PLAIN, charge.balance({x: 1}, {})), ["Q"]),
    ("names", lambda x: charge.rout(*x), [()]),
    ("disordered", lambda x: charge.balance({}, {}, disordered=x), [-1, 2]),
]


@in_turn("case", WRONG)
def test_what_does_not_fit_the_rest_is_refused(case: Case) -> None:
    refuses(case)


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


@pytest.mark.slow
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


@pytest.mark.rule("TG-9.85d")
def test_no_square_without_infantry() -> None:
    """Jaegers and artillery are in square only with infantry that is."""
    guns, jaegers = gun("J", order=Order.SQUARE), jaeger(order=Order.SQUARE)
    for units in ([jaegers], [guns], [foot("Y"), guns]):
        with pytest.raises(InvalidValue, match=r"order of 'J': 'in square' .* \(TG-9.85d\)"):
            at(*units)
    at(foot("Y", order=Order.SQUARE), jaegers)


def test_dice_that_are_none_or_too_few() -> None:
    with pytest.raises(InvalidValue, match=r"dice: 'too few' .* face from 0 to 9 for commitment A"):
        settle(complete=True)
    for dice in ("12", b"12", 12):
        with pytest.raises(InvalidValue, match=r"^dice: .* allowed: a list of faces in order, or"):
            settle(dice=dice)


def test_a_missing_decision_says_its_options() -> None:
    with pytest.raises(charge.DecisionNeeded, match=r"'square Y' is due.*: yes, no") as error:
        charge.odds(PLAIN)
    assert (error.value.decision, error.value.options) == ("square Y", ("yes", "no"))
    # Only if it can come up; and what does not come up may be answered all the same.
    chances(decisions={**NEVER, "pursuit 12: square Y": True, "breakthrough: fire Y": True})
    chances(decisions={**NEVER, "counter-charge Y: advance A": "A", "counter-shock Y: fire A": "Y"})
    assert charge.odds(one(RIDERS, at(gun("G"))), {"fire": False}).asked("square G") == 0


STACKED: list[tuple[str, bool, Sequence[Unit]]] = [
    # Infantry never stacks with cavalry; three only of one brigade (secondary source 6.21).
    ("infantry 6, strength 6 + heavy 6, strength 6", False, (foot("Q", 6), heavy("R", 6))),
    ("heavy 6, strength 6 + light 6, strength 6", True, (heavy("Q", 6), light("R", 6))),
    (
        " + ".join(["heavy 6, strength 6"] * 3),
        False,
        (heavy("Q", 6), heavy("R", 6), heavy("S", 6)),
    ),
    (
        " + ".join(["heavy 6, strength 6, brigade Guard"] * 3),
        True,
        tuple(heavy(name, 6, brigade="Guard") for name in "QRS"),
    ),
]


def refused(make: Any, field: str) -> bool:
    """Whether it is refused, with the field and the rule named."""
    try:
        make()
    except InvalidValue as error:
        return (error.field, "6.21" in error.allowed) == (field, True) or pytest.fail(str(error))
    return False


@in_turn(("words", "fits", "units"), STACKED)
def test_every_door_judges_a_stack_as_the_board_does(
    words: str, fits: bool, units: Sequence[Unit]
) -> None:
    target, rider = at(*units), riders(heavy("A"))
    placed = [Placed(unit, Hex(0, 0), "east") for unit in units]
    assert (
        refused(
            lambda: Board.filled(Terrain("clear", 1), radius=1, units=placed), "units at (0, 0)"
        )
        != fits
    )
    assert refused(lambda: one(rider, target), "units of the target 'Q'") != fits
    assert refused(lambda: one(rider, at(foot(), beyond=(target,))), "units of the target 'Q'") != (
        fits
    )
    asked = command("cavalry")
    line = f"cavalry --charger 'heavy 5, strength 5' --target '{words}'"
    options = asked.parser().read(arguments_of(line)[1:])
    assert refused(lambda: asked.run(options), "--target") != fits
    assert (
        refused(lambda: CavalryCharge((attack([rider], [target]),)), "units of the target 'Q'")
        != fits
    )
    if all(isinstance(unit, Cavalry) for unit in units):
        assert refused(lambda: one(riders(*units), at(foot())), "units of the stack of 'Q'") != fits


def test_two_stacks_that_end_in_one_hex_stack_there() -> None:
    pair = [riders(heavy("A"), heavy("B")), riders(heavy("C"), beside="A")]
    assert refused(lambda: one(pair, at(foot())), "units of the stack of 'A'")


def test_a_situation_of_a_board_has_the_limits_of_the_board() -> None:
    wide = replace(SECONDARY, stack_limit=3)
    three = attack([riders(*(heavy(name) for name in "ABC"))], [at(foot())])
    assert refused(lambda: charge.Situation((three,)), "units of the stack of 'A'")
    assert charge.Situation((three,), wide).secondary is wide
