"""What cannot be declared on a map, and what the error says."""

from dataclasses import replace

import pytest

from rules_lib.errors import IllegalAction, InvalidValue
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Intent, Situation, Stack, Target
from rules_lib.triumph_and_glory.map.board import Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.tables.secondary import SECONDARY
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import foot, gun, heavy, light
from tests.triumph_and_glory.maps import *


def test_of_one_hex_only_those_charge_who_can() -> None:
    fit, unfit = A, french(heavy("B", order=BEATEN), A.hex, 2)
    stack, _ = only(read(fit, unfit, Y))
    assert [unit.name for unit in stack.units] == ["A"]
    with pytest.raises(IllegalAction, match=r"B at .* disordered") as error:
        read(fit, unfit, Y, intents=[Intent(("A", "B"), MIDDLE, FROM_EAST.path)])
    assert error.value.clauses == ("TG-9.81b",)


def test_units_of_one_hex_may_go_different_ways() -> None:
    b = french(light("B"), A.hex, 2)
    z = russian(foot("Z"), Hex(1, 1), 5)
    there = Intent(("B",), z.hex, (Hex(2, 1),))
    said = {"retreat_to": {z.hex: Hex(0, 2)}}
    # Whether Z may retreat past A depends on how A faces.
    with pytest.raises(InvalidValue, match=r"facings of 'A': None .* where others may retreat to"):
        read(A, b, Y, z, intents=[FROM_EAST, there], said=said)
    faced = Intent(("A",), MIDDLE, FROM_EAST.path, (2, 3))
    found = read(A, b, Y, z, intents=[faced, there], said=said)
    assert [[s.name for s in each.stacks] for each in found.attacks] == [["A"], ["B"]]


@pytest.mark.rule("TG-9.81a", "TG-9.81b", "TG-9.81e")
def test_an_illegal_charge_is_refused_with_all_clauses() -> None:
    far = french(heavy("A", order=BEATEN), Hex(4, 0), 2)
    board = field(far, Y, changes={MIDDLE: VILLAGE})
    with pytest.raises(IllegalAction, match="the charge of A: ") as error:
        read(board, intents=[Intent(("A",), MIDDLE, (Hex(3, 0), Hex(2, 0)))])
    assert error.value.clauses == ("TG-9.81a", "TG-9.81b", "TG-9.81e", "TG-9.81-1")


@pytest.mark.rule("TG-9.81a")
def test_only_cavalry_charges() -> None:
    with pytest.raises(IllegalAction) as error:
        read(french(foot("A"), Hex(3, 0), 2), Y)
    assert error.value.clauses == ("TG-9.81a",)


@pytest.mark.rule("TG-9.81-1")
def test_a_stack_needs_room_for_all_of_it_where_it_ends() -> None:
    b = french(heavy("B"), A.hex, 2)
    disordered = french(light("C", order=BEATEN), E, 2)
    both = Intent(("A", "B"), MIDDLE, FROM_EAST.path)
    assert only(read(A, b, Y, intents=[both]))[0].units == (A.unit, b.unit)
    with pytest.raises(IllegalAction, match=r"At \(1, 0\), with C, there is no room for all") as e:
        read(A, b, disordered, Y, intents=[both])
    assert e.value.clauses == ("TG-9.81-1",)
    assert only(read(A, disordered, Y))[0].units == (A.unit,)


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


def test_a_situation_from_a_board_counts_like_one_typed_by_hand() -> None:
    plan = {"square": True, "recall": False, "counter-shock": False}
    typed = Situation.of([Stack((A.unit,))], [Target((Y.unit,), clear_terrain=True)])
    assert charge.odds(read(A, Y), plan).outcomes == charge.odds(typed, plan).outcomes


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
        ((A, Y), [Intent(("A",), MIDDLE)], r"target: .* a hex next to \(3, 0\)"),
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


def test_kinds_of_units_are_told_apart() -> None:
    kinds = [type(unit) for unit in read(A, Y).units()]
    assert kinds == [Cavalry, Infantry]


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


@pytest.mark.rule("TG-9.81d")
@pytest.mark.parametrize("names", [("L", "G"), ("G", "L")])
def test_a_gun_beside_cavalry_does_not_free_it_from_a_zone(names: tuple[str, ...]) -> None:
    by_name = {"L": french(light("L"), E, 2), "G": french(gun("G"), E, 2)}
    beaten = russian(foot("Y", order=BEATEN), MIDDLE, 5)
    holder = russian(foot("X"), Hex(2, -1), 0)
    units = [by_name[name] for name in names]
    with pytest.raises(IllegalAction, match="in the zone of control of X at") as error:
        read(*units, beaten, holder, intents=[Intent(names, MIDDLE)])
    assert error.value.clauses == ("TG-9.81d",)


def test_readings_must_be_readings_even_where_nobody_charges() -> None:
    board = field(french(foot("I"), E, 2), Y)
    for wrong in (None, {"R-N5": 1}, "default"):
        with pytest.raises(InvalidValue, match="rulings"):
            charge.declare(board, [Intent(("I",), MIDDLE)], wrong)  # type: ignore[arg-type]


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
