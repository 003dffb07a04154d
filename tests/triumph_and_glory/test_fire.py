"""Reaction fire, against its table written down a second time."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules_lib.errors import IllegalAction, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge.rules.fire import (
    fire_modifiers,
    fire_odds,
    fire_result,
)
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY, FireRow
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit

GUN = Artillery("battery", 5, fire=4)
HORSE = [Cavalry(f"squadron {i}", 6) for i in range(3)]
FOOT = [Infantry(f"battalion {i}", 6) for i in range(3)]


def drm_of(*fired: Any, **how: Any) -> int:
    return sum(each.value for each in fire_modifiers(*fired, **how))


def effect(total: int) -> str:
    if total >= 15:
        return "disorder and retreat"
    if total >= 13:
        return "disorder"
    return "check" if total >= 9 else "none"


@pytest.mark.rule("TG-9.81-6")
def test_the_table() -> None:
    for total in range(-20, 40):
        assert fire_result(total).effect == effect(total)
        assert fire_result(total, SECONDARY).covers(total)


@pytest.mark.rule("TG-9.81-6", "TG-9.85g")
def test_what_is_added_to_the_die() -> None:
    """Fire strength, +1 next to it, +1 at a square, +1 for each unit but guns beyond the first."""
    for fire, troops, guns, near, square in product(range(6), range(4), range(3), *[(0, 1)] * 2):
        stack: list[Unit] = [*FOOT[:troops], *[Artillery(f"gun {i}", 5) for i in range(guns)]]
        if not stack:
            continue
        massed = 0 if troops == 0 else troops - 1
        gun = replace(GUN, fire=fire)
        found = drm_of(gun, stack, adjacent=bool(near), in_square=bool(square))
        assert found == fire + near + square + massed, (fire, troops, guns, near, square)


@pytest.mark.rule("TG-9.85g")
def test_a_square_costs_one_on_top_of_the_crowd() -> None:
    line = drm_of(GUN, FOOT[:2], adjacent=False, in_square=False)
    square = drm_of(GUN, FOOT[:2], adjacent=False, in_square=True)
    single = drm_of(GUN, FOOT[:1], adjacent=False, in_square=False)
    assert (single, line, square) == (4, 5, 6)
    found = fire_modifiers(GUN, FOOT[:2], adjacent=True, in_square=True)
    assert {each.name: each.value for each in found} == {
        "fire strength of battery": 4,
        "at the next hex": 1,
        "at a square": 1,
        "massed target": 1,
    }
    assert [each.name for each in found if each.secondary] == ["at the next hex", "massed target"]
    assert next(each for each in found if each.name == "at a square").clauses == ("TG-9.85g",)


def test_other_numbers_count() -> None:
    other = replace(
        SECONDARY,
        fire_adjacent_drm=5,
        fire_further_unit_drm=-1,
        fire_rows=(FireRow(None, 3, "disorder"), FireRow(4, None, "none")),
    )
    drm = drm_of(GUN, HORSE, adjacent=True, in_square=True, secondary=other)
    assert drm == 4 + 5 + 1 - 2
    assert fire_result(3, other).effect == "disorder"
    assert fire_odds(
        replace(GUN, fire=0), HORSE, adjacent=False, in_square=False, secondary=other
    ) == {"disorder": Fraction(6, 10), "none": Fraction(4, 10)}


@pytest.mark.rule("TG-9.81-6")
def test_a_disordered_gun_does_not_fire() -> None:
    disordered = GUN.ordered(Order.DISORDERED)
    for call in (fire_modifiers, fire_odds):
        with pytest.raises(IllegalAction, match=r"battery .*secondary source 9.61") as error:
            call(disordered, HORSE, adjacent=True, in_square=False)
        assert error.value.clauses == ("TG-9.81-6",)
    square = GUN.ordered(Order.SQUARE)
    assert drm_of(square, HORSE[:1], adjacent=True, in_square=False) == 5


def test_an_unknown_fire_strength_is_not_guessed() -> None:
    with pytest.raises(UnspecifiedBySource, match=r"^fire of 'battery'"):
        drm_of(replace(GUN, fire=None), HORSE, adjacent=True, in_square=False)
