"""What happens before the fight, by its odds: steps 1 to 6, answers and reactions."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.errors import IllegalAction, InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Cavalry, Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

UNKNOWN = Cavalry("U", 4, strength=6)
LEAVE = "retreat before shock"
LEAVES = {LEAVE: True}
A = heavy("A", 9)


def options(situation: charge.Situation, dice: list[int], **decisions: Any) -> tuple[str, ...]:
    """The options of the decision that is due after these dice."""
    found = charge.adjudicate(situation, dice, {"square": False, **decisions}).missing
    assert found is not None
    assert found.what == "decision"
    return found.options


@pytest.mark.rule("TG-9.81-2", "TG-9.72a", "R-N12")
def test_who_leaves_checks_and_its_hex_may_be_occupied() -> None:
    situation = one([riders(heavy()), riders(heavy("B"))], at(light("L", 3)))
    gone = {LEAVE: True}
    assert ask(situation, [], gone) == "check after leaving L"
    told = charge.adjudicate(situation, [3], gone)
    assert told.missing is not None
    assert (told.missing.key, told.missing.options) == ("occupy L", ("A", "B", "no"))
    assert fates(told)["L"] == "left before the shock, good order"
    told = run(situation, [4], {**gone, "occupy": "B"})
    assert told.complete
    assert fates(told) == {
        "A": "where it was, good order",
        "B": "advanced, good order",
        "L": "left before the shock, disordered",
    }
    assert cited(told, "L retreats before the shock") == {"TG-9.81-2"}
    assert "TG-9.72a" in cited(told, "B enters the hex that was left")
    # Nobody charged: nobody rolls to commit himself, nobody is disordered.
    assert keys(told) == [f"{LEAVE} L", "check after leaving L", "occupy L"]
    found = odds(situation, gone)
    assert found.chance("check after leaving L", "passed") == passing(3)
    assert distribution(found, "L")["left before the shock, disordered"] == 1 - passing(3)


@pytest.mark.rule("TG-9.81-2")
def test_whether_all_chargers_are_heavy_must_be_known() -> None:
    situation = one([riders(heavy()), riders(UNKNOWN)], at(light("Q")))
    assert odds(situation, LEAVES).unspecified == {"whether U is heavy": 1}
    # It does not matter where nobody could leave.
    assert ask(one([riders(heavy()), riders(UNKNOWN)], at(foot()))) == "commitment A"


@pytest.mark.rule("TG-9.81-2")
def test_leaving_matters_only_if_it_comes_to_it() -> None:
    """Q cannot leave where there is no open hex, so the type of the charger is never asked for."""
    situation = one(riders(UNKNOWN), at(light("Q"), retreat="blocked"))
    found = odds(situation)
    assert found.asked("retreat before shock Q") == 0
    assert found.chance("commitment U", "passed") == passing(4)


@pytest.mark.rule("TG-9.86e", "TG-9.84")
@pytest.mark.parametrize(("unit", "bonus"), [(heavy("Q", 5), HEAVY), (light("Q", 5), 1)])
def test_the_counter_charge_against_infantry(unit: Cavalry, bonus: int) -> None:
    """Q attacks at even strength, with cohesion 5 against 4 and its bonus; nobody commits."""
    situation = one(shockers(foot("K", 4)), at(unit))
    found = odds(situation, {"answer": "counter-charge"})
    drm = bonus + 5 - 4
    assert found.asked("commitment K") == 0
    results = found.results("Q", label="counter-charge")
    assert dict(results) == {face + drm: Fraction(1, 10) for face in range(10)}
    # Now the infantry is the defender: 10 or more beats it; Q is disordered by its counter-charge.
    k = distribution(found, "K")
    assert k["retreated, disordered"] == reaching(10, drm) + (
        (reaching(5, drm) - reaching(10, drm)) * (1 - passing(4))
    )
    assert sum(p for fate, p in distribution(found, "Q").items() if "good order" in fate) == 0
    told = run(situation, [9], {"answer": "counter-charge"})
    assert cited(told, "Q is disordered by its counter-charge") == {"TG-9.81-9", "TG-9.84"}
    assert told.complete


@pytest.mark.rule("TG-9.86e")
def test_what_becomes_of_a_shock_at_several_hexes_is_open_if_one_counter_charges() -> None:
    """The clause speaks of one target; of the other hexes it says nothing."""
    both = one(shockers(foot("K", 4)), [at(heavy("Q", 5)), at(foot("Z", 4))])
    with pytest.raises(UnspecifiedBySource, match="several hexes when Q counter-charges"):
        charge.adjudicate(both, [], {"answer": "counter-charge"})
    found = odds(both, {"answer": "counter-charge"})
    assert found.unspecified == {"a shock at several hexes when Q counter-charges": 1}
    stands = odds(both, {"answer": "stand"})
    assert not stands.unspecified
    assert stands.chance("commitment K", "passed") == passing(4)


# Not only in a declared attack


@pytest.mark.rule("TG-9.81-3", "TG-9.86e", "R-N15")
def test_infantry_that_is_counter_charged_by_one_of_two_does_not_commit() -> None:
    targets = [at(heavy("Y")), at(heavy("W"))]
    situation = one(shockers(foot("A")), targets)
    both_stand = odds(situation, {"answer": "stand"})
    assert both_stand.asked("commitment A") == 1
    one_turns = odds(situation, {"answer Y": "counter-charge", "answer W": "stand"})
    assert one_turns.asked("commitment A") == 0
    (gap,) = one_turns.unspecified
    assert gap == "a shock at several hexes when Y counter-charges"


PLAIN = one(riders(heavy()), at(foot()))


@pytest.mark.rule("TG-9.81a")
@pytest.mark.parametrize("unit", [foot("K"), jaeger("K"), gun("K", horse=True)])
def test_only_cavalry_charges(unit: Unit) -> None:
    with pytest.raises(IllegalAction, match="K charges, and is not cavalry") as error:
        riders(heavy(), unit)
    assert error.value.clauses == ("TG-9.81a",)
    assert shockers(heavy(), unit).units[1] == unit


@pytest.mark.rule("TG-9.81b")
def test_disordered_cavalry_does_not_charge() -> None:
    with pytest.raises(IllegalAction, match="A charges, and is disordered") as error:
        riders(light(), heavy(order=BEATEN))
    assert error.value.clauses == ("TG-9.81b",)
    # It does not shock either, by the secondary source; artillery comes along in any order.
    with pytest.raises(InvalidValue, match=r"order of 'A': .*secondary source 9\.61"):
        shockers(heavy(order=BEATEN))
    assert shockers(foot("K"), gun(order=BEATEN)).name == "K"


@pytest.mark.rule("TG-9.81e")
def test_a_hex_that_no_charge_may_go_to() -> None:
    village = at(foot(), chargeable=False)
    with pytest.raises(IllegalAction, match="a charge at Y") as error:
        one([shockers(foot("K")), riders(heavy())], village)
    assert error.value.clauses == ("TG-9.81e",)
    assert ask(one(shockers(heavy()), village)) == "commitment A"


# Step 3: commitment


@pytest.mark.rule("TG-9.81-3")
@in_turn("cohesion", range(10))
def test_commitment_is_a_roll_of_at_most_the_cohesion(cohesion: int) -> None:
    found = odds(one(riders(heavy("A", cohesion)), at(foot())))
    assert found.chance("commitment A", "passed") == Fraction(cohesion + 1, 10)
    assert found.chance("commitment A", "failed") == Fraction(9 - cohesion, 10)
    # Who fails stays where it is, in good order, and nobody fights.
    assert distribution(found, "A").get("uncommitted, good order", 0) == Fraction(9 - cohesion, 10)
    assert found.asked("fight A") == Fraction(cohesion + 1, 10)


@pytest.mark.rule("TG-9.81-3")
def test_the_top_unit_commits_its_stack() -> None:
    for units, passed in [((2, 8), passing(2)), ((8, 2), passing(8))]:
        stack = riders(*(heavy(name, c) for name, c in zip("AB", units, strict=True)))
        found = odds(one(stack, at(foot())))
        assert found.chance("commitment A", "passed") == passed
        assert found.asked("commitment B") == 0
        assert distribution(found, "B")["uncommitted, good order"] == 1 - passed
    # Two stacks roll for themselves.
    apart = odds(one([riders(heavy("A", 2)), riders(heavy("B", 8))], at(foot())))
    assert apart.chance("commitment B", "passed") == passing(8)
    assert distribution(apart, "B")["uncommitted, good order"] == 1 - passing(8)


@pytest.mark.rule("TG-9.81-3")
@in_turn("drm", [-2, 0, 3, 7])
def test_defensive_fire_hinders_a_shock_and_never_a_charge(drm: int) -> None:
    target = at(foot(), defensive_fire_drm=drm)
    for stack, passed in [(riders(heavy()), passing(4)), (shockers(heavy()), passing(4, drm))]:
        found = odds(one(stack, target))
        assert found.chance("commitment A", "passed") == passed
    # In one attack, too: only who shocks suffers it.
    both = odds(one([riders(heavy()), shockers(foot("K", 4))], target))
    assert both.chance("commitment A", "passed") == passing(4)
    assert both.chance("commitment K", "passed") == passing(4, drm)
    # Other modifiers count for both.
    for stack in (riders(heavy(), commitment_drm=drm), shockers(heavy(), commitment_drm=drm)):
        found = odds(one(stack, at(foot())))
        assert found.chance("commitment A", "passed") == passing(4, drm)


# Step 4 is for those who are charged, step 5 for those who charge a square


@pytest.mark.rule("TG-9.81-5", "TG-9.82")
@pytest.mark.parametrize("cohesion", [0, 4, 9])
def test_recall_from_a_square(cohesion: int) -> None:
    situation = one(riders(heavy("A", cohesion)), at(foot()))
    plan = {"square": True, "recall": True}
    # No square, no recall: step 5 passes.
    assert ask(situation, [0, 9], plan) == "fight A"
    assert ask(situation, [0], {"square": False}) == "fight A"
    assert ask(situation, [0, 6], {"square": True}) == "recall after square A"
    found = odds(situation, plan)
    asked = passing(cohesion) * passing(6)
    assert found.chance("recall after square A", "yes") == asked
    assert found.chance("recall after square A", "recalled") == asked * passing(cohesion)
    assert distribution(found, "A")["recalled, good order"] == asked * passing(cohesion)
    # Higher: it must charge, against the square.
    assert found.asked("fight A") == passing(cohesion) * (1 - passing(6) * passing(cohesion))


# Steps 7 to 9


@pytest.mark.rule("TG-9.81-7", "TG-9.83")
@pytest.mark.parametrize(("unit", "drm"), [(heavy(), HEAVY), (light("A"), 1)])
def test_a_charge_is_a_shock_with_the_charge_bonus(unit: Unit, drm: int) -> None:
    charged = odds(one(riders(unit), at(foot()))).results("A")
    shocked = odds(one(shockers(unit), at(foot()))).results("A")
    for face in range(10):
        assert charged[face + drm] == shocked[face] == passing(4) / 10


@pytest.mark.rule("TG-9.81-8", "TG-9.73c")
def test_ten_and_not_nine_begins_a_pursuit() -> None:
    told = run(PLAIN, [0, 9 - HEAVY, 9])
    assert told.results == {"fight A": 9}
    assert fates(told)["A"] == "advanced, disordered"
    assert told.complete
    told = run(PLAIN, [0, 10 - HEAVY])
    assert told.results == {"fight A": 10}
    assert told.missing is not None
    assert told.missing.key == "pursuit 1: fight A"
    assert "TG-9.81-8" in cited(run(PLAIN, [0, 10 - HEAVY, 9]), "Step 8")
    assert odds(PLAIN).pursuits[0] == 1 - passing(4) * reaching(10, HEAVY)


@pytest.mark.rule("TG-9.84")
def test_no_second_disorder_for_the_charge() -> None:
    """Result 4 disorders the attackers; the charge itself does not make A withdraw."""
    told = run(PLAIN, [0, 1, 0])
    assert told.results == {"fight A": 1 + HEAVY}
    assert fates(told)["A"] == "next to the target, disordered"
    assert cited(told, "A is already disordered") == {"TG-9.84"}
    found = odds(PLAIN)
    assert distribution(found, "A").get("withdrawn", 0) == 0
    in_order = sum(p for fate, p in distribution(found, "A").items() if "good order" in fate)
    assert in_order == 1 - passing(4) == tenths(5)


SQUARE = {"square": True}
BROKEN = "where it was, disordered"
CHARGE = riders(heavy())

# Square


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


@pytest.mark.rule("TG-9.85f")
@pytest.mark.parametrize("unit", [heavy(), light("A")])
def test_minus_two_instead_of_the_charge_bonus(unit: Cavalry) -> None:
    found = odds(one(riders(unit), at(foot("Y", 9))), SQUARE).results("A")
    assert [found[face - 2] for face in range(10)] == [passing(4) / 10] * 10
    told = run(one(riders(unit), at(foot())), [0, 0, 5], SQUARE)
    assert "TG-9.85f" in cited(told, "A against Y")
    assert "TG-9.83" not in cited(told, "A against Y")


# Counter-charge


@pytest.mark.rule("TG-9.86b", "TG-9.86c")
@in_turn("cohesion", [0, 1, 5, 9])
@in_turn(
    ("attacker", "defender", "roll_drm", "lost", "won"),
    [
        # The modifier of the roll; then of the fight, if it fails and if it succeeds.
        (heavy, heavy, 0, HEAVY, 0),
        (heavy, light, 2, HEAVY, 0),
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


FIRE = {"fire": "first"}
BACK = {**FIRE, "recall": True}
SURE = heavy("A", 9)
ROWS = ("none", "check", "disorder", "disorder and retreat")


def shot(strength: int, *units: Any, **more: Any) -> charge.Situation:
    """A gun of this fire strength in a hex of infantry that is charged."""
    return one(riders(*units or (SURE,), **more), at(foot(), gun("G", fire=strength)))


@pytest.mark.rule("TG-9.81-6")
@pytest.mark.parametrize("strength", [0, 3, 4, 6, 9, 14])
@pytest.mark.parametrize("riding", [1, 2, 3])
@pytest.mark.slow
def test_the_table_of_reaction_fire(strength: int, riding: int) -> None:
    """Die, strength, +1 at one hex, +1 a further unit: 9 checks, 13 disorders, 15 drives back."""
    units = [heavy(name, 9, brigade="guard") for name in "ABC"[:riding]]
    found = odds(shot(strength, *units), FIRE)
    total = [face + strength + 1 + riding - 1 for face in range(10)]
    bounds = (-99, 9, 13, 15, 99)
    for row, low, high in zip(ROWS, bounds, bounds[1:], strict=False):
        faces = sum(low <= result < high for result in total)
        assert found.chance("fire G", row) == Fraction(faces, 10)


@pytest.mark.rule("TG-9.81-6")
@pytest.mark.parametrize("cohesion", [0, 4, 9])
def test_nine_to_twelve_asks_for_a_check(cohesion: int) -> None:
    found = odds(shot(4, heavy("A", cohesion)), FIRE)
    hit = passing(cohesion) * tenths(4)
    assert found.asked("check under fire of G A") == hit
    assert found.chance("check under fire of G A", "failed") == hit * (1 - passing(cohesion))
    told = run(shot(4), [0, 4, 9], FIRE)
    assert fates(told)["A"] == "next to the target, good order"
    assert cited(told, "It keeps its order") == {"TG-9.81-6"}
    # Until the check nothing has happened to it, and nothing is told.
    texts = [step.text for step in told.steps]
    (shot_at,) = (number for number, text in enumerate(texts) if text.startswith("G fires"))
    assert texts[shot_at + 1].startswith("A checks its cohesion")


@pytest.mark.rule("TG-9.81-6")
@pytest.mark.parametrize("unit", [foot("K", 9), jaeger("K", 9), light("K", 9)])
def test_who_merely_shocks_loses_its_attack(unit: Any) -> None:
    situation = one(shockers(unit), at(foot(), gun()))
    told = run(situation, [0, 9], BACK)
    assert told.complete
    assert fates(told)["K"] == "halted by fire, disordered"
    found = odds(situation, BACK)
    # Faces 8 and 9; cohesion 9 passes every check.
    assert distribution(found, "K")["halted by fire, disordered"] == tenths(2)
    assert found.asked("fight K") == tenths(8)
    assert found.asked("recall after fire K") == 0


@pytest.mark.rule("TG-9.81b", "TG-9.81-6", "TG-9.82")
@pytest.mark.parametrize("cohesion", [0, 5, 9])
def test_a_charge_that_fire_disorders_may_be_recalled(cohesion: int) -> None:
    """The recall goes by the cohesion in disorder, one lower (R-N2), or as given."""
    for given, counts in [(None, max(0, cohesion - 1)), (3, 3)]:
        unit = heavy("A", cohesion, cohesion_disordered=given)
        found = odds(shot(4, unit), BACK)
        disordered = passing(cohesion) * (tenths(4) * (1 - passing(cohesion)) + tenths(2))
        assert found.asked("recall after fire A") == disordered
        assert found.chance("recall after fire A", "recalled") == disordered * passing(counts)
        assert distribution(found, "A")["recalled, disordered"] == disordered * passing(counts)
        # Else it must charge on; unhurt it cannot be recalled at all.
        assert found.asked("fight A") == passing(cohesion) - disordered * passing(counts)
    assert ask(shot(4), [0, 3], {"square": False, **FIRE}) == "fight A"
    told = run(shot(4), [0, 9, 0], BACK)
    assert cited(told, "A may be recalled") == {"TG-9.81-6", "TG-9.82"}
    assert cited(told, "A: recalled") == {"TG-9.82", "R-N8"}


@pytest.mark.rule("TG-9.81-6", "TG-9.82")
def test_several_guns_and_one_recall() -> None:
    """Each gun fires; then a band has one recall, however many guns disordered it."""
    situation = one(riders(SURE), [at(foot(), gun()), at(foot("Z"), gun("H"))])
    told = run(situation, [0, 9, 0, 9], BACK)
    assert keys(told)[3:] == ["fire G", "fire G", "fire H", "fire H"] + 2 * ["recall after fire A"]
    # A second disorder makes A withdraw: H hits with 8 and 9, or with a check failed.
    # Its cohesion is 9, and 8 in disorder.
    found = odds(situation, BACK)
    by_g = tenths(2)
    again = tenths(2) + tenths(4) * (1 - passing(8))
    assert distribution(found, "A")["withdrawn"] >= by_g * again
    assert found.chance("recall after fire A", "yes") == by_g * (1 - again) + tenths(8) * tenths(2)


@pytest.mark.rule("TG-9.81-6")
def test_fire_is_reckoned_with_the_numbers_that_are_given() -> None:
    situation = one(riders(SURE, heavy("B", 9)), at(foot(), gun("G", fire=2)))
    plan = {**NEVER, "fire": "A"}
    usual = charge.adjudicate(situation, [0], plan).missing
    assert usual is not None
    assert usual.text == "G fires at A and B with +4 (secondary source 8.6)"
    other = replace(SECONDARY, fire_adjacent_drm=5)
    changed = charge.adjudicate(situation, [0], plan, secondary=other).missing
    assert changed is not None
    assert changed.text == "G fires at A and B with +8 (secondary source 8.6)"


# Two hexes, and one


ONLY: dict[str, Any] = {"enemies_in_front": "declared_only"}


def side_by_side(
    first: charge.Stack,
    second: charge.Stack,
    *more: charge.Stack,
    target: charge.Target | None = None,
) -> charge.Situation:
    """The first has declared Y, the others Z."""
    z = target or at(foot("Z", 9))
    return charge.Situation((attack([first], [at(foot("Y", 9))]), attack([second, *more], [z])))


BOTH = riders(heavy("A", 9), in_front=("Z",))
"""It charges Y, and has Z in front of it as well."""
B = riders(heavy("B"))


@pytest.mark.rule("R-N13", "TG-9.81e")
def test_ground_that_forbids_a_charge_at_an_enemy_in_front() -> None:
    """Whether those who come must charge it nobody says; who merely shocks need not ask."""
    village = at(foot("W", 9), chargeable=False)
    gap = {"a charge at W, in front, on ground that forbids it": passing(4)}
    assert odds(one(riders(heavy()), at(foot()), also_in_front=(village,))).unspecified == gap
    shocked = one(shockers(heavy()), at(foot()), also_in_front=(village,))
    assert not odds(shocked).unspecified
    late = side_by_side(BOTH, shockers(foot("B", 4)), target=at(foot("Z"), chargeable=False))
    assert sum(odds(late).unspecified.values()) == 1 - passing(4)
    assert not odds(late, **ONLY).unspecified


# Their reactions


def test_a_side_that_is_missing() -> None:
    """Of a declared target it must be given; of one that is taken over it may come too late."""
    with pytest.raises(InvalidValue, match=r"through of the stack of 'A': .*a side for 'R', too"):
        one(riders(heavy(), through={"Q": "front"}), [at(foot("Q")), at(foot("R"))])
    first = attack([riders(heavy(), through={"Q": "front"}, in_front=("R",))], [at(foot("Q"))])
    second = attack([riders(heavy("B"))], [at(foot("R"))])
    situation = charge.Situation((first, second))
    assert run(situation, {"commitment A": 0, "commitment B": 0}).missing is not None
    with pytest.raises(UnspecifiedBySource, match="through which side A comes to R"):
        run(situation, {"commitment A": 0, "commitment B": 9})
