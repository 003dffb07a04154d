"""The map: hexes, boards, sights and stacks, and what is no charge on them.

What a map means for a charge, random boards are asked beside the oracle: `test_legality_brute.py`
and `test_declare_brute.py`.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge import Intent
from rules_lib.triumph_and_glory.charge.from_map.fronts import position
from rules_lib.triumph_and_glory.charge.from_map.legality import legality, paths
from rules_lib.triumph_and_glory.map.board import Board, Placed, Terrain, allowed, can_see, fits
from rules_lib.triumph_and_glory.map.hexes import LIMIT, Hex, distance, line, side_of
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from tests.in_turn import in_turn
from tests.oracles import charge_legality_brute as brute
from tests.triumph_and_glory.charging import SECONDARY

CLEAR = Terrain("clear", 1)
HERE, THERE, FAR = Hex(0, 0), Hex(1, 0), Hex(3, 0)
GUARD = Placed(Infantry("Guard", 6), HERE, "Russian", 0)
UHLANS = Placed(Cavalry("Uhlans", 5), THERE, "French", 3)


def board(*units: Placed, **more: Any) -> Board:
    return Board.filled(CLEAR, radius=3, units=units, **more)


def test_a_board_comes_row_by_row() -> None:
    assert [(at.q, at.r) for at in Board.filled(CLEAR, radius=1).terrain] == [
        *[(0, -1), (1, -1)],
        *[(-1, 0), (0, 0), (1, 0)],
        *[(-1, 1), (0, 1)],
    ]
    # Half a hex to the right and back again.
    assert [(at.q, at.r) for at in Board.filled(CLEAR, width=2, height=3).terrain] == [
        *[(0, 0), (1, 0)],
        *[(0, 1), (1, 1)],
        *[(-1, 2), (0, 2)],
    ]
    assert set(Board.filled(CLEAR, radius=0).terrain) == {HERE}


def test_units_are_found() -> None:
    battery = Placed(Artillery("Battery", 4), HERE, "Russian")
    here = board(GUARD, UHLANS, battery)
    assert here.units_at(HERE) == (GUARD, battery)  # the first lies on top
    assert here.units_at(FAR) == ()
    assert (here.side_at(HERE), here.side_at(THERE), here.side_at(FAR)) == (
        "Russian", "French", None,
    )  # fmt: skip
    assert here.enemies_of("French") == (GUARD, battery)
    assert here.enemies_of("Prussian") == (GUARD, UHLANS, battery)
    assert here.find("Uhlans") == here.find(UHLANS.unit) == UHLANS
    with pytest.raises(InvalidValue, match=r"unit: 'Cossacks' was given; allowed: .*'Guard'"):
        here.find("Cossacks")
    with pytest.raises(InvalidValue, match="'Uhlans' as it stands on the board"):
        here.find(UHLANS.unit.ordered(Order.DISORDERED))


NAMELESS: Any = "Guard", GUARD.unit
SIZE = r"size: .* a radius, or a width and a height"


@in_turn(("given", "message"), [
    *(({"radius": None, **each}, SIZE) for each in ({}, {"width": 3}, {"height": 3})),
    *(({"width": 3, **each}, SIZE) for each in ({}, {"height": 3})),
    *(({"units": [GUARD, each]}, r"^units\[1\]: ") for each in NAMELESS),
    ({"units": [replace(GUARD, hex=Hex(4, 0))]},
     r"hex of 'Guard': .*q=4.* a hex of the board"),
    ({"units": [GUARD, replace(GUARD, hex=FAR)]}, r"name at \(3, 0\): 'Guard'"),
    ({"units": [GUARD, replace(UHLANS, hex=HERE)]},
     r"units at \(0, 0\): 'French, Russian'.* one side"),
    ({"units": [GUARD, Placed(Cavalry("Uhlans", 5), HERE, "Russian")]},
     r"units at \(0, 0\): .*never mixed"),
    ({"hexsides": {(HERE, FAR): 1}}, r"hexsides: '\(0, 0\), \(3, 0\)' .* share a side"),
    ({"hexsides": {(HERE, HERE): 1}}, "hexsides: .*pairs of two hexes"),
    ({"hexsides": {(HERE, Hex(4, 0)): 1}}, "hexsides: .*hex of the board"),
    ({"hexsides": {(HERE, THERE): 1, (THERE, HERE): 2}}, "one value for both orders"),
    ({"hexsides": {(HERE, THERE): -1}}, r"hexsides of \(0, 0\) and \(1, 0\): -1"),
    ({"sight": {(HERE, FAR): True, (FAR, HERE): False}}, "one value for both orders"),
    ({"sight": {(HERE, FAR): 1}}, r"sight\[.*r=0.*\]: 1"),
    ({"sight": {HERE: True}}, "sight: its key: .*a tuple of a Hex, a Hex"),
    ({"bridges": [(HERE, FAR)]}, r"bridges: '\(0, 0\), \(3, 0\)' .* share a side"),
    ({"bridges": [HERE]}, "bridges: .*pairs of two hexes"),
    ({"bridges": [(HERE, THERE)], "hexsides": {(THERE, HERE): None}},
     r"hexsides of \(0, 0\) and \(1, 0\): None .* because a bridge crosses it"),
    ({"changes": {Hex(4, 0): CLEAR}}, "changes: .*hexes of the board"),
])  # fmt: skip
def test_a_wrong_map_names_its_place(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        Board.filled(CLEAR, **{"radius": 3, **given})


@pytest.mark.rule("TG-9.85h")
def test_only_who_stands_beside_a_unit_attacks_it() -> None:
    """A square, too, which needs no facing for the answer."""
    square = Placed(Infantry("Guard", 6, order=Order.SQUARE), HERE, "Russian")
    field = Board.filled(CLEAR, radius=3, units=[square])
    assert position(field, square, HERE.neighbours[0]) == "front"
    for far in (HERE, Hex(HERE.q + 2, HERE.r)):
        with pytest.raises(InvalidValue, match=r"^neighbour: "):
            position(field, square, far)


@pytest.mark.rule("TG-9.81d")
def test_a_bridge_is_open_to_who_walks_and_closed_to_a_zone() -> None:
    bridge = board(UHLANS, bridges=[frozenset((HERE, THERE))])
    assert not bridge.in_enemy_zoc(HERE, "Russian")
    assert bridge.cost(HERE, THERE) == 1
    assert bridge.removed("Uhlans").bridges == bridge.bridges
    with pytest.raises(InvalidValue, match="next to"):
        bridge.cost(HERE, FAR)


# ---------------------------------------------------------------- hexes and lines


def test_a_hex_is_a_value() -> None:
    assert Hex(1, 2).s == -3
    assert str(Hex(1, -2)) == "(1, -2)"
    assert sorted([Hex(1, 0), Hex(0, 1), Hex(0, 0)]) == [Hex(0, 0), Hex(0, 1), Hex(1, 0)]
    corner = Hex(LIMIT, 0)
    assert len(corner.neighbours) == 4
    assert all(distance(corner, each) == 1 for each in corner.neighbours)
    with pytest.raises(InvalidValue, match=r"neighbour: Hex.* next to \(0, 0\)"):
        side_of(HERE, 0, Hex(2, 0))


@pytest.mark.slow
@in_turn("to", [Hex(q, r) for q in range(-5, 6) for r in range(-5, 6)], sampled=4)
def test_a_line_passes_the_hexes_whose_centres_are_nearest(to: Hex) -> None:
    passed = [{(each.q, each.r) for each in item} for item in line(HERE, to)[1:-1]]
    assert passed == list(map(set, brute.between(to.q, to.r)))


@pytest.mark.slow
def test_a_long_line_ends() -> None:
    a, b = Hex(-LIMIT, LIMIT), Hex(LIMIT, LIMIT - 1)
    passed = line(a, b)
    assert (passed[0], passed[-1]) == ((a,), (b,))
    assert len(passed) > distance(a, b)


@pytest.mark.rule("TG-9.81c")
def test_an_edge_of_the_map_does_not_count() -> None:
    """Straight down the left side: one hex beside the edge is off the board."""
    woods, end = {Hex(0, 1): Terrain("woods", 1)}, Hex(-1, 2)
    assert not can_see(Board.filled(CLEAR, width=2, height=3, changes=woods), HERE, end)
    assert can_see(Board.filled(CLEAR, width=2, height=3), HERE, end)
    assert can_see(Board({HERE: CLEAR, Hex(2, 0): CLEAR}), HERE, Hex(2, 0))


@pytest.mark.rule("TG-9.81c")
def test_an_edge_matters_only_where_nothing_else_blocks() -> None:
    """A line along two edges, with a hex between them."""
    beside, between, end = Hex(1, 0), Hex(2, -1), Hex(4, -2)
    edge = {beside: Terrain("woods", 1)}
    both = {**edge, between: Terrain("woods", 1)}
    with pytest.raises(UnspecifiedBySource, match="along the edge between"):
        can_see(Board.filled(CLEAR, radius=4, changes=edge), HERE, end)
    assert not can_see(Board.filled(CLEAR, radius=4, changes=both), HERE, end)


# ---------------------------------------------------------------- stacks (secondary source 6.21)

KINDS: dict[str, type[Unit]] = {
    "cavalry": Cavalry, "infantry": Infantry, "artillery": Artillery,
}  # fmt: skip


def unit(kind: str, label: str, points: int | None) -> Unit:
    more: dict[str, Any] = {"group" if kind == "artillery" else "brigade": label}
    return KINDS[kind](kind, 5, points, **more)


def battery(points: int | None = 3, group: str = "g") -> Unit:
    return unit("artillery", group, points)


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


def test_without_their_strength_points_nobody_knows_whether_two_batteries_fit() -> None:
    unknown = battery(None)
    assert fits([unknown])
    assert fits([unknown, GUARD.unit])
    for other in (battery(None), battery(5)):
        with pytest.raises(UnspecifiedBySource, match="whether artillery and artillery fit in one"):
            fits([unknown, other])
    with pytest.raises(InvalidValue, match=r"units\[1\]: 'gun' was given"):
        fits([unknown, "gun"])  # type: ignore[list-item]
    # A battery has a strength point at least.
    assert not fits([unknown, battery(6)])
    assert not fits([unknown, battery(None, "h")])


def test_the_limits_of_a_hex_are_data_and_are_told() -> None:
    told = allowed()
    assert told.startswith("2 infantry or 2 cavalry units, 3 of one brigade, never mixed; ")
    assert told.endswith("(secondary source 6.21)")
    other = replace(SECONDARY, hex_limit=2, battery_points_limit=7)
    assert fits([battery(3), battery(4)], other)
    assert not fits([GUARD.unit, GUARD.unit, battery()], other)
    assert "2 units in all; or 2 batteries of one group with at most 7 " in allowed(other)
    one = replace(SECONDARY, stack_limit=1, brigade_stack_limit=1)
    two = [Placed(Cavalry(name, 5), HERE, "French") for name in "ab"]
    assert board(*two).units_at(HERE) == tuple(two)
    with pytest.raises(InvalidValue, match=r"units at \(0, 0\): 'a, b' .* 1 cavalry units"):
        board(*two, secondary=one)


# ---------------------------------------------------------------- what is no charge

NEAR, MIDDLE = THERE, Hex(2, 0)
STRAIGHT = [NEAR, MIDDLE]
UNTURNED = board(Placed(Cavalry("Hussars", 5), HERE, "French"), replace(GUARD, hex=FAR))
TURNED = board(Placed(Cavalry("Hussars", 5), HERE, "French", 0), replace(GUARD, hex=FAR))


def charge(facings: list[int], field: Board = TURNED) -> list[tuple[str, Hex]]:
    violations = legality("Hussars", STRAIGHT, FAR, field, facings=facings)
    for each in violations:
        assert each == each.clause
        assert str(each.hex) in each.why
        assert each.why.endswith(".")
    return [(each.clause, each.hex) for each in violations]


@pytest.mark.rule("TG-9.81-1")
def test_a_wrong_turn_names_its_hex() -> None:
    assert charge([0, 0]) == []
    assert charge([2, 1]) == [("TG-9.81-1", NEAR), ("TG-9.81-1", MIDDLE)]
    assert charge([1, 5]) == [("TG-9.81-1", MIDDLE)]
    first, second = legality("Hussars", STRAIGHT, FAR, TURNED, facings=[3, 1])
    assert first.why == "At (1, 0) it turns 3 corners, from facing 0 to 3."
    assert second.why == (
        "At (2, 0) it turns 2 corners, from facing 3 to 1. "
        "With facing 1, it has the target at (3, 0) not in front at (2, 0)."
    )


BAD: list[tuple[str, str, Callable[[], object]]] = [
    ("unit", "'Nobody'", lambda: legality("Nobody", STRAIGHT, FAR, UNTURNED)),
    ("unit", "as it stands", lambda: legality(Cavalry("Hussars", 4), STRAIGHT, FAR, UNTURNED)),
    ("path[0]", "hex of the board", lambda: legality("Hussars", [Hex(9, 0)], FAR, UNTURNED)),
    ("target", "with enemies", lambda: legality("Hussars", [NEAR], MIDDLE, UNTURNED)),
    ("target", "with enemies", lambda: legality("Hussars", [NEAR], HERE, UNTURNED)),
    ("target", "hex of the board", lambda: legality("Hussars", [NEAR], Hex(9, 0), UNTURNED)),
    ("target", "hex of the board", lambda: paths("Hussars", Hex(9, 0), UNTURNED)),
    ("unit", "'Nobody'", lambda: paths("Nobody", FAR, UNTURNED)),
    ("facings", "has no facing", lambda: charge([0, 0], UNTURNED)),
    ("facings", "2 of them", lambda: charge([0])),
    ("facings[1]", "0 to 5", lambda: charge([0, 6])),
    ("facings[0]", "a whole number", lambda: charge([True, 0])),
    ("facings[1]", "0 to 5", lambda: Intent(("Hussars",), FAR, (NEAR, MIDDLE), (0, 6))),
]


@in_turn(("name", "part", "call"), BAD)
def test_nonsense_is_refused_where_it_stands(
    name: str, part: str, call: Callable[[], object]
) -> None:
    with pytest.raises(InvalidValue) as error:
        call()
    assert str(error.value).startswith(f"{name}: ")
    assert part in str(error.value)
    assert len(str(error.value)) < 400
