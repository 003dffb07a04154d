"""The front of a unit on the map, and from where it is attacked."""

from collections.abc import Sequence
from typing import Literal

from rules_lib.errors import InvalidValue, require_instance
from rules_lib.rulebook import implements, uses
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import DIRECTIONS, Hex, front, front_directions, side_of
from rules_lib.triumph_and_glory.map.terrain import ALL_FRONT
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order
from rules_lib.values.type_checks import checked


@uses("R-N5")
def facings_to(at: Hex, to: Hex, rulings: Rulings) -> tuple[int, ...]:
    """The facings that have a neighbouring hex in front."""
    direction = at.direction_to(to)
    return tuple(
        each for each in DIRECTIONS if direction in front_directions(each, rulings.front_hexes)
    )


@implements("TG-9.85h", "R-N5")
def front_of(board: Board, placed: Placed, rulings: Rulings = Rulings()) -> frozenset[Hex]:
    """The front hexes of a unit, also those off the board.

    They are all six hexes for a square, and for infantry in a village, castle or redoubt
    (secondary source 6.1).

    Raises:
        InvalidValue: its facing is needed, and not given.
    """
    if all_front(board, placed):
        return frozenset(placed.hex.neighbours)
    return frozenset(front(placed.hex, facing_of(placed), rulings.front_hexes))


@uses("TG-9.85h")
@checked
def position(
    board: Board, placed: Placed, attacker: Hex, rulings: Rulings = Rulings()
) -> Literal["front", "rear"]:
    """As what the position of an attacker in a neighbouring hex counts.

    All hexes but the front ones are rear. Cavalry in good order counts the two flank hexes as front
    (secondary source 6.1); but here alone: its front is still :func:`front_of`.
    """
    placed.hex.direction_to(attacker)
    if all_front(board, placed):
        return "front"
    side = side_of(placed.hex, facing_of(placed), attacker, rulings.front_hexes)
    covers_flanks = isinstance(placed.unit, Cavalry) and placed.unit.order == Order.GOOD
    return "front" if side == "front" or (side == "flank" and covers_flanks) else "rear"


def all_front(board: Board, placed: Placed) -> bool:
    """Whether a unit has a front only, so that its facing does not matter."""
    require_instance("placed", placed, Placed)
    sheltered = board.terrain_at(placed.hex).kind in ALL_FRONT
    return placed.unit.order == Order.SQUARE or (sheltered and isinstance(placed.unit, Infantry))


def facing_of(placed: Placed) -> int:
    """The facing of a unit, where the rules cannot do without it."""
    if placed.facing is None:
        allowed = f"0 to 5, because the front of {placed.name!r} at {placed.hex} matters here"
        raise InvalidValue(f"facing of {placed.name!r}", None, allowed)
    return placed.facing


def common_facing(placed: Sequence[Placed]) -> int | None:
    """How the units of a hex face; None if it is not said.

    All face the same way, but for artillery that stands with infantry (secondary source 6.14).

    Raises:
        InvalidValue: they do not.
    """
    together = [each for each in placed if isinstance(each.unit, Infantry)] or placed
    facings = {each.facing for each in together if each.facing is not None}
    if len(facings) > 1:
        told = ", ".join(f"{each.name}: {each.facing}" for each in together)
        raise InvalidValue(f"facing of the units at {placed[0].hex}", told, "one for all of them")
    return facings.pop() if facings else None
