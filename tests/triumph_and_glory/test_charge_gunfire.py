"""Reaction fire from several hexes, and with other numbers (TG-9.81-6)."""

from dataclasses import replace

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.secondary import SECONDARY
from tests.triumph_and_glory.charging import (
    BEATEN,
    NEVER,
    at,
    foot,
    gun,
    heavy,
    keys,
    one,
    riders,
    run,
)

SURE = heavy("A", 9)


@pytest.mark.rule("TG-9.81-6")
def test_the_guns_of_every_attacked_hex_may_fire() -> None:
    """Those of each target; a gun that is disordered does not."""
    targets = [at(foot("Y"), gun("G")), at(foot("Z"), gun("H"), gun("I", order=BEATEN))]
    told = run(one(riders(SURE), targets), [0])
    assert [key for key in keys(told) if key.startswith("fire")] == ["fire G", "fire H"]


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
