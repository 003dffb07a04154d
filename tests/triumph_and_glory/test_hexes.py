"""Hexes: distance, directions, fronts, and what a line passes."""

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.errors import InvalidValue
from rules_lib.triumph_and_glory.charge import Rulings
from rules_lib.triumph_and_glory.charge.from_map.fronts import facings_to
from rules_lib.triumph_and_glory.map.hexes import (
    LIMIT,
    Hex,
    corners_turned,
    distance,
    front,
    front_directions,
    line,
    side_of,
)
from tests.in_turn import in_turn
from tests.oracles import charge_legality_brute as brute

ORIGIN = Hex(0, 0)
SMALL = st.builds(Hex, st.integers(-6, 6), st.integers(-6, 6))
FACINGS = range(6)


def test_directions_run_clockwise_from_the_east() -> None:
    expected = [Hex(*(step[0], step[2])) for step in brute.RING]
    assert list(ORIGIN.neighbours) == expected
    assert [ORIGIN.direction_to(each) for each in expected] == list(range(6))
    assert (ORIGIN.neighbours[0], ORIGIN.neighbours[1]) == (Hex(1, 0), Hex(0, 1))


def test_distance_is_the_fewest_steps() -> None:
    steps, todo = {ORIGIN: 0}, deque([ORIGIN])
    while todo:
        at = todo.popleft()
        for each in at.neighbours:
            if steps[at] < 6 and each not in steps:
                steps[each] = steps[at] + 1
                todo.append(each)
    assert len(steps) == 1 + 3 * 6 * 7
    for at, count in steps.items():
        assert distance(ORIGIN, at) == distance(at, ORIGIN) == count
        assert distance(Hex(2, -5), Hex(at.q + 2, at.r - 5)) == count


def test_a_hex_is_a_value() -> None:
    assert Hex(1, 2).s == -3
    assert str(Hex(1, -2)) == "(1, -2)"
    assert sorted([Hex(1, 0), Hex(0, 1), Hex(0, 0)]) == [Hex(0, 0), Hex(0, 1), Hex(1, 0)]
    corner = Hex(LIMIT, 0)
    assert len(corner.neighbours) == 4
    assert all(distance(corner, each) == 1 for each in corner.neighbours)


@pytest.mark.rule("R-N5")
@in_turn("facing", FACINGS)
@in_turn("front_hexes", [1, 2, 3])
def test_the_front_is_what_a_turn_of_the_compass_says(facing: int, front_hexes: int) -> None:
    soldier = brute.Soldier("A", "cavalry", (2, -3, 1), "French", facing=facing)
    expected = brute.front(soldier, brute.Readings(front_hexes))
    assert {(each.q, each.r) for each in front(Hex(2, 1), facing, front_hexes)} == {
        (x, z) for x, _, z in expected
    }
    for direction in range(6):
        ahead = direction in front_directions(facing, front_hexes)
        to, rulings = ORIGIN.neighbours[direction], Rulings.from_ids({"R-N5": front_hexes})
        assert (facing in facings_to(ORIGIN, to, rulings)) == ahead


@pytest.mark.rule("R-N5")
def test_two_front_two_flank_two_rear_hexes() -> None:
    # Facing 4 is north: the corner between north-west (4) and north-east (5).
    sides = [side_of(ORIGIN, 4, each) for each in ORIGIN.neighbours]
    assert sides == ["flank", "rear", "rear", "flank", "front", "front"]
    assert [side_of(ORIGIN, 0, each, 1) for each in ORIGIN.neighbours] == [
        "front", "flank", "rear", "rear", "rear", "flank",
    ]  # fmt: skip
    assert [side_of(ORIGIN, 0, each, 3) for each in ORIGIN.neighbours] == [
        "front", "front", "flank", "rear", "flank", "front",
    ]  # fmt: skip
    with pytest.raises(InvalidValue, match=r"neighbour: Hex.* next to \(0, 0\)"):
        side_of(ORIGIN, 0, Hex(2, 0))


def test_corners_are_turned_the_short_way() -> None:
    table = [[corners_turned(a, b) for b in FACINGS] for a in FACINGS]
    assert table[0] == [0, 1, 2, 3, 2, 1]
    assert all(table[a][b] == table[0][(b - a) % 6] for a in FACINGS for b in FACINGS)


def test_a_line_runs_along_an_edge_where_the_map_does() -> None:
    assert line(ORIGIN, Hex(3, 0)) == tuple((Hex(q, 0),) for q in range(4))
    assert line(ORIGIN, Hex(1, 1)) == ((ORIGIN,), (Hex(0, 1), Hex(1, 0)), (Hex(1, 1),))
    assert line(ORIGIN, Hex(2, 1)) == (
        (ORIGIN,), (Hex(1, 0),), (Hex(1, 1),), (Hex(2, 1),),
    )  # fmt: skip
    assert line(ORIGIN, ORIGIN) == ((ORIGIN,),)
    # It touches a corner of (1, 1) and of (3, 0), and passes neither.
    assert line(ORIGIN, Hex(4, 1)) == (
        (ORIGIN,), (Hex(1, 0),), (Hex(2, 0),), (Hex(2, 1),), (Hex(3, 1),), (Hex(4, 1),),
    )  # fmt: skip


@pytest.mark.slow
@in_turn("to", [Hex(q, r) for q in range(-5, 6) for r in range(-5, 6)], sampled=4)
def test_a_line_passes_the_hexes_whose_centres_are_nearest(to: Hex) -> None:
    passed = [{(each.q, each.r) for each in item} for item in line(ORIGIN, to)[1:-1]]
    assert passed == list(map(set, brute.between(to.q, to.r)))


@given(SMALL, SMALL)
def test_a_line_is_the_same_from_both_ends(a: Hex, b: Hex) -> None:
    there = line(a, b)
    assert tuple(reversed(line(b, a))) == there
    assert (there[0], there[-1]) == ((a,), (b,))
    assert all(1 <= len(each) <= 2 for each in there)


@pytest.mark.slow
def test_a_long_line_ends() -> None:
    a, b = Hex(-LIMIT, LIMIT), Hex(LIMIT, LIMIT - 1)
    passed = line(a, b)
    assert (passed[0], passed[-1]) == ((a,), (b,))
    assert len(passed) > distance(a, b)
