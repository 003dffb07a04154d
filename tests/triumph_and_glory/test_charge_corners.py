"""Small facts on which an answer depends, each told by itself."""

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *


def test_the_odds_tell_how_often_each_decision_is_asked() -> None:
    found = odds(one(riders(heavy()), at(foot())), {"square": True, "recall": False})
    assert found.decisions[("square Y", "yes")] == passing(4)
    assert found.asked("square Y") == passing(4)
    assert found.asked("recall after square A") == passing(4) * passing(6)
    assert found.decisions[("recall after square A", "no")] == passing(4) * passing(6)


@pytest.mark.rule("TG-9.86b")
@in_turn(
    ("chargers", "drm"),
    [
        ((heavy("A"),), 2),
        ((light("A"),), 0),
        ((light("A"), heavy("B")), 0),
        ((heavy("A"), light("B")), 2),
    ],
)
def test_light_against_a_stack_with_heavy_in_it(chargers: tuple[Unit, ...], drm: int) -> None:
    """The top unit decides how heavy a stack is; or one heavy unit is enough (R-N28)."""
    situation = one(riders(*chargers), at(light("Y", 5)))
    found = odds(situation, {"counter-charge": "first"})
    if len(chargers) > 1:
        whole = odds(situation, {"counter-charge": "first"}, countercharge_judged_by="whole_stack")
        assert whole.chance("counter-charge Y", "succeeded") == passing(5, 2) / 2
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
    distribution = found.pursuits
    assert sum(p for _, p in distribution.items()) == 1
    assert distribution[0] == 0
    assert all(p >= 0 for _, p in distribution.items())
    fights = found.results("A", label="pursuit 1")
    assert fights[None] == 0
    assert tenths(10) == sum(p for _, p in fights.items())


@pytest.mark.rule("R-N13", "R-N3", "R-N16")
def test_a_hex_that_another_attack_has_taken_over_is_that_ones_alone() -> None:
    """B does not come, so that A, before whom Z stands, too, charges it; its zone forbids it."""
    ours = charge.Attack((riders(heavy("A", 0), in_front=("Z",)),), (at(foot("Y", 0)),))
    theirs = charge.Attack((riders(heavy("B", 0)),), (at(foot("Z")),))
    rulings = charge.Rulings(chargers_zoc_forbids_square=True, square_without_charge=True)
    dice = {"commitment A": 0, "commitment B": 9}
    fought = charge.adjudicate(charge.Situation((ours, theirs)), dice=dice, rulings=rulings)
    assert fought.missing is not None
    assert fought.missing.key == "fight A"
    nobody = charge.adjudicate(
        charge.Situation((ours, theirs)), dice={"commitment A": 9, "commitment B": 9},
        decisions={"square Y": False}, rulings=rulings,
    )  # fmt: skip
    assert nobody.missing is not None
    assert nobody.missing.key == "square Z"


@pytest.mark.rule("R-N17", "TG-9.73d")
def test_nothing_follows_a_retreat_of_which_nobody_can_say_where_it_goes() -> None:
    situation = one(riders(heavy(), retreat="unspecified"), at(heavy("Y")), drm=-20)
    rulings = charge.Rulings(retreat_below_zero="automatic")
    found = charge.odds(situation, decisions={"counter-charge": False}, rulings=rulings)
    assert found.unspecified == {"where A can retreat to": passing(4)}
    assert not found.asked("counter-shock Y")
