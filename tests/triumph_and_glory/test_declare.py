"""From the map to the situation: sides, zones of control, fronts, guns."""

from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge import Attack, Intent, Situation, Stack, Target, declare
from rules_lib.triumph_and_glory.charge.target import CounterShock
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Order, Unit
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import foot, gun, heavy, light
from tests.triumph_and_glory.maps import *

FLIGHTS = {"retreat_to": {MIDDLE: SW, NW: Hex(-1, -1)}, "pursuit_facing": {MIDDLE: 1}}
"""Nobody is met behind those who retreat."""


@pytest.mark.rule("TG-9.81-1")
def test_a_charge_in_the_open_is_read_whole() -> None:
    stack = Stack((A.unit,), through={"Y": "front"}, in_front=())
    # Without turning, Y has E in front where it stands, and one hex to the south-east.
    ways = (
        CounterShock(("A",), name="stay"),
        CounterShock(("A",), moves=True, name="to (0, 1)"),
    )
    target = Target(
        (Y.unit,), clear_terrain=True, clear_after_retreat="unspecified", counter_shocks=ways
    )
    expected = Situation((Attack((stack,), (target,)),))
    assert declare(field(A, Y), [FROM_EAST], open_flank={MIDDLE: True}) == expected


def test_what_was_said_of_the_units_is_passed_on() -> None:
    a = french(heavy("A", brigade="Guard"), A.hex, 2)
    b = french(heavy("B", cohesion_disordered=1), A.hex, 2)
    intent = Intent(("A", "B"), MIDDLE, FROM_EAST.path, (2, 2), commitment_drm=-2)
    stack, target = only(read(a, b, Y, intents=[intent]))
    assert (stack.units, stack.charges, stack.commitment_drm) == ((a.unit, b.unit), True, -2)
    assert target.units == (Y.unit,)


RELATIVE = {
    # The directions clockwise from the facing, for two front hexes, one, and three.
    2: ("front", "front", "flank", "rear", "rear", "flank"),
    1: ("front", "flank", "rear", "rear", "rear", "flank"),
    3: ("front", "front", "flank", "rear", "flank", "front"),
}


@pytest.mark.rule("R-N5")
@in_turn("facing", range(6))
@in_turn("front_hexes", RELATIVE)
def test_the_side_through_which_it_comes(facing: int, front_hexes: int) -> None:
    stack, _ = only(
        read(
            french(heavy("A"), Hex(3, 0), 3),
            russian(foot("Y"), MIDDLE, facing),
            front_hexes=front_hexes,
        )
    )
    # It comes from the east, which is direction 0.
    assert stack.side_of("Y") == RELATIVE[front_hexes][-facing % 6]


@pytest.mark.rule("TG-9.85h")
def test_squares_and_houses_have_a_front_only() -> None:
    square = russian(foot("Y", order=Order.SQUARE), MIDDLE)
    assert only(read(A, square))[0].through == {"Y": "front"}
    # A village cannot be charged (TG-9.81e), but shocked; a gun on top changes nothing.
    housed = field(
        french(foot("I"), E, 2), russian(gun(), MIDDLE, 2), russian(foot("Y"), MIDDLE, 2),
        changes={MIDDLE: VILLAGE},
    )  # fmt: skip
    stack, target = only(
        read(housed, intents=[Intent(("I",), MIDDLE)], said={"retreat_to": {MIDDLE: W}})
    )
    assert stack.through == {"G": "front"}
    assert not target.chargeable
    assert not target.clear_terrain


def test_the_side_needs_a_facing_of_the_target() -> None:
    with pytest.raises(InvalidValue, match=r"facing of 'Y': None .* 0 to 5"):
        read(A, russian(foot("Y"), MIDDLE))
    both = russian(foot("X"), MIDDLE, 2), russian(foot("Y"), MIDDLE, 5)
    with pytest.raises(InvalidValue, match=r"facing of the units at \(0, 0\): 'X: 2, Y: 5'"):
        read(A, *both)


@pytest.mark.rule("TG-9.85a", "R-N3")
@in_turn(
    ("unit", "holds"),
    [
        (foot("I"), True),
        (light("L"), True),
        (foot("I", order=BEATEN), False),
        (foot("I", order=Order.SQUARE), False),
        (gun("I"), False),
    ],
)
def test_the_zone_of_another_enemy_is_on_the_target(unit: Unit, holds: bool) -> None:
    target = only(read(A, Y, french(unit, NW, 4)))[1]
    assert target.in_enemy_zoc is holds


@pytest.mark.rule("TG-9.85a", "R-N3")
def test_chargers_lay_no_zone_on_targets_but_who_shocks_another_hex_does() -> None:
    # Both chargers end next to both targets.
    z = russian(foot("Z"), NW, 5)
    intents = [Intent(("A",), MIDDLE, (Hex(2, 0), E)), Intent(("B",), NW, (Hex(2, -2), NE), (3, 3))]
    ended = read(A, Y, french(heavy("B"), Hex(3, -3), 2), z, intents=intents)
    parts = by_name(ended)
    assert isinstance(parts["Y"], Target)
    assert isinstance(parts["Z"], Target)
    assert not parts["Y"].in_enemy_zoc
    assert not parts["Z"].in_enemy_zoc
    shock = Intent(("I",), MIDDLE)
    # Who shocks the hex itself is told by the attack; the same stack beside another hex is not.
    i = french(foot("I"), NE, 2)
    mixed = read(A, Y, i, intents=[FROM_EAST, shock])
    assert not mixed.attacks[0].targets[0].in_enemy_zoc
    elsewhere = read(A, Y, i, z, intents=[FROM_EAST, Intent(("I",), NW)], said=FLIGHTS)
    assert [each.targets[0].in_enemy_zoc for each in elsewhere.attacks] == [True, False]


@pytest.mark.rule("TG-9.86a")
@in_turn(
    ("unit", "facing", "faced"),
    [
        (foot("I"), 0, True),  # north-west of it: SE is ahead
        (foot("I"), 1, True),
        (foot("I"), 2, False),
        (foot("I"), 5, False),
        (foot("I", order=BEATEN), 0, True),  # it has no zone, but a front
        (foot("I", order=Order.SQUARE), 3, True),
        (gun("I"), 0, True),
        (gun("I"), 3, False),
    ],
)
def test_cavalry_in_front_of_another_enemy(unit: Unit, facing: int, faced: bool) -> None:
    target = only(read(A, K, french(unit, NW, facing)))[1]
    assert target.in_enemy_front is faced


@pytest.mark.rule("TG-9.86a", "R-N5")
def test_fronts_of_enemies_follow_their_ruling() -> None:
    a, i = french(heavy("A"), Hex(3, 0), 3), french(foot("I"), NW, 2)  # SE is beside SW
    faced = [only(read(a, K, i, front_hexes=n))[1].in_enemy_front for n in (2, 1, 3)]
    assert faced == [False, False, True]


@pytest.mark.rule("TG-9.86a")
def test_the_charger_is_no_other_enemy_but_who_shocks_another_hex_is() -> None:
    assert not only(read(A, K))[1].in_enemy_front
    shock = Intent(("I",), MIDDLE)
    i, z = french(foot("I"), NE, 2), russian(foot("Z"), NW, 5)  # the middle and NW in front
    mixed = read(A, K, i, intents=[FROM_EAST, shock])
    assert not mixed.attacks[0].targets[0].in_enemy_front
    aside = [FROM_EAST, Intent(("I",), NW)]
    elsewhere = read(A, K, i, z, intents=aside, said=FLIGHTS)
    assert elsewhere.attacks[0].targets[0].in_enemy_front


def test_facings_are_asked_for_only_where_they_matter() -> None:
    far = french(foot("I"), Hex(-4, 0)), russian(foot("X"), Hex(-4, 4))
    assert read(A, Y, *far) == read(A, Y)
    with pytest.raises(InvalidValue, match="facing of 'I': None"):
        read(A, Y, french(foot("I"), W))
    with pytest.raises(InvalidValue, match="facing of 'X': None"):
        read(A, Y, russian(foot("X"), Hex(2, -1)))


@pytest.mark.rule("TG-9.81-7")
@in_turn("facing", range(6))
@in_turn("order", [Order.GOOD, BEATEN])
def test_an_attacker_in_front_of_another_enemy(facing: int, order: Order) -> None:
    # X stands north-east of where A ends: A lies to its south-west, direction 2.
    other = russian(foot("X", order=order), Hex(2, -1), facing)
    stack = only(read(A, Y, other))[0]
    assert stack.in_other_front == (facing in (1, 2))


@pytest.mark.rule("TG-9.81-7")
def test_as_in_the_example_another_target_counts_as_another_enemy() -> None:
    # B comes into the rear of Y, and so into the front of Z, which C charges.
    y, z = russian(foot("Y"), MIDDLE, 5), russian(foot("Z"), Hex(-2, 1), 5)
    b = french(heavy("B"), Hex(-1, -2), 0)
    c = french(light("C"), Hex(-5, 1), 5)
    way_b = Intent(("B",), MIDDLE, (Hex(-1, -1), W), (0, 0))
    way_c = Intent(("C",), Hex(-2, 1), (Hex(-4, 1), Hex(-3, 1)), (5, 5))
    flags = {"retreat_to": {MIDDLE: E, Hex(-2, 1): Hex(-2, 2)}}
    parts = by_name(read(b, c, y, z, intents=[way_b, way_c], said=flags))
    assert isinstance(parts["B"], Stack)
    assert parts["B"].through == {"Y": "rear", "Z": "front"}
    assert parts["B"].in_other_front
    assert isinstance(parts["C"], Stack)
    assert parts["C"].through == {"Z": "rear"}
    assert not parts["C"].in_other_front


@pytest.mark.rule("TG-9.81-6", "R-N20")
def test_artillery_in_another_hex_supports_if_the_attacker_is_in_its_front() -> None:
    battery = Hex(1, -1)  # north-west of E, which lies to its south-east, direction 1
    given: Any = {
        "reaction_fire_by": "any_gun",
        "intents": [Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2))],
        "said": {"retreat_to": {MIDDLE: W}},
    }
    for facing in range(6):
        g = russian(gun(), battery, facing)
        stack, target = only(read(A, Y, g, **given))
        assert target.supported_by == ((g.unit,) if facing in (0, 1) else ())
        assert not stack.out_of_fire_of
    g = russian(gun(), battery, 0)
    by_default = {**given, "reaction_fire_by": "guns_in_hex"}
    assert not only(read(A, Y, g, **by_default))[1].supported_by
    shocks: Any = {**given, "intents": [Intent(("I",), MIDDLE)]}
    assert not only(read(french(foot("I"), E, 2), Y, g, **shocks))[1].supported_by
    beaten = russian(gun(order=BEATEN), battery, 0)
    assert not only(read(A, Y, beaten, **given))[1].supported_by
    two_hexes_off = russian(gun(), Hex(1, -2), 1)
    assert not only(read(A, Y, two_hexes_off, **given))[1].supported_by
    unasked = russian(gun(), Hex(-3, 0))
    assert not only(read(A, Y, unasked, reaction_fire_by="any_gun"))[1].supported_by
    with pytest.raises(InvalidValue, match="facing of 'G': None"):
        read(A, Y, russian(gun(), battery), **given)


@pytest.mark.rule("TG-9.81-6", "R-N20")
def test_who_stands_outside_the_front_of_a_gun_is_told() -> None:
    b = french(light("B"), Hex(-3, 3), 5)
    from_west = Intent(("B",), MIDDLE, (Hex(-2, 2), SW), (5, 5))
    g = russian(gun(), Hex(1, -1), 0)
    from_east = Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2))
    said = {"pursuit_facing": {MIDDLE: 3}}
    (attack,) = read(
        A, b, Y, g, intents=[from_east, from_west], said=said, reaction_fire_by="any_gun"
    ).attacks
    assert attack.targets[0].supported_by == (g.unit,)
    assert [each.out_of_fire_of for each in attack.stacks] == [(), ("G",)]


@pytest.mark.rule("TG-9.81-6", "R-N20")
def test_a_gun_supports_once() -> None:
    # It could fire at the attackers of both hexes; each gun is one piece, and the first has it.
    z, g = russian(foot("Z"), Hex(0, -1), 5), russian(gun(), Hex(2, -1), 2)
    b = french(light("B"), Hex(2, -3), 1)
    intents = [FROM_EAST, Intent(("B",), Hex(0, -1), (Hex(2, -2), Hex(1, -1)), (1, 2))]
    said = {"retreat_to": {MIDDLE: SW, Hex(0, -1): Hex(-1, -1)}}
    first, second = read(
        A, b, Y, z, g, intents=intents, said=said, reaction_fire_by="any_gun"
    ).attacks
    assert first.targets[0].supported_by == (g.unit,)
    assert second.targets[0].supported_by == ()
