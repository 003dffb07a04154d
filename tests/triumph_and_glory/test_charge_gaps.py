"""What nobody has said of a charge, with its chance; and numbers of one's own."""

from dataclasses import replace
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM as HEAVY
from rules_lib.triumph_and_glory.tables.results_table import Effect, ResultsTable, Row
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Cavalry
from tests.triumph_and_glory.charging import *


def drm(situation: charge.Situation, dice: int = 1, **rulings: Any) -> int:
    """The modifier of the declared fight, if ``dice`` stacks commit themselves with a 0."""
    told = run(situation, [0] * (dice + 1), **rulings)
    return next(iter(told.results.values()))


@pytest.mark.rule("TG-9.83")
def test_a_type_that_nobody_knows() -> None:
    """It matters only where no other unit is heavy."""
    unknown = heavy("U", heavy=None)
    assert drm(one([riders(heavy()), riders(unknown)], at(foot())), 2) == HEAVY
    with pytest.raises(UnspecifiedBySource, match="'U' is heavy: unspecified"):
        run(one([riders(light()), riders(unknown)], at(foot())), [0, 0, 0])
    found = odds(one([riders(heavy("A", 4)), riders(replace(unknown, cohesion=4))], at(foot())))
    # Only if A fails and U arrives does it matter.
    assert dict(found.unspecified) == {"whether 'U' is heavy": (1 - passing(4)) * passing(4)}
    assert distribution(found, "Y")["unspecified"] == (1 - passing(4)) * passing(4)


@pytest.mark.rule("TG-9.81-7")
def test_a_ratio_that_is_given() -> None:
    """By who arrives; a set that is left out is a gap, with its chance."""
    given = {frozenset("AB"): 4, frozenset("A"): -1}
    situation = one([riders(heavy("A")), riders(heavy("B"))], at(foot()), ratio_drm=given)
    assert run(situation, [0, 0, 0]).results == {"fight A": 4 + HEAVY}
    assert run(situation, [0, 9, 0]).results == {"fight A": -1 + HEAVY}
    with pytest.raises(UnspecifiedBySource, match="the strength ratio of B: unspecified"):
        run(situation, [9, 0])
    found = odds(situation)
    assert dict(found.unspecified) == {"the strength ratio of B": tenths(5) * tenths(5)}


@pytest.mark.rule("TG-9.81-7")
def test_a_strength_that_nobody_knows() -> None:
    situation = one(riders(heavy(strength=None)), at(foot()), ratio_drm=None)
    with pytest.raises(UnspecifiedBySource, match="strength of A: unspecified"):
        run(situation, [0])
    assert distribution(odds(situation), "A") == {
        "unspecified": passing(4),
        "uncommitted, good order": 1 - passing(4),
    }


@pytest.mark.rule("TG-9.81-7")
def test_a_table_of_ones_own() -> None:
    """A row that it lacks is reported, with its chance."""
    quiet, beaten = Effect(False, "none"), Effect(True, "none")
    rows = (Row(None, 5, quiet, quiet), Row(8, None, quiet, beaten))
    table = replace(SECONDARY, results=ResultsTable(rows, gaps="report"))
    situation = one(shockers(heavy()), at(foot()))
    found = charge.odds(situation, NEVER, secondary=table)
    assert dict(found.unspecified) == {
        "a result for which the table has no row": passing(4) * tenths(2)
    }
    assert distribution(found, "Y") == {
        "where it was, good order": 1 - passing(4) * tenths(4),
        "where it was, disordered": passing(4) * tenths(2),
        "unspecified": passing(4) * tenths(2),
    }
    with pytest.raises(UnspecifiedBySource, match="the table has no row: unspecified"):
        charge.adjudicate(situation, [0, 6], NEVER, secondary=table)
    assert charge.adjudicate(situation, [0, 8], NEVER, secondary=table).complete


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
    told = charge.adjudicate(
        situation, [0] * len(units) + [0, 9], NEVER, reading(), secondary=narrow
    )
    assert advanced(told) == {who}


@pytest.mark.rule("TG-9.87b")
def test_unknown_types_matter_only_where_not_all_can_go() -> None:
    two = [heavy("A", 5), heavy("U", 5, heavy=None)]
    told = run(one([riders(unit) for unit in two], at(foot()), drm=20), [0, 0, 0, 9])
    assert fates(told)["U"].startswith("advanced")
    three = one([riders(unit) for unit in (*two, light("L", 5))], at(foot()), drm=20)
    assert odds(three).unspecified["whether U is heavy"] == passing(5) ** 3


ON = {"breakthrough": True}


def after_ten(target: charge.Target, *, charges: bool = True) -> charge.Situation:
    """An attack that comes to 10 or more with every face, and is fought on."""
    stack = riders(heavy("A", 9)) if charges else shockers(foot("A", 9))
    return one(stack, target, drm=20)


@pytest.mark.parametrize("charges", [True, False])
def test_nobody_has_said_whether_a_flank_is_open_there(charges: bool) -> None:
    target = at(foot(), clear_after_retreat="unspecified")
    (gap,) = odds(after_ten(target, charges=charges), ON).unspecified
    assert "Y" in gap


def test_a_breakthrough_that_may_have_lost_him_cannot_be_told() -> None:
    target = at(foot(), in_front_after_retreat=None)
    (gap,) = odds(after_ten(target, charges=False), ON).unspecified
    assert gap == (
        "whether Y is in front after its retreat"
        " (in_front_after_retreat, and on a map retreat_to, is not given)"
    )
    assert not odds(after_ten(target, charges=False)).unspecified
    assert not odds(after_ten(target), ON).unspecified


@pytest.mark.parametrize("place", ["target", "stack"])
def test_a_retreat_of_which_nothing_is_said_cannot_be_told(place: str) -> None:
    if place == "target":
        situation, name = after_ten(at(foot(), retreat="unspecified")), "Y"
    else:
        stack = riders(heavy("A", 4), retreat="unspecified")
        situation, name = one(stack, at(foot()), drm=-30), "A"
    (gap,) = odds(situation).unspecified
    assert gap == f"where {name} can retreat to"


UNKNOWN = Cavalry("U", 4, strength=6)
LEAVE = "retreat before shock"
LEAVES = {LEAVE: True}


@pytest.mark.rule("TG-9.81-2")
def test_whether_all_chargers_are_heavy_must_be_known() -> None:
    situation = one([riders(heavy()), riders(UNKNOWN)], at(light("Q")))
    assert odds(situation, LEAVES).unspecified == {"whether U is heavy": 1}
    # It does not matter where nobody could leave.
    assert ask(one([riders(heavy()), riders(UNKNOWN)], at(foot()))) == "commitment A"


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


SURE = heavy("A", 9)


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


ONLY: dict[str, Any] = {"enemies_in_front": "declared_only"}


def side_by_side(
    first: charge.Stack,
    second: charge.Stack,
    *more: charge.Stack,
    target: charge.Target | None = None,
) -> charge.Situation:
    """The first has declared Y, the others Z."""
    z = target or at(foot("Z", 9))
    return charge.Situation((attack([first], [at(foot("Y", 9))]), attack([second, *more], [z])))


BOTH = riders(heavy("A", 9), in_front=("Z",))
"""It charges Y, and has Z in front of it as well."""


@pytest.mark.rule("R-N13", "TG-9.81e")
def test_ground_that_forbids_a_charge_at_an_enemy_in_front() -> None:
    """Whether those who come must charge it nobody says; who merely shocks need not ask."""
    village = at(foot("W", 9), chargeable=False)
    gap = {"a charge at W, in front, on ground that forbids it": passing(4)}
    assert odds(one(riders(heavy()), at(foot()), also_in_front=(village,))).unspecified == gap
    shocked = one(shockers(heavy()), at(foot()), also_in_front=(village,))
    assert not odds(shocked).unspecified
    late = side_by_side(BOTH, shockers(foot("B", 4)), target=at(foot("Z"), chargeable=False))
    assert sum(odds(late).unspecified.values()) == 1 - passing(4)
    assert not odds(late, **ONLY).unspecified


def test_a_side_that_is_missing() -> None:
    """Of a declared target it must be given; of one that is taken over it may come too late."""
    with pytest.raises(InvalidValue, match=r"through of the stack of 'A': .*a side for 'R', too"):
        one(riders(heavy(), through={"Q": "front"}), [at(foot("Q")), at(foot("R"))])
    first = attack([riders(heavy(), through={"Q": "front"}, in_front=("R",))], [at(foot("Q"))])
    second = attack([riders(heavy("B"))], [at(foot("R"))])
    situation = charge.Situation((first, second))
    assert run(situation, {"commitment A": 0, "commitment B": 0}).missing is not None
    with pytest.raises(UnspecifiedBySource, match="through which side A comes to R"):
        run(situation, {"commitment A": 0, "commitment B": 9})


@pytest.mark.rule("R-N17", "TG-9.73d")
def test_nothing_follows_a_retreat_of_which_nobody_can_say_where_it_goes() -> None:
    situation = one(riders(heavy(), retreat="unspecified"), at(heavy("Y")), drm=-20)
    rulings = charge.Rulings(retreat_below_zero="automatic")
    found = charge.odds(situation, decisions={"counter-charge": False}, rulings=rulings)
    assert found.unspecified == {"where A can retreat to": passing(4)}
    assert not found.asked("counter-shock Y")


@pytest.mark.parametrize("swapped", [False, True])
def test_a_gap_in_one_attack_leaves_the_other_whole(swapped: bool) -> None:
    """Nobody says whether U, which counter-charges, is heavy; C and Z know all they need."""
    unknown = Cavalry("U", 9, strength=6)
    open_one = attack([riders(heavy("A", 4))], [at(unknown, retreat="blocked")])
    other = attack([riders(heavy("C", 9))], [at(foot("Z", 9))])
    both = charge.Situation((other, open_one) if swapped else (open_one, other))
    found = odds(both, {"counter-charge": True})
    assert found.unspecified == {"whether U is heavy": passing(4)}
    assert (
        distribution(found, "U")["unspecified"]
        == distribution(found, "A")["unspecified"]
        == passing(4)
    )
    alone = odds(charge.Situation((other,)))
    for name in "CZ":
        assert distribution(found, name) == distribution(alone, name)
