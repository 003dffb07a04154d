"""Who advances, and who pursues, where few are left or few have room (TG-9.71, TG-9.87b)."""

from dataclasses import replace

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Cavalry
from tests.triumph_and_glory.charging import (
    NEVER,
    at,
    fates,
    foot,
    gun,
    heavy,
    keys,
    light,
    one,
    riders,
    run,
    shockers,
)

SHOT = {"fire": "A"}


def advanced(told: charge.Charge) -> set[str]:
    return {name for name, fate in fates(told).items() if fate.startswith("advanced")}


@pytest.mark.rule("TG-9.71a")
def test_guns_that_are_left_alone_do_not_go_before_anybody() -> None:
    """A is halted by fire, its gun G is not; even B, with cohesion 0, then holds the best unit."""
    target = at(foot("Y"), gun("H", fire=4))
    situation = one([shockers(heavy("A"), gun("G", 9)), shockers(heavy("B", 0))], target, drm=20)
    # Commitment of both, 4 + 4 + 1 in the fire table, the checks of A and G, the fight.
    told = run(situation, [0, 0, 4, 9, 0, 0], SHOT, stack_checks="each")
    assert told.complete
    assert fates(told)["A"] == "halted by fire, disordered"
    assert not any(key.startswith("advance") for key in keys(told))
    assert advanced(told) == {"B"}


@pytest.mark.rule("TG-9.72b", "R-N21")
def test_cavalry_with_a_gun_is_cavalry() -> None:
    """Charging cavalry goes before infantry only: the better cavalry advances, its gun as well."""
    situation = one([riders(heavy("A", 4)), shockers(heavy("K", 9), gun("G"))], at(foot()))
    told = run(situation, [0, 0, 4, 9], mixed_attack="together")
    assert told.results == {"fight A": 7}
    assert advanced(told) == {"K", "G"}


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
    told = charge.adjudicate(situation, [0] * len(units) + [0, 9], NEVER, secondary=narrow)
    assert advanced(told) == {who}
