"""The fight and what follows it, by their odds: steps 7 to 9, counter-shock, pursuit."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import CounterShock
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.tables.results_table import Effect, ResultsTable, Row
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Cavalry, Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *


def drm(situation: charge.Situation, dice: int = 1, **rulings: Any) -> int:
    """The modifier of the declared fight, if ``dice`` stacks commit themselves with a 0."""
    told = run(situation, [0] * (dice + 1), **rulings)
    return next(iter(told.results.values()))


# The charge bonus


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


# The table


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
        for p, bonus in [(a * b, 2 + HEAVY), (a * (1 - b), HEAVY), ((1 - a) * b, 1)]:
            expected += p * tenths(1) * (0 <= x - bonus <= 9)
        assert results.get(x, 0) == expected
    assert results[None] == (1 - a) * (1 - b)


def test_cited_clauses_of_the_fight() -> None:
    told = run(one(riders(heavy()), at(foot())), [0, 1, 9])
    assert cited(told, "A makes a retreat check") == {"TG-9.81-7", "R-N1"}
    assert cited(told, "A retreats one hex") == {"TG-9.81-7", "R-N1"}


@pytest.mark.rule("TG-9.81-7", "TG-9.81-6")
def test_it_fires_before_it_is_lost() -> None:
    found = odds(one(riders(heavy("A", 9)), at(gun("Y", fire=9))), {"fire": "first"})
    # From 15 on, faces 5 to 9, A is driven back: nobody comes to the gun.
    assert distribution(found, "Y")["eliminated"] == passing(4)


@pytest.mark.rule("TG-9.81-7")
def test_its_strength_need_not_be_known() -> None:
    situation = one(riders(heavy()), at(foot(), gun(strength=None)), ratio_drm=None)
    assert not odds(situation).unspecified


THROUGH = {"breakthrough": True}


@pytest.mark.rule("TG-9.73b")
def test_the_odds_of_a_breakthrough() -> None:
    """K at 6 to 6 and cohesion 6 to 5 (Y is disordered): another disorder takes Y off the map."""
    found = odds(one(shockers(foot("K", 6)), at(foot("Y", 6))), THROUGH)
    assert found.asked("breakthrough K") == 0
    # One more on every face: 10 on a 9.
    found = odds(one(shockers(foot("K", 6)), at(foot("Y", 6)), drm=1), THROUGH)
    won = passing(6) * tenths(1)
    assert found.chance("breakthrough K", "yes") == won
    assert found.chance("breakthrough: fight K", 5) == won * tenths(1)
    assert distribution(found, "Y")["withdrawn"] == won * reaching(5, 1)


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


BACK = {"counter-shock": True}


def struck(told: charge.Charge, who: str = "Y") -> str:
    """The line of the counter-shock, up to its modifiers."""
    lines = [s.text for s in told.steps if s.text.startswith(f"{who} against")]
    return lines[-1].partition(".")[0] if lines else ""


@pytest.mark.rule("TG-9.73d", "TG-9.73a")
def test_the_distribution_of_a_counter_shock() -> None:
    """Y at even strength, 6 against 3: +3. From 5 on disordered A withdraws."""
    situation = one(shockers(foot("A", 4), retreat="blocked"), at(foot("Y", 6)), drm=-9)
    found = odds(situation, BACK)
    below = passing(4) * tenths(9)
    assert found.asked("counter-shock Y") == below * passing(4)  # A is not eliminated
    drm = 6 - 3
    struck = below * passing(4)
    results = found.results("Y", label="counter-shock Y")
    for face in range(10):
        assert results[face + drm] == struck * tenths(1)
    assert distribution(found, "A")["withdrawn"] == struck * reaching(5, drm)
    # A stood beside Y, so Y has not moved; where it drove A off, it goes into that hex.
    y = distribution(found, "Y")
    assert y["advanced, good order"] == struck * reaching(5, drm)
    assert y["retreated, disordered"] == struck * (1 - reaching(5, drm)) * (1 - passing(6))
    # No counter-shock to the counter-shock, no breakthrough after it.
    assert not any(key.startswith("counter-shock Y: counter") for key, _ in found.branches)
    assert not any("breakthrough" in key for key, _ in found.branches)


@pytest.mark.rule("TG-9.73a")
def test_who_has_shocked_back_has_had_its_second_shock() -> None:
    """With a table that disorders nobody below 0, A only retreats, and stands before Y again."""
    rows = [
        replace(row, attackers=Effect(False, "none")) if row.counter_shock else row
        for row in SECONDARY.results.rows
    ]
    gentle = replace(SECONDARY, results=ResultsTable(tuple(rows)))
    told = charge.adjudicate(
        one(shockers(heavy("A", 4)), at(foot("Y", 6)), drm=-9),
        [0, 0, 9],
        {**NEVER, **BACK, "answer": "stand"},
        secondary=gentle,
    )
    assert told.complete
    assert told.results["counter-shock Y: fight Y"] == 9 + (6 - 4)
    assert fates(told) == {"A": "retreated, disordered", "Y": "advanced, good order"}
    assert not any("breakthrough" in key for key in keys(told))


@pytest.mark.rule("TG-9.73d", "TG-9.87a")
@pytest.mark.parametrize(
    ("room", "fate"), [("open", "retreated"), ("enemy_front", "withdrawn"), ("blocked", "elimin")]
)
def test_where_pursuers_retreat_to_from_a_counter_shock(room: Any, fate: str) -> None:
    """With a table that disorders nobody below 0, W strikes back and A must go."""
    rows = [
        replace(row, attackers=Effect(False, "none")) if row.counter_shock else row
        for row in SECONDARY.results.rows
    ]
    gentle = replace(SECONDARY, results=ResultsTable(tuple(rows)))
    situation = one(
        riders(heavy("A", 4)),
        at(foot("Y", 6), beyond=(at(foot("W", 6), pursuit_drm=-20),), pursuer_retreat=room),
        drm=20,
    )
    plan = {**NEVER, "go on": "charge", "counter-shock": True}
    told = charge.adjudicate(situation, [0, 0, 0, 5, 9], plan, reading(), secondary=gentle)
    assert keys(told)[-2:] == ["counter-shock W: fight W", "counter-shock W: retreat check A"]
    assert fates(told)["A"].startswith(fate)


def test_ground_of_which_nothing_is_said_is_not_clear() -> None:
    """Whom a counter-shock moves gives no bonus to those who attack it there, unless it is said."""
    assert CounterShock(moves=True) == CounterShock(moves=True, clear_terrain=False)
    assert CounterShock(moves=True) != CounterShock(moves=True, clear_terrain=True)


@pytest.mark.rule("TG-9.87b")
def test_unknown_types_matter_only_where_not_all_can_go() -> None:
    two = [heavy("A", 5), heavy("U", 5, heavy=None)]
    told = run(one([riders(unit) for unit in two], at(foot()), drm=20), [0, 0, 0, 9])
    assert fates(told)["U"].startswith("advanced")
    three = one([riders(unit) for unit in (*two, light("L", 5))], at(foot()), drm=20)
    assert odds(three).unspecified["whether U is heavy"] == passing(5) ** 3


# What is met


@pytest.mark.rule("TG-9.87e", "TG-9.81-8")
def test_how_long_a_pursuit_lasts() -> None:
    """Light A, cohesion 4, in every fight: by hand, from the chance of 10 or more."""
    last = at(foot("X", 4))
    second = at(foot("W", 4), beyond=(last,), pursuit_drm=8)
    situation = one(riders(light("A", 4)), at(foot("Y", 4), beyond=(second,)), drm=4)
    found = odds(situation, {"go on": "charge"}).pursuits
    first = passing(4) * reaching(10, 1 + 4)
    # Then Y and W at 6 to 12, light bonus, -1; then W and X, -2.
    further = first * reaching(10, -2 + 1 + 8 - 1)
    third = further * reaching(10, -2 + 1 + 8 - 2)
    assert found[0] == 1 - first
    assert found[1] == first - further
    assert found[2] == further - third
    # After X only W, withdrawn already, and X itself: it must go on once more.
    assert found.get(3, 0) == third


@pytest.mark.rule("R-N15", "TG-9.86e", "TG-9.73a")
def test_cavalry_that_counter_charged_infantry_does_not_pursue() -> None:
    """Q beats K by 12 and more; it advances, and is disordered, in either case."""
    situation = one(shockers(foot("K", 4)), at(heavy("Q", 9)))
    plan = {"answer": "counter-charge"}
    told = run(situation, [9], plan)
    assert told.complete
    assert fates(told) == {"K": "retreated, disordered", "Q": "advanced, disordered"}
    told = run(situation, [9, 0], plan, countercharger_pursues=True)
    assert keys(told)[-1] == "pursuit 1: fight Q"
    assert told.results["pursuit 1: fight Q"] == 0 + (9 - 3) + HEAVY - 1
    found = odds(situation, plan, countercharger_pursues=True)
    assert found.pursuits[1] == reaching(10, HEAVY + 9 - 4)


@pytest.mark.rule("TG-9.81-8", "TG-9.87a", "TG-9.87e")
def test_the_whole_distribution_of_a_pursuit_by_hand() -> None:
    """Heavy A with 4 charges Y with 6: Y leaves the map in the second fight or never."""
    found = odds(one(riders(heavy("A", 4)), at(foot("Y", 6))))
    came = passing(4)
    first = came * reaching(10, HEAVY)
    # Second fight: the bonus, cohesion 4 to 5, -1 for the pursuit.
    gone = first * reaching(5, HEAVY - 1 - 1)
    assert distribution(found, "Y")["withdrawn"] == gone
    back = came * (reaching(5, HEAVY) - reaching(10, HEAVY)) * (1 - passing(6))
    assert distribution(found, "Y")["retreated, disordered"] == back + first - gone
    assert found.pursuits[1] == first


ON = {"breakthrough": True}


def after_ten(target: charge.Target, *, charges: bool = True) -> charge.Situation:
    """An attack that comes to 10 or more with every face, and is fought on."""
    stack = riders(heavy("A", 9)) if charges else shockers(foot("A", 9))
    return one(stack, target, drm=20)


@pytest.mark.parametrize("charges", [True, False])
def test_nobody_has_said_whether_a_flank_is_open_there(charges: bool) -> None:
    target = at(foot(), clear_after_retreat="unspecified")
    (gap,) = odds(after_ten(target, charges=charges), ON).unspecified
    assert "Y" in gap


def test_a_breakthrough_that_may_have_lost_him_cannot_be_told() -> None:
    target = at(foot(), in_front_after_retreat=None)
    (gap,) = odds(after_ten(target, charges=False), ON).unspecified
    assert gap == (
        "whether Y is in front after its retreat"
        " (in_front_after_retreat, and on a map retreat_to, is not given)"
    )
    assert not odds(after_ten(target, charges=False)).unspecified
    assert not odds(after_ten(target), ON).unspecified


@pytest.mark.parametrize("place", ["target", "stack"])
def test_a_retreat_of_which_nothing_is_said_cannot_be_told(place: str) -> None:
    if place == "target":
        situation, name = after_ten(at(foot(), retreat="unspecified")), "Y"
    else:
        stack = riders(heavy("A", 4), retreat="unspecified")
        situation, name = one(stack, at(foot()), drm=-30), "A"
    (gap,) = odds(situation).unspecified
    assert gap == f"where {name} can retreat to"


@pytest.mark.parametrize("value", [1, "yes", "unspecified"])
def test_in_front_after_a_retreat_is_a_yes_or_a_no(value: Any) -> None:
    with pytest.raises(InvalidValue, match="in_front_after_retreat"):
        at(foot(), in_front_after_retreat=value)
