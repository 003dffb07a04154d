"""What shares a hex (secondary source 6.21)."""

from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.stacking import allowed, fits, require_fit
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Unit
from tests.in_turn import in_turn
from tests.oracles import charge_legality_brute as brute

KINDS: dict[str, type[Unit]] = {
    "cavalry": Cavalry, "infantry": Infantry, "artillery": Artillery,
}  # fmt: skip


def unit(kind: str, label: str, points: int) -> Unit:
    more: dict[str, Any] = {"group" if kind == "artillery" else "brigade": label}
    return KINDS[kind](kind, 5, points, **more)


def foot(brigade: str = "", **more: Any) -> Infantry:
    return Infantry("foot", 5, brigade=brigade, **more)


def horse(brigade: str = "") -> Cavalry:
    return Cavalry("horse", 5, brigade=brigade)


def battery(points: int | None = 3, group: str = "") -> Artillery:
    return Artillery("guns", 5, points, group=group)


def test_every_stack_is_judged_as_by_a_second_statement() -> None:
    choices = [*product(("cavalry", "infantry"), ("", "Light", "Old"), (3,)),
               *product(("artillery",), ("", "1st", "2nd"), (2, 3, 4))]  # fmt: skip
    for size in range(5):
        for stack in combinations_with_replacement(choices, size):
            soldiers = [
                brute.Soldier("", kind, (0, 0, 0), "", brigade=label, group=label, points=points)
                for kind, label, points in stack
            ]
            assert fits([unit(*each) for each in stack]) == brute.room(soldiers), stack


@in_turn(
    ("stack", "fit"),
    [
        ([foot(), foot()], True),
        ([foot(), foot(jaeger=True)], True),  # jaegers count as infantry
        ([foot(), foot(), foot()], False),
        ([foot("x"), foot("x"), foot("x")], True),
        ([horse("x"), horse("x"), horse("y")], False),
        ([foot("x"), horse("x")], False),
        ([foot("x")] * 4, False),
        # With others one battery, beside two of them only if these are of one brigade.
        ([foot(), battery()], True),
        ([horse(), battery()], True),
        ([foot(), foot(), battery()], False),
        ([foot("x"), foot("y"), battery()], False),
        ([foot("x"), foot("x"), battery()], True),
        ([foot("x"), foot("x"), foot("x"), battery()], False),  # artillery counts
        ([foot(), battery(1, "g"), battery(1, "g")], False),
        # Alone two of one group, with 6 strength points together.
        ([battery(99)], True),
        ([battery(3, "g"), battery(3, "g")], True),
        ([battery(3, "g"), battery(4, "g")], False),
        ([battery(3, "g"), battery(3, "h")], False),
        ([battery(3), battery(3)], False),
        ([battery(1, "g")] * 3, False),
        ([], True),
    ],
)
def test_what_shares_a_hex(stack: list[Unit], fit: bool) -> None:
    assert fits(stack) is fit
    assert fits(reversed(stack)) is fit


def test_without_their_strength_points_nobody_knows_whether_two_batteries_fit() -> None:
    unknown = battery(None, "g")
    assert fits([unknown])
    assert fits([unknown, foot()])
    for other in (battery(None, "g"), battery(5, "g")):
        with pytest.raises(UnspecifiedBySource, match="whether guns and guns fit in one hex"):
            fits([unknown, other])
    # A battery has a strength point at least.
    assert not fits([unknown, battery(6, "g")])
    assert not fits([unknown, battery(None, "h")])


def test_the_limits_are_data_and_are_told() -> None:
    told = allowed()
    assert told.startswith("2 infantry or 2 cavalry units, 3 of one brigade, never mixed; ")
    assert told.endswith("(secondary source 6.21)")
    other = replace(SECONDARY, hex_limit=2, battery_points_limit=7)
    assert fits([battery(3, "g"), battery(4, "g")], other)
    assert not fits([foot("x"), foot("x"), battery()], other)
    assert "2 units in all; or 2 batteries of one group with at most 7 " in allowed(other)
    with pytest.raises(InvalidValue, match=r"^units at \(0, 0\): 'foot, horse' was given"):
        require_fit(Hex(0, 0), [foot(), horse()])
