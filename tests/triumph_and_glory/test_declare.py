"""From the map to the situation: what has to be said, what is refused, and why."""

from dataclasses import replace
from typing import Any

import pytest

from rules_lib.errors import IllegalAction, InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge import Intent, Situation, declare
from rules_lib.triumph_and_glory.charge.attack import CounterShock
from rules_lib.triumph_and_glory.map.board import Placed, Terrain
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Artillery, Order, Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *
from tests.triumph_and_glory.charging import SECONDARY, foot, gun, heavy, light
from tests.triumph_and_glory.maps import *


def test_what_was_said_of_the_units_is_passed_on() -> None:
    a = french(heavy("A", brigade="Guard"), A.hex, 2)
    b = french(heavy("B", cohesion_disordered=1), A.hex, 2)
    intent = Intent(("A", "B"), MIDDLE, FROM_EAST.path, (2, 2), commitment_drm=-2)
    stack, target = only(read(a, b, Y, intents=[intent]))
    assert (stack.units, stack.charges, stack.commitment_drm) == ((a.unit, b.unit), True, -2)
    assert target.units == (Y.unit,)


def test_the_side_needs_a_facing_of_the_target() -> None:
    with pytest.raises(InvalidValue, match=r"facing of 'Y': None .* 0 to 5"):
        read(A, russian(foot("Y"), MIDDLE))
    both = russian(foot("X"), MIDDLE, 2), russian(foot("Y"), MIDDLE, 5)
    with pytest.raises(InvalidValue, match=r"facing of the units at \(0, 0\): 'X: 2, Y: 5'"):
        read(A, *both)


def test_facings_are_asked_for_only_where_they_matter() -> None:
    far = french(foot("I"), Hex(-4, 0)), russian(foot("X"), Hex(-4, 4))
    assert read(A, Y, *far) == read(A, Y)
    with pytest.raises(InvalidValue, match="facing of 'I': None"):
        read(A, Y, french(foot("I"), W))
    with pytest.raises(InvalidValue, match="facing of 'X': None"):
        read(A, Y, russian(foot("X"), Hex(2, -1)))


FLED = {"retreat_to": {MIDDLE: NW, SE: Hex(-1, 2)}, "pursuit_facing": {MIDDLE: 4, SE: 1}}
"""Nobody is met behind those who retreat."""


LEFT, RIGHT = french(heavy("A"), Hex(3, -1), 2), french(light("B"), Hex(3, 0), 2)
FROM_LEFT = Intent(("A",), MIDDLE, (Hex(2, 0), E))
FROM_RIGHT = Intent(("B",), MIDDLE, (Hex(2, 0), E))


@pytest.mark.rule("TG-9.81-1")
def test_they_must_fit_there() -> None:
    c = french(light("C"), LEFT.hex, 2)
    both = Intent(("A", "C"), MIDDLE, FROM_LEFT.path)
    with pytest.raises(IllegalAction, match=r"the charge of A and C and B: At \(1, 0\) there is"):
        read(LEFT, c, RIGHT, Y, intents=[both, FROM_RIGHT])
    one_brigade = [french(light(each, brigade="x"), LEFT.hex, 2) for each in "AC"]
    right = french(light("B", brigade="x"), RIGHT.hex, 2)
    (attack,) = read(*one_brigade, right, Y, intents=[both, FROM_RIGHT]).attacks
    assert [each.beside for each in attack.stacks] == [None, "A"]
    on_foot = french(foot("I"), E, 2)
    with pytest.raises(IllegalAction) as error:
        read(LEFT, on_foot, Y, intents=[FROM_LEFT, Intent(("I",), MIDDLE)])
    assert error.value.clauses == ("TG-9.81-1",)


@pytest.mark.rule("TG-9.81-1")
def test_they_face_the_same_way() -> None:
    one, other = ((Hex(2, 0), E), (2, 2)), ((Hex(2, 0), E), (2, 3))
    intents = [Intent(("A",), MIDDLE, *one), Intent(("B",), MIDDLE, *other)]
    with pytest.raises(InvalidValue, match=r"facings of A and B: .* one for all who end at \(1, 0"):
        read(LEFT, RIGHT, Y, intents=intents)
    # Where one is not said, the other's decides for both.
    u = russian(foot("U"), SE, 5)
    intents = [FROM_LEFT, Intent(("B",), MIDDLE, *one)]
    (attack,) = read(LEFT, RIGHT, Y, u, intents=intents, said=FLED).attacks
    assert [each.in_front for each in attack.stacks] == [("U",), ("U",)]


def test_of_one_hex_only_those_charge_who_can() -> None:
    fit, unfit = A, french(heavy("B", order=BEATEN), A.hex, 2)
    stack, _ = only(read(fit, unfit, Y))
    assert [unit.name for unit in stack.units] == ["A"]
    with pytest.raises(IllegalAction, match=r"B at .* disordered") as error:
        read(fit, unfit, Y, intents=[Intent(("A", "B"), MIDDLE, FROM_EAST.path)])
    assert error.value.clauses == ("TG-9.81b",)


@pytest.mark.rule("TG-9.81d")
def test_cavalry_may_shock_only_those_in_whose_zone_it_started() -> None:
    rider = french(light("L"), E, 2)
    beaten = russian(foot("Y", order=BEATEN), MIDDLE, 5)
    shock = Intent(("L",), MIDDLE)
    assert only(read(rider, beaten, intents=[shock]))[0].charges is False  # in nobody's zone
    holder = russian(foot("X"), Hex(2, -1), 0)
    assert not only(read(rider, Y, holder, intents=[shock]))[0].charges
    with pytest.raises(IllegalAction, match="in the zone of control of X at") as error:
        read(rider, beaten, holder, intents=[shock])
    assert error.value.clauses == ("TG-9.81d",)
    on_foot = french(foot("L"), E, 2)
    assert not only(
        read(on_foot, beaten, holder, intents=[shock], said={"retreat_to": {MIDDLE: W}})
    )[0].charges


BOTH = Intent(("A", "B"), MIDDLE, FROM_EAST.path)
B = french(heavy("B"), A.hex, 2)


@in_turn(
    ("units", "intents", "message"),
    [
        ((A, Y), [], r"intents: \(\) .* at least one Intent"),
        ((A, Y), [FROM_EAST, FROM_EAST], "intents: \"two of 'A'\" .* one Intent for each unit"),
        ((A, Y), [Intent(("Q",), MIDDLE, (E,))], "unit: 'Q' .* 'A', 'Y'"),
        ((A, Y, french(heavy("B"), Hex(3, -1), 2)), [BOTH],
         r"units: 'A at \(3, 0\), B at \(3, -1\)' .* units of one hex"),
        ((A, Y, french(heavy("B"), A.hex, 3)), [BOTH], r"facing of the units at .*: 'A: 2, B: 3'"),
        ((B, A, Y), [BOTH], r"units: 'A, B' .* B, A, as they lie at \(3, 0\)"),
        ((A, Y), [Intent(("A",), Hex(6, 0), (Hex(2, 0), E))], r"target: .* a hex of the board"),
        ((A, Y), [Intent(("A",), W, (Hex(2, 0), E))], "target: .* a hex with enemies"),
        ((A, Y), [Intent(("A",), MIDDLE, (Hex(2, 0), Hex(0, -1)))],
         r"path\[1\]: .* a hex next to \(2, 0\)"),
        ((A, Y), [Intent(("A",), MIDDLE, (Hex(6, 0), E))], r"path\[0\]: .* a hex of the board"),
        ((french(foot("A"), A.hex, 2), Y), [Intent(("A",), MIDDLE)],
         r"target: .* a hex next to \(3, 0\)"),
        ((french(foot("I"), E, 2), Y), [Intent(("I",), Hex(2, 0))], "target: .* with enemies"),
        ((french(foot("I"), E, 2), french(foot("J"), NE, 2), Y), [Intent(("I",), NE)],
         "target: .* a hex with enemies"),
        ((A, Y, russian(light("R"), Hex(3, -2), 2)), [
            FROM_EAST, Intent(("R",), Hex(3, 0), (Hex(3, -1),))],
         r"intents: 'A \(French\), R \(Russian\)' .* attackers of one side"),
        ((A, Y, french(heavy("B"), Hex(3, -1), 2)),
         [FROM_EAST, Intent(("B",), NE, (Hex(2, -1), E))], "target: .* a hex with enemies"),
        ((french(heavy("A"), Hex(3, 0)), Y), [Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2))],
         "facings: .* 'A' has no facing"),
    ],
)  # fmt: skip
def test_declarations_that_make_no_sense(
    units: tuple[Placed, ...], intents: list[Intent], message: str
) -> None:
    with pytest.raises(InvalidValue, match=message):
        read(*units, intents=intents)


@in_turn(
    ("given", "message"),
    [
        ({"units": []}, "units"),
        ({"units": ["A", "A"]}, "units"),
        ({"facings": []}, "facings"),
        ({"facings": [1]}, "facings"),
        ({"facings": [2, 6]}, "facings"),
        ({"path": (), "facings": [1]}, "facings"),
        ({"commitment_drm": 100}, "commitment_drm"),
    ],
)
def test_an_intent_that_makes_no_sense(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidValue, match=f"^{message}"):
        Intent(**{"units": ("A",), "target": MIDDLE, "path": FROM_EAST.path, **given})


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        (foot("I", order=BEATEN), "order of 'I'"),
        (foot("I", order=Order.SQUARE), "TG-9.85h"),
        (Artillery("I", 5), "stack of 'I'"),
    ],
)
def test_those_who_cannot_shock_do_not(unit: Unit, message: str) -> None:
    with pytest.raises((InvalidValue, IllegalAction), match=message):
        read(french(unit, E, 2), Y, intents=[Intent(("I",), MIDDLE)])


def test_a_unit_in_two_declarations_is_found_wherever_they_stand() -> None:
    """Not only in declarations that follow each other; each would attack from another hex."""
    other = french(heavy("B"), Hex(3, -2), 2)
    again = Intent(("A",), MIDDLE, (Hex(2, 0), NE))
    middle = Intent(("B",), MIDDLE, (Hex(2, -2), NW))
    with pytest.raises(InvalidValue, match=r"\"two of 'A'\" .* one Intent for each unit"):
        read(A, other, Y, intents=[FROM_EAST, middle, again])


def test_stacks_are_told_by_their_top_units() -> None:
    b = french(gun("B"), E, 2)
    riders = [french(light(name, brigade="x"), E, 2) for name in "KL"]
    units = (*riders, b, Y)
    with pytest.raises(InvalidValue, match=r"'K and L, both from \(1, 0\)' .* one Intent for all"):
        read(*units, intents=[Intent(("K", "B"), MIDDLE), Intent(("L",), MIDDLE)])


@pytest.mark.rule("TG-9.81-1")
def test_how_many_a_hex_holds_is_told() -> None:
    b = french(heavy("B"), A.hex, 2)
    disordered = french(light("C", order=BEATEN), E, 2)
    both = Intent(("A", "B"), MIDDLE, FROM_EAST.path)
    with pytest.raises(IllegalAction, match="a hex holds 2 infantry or 2 cavalry units, 3 of one"):
        read(A, b, disordered, Y, intents=[both])
    wide = field(A, b, disordered, Y, secondary=replace(SECONDARY, stack_limit=3))
    assert only(read(wide, intents=[both]))[0].units == (A.unit, b.unit)


@pytest.mark.rule("TG-9.81a")
def test_who_has_moved_does_not_charge_and_who_is_far_off_does_nothing_else() -> None:
    """Cavalry two hexes away may attack by a charge only; infantry there cannot attack at all."""
    moved = replace(FROM_EAST, has_moved=True)
    with pytest.raises(IllegalAction, match=r"A at .* has moved in the movement phase") as error:
        read(A, Y, intents=[moved])
    assert error.value.clauses == ("TG-9.81a",)
    read(A, Y, intents=[replace(FROM_EAST, has_moved=False)])
    with pytest.raises(IllegalAction, match=r"the shock of A .* can only charge") as error:
        read(A, Y, intents=[Intent(("A",), MIDDLE)])
    assert error.value.clauses == ("TG-9.81a",)
    with pytest.raises(InvalidValue, match=r"target: .* a hex next to"):
        read(french(foot("A"), A.hex, 2), Y, intents=[Intent(("A",), MIDDLE)])


@pytest.mark.rule("TG-9.81-7", "R-N5")
@pytest.mark.parametrize("unit", [foot("U"), light("U")])
@pytest.mark.parametrize("facing", range(6))
def test_only_an_enemy_in_front_is_shocked(unit: Unit, facing: int) -> None:
    """Secondary source 9.22: the enemies in its front hexes. West is ahead of facings 2 and 3."""
    shock = Intent(("U",), MIDDLE)
    board = field(french(unit, E, facing), russian(foot("Y", order=BEATEN), MIDDLE, 5))
    said = {"retreat_to": {MIDDLE: W}, "pursuit_facing": {MIDDLE: facing}}
    if facing in (2, 3):
        assert not only(read(board, intents=[shock], said=said))[0].charges
        return
    with pytest.raises(IllegalAction, match=r"the shock of U .* not in front of \(1, 0\)") as error:
        read(board, intents=[shock])
    assert error.value.clauses == ("TG-9.81-7",)


@pytest.mark.rule("TG-9.81-7")
def test_without_a_facing_and_out_of_a_village_infantry_shocks_all_around() -> None:
    shock = Intent(("I",), MIDDLE)
    for ground, facing in ((CLEAR, None), (VILLAGE, 0)):
        board = field(french(foot("I"), E, facing), Y, changes={E: ground})
        assert only(read(board, intents=[shock]))[0].name == "I"


@pytest.mark.rule("TG-9.81a")
def test_cavalry_that_has_moved_up_shocks_only_if_it_started_there() -> None:
    """Who did not start next to the enemy must charge; where it started the board does not say."""
    moved = Intent(("U",), MIDDLE, has_moved=True)
    with pytest.raises(UnspecifiedBySource, match=r"the shock of U .* whether it started there"):
        read(french(light("U"), E, 2), Y, intents=[moved])
    assert only(read(french(foot("U"), E, 2), Y, intents=[moved]))[0].name == "U"


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


V = russian(foot("V"), NW, 2)
"""Behind Y."""


def beyond(situation: Situation) -> list[str]:
    return [each.name for each in only(situation)[1].beyond]


@pytest.mark.rule("TG-9.87a", "TG-9.87c")
def test_what_decides_must_be_said() -> None:
    with pytest.raises(
        InvalidValue, match=r"retreat_to of \(0, 0\): None .* \(-1, 1\) or \(-1, 0\)"
    ):
        read(A, Y, V)
    to_west = {"retreat_to": {MIDDLE: W}}
    with pytest.raises(InvalidValue, match=r"pursuit_facing of \(0, 0\): None .* 2 or 3: it"):
        read(A, Y, V, said=to_west)
    assert beyond(read(A, Y, V, said={**to_west, "pursuit_facing": {MIDDLE: 3}})) == ["V"]
    # Facing 2 it can follow either way, and meets nobody; facing 3 it follows to W only.
    assert beyond(read(A, Y, V, said={"pursuit_facing": {MIDDLE: 2}})) == []
    with pytest.raises(InvalidValue, match=r"retreat_to of \(0, 0\)"):
        read(A, Y, V, said={"pursuit_facing": {MIDDLE: 3}})


@in_turn(
    ("said", "message"),
    [
        ({"retreat_to": {MIDDLE: E}}, r"retreat_to of \(0, 0\): .* one of \(-1, 1\), \(-1, 0\)"),
        ({"retreat_to": {MIDDLE: NE}}, r"retreat_to of \(0, 0\): .* one of"),
        ({"retreat_to": {MIDDLE: Hex(9, 9)}}, r"retreat_to of \(0, 0\): .* a hex of the board"),
        ({"pursuit_facing": {MIDDLE: 0}}, r"pursuit_facing of \(0, 0\): 0 .* 1 or 2 or 3 or 4"),
        ({"pursuit_facing": {MIDDLE: 1}, "retreat_to": {MIDDLE: W}},
         r"pursuit_facing of \(0, 0\): 1 .* 2 or 3"),
    ],
)  # fmt: skip
def test_what_is_said_must_be_possible(said: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        read(A, Y, said=said)


def test_a_hex_that_is_closed_is_none_to_retreat_to() -> None:
    lakes = dict.fromkeys((W, NW, SW), Terrain("lake", None))
    with pytest.raises(InvalidValue, match=r"retreat_to of \(0, 0\): .* none: no hex is open"):
        read(field(A, Y, changes=lakes), said={"retreat_to": {MIDDLE: W}})
    # Who cannot get away is not pursued; what stands behind does not matter then.
    full = russian(foot("X"), NW, 2), russian(foot("Z"), NW, 2)
    assert beyond(read(field(A, Y, *full, changes=dict.fromkeys((W, SW), lakes[W])))) == []


@pytest.mark.rule("R-N10")
def test_where_the_ground_behind_differs_the_way_must_be_said() -> None:
    board = field(A, Y, changes={W: VILLAGE})
    with pytest.raises(InvalidValue, match=r"retreat_to of \(0, 0\): None"):
        read(board)
    for to in (W, NW, SW):
        found = only(read(board, said={"retreat_to": {MIDDLE: to}}))[1]
        assert found.chargeable_after_retreat == (to != W)


@pytest.mark.rule("TG-9.73d")
def test_infantry_in_a_house_strikes_all_around_and_needs_no_facing_for_it() -> None:
    around = {*MIDDLE.neighbours, *E.neighbours} - {MIDDLE, E}
    housed = {**dict.fromkeys(around, Terrain("lake", None)), MIDDLE: VILLAGE}
    garden = {at: ground for at, ground in housed.items() if at != SE}

    def ways(changes: dict[Hex, Terrain], facing: int | None) -> tuple[CounterShock, ...] | None:
        board = field(french(foot("I"), E, 2), russian(foot("Y"), MIDDLE, facing), changes=changes)
        return only(read(board, intents=[Intent(("I",), MIDDLE)], said={}))[1].counter_shocks

    for facing in (None, 2):
        assert ways(housed, facing) == (CounterShock(("I",)),)
    # Once outside, how it faces matters.
    with pytest.raises(InvalidValue, match=r"^facing of 'Y': None .* whom they can shock back"):
        ways(garden, None)
    for facing, names in ((2, ["yes"]), (4, ["stay", "to (0, 1)"])):
        assert [each.name for each in ways(garden, facing) or ()] == names
