"""Small facts on which an answer depends, each told by itself."""

import pytest

from tests.triumph_and_glory.charging import (
    at,
    foot,
    gun,
    heavy,
    light,
    odds,
    one,
    passing,
    riders,
    shockers,
    tenths,
)


def test_the_odds_tell_how_often_each_decision_is_asked() -> None:
    found = odds(one(riders(heavy()), at(foot())), {"square": True, "recall": False})
    assert found.decisions[("square Y", "yes")] == passing(4)
    assert found.asked("square Y") == passing(4)
    assert found.asked("recall after square A") == passing(4) * passing(6)
    assert found.decisions[("recall after square A", "no")] == passing(4) * passing(6)


@pytest.mark.rule("TG-9.86b")
@pytest.mark.parametrize(
    ("chargers", "drm"),
    [
        ((heavy("A"),), 2),
        ((light("A"),), 0),
        ((light("A"), heavy("B")), 2),
        ((heavy("A"), light("B")), 2),
    ],
)
def test_light_against_a_stack_with_heavy_in_it(chargers: tuple[object, ...], drm: int) -> None:
    """One heavy unit among the chargers is enough."""
    situation = one(riders(*chargers), at(light("Y", 5)))
    found = odds(situation, {"counter-charge": "first"})
    asked = found.asked("counter-charge Y")
    assert asked
    assert found.chance("counter-charge Y", "succeeded") == asked * passing(5, drm)


@pytest.mark.rule("TG-9.81-3")
def test_a_battery_does_not_roll_for_its_stack() -> None:
    for units in ((foot("K", 6), gun("N", 2)), (gun("N", 2), foot("K", 6))):
        found = odds(one(shockers(*units), at(foot())))
        name = units[0].name
        assert found.chance(f"commitment {name}", "passed") == passing(6)


@pytest.mark.rule("TG-9.87e", "R-N24")
def test_one_die_at_two_hexes_is_one_charge_in_pursuit() -> None:
    """Y has gone before A; W is beyond, and the modifiers of the two differ."""
    target = at(foot(), beyond=(at(foot("W"), pursuit_drm=-3),))
    situation = one(riders(heavy("A", 9)), target, drm=20)
    found = odds(situation, {"go on": "charge"})
    law = found.pursuits
    assert sum(p for _, p in law.items()) == 1
    assert law[0] == 0
    assert all(p >= 0 for _, p in law.items())
    fights = found.results("A", label="pursuit 1")
    assert fights[None] == 0
    assert tenths(10) == sum(p for _, p in fights.items())
