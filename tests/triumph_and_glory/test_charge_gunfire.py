"""Reaction fire from several hexes, and with other numbers (TG-9.81-6)."""

from dataclasses import replace

import pytest

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Artillery, Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

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


# Whose guns (R-N20)


@pytest.mark.rule("R-N20", "TG-9.81-6")
@in_turn(
    ("stack", "supporter", "fires"),
    [
        (riders(SURE), gun("S"), True),
        # Whichever side the charge comes through: these guns stand elsewhere.
        (riders(SURE, through="rear"), gun("S"), True),
        (riders(SURE, out_of_fire_of=("S",)), gun("S"), False),
        (riders(SURE), gun("S", order=BEATEN), False),
        # Step 6 speaks of the charge: who merely shocks has nothing to fear from elsewhere.
        (shockers(SURE), gun("S"), False),
    ],
)
def test_guns_beside_the_target(stack: charge.Stack, supporter: Artillery, fires: bool) -> None:
    """Those in the target hex only; or any gun that has the chargers in its front."""
    situation = one(stack, at(foot(), gun("G"), supported_by=(supporter,)))
    plan = {"square": False, "fire G": "no"}
    hidden = stack.through == "rear"
    usual = ask(situation, [0], {**NEVER, **plan})
    assert usual == "fight A"
    found = run(situation, [0], {"fire": False}, reaction_fire_by="any_gun")
    fired = [key for key in keys(found) if key.startswith("fire")]
    assert fired == [*([] if hidden else ["fire G"]), *(["fire S"] if fires else [])]


@pytest.mark.rule("R-N20", "TG-9.81-6")
def test_guns_elsewhere_are_not_disordered_with_the_target() -> None:
    """A square that fails silences the guns in it, not those beside it."""
    situation = one(riders(SURE), at(foot(), gun("G"), supported_by=(gun("S"),)))
    plan = {"square": True, "recall": False}
    assert ask(situation, [0, 9], plan) == "fight A"
    assert ask(situation, [0, 9], plan, reaction_fire_by="any_gun") == "fire S"


# Once


@pytest.mark.rule("TG-9.81-6", "TG-9.73d")
@pytest.mark.parametrize(("first", "second"), [("C", None), ("no", "C"), ("no", "no")])
def test_a_gun_fires_once_in_the_whole_charge(first: str, second: str | None) -> None:
    """Y and then Z shock back at C, and fail. The gun with C has one shot for both."""
    way = charge.CounterShock(others=(at(foot("C", 9), gun("G", fire=0)),))
    targets = [at(foot(n), counter_shocks=(way,), counter_shock_drm=-20) for n in "YZ"]
    situation = one(shockers(foot("A", 9)), targets, drm=-20)
    plan: dict[str, str | bool] = {"counter-shock Y": True, "counter-shock Z": True}
    for name, shot in [("Y", first), ("Z", second)]:
        if shot:
            plan[f"counter-shock {name}: fire G"] = name if shot == "C" else "no"
    told = run(situation, [0] * (8 if "C" in (first, second) else 7), plan)
    assert told.complete
    assert ("counter-shock Z: fire G" in keys(told)) == (second is not None)


# At whom


@pytest.mark.rule("TG-9.81-6", "R-N19")
@in_turn(
    ("units", "hit"),
    [
        ((foot("A", 9), foot("B", 9)), "A"),
        ((jaeger("A", 9), foot("B", 9)), "A"),
        ((foot("A", 9), gun("B", 9)), "A"),
        ((heavy("A", 9), heavy("B", 9)), "AB"),
        ((light("A", 9), gun("B", 9)), "AB"),
    ],
)
@in_turn("reading", ["top", "each"])
def test_of_shocking_infantry_the_top_unit_only_is_hit(
    units: tuple[Unit, ...], hit: str, reading: str
) -> None:
    """Of other stacks each unit, by itself; all of them count for the massed target."""
    situation = one(shockers(*units), at(foot(), gun("G", fire=6)))
    told = run(situation, [0, 6], {"fire": "A"}, stack_checks=reading)
    beaten = {name for name in "AB" if fates(told)[name].endswith("disordered")}
    assert beaten == set(hit)
    # Who merely shocks and is disordered is stopped; the others fight on.
    stopped = {name for name in "AB" if fates(told)[name].startswith("halted")}
    assert stopped == set(hit)
    assert (told.missing is not None) == (hit == "A" and not isinstance(units[1], Artillery))


# Two hexes, and one


@pytest.mark.rule("TG-9.81-6", "TG-9.86d")
def test_stacks_beside_each_other_are_one_hex() -> None:
    """They are fired at together, and a counter-charge takes the bonus of both."""
    stacks = [riders(SURE), riders(heavy("B", 9), beside="A"), riders(heavy("C", 9))]
    found = charge.adjudicate(
        one(stacks, at(foot(), gun("G", fire=0))), [0, 0, 0], {"square": False}
    ).missing
    assert found is not None
    assert (found.key, found.options) == ("fire G", ("A", "C", "no"))
    told = run(one(stacks, at(foot(), gun("G", fire=6))), [0, 0, 0, 7], {"fire": "A"})
    assert "G fires at A and B with +8" in str(told)
    ends = [str(told.fates[name].order) for name in "ABC"]
    assert ends == ["disordered", "disordered", "good order"]
    aimed = run(one(stacks[:2], at(heavy("Q", 9))), [0, 0, 0, 0, 0, 0], {"counter-charge": "A"})
    assert aimed.results == {"fight A": 0}


@pytest.mark.rule("TG-9.82", "R-N4")
def test_who_was_recalled_from_the_square_is_not_fired_at() -> None:
    """Step 5 comes before step 6; B, which is not recalled, is."""
    stacks = [riders(SURE), riders(heavy("B", 4))]
    situation = one(stacks, at(foot(), gun("G", fire=9)))
    plan = {"square": True, "recall": True, "fire": "first"}
    told = run(situation, [0, 0, 0, 0, 9, 9], plan)
    assert told.complete
    assert ("fire G", "B") in told.events
    assert fates(told)["A"] == "recalled, good order"
    assert fates(told)["B"] == "retreated, disordered"
