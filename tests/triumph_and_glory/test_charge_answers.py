"""Infantry that shocks cavalry, and how the cavalry answers (TG-9.86e)."""

from fractions import Fraction

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Cavalry
from tests.triumph_and_glory.charging import (
    BEATEN,
    ask,
    at,
    cited,
    fates,
    foot,
    gun,
    heavy,
    jaeger,
    keys,
    law,
    light,
    odds,
    one,
    passing,
    reaching,
    riders,
    run,
    shockers,
)


@pytest.mark.rule("TG-9.86e")
@pytest.mark.parametrize(
    ("stacks", "target", "may"),
    [
        ([shockers(foot("K"))], at(heavy("Q")), True),
        ([shockers(foot("K"), gun("N"))], at(heavy("Q")), True),
        ([shockers(jaeger("K"))], at(light("Q")), True),
        ([shockers(foot("K"), through="flank")], at(heavy("Q")), False),
        ([shockers(foot("K"), through="rear")], at(heavy("Q")), False),
        ([shockers(foot("K"))], at(heavy("Q", order=BEATEN)), False),
        ([shockers(heavy("K"))], at(heavy("Q")), False),
        ([shockers(foot("K")), shockers(heavy())], at(heavy("Q")), False),
        ([shockers(foot("K")), riders(heavy())], at(heavy("Q")), False),
        ([shockers(foot("K"))], at(foot("Q")), False),
    ],
)
def test_cavalry_answers_infantry(
    stacks: list[charge.Stack], target: charge.Target, may: bool
) -> None:
    """In good order, shocked by infantry only, through its front."""
    assert ask(one(stacks, target)) == ("answer Q" if may else "commitment K")


@pytest.mark.rule("TG-9.86e")
def test_the_three_answers() -> None:
    situation = one(shockers(foot("K", 4)), at(heavy("Q", 5)))
    told = charge.adjudicate(situation)
    assert told.missing is not None
    assert told.missing.options == ("stand", "retreat", "counter-charge")
    # It stands: the infantry has to commit itself, and fights without a charge bonus.
    told = run(situation, [4, 5, 0], {"answer": "stand"})
    assert (keys(told)[1], told.results) == ("commitment K", {"fight K": 5})
    # It retreats, with the check, and its hex may be occupied.
    told = run(situation, [6], {"answer": "retreat", "occupy": "K"})
    assert fates(told) == {
        "Q": "left before the shock, disordered",
        "K": "advanced, good order",
    }
    assert cited(told, "Q retreats before the shock") == {"TG-9.86e"}
    # No room to retreat, no such answer.
    found = charge.adjudicate(one(shockers(foot("K")), at(heavy("Q"), retreat="blocked"))).missing
    assert found is not None
    assert found.options == ("stand", "counter-charge")


@pytest.mark.rule("TG-9.86e", "TG-9.84")
@pytest.mark.parametrize(("unit", "bonus"), [(heavy("Q", 5), 3), (light("Q", 5), 1)])
def test_the_counter_charge_against_infantry(unit: Cavalry, bonus: int) -> None:
    """Q attacks at even strength, with cohesion 5 against 4 and its bonus; nobody commits."""
    situation = one(shockers(foot("K", 4)), at(unit))
    found = odds(situation, {"answer": "counter-charge"})
    drm = bonus + 5 - 4
    assert found.asked("commitment K") == 0
    results = found.results("Q", label="counter-charge")
    assert dict(results) == {face + drm: Fraction(1, 10) for face in range(10)}
    # Now the infantry is the defender: 10 or more beats it, and Q is disordered by its charge.
    k = law(found, "K")
    assert k["retreated, disordered"] == reaching(10, drm) + (
        (reaching(5, drm) - reaching(10, drm)) * (1 - passing(4))
    )
    assert sum(p for fate, p in law(found, "Q").items() if "good order" in fate) == 0
    told = run(situation, [9], {"answer": "counter-charge"})
    assert cited(told, "Q is disordered by its charge") == {"TG-9.81-9", "TG-9.84"}
    assert told.complete


@pytest.mark.rule("TG-9.86e")
def test_artillery_that_stands_with_the_cavalry() -> None:
    """It takes no part in the counter-charge; only horse artillery goes along in a retreat."""
    for horse in (False, True):
        situation = one(shockers(foot("K", 4)), at(heavy("Q", 5), gun("G", horse=horse)))
        told = run(situation, [8], {"answer": "counter-charge", "fire": False})
        assert told.results == {"counter-charge: fight Q": 8 + 3 + 5 - 4}
        assert fates(told)["Q"] == "advanced, disordered"
        assert fates(told)["G"] == "where it was, good order"
        told = run(situation, [0], {"answer": "retreat"})
        assert fates(told)["Q"] == "left before the shock, good order"
        left = "left before the shock" if horse else "where it was"
        assert fates(told)["G"] == f"{left}, good order"


@pytest.mark.rule("TG-9.86e")
def test_what_becomes_of_a_shock_at_several_hexes_is_open_if_one_counter_charges() -> None:
    """The clause speaks of one target; of the other hexes it says nothing."""
    both = one(shockers(foot("K", 4)), [at(heavy("Q", 5)), at(foot("Z", 4))])
    with pytest.raises(UnspecifiedBySource, match="several hexes when Q counter-charges"):
        charge.adjudicate(both, [], {"answer": "counter-charge"})
    found = odds(both, {"answer": "counter-charge"})
    assert found.unspecified == {"a shock at several hexes when Q counter-charges": 1}
    stands = odds(both, {"answer": "stand"})
    assert not stands.unspecified
    assert stands.chance("commitment K", "passed") == passing(4)
