"""How much a situation holds, and a hex."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules_lib.commands import command
from rules_lib.commands.command import arguments_of
from rules_lib.errors import InvalidValue
from rules_lib.situations import Cavalry as Told
from rules_lib.situations import from_toml, to_toml
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Cavalry, Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *

GUNS = tuple(gun(f"G{number}") for number in range(25))


def test_a_list_holds_as_many_as_a_situation() -> None:
    """24 of anything, and no more."""
    assert at(foot(), supported_by=GUNS[:24]).supported_by == GUNS[:24]
    with pytest.raises(InvalidValue, match=r"^supported_by: .* a list of 0 to 24 Artillery"):
        at(foot(), supported_by=GUNS)


def test_a_situation_holds_24_units() -> None:
    """Those who only support are counted as well."""
    full = one(riders(heavy()), at(foot(), supported_by=GUNS[:22]))
    assert len(list(full.units())) == 24
    with pytest.raises(InvalidValue, match=r"^units: 'more than 24' .* at most 24 units"):
        one(riders(heavy()), at(foot(), supported_by=GUNS[:23]))


def test_a_hex_is_called_by_its_top_unit_and_met_through_its_own_side() -> None:
    """Through the rear of the second hex alone; the unit below the top one names no hex."""
    told = charge.Situation.parse(
        ["A: heavy 5, strength 6, through rear of y + B: light 4, strength 5"],
        ["X: infantry 5, strength 4 + Z: jaegers 5, strength 2", "Y: infantry 4, strength 4"],
    )
    (attack,) = told.attacks
    (stack,) = attack.stacks
    assert {name: stack.side_of(name) for name in "XY"} == {"X": "front", "Y": "rear"}
    assert [target.name for target in attack.targets] == ["X", "Y"]


GUARD = {"brigade": "Guard"}
STACKED: list[tuple[str, bool, Sequence[Unit]]] = [
    # Infantry never stacks with cavalry; two of a kind, three only of one brigade; artillery
    # counts, one battery with others, two of one group alone (secondary source 6.21).
    ("infantry 6, strength 6 + heavy 6, strength 6", False, (foot("Q", 6), heavy("R", 6))),
    ("heavy 6, strength 6 + light 6, strength 6", True, (heavy("Q", 6), light("R", 6))),
    (
        " + ".join(["heavy 6, strength 6"] * 3),
        False,
        (heavy("Q", 6), heavy("R", 6), heavy("S", 6)),
    ),
    (
        " + ".join(["heavy 6, strength 6, brigade Guard"] * 3),
        True,
        tuple(heavy(name, 6, **GUARD) for name in "QRS"),
    ),
    (
        " + ".join(["heavy 6, strength 6, brigade Guard"] * 4),
        False,
        tuple(heavy(name, 6, **GUARD) for name in "QRST"),
    ),
    (
        "infantry 6, strength 6 + artillery 5, fire 4",
        True,
        (foot("Q", 6), gun("R")),
    ),
    (
        "infantry 6, strength 6 + jaegers 6, strength 6 + artillery 5, fire 4",
        False,
        (foot("Q", 6), jaeger("R", 6), gun("S")),
    ),
    (
        "artillery 5, fire 4, strength 3, group Old + artillery 5, fire 4, strength 4, group Old",
        False,
        (gun("Q", strength=3, group="Old"), gun("R", strength=4, group="Old")),
    ),
    (
        "artillery 5, fire 4, strength 3, group Old + artillery 5, fire 4, strength 3, group Old",
        True,
        (gun("Q", strength=3, group="Old"), gun("R", strength=3, group="Old")),
    ),
]


def refused(make: Any, field: str) -> bool:
    """Whether it is refused, with the field and the rule named."""
    try:
        make()
    except InvalidValue as error:
        return (error.field, "6.21" in error.allowed) == (field, True) or pytest.fail(str(error))
    return False


@in_turn(("words", "fits", "units"), STACKED)
def test_every_door_judges_a_stack_as_the_board_does(
    words: str, fits: bool, units: Sequence[Unit]
) -> None:
    target, rider = at(*units), riders(heavy("A"))
    placed = [Placed(unit, Hex(0, 0), "east") for unit in units]
    assert (
        refused(
            lambda: Board.filled(Terrain("clear", 1), radius=1, units=placed), "units at (0, 0)"
        )
        != fits
    )
    assert refused(lambda: one(rider, target), "units of the target 'Q'") != fits
    assert refused(lambda: one(rider, at(foot(), beyond=(target,))), "units of the target 'Q'") != (
        fits
    )
    asked = command("cavalry")
    line = f"cavalry --charger 'heavy 5, strength 5' --target '{words}'"
    options = asked.parser().parse_args(arguments_of(line)[1:])
    assert refused(lambda: asked.run(options), "--target") != fits
    assert refused(lambda: Told((attack([rider], [target]),)), "units of the target 'Q'") != fits
    if all(isinstance(unit, Cavalry) for unit in units):
        assert refused(lambda: one(riders(*units), at(foot())), "units of the stack of 'Q'") != fits


def test_two_stacks_that_end_in_one_hex_stack_there() -> None:
    pair = [riders(heavy("A"), heavy("B")), riders(heavy("C"), beside="A")]
    assert refused(lambda: one(pair, at(foot())), "units of the stack of 'A'")


def test_a_situation_of_a_board_has_the_limits_of_the_board() -> None:
    wide = replace(SECONDARY, stack_limit=3)
    three = attack([riders(*(heavy(name) for name in "ABC"))], [at(foot())])
    assert refused(lambda: charge.Situation((three,)), "units of the stack of 'A'")
    assert charge.Situation((three,), wide).secondary is wide


def test_a_file_with_a_stack_that_no_hex_holds_is_refused() -> None:
    good = to_toml(Told((attack([riders(heavy("A"))], [at(foot("Q"))]),)))
    from_toml(good)
    foot_only = '{ "arm" = "infantry"'
    mixed = good.replace(
        foot_only, f'{{ "arm" = "cavalry", "name" = "R", "cohesion" = 5 }}, {foot_only}'
    )
    assert mixed != good
    with pytest.raises(InvalidValue, match=r"6\.21"):
        from_toml(mixed)
