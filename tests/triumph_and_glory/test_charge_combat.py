"""The lines of the fights: every modifier, and which of them the secondary source brings."""

from typing import Any

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from tests.triumph_and_glory.charging import *


def told(fight: charge.Charge, who: str) -> str:
    """The line of the fight of these attackers."""
    (line,) = [step.text for step in fight.steps if step.text.startswith(f"{who} against ")]
    return line


@pytest.mark.rule("TG-9.85f", "TG-9.81-7")
def test_the_line_of_a_charge_at_a_square() -> None:
    """The modifier for the square is the source's own; ratio, cohesion and terrain are not."""
    given: dict[str, Any] = {"ratio_drm": {frozenset({"A"}): 2}, "cohesion_drm": -1}
    situation = one(riders(heavy("A", 4)), at(foot("Y", 6), clear_terrain=True), **given)
    fight = run(situation, [0, 0, 5, 0], {"square": True})
    assert told(fight, "A") == (
        "A against Y. +2 strength ratio (secondary source), −2 charge at a square, "
        "−1 cohesion difference, +1 clear terrain: "
        "0 in all. The die shows 5: a result of 5."
    )


@pytest.mark.rule("TG-9.86b", "TG-9.86c")
def test_the_line_of_light_cavalry_that_is_thrown_back() -> None:
    fight = run(one(riders(light("L")), at(heavy("Q", 9))), [0, 0, 5, 0], {"counter-charge": "L"})
    assert told(fight, "L") == (
        "L against Q. −1 counter-charged by heavy: −1 in all. The die shows 5: a result of 4."
    )


@pytest.mark.rule("TG-9.87e")
def test_the_line_of_a_charge_in_pursuit() -> None:
    """Strength 3 to 6, cohesion 4 to 5; the die comes last, and the result with a true minus."""
    target = at(foot("Y", 6), clear_terrain=True, pursuit_drm=-3)
    fight = run(one(riders(heavy("A", 4, strength=3)), target, drm=20), [0, 0, 0, 0])
    lines = [step.text for step in fight.steps if step.text.startswith("A against Y")]
    assert lines[1] == (
        f"A against Y. −2 strength ratio (secondary source), +{HEAVY} charge, "
        "−1 cohesion difference, +1 clear terrain, "
        "−1 charge in pursuit, −3 other: −3 in all. The die shows 0: a result of −3."
    )


@pytest.mark.rule("TG-9.85f", "TG-9.85h")
@pytest.mark.parametrize("square", ["Y", "Z"])
def test_one_square_has_its_clear_terrain_all_around(square: str) -> None:
    """A comes from the rear; whoever is in square has a front there."""
    targets = [at(foot(name, 6), clear_terrain=True) for name in "YZ"]
    situation = one(riders(heavy("A", 4), through="rear"), targets)
    dice = {"commitment A": 0, f"square {square}": 0, "fight A": 5}
    held = {"retreat check Y": 0, "retreat check Z": 0}
    formed = charge.adjudicate(
        situation, dice, {"square": False, f"square {square}": True, "recall": False}
    )
    assert "+1 clear terrain" in told(formed, "A")
    lines = run(situation, {"commitment A": 0, "fight A": 3, **held}, {"square": False})
    assert "clear terrain" not in told(lines, "A")


@pytest.mark.rule("TG-9.85b", "TG-9.85d", "TG-9.85f")
def test_disordered_guns_do_not_undo_the_square_around_them() -> None:
    """They do not forbid it, and stay disordered in it; the charge meets a square."""
    for target in (at(foot("Y"), gun("G", order=BEATEN)), at(gun("G", order=BEATEN), foot("Y"))):
        fight = run(one(riders(heavy("A", 4)), target), [0, 0, 5, 0], {"square": True})
        line = next(step.text for step in fight.steps if step.text.startswith("A against"))
        assert ". −2 charge at a square: −2 in all." in line
        assert ("recall after square A", "no") in fight.events
