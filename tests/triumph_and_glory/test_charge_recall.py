"""Recall, square and counter-charge where several stacks or hexes are in the fight."""

from typing import Any

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Cavalry
from tests.triumph_and_glory.charging import *

SQUARE = {"square": True, "recall": True}


def texts(told: charge.Charge) -> list[str]:
    return [step.text for step in told.steps]


@pytest.mark.rule("TG-9.82", "R-N8")
def test_where_recalled_cavalry_stands_is_told() -> None:
    situation = one(riders(heavy("A", 4), heavy("B", 4)), at(foot("Y", 6)))
    stays = run(situation, [0, 0, 0], SQUARE)
    assert "A and B: recalled, in the hex it has reached." in texts(stays)
    assert cited(stays, "A and B keep good order") == {"TG-9.84"}
    back = run(situation, [0, 0, 0], SQUARE, recalled_stays="starting_hex")
    assert "A and B: recalled, in its starting hex." in texts(back)


@pytest.mark.rule("TG-9.82")
@pytest.mark.parametrize("square", ["Y", "Z"])
def test_one_square_of_two_hexes_is_enough_for_a_recall(square: str) -> None:
    situation = one(riders(heavy("A", 4)), [at(foot("Y", 6)), at(foot("Z", 6))])
    plan = {"square": False, f"square {square}": True}
    assert ask(situation, [0, 0], plan) == "recall after square A"


@pytest.mark.rule("R-N4", "TG-9.82")
def test_one_recall_in_all_or_one_a_cause() -> None:
    """In either reading the square gives one; the fire gives another, or none."""
    situation = one(riders(heavy("A", 4)), at(foot("Y", 6), gun("G", fire=9)))
    plan = {**SQUARE, "fire": "A"}
    once = run(situation, [0, 0, 9, 3, 0], plan, recall_rolls="once")
    assert [key for key in keys(once) if "recall" in key] == ["recall after square A"] * 2
    twice = run(situation, [0, 0, 9, 3, 0], plan)
    assert [key for key in keys(twice) if "recall" in key] == [
        *["recall after square A"] * 2,
        *["recall after fire A"] * 2,
    ]


@pytest.mark.rule("R-N4", "TG-9.82")
@pytest.mark.parametrize("reading", ["once", "each_cause"])
def test_a_recall_that_was_not_tried_counts_for_none(reading: Any) -> None:
    situation = one(riders(heavy("A", 4)), at(foot("Y", 6), gun("G", fire=9)))
    plan = {**SQUARE, "recall after square": False, "fire": "A"}
    told = run(situation, [0, 0, 3, 0], plan, recall_rolls=reading)
    recalls = [key for key in keys(told) if "recall" in key]
    assert recalls == ["recall after square A", *["recall after fire A"] * 2]


@pytest.mark.rule("TG-9.85d", "TG-9.85e")
def test_all_who_stand_in_a_square_are_told() -> None:
    told = run(
        one(riders(heavy("A", 4)), at(gun("G"), foot("Y", 6))), [0, 0, 5, 0], {"square": True}
    )
    assert "G and Y: in square." in texts(told)


@pytest.mark.rule("R-N16")
def test_a_charge_that_does_not_come_may_still_make_infantry_try_a_square() -> None:
    """Read so: a charge was declared; that it did not come does not matter."""
    situation = one(riders(heavy("A", 4)), at(foot("Y", 6)))
    assert ask(situation, [9], square_without_charge=True) == "square Y"
    assert ask(situation, [9]) == ""


@pytest.mark.rule("TG-9.86b")
def test_the_top_unit_rolls_for_a_counter_charge() -> None:
    told = run(one(riders(heavy()), at(heavy("Q", 6), heavy("R", 2))), [0, 6, 0, 0],
               {"counter-charge": "A"})  # fmt: skip
    assert "Q rolls to counter-charge (needs 0 to 6): 6." in texts(told)
    assert ("counter-charge Q", "succeeded") in told.events


@pytest.mark.rule("TG-9.86b")
@pytest.mark.parametrize("top", [light, heavy])
def test_what_the_top_unit_is_decides_its_roll(top: Any) -> None:
    """Who counter-charges with it does not."""
    other = heavy if top is light else light
    told = run(one(riders(heavy()), at(top("Q", 6), other("R", 6))), [0, 5, 0, 0],
               {"counter-charge": "A"})  # fmt: skip
    assert (("counter-charge Q", "failed") in told.events) == (top is light)


# Light cavalry thrown back (TG-9.86c)

THROWN = "counter-charged by heavy"


def thrown(told: charge.Charge) -> bool:
    """Whether the one fight has the modifier."""
    (line,) = [text for text in texts(told) if "The die shows" in text]
    return THROWN in line


@pytest.mark.rule("TG-9.86c", "TG-9.82")
def test_who_was_recalled_is_not_thrown_back() -> None:
    """Q counter-charges L; L, disordered by fire, is recalled. M has met nobody yet."""
    situation = one([riders(light("L", 4)), riders(light("M", 4))], at(heavy("Q", 9), gun("G")))
    plan: dict[str, str | bool] = {"counter-charge": "L", "fire": "L", "recall": True}
    come = {"commitment L": 0, "commitment M": 0, "counter-charge Q": 0, "fire G": 9}
    told = charge.adjudicate(
        situation, {**come, "recall after fire L": 0, "fight M": 5}, plan, reading()
    )
    assert ("recall after fire L", "recalled") in told.events
    assert not thrown(told)
    stays = charge.adjudicate(
        situation, {**come, "fight L": 5}, {**plan, "recall": False}, reading()
    )
    assert thrown(stays)


@pytest.mark.rule("TG-9.86c", "R-N28")
@pytest.mark.parametrize("order", [1, -1])
def test_who_comes_with_heavy_cavalry_is_not_thrown_back(order: int) -> None:
    stack = [heavy("A", 9), light("L", 9)][::order]
    situation = one(riders(*stack), at(heavy("Q", 9)))
    plan: dict[str, str | bool] = {"counter-charge": "first"}
    assert thrown(run(situation, [0, 0, 5, 0], plan)) == (order < 0)
    assert not thrown(run(situation, [0, 0, 5, 0], plan, countercharge_judged_by="whole_stack"))


@pytest.mark.rule("TG-9.86c")
def test_one_sure_case_is_enough_for_the_modifier() -> None:
    """B, heavy or light, meets Q; light L meets heavy P and light R."""
    unknown = Cavalry("B", 9, strength=6)
    situation = one(
        [riders(unknown), riders(light("L", 9))],
        [at(heavy("Q", 9)), at(heavy("P", 9), light("R", 9), retreat="blocked")],
    )
    plan = {"counter-charge Q": "B", "counter-charge P": "L"}
    told = run(situation, [0, 0, 0, 0, 5, 0, 0], plan)
    assert thrown(told)


@pytest.mark.rule("TG-9.86c")
def test_of_several_gaps_the_first_by_name_is_told() -> None:
    """So that the same charge is answered alike from run to run."""
    names = [f"U{number}" for number in range(10, 18)]
    stacks = [riders(Cavalry(name, 9, strength=6)) for name in names]
    targets = [at(heavy(f"Q{number}", 9)) for number in range(10, 18)]
    plan = {f"counter-charge Q{name[1:]}": name for name in names}
    dice = {f"commitment {name}": 0 for name in names} | dict.fromkeys(plan, 0)
    with pytest.raises(UnspecifiedBySource, match="whether U10 is heavy"):
        charge.adjudicate(one(stacks, targets), dice, plan)
