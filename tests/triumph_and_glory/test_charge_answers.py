"""Infantry that shocks cavalry, and how the cavalry answers (TG-9.86e)."""

from fractions import Fraction
from typing import Any

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.units import Cavalry
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *


@pytest.mark.rule("TG-9.86e")
@in_turn(
    ("stacks", "target", "may"),
    [
        ([shockers(foot("K"))], at(heavy("Q")), True),
        ([shockers(foot("K")), shockers(foot("M"))], at(heavy("Q")), True),
        ([shockers(foot("K"), gun("N"))], at(heavy("Q")), True),
        ([shockers(jaeger("K"))], at(light("Q")), True),
        ([shockers(foot("K"), through="flank")], at(heavy("Q"), way_out=False), False),
        ([shockers(foot("K"), through="rear")], at(heavy("Q"), way_out=False), False),
        ([shockers(foot("K"))], at(heavy("Q", order=BEATEN), way_out=False), False),
        # The top unit decides for its stack (R-N28).
        ([shockers(foot("K"))], at(heavy("Q"), light("R", order=BEATEN), way_out=False), True),
        ([shockers(foot("K"))], at(light("Q", order=BEATEN), heavy("R"), way_out=False), False),
        (
            [shockers(foot("K")), shockers(foot("M"), through="rear")],
            at(heavy("Q"), way_out=False),
            False,
        ),
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
    # It stands: the infantry has to commit, and fights without a charge bonus.
    told = run(situation, [4, 5, 0], {"answer": "stand"})
    assert (keys(told)[1], told.results) == ("commitment K", {"fight K": 5})
    # It retreats, without a die, and its hex may be occupied.
    told = run(situation, [], {"answer": "retreat", "occupy": "K"})
    assert told.complete
    assert fates(told) == {
        "Q": "left before the shock, good order",
        "K": "advanced, good order",
    }
    assert cited(told, "Q retreats before the shock") == {"TG-9.86e"}
    # No room to retreat, no such answer.
    found = charge.adjudicate(one(shockers(foot("K")), at(heavy("Q"), retreat="blocked"))).missing
    assert found is not None
    assert found.options == ("stand", "counter-charge")


@pytest.mark.rule("TG-9.86e", "TG-9.84")
@pytest.mark.parametrize(("unit", "bonus"), [(heavy("Q", 5), HEAVY), (light("Q", 5), 1)])
def test_the_counter_charge_against_infantry(unit: Cavalry, bonus: int) -> None:
    """Q attacks at even strength, with cohesion 5 against 4 and its bonus; nobody commits."""
    situation = one(shockers(foot("K", 4)), at(unit))
    found = odds(situation, {"answer": "counter-charge"})
    drm = bonus + 5 - 4
    assert found.asked("commitment K") == 0
    results = found.results("Q", label="counter-charge")
    assert dict(results) == {face + drm: Fraction(1, 10) for face in range(10)}
    # Now the infantry is the defender: 10 or more beats it; Q is disordered by its counter-charge.
    k = distribution(found, "K")
    assert k["retreated, disordered"] == reaching(10, drm) + (
        (reaching(5, drm) - reaching(10, drm)) * (1 - passing(4))
    )
    assert sum(p for fate, p in distribution(found, "Q").items() if "good order" in fate) == 0
    told = run(situation, [9], {"answer": "counter-charge"})
    assert cited(told, "Q is disordered by its counter-charge") == {"TG-9.81-9", "TG-9.84"}
    assert told.complete


@pytest.mark.rule("TG-9.86e")
def test_artillery_that_stands_with_the_cavalry() -> None:
    """It takes no part in the counter-charge; only horse artillery goes along in a retreat.

    A gun that is left behind is alone, and eliminated when the infantry comes (9.25).
    """
    for horse in (False, True):
        situation = one(shockers(foot("K", 4)), at(heavy("Q", 5), gun("G", horse=horse)))
        told = run(situation, [8], {"answer": "counter-charge", "fire": False})
        assert told.results == {"counter-charge: fight Q": 8 + HEAVY + 5 - 4}
        assert fates(told)["Q"] == "advanced, disordered"
        assert fates(told)["G"] == "where it was, good order"
        told = run(situation, [] if horse else [0], {"answer": "retreat"})
        assert told.complete
        assert fates(told)["Q"] == "left before the shock, good order"
        assert fates(told)["G"] == ("left before the shock, good order" if horse else "eliminated")


def with_a_gun(**more: Any) -> charge.Situation:
    """K shocks Q, which cannot win its counter-charge, and G beside it."""
    return one(shockers(foot("K", 4)), at(heavy("Q", 5), gun("G"), counter_shock_drm=-9, **more))


BACK = {"answer": "counter-charge", "counter-shock": "first"}


@pytest.mark.rule("TG-9.86e", "TG-9.73d")
def test_a_gun_beside_cavalry_that_counter_charges_is_shocked_back_with_it() -> None:
    """K shocks the hex in its front, and G stands in it: it may fire, and suffers what Q does."""
    plan = {key: answer for key, answer in BACK.items() if key != "fire"}
    assert ask(with_a_gun(), [0, 0], {**plan, "retreat before shock": False}) == (
        "counter-shock K: fire G"
    )
    told = run(with_a_gun(), [0, 0, 9], BACK)
    assert told.complete
    assert told.results["counter-shock K: fight K"] == 9
    assert fates(told)["Q"] == "withdrawn"
    assert fates(told)["G"] == "retreated, disordered"
    # Q leaves before that shock; G cannot, and so their hex is not empty: nobody may occupy it.
    left = run(with_a_gun(), [0, 0], {**BACK, "retreat before shock": True})
    assert left.complete
    assert fates(left)["Q"] == "left before the shock, disordered"
    assert fates(left)["G"] == "eliminated"


@pytest.mark.rule("TG-9.86e", "TG-9.73d", "TG-9.71d")
@in_turn(("retreat", "q"), [("open", "retreated"), ("enemy_front", "withdrawn")])
@in_turn("mud", [False, True])
def test_a_gun_that_the_cavalry_leaves_behind_is_shocked_alone(
    retreat: Any, q: str, mud: bool
) -> None:
    """Q is driven back; G is what K has in front of it, and falls without a die (9.25)."""
    told = run(with_a_gun(retreat=retreat, entry_disorders=mud), [0, 9], BACK)
    assert told.complete
    assert fates(told)["Q"].startswith(q)
    assert fates(told)["G"] == "eliminated"
    assert fates(told)["K"] == f"advanced, {'disordered' if mud else 'good order'}"
    # G stands in the one hex that K could move into: who must move cannot shock back (R-N32).
    must = {"countershock_moves": "must"}
    driven = with_a_gun(retreat=retreat, entry_disorders=mud)
    assert ask(driven, [0, 9], {"answer": "counter-charge"}) == "counter-charge: counter-shock K"
    assert ask(driven, [0, 9], {"answer": "counter-charge"}, **must) == ""


@pytest.mark.rule("TG-9.71d", "TG-9.73d")
def test_nothing_is_known_of_the_ground_to_which_cavalry_is_driven_back() -> None:
    """The hex that Q leaves disorders who enters it; K follows into another one."""
    situation = one(
        shockers(foot("K", 4)), at(heavy("Q", 5), counter_shock_drm=-9, entry_disorders=True)
    )
    told = run(situation, [0, 9, 9], BACK)
    assert told.complete
    assert fates(told) == {"Q": "withdrawn", "K": "advanced, good order"}


@pytest.mark.rule("TG-9.81-6", "TG-9.86e")
def test_a_shock_that_was_turned_around_is_not_fired_at() -> None:
    """K and C have shocked back, each in its turn; step 6 is about attackers, and there is none."""
    target = at(heavy("Q", 5), gun("G"), counter_shock_drm=-9)
    situation = one([shockers(foot("K", 4)), shockers(foot("C", 4))], target)
    told = run(situation, [0, 0, 0, 0, 0, 0], BACK, countercharge_of_infantry="all_hexes")
    assert told.complete
    fired = [key for key in keys(told) if "fire" in key]
    assert fired == ["counter-shock K: fire G", "counter-shock C: fire G"]


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


# Not only in a declared attack


@pytest.mark.rule("TG-9.86e", "TG-9.73b")
@pytest.mark.parametrize("side", ["front", "flank", "rear"])
def test_cavalry_answers_a_breakthrough(side: Any) -> None:
    """A breakthrough is a shock by infantry: V, met through its front, may do as it likes."""
    target = at(foot(), retreat="blocked", beyond=(at(heavy("V", 5), met_through=side),))
    situation = one(shockers(foot("K", 9)), target, drm=20)
    plan = {"breakthrough": True}
    if side != "front":
        assert ask(situation, [0, 0], plan) == "breakthrough: retreat before shock V"
        return
    found = charge.adjudicate(situation, [0, 0], plan).missing
    assert found is not None
    assert found.key == "breakthrough: answer V"
    assert found.options == ("stand", "retreat", "counter-charge")
    told = run(situation, [0, 0], {**plan, "answer": "retreat"})
    assert told.complete
    assert fates(told)["V"] == "left before the shock, good order"
    # V attacks K, which has 9 to its 5: 8 + 3 - 4. K does not come to its own fight.
    told = run(situation, [0, 0, 8, 0], {**plan, "answer": "counter-charge"})
    assert told.complete
    assert told.results == {"fight K": 20, "counter-charge: fight V": 8 + HEAVY - 4}
    assert fates(told) == {
        "K": "advanced, disordered",
        "Y": "eliminated",
        "V": "where it was, disordered",
    }


@pytest.mark.rule("TG-9.86e", "TG-9.73d")
def test_cavalry_answers_a_counter_shock() -> None:
    """C, which did not attack, stands in front of the infantry Y that shocks back."""
    back = charge.CounterShock(others=(at(heavy("C", 5)),))
    situation = one(shockers(foot("A", 4)), at(foot("Y", 6), counter_shocks=(back,)), drm=-9)
    plan = {"counter-shock": True}
    told = charge.adjudicate(situation, [0, 0, 0], plan).missing
    assert told is not None
    assert told.key == "counter-shock Y: answer C"
    assert told.options == ("stand", "retreat", "counter-charge")
    # The die of C is one of the attacker's side: 7 + 3 + (5 - 6).
    fought = run(situation, [0, 0, 0, 7, 0], {**plan, "answer": "counter-charge"})
    assert fought.complete
    assert fought.results["counter-charge: fight C"] == 7 + HEAVY - 1
    assert fates(fought)["C"] == "where it was, disordered"
    assert fates(fought)["Y"] == "where it was, disordered"


@pytest.mark.rule("TG-9.86e", "TG-9.73d")
def test_an_answer_is_good_for_one_shock() -> None:
    """C counter-charges Y, and is disordered by it; then Z shocks it, and it cannot again."""
    c = at(heavy("C", 9))
    targets = [
        at(foot(name, 9), counter_shocks=(charge.CounterShock(others=(c,)),)) for name in "YZ"
    ]
    situation = one(shockers(foot("A", 4)), targets, drm=-9)
    plan = {"counter-shock": True, "answer": "counter-charge"}
    told = run(situation, [0, 0, 0, 0, 0, 0, 0], plan)
    assert told.complete
    assert keys(told).count("counter-charge: fight C") == 1
    assert "counter-shock Z: answer C" not in keys(told)
    assert "counter-shock Z: fight Z" in keys(told)


@pytest.mark.rule("TG-9.86e")
def test_the_answer_to_infantry_is_asked_in_words() -> None:
    situation = one(
        shockers(foot("K")), at(heavy("Q", **ONE_BRIGADE), heavy("R", **ONE_BRIGADE), gun("G"))
    )
    due = charge.adjudicate(situation).missing
    assert due is not None
    assert due.text == "Q and R may retreat, stand, or counter-charge the infantry"


@pytest.mark.rule("TG-9.86e")
def test_a_counter_charge_at_infantry_leaves_other_attacks_alone() -> None:
    """K does not come to its own shock; C charges Z as if nothing had happened."""
    first = attack([shockers(foot("K", 9))], [at(heavy("Q", 9))])
    second = attack([riders(heavy("C", 9))], [at(foot("Z", 9))])
    told = run(charge.Situation((first, second)), [7, 0, 1, 0], {"answer": "counter-charge"})
    assert keys(told) == [
        "answer Q",
        "counter-charge: fight Q",
        "commitment C",
        "square Z",
        "fight C",
        "retreat check C",
    ]


@pytest.mark.rule("TG-9.81-3", "TG-9.86e", "R-N15")
def test_infantry_that_is_counter_charged_by_one_of_two_does_not_commit() -> None:
    targets = [at(heavy("Y")), at(heavy("W"))]
    situation = one(shockers(foot("A")), targets)
    both_stand = odds(situation, {"answer": "stand"})
    assert both_stand.asked("commitment A") == 1
    one_turns = odds(situation, {"answer Y": "counter-charge", "answer W": "stand"})
    assert one_turns.asked("commitment A") == 0
    (gap,) = one_turns.unspecified
    assert gap == "a shock at several hexes when Y counter-charges"
