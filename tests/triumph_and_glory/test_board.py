"""The board: its hexes, its units, zones of control, costs and stacks."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge.from_map.fronts import front_of, position
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex, distance, front
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.tables.secondary import default_secondary
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from tests.hostile import NO_OBJECT
from tests.in_turn import in_turn

CLEAR = Terrain("clear", 1)
HERE, THERE, FAR = Hex(0, 0), Hex(1, 0), Hex(3, 0)
GUARD = Placed(Infantry("Guard", 6), HERE, "Russian", 0)
UHLANS = Placed(Cavalry("Uhlans", 5), THERE, "French", 3)


def board(*units: Placed, **more: Any) -> Board:
    return Board.filled(CLEAR, radius=3, units=units, **more)


def test_a_board_is_a_hexagon_or_a_rectangle() -> None:
    assert set(Board.filled(CLEAR, radius=2).terrain) == {
        Hex(q, r) for q in range(-2, 3) for r in range(-2, 3) if distance(HERE, Hex(q, r)) <= 2
    }
    rows = Board.filled(CLEAR, width=3, height=4)
    assert len(rows.terrain) == 12
    # Half a hex to the right and back again: doubled, the left border is 0, 1, 0, 1.
    for row in range(4):
        columns = sorted(2 * at.q + at.r for at in rows.terrain if at.r == row)
        assert columns == [row % 2 + 2 * each for each in range(3)]
    assert set(Board.filled(CLEAR, radius=0).terrain) == {HERE}


@in_turn("size", [
    {}, {"width": 3}, {"height": 3}, {"radius": 1, "width": 3},
    {"radius": 1, "width": 3, "height": 3},
])  # fmt: skip
def test_a_board_needs_one_size(size: Any) -> None:
    with pytest.raises(InvalidValue, match=r"size: .* a radius, or a width and a height"):
        Board.filled(CLEAR, **size)


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


def test_a_move_makes_another_board() -> None:
    before = board(GUARD, UHLANS)
    after = before.moved("Uhlans", FAR, 5)
    assert before.find("Uhlans") == UHLANS
    assert after.find("Uhlans") == Placed(UHLANS.unit, FAR, "French", 5)
    assert after.moved("Uhlans", THERE).find("Uhlans") == replace(UHLANS, facing=5)
    assert (after.units_at(THERE), after.find("Guard")) == ((), GUARD)
    assert before.moved("Uhlans", FAR, 3).moved("Uhlans", THERE, 3) == before
    broken = before.replaced(UHLANS.unit.ordered(Order.DISORDERED))
    assert broken.find("Uhlans").unit.order == Order.DISORDERED
    assert broken.find("Uhlans").hex == THERE
    assert before.removed("Uhlans").units == (GUARD,)


def test_a_board_copies_what_it_is_given() -> None:
    ground, sides = {HERE: CLEAR, THERE: CLEAR}, {(HERE, THERE): 1}
    sights = {(HERE, THERE): True}
    here = Board(ground, [GUARD], sides, sights)
    for each in (ground, sides, sights):
        each.clear()
    assert here.cost(THERE, HERE) == 2
    assert here.terrain_at(THERE) == CLEAR
    assert here.supplied_sight(THERE, HERE) is True
    locked: Any
    for locked in (here.terrain, here.hexsides, here.sight):
        with pytest.raises(TypeError):
            locked[FAR] = CLEAR
    assert dict(here.hexsides) == {(HERE, THERE): 1}
    assert here.sight == {(HERE, THERE): True}


KINDS: list[Unit] = [
    Infantry("X", 5), Infantry("X", 5, jaeger=True), Cavalry("X", 5), Artillery("X", 5),
]  # fmt: skip

ORDERED = [
    (unit, order)
    for unit, order in product(KINDS, Order)
    if not (isinstance(unit, Cavalry) and order == Order.SQUARE)
]


@pytest.mark.rule("TG-9.85h")
@in_turn(("unit", "order"), ORDERED)
def test_a_zone_of_control_is_all_around_or_nowhere(unit: Unit, order: Order) -> None:
    placed = Placed(unit.ordered(order), HERE, "Russian", 2)
    here = board(placed)
    holds = order == Order.GOOD and not isinstance(unit, Artillery)
    for at in here.terrain:
        covered = holds and distance(HERE, at) == 1
        assert here.in_enemy_zoc(at, "French") == covered
        assert here.zoc_holders(at, "French") == ((placed,) if covered else ())
        assert not here.in_enemy_zoc(at, "Russian")
        assert not here.in_enemy_zoc(at, "French", except_units=["X"])
    assert placed.has_zoc == holds


@pytest.mark.rule("TG-9.81d")
def test_a_zone_ends_at_bridges_and_sides_that_nobody_crosses() -> None:
    river = board(UHLANS, hexsides={(HERE, THERE): None, (THERE, Hex(2, 0)): 2})
    bridge = board(UHLANS, bridges=[frozenset((HERE, THERE))])
    for here in (river, bridge):
        assert not here.in_enemy_zoc(HERE, "Russian")
        assert here.in_enemy_zoc(Hex(2, 0), "Russian")  # a side that costs points is no wall
        assert here.zoc_holders(Hex(1, -1), "Russian") == (UHLANS,)
    assert bridge.cost(HERE, THERE) == 1
    assert bridge.removed("Uhlans").bridges == bridge.bridges


@pytest.mark.rule("TG-9.85h", "R-N5")
@in_turn("kind", ["clear", "village", "castle", "redoubt", "woods"])
@in_turn(("unit", "order"), ORDERED)
def test_a_square_has_a_front_only(kind: str, unit: Unit, order: Order) -> None:
    placed = Placed(unit.ordered(order), HERE, "Russian", 4)
    here = board(placed, changes={HERE: Terrain(kind, 1)})
    sheltered = kind in ("village", "castle", "redoubt") and isinstance(unit, Infantry)
    all_around = order == Order.SQUARE or sheltered
    expected = set(HERE.neighbours) if all_around else set(front(HERE, 4))
    assert front_of(here, placed) == expected
    flanks = {HERE.neighbours[0], HERE.neighbours[3]}
    if isinstance(unit, Cavalry) and order == Order.GOOD:
        expected |= flanks
    for attacker in HERE.neighbours:
        side = "front" if attacker in expected else "rear"
        assert position(here, placed, attacker) == side
    nowhere = replace(placed, facing=None)
    if all_around:
        assert len(front_of(here, nowhere)) == 6
    else:
        with pytest.raises(InvalidValue, match="facing of 'X': None"):
            front_of(here, nowhere)
        with pytest.raises(InvalidValue, match="facing of 'X': None"):
            position(here, nowhere, THERE)


@pytest.mark.rule("R-N5")
def test_the_front_follows_its_ruling() -> None:
    assert front_of(board(UHLANS), UHLANS, Rulings(front_hexes=1)) == {HERE}
    assert len(front_of(board(UHLANS), UHLANS, Rulings(front_hexes=3))) == 3


def test_a_step_costs_its_ground_and_its_side() -> None:
    here = board(
        changes={THERE: Terrain("field", 2, foot_cost=1), FAR: Terrain("lake", None)},
        hexsides={(HERE, THERE): 3, frozenset((FAR, Hex(2, 0))): 0, (HERE, Hex(0, 1)): None},
    )
    assert here.cost(HERE, THERE) == 5
    assert here.cost(HERE, THERE, foot=True) == 4
    assert here.cost(THERE, HERE) == 4
    assert here.cost(Hex(2, 0), THERE) == 2
    assert here.cost(Hex(2, 0), FAR) is None
    assert here.cost(HERE, Hex(0, 1)) is here.cost(Hex(0, 1), HERE) is None
    assert here.cost(FAR, Hex(2, 0)) == 1
    with pytest.raises(InvalidValue, match="next to"):
        here.cost(HERE, FAR)


def test_the_limits_of_stacks_can_be_replaced() -> None:
    one = replace(default_secondary(), stack_limit=1, brigade_stack_limit=1)
    two = [Placed(Cavalry(name, 5), HERE, "French") for name in "ab"]
    assert board(*two).units_at(HERE) == tuple(two)
    with pytest.raises(InvalidValue, match=r"units at \(0, 0\): 'a, b' .* 1 cavalry units"):
        board(*two, secondary=one)


@in_turn(("units", "message"), [
    ([Placed(Infantry("Guard", 6), Hex(4, 0), "R")], r"hex of 'Guard': .*q=4.* a hex of the board"),
    ([GUARD, replace(GUARD, hex=FAR)], r"name at \(3, 0\): 'Guard'"),
    ([GUARD, replace(UHLANS, hex=HERE)], r"units at \(0, 0\): 'French, Russian'.* one side"),
    ([GUARD, Placed(Cavalry("Uhlans", 5), HERE, "Russian")], r"units at \(0, 0\): .*never mixed"),
])  # fmt: skip
def test_a_wrong_unit_names_its_hex(units: list[Placed], message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        board(*units)


def test_a_list_of_units_holds_units_in_hexes() -> None:
    wrong: Any
    for wrong in (5, "Guard", GUARD.unit):
        with pytest.raises(InvalidValue, match=r"^units\[1\]: "):
            Board({HERE: CLEAR}, [GUARD, wrong])


@in_turn(("given", "message"), [
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
        board(**given)


def placed(**given: Any) -> Placed:
    return Placed(**{"unit": GUARD.unit, "hex": HERE, "side": "Russian", **given})


NO_MAP: list[Any] = [*NO_OBJECT[1:], [HERE]]
NO_MAP = [each for each in NO_MAP if each != {}]


@pytest.mark.rule("TG-9.85h")
def test_only_who_stands_beside_a_unit_attacks_it() -> None:
    """A square, too, which needs no facing for the answer."""
    square = Placed(Infantry("Guard", 6, order=Order.SQUARE), HERE, "Russian")
    field = Board.filled(CLEAR, radius=3, units=[square])
    assert position(field, square, HERE.neighbours[0]) == "front"
    for far in (HERE, Hex(HERE.q + 2, HERE.r)):
        with pytest.raises(InvalidValue, match=r"^neighbour: "):
            position(field, square, far)


def test_the_hexes_of_a_board_come_row_by_row() -> None:
    assert [(at.q, at.r) for at in Board.filled(CLEAR, radius=1).terrain] == [
        *[(0, -1), (1, -1)],
        *[(-1, 0), (0, 0), (1, 0)],
        *[(-1, 1), (0, 1)],
    ]
    one_row = Board.filled(CLEAR, width=3, height=1)
    assert [(at.q, at.r) for at in one_row.terrain] == [(0, 0), (1, 0), (2, 0)]
    one_column = Board.filled(CLEAR, width=1, height=3)
    assert [(at.q, at.r) for at in one_column.terrain] == [(0, 0), (0, 1), (-1, 2)]


def test_a_board_shows_what_it_was_given_and_no_more() -> None:
    shown = repr(Board({HERE: CLEAR}, [GUARD]))
    assert shown.startswith("Board(terrain=")
    assert "Guard" in shown
    assert not any(f"{name}=" in shown for name in ("_stacks", "_extra", "_seen", "_bridged"))
