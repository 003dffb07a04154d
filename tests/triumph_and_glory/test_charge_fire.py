"""Step 6: reaction fire at one hex, and what it does to a charge (TG-9.81-6, TG-9.81b, TG-9.82)."""

from fractions import Fraction
from typing import Any

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.fire import fire_drm
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from tests.triumph_and_glory.charging import *

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
@pytest.mark.parametrize(
    ("face", "fate"),
    [
        (3, "next to the target, good order"),
        (8, "next to the target, disordered"),
        (9, "next to the target, disordered"),
    ],
)
def test_what_fire_does(face: int, fate: str) -> None:
    """Fire 4 at one hex: 8 misses, 13 and 14 disorder without a check."""
    told = run(shot(4), [0, face], FIRE)
    assert told.missing is not None
    assert told.missing.key == "fight A"
    assert fates(told)["A"] == fate
    assert cited(told, "G fires at A") == {"TG-9.81-6"}
    assert "secondary source 8.6" in str(told)


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


@pytest.mark.rule("TG-9.81-6", "TG-9.84")
@pytest.mark.parametrize(
    ("room", "fate"),
    [
        ("open", "retreated, disordered"),
        ("enemy_front", "withdrawn"),
        ("blocked", "eliminated"),
    ],
)
def test_fifteen_drives_back(room: Any, fate: str) -> None:
    """Fire 9: face 5 makes 15. No fight, and no disorder for a charge that did not arrive."""
    told = run(shot(9, retreat=room), [0, 5], BACK)
    assert told.complete
    assert fates(told)["A"] == fate
    assert keys(told)[-1] == "fire G"


@pytest.mark.rule("TG-9.81-6", "TG-9.85e")
def test_which_gun_may_fire() -> None:
    """Not a disordered one, nor one that a failed square has just disordered."""
    assert ask(one(riders(SURE), at(gun())), [0]) == "fire G"
    assert ask(one(riders(SURE), at(gun(order=BEATEN))), [0]) == ""
    square = {"square": True, "recall": False}
    assert ask(shot(4), [0, 6], square) == "fire G"
    assert ask(shot(4), [0, 7], square) == "fight A"
    # Horse artillery that has left does not fire.
    horse = one(riders(SURE), at(foot(), gun(horse=True)))
    gone = {"retreat before shock": True, "square": False}
    assert ask(horse, [0, 0], gone) == "fight A"


@pytest.mark.rule("TG-9.81-6", "TG-9.85h")
def test_a_gun_fires_at_its_front() -> None:
    """Its front is the side that the charge comes through; around a square all hexes are."""
    for through in ("flank", "rear"):
        situation = shot(4, through=through)
        assert ask(situation, [0], {"square": False}) == "fight A"
        assert ask(situation, [0, 0], {"square": True, "recall": False}) == "fire G"
        # A gun may face otherwise than its infantry (secondary source 6.14).
        turned = shot(4, through=through, in_fire_of=("G",))
        assert ask(turned, [0], {"square": False}) == "fire G"
    hidden = shot(4, out_of_fire_of=("G",))
    assert ask(hidden, [0], {"square": False}) == "fight A"
    assert ask(hidden, [0, 0], {"square": True, "recall": False}) == "fire G"


@pytest.mark.rule("TG-9.81-6")
def test_one_gun_fires_at_one_hex() -> None:
    stacks = [riders(heavy("A", 9)), riders(heavy("B", 9), through="rear"), riders(light("L", 9))]
    situation = one(stacks, at(foot(), gun()))
    found = charge.adjudicate(situation, [0, 0, 0], {"square": False}).missing
    assert found is not None
    assert (found.key, found.options) == ("fire G", ("A", "L", "no"))
    told = run(situation, [0, 0, 0, 9], {"fire": "L"})
    assert fates(told)["L"] == "next to the target, disordered"
    assert fates(told)["A"] == "next to the target, good order"
    # Who is not there cannot be fired at.
    found = charge.adjudicate(
        one([riders(heavy()), riders(light())], at(foot(), gun())), [9, 0], {"square": False}
    ).missing
    assert found is not None
    assert found.options == ("L", "no")


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


@pytest.mark.rule("TG-9.81b", "TG-9.84", "R-N11")
def test_a_charge_goes_on_in_disorder() -> None:
    """It fights in full, and is not disordered once more at the end."""
    told = run(shot(4), [0, 9, 4, 0], FIRE)
    assert told.results == {"fight A": 4 + HEAVY}
    assert told.complete
    assert fates(told)["A"] == "next to the target, disordered"
    assert cited(told, "A is already disordered") == {"TG-9.84"}
    # A result that disorders it again makes it withdraw.
    told = run(shot(4), [0, 9, 1], FIRE)
    assert told.complete
    assert fates(told)["A"] == "withdrawn"


@pytest.mark.rule("TG-9.81b", "TG-9.83", "TG-9.87a", "R-N11")
@pytest.mark.parametrize(
    ("value", "bonus", "pursues"),
    [("in_full", 3, True), ("no_pursuit", 3, False), ("no_bonus", 0, True), ("neither", 0, False)],
)
def test_what_a_charge_in_disorder_keeps(value: str, bonus: int, pursues: bool) -> None:
    """A advances in any case; whether it charges Y again is the question."""
    situation = one(riders(SURE), at(foot(), gun()), drm=6)
    told = run(situation, [0, 9, 5], FIRE, charging_on_disordered=value)
    assert told.results["fight A"] == 5 + 6 + bonus
    assert (told.missing is not None and told.missing.key == "pursuit 1: fight A") is pursues
    assert advanced(told) == {"A"}


@pytest.mark.rule("TG-9.81b", "TG-9.83", "R-N11")
def test_the_bonus_of_those_in_good_order_stays() -> None:
    """Heavy A is disordered by fire, light L is not: +1."""
    both = one([riders(heavy("A", 9)), riders(light("L", 9))], at(foot(), gun()))
    lost = {"charging_on_disordered": "no_bonus"}
    assert run(both, [0, 0, 9, 5, 0], {"fire": "A"}, **lost).results == {"fight A": 5 + 1}
    assert run(both, [0, 0, 9, 5, 0], {"fire": "L"}, **lost).results == {"fight A": 5 + HEAVY}


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


@pytest.mark.rule("TG-9.82", "R-N4", "R-N8")
def test_recall_from_a_square_and_from_fire() -> None:
    """Steps 5 and 6 have a recall each: failed, then disordered, then tried again."""
    plan = {"square": True, **BACK}
    situation = shot(4, heavy("A", 4))
    told = run(situation, [0, 0, 5, 9, 3], plan)
    assert told.complete
    assert fates(told)["A"] == "recalled, disordered"
    assert ask(situation, [0, 0, 5, 9], plan, recall_rolls="once") == "fight A"
    back = run(situation, [0, 0, 5, 9, 3], plan, recalled_stays="starting_hex")
    assert fates(back)["A"] == "recalled to its start, disordered"


@pytest.mark.rule("TG-9.81-6", "R-N19")
@pytest.mark.parametrize("reading", ["top", "each"])
def test_under_fire_each_unit_checks_by_itself(reading: str) -> None:
    """In every reading. Fire 4, two units: face 3 makes 9."""
    situation = shot(4, heavy("A", 9), heavy("B", 0))
    told = run(situation, [0, 3, 9, 1], FIRE, stack_checks=reading)
    checks = [key for key in keys(told) if key.startswith("check under fire")]
    assert checks == ["check under fire of G A", "check under fire of G B"]
    assert fates(told)["A"] == "next to the target, good order"
    assert fates(told)["B"] == "next to the target, disordered"
    # Only the unit that was disordered can be recalled for it.
    told = run(situation, [0, 3, 9, 1, 0, 5, 0], BACK, stack_checks=reading)
    assert keys(told)[-2:] == ["fight A", "retreat check Y"]
    assert fates(told)["B"] == "recalled, disordered"


@pytest.mark.rule("TG-9.85g", "TG-9.81-6")
def test_fire_at_a_square_has_one_more() -> None:
    """On top of the +1 for a massed target; chargers are in no square, and never suffer it."""
    for units, massed in [((foot(),), 0), ((foot(), foot("Z")), 1), ((foot(), gun("H")), 0)]:
        for adjacent in (0, 1):
            line, square = (
                fire_drm(gun(fire=3), units, adjacent=bool(adjacent), in_square=formed)
                for formed in (False, True)
            )
            assert (line, square) == (3 + adjacent + massed, 3 + adjacent + massed + 1)
    told = run(shot(3), [0, 0, 9, 9, 0], {"square": True, **FIRE})
    assert "G fires at A with +4 (secondary source 8.6): 9." in str(told)
