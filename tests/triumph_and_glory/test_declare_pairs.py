"""From the map to the situation: what belongs to one stack and one hex, or one gun."""

from typing import Any

import pytest

from rules_lib.errors import IllegalAction, InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge import Intent, Stack, Target
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.units import Order
from tests.in_turn import in_turn
from tests.triumph_and_glory.charging import *
from tests.triumph_and_glory.maps import *

FACES_BOTH = Intent(("A",), MIDDLE, FROM_EAST.path, (2, 2))
"""In E, with the middle and SE in front."""
FLED = {"retreat_to": {MIDDLE: NW, SE: Hex(-1, 2)}, "pursuit_facing": {MIDDLE: 4, SE: 1}}
"""Nobody is met behind those who retreat."""
WEST = {"retreat_to": {MIDDLE: W}}


def stack_of(found: dict[str, Stack | Target], name: str) -> Stack:
    stack = found[name]
    assert isinstance(stack, Stack)
    return stack


# ------------------------------------------------------------------ one side for each pair


@pytest.mark.rule("TG-9.86a", "R-N13")
def test_an_enemy_that_is_fought_too_has_a_side_of_its_own() -> None:
    for facing, side in ((5, "front"), (4, "front"), (3, "flank"), (0, "flank"), (1, "rear")):
        u = russian(foot("U"), SE, facing)  # A is north-east of it
        stack = read(A, Y, u, intents=[FACES_BOTH], said=FLED).attacks[0].stacks[0]
        assert stack.through == {"Y": "front", "U": side}
        assert stack.in_front == ("U",)
        # It is fought: through says whether A stands in its front.
        assert not stack.in_other_front


@pytest.mark.rule("R-N13")
def test_of_an_enemy_that_another_attacks_side_and_front_are_told_too() -> None:
    u, i = russian(foot("U"), SE, 5), french(foot("I"), Hex(1, 1), 2)
    intents = [FACES_BOTH, Intent(("I",), SE)]
    said = {"retreat_to": FLED["retreat_to"], "pursuit_facing": {MIDDLE: 4}}
    parts = by_name(read(A, Y, u, i, intents=intents, said=said))
    a = stack_of(parts, "A")
    assert (a.through, a.in_front) == ({"Y": "front", "U": "front"}, ("U",))
    assert a.in_other_front  # U is another's: to A it is another enemy
    # Of those beside a stack the side is told even where they are not in its front.
    turned = [Intent(("A",), MIDDLE, FROM_EAST.path, (2, 3)), intents[1]]
    a = stack_of(by_name(read(A, Y, u, i, intents=turned, said=said)), "A")
    assert (a.through, a.in_front) == ({"Y": "front", "U": "front"}, ())
    assert stack_of(parts, "I").through == {"U": "front"}  # I is east of it


@pytest.mark.rule("R-N13")
def test_by_the_other_reading_only_the_declared_hex_is_met() -> None:
    u = russian(foot("U"), SE, 5)
    stack = read(
        A, Y, u, intents=[FACES_BOTH], said=FLED, enemies_in_front="declared_only"
    ).attacks[0].stacks[0]  # fmt: skip
    assert (stack.through, stack.in_front, stack.in_other_front) == ({"Y": "front"}, (), True)


@pytest.mark.rule("R-N13", "TG-9.81e")
def test_a_target_that_another_charge_cannot_reach_is_left_open() -> None:
    """B charges Z; A, who has Z in front, too, could not cross the bank between them."""
    z, b = russian(foot("Z"), SE, 5), french(light("B"), Hex(1, 3), 4)
    intents = [FACES_BOTH, Intent(("B",), SE, (Hex(0, 3), Hex(0, 2)), (4, 4))]
    said = {"retreat_to": {MIDDLE: NW, SE: SW}, "pursuit_facing": {MIDDLE: 4, SE: 2}}
    board = field(A, Y, z, b, hexsides={(E, SE): 4})
    with pytest.raises(UnspecifiedBySource, match="charge of A takes over the enemies at "):
        read(board, intents=intents, said=said)
    level = read(field(A, Y, z, b), intents=intents, said=said)
    assert [each.targets[0].chargeable for each in level.attacks] == [True, True]


# ------------------------------------------------------------------ guns


@pytest.mark.rule("TG-9.81-6")
@in_turn("facing", range(6))
@in_turn("infantry", [5, 2])
def test_a_gun_fires_to_its_own_front(facing: int, infantry: int) -> None:
    """A comes from the east; the infantry looks there (5), or away (2)."""
    stack, target = only(
        read(A, russian(foot("Y"), MIDDLE, infantry), russian(gun(), MIDDLE, facing))
    )
    through_front, aims = infantry == 5, facing in (5, 0)
    assert stack.through == {"Y": "front" if through_front else "rear"}
    assert stack.in_fire_of == (("G",) if aims and not through_front else ())
    assert stack.out_of_fire_of == (("G",) if through_front and not aims else ())
    assert [each.name for each in target.units] == ["Y", "G"]


@pytest.mark.rule("TG-9.81-6")
def test_guns_that_need_no_word() -> None:
    y = russian(foot("Y"), MIDDLE, 2)
    silent = [
        russian(gun(), MIDDLE),  # it faces as its infantry does
        russian(gun(order=BEATEN), MIDDLE, 5),  # it does not fire
    ]
    for each in silent:
        stack = only(read(A, y, each))[0]
        assert (stack.in_fire_of, stack.out_of_fire_of) == ((), ())
    square = foot("Y", order=Order.SQUARE), gun(order=Order.SQUARE)
    stack = only(read(A, *(russian(each, MIDDLE, 2) for each in square)))[0]
    assert (stack.through, stack.out_of_fire_of) == ({"Y": "front"}, ())


@pytest.mark.rule("TG-9.81-6")
def test_a_gun_in_a_house_has_its_own_front() -> None:
    i = french(foot("I"), E, 3)
    for facing, out in ((5, ()), (2, ("G",))):
        units = i, russian(foot("Y"), MIDDLE, 2), russian(gun(), MIDDLE, facing)
        board = field(*units, changes={MIDDLE: VILLAGE})
        stack = only(read(board, intents=[Intent(("I",), MIDDLE)], said=WEST))[0]
        assert (stack.through, stack.out_of_fire_of) == ({"Y": "front"}, out)
    unsaid = field(i, russian(foot("Y"), MIDDLE), russian(gun(), MIDDLE), changes={MIDDLE: VILLAGE})
    with pytest.raises(InvalidValue, match="facing of 'G'"):
        read(unsaid, intents=[Intent(("I",), MIDDLE)])


@pytest.mark.rule("TG-9.81-6")
def test_artillery_faces_otherwise_than_infantry_only() -> None:
    with pytest.raises(InvalidValue, match=r"facing of the units at \(0, 0\): 'K: 5, G: 2'"):
        read(A, K, russian(gun(), MIDDLE, 2))
    i, g = french(foot("I"), E, 2), french(gun("G"), E, 5)
    stack = only(read(i, g, Y, intents=[Intent(("I", "G"), MIDDLE)], said=WEST))[0]
    assert stack.units == (i.unit, g.unit)
    stack = only(read(g, i, Y, intents=[Intent(("G", "I"), MIDDLE)], said=WEST))[0]
    assert stack.units == (g.unit, i.unit)
    rider = french(light("I"), E, 2)
    with pytest.raises(InvalidValue, match=r"facing of the units at .*: 'I: 2, G: 5'"):
        read(rider, g, Y, intents=[Intent(("I", "G"), MIDDLE)])


@pytest.mark.rule("TG-9.73b")
def test_the_infantry_not_its_gun_says_what_lies_ahead() -> None:
    """With the gun on top, too."""
    i, g = french(foot("I"), E, 2), french(gun("G"), E, 5)
    u = russian(foot("U"), SE, 5)
    said = {"retreat_to": {MIDDLE: W, SE: Hex(-1, 2)}}
    attack = read(g, i, Y, u, intents=[Intent(("G", "I"), MIDDLE)], said=said).attacks[0]
    assert [each.name for each in attack.also_in_front] == ["U"]


# ------------------------------------------------------------------ two stacks in one hex

LEFT, RIGHT = french(heavy("A"), Hex(3, -1), 2), french(light("B"), Hex(3, 0), 2)
FROM_LEFT = Intent(("A",), MIDDLE, (Hex(2, 0), E))
FROM_RIGHT = Intent(("B",), MIDDLE, (Hex(2, 0), E))


@pytest.mark.rule("TG-9.81-1", "TG-9.86d")
def test_two_stacks_may_end_in_one_hex() -> None:
    (attack,) = read(LEFT, RIGHT, Y, intents=[FROM_LEFT, FROM_RIGHT]).attacks
    assert [each.name for each in attack.stacks] == ["A", "B"]
    assert [each.beside for each in attack.stacks] == [None, "A"]
    # One of them may stand there already.
    shock = french(light("B"), E, 2)
    (attack,) = read(LEFT, shock, Y, intents=[FROM_LEFT, Intent(("B",), MIDDLE)]).attacks
    assert [(each.charges, each.beside) for each in attack.stacks] == [(True, None), (False, "A")]
    apart = Intent(("A",), MIDDLE, (Hex(2, -1), NE))
    (attack,) = read(LEFT, RIGHT, Y, intents=[apart, FROM_RIGHT]).attacks
    assert [each.beside for each in attack.stacks] == [None, None]


@pytest.mark.rule("TG-9.81-1")
def test_of_two_attacks_nobody_is_beside_another() -> None:
    u = russian(foot("U"), SE, 5)
    intents = [Intent(("A",), MIDDLE, FROM_LEFT.path, (2, 2)),
               Intent(("B",), SE, FROM_RIGHT.path, (2, 2))]  # fmt: skip
    found = read(LEFT, RIGHT, Y, u, intents=intents, said=FLED)
    assert [[s.beside for s in each.stacks] for each in found.attacks] == [[None], [None]]


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


# ------------------------------------------------------------------ a way out before the shock


@pytest.mark.rule("TG-9.81-2", "TG-9.86e")
def test_a_way_out_is_looked_for_where_somebody_may_leave() -> None:
    k = russian(light("K"), MIDDLE, 5)
    assert only(read(A, k))[1].way_out is True
    assert only(read(A, Y))[1].way_out is None
    assert only(read(A, K))[1].way_out is None  # heavy from heavy
    j = russian(jaeger("J"), MIDDLE, 5)
    assert only(read(A, j))[1].way_out is None
    on_foot: Any = {"intents": [Intent(("I",), MIDDLE)], "said": WEST}
    for each in (k, K, j):
        assert only(read(french(foot("I"), E, 2), each, **on_foot))[1].way_out is True


@pytest.mark.rule("TG-9.81-2")
def test_the_attackers_are_still_where_they_start() -> None:
    """From its start W and SW lie farther off; from the end of its path SE would, too."""
    k, way = russian(light("K"), MIDDLE, 5), Intent(("A",), MIDDLE, (Hex(2, -1), NE))
    for shut, free in (((W,), True), ((SE,), True), ((W, SW), False)):
        board = field(LEFT, k, changes=dict.fromkeys(shut, Terrain("lake", None)))
        assert only(read(board, intents=[way]))[1].way_out is free


@pytest.mark.rule("TG-9.81-2", "TG-9.73b")
def test_of_an_enemy_behind_the_way_out_is_told_too() -> None:
    v = russian(light("V"), NW, 2)
    said = {"retreat_to": {MIDDLE: W}, "pursuit_facing": {MIDDLE: 3}}
    (met,) = only(read(A, Y, v, said=said))[1].beyond
    assert met.way_out is True
    i = french(foot("I"), E, 3)
    (met,) = only(read(i, Y, v, intents=[Intent(("I",), MIDDLE)], said=WEST))[1].beyond
    assert met.way_out is True


@pytest.mark.rule("TG-9.86a", "TG-9.85a")
def test_a_zone_does_not_cross_a_bridge_to_the_target() -> None:
    i = french(foot("I"), NW, 1)
    assert only(read(A, Y, i))[1].in_enemy_zoc
    board = field(A, Y, i, bridges=[(NW, MIDDLE)])
    target = only(read(board))[1]
    assert not target.in_enemy_zoc
    assert target.in_enemy_front  # a front is no zone
