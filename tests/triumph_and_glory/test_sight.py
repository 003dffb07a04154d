"""Lines of sight on the map (secondary source 8.4)."""

from typing import Any

import pytest

from rules_lib.errors import UnspecifiedBySource
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.sight import blockers, can_see
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.units import Infantry
from tests.in_turn import in_turn

pytestmark = pytest.mark.rule("TG-9.81c")

START, BETWEEN, END = Hex(0, 0), Hex(1, 0), Hex(2, 0)
CORNER, LEFT, RIGHT = Hex(1, 1), Hex(1, 0), Hex(0, 1)
"""The line from START to CORNER runs along the edge between LEFT and RIGHT."""


def ground(kind: str = "clear", level: int = 0) -> Terrain:
    return Terrain(kind, 1, level)


def board(**more: Any) -> Board:
    return Board.filled(ground(), radius=4, **more)


@in_turn("kind", ["clear", "woods", "village", "castle", "redoubt", "marsh"])
@in_turn("level", [-1, 0, 1, 2, 3])
@in_turn("ends", [(0, 0), (1, 0), (0, 2), (2, 2)])
def test_what_lies_between(kind: str, level: int, ends: tuple[int, int]) -> None:
    changes = {
        START: ground(level=ends[0]), END: ground(level=ends[1]), BETWEEN: ground(kind, level),
    }  # fmt: skip
    here = board(changes=changes)
    # Half-way, woods block unless both ends are higher.
    blocked = level >= min(ends) if kind == "woods" else level > max(ends)
    assert can_see(here, START, END) == can_see(here, END, START) == (not blocked)
    assert blockers(here, START, END) == ((BETWEEN,) if blocked else ())


@in_turn(
    ("heights", "seen"),
    [
        # The heights along a line of hexes; those of woods in brackets.
        ("1 [0] 0 0", True),  # nearer to the end that is higher
        ("0 [0] 0 1", False),  # nearer to the other
        ("1 [0] 0 1", True),  # both are higher
        ("0 [0] 0 0", False),
        ("1 [0] 0", False),  # half-way
        ("1 0 [0] 0 0", False),
        ("1 [0] 0 0 0", True),
        ("1 0 0 [0] 0", False),
        ("1 0 0 [0] 1", True),
        ("1 [0] [0] 0", False),  # the farther of two woods
        ("2 [1] 0 0", True),  # woods on a hill
        ("1 [1] 0 0", False),  # an end that is no higher
        ("9 [0] 0 -9", True),
    ],
)
def test_woods_block_from_half_way_on(heights: str, seen: bool) -> None:
    ways = heights.split()
    changes = {
        Hex(number, 0): ground("woods" if "[" in each else "clear", int(each.strip("[]")))
        for number, each in enumerate(ways)
    }
    end = Hex(len(ways) - 1, 0)
    here = board(changes=changes)
    assert can_see(here, START, end) == can_see(here, end, START) == seen


def test_ends_neighbours_and_units_hide_nothing() -> None:
    here = board(
        changes={START: ground("woods"), END: ground("woods")},
        units=[Placed(Infantry("Guard", 6), BETWEEN, "French")],
    )
    assert can_see(here, START, END)
    assert can_see(here, START, BETWEEN)
    assert can_see(here, START, START)
    assert can_see(here, BETWEEN, BETWEEN)


def test_an_edge_needs_both_hexes_to_say_the_same() -> None:
    woods = ground("woods")
    assert can_see(board(), START, CORNER)
    both = board(changes={LEFT: woods, RIGHT: woods})
    assert not can_see(both, START, CORNER)
    assert set(blockers(both, START, CORNER)) == {LEFT, RIGHT}
    for one in (LEFT, RIGHT):
        with pytest.raises(UnspecifiedBySource, match=r"between \(0, 1\) and \(1, 0\): unspec"):
            can_see(board(changes={one: woods}), START, CORNER)
        assert can_see(board(changes={one: woods}, sight={(CORNER, START): True}), START, CORNER)


def test_an_edge_does_not_matter_behind_woods() -> None:
    here = board(changes={LEFT: ground("woods"), CORNER: ground("woods")})
    assert not can_see(here, START, Hex(2, 2))
    assert blockers(here, START, Hex(2, 2)) == (CORNER,)


def test_what_is_given_comes_before_what_is_computed() -> None:
    woods = {BETWEEN: ground("woods")}
    for pair in ((START, END), (END, START)):
        assert can_see(board(changes=woods, sight={pair: True}), START, END)
        assert not can_see(board(sight={pair: False}), START, END)
        assert not can_see(board(sight={pair: False}), END, START)
    assert can_see(board(sight={(START, END): False}), START, BETWEEN)


def test_what_is_off_the_board_does_not_count() -> None:
    rows = Board.filled(ground(), width=2, height=3, changes={Hex(0, 1): ground("woods")})
    # Straight down the left side: one hex beside the edge is off the board.
    assert not can_see(rows, Hex(0, 0), Hex(-1, 2))
    assert can_see(Board.filled(ground(), width=2, height=3), Hex(0, 0), Hex(-1, 2))
    apart = Board({START: ground(), END: ground()})
    assert can_see(apart, START, END)
