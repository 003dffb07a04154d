"""Breakthrough and counter-shock: who goes, what is told, what a failure costs (TG-9.73)."""

from dataclasses import replace

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.situation import Room
from rules_lib.triumph_and_glory.results_table import Effect, ResultsTable
from rules_lib.triumph_and_glory.secondary import SECONDARY
from tests.triumph_and_glory.charging import (
    NEVER,
    at,
    fates,
    foot,
    gun,
    heavy,
    keys,
    one,
    run,
    shockers,
)

THROUGH = {"breakthrough": True}
BACK = {"counter-shock": True}


@pytest.mark.rule("TG-9.73b", "TG-9.81-6")
def test_who_was_halted_by_fire_does_not_break_through() -> None:
    """K, on top, stays behind; K2, in good order, goes on without it."""
    target = at(foot("Y", 0), gun("H", fire=4), pursuit_drm=-20)
    situation = one(shockers(foot("K", 9), foot("K2", 2)), target, drm=20)
    # 8 + 4 + 1 + 1 in the fire table disorders K: fire hits the top unit only.
    told = run(situation, [0, 8, 0, 0, 0], {**THROUGH, "fire": "K"})
    assert told.complete
    assert keys(told)[-2:] == ["breakthrough: fight K2", "breakthrough: retreat check K2"]
    assert fates(told)["K"] == "halted by fire, disordered"
    assert any(step.text == "K2 advances into the emptied hex." for step in told.steps)


@pytest.mark.rule("TG-9.73b")
def test_a_breakthrough_is_asked_and_told_in_words() -> None:
    target = at(foot("Y", 0), beyond=(at(foot("W")),))
    situation = one(shockers(foot("K"), gun("G")), target, drm=20)
    due = charge.adjudicate(situation, [0, 0]).missing
    assert due is not None
    assert due.text == "K and G may break through, against Y and W"
    stops = run(situation, [0, 0])
    assert stops.steps[-1].text == "K and G may change facing, and stop."
    goes = run(situation, [0, 0], THROUGH)
    assert "K and G break through, without turning." in [step.text for step in goes.steps]


@pytest.mark.rule("TG-9.73b")
@pytest.mark.parametrize(
    ("room", "fate"),
    [("open", "retreated, disordered"), ("enemy_front", "withdrawn"), ("blocked", "eliminated")],
)
def test_where_a_breakthrough_retreats_to(room: Room, fate: str) -> None:
    """From the hex it had entered, which is another one than where it came from."""
    target = at(foot("Y", 6), pursuer_retreat=room, pursuit_drm=-6)
    told = run(one(shockers(foot("K", 4)), target, drm=20), [0, 0, 9, 9], THROUGH)
    assert told.results["breakthrough: fight K"] == 9 + (4 - 5) - 6
    assert fates(told)["K"] == fate


@pytest.mark.rule("TG-9.73a")
def test_who_shocks_back_does_not_break_through() -> None:
    """One secondary shock a phase: Y drives A off with more than 10, and only advances."""
    told = run(one(shockers(heavy("A", 4)), at(foot("Y", 6)), drm=-9), [0, 0, 0, 9], BACK)
    assert told.complete
    assert told.results["counter-shock Y: fight Y"] == 9 + (6 - 3)
    assert not any("breakthrough" in key for key in keys(told))
    assert fates(told) == {"A": "withdrawn", "Y": "advanced, good order"}


@pytest.mark.rule("TG-9.73d")
@pytest.mark.parametrize(
    ("room", "fate"),
    [("open", "retreated, disordered"), ("enemy_front", "withdrawn"), ("blocked", "eliminated")],
)
def test_where_a_counter_shock_retreats_to(room: Room, fate: str) -> None:
    """Y shocks back at 0 + 6 - 3, is disordered, and does not hold."""
    situation = one(shockers(heavy("A", 4)), at(foot("Y", 6), retreat=room), drm=-9)
    told = run(situation, [0, 0, 0, 0, 9], BACK)
    assert told.results["counter-shock Y: fight Y"] == 3
    assert fates(told)["Y"] == fate


@pytest.mark.rule("TG-9.73d")
def test_the_defender_rolls_for_a_counter_shock() -> None:
    """The dice of the attacker are told as the first side's, those of the defender as the other."""
    told = run(one(shockers(foot("A", 4)), at(foot("Y", 6)), drm=-9), [0, 0, 0, 0, 9], BACK)
    throws = [step.throw for step in told.steps if step.throw]
    assert keys(told) == [
        "commitment A",
        "fight A",
        "retreat check A",
        "counter-shock Y",
        "counter-shock Y: fight Y",
        "counter-shock Y: retreat check Y",
    ]
    assert throws == ["first", "first", "first", "second", "second"]


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


@pytest.mark.rule("TG-9.73a", "TG-9.71a")
def test_who_has_broken_through_does_not_do_so_again() -> None:
    """W retreats before K by more than 10 and stands in its front once more: that is all."""
    target = at(foot("Y", 0), retreat="blocked", beyond=(at(foot("W", 0)),))
    told = run(one(shockers(foot("K", 9)), target, drm=20), [0, 0, 9], THROUGH)
    assert told.complete
    assert keys(told) == ["commitment K", "fight K", "breakthrough K", "breakthrough: fight K"]
    assert fates(told) == {
        "K": "advanced, good order",
        "Y": "eliminated",
        "W": "retreated, disordered",
    }


@pytest.mark.rule("TG-9.71a")
def test_one_stack_enters_one_of_the_hexes_that_it_empties() -> None:
    """K drives off Y and W together; it advances to where Y stood, and W's hex stays empty."""
    target = at(foot("Y", 0), beyond=(at(foot("W", 0)),), pursuit_drm=9)
    told = run(one(shockers(foot("K", 9)), target, drm=20), [0, 0, 9], THROUGH)
    assert told.complete
    assert [step.text for step in told.steps if "into the emptied hex" in step.text] == [
        "K advances into the emptied hex.",
        "K advances into the emptied hex.",
    ]
