"""Lines of sight, from centre to centre (secondary source 8.4)."""

from rules_lib.errors import UnspecifiedBySource, require_instance
from rules_lib.triumph_and_glory.map.board import Board
from rules_lib.triumph_and_glory.map.hexes import Hex, distance, line
from rules_lib.triumph_and_glory.map.terrain import BLOCKS_SIGHT


def can_see(board: Board, start: Hex, to: Hex) -> bool:
    """Whether there is a line of sight between two hexes; it is the same both ways.

    The board's ``sight`` decides, where it says something; see :func:`blockers` for the rest.
    """
    require_instance("board", board, Board)
    board.require_on_board("start", start)
    board.require_on_board("to", to)
    supplied = board.supplied_sight(start, to)
    return not blockers(board, start, to) if supplied is None else supplied


def blockers(board: Board, start: Hex, to: Hex) -> tuple[Hex, ...]:
    """The hexes that block the line of sight between two hexes by their terrain, in order.

    A hex in between blocks if it is higher than both ends. Woods block unless both ends are
    higher, or one end is higher and they are nearer to it than half-way, in hexes. Units and
    villages do not block, and what is off the board does not count.

    Raises:
        UnspecifiedBySource: all depends on an edge along which the line runs, and of the two hexes
            beside it one blocks and the other does not.
    """
    found: list[Hex] = []
    open_question = ""
    for beside in line(start, to)[1:-1]:
        on_board = [each for each in beside if each in board.terrain]
        blocking = [each for each in on_board if _blocks(board, each, start, to)]
        if len(blocking) == len(on_board):
            found += blocking
        elif blocking:
            open_question = open_question or f"{beside[0]} and {beside[1]}"
    if open_question and not found:
        seen = f"line of sight from {start} to {to}"
        raise UnspecifiedBySource(f"{seen}, along the edge between {open_question}")
    return tuple(found)


def _blocks(board: Board, at: Hex, *ends: Hex) -> bool:
    ground = board.terrain[at]
    levels = [board.terrain[each].level for each in ends]
    if ground.kind not in BLOCKS_SIGHT:
        return max(levels) < ground.level
    nearer, farther = sorted(ends, key=lambda end: distance(at, end))
    overlooked = [level > ground.level for level in levels]
    half_way = distance(at, nearer) == distance(at, farther)
    return not (all(overlooked) or (overlooked[ends.index(nearer)] and not half_way))
