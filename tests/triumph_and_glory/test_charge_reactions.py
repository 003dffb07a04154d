"""What the target does: square (TG-9.85) and counter-charge (TG-9.86)."""

from contextlib import nullcontext
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.units import Cavalry, Order, Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

SQUARE = {"square": True}
FRESH = "where it was, good order"
BROKEN = "where it was, disordered"
SQUARED = "where it was, in square"
CHARGE = riders(heavy())

# Square


@pytest.mark.rule("TG-9.85a")
@in_turn(
    ("stack", "target", "may"),
    [
        (CHARGE, at(foot()), True),
        (riders(light("A")), at(foot()), True),
        (riders(heavy(), through="rear"), at(foot()), True),
        (CHARGE, at(foot(), in_enemy_front=True), True),
        (CHARGE, at(foot(order=BEATEN)), False),
        (CHARGE, at(foot(), in_enemy_zoc=True), False),
        (shockers(heavy()), at(foot()), False),
        (shockers(foot("A")), at(foot()), False),
    ],
)
def test_who_may_form_square(stack: charge.Stack, target: charge.Target, may: bool) -> None:
    """The target of a charge, in good order, in no zone of control of another enemy."""
    assert ask(one(stack, target), [0]) == ("square Y" if may else "fight A")


@pytest.mark.rule("TG-9.85a", "TG-9.86e")
def test_no_square_against_a_counter_charge() -> None:
    """K shocks the cavalry Q, which counter-charges: K is charged, and cannot form square."""
    situation = one(shockers(foot("K")), at(heavy("Q")))
    told = run(situation, [5], {"answer": "counter-charge", "square": True})
    assert keys(told)[:2] == ["answer Q", "counter-charge: fight Q"]


@pytest.mark.rule("TG-9.85a", "TG-9.85h")
def test_a_square_has_no_rear() -> None:
    """From the rear A has +2, which a square takes away with the charge bonus."""
    situation = one(riders(heavy(), through="rear"), at(foot()))
    assert run(situation, [0, 5]).results == {"fight A": 5 + HEAVY + 2}
    assert run(situation, [0, 0, 5], SQUARE).results == {"fight A": 5 - 2}
    # The clear terrain it then stands in does the rest: every side of it is its front.
    clear = one(riders(heavy(), through="rear"), at(foot(), clear_terrain=True))
    assert run(clear, [0, 5]).results == {"fight A": 5 + HEAVY + 2}
    assert run(clear, [0, 0, 5], SQUARE).results == {"fight A": 5 - 2 + 1}


@pytest.mark.rule("TG-9.85b", "TG-9.85e")
@in_turn(
    ("target", "may"),
    [
        (at(foot(), foot("Z")), True),
        (at(foot(), foot("Z", order=BEATEN)), False),
        (at(foot(order=BEATEN), foot("Z")), False),
        (at(foot(), jaeger(order=BEATEN)), True),
        (at(foot(), gun(order=BEATEN)), True),
        (at(foot(**ONE_BRIGADE), foot("Z", order=BEATEN, **ONE_BRIGADE), gun()), False),
    ],
)
def test_one_disordered_unit_forbids_the_square(target: charge.Target, may: bool) -> None:
    asked = ask(one(CHARGE, target), [0], {"fire": False}) == "square Y"
    assert asked == may


@pytest.mark.rule("TG-9.85b", "TG-9.85e")
@pytest.mark.parametrize("unit", [jaeger("X", order=BEATEN), gun("X", order=BEATEN)])
def test_who_is_disordered_already_is_not_disordered_twice(unit: Unit) -> None:
    """Nor does the square put it in order again."""
    situation = one(CHARGE, at(foot(), unit))
    failed = run(situation, [0, 7], SQUARE)
    assert (fates(failed)["Y"], fates(failed)["X"]) == (BROKEN, BROKEN)
    formed = run(situation, [0, 6], SQUARE)
    assert (fates(formed)["Y"], fates(formed)["X"]) == (SQUARED, BROKEN)


@pytest.mark.rule("TG-9.85d", "TG-9.85e")
def test_jaegers_and_artillery_form_square_with_infantry_only() -> None:
    for alone in (at(jaeger("Y")), at(jaeger("Y"), gun()), at(gun("Y"), jaeger())):
        assert ask(one(CHARGE, alone), [0], {"fire": False}) == "fight A"
    assert "square Y" not in keys(run(one(CHARGE, at(gun("Y"))), [0]))
    together = one(CHARGE, at(foot(**ONE_BRIGADE), jaeger(**ONE_BRIGADE), gun()))
    formed = fates(run(together, [0, 6], SQUARE))
    assert {formed[name] for name in "YJG"} == {SQUARED}
    failed = fates(run(together, [0, 7], SQUARE))
    assert {failed[name] for name in "YJG"} == {BROKEN}


@pytest.mark.rule("TG-9.85b", "TG-9.85d")
def test_disordered_jaegers_are_told_to_spoil_no_square() -> None:
    told = run(one(CHARGE, at(foot(), jaeger(order=BEATEN))), [0, 6], SQUARE)
    assert "TG-9.85b" in cited(told, "Y may try to form square")
    assert cited(told, "J stays disordered but is part") == {"TG-9.85b", "TG-9.85d"}
    steady = run(one(CHARGE, at(foot(), jaeger())), [0, 6], SQUARE)
    assert "TG-9.85b" not in cited(steady, "Y may try to form square")
    assert not [step for step in steady.steps if "all the same" in step.text]


@pytest.mark.rule("TG-9.85a", "TG-9.85b", "R-N3")
@in_turn(
    ("target", "rulings", "why", "clauses"),
    [
        (at(foot("Y", order=BEATEN)), {}, "square: it is disordered", {"TG-9.85a", "TG-9.85b"}),
        (at(foot("Y"), foot("Z", order=BEATEN)), {}, "Z is disordered", {"TG-9.85a", "TG-9.85b"}),
        (at(foot("Y"), in_enemy_zoc=True), {}, "in an enemy zone", {"TG-9.85a"}),
        (
            at(foot("Y")),
            {"chargers_zoc_forbids_square": True},
            "in an enemy zone",
            {"TG-9.85a", "R-N3"},
        ),
    ],
)
def test_why_there_is_no_square_is_told(
    target: charge.Target, rulings: dict[str, Any], why: str, clauses: set[str]
) -> None:
    told = run(one(CHARGE, target), [0], SQUARE, **rulings)
    (step,) = [step for step in told.steps if "may not form square" in step.text]
    assert why in step.text
    assert set(step.clauses) == clauses
    absent = run(one(CHARGE, target), [9], SQUARE, **rulings)
    assert not [step for step in absent.steps if "may not form square" in step.text]


@pytest.mark.rule("TG-9.85e")
@in_turn("cohesion", range(10))
def test_the_roll_for_a_square(cohesion: int) -> None:
    found = odds(one(riders(heavy("A", 9)), at(foot("Y", cohesion))), SQUARE)
    assert found.chance("square Y", "formed") == Fraction(cohesion + 1, 10)
    assert found.chance("square Y", "failed") == Fraction(9 - cohesion, 10)


@pytest.mark.rule("TG-9.85e")
def test_the_top_infantry_unit_rolls() -> None:
    """Neither the jaegers on top of it nor the better unit below it."""
    target = at(
        jaeger("J", 9, **ONE_BRIGADE), foot("Y", 2, **ONE_BRIGADE), foot("Z", 8, **ONE_BRIGADE)
    )
    situation = one(CHARGE, target)
    found = odds(situation, SQUARE)
    assert found.chance("square J", "formed") == passing(4) * passing(2)
    told = run(situation, [0, 3], SQUARE)
    assert "TG-9.85e" in cited(told, "Y rolls to form square")
    assert cited(told, "Z is disordered") == {"TG-9.85e"}
    assert {fates(told)[name] for name in "JYZ"} == {BROKEN}


@pytest.mark.rule("TG-9.85e", "TG-9.85f")
def test_a_square_is_tried_after_all_are_committed() -> None:
    """Both chargers have rolled; one square roll is for both."""
    situation = one([riders(heavy()), riders(heavy("B"))], at(foot()))
    told = run(situation, [0, 9, 6], SQUARE)
    assert keys(told)[:4] == ["commitment A", "commitment B", "square Y", "square Y"]
    assert told.missing is not None
    assert told.missing.key == "fight A"
    # Nobody came: nobody need form square.
    told = run(situation, [9, 9], SQUARE)
    assert told.complete
    assert keys(told) == ["commitment A", "commitment B"]


@pytest.mark.rule("TG-9.85f")
@pytest.mark.parametrize("unit", [heavy(), light("A")])
def test_minus_two_instead_of_the_charge_bonus(unit: Cavalry) -> None:
    found = odds(one(riders(unit), at(foot("Y", 9))), SQUARE).results("A")
    assert [found[face - 2] for face in range(10)] == [passing(4) / 10] * 10
    told = run(one(riders(unit), at(foot())), [0, 0, 5], SQUARE)
    assert "TG-9.85f" in cited(told, "A against Y")
    assert "TG-9.83" not in cited(told, "A against Y")


@pytest.mark.rule("TG-9.85f")
def test_one_square_of_two_hexes_is_enough() -> None:
    both = one(CHARGE, [at(foot()), at(foot("Z", 3))])
    for first, second, drm in [(0, 0, -2), (0, 9, -2), (9, 0, -2), (9, 9, 3)]:
        told = run(both, [0, first, second, 5], SQUARE)
        assert told.results == {"fight A": 5 + drm}
    # Infantry that shocks a square from before suffers nothing by it.
    square = at(foot(order=Order.SQUARE))
    told = run(one([CHARGE, shockers(foot("K"))], square), [0, 0, 5, 0, 5, 0])
    assert told.results == {"fight A": 5 - 2, "fight K": 5}


@pytest.mark.rule("TG-9.85h", "TG-9.73d")
def test_a_square_does_not_strike_back() -> None:
    """Below 0: units in line may counter-shock, those in square may not."""
    situation = one(CHARGE, at(foot()), drm=-20)
    back = {"counter-shock": True}
    assert "counter-shock Y" in keys(run(situation, [0, 0, 0], back))
    told = run(situation, [0, 0, 0, 0], {**SQUARE, **back})
    assert told.complete
    assert keys(told)[-2:] == ["fight A", "retreat check A"]
    assert fates(told)["Y"] == SQUARED


@pytest.mark.rule("TG-9.85j")
def test_losses_that_disorder_it_end_the_square() -> None:
    """Result 5 disorders the defenders."""
    told = run(one(CHARGE, at(foot())), [0, 0, 7, 0], SQUARE)
    assert told.results == {"fight A": 5}
    assert fates(told)["Y"] == BROKEN
    assert "no longer in square" in str(told)


@pytest.mark.rule("TG-9.85h", "TG-9.82")
def test_a_square_that_stood_before_is_charged_as_one() -> None:
    """It need not be formed again; the chargers can be recalled from it."""
    situation = one(CHARGE, at(foot(order=Order.SQUARE)))
    assert ask(situation, [0]) == "recall after square A"
    assert run(situation, [0, 5]).results == {"fight A": 5 - 2}


# Counter-charge


@pytest.mark.rule("TG-9.86a")
@in_turn(
    ("stack", "target", "may"),
    [
        (CHARGE, at(heavy("Q")), True),
        (CHARGE, at(heavy("Q"), in_enemy_zoc=True), True),
        (CHARGE, at(heavy("Q", order=BEATEN)), False),
        (CHARGE, at(heavy("Q"), in_enemy_front=True), False),
        (riders(heavy(), through="flank"), at(heavy("Q")), False),
        (riders(heavy(), through="rear"), at(heavy("Q")), False),
        (shockers(heavy()), at(heavy("Q")), False),
    ],
)
def test_who_may_counter_charge(stack: charge.Stack, target: charge.Target, may: bool) -> None:
    """Cavalry in good order, charged through its front, in the front of no other enemy."""
    assert ask(one(stack, target), [0]) == ("counter-charge Q" if may else "fight A")


@pytest.mark.rule("TG-9.86b", "TG-9.86c")
@in_turn("cohesion", [0, 1, 5, 9])
@in_turn(
    ("attacker", "defender", "roll_drm", "lost", "won"),
    [
        # The modifier of the roll; then of the fight, if it fails and if it succeeds.
        (heavy, heavy, 0, 3, 0),
        (heavy, light, 2, 3, 0),
        (light, heavy, 0, 1, -1),
        (light, light, 0, 1, 0),
    ],
)
def test_the_counter_charge(
    attacker: type, defender: type, roll_drm: int, lost: int, won: int, cohesion: int
) -> None:
    situation = one(riders(attacker("A")), at(defender("Q", cohesion)))
    found = odds(situation, {"counter-charge": "A"})
    succeeded = passing(cohesion, roll_drm)
    assert found.chance("counter-charge Q", "succeeded") == passing(4) * succeeded
    results = found.results("A")
    for x in range(-1, 13):
        either = succeeded * (0 <= x - won <= 9) + (1 - succeeded) * (0 <= x - lost <= 9)
        assert results.get(x, 0) == passing(4) * either / 10


@pytest.mark.rule("TG-9.86b", "TG-9.86c", "TG-9.84")
def test_success_and_failure_of_a_counter_charge() -> None:
    """Result 5 disorders the defender; a counter-charge that failed was none."""
    situation = one(riders(light()), at(heavy("Q", 5)), drm=-1)
    won = run(situation, [0, 5, 9, 0], {"counter-charge": "L"})
    assert won.results == {"fight L": 9 - 1 - 1}
    assert "TG-9.86c" in cited(won, "L against Q")
    assert "TG-9.83" not in cited(won, "L against Q")
    assert cited(won, "its charge bonus is lost") == {"TG-9.86b"}
    lost = run(situation, [0, 6, 9, 0], {"counter-charge": "L"})
    assert lost.results == {"fight L": 9 - 1 + 1}
    assert cited(lost, "The counter-charge fails") == {"TG-9.86b"}
    # Result 4 leaves the defender alone: who counter-charged is disordered all the same.
    for roll, face, order in [(5, 6, "disordered"), (6, 4, "good order")]:
        told = run(situation, [0, roll, face, 0], {"counter-charge": "L"})
        assert told.results == {"fight L": 4}
        assert fates(told)["Q"] == f"where it was, {order}"
        assert fates(told)["L"] == "next to the target, disordered"


@pytest.mark.rule("TG-9.86d", "R-N9")
def test_the_counter_charge_is_aimed_at_one_hex() -> None:
    """Light L and heavy A charge; whoever is not aimed at keeps its bonus."""
    situation = one([riders(light()), riders(heavy())], at(heavy("Q", 5)))
    told = charge.adjudicate(situation, [0, 0])
    assert told.missing is not None
    assert (told.missing.key, told.missing.options) == ("counter-charge Q", ("L", "A", "no"))
    assert (told.missing.kind, told.missing.who) == ("counter-charge", "Q")
    for aim, drm in [("A", 1), ("L", 3 - 1)]:
        told = run(situation, [0, 0, 5, 0], {"counter-charge": aim})
        assert told.results == {"fight L": drm}
        (fought,) = [step for step in told.steps if "The die shows" in step.text]
        assert {"TG-9.83", "R-N9"} <= set(fought.clauses)  # the other keeps its bonus
        assert cited(told, "The others keep theirs.") == {"TG-9.86b", "R-N9"}
    whole = run(
        situation, [0, 0, 5, 0], {"counter-charge": "A"}, countercharge_stops="whole_charge"
    )
    assert "R-N9" in cited(whole, "So is that of the others.")
    missed = run(situation, [0, 0, 9, 0], {"counter-charge": "A"})
    assert "R-N9" not in str(missed)
    # Only a hex that charges through the front can be met.
    flank = one([riders(light()), riders(heavy(), through="flank")], at(heavy("Q", 5)))
    found = charge.adjudicate(flank, [0, 0]).missing
    assert found is not None
    assert found.options == ("L", "no")
    # Nor one that did not come.
    found = charge.adjudicate(situation, [9, 0]).missing
    assert found is not None
    assert found.options == ("A", "no")


@pytest.mark.rule("TG-9.86b", "R-N24")
@pytest.mark.parametrize("reading", ["each_its_own", "one_for_all"])
def test_a_counter_charge_from_one_hex_takes_the_bonus_away_at_the_other_as_well(
    reading: str,
) -> None:
    """The bonus is the charge's: 3 if the counter-charge fails, none at either hex if not."""
    situation = one(riders(heavy()), [at(heavy("Q", 5)), at(foot())])
    plan = {"counter-charge": True, "square": False}
    for roll, bonus in [(5, 0), (6, 3)]:
        told = run(situation, [0, roll, 1, 0], plan, several_hexes=reading)
        assert told.results == {"fight A": 1 + bonus}
        said = [step for step in told.steps if "at every hex that it attacks" in step.text]
        assert [step.clauses for step in said] == ([] if bonus else [("TG-9.86b", "R-N24")])


@pytest.mark.rule("TG-9.86b", "R-N9")
@pytest.mark.parametrize("reading", ["that_hex", "whole_charge"])
def test_a_counter_charge_bears_on_its_own_fight_only(reading: str) -> None:
    first = attack([riders(light())], [at(heavy("Q", 5))])
    second = attack([riders(heavy())], [at(foot())])
    plan = {"counter-charge": True}
    told = run(
        charge.Situation((first, second)), [0, 0, 0, 9, 0, 5, 0], plan, countercharge_stops=reading
    )
    assert told.results == {"fight L": 9 - 1, "fight A": 5 + HEAVY}


@pytest.mark.rule("TG-9.86b", "TG-9.86c")
@in_turn(
    ("attacker", "defender", "open_before", "open_after"),
    [
        # Whether the roll, and after a success the fight, turns on a type that nobody knows.
        (True, None, True, True),
        (False, None, False, True),
        (None, True, False, True),
        (None, False, True, True),
        (True, False, False, False),
    ],
)
def test_unknown_types_in_a_counter_charge(
    attacker: bool | None, defender: bool | None, open_before: bool, open_after: bool
) -> None:
    charger, rider = heavy("A", heavy=attacker), heavy("Q", 9, heavy=defender)
    plan = {"retreat before shock": False, "counter-charge": "A"}
    situation = one(riders(charger), at(rider))
    for dice, is_open in [([0], open_before), ([0, 0], open_after)]:
        with pytest.raises(UnspecifiedBySource, match="heavy") if is_open else nullcontext():
            run(situation, dice, plan)
