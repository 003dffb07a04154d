"""Breakthrough: who goes on, against whom, and what a failure costs (TG-9.73a, TG-9.73b)."""

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.target import Room
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

THROUGH = {"breakthrough": True}


@pytest.mark.rule("TG-9.73a")
@in_turn(
    ("stack", "result", "may"),
    [
        (shockers(foot("K")), 10, True),
        (shockers(jaeger("K")), 10, True),
        (shockers(foot("K"), gun()), 10, True),
        (shockers(foot("K")), 9, False),
        (shockers(heavy("K")), 10, False),
        (shockers(light("K")), 12, False),
    ],
)
def test_who_may_break_through(stack: charge.Stack, result: int, may: bool) -> None:
    """Infantry after 10 or more; cavalry that did not charge has neither this nor pursuit."""
    situation = one(stack, at(foot()), drm=result - 5)
    told = run(situation, [0, 5] if result > 9 else [0, 5, 9], THROUGH)
    assert fates(told)["Y"] == "retreated, disordered"
    asked = "breakthrough K" in keys(told)
    assert asked == may
    assert told.complete != may
    assert not any("pursuit" in key for key in keys(told))


@pytest.mark.rule("TG-9.73a", "TG-9.71d")
def test_disorder_or_nobody_in_front_ends_it() -> None:
    ground = one(shockers(foot("K")), at(foot(), entry_disorders=True), drm=20)
    assert run(ground, [0, 0], THROUGH).complete
    gone = one(shockers(foot("K")), at(foot(), retreat="blocked"), drm=20)
    assert run(gone, [0, 0], THROUGH).complete
    # Y is driven out of the hex that it retreated to, too; the ground is that of this hex.
    for mud, order in ((True, "disordered"), (False, "good order")):
        target = at(foot(), entry_disorders_after_retreat=mud)
        told = run(one(shockers(foot("K")), target, drm=20), [0, 0, 9], THROUGH)
        assert fates(told) == {"K": f"advanced, {order}", "Y": "withdrawn"}
        assert any("TG-9.71d" in step.clauses for step in told.steps) is mud
    # Others beyond the hex are enough.
    beyond = one(
        shockers(foot("K")), at(foot(), retreat="blocked", beyond=(at(foot("W")),)), drm=20
    )
    told = run(beyond, [0, 0], THROUGH)
    assert told.missing is not None
    assert told.missing.key == "breakthrough: fight K"


@pytest.mark.rule("TG-9.73b")
def test_breakthrough_is_a_shock_at_all_in_front() -> None:
    """No commitment; fire, but no square; against Y and W, 6 to 12, and 4 to 5 or 9 (R-N24)."""
    situation = one(
        shockers(foot("K", 4)), at(foot("Y", 6), beyond=(at(foot("W", 9), gun()),)), drm=20
    )
    told = run(situation, [0, 0, 0, 0], {**THROUGH, "fire": False})
    assert keys(told) == [
        "commitment K",
        "fight K",
        "breakthrough K",
        "breakthrough: fire G",
        "breakthrough: fight K",
        "breakthrough: fight K at W",
        "breakthrough: retreat check K",
        "breakthrough: counter-shock W",
    ]
    # 6 against 12, the gun has no strength in shock; cohesion is 4 against 5, and against 9.
    assert told.results["breakthrough: fight K"] == 0 - 2 - 1
    assert told.results["breakthrough: fight K at W"] == 0 - 2 - 5
    assert cited(told, "K breaks through") == {"TG-9.73b"}


@pytest.mark.rule("TG-9.73b")
def test_modifiers_of_a_breakthrough_count_for_every_hex_ahead() -> None:
    ahead = (at(foot("W", 6), pursuit_drm=1), at(foot("V", 6), pursuit_drm=3))
    situation = one(
        shockers(foot("K", 6)), at(foot("Y", 6), retreat="blocked", beyond=ahead), drm=20
    )
    told = run(situation, [0, 0, 4, 0], THROUGH)
    assert told.results["breakthrough: fight K"] == 4 - 2 + 1 + 3


@pytest.mark.rule("TG-9.73a", "TG-9.71a", "TG-9.71b")
def test_one_breakthrough_a_phase() -> None:
    """K breaks through, wins by 10 and more again, advances, and stops there."""
    situation = one(
        shockers(foot("K", 9)), at(foot("Y", 0), beyond=(at(foot("W", 0)),), pursuit_drm=9), drm=20
    )
    told = run(situation, [0, 0, 9], THROUGH)
    assert told.complete
    assert keys(told).count("breakthrough K") == 1
    assert fates(told)["K"] == "advanced, good order"
    assert fates(told)["Y"] == "withdrawn"  # disordered before
    assert fates(told)["W"] == "retreated, disordered"


@pytest.mark.rule("TG-9.73a", "TG-9.71a")
def test_who_breaks_through_does_not_fill_another_hex() -> None:
    """K empties two hexes, goes on from the first, and fails: it is no longer by the second."""
    targets = [at(foot("Y", 0), pursuit_drm=-9), at(foot("Z", 0))]
    told = run(one(shockers(foot("K", 9)), targets, drm=20), [0, 0, 0, 0], THROUGH)
    assert told.complete
    assert keys(told)[-2:] == ["breakthrough: fight K", "breakthrough: retreat check K"]
    assert sum("advances into the hex of Y" in step.text for step in told.steps) == 1
    assert not any("hex of Z" in step.text for step in told.steps)


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
    """K drives off Y and W together; it advances to where W stood, and Y's hex stays empty."""
    target = at(foot("Y", 0), beyond=(at(foot("W", 0)),), pursuit_drm=9)
    told = run(one(shockers(foot("K", 9)), target, drm=20), [0, 0, 9], THROUGH)
    assert told.complete
    assert [step.text for step in told.steps if "K advances" in step.text] == [
        "K advances into the emptied hex.",
        "K advances into the hex of W.",
    ]
