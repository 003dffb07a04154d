"""Step 7: the modifiers of the fight, its table, and its retreat checks (TG-9.81-7, TG-9.83)."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.tables.results_table import Effect, ResultsTable, Row
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *


def drm(situation: charge.Situation, dice: int = 1, **rulings: Any) -> int:
    """The modifier of the declared fight, if ``dice`` stacks commit themselves with a 0."""
    told = run(situation, [0] * (dice + 1), **rulings)
    return next(iter(told.results.values()))


# The charge bonus


@pytest.mark.rule("TG-9.83")
@in_turn(
    ("stacks", "bonus"),
    [
        ([riders(heavy())], HEAVY),
        ([riders(light())], 1),
        ([riders(light(), heavy())], HEAVY),
        ([riders(heavy()), riders(heavy("B"))], HEAVY),
        ([riders(light()), riders(light("M"))], 1),
        ([shockers(heavy())], 0),
        ([shockers(light())], 0),
        ([riders(light()), shockers(foot("K"))], 1),
        ([riders(heavy()), shockers(foot("K"))], HEAVY),
        ([riders(light()), shockers(heavy())], 1),
        ([shockers(foot("K")), shockers(heavy())], 0),
    ],
)
def test_the_charge_bonus(stacks: list[charge.Stack], bonus: int) -> None:
    """Heavy +3, else light +1; whoever merely shocks beside them adds and takes nothing."""
    assert drm(one(stacks, at(foot())), len(stacks)) == bonus


@pytest.mark.rule("TG-9.83")
def test_a_type_that_nobody_knows() -> None:
    """It matters only where no other unit is heavy."""
    unknown = heavy("U", heavy=None)
    assert drm(one([riders(heavy()), riders(unknown)], at(foot())), 2) == HEAVY
    with pytest.raises(UnspecifiedBySource, match="'U' is heavy: unspecified"):
        run(one([riders(light()), riders(unknown)], at(foot())), [0, 0, 0])
    found = odds(one([riders(heavy("A", 4)), riders(replace(unknown, cohesion=4))], at(foot())))
    # Only if A fails and U arrives does it matter.
    assert dict(found.unspecified) == {"whether 'U' is heavy": (1 - passing(4)) * passing(4)}
    assert distribution(found, "Y")["unspecified"] == (1 - passing(4)) * passing(4)


# What the secondary source adds


@pytest.mark.rule("TG-9.81-7")
def test_the_ratio_is_of_those_who_come() -> None:
    """12 to 6 is +2, 6 to 6 is 0: whoever fails its commitment does not count."""
    stacks = [riders(heavy("A")), riders(heavy("B"))]
    situation = one(stacks, at(foot()), ratio_drm=None)
    assert run(situation, [0, 0, 0]).results == {"fight A": 2 + HEAVY}
    assert run(situation, [0, 9, 0]).results == {"fight A": HEAVY}
    assert run(situation, [9, 0, 2]).results == {"fight A": 2 + HEAVY}
    # Artillery has no strength in shock, on either side: 12 to 12.
    with_gun = one(
        stacks, at(foot(**ONE_BRIGADE), foot("Z", **ONE_BRIGADE), gun(strength=9)), ratio_drm=None
    )
    assert run(with_gun, [0, 0, 0]).results == {"fight A": HEAVY}
    helped = one(shockers(foot("K"), gun(strength=9)), at(foot()), ratio_drm=None)
    assert run(helped, [0, 0]).results == {"fight K": 0}


@pytest.mark.rule("TG-9.81-7")
def test_a_ratio_that_is_given() -> None:
    """By who arrives; a set that is left out is a gap, with its chance."""
    given = {frozenset("AB"): 4, frozenset("A"): -1}
    situation = one([riders(heavy("A")), riders(heavy("B"))], at(foot()), ratio_drm=given)
    assert run(situation, [0, 0, 0]).results == {"fight A": 4 + HEAVY}
    assert run(situation, [0, 9, 0]).results == {"fight A": -1 + HEAVY}
    with pytest.raises(UnspecifiedBySource, match="the strength ratio of B: unspecified"):
        run(situation, [9, 0])
    found = odds(situation)
    assert dict(found.unspecified) == {"the strength ratio of B": tenths(5) * tenths(5)}


@pytest.mark.rule("TG-9.81-7")
def test_a_strength_that_nobody_knows() -> None:
    situation = one(riders(heavy(strength=None)), at(foot()), ratio_drm=None)
    with pytest.raises(UnspecifiedBySource, match="strength of A: unspecified"):
        run(situation, [0])
    assert distribution(odds(situation), "A") == {
        "unspecified": passing(4),
        "uncommitted, good order": 1 - passing(4),
    }


@pytest.mark.rule("TG-9.81-7", "R-N2")
def test_the_difference_of_cohesion() -> None:
    """Best against best, as they are now: an infantry that failed its square counts one less."""
    situation = one(
        [riders(heavy("A", 3)), riders(heavy("B", 5))], at(foot("Y", 6)), cohesion_drm=None
    )
    assert run(situation, [0, 0, 0]).results == {"fight A": 5 - 6 + HEAVY}
    assert run(situation, [0, 9, 0]).results == {"fight A": 3 - 6 + HEAVY}
    assert run(situation, [0, 0, 7, 0], {"square": True}).results == {"fight A": 5 - 5 + HEAVY}
    given = one(riders(heavy("A", 4)), at(foot(cohesion_disordered=2)), cohesion_drm=None)
    assert run(given, [0, 7, 0], {"square": True}).results == {"fight A": 4 - 2 + HEAVY}


@pytest.mark.rule("TG-9.81-7")
@in_turn(
    ("stacks", "targets", "expected"),
    [
        ([shockers(heavy())], [at(foot(), clear_terrain=True)], 1),
        ([shockers(heavy())], [at(foot())], 0),
        ([shockers(foot("K"))], [at(foot(), clear_terrain=True)], 1),
        ([shockers(foot("K"))], [at(heavy("Q"), clear_terrain=True)], 0),
        ([shockers(heavy(), through="flank")], [at(heavy("Q"), clear_terrain=True)], 1),
        # From behind there is no +1, but the +2 for position.
        ([shockers(heavy(), through="flank")], [at(foot(), clear_terrain=True)], 2),
        ([shockers(heavy(), through="rear")], [at(heavy("Q"), clear_terrain=True)], 2),
    ],
)
def test_clear_terrain(
    stacks: list[charge.Stack], targets: list[charge.Target], expected: int
) -> None:
    """+1, never for infantry against cavalry; two hexes: see ``test_charge_several_hexes``."""
    assert drm(one(stacks, targets), len(stacks)) == expected


@pytest.mark.rule("TG-9.81-7")
@in_turn(
    ("sides", "target", "expected"),
    [
        ("front", at(foot()), 0),
        ("rear", at(foot()), 2),
        ("flank", at(foot()), 2),
        ("flank", at(light("Q")), 0),
        ("flank", at(light("Q", order=BEATEN)), 2),
        ("rear", at(light("Q")), 2),
        ("front rear", at(foot()), 3),
        ("front flank", at(foot()), 3),
        ("rear rear", at(foot()), 2),
    ],
)
def test_position(sides: str, target: charge.Target, expected: int) -> None:
    words: list[Any] = sides.split()
    stacks = [shockers(heavy(f"A{i}"), through=side) for i, side in enumerate(words)]
    assert drm(one(stacks, target), len(stacks)) == expected


@pytest.mark.rule("TG-9.81-7")
def test_position_in_front_of_another_enemy() -> None:
    """As B in the source's example: it gives no +3."""
    rear = shockers(heavy("B"), through="rear", in_other_front=True)
    assert drm(one([shockers(heavy()), rear], at(foot())), 2) == 0
    assert drm(one([shockers(heavy()), replace(rear, in_other_front=False)], at(foot())), 2) == 3


@pytest.mark.rule("TG-9.81-7", "TG-9.83")
def test_the_transcript_adds_up_all_modifiers() -> None:
    situation = one(
        riders(heavy("A", 3), through="rear"),
        at(foot("Y", 5), clear_terrain=True),
        drm=-4,
        ratio_drm=None,
        cohesion_drm=None,
    )
    told = run(situation, [0, 9])
    assert told.results == {"fight A": 9 + HEAVY - 2 + 2 - 4}
    (step,) = [step for step in told.steps if "against" in step.text]
    assert step.text == (
        "A against Y. +3 charge, −2 cohesion difference, "
        "+2 position (secondary source), −4 other: −1 in all. The die shows 9: a result of 8."
    )
    assert step.clauses == ("TG-9.81-7", "TG-9.83")
    assert step.throw == "first"


# The table


@pytest.mark.rule("TG-9.81-7", "R-N17")
@in_turn(
    ("result", "attacker", "defender", "check"),
    [
        (-1, "disordered", "good order", "A"),
        (0, "disordered", "good order", "A"),
        (4, "disordered", "good order", "A"),
        (5, "good order", "disordered", "Y"),
        (9, "good order", "disordered", "Y"),
        (10, "good order", "disordered", ""),
    ],
)
def test_the_rows_of_the_table(result: int, attacker: str, defender: str, check: str) -> None:
    """Each row at both its ends; who merely shocks keeps its order unless the row says so."""
    situation = one(shockers(heavy()), at(foot()), drm=result - 5)
    told = run(situation, [0, 5])
    assert told.results == {"fight A": result}
    assert fates(told)["A"].endswith(attacker)
    assert fates(told)["Y"].endswith(defender)
    assert (told.missing.key if told.missing else "") == (check and f"retreat check {check}")
    assert fates(told)["Y"].startswith("retreated") == (result >= 10)


@pytest.mark.rule("TG-9.81-7", "R-N1")
@in_turn("cohesion", [0, 4, 9])
@in_turn("room", ["open", "enemy_front", "blocked"])
def test_higher_than_the_cohesion_drives_back_one_hex(cohesion: int, room: Any) -> None:
    """The whole distribution of both sides for a plain shock of even strength, by hand."""
    situation = one(
        shockers(heavy("A", cohesion), retreat=room), at(foot("Y", cohesion), retreat=room)
    )
    found = odds(situation)
    back = {
        "open": "retreated, disordered",
        "enemy_front": "withdrawn",
        "blocked": "eliminated",
    }[room]
    came, fails = passing(cohesion), 1 - passing(cohesion)
    low = reaching(0) - reaching(5)
    high = reaching(5) - reaching(10)
    assert distribution(found, "A").get(back, 0) == came * low * fails
    assert distribution(found, "A").get(
        "next to the target, disordered", 0
    ) == came * low * passing(cohesion)
    assert distribution(found, "Y").get(back, 0) == came * high * fails
    assert distribution(found, "Y").get("where it was, disordered", 0) == came * high * passing(
        cohesion
    )


@pytest.mark.rule("TG-9.81-7")
def test_who_was_disordered_withdraws_and_does_not_check() -> None:
    """Artillery is eliminated; the row comes first, and then what follows from it."""
    target = at(foot(order=BEATEN), gun(order=BEATEN))
    told = run(one(shockers(heavy()), target, drm=5), [0, 0])
    assert fates(told)["Y"] == "withdrawn"
    assert fates(told)["G"] == "eliminated"
    assert keys(told) == ["commitment A", "fight A"]
    # What is not disordered yet stays, and checks.
    told = run(one(shockers(heavy()), at(foot(), gun(order=BEATEN)), drm=5), [0, 0, 6])
    assert fates(told)["G"] == "eliminated"
    assert fates(told)["Y"] == "where it was, disordered"


@pytest.mark.rule("TG-9.81-7", "R-N17")
def test_retreat_below_zero() -> None:
    """A check, an automatic retreat, or none; only below 0."""
    found = {}
    for reading in ("check", "automatic", "none"):
        for result in (-1, 0):
            situation = one(shockers(heavy()), at(foot()), drm=result)
            found[reading, result] = distribution(odds(situation, retreat_below_zero=reading), "A")
    # Face 0 alone is below 0 where the modifier is -1.
    came, fails = passing(4), 1 - passing(4)
    back = "retreated, disordered"
    assert found["check", -1][back] == came * tenths(6) * fails
    assert found["automatic", -1][back] == came * (tenths(1) + tenths(5) * fails)
    assert found["none", -1][back] == came * tenths(5) * fails
    assert found["check", 0] == found["automatic", 0] == found["none", 0]


@pytest.mark.rule("R-N1", "R-N2")
def test_cohesion_of_the_check_that_follows_a_disorder() -> None:
    """C has 4, and 3 in disorder; Y has 6, and 2. A unit disordered before has no other."""
    situation = one(shockers(heavy("C", 4)), at(foot(cohesion_disordered=2)))
    for reading, attacker, defender in [("printed", 4, 6), ("disordered", 3, 2)]:
        found = odds(situation, retreat_check_cohesion=reading)
        asked = passing(4) * tenths(5)
        assert found.chance("retreat check C", "held") == asked * passing(attacker)
        assert found.chance("retreat check Y", "held") == asked * passing(defender)


@pytest.mark.rule("R-N19", "R-N1")
def test_who_checks_against_retreat_in_a_stack() -> None:
    """The top unit for all, or each for itself."""
    situation = one(shockers(heavy("A", 9), heavy("B", 1)), at(foot("Y", 1), foot("Z", 9)))
    told = run(situation, [0, 0, 9])
    assert keys(told) == ["commitment A", "fight A", "retreat check A"]
    assert fates(told)["B"] == "next to the target, disordered"
    told = run(situation, [0, 0, 9, 2], stack_checks="each")
    assert fates(told)["A"] == "next to the target, disordered"
    assert fates(told)["B"] == "retreated, disordered"
    told = run(situation, [0, 5, 2])
    assert (fates(told)["Y"], fates(told)["Z"]) == ("retreated, disordered",) * 2
    told = run(situation, [0, 5, 2, 9], stack_checks="each")
    assert fates(told)["Y"] == "retreated, disordered"
    assert fates(told)["Z"] == "where it was, disordered"
    # The next unit checks for the stack if the result has taken the top unit off the map.
    beaten = one(shockers(heavy()), at(foot("Y", 1, order=BEATEN), foot("Z", 3)), drm=5)
    told = run(beaten, [0, 0, 4])
    assert keys(told)[-1] == "retreat check Z"
    assert fates(told)["Z"] == "retreated, disordered"


@pytest.mark.rule("R-N13")
def test_enemies_in_front_that_nobody_attacks() -> None:
    """They are fought, too, and count on the defender's side; or they are left out."""
    situation = one(riders(heavy()), at(foot()), also_in_front=(at(foot("W", 9)),), ratio_drm=None)
    told = run(situation, [0, 5, 0, 0])
    assert told.results == {"fight A": 5 + HEAVY - 2}  # 6 to 12
    assert fates(told)["W"] == "where it was, disordered"
    told = run(situation, [0, 5, 0], enemies_in_front="declared_only")
    assert told.results == {"fight A": 5 + HEAVY}
    assert fates(told)["W"] == "where it was, good order"


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


@pytest.mark.rule("TG-9.81-7", "TG-9.83")
def test_the_distribution_of_the_modified_result() -> None:
    """Two chargers, +2 if both come: by the two that come, or one, or none."""
    units: list[Unit] = [heavy("A", 3), light("L", 5)]
    situation = one([riders(unit) for unit in units], at(foot()), ratio_drm=None)
    results = odds(situation).results("A", "L")
    a, b = passing(3), passing(5)
    for x in range(-1, 16):
        expected = Fraction(0)
        for p, bonus in [(a * b, 2 + 3), (a * (1 - b), 3), ((1 - a) * b, 1)]:
            expected += p * tenths(1) * (0 <= x - bonus <= 9)
        assert results.get(x, 0) == expected
    assert results[None] == (1 - a) * (1 - b)


def test_cited_clauses_of_the_fight() -> None:
    told = run(one(riders(heavy()), at(foot())), [0, 1, 9])
    assert cited(told, "A makes a retreat check") == {"TG-9.81-7", "R-N1"}
    assert cited(told, "A retreats one hex") == {"TG-9.81-7", "R-N1"}
