"""Step 8: pursuit after 10 or more (TG-9.73c, TG-9.81-8, TG-9.87)."""

from fractions import Fraction
from typing import Any

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.charge.rules.modifiers import SQUARE_DRM
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

SURE = heavy("A", 9)
"""It always commits itself, and has 9 in every fight."""


def chase(*beyond: charge.Target, drm: int = 20, **more: Any) -> charge.Situation:
    """A charges Y and, with 20, always has to pursue; Y has 6, and 5 in disorder."""
    return one(riders(SURE), at(foot("Y", 6), beyond=beyond, **more), drm)


@pytest.mark.rule("TG-9.87a", "TG-9.73c", "TG-9.81-8")
def test_the_cavalry_follows_and_charges_again_at_once() -> None:
    """Nobody is asked, nobody commits himself, no recall: the next die is that of the fight."""
    told = run(chase(), [0, 0, 0])
    assert told.complete
    assert keys(told) == ["commitment A", "square Y", "fight A", "pursuit 1: fight A"]
    assert "TG-9.87a" in cited(told, "A advances, to face Y")
    assert cited(told, "Step 8") == {"TG-9.81-8", "TG-9.87e"}


@pytest.mark.rule("TG-9.87a", "TG-9.87e")
def test_the_fight_of_a_pursuit() -> None:
    """Even strength, 9 to 5, +3 for heavy cavalry, -1 for the first further charge."""
    told = run(chase(), [0, 0, 0])
    assert told.results["pursuit 1: fight A"] == 0 + (9 - 5) + HEAVY - 1
    assert "TG-9.87e" in cited(told, "−1 charge in pursuit")
    # Disordered once more, Y withdraws; A advances and stops.
    assert fates(told) == {"A": "advanced, disordered", "Y": "withdrawn"}
    held = run(chase(pursuit_drm=-7), [0, 0, 0, 0])
    assert held.results["pursuit 1: fight A"] == -1
    assert fates(held) == {"A": "advanced, disordered", "Y": "retreated, disordered"}


@pytest.mark.rule("TG-9.87a")
@pytest.mark.parametrize(
    ("room", "y"), [("enemy_front", "withdrawn"), ("blocked", "eliminated"), ("open", "retreated")]
)
def test_who_left_the_map_is_not_followed(room: Any, y: str) -> None:
    told = run(chase(at(foot("W")), retreat=room), [0, 0])
    assert told.complete
    assert fates(told)["Y"].startswith(y)
    followed = "go on A" in " ".join(keys(told))
    assert followed == (room == "open")
    assert fates(told)["A"] == "advanced, disordered"


@pytest.mark.rule("TG-9.81-8", "TG-9.73a", "TG-9.73c")
def test_only_charging_cavalry_pursues() -> None:
    for stack in (shockers(heavy("A", 9)), shockers(light("A", 9))):
        told = run(one(stack, at(foot()), drm=20), [0, 0])
        assert told.complete
        assert fates(told)["A"] == "advanced, good order"
    # A charges, B merely shocks in the same fight: B, the better one, stays where it is.
    both = one([riders(heavy("A", 4)), shockers(heavy("B", 9))], at(foot()), drm=20)
    told = run(both, [0, 0, 0, 0])
    assert fates(told)["A"].startswith("advanced")
    assert fates(told)["B"] == "next to the target, good order"


@pytest.mark.rule("TG-9.87a")
def test_one_of_two_hexes_is_followed() -> None:
    situation = one(riders(SURE), [at(foot("Y")), at(foot("Z"))], drm=20)
    found = charge.adjudicate(situation, [0, 0], {"square": False}).missing
    assert found is not None
    assert (found.key, found.options) == ("pursuers Y", ("A", "no"))
    told = run(situation, [0, 0, 0], {"pursuers": "no"})
    assert fates(told)["Z"] == "withdrawn"
    assert fates(told)["Y"] == "retreated, disordered"


@pytest.mark.rule("TG-9.87b")
@in_turn(
    ("units", "who"),
    [
        ((heavy("A", 3), heavy("B", 5)), "AB"),
        ((heavy("A", 3), heavy("B", 5), light("L", 9)), "AB"),
        ((light("L", 9), heavy("B", 3), light("M", 4)), "BL"),
        ((heavy("A", 3), heavy("B", 5), heavy("C", 4)), "BC"),
        ((heavy("A", 3, brigade="x"), light("B", 5, brigade="x"), light("C", 4, brigade="x")),
         "ABC"),
        ((heavy("A", 3, brigade="x"), light("B", 5, brigade="x"), light("C", 4, brigade="y")),
         "AB"),
    ],
)  # fmt: skip
def test_stacking_limits_the_pursuers(units: tuple[Any, ...], who: str) -> None:
    """Two units, or three of one brigade; heavy before light, then by cohesion."""
    situation = one([riders(unit) for unit in units], at(foot()), drm=20)
    told = run(situation, [0] * len(units) + [0, 9])
    assert {n for n, fate in fates(told).items() if fate.startswith("advanced")} == set(who)
    (step,) = [step for step in told.steps if "to face Y" in step.text]
    assert "TG-9.87a" in step.clauses


@pytest.mark.rule("TG-9.87b", "TG-9.71c")
def test_equals_for_the_last_place() -> None:
    """Unlike the advance, all that stack go; among equals the attacker picks."""
    units = [heavy("A", 5), heavy("B", 4), heavy("C", 4), light("L", 9)]
    situation = one([riders(unit) for unit in units], at(foot()), drm=20)
    found = charge.adjudicate(situation, [0] * 5, {"square": False}).missing
    assert found is not None
    assert (found.key, found.options) == ("pursuers Y", ("A and B", "A and C"))
    told = run(situation, [0] * 5 + [9], {"pursuers": "A and C"})
    assert fates(told)["C"].startswith("advanced")
    assert fates(told)["B"] == "next to the target, disordered"


@pytest.mark.rule("TG-9.87b")
@pytest.mark.parametrize("kind", [True, None])
def test_where_all_can_go_the_top_unit_stays_on_top(kind: bool | None) -> None:
    """Heavy before light is for the limit only."""
    units = [light("L", 4, heavy=kind and False), heavy("A", 3)]
    told = run(one([riders(unit) for unit in units], at(foot()), drm=20), [0, 0, 0])
    assert told.missing is not None
    assert told.missing.key == "pursuit 1: fight L"


@pytest.mark.rule("TG-9.87b")
def test_unknown_types_matter_only_where_not_all_can_go() -> None:
    two = [heavy("A", 5), heavy("U", 5, heavy=None)]
    told = run(one([riders(unit) for unit in two], at(foot()), drm=20), [0, 0, 0, 9])
    assert fates(told)["U"].startswith("advanced")
    three = one([riders(unit) for unit in (*two, light("L", 5))], at(foot()), drm=20)
    assert odds(three).unspecified["whether U is heavy"] == passing(5) ** 3


# What is met


@pytest.mark.rule("TG-9.87c")
def test_with_the_retreated_unit_alone_it_must_charge() -> None:
    assert ask(chase(), [0, 0], {"square": False}) == "pursuit 1: fight A"
    plan = {"square": False, "retreat before shock": True}
    found = charge.adjudicate(chase(at(foot("W"))), [0, 0], plan).missing
    assert found is not None
    assert (found.what, found.key) == ("decision", "pursuit 1: go on A")
    assert found.options == ("charge", "shock", "stop")


@pytest.mark.rule("TG-9.87c", "TG-9.84", "TG-9.87d")
def test_charge_or_shock_both_or_stop() -> None:
    """Y and W together: 6 to 12 is -2; cohesion is 9 to 5 at Y and 9 to 6 at W (R-N24)."""
    situation = chase(at(foot("W", 6)))
    plan = {"go on": "charge"}
    charged = run(situation, [0, 0, 3, 0], plan)
    assert charged.results["pursuit 1: fight A"] == 3 - 2 + 4 + HEAVY - 1
    assert charged.results["pursuit 1: fight A at W"] == 3 - 2 + 3 + HEAVY - 1
    assert fates(charged) == {
        "A": "advanced, disordered",
        "Y": "withdrawn",
        "W": "where it was, disordered",
    }
    shocked = run(situation, [0, 0, 4, 0], {"go on": "shock"})
    assert shocked.results["pursuit 1: fight A at W"] == 4 - 2 + 3
    stopped = run(situation, [0, 0], {"go on": "stop"})
    assert stopped.complete
    assert fates(stopped) == {
        "A": "advanced, disordered",
        "Y": "retreated, disordered",
        "W": "where it was, good order",
    }
    # Nobody answers a shock of cavalry that the ground has disordered: it takes no part.
    bad = chase(at(light("W", 6)), entry_disorders=True)
    assert ask(bad, [0, 0], {"square": False, "go on": "shock"}) == ""
    # A shock, even with 10 and more, starts no further pursuit.
    assert run(situation, [0, 0, 9], {"go on": "shock"}).complete
    assert cited(stopped, "in front: charge or shock") == {"TG-9.87c"}


@pytest.mark.rule("TG-9.87d", "TG-9.84")
def test_disorder_comes_when_the_pursuit_is_over() -> None:
    told = charge.adjudicate(chase(at(foot("W"))), [0, 0], {"square": False})
    assert fates(told)["A"] == "advanced, good order"
    told = run(chase(), [0, 0, 0])
    assert fates(told)["A"] == "advanced, disordered"
    texts = [step.text for step in told.steps]
    end = texts.index("A is disordered by its charge.")
    assert end > max(at for at, text in enumerate(texts) if "against Y" in text)
    assert sum("is disordered by its charge" in text for text in texts) == 1


@pytest.mark.rule("TG-9.87e", "R-N6")
@pytest.mark.parametrize(
    ("reading", "drms"),
    [("cumulative", (-1, -2, -3)), ("first_free", (0, -1, -2)), ("flat", (-1, -1, -1))],
)
def test_the_growing_minus_one(reading: str, drms: tuple[int, ...]) -> None:
    """Four enemies in a row, each with cohesion 9; all of them retreat, one after the other."""
    last = at(foot("V", 9), pursuit_drm=20)
    third = at(foot("X", 9), beyond=(last,), pursuit_drm=20)
    second = at(foot("W", 9), beyond=(third,), pursuit_drm=20)
    situation = one(riders(SURE), at(foot("Y", 9), beyond=(second,)), drm=20)
    told = run(situation, [0, 0, 0, 0, 0], {"go on": "charge"}, pursuit_penalty=reading)
    found = [told.results[f"pursuit {n}: fight A"] for n in (1, 2, 3)]
    # 6 to 12 each time: the one that retreated and the next one; -2, and cohesion 9 to 8 and 9.
    known = [-2 + 3 + given + drm for given, drm in zip((20, 40, 40), drms, strict=True)]
    assert found == [each + 1 for each in known]
    next_one = [told.results[f"pursuit {n}: fight A at {who}"] for n, who in enumerate("WXV", 1)]
    assert next_one == known
    assert told.missing is not None
    assert told.missing.key == "pursuit 4: fight A"


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


@pytest.mark.rule("TG-9.87c", "TG-9.85c", "TG-9.82")
def test_another_infantry_may_form_square_and_there_is_no_recall() -> None:
    situation = chase(at(foot("W", 6)))
    plan = {"pursuit 1: square W": True, "recall": True, "go on": "charge"}
    told = run(situation, [0, 0, 6, 3, 0], plan)
    assert keys(told)[3:5] == ["pursuit 1: go on A", "pursuit 1: square W"]
    assert not any("recall" in key for key in keys(told))
    # 6 to 12, 9 to 5 or 6, the square, -1 for the pursuit.
    assert told.results["pursuit 1: fight A"] == 3 - 2 + 4 + SQUARE_DRM - 1
    assert told.results["pursuit 1: fight A at W"] == 3 - 2 + 3 + SQUARE_DRM - 1
    # Y, disordered, cannot.
    assert not any("square Y" in key and "pursuit" in key for key in keys(told))
    # Against a mere shock nobody forms square.
    shocked = run(situation, [0, 0, 3, 0], {"go on": "shock", "square": False})
    assert shocked.complete
    assert not any("square W" in key for key in keys(shocked))


@pytest.mark.rule("TG-9.85c", "TG-9.85a")
def test_a_square_in_a_pursuit_needs_what_a_square_needs() -> None:
    for target in (at(foot("W"), in_enemy_zoc=True), at(foot("W", order=BEATEN))):
        told = run(chase(target), [0, 0, 9], {"go on": "charge"})
        assert "pursuit 1: fight A" in keys(told)
        assert not any("square W" in key for key in keys(told))


@pytest.mark.rule("R-N14")
def test_reactions_in_a_pursuit() -> None:
    """As usual: light cavalry leaves, heavy cavalry counter-charges, guns fire; or none of it."""
    plan = {
        "go on": "charge",
        "retreat before shock": True,
        "counter-charge": "first",
        "fire": "first",
        "square": False,
        "recall": False,
    }
    situation = chase(at(light("W", 9)), at(heavy("V", 9)), at(foot("U"), gun("G", fire=0)))
    usual = run(situation, [0, 0, 0, 0, 0, 0, 0], plan)
    assert {key for key in keys(usual) if "pursuit 1" in key} >= {
        "pursuit 1: retreat before shock W",
        "pursuit 1: check after leaving W",
        "pursuit 1: counter-charge V",
        "pursuit 1: fire G",
    }
    alone = run(situation, [0, 0, 0, 0], plan, pursuit_reactions="square_only")
    asked = {key for key in keys(alone) if "pursuit 1" in key}
    assert {"pursuit 1: square U", "pursuit 1: fight A"} <= asked
    assert not any(kind in " ".join(asked) for kind in ("before shock", "counter-charge", "fire"))
    # The first charge is not touched by this.
    first = one(riders(heavy()), at(heavy("Q")))
    assert ask(first, [0], pursuit_reactions="square_only") == "counter-charge Q"


@pytest.mark.rule("R-N14", "TG-9.85e", "TG-9.81-6")
@pytest.mark.parametrize("roll", [0, 9])
def test_in_a_pursuit_too_guns_fire_after_the_square(roll: int) -> None:
    """If it fails, they are disordered with the others, and silent."""
    plan = {"go on": "charge", "square": True, "fire": "first"}
    told = run(chase(at(foot("U"), gun("G", fire=0))), [0, 0, 0, roll, 0, 0], plan)
    asked = [key for key in dict.fromkeys(keys(told)) if "square U" in key or "fire" in key]
    assert asked == ["pursuit 1: square U", *(["pursuit 1: fire G"] if roll == 0 else [])]


@pytest.mark.rule("R-N14", "TG-9.86b", "TG-9.84", "TG-9.87d")
def test_a_counter_charge_in_a_pursuit() -> None:
    """V takes the bonus away, and is disordered with A when all is over."""
    plan = {"go on": "charge", "counter-charge": "first"}
    told = run(chase(at(heavy("V", 9))), [0, 0, 0, 2, 0], plan)
    assert told.results["pursuit 1: fight A at V"] == 2 - 2 + 0 - 1
    assert fates(told)["V"].endswith("disordered")


@pytest.mark.rule("R-N10", "TG-9.81e")
def test_ground_that_ends_a_pursuit() -> None:
    """Y has retreated into a wood: its charge would be illegal."""
    wood = chase(chargeable_after_retreat=False)
    told = run(wood, [0, 0])
    assert told.complete
    assert cited(told, "the pursuit is over") == {"TG-9.81e", "R-N10"}
    assert fates(told) == {"A": "advanced, disordered", "Y": "retreated, disordered"}
    assert ask(wood, [0, 0], {"square": False}, pursuit_terrain="lapses") == "pursuit 1: fight A"
    # With another enemy in front the charge falls away, the shock does not.
    for situation in (
        chase(at(foot("W")), chargeable_after_retreat=False),
        chase(at(foot("W"), chargeable=False)),
    ):
        for rulings, options in [
            (charge.Rulings(), ("shock", "stop")),
            (charge.Rulings(pursuit_terrain="lapses"), ("charge", "shock", "stop")),
        ]:
            found = charge.adjudicate(situation, [0, 0], {"square": False}, rulings).missing
            assert found is not None
            assert found.options == options


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
    assert found.pursuits[1] == reaching(10, 3 + 9 - 4)


@pytest.mark.rule("TG-9.87a")
def test_what_a_pursuer_meets_when_it_has_to_retreat() -> None:
    """A loses the second fight: its retreat is another one than in the first."""
    for room, fate in [("open", "retreated, disordered"), ("blocked", "eliminated")]:
        unit = heavy("A", 3)
        target = at(foot("Y", 6), pursuer_retreat=room, pursuit_drm=-9)
        told = run(one(riders(unit), target, drm=20), [0, 0, 9, 4])
        assert fates(told)["A"] == fate


@pytest.mark.rule("TG-9.87a", "TG-9.85h")
def test_through_which_side_the_pursuer_comes() -> None:
    """As in the charge, or as it is said of another enemy that it meets."""
    for through, drm in [("front", 0), ("rear", 2)]:
        told = run(one(riders(SURE, through=through), at(foot("Y", 6)), drm=20), [0, 0, 0])
        assert told.results["pursuit 1: fight A"] == (9 - 5) + HEAVY - 1 + drm
    # Y, followed to its rear, and W: in the front of W the +2 for the rear of Y is lost.
    for side, drm in [(None, 2), ("rear", 2), ("front", 0)]:
        target = at(foot("Y"), beyond=(at(foot("W"), met_through=side),))
        situation = one(riders(SURE, through="rear"), target, drm=20)
        told = run(situation, [0, 0, 0, 9], {"go on": "charge"})
        assert told.results["pursuit 1: fight A"] == -2 + (9 - 5) + HEAVY - 1 + drm


@pytest.mark.rule("TG-9.81-8", "TG-9.87a", "TG-9.87e")
def test_the_whole_distribution_of_a_pursuit_by_hand() -> None:
    """Heavy A with 4 charges Y with 6: Y leaves the map in the second fight or never."""
    found = odds(one(riders(heavy("A", 4)), at(foot("Y", 6))))
    came = passing(4)
    first = came * reaching(10, 3)
    # Second fight: +3, cohesion 4 to 5, -1 for the pursuit.
    gone = first * reaching(5, 3 - 1 - 1)
    assert distribution(found, "Y")["withdrawn"] == gone == Fraction(5 * 3 * 6, 1000)
    back = came * (reaching(5, 3) - reaching(10, 3)) * (1 - passing(6))
    assert distribution(found, "Y")["retreated, disordered"] == back + first - gone
    assert found.pursuits[1] == first


@pytest.mark.rule("TG-9.87a", "TG-9.87b")
def test_pursuers_come_through_the_side_from_which_they_charged() -> None:
    """A, in front, stays behind; B and C, who came to the rear, follow Y and have it there."""
    behind = [riders(heavy(name, 9), through="rear") for name in "BC"]
    situation = one([riders(heavy("A", 3)), *behind], at(foot("Y", 6)), drm=20)
    told = run(situation, [0] * 5)
    # 12 to 6, cohesion 9 to 5, heavy, -1 for the pursuit, +2 for the rear.
    assert told.results["pursuit 1: fight B"] == 2 + 4 + HEAVY - 1 + 2
