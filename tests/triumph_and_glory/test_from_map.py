"""What is read off the map where it depends on single stacks, facings and hexes."""

from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge import Intent, declare
from rules_lib.triumph_and_glory.map.hexes import Hex
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import foot, gun, heavy, light
from tests.triumph_and_glory.maps import *

ASIDE = russian(foot("X"), Hex(1, 1), 1)
"""Beside E, in front of who stands there and faces 0 or 1; it looks away."""


@pytest.mark.rule("R-N13", "TG-9.81-1")
@pytest.mark.parametrize("facing", [None, 2])
def test_the_way_it_may_face_in_the_end_decides_who_is_in_front(facing: int | None) -> None:
    """In E, with the target in the west in front, it faces 2 or 3, and never X."""
    (attack,) = read(french(heavy("A"), A.hex, facing), Y, ASIDE).attacks
    assert attack.also_in_front == ()


@pytest.mark.rule("R-N13", "TG-9.81-1")
def test_only_the_declared_path_decides_how_it_faces_in_the_end() -> None:
    """By way of NE it could end up facing 1, as if X were in front; it goes by way of E."""
    start = Hex(3, -1)
    intent = Intent(("A",), MIDDLE, (Hex(2, 0), E))
    (attack,) = read(french(heavy("A"), start, 2), Y, ASIDE, intents=[intent]).attacks
    assert attack.also_in_front == ()


@pytest.mark.rule("TG-9.81-1", "R-N5")
@in_turn("direction", range(6))
def test_a_charger_without_a_facing_has_its_target_in_front_wherever_it_comes_from(
    direction: int,
) -> None:
    step = MIDDLE.neighbours[direction]
    start, between = (Hex(step.q * n, step.r * n) for n in (3, 2))
    intent = Intent(("A",), MIDDLE, (between, step))
    stack, target = only(read(french(heavy("A"), start), russian(foot("Y"), MIDDLE, direction),
                              intents=[intent]))  # fmt: skip
    assert stack.through == {"Y": "front"}
    assert target.beyond == ()


def test_a_facing_that_is_missing_is_asked_for_by_its_own_name() -> None:
    """Not the facings on the path, where the unit has none to begin with."""
    b = french(light("B"), Hex(3, -1), 2)
    z = russian(foot("Z"), Hex(1, 1), 5)
    there = Intent(("B",), z.hex, (Hex(3, 0), Hex(2, 1)))
    a = french(heavy("A"), A.hex)
    said = {"retreat_to": {z.hex: Hex(0, 2)}}
    with pytest.raises(InvalidValue, match=r"^facing of 'A'"):
        read(a, b, Y, z, intents=[FROM_EAST, there], said=said)


@pytest.mark.rule("TG-9.81e")
def test_the_way_of_those_who_shock_does_not_forbid_the_charge() -> None:
    """A steep bank between NE and the target: hard for I, and no matter for A."""
    i = french(foot("I"), NE, 1)
    bank = field(A, i, Y, hexsides={(NE, MIDDLE): 5})
    intents = [FROM_EAST, Intent(("I",), MIDDLE)]
    (attack,) = read(bank, intents=intents, said={"retreat_to": {MIDDLE: SW}}).attacks
    assert attack.targets[0].chargeable


@pytest.mark.rule("TG-9.81e")
@pytest.mark.parametrize("bank", [E, NE])
def test_where_nobody_charges_one_bad_way_closes_a_hex_to_charges(bank: Hex) -> None:
    units = french(foot("H"), E, 2), french(foot("I"), NE, 1), Y
    intents = [Intent(("H",), MIDDLE), Intent(("I",), MIDDLE)]
    said = {"retreat_to": {MIDDLE: SW}}
    (attack,) = read(field(*units), intents=intents, said=said).attacks
    assert attack.targets[0].chargeable
    steep = field(*units, hexsides={(bank, MIDDLE): 5})
    (attack,) = read(steep, intents=intents, said=said).attacks
    assert not attack.targets[0].chargeable


@pytest.mark.rule("TG-9.73b")
@pytest.mark.parametrize("first", ["I", "G"])
def test_infantry_with_a_gun_may_break_through(first: str) -> None:
    i, g = french(foot("I"), E, 3), french(gun("G"), E, 3)
    v = russian(foot("V"), NW, 2)
    units, names = ((i, g), ("I", "G")) if first == "I" else ((g, i), ("G", "I"))
    said = {"retreat_to": {MIDDLE: W}}
    target = only(read(*units, Y, v, intents=[Intent(names, MIDDLE)], said=said))[1]
    assert [each.name for each in target.beyond] == ["V"]


@pytest.mark.rule("TG-9.81e", "TG-9.87c")
def test_where_an_enemy_met_in_pursuit_would_retreat_to() -> None:
    """V in the north-west; the hexes behind it are open ground, or villages."""
    v = russian(foot("V"), NW, 2)
    said = {"retreat_to": {MIDDLE: W}, "pursuit_facing": {MIDDLE: 3}}
    behind = [each for each in NW.neighbours if each not in (MIDDLE, *MIDDLE.neighbours)]
    for changes, may in [({}, True), (dict.fromkeys(behind, VILLAGE), False)]:
        target = only(read(field(A, Y, v, changes=changes), said=said))[1]
        (met,) = target.beyond
        assert met.name == "V"
        assert met.chargeable
        assert met.chargeable_after_retreat is may


def test_one_cavalry_unit_makes_the_ground_of_its_attackers_matter() -> None:
    """A gun beside it changes nothing; nor does one beside cavalry that shocks infantry."""
    told: dict[str, Any] = {"open_flank": {MIDDLE: True}}
    for defenders in ((K, russian(gun(), MIDDLE, 5)), (russian(gun(), MIDDLE, 5), K)):
        with pytest.raises(UnspecifiedBySource, match=r"whether a flank of \(1, 0\) is open"):
            declare(field(A, *defenders), [FROM_EAST], **told)
    rider, piece = french(light("L"), E, 2), french(gun("G"), E, 2)
    for units, names in (((rider, piece), ("L", "G")), ((piece, rider), ("G", "L"))):
        stack, _ = only(declare(field(*units, Y), [Intent(names, MIDDLE)], **told))
        assert not stack.clear_terrain


def test_of_units_without_a_facing_the_top_one_is_named() -> None:
    y, z = russian(foot("Y"), MIDDLE), russian(foot("Z"), MIDDLE)
    with pytest.raises(InvalidValue, match=r"^facing of 'Y'"):
        read(A, y, z)
    with pytest.raises(InvalidValue, match=r"^facing of 'Z'"):
        read(A, z, y)
