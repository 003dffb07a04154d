"""The front of a unit on the map, and from where it is attacked."""

from collections.abc import Sequence
from typing import Literal

from rules_lib.errors import InvalidValue, require_instance
from rules_lib.rulebook import implements, uses
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import (
    DIRECTIONS,
    Hex,
    Side,
    front_directions,
    relative_side,
)
from rules_lib.triumph_and_glory.map.terrain import ALL_FRONT
from rules_lib.triumph_and_glory.units import Cavalry, Infantry, Order
from rules_lib.values.type_checks import checked


@implements("R-N5")
def directions_ahead(facing: int, rulings: Rulings) -> tuple[int, ...]:
    """The directions of the front hexes, clockwise."""
    return front_directions(facing, rulings.front_hexes)


@uses("R-N5")
def hexes_ahead(at: Hex, facing: int, rulings: Rulings) -> tuple[Hex, ...]:
    """The front hexes of who stands in a hex and faces so, clockwise."""
    return at.around(directions_ahead(facing, rulings))


@uses("R-N5")
def facings_to(at: Hex, to: Hex, rulings: Rulings) -> tuple[int, ...]:
    """The facings that have a neighbouring hex in front."""
    direction = at.direction_to(to)
    return tuple(each for each in DIRECTIONS if direction in directions_ahead(each, rulings))


@uses("R-N5")
def side_towards(at: Hex, facing: int, other: Hex, rulings: Rulings) -> Side:
    """On which side of who stands in a hex and faces so a neighbouring hex lies."""
    return relative_side(at.direction_to(other), directions_ahead(facing, rulings))


@implements("TG-9.85h")
@uses("R-N5")
def front_of(board: Board, placed: Placed, rulings: Rulings = Rulings()) -> frozenset[Hex]:
    """The front hexes of a unit, also those off the board.

    They are all six hexes for a square, and for infantry in a village, castle or redoubt
    (secondary source 6.1).

    Raises:
        InvalidValue: its facing is needed, and not given.
    """
    if all_front(board, placed):
        return frozenset(placed.hex.neighbours)
    return frozenset(hexes_ahead(placed.hex, facing_of(placed), rulings))


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
    side = side_towards(placed.hex, facing_of(placed), attacker, rulings)
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
