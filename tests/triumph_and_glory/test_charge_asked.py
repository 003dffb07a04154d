"""What a charge asks next, what it refuses, and what nobody has said of it, with its chance."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules_lib.commands import command
from rules_lib.commands.command import arguments_of
from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import CavalryCharge
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.tables.results_table import Effect, ResultsTable, Row
from rules_lib.triumph_and_glory.units import Cavalry, Unit
from tests.hostile import Case, refuses
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

A, Y = heavy("A"), foot("Y")
RIDERS, TARGET = riders(A), at(Y)
PLAIN = one(RIDERS, TARGET)


def test_odds_and_advice_tell_of_decisions_that_cannot_come_up_in_any_case() -> None:
    never = {**NEVER, "pursuit 1: breakthrough A": "yes", "fire": True, "square": True}
    del never["recall"]
    found = charge.odds(PLAIN, {**never, "recall": False})
    best = charge.decide(PLAIN, charge.drive_out("Y"), never)
    for answer in (found, best):
        keys = [step.text.partition(": not due")[0] for step in answer.never_due]
        assert keys == ["fire", "pursuit 1: breakthrough A"]
        assert "fire: not due" in str(answer)
        assert "fire: not due" in answer._repr_html_()
    assert "square Y" in str(charge.decide(PLAIN, charge.drive_out("Y")))


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


WRONG: list[Case] = [
    ("name", lambda x: charge.decide(PLAIN, charge.drive_out("Y", x)), ["Q", "y"]),
    ("name", lambda x: charge.decide(PLAIN, charge.balance({x: 1}, {})), ["Q"]),
    ("names", lambda x: charge.rout(*x), [(), (1,)]),
    ("names", lambda x: charge.drive_out(*x), [(), (1,)]),
    ("disordered", lambda x: charge.balance({}, {}, disordered=x), [-1, 2]),
]


@in_turn("case", WRONG)
def test_a_goal_is_about_units_that_are_there(case: Case) -> None:
    refuses(case)


def test_what_a_unit_cannot_be_called() -> None:
    refuses(("name", heavy, ["", " A", "A ", "A: B", "A\n"]))


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
    asked = command("cavalry")
    line = f"cavalry --charger 'heavy 5, strength 5' --target '{words}'"
    options = asked.parser().read(arguments_of(line)[1:])
    doors: list[tuple[str, Callable[[], object]]] = [
        ("units at (0, 0)", lambda: Board.filled(Terrain("clear", 1), radius=1, units=placed)),
        ("units of the target 'Q'", lambda: one(rider, target)),
        ("units of the target 'Q'", lambda: one(rider, at(foot(), beyond=(target,)))),
        ("units of the target 'Q'", lambda: CavalryCharge((attack([rider], [target]),))),
        ("--target", lambda: asked.run(options)),
    ]
    if all(isinstance(unit, Cavalry) for unit in units):
        doors += [("units of the stack of 'Q'", lambda: one(riders(*units), at(foot())))]
    for field, door in doors:
        assert refused(door, field) != fits, field


def test_two_stacks_that_end_in_one_hex_stack_there() -> None:
    pair = [riders(heavy("A"), heavy("B")), riders(heavy("C"), beside="A")]
    assert refused(lambda: one(pair, at(foot())), "units of the stack of 'A'")


def test_a_situation_of_a_board_has_the_limits_of_the_board() -> None:
    wide = replace(SECONDARY, stack_limit=3)
    three = attack([riders(*(heavy(name) for name in "ABC"))], [at(foot())])
    assert refused(lambda: charge.Situation((three,)), "units of the stack of 'A'")
    assert charge.Situation((three,), wide).secondary is wide


@pytest.mark.rule("TG-9.81-7")
def test_a_table_of_ones_own() -> None:
    """A row that it lacks is reported, with its chance."""
    quiet, beaten = Effect(False, "none"), Effect(True, "none")
    rows = (Row(None, 5, quiet, quiet), Row(8, None, quiet, beaten))
    table = replace(SECONDARY, results=ResultsTable(rows, gaps="report"))
    situation = one(shockers(heavy()), at(foot()))
    found = charge.odds(situation, NEVER, secondary=table)
    assert dict(found.unspecified) == {
        "a result for which the table has no row": passing(4) * tenths(2)
    }
    assert distribution(found, "Y") == {
        "where it was, good order": 1 - passing(4) * tenths(4),
        "where it was, disordered": passing(4) * tenths(2),
        "unspecified": passing(4) * tenths(2),
    }
    with pytest.raises(UnspecifiedBySource, match="the table has no row: unspecified"):
        charge.adjudicate(situation, [0, 6], NEVER, secondary=table)
    assert charge.adjudicate(situation, [0, 8], NEVER, secondary=table).complete
    other = attack([shockers(heavy("C", 9))], [at(foot("Z", 9))])
    both, alone = charge.Situation((*situation.attacks, other)), charge.Situation((other,))
    fought = [charge.odds(each, NEVER, secondary=table) for each in (both, alone)]
    assert distribution(fought[0], "Z") == distribution(fought[1], "Z")


@pytest.mark.rule("TG-9.87b")
@pytest.mark.parametrize(
    ("units", "who"),
    [
        ((heavy("A", 3), heavy("B", 5)), "B"),
        ((light("L", 9), heavy("B", 3), light("M", 9)), "B"),
    ],
)
def test_where_one_unit_fills_a_hex_one_pursues(units: tuple[Cavalry, ...], who: str) -> None:
    """The limits are data; heavy goes before light, then the higher cohesion."""
    narrow = replace(SECONDARY, stack_limit=1, brigade_stack_limit=1)
    situation = one([riders(unit) for unit in units], at(foot("Y")), drm=20)
    told = charge.adjudicate(
        situation, [0] * len(units) + [0, 9], NEVER, reading(), secondary=narrow
    )
    assert advanced(told) == {who}


ON = {"breakthrough": True}


def after_ten(target: charge.Target, *, charges: bool = True) -> charge.Situation:
    """An attack that comes to 10 or more with every face, and is fought on."""
    stack = riders(heavy("A", 9)) if charges else shockers(foot("A", 9))
    return one(stack, target, drm=20)


def test_a_breakthrough_that_may_have_lost_him_cannot_be_told() -> None:
    target = at(foot(), in_front_after_retreat=None)
    (gap,) = odds(after_ten(target, charges=False), ON).unspecified
    assert gap == (
        "whether Y is in front after its retreat"
        " (in_front_after_retreat, and on a map retreat_to, is not given)"
    )
    assert not odds(after_ten(target, charges=False)).unspecified
    # If he leaves the map it is known, unless it was told of chargers, who turn.
    for more, found in ((), 0), ((riders(heavy("B", 0, strength=1), commitment_drm=10),), 1):
        gone = replace(target, retreat="enemy_front", beyond=(at(foot("W")),))
        beside = one([*more, shockers(foot("A", 9))], gone, drm=20)
        assert len(odds(beside, ON).unspecified) == found, found
    assert not odds(after_ten(target), ON).unspecified


SURE = heavy("A", 9)


@pytest.mark.rule("TG-9.81-6")
def test_fire_is_reckoned_with_the_numbers_that_are_given() -> None:
    situation = one(riders(SURE, heavy("B", 9)), at(foot(), gun("G", fire=2)))
    plan = {**NEVER, "fire": "A"}
    usual = charge.adjudicate(situation, [0], plan).missing
    assert usual is not None
    assert usual.text == "G fires at A and B with +4 (secondary source 8.6)"
    other = replace(SECONDARY, fire_adjacent_drm=5)
    for own, given in ((situation, other), (replace(situation, secondary=other), None)):
        changed = charge.adjudicate(own, [0], plan, secondary=given).missing
        assert changed is not None
        assert changed.text == "G fires at A and B with +8 (secondary source 8.6)"


@pytest.mark.parametrize("swapped", [False, True])
def test_a_gap_in_one_attack_leaves_the_other_whole(swapped: bool) -> None:
    """Nobody says whether U, which counter-charges, is heavy; C and Z know all they need."""
    unknown = Cavalry("U", 9, strength=6)
    open_one = attack([riders(heavy("A", 4))], [at(unknown, retreat="blocked")])
    other = attack([riders(heavy("C", 9))], [at(foot("Z", 9))])
    both = charge.Situation((other, open_one) if swapped else (open_one, other))
    found = odds(both, {"counter-charge": True})
    assert found.unspecified == {"whether U is heavy": passing(4)}
    assert (
        distribution(found, "U")["unspecified"]
        == distribution(found, "A")["unspecified"]
        == passing(4)
    )
    alone = odds(charge.Situation((other,)))
    for name in "CZ":
        assert distribution(found, name) == distribution(alone, name)
