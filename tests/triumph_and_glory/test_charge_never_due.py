"""Decisions that are given, and that the rules forbid or never ask for."""

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory import charge
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

RIDER, Y = riders(heavy()), at(foot("Y"))
BARRED: dict[str, tuple[charge.Situation, str, tuple[str, ...]]] = {
    "disordered": (
        one(RIDER, at(heavy("Y", order=BEATEN))),
        "Y may not counter-charge: it is disordered.",
        ("TG-9.86a",),
    ),
    "in another front": (
        one(RIDER, at(heavy("Y"), in_enemy_front=True)),
        "Y may not counter-charge: it stands in the front hexes of another enemy unit.",
        ("TG-9.86a",),
    ),
    "through a flank": (
        one(riders(heavy(), through="flank"), at(heavy("Y"))),
        "Y may not counter-charge: it is charged through its flank, not through its front.",
        ("TG-9.86a", "R-N22"),
    ),
    "from behind": (
        one(riders(heavy(), through="rear"), at(heavy("Y"))),
        "Y may not counter-charge: it is charged through its rear, not through its front.",
        ("TG-9.86a",),
    ),
    "jaegers alone": (
        one(RIDER, at(jaeger("Y"))),
        "Y may not form square: jaegers do so only together with infantry.",
        ("TG-9.85d",),
    ),
}


@pytest.mark.rule("TG-9.86a", "TG-9.85d", "R-N22")
@in_turn(("situation", "why", "clauses"), BARRED.values())
def test_what_the_rules_forbid_is_told_in_its_step(
    situation: charge.Situation, why: str, clauses: tuple[str, ...]
) -> None:
    for given in ("counter-charge", "square Y"):
        told = run(situation, [0], {given: True}).steps
        (at_step,) = (n for n, step in enumerate(told) if step.text == why)
        assert told[at_step].clauses == clauses
        heading = max(n for n in range(at_step) if told[n].heading)
        assert told[heading].text == "Step 4: square or counter-charge"


NOT_DUE = {
    "counter-charge": ("cavalry in good order", "TG-9.86a"),
    "square Y": ("that a charge reaches", "TG-9.85a"),
    "recall": ("disordered by reaction fire", "TG-9.82"),
    "recall after fire A": ("reaction fire disorders", "TG-9.81-6"),
    "pursuit 1: breakthrough A": ("10 or more", "TG-9.73b"),
    "fire": ("a gun", "TG-9.81-6"),
    "counter-shock Y": ("below 0", "TG-9.73d"),
}


@in_turn(("key", "told"), NOT_DUE.items())
def test_a_decision_that_never_comes_up_is_told_with_what_it_takes(
    key: str, told: tuple[str, str]
) -> None:
    """A does not commit itself: nothing else follows."""
    situation, (needs, clause) = one(RIDER, Y), told
    record = run(situation, [9], {key: True})
    heading, line = record.steps[-2:]
    assert (heading.heading, heading.text) == (True, "Decisions that never came up")
    assert line.text.startswith(f"{key}: not due. It takes ")
    assert needs in line.text
    assert clause in line.clauses
    # So do odds and advice, of what cannot come up in any case.
    never = {**NEVER, "pursuit 1: breakthrough A": "yes", "fire": True}
    del never["recall"]
    found = charge.odds(situation, {**never, "recall": False})
    best = charge.decide(situation, charge.drive_out("Y"), never)
    for answer in (found, best):
        keys = [step.text.partition(": not due")[0] for step in answer.never_due]
        assert keys == ["fire", "pursuit 1: breakthrough A"]
        assert "fire: not due" in str(answer)
        assert "fire: not due" in answer._repr_html_()


@pytest.mark.rule("TG-9.86a")
def test_what_is_told_in_its_step_is_not_told_again() -> None:
    """5 and 3 are 8: a disordered target withdraws, and its hex is taken."""
    broken = one(RIDER, at(heavy("Y", order=BEATEN)))
    record = run(broken, [0, 5], {"counter-charge Y": True, "square": True})
    assert record.complete
    assert [s.text.split(":")[0] for s in record.steps if "not due" in s.text] == ["square"]


def test_a_no_that_nobody_asked_for_is_not_told() -> None:
    assert not any("not due" in step.text for step in run(one(RIDER, Y), [9], NEVER).steps)


def test_a_die_under_a_wrong_name_hears_which_is_due() -> None:
    two = one([riders(heavy("A")), riders(heavy("B"))], at(foot("Y")))
    with pytest.raises(InvalidValue, match=r"'comitment A' .* commitment A, which is due") as error:
        run(two, {"comitment A": 3})
    assert error.value.field == "key of dice"
    with pytest.raises(InvalidValue, match=r"'fight Q' .* commitment B, which is due"):
        run(two, {"commitment A": 3, "fight Q": 3})
    due = run(two, {"commitment A": 3, "square Y": 3}).missing
    assert due is not None
    assert (due.key, due.not_due) == ("commitment B", ("square Y",))
    assert str(due) == "a die for commitment B (0 to 9); not due so far: square Y"
    with pytest.raises(InvalidValue, match=r"'square Y' .* due: commitment A, commitment B$"):
        run(two, {"commitment A": 9, "commitment B": 9, "square Y": 3})


@pytest.mark.rule("TG-9.81-7")
def test_a_fight_has_a_name_that_can_be_known_beforehand() -> None:
    """It is called by the first who was declared for it, whoever of them comes."""
    two = one([riders(heavy("A")), riders(heavy("B"))], at(foot("Y")))
    for dice in ([0, 0], [0, 9], [9, 0]):
        due = run(two, dice).missing
        assert due is not None
        assert due.key == "fight A"


@pytest.mark.rule("TG-9.73a", "TG-9.73b", "TG-9.73d")
def test_a_unit_that_has_used_its_secondary_shock_has_none_left() -> None:
    """Neither a breakthrough of A after 5 + 7, nor a counter-shock of Y after 0 - 7."""
    for used in (False, True):
        foe = foot("Y", shocked_again=used)
        beaten = one(shockers(foot("A")), at(foe), -7)
        asked = ask(beaten, [0, 0], {**NEVER, "counter-shock": True}, retreat_below_zero="none")
        assert bool(asked) is not used
        infantry = one(shockers(foot("A", shocked_again=used)), at(foot("Y")), 7)
        plan = {key: answer for key, answer in NEVER.items() if key != "breakthrough"}
        found = charge.adjudicate(infantry, [0, 5], plan).missing
        assert (found is None) is used
    parsed = charge.Situation.parse(
        ["heavy 5, strength 4, secondary shock used"], ["infantry 5, strength 4"]
    )
    assert [unit.shocked_again for unit in parsed.units()] == [True, False]
