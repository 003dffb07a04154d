"""From the map to the situation: who else is in front, retreats, terrain, mixed attacks."""

from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Intent, Situation, declare
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.terrain import Terrain
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import foot, gun, heavy, light
from tests.triumph_and_glory.maps import *

U = russian(foot("U"), SE, 5)
"""South-west of E: in front of A, should A face SW and W."""


@pytest.mark.rule("R-N13")
def test_an_enemy_in_front_that_nobody_attacks_is_fought_too() -> None:
    faces_both = Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2))
    said = {"retreat_to": {MIDDLE: NW, SE: Hex(-1, 2)}}
    (attack,) = read(A, Y, U, intents=[faces_both], said=said).attacks
    assert [each.name for each in attack.targets] == ["Y"]
    assert [each.name for each in attack.also_in_front] == ["U"]
    turned = Intent(("A",), MIDDLE, FROM_EAST.path, (2, 3))
    assert not read(A, Y, U, intents=[turned], said=said).attacks[0].also_in_front
    plain = {"retreat_to": {MIDDLE: NW}}
    declared = read(A, Y, U, intents=[faces_both], said=plain, enemies_in_front="declared_only")
    assert not declared.attacks[0].also_in_front


@pytest.mark.rule("R-N13")
def test_where_the_facing_decides_who_is_met_it_must_be_given() -> None:
    with pytest.raises(InvalidValue, match=r"facings of 'A': None .* at \(1, 0\) .* who is met"):
        read(A, Y, U)
    with pytest.raises(InvalidValue, match=r"facing of 'A': None .* 0 to 5"):
        read(french(heavy("A"), Hex(3, 0)), Y, U)
    # With somebody to fight on both sides, there is still a choice; with nobody, there is none.
    with pytest.raises(InvalidValue, match="facings of 'A'"):
        read(A, Y, U, russian(foot("V"), NE, 2))
    assert read(french(heavy("A"), Hex(3, 0)), Y) == read(A, Y)


@pytest.mark.rule("R-N13")
def test_an_enemy_whom_another_attacks_is_not_fought_twice() -> None:
    intents = [Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2)), Intent(("I",), SE)]
    said = {"retreat_to": {MIDDLE: NW, SE: Hex(-1, 2)}}
    found = read(A, Y, U, french(foot("I"), Hex(1, 1), 2), intents=intents, said=said)
    assert [each.also_in_front for each in found.attacks] == [(), ()]
    assert [each.targets[0].name for each in found.attacks] == ["Y", "U"]


@pytest.mark.rule("R-N13")
def test_an_enemy_in_front_of_two_attacks_is_fought_by_the_first() -> None:
    # V lies between Y and Z; A has V and Y in front, B has V and Z.
    v, z = russian(foot("V"), SE, 5), russian(foot("Z"), Hex(0, 2), 5)
    rider = french(light("B"), Hex(3, 1), 2)
    a = Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2))
    b = Intent(("B",), Hex(0, 2), (Hex(2, 1), Hex(1, 1)), (2, 2))
    said = {
        "retreat_to": {MIDDLE: NW, SE: Hex(-1, 2), Hex(0, 2): Hex(-1, 3)},
        "pursuit_facing": {MIDDLE: 4, SE: 2, Hex(0, 2): 2},
    }
    for intents in ([a, b], [b, a]):
        found = read(A, rider, Y, v, z, intents=intents, said=said)
        assert [[t.name for t in each.also_in_front] for each in found.attacks] == [["V"], []]


@pytest.mark.rule("R-N13", "TG-9.81e")
def test_a_village_in_front_of_a_charge_is_told() -> None:
    board = field(A, Y, U, changes={SE: VILLAGE})
    faces_both = Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2))
    said = {"retreat_to": {MIDDLE: NW, SE: Hex(-1, 2)}}
    (attack,) = read(board, intents=[faces_both], said=said).attacks
    assert attack.targets[0].chargeable
    assert not attack.also_in_front[0].chargeable


@pytest.mark.rule("R-N13")
def test_a_gun_in_front_is_fought_and_so_does_not_support() -> None:
    g = russian(gun(), SE, 5)  # it has E in front
    faces_both = Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2))
    said = {"retreat_to": {MIDDLE: NW, SE: Hex(-1, 2)}}
    (attack,) = read(A, Y, g, intents=[faces_both], said=said).attacks
    assert attack.also_in_front[0].units == (g.unit,)
    assert not attack.targets[0].supported_by
    (attack,) = read(
        A,
        Y,
        g,
        intents=[faces_both],
        said=said,
        enemies_in_front="declared_only",
        reaction_fire_by="any_gun",
    ).attacks
    assert not attack.also_in_front
    assert attack.targets[0].supported_by == (g.unit,)


def test_a_front_may_lie_off_the_board() -> None:
    a = french(heavy("A"), Hex(3, -5), 2)
    y = russian(foot("Y"), Hex(0, -5), 0)
    along = Intent(("A",), y.hex, (Hex(2, -5), Hex(1, -5)), (2, 3))
    assert not read(a, y, intents=[along]).attacks[0].also_in_front


@in_turn(
    ("fates", "room"),
    [
        ({}, "open"),
        ({"block": (W, NW)}, "open"),
        ({"block": (W, NW, SW)}, "blocked"),
        ({"block": (NW, SW), "watch": True}, "enemy_front"),
        ({"watch": True}, "open"),
    ],
)
def test_what_a_retreat_of_the_target_meets(fates: dict[str, Any], room: str) -> None:
    lake = Terrain("lake", None)
    changes = dict.fromkeys(fates.get("block", ()), lake)
    watcher = [french(foot("I"), Hex(-2, 0), 5)] if fates.get("watch") else []  # W is in front
    board = field(A, Y, *watcher, changes=changes)
    assert only(read(board))[1].retreat == room


def test_what_a_retreat_of_the_attacker_meets() -> None:
    behind = {Hex(2, 0): "e", Hex(2, -1): "n", Hex(1, 1): "s"}
    assert only(read(A, Y))[0].retreat == "open"
    lakes = dict.fromkeys([Hex(2, -1), Hex(1, 1)], Terrain("lake", None))
    guard = russian(gun("X"), Hex(2, 1), 4)  # (2, 0) is north-west of (2, 1), in front of 3 and 4
    board = field(A, Y, guard, changes=lakes)
    assert only(read(board))[0].retreat == "enemy_front"
    assert set(behind) == set(Hex(1, 0).neighbours) - {MIDDLE, NE, SE}


def test_an_attacker_retreats_from_all_it_fights() -> None:
    # With the enemies W and SW of it in front, only E and NE lead away from both; they are lakes.
    lakes = dict.fromkeys([Hex(2, -1)], Terrain("lake", None))
    walls = {(E, Hex(2, 0)): None}
    said = {"retreat_to": {MIDDLE: NW, SE: Hex(-1, 2)}}
    a = french(heavy("A"), Hex(2, 1), 3)
    faces_both = Intent(("A",), MIDDLE, (Hex(1, 1), E), (3, 2))
    board = field(a, Y, russian(foot("U"), SE, 3), changes=lakes, hexsides=walls)
    stack = read(board, intents=[faces_both], said=said).attacks[0].stacks[0]
    assert stack.retreat == "blocked"
    turned = Intent(("A",), MIDDLE, (Hex(1, 1), E), (3, 3))
    assert only(read(board, intents=[turned], said=said))[0].retreat == "open"


def test_attackers_may_come_from_opposite_hexes() -> None:
    """Where the target would retreat to then, neither source says; the charge is legal."""
    b = french(light("B"), Hex(-3, 0), 5)
    opposite = Intent(("B",), MIDDLE, (Hex(-2, 0), W), (5, 5))
    (attack,) = read(A, b, Y, intents=[FROM_EAST, opposite]).attacks
    assert attack.targets[0].retreat == "unspecified"
    assert [each.side_of("Y") for each in attack.stacks] == ["front", "rear"]
    assert [each.retreat for each in attack.stacks] == ["open", "open"]


def test_clear_terrain_counts_with_an_open_flank_which_must_be_said() -> None:
    board = field(A, Y)
    with pytest.raises(UnspecifiedBySource, match=r"whether a flank of \(0, 0\) is open"):
        declare(board, [FROM_EAST])
    for is_open in (True, False):
        found = declare(board, [FROM_EAST], open_flank={MIDDLE: is_open})
        assert only(found)[1].clear_terrain is is_open
    rough = field(A, Y, changes={MIDDLE: Terrain("field", 1)})
    assert not only(declare(rough, [FROM_EAST]))[1].clear_terrain


def test_the_ground_of_attackers_is_asked_for_where_they_may_be_attacked_in_clear_terrain() -> None:
    # Infantry has no use for the clear terrain of cavalry; cavalry has.
    assert not only(declare(field(A, Y), [FROM_EAST], open_flank={MIDDLE: True}))[0].clear_terrain
    with pytest.raises(UnspecifiedBySource, match=r"whether a flank of \(1, 0\) is open"):
        declare(field(A, K), [FROM_EAST], open_flank={MIDDLE: True})
    flanks = {MIDDLE: True, E: True}
    assert only(declare(field(A, K), [FROM_EAST], open_flank=flanks))[0].clear_terrain
    foot_only = field(french(foot("I"), E, 2), Y)
    with pytest.raises(UnspecifiedBySource, match=r"whether a flank of \(1, 0\) is open"):
        declare(foot_only, [Intent(("I",), MIDDLE)], open_flank={MIDDLE: True})


@pytest.mark.rule("TG-9.71d")
def test_ground_that_disorders_who_enters() -> None:
    mud = {MIDDLE: Terrain("mud", 2, disorders=True)}
    assert only(read(field(A, Y, changes=mud)))[1].entry_disorders
    assert not only(read(A, Y))[1].entry_disorders
    behind = field(A, Y, changes={W: Terrain("mud", 2, disorders=True)})
    for to in (W, SW):
        target = only(read(behind, said={"retreat_to": {MIDDLE: to}}))[1]
        assert target.entry_disorders_after_retreat is (to == W)
    with pytest.raises(InvalidValue, match=r"retreat_to of \(0, 0\): None .* decides what is met"):
        read(behind)
    # Who stands on such ground may be driven off it; and Y may enter it to shock back.
    i = french(foot("I"), E, 2)
    stack, struck = only(
        read(
            field(i, Y, changes=dict.fromkeys((E, SE), mud[MIDDLE])),
            intents=[Intent(("I",), MIDDLE)],
        )
    )
    assert stack.entry_disorders
    assert struck.counter_shocks is not None
    assert {way.name: way.entry_disorders for way in struck.counter_shocks} == {
        "stay": False,
        "to (0, 1)": True,
    }
    on_the_way = field(A, Y, changes={Hex(2, 0): Terrain("mud", 2, disorders=True)})
    with pytest.raises(UnspecifiedBySource, match=r"a charge over \(2, 0\), where entry disorders"):
        read(on_the_way)


@pytest.mark.rule("TG-9.73d")
@in_turn("facing", range(6))
def test_who_is_attacked_from_behind_cannot_shock_back(facing: int) -> None:
    target = only(read(A, russian(foot("Y"), MIDDLE, facing)))[1]
    # East is behind those who face SW-W and W-NW, directions 2 and 3.
    assert bool(target.counter_shocks) == (facing not in (2, 3))


@pytest.mark.rule("TG-9.83", "TG-9.81-3")
def test_a_charge_and_a_shock_at_one_hex_are_one_attack() -> None:
    i = french(foot("I"), NE, 1)
    intents = [FROM_EAST, Intent(("I",), MIDDLE, commitment_drm=1)]
    (attack,) = read(A, Y, i, intents=intents, said={"defensive_fire_drm": {MIDDLE: 2}}).attacks
    assert [each.charges for each in attack.stacks] == [True, False]
    assert [each.commitment_drm for each in attack.stacks] == [0, 1]
    assert attack.targets[0].defensive_fire_drm == 2
    odds = charge.odds(
        Situation((attack,)), {"square": False, "counter-shock": False, "breakthrough": False}
    )
    assert odds.asked("commitment I") == odds.asked("commitment A") == 1
