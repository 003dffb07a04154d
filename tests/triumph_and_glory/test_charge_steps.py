"""The nine steps in their order, one after the other (TG-9.81 to TG-9.84)."""

from fractions import Fraction

import pytest

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.charge.rules.modifiers import SQUARE_DRM
from rules_lib.triumph_and_glory.units import Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

PLAIN = one(riders(heavy()), at(foot()))


@pytest.mark.rule("TG-9.81a")
@pytest.mark.parametrize("unit", [foot("K"), jaeger("K"), gun("K", horse=True)])
def test_only_cavalry_charges(unit: Unit) -> None:
    with pytest.raises(IllegalAction, match="K charges, and is not cavalry") as error:
        riders(heavy(), unit)
    assert error.value.clauses == ("TG-9.81a",)
    assert shockers(heavy(), unit).units[1] == unit


@pytest.mark.rule("TG-9.81b")
def test_disordered_cavalry_does_not_charge() -> None:
    with pytest.raises(IllegalAction, match="A charges, and is disordered") as error:
        riders(light(), heavy(order=BEATEN))
    assert error.value.clauses == ("TG-9.81b",)
    # It does not shock either, by the secondary source; artillery comes along in any order.
    with pytest.raises(InvalidValue, match=r"order of 'A': .*secondary source 9\.61"):
        shockers(heavy(order=BEATEN))
    assert shockers(foot("K"), gun(order=BEATEN)).name == "K"


@pytest.mark.rule("TG-9.81e")
def test_a_hex_that_no_charge_may_go_to() -> None:
    village = at(foot(), chargeable=False)
    with pytest.raises(IllegalAction, match="a charge at Y") as error:
        one([shockers(foot("K")), riders(heavy())], village)
    assert error.value.clauses == ("TG-9.81e",)
    assert ask(one(shockers(heavy()), village)) == "commitment A"


@pytest.mark.rule("TG-9.81-1")
def test_the_declaration_opens_the_transcript() -> None:
    both = one([riders(heavy(), light("B")), shockers(foot("K"))], [at(foot()), at(foot("Z"))])
    told = run(both)
    assert str(told).splitlines()[:3] == [
        "Step 1: the declaration [TG-9.81-1]",
        "  A and B charge Y and Z. [TG-9.81-1]",
        "  K shocks Y and Z. [TG-9.81-7]",
    ]


@pytest.mark.rule("TG-9.81-1", "TG-9.81-3", "TG-9.81-4", "TG-9.81-5", "TG-9.81-6", "TG-9.81-7")
def test_the_steps_of_all_charges_run_side_by_side() -> None:
    """Two charges: every step of both comes before the next step of either, fights in turn."""
    first = attack([riders(heavy("A", 4)), riders(heavy("B", 4))], [at(foot(), gun("G"))])
    second = attack([riders(heavy("C", 4))], [at(foot("Z"), gun("H"))])
    told = charge.adjudicate(
        charge.Situation((first, second)),
        # Commitments; Y fails its square, Z forms one; C is not recalled; H misses; the fights.
        [0, 1, 2, 9, 3, 9, 0, 0, 0, 0, 2, 0],
        {"square": True, "recall": True, "fire": "first"},
    )
    assert keys(told) == [
        "commitment A", "commitment B", "commitment C",
        "square Y", "square Y", "square Z", "square Z",
        "recall after square C", "recall after square C",
        "fire H", "fire H",
        "fight A", "retreat check A", "retreat check B",
        "fight C", "retreat check C",
    ]  # fmt: skip
    headings = [step.text for step in told.steps if step.heading]
    assert headings == [
        "Step 1: the declaration",
        "Step 3: commitment",
        "Step 4: square or counter-charge",
        "Step 5: recall",
        "Step 6: reaction fire",
        "Step 7: the fight over Y",
        "Step 9: disorder",
        "Step 7: the fight over Z",
        "Step 9: disorder",
    ]
    assert set(fates(told).values()) >= {
        "next to the target, disordered",
        "where it was, in square",
    }


# Step 3: commitment


@pytest.mark.rule("TG-9.81-3")
@in_turn("cohesion", range(10))
def test_commitment_is_a_roll_of_at_most_the_cohesion(cohesion: int) -> None:
    found = odds(one(riders(heavy("A", cohesion)), at(foot())))
    assert found.chance("commitment A", "passed") == Fraction(cohesion + 1, 10)
    assert found.chance("commitment A", "failed") == Fraction(9 - cohesion, 10)
    # Who fails stays where it is, in good order, and nobody fights.
    assert distribution(found, "A").get("uncommitted, good order", 0) == Fraction(9 - cohesion, 10)
    assert found.asked("fight A") == Fraction(cohesion + 1, 10)


@pytest.mark.rule("TG-9.81-3")
def test_the_top_unit_commits_its_stack() -> None:
    for units, passed in [((2, 8), passing(2)), ((8, 2), passing(8))]:
        stack = riders(*(heavy(name, c) for name, c in zip("AB", units, strict=True)))
        found = odds(one(stack, at(foot())))
        assert found.chance("commitment A", "passed") == passed
        assert found.asked("commitment B") == 0
        assert distribution(found, "B")["uncommitted, good order"] == 1 - passed
    # Two stacks roll for themselves.
    apart = odds(one([riders(heavy("A", 2)), riders(heavy("B", 8))], at(foot())))
    assert apart.chance("commitment B", "passed") == passing(8)
    assert distribution(apart, "B")["uncommitted, good order"] == 1 - passing(8)


@pytest.mark.rule("TG-9.81-3")
@in_turn("drm", [-2, 0, 3, 7])
def test_defensive_fire_hinders_a_shock_and_never_a_charge(drm: int) -> None:
    target = at(foot(), defensive_fire_drm=drm)
    for stack, passed in [(riders(heavy()), passing(4)), (shockers(heavy()), passing(4, drm))]:
        found = odds(one(stack, target))
        assert found.chance("commitment A", "passed") == passed
    # In one attack, too: only who shocks suffers it.
    both = odds(one([riders(heavy()), shockers(foot("K", 4))], target))
    assert both.chance("commitment A", "passed") == passing(4)
    assert both.chance("commitment K", "passed") == passing(4, drm)
    # Other modifiers count for both.
    for stack in (riders(heavy(), commitment_drm=drm), shockers(heavy(), commitment_drm=drm)):
        found = odds(one(stack, at(foot())))
        assert found.chance("commitment A", "passed") == passing(4, drm)


@pytest.mark.rule("TG-9.81-3", "TG-9.83")
def test_who_is_not_committed_takes_no_part() -> None:
    """Light A arrives, heavy B does not: +1, not +3."""
    situation = one([riders(light("A", 4)), riders(heavy("B", 4))], at(foot()))
    told = run(situation, [4, 5, 9])
    assert told.results == {"fight A": 9 + 1}
    assert fates(told)["B"] == "uncommitted, good order"
    assert cited(told, "A moves next to the target") == {"TG-9.81-3"}
    shock = run(one(shockers(heavy("A", 4)), at(foot())), [4, 9])
    assert cited(shock, "A is committed.") == {"TG-9.81-3"}  # it stands there already
    assert not any("moves next" in step.text for step in shock.steps)
    assert cited(told, "B: not committed") == {"TG-9.81-3"}
    assert run(situation, [4, 4, 5], {}).results == {"fight A": 5 + HEAVY}


@pytest.mark.rule("TG-9.81-3")
@in_turn(
    ("stack", "text"),
    [
        (riders(heavy()), "A rolls to commit"),
        (riders(heavy(), commitment_drm=-1), "A rolls to commit with −1"),
        # Defensive fire is for who merely shocks.
        (shockers(heavy()), "A rolls to commit with +2"),
        (shockers(heavy(), commitment_drm=-2), "A rolls to commit"),
    ],
)
def test_the_commitment_roll_tells_its_modifier(stack: charge.Stack, text: str) -> None:
    due = charge.adjudicate(one(stack, at(foot(), defensive_fire_drm=2))).missing
    assert due is not None
    assert (due.key, due.text) == ("commitment A", text)


@pytest.mark.rule("TG-9.81-3")
def test_what_the_commitment_roll_needs_counts_the_modifier() -> None:
    told = run(one(riders(heavy("A", 4), commitment_drm=1), at(foot())), [9])
    assert "A rolls to commit with +1 (needs 0 to 3): 9." in [s.text for s in told.steps]


# Step 4 is for those who are charged, step 5 for those who charge a square


@pytest.mark.rule("TG-9.81-4")
@in_turn(
    ("target", "reaction"),
    [
        (at(foot()), "square Y"),
        (at(heavy("Y")), "counter-charge Y"),
        (at(gun()), "fire G"),
        (at(jaeger()), "fight A"),
    ],
)
def test_infantry_forms_square_and_cavalry_counter_charges(
    target: charge.Target, reaction: str
) -> None:
    assert ask(one(riders(heavy()), target), [0]) == reaction


@pytest.mark.rule("TG-9.81-5", "TG-9.82")
@pytest.mark.parametrize("cohesion", [0, 4, 9])
def test_recall_from_a_square(cohesion: int) -> None:
    situation = one(riders(heavy("A", cohesion)), at(foot()))
    plan = {"square": True, "recall": True}
    # No square, no recall: step 5 passes.
    assert ask(situation, [0, 9], plan) == "fight A"
    assert ask(situation, [0], {"square": False}) == "fight A"
    assert ask(situation, [0, 6], {"square": True}) == "recall after square A"
    found = odds(situation, plan)
    asked = passing(cohesion) * passing(6)
    assert found.chance("recall after square A", "yes") == asked
    assert found.chance("recall after square A", "recalled") == asked * passing(cohesion)
    assert distribution(found, "A")["recalled, good order"] == asked * passing(cohesion)
    # Higher: it must charge, against the square.
    assert found.asked("fight A") == passing(cohesion) * (1 - passing(6) * passing(cohesion))


@pytest.mark.rule("TG-9.81-5", "TG-9.82", "TG-9.84")
def test_the_recalled_keep_their_order_and_the_others_go_on() -> None:
    """A is recalled, B is not: B fights alone, and only B is disordered."""
    both = one([riders(heavy("A")), riders(heavy("B"))], at(foot()), drm=4)
    told = run(both, [0, 0, 0, 4, 5, 3, 0], {"square": True, "recall": True})
    assert told.complete
    assert told.results == {"fight A": 3 + 4 + SQUARE_DRM}
    assert fates(told)["A"] == "recalled, good order"
    assert fates(told)["B"] == "next to the target, disordered"
    assert "TG-9.82" in cited(told, "A: recalled")
    assert cited(told, "B must charge") == {"TG-9.82"}
    # If all are recalled nobody fights.
    told = run(both, [0, 0, 0, 4, 4], {"square": True, "recall": True})
    assert told.complete
    assert told.results == {}


@pytest.mark.rule("TG-9.82", "R-N19")
def test_who_rolls_for_the_recall_of_a_stack() -> None:
    """The top unit for all, or each for itself; whoever is not recalled charges on."""
    situation = one(riders(heavy("A", 9), light("B", 1)), at(foot()))
    plan = {"square": True, "recall": True}
    told = run(situation, [0, 0, 9], plan)
    assert told.complete
    assert fates(told)["B"] == "recalled, good order"
    told = run(situation, [0, 0, 9, 2, 7, 0], plan, stack_checks="each")
    assert told.results == {"fight A": 7 + SQUARE_DRM}
    assert fates(told)["A"] == "recalled, good order"
    assert fates(told)["B"] == "next to the target, disordered"


# Steps 7 to 9


@pytest.mark.rule("TG-9.81-7", "TG-9.83")
@pytest.mark.parametrize(("unit", "drm"), [(heavy(), HEAVY), (light("A"), 1)])
def test_a_charge_is_a_shock_with_the_charge_bonus(unit: Unit, drm: int) -> None:
    charged = odds(one(riders(unit), at(foot()))).results("A")
    shocked = odds(one(shockers(unit), at(foot()))).results("A")
    for face in range(10):
        assert charged[face + drm] == shocked[face] == passing(4) / 10


@pytest.mark.rule("TG-9.81-8", "TG-9.73c")
def test_ten_and_not_nine_begins_a_pursuit() -> None:
    told = run(PLAIN, [0, 6, 9])
    assert told.results == {"fight A": 6 + HEAVY}
    assert fates(told)["A"] == "advanced, disordered"
    assert told.complete
    told = run(PLAIN, [0, 7])
    assert told.results == {"fight A": 10}
    assert told.missing is not None
    assert told.missing.key == "pursuit 1: fight A"
    assert "TG-9.81-8" in cited(run(PLAIN, [0, 7, 9]), "Step 8")
    assert odds(PLAIN).pursuits[0] == 1 - passing(4) * reaching(10, 3)


@pytest.mark.rule("TG-9.81-9", "TG-9.84")
def test_a_charge_disorders_those_who_charged() -> None:
    """Result 5 for all: nothing happens to the attackers, but A has charged, the others not."""
    situation = one([riders(heavy("A")), shockers(foot("K")), shockers(light("B"))], at(foot()))
    told = run(situation, [0, 0, 0, 2, 0], mixed_attack="together")
    assert told.results == {"fight A": 2 + HEAVY}
    assert fates(told) == {
        "A": "next to the target, disordered",
        "K": "next to the target, good order",
        "B": "next to the target, good order",
        "Y": "where it was, disordered",
    }
    assert cited(told, "A is disordered by its charge") == {"TG-9.81-9", "TG-9.84"}


@pytest.mark.rule("TG-9.84")
def test_no_second_disorder_for_the_charge() -> None:
    """Result 4 disorders the attackers; the charge itself does not make A withdraw."""
    told = run(PLAIN, [0, 1, 0])
    assert told.results == {"fight A": 1 + HEAVY}
    assert fates(told)["A"] == "next to the target, disordered"
    assert cited(told, "A is already disordered") == {"TG-9.84"}
    found = odds(PLAIN)
    assert distribution(found, "A").get("withdrawn", 0) == 0
    in_order = sum(p for fate, p in distribution(found, "A").items() if "good order" in fate)
    assert in_order == 1 - passing(4) == tenths(5)
