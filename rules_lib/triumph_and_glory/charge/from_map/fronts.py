"""The front of a unit on the map, from where it is attacked, and where it may retreat to."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

from rules_lib.errors import InvalidValue
from rules_lib.rulebook import implements, uses
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

from ...map.board import ALL_FRONT, Board, Placed, fits
from ...map.hexes import DIRECTIONS, Hex, distance, front, front_directions, side_of
from ...units import Cavalry, Infantry, Order, Unit
from ..attack import Clear, Room
from ..rules.modifiers import counts_as_front
from ..rules.stacks import slips_away
from ..rulings import Rulings


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
    return "front" if counts_as_front(side, [placed.unit]) else "rear"


def all_front(board: Board, placed: Placed) -> bool:
    """Whether a unit has a front only, so that its facing does not matter."""
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


# ------------------------------------------------------------ where units may retreat to


@checked
def retreats(
    board: Board, at: Hex, away_from: Iterable[Hex], rulings: Rulings = Rulings()
) -> Mapping[Hex, Room]:
    """The hexes that the units at ``at`` can retreat to, and what they meet there.

    They go one hex away from the enemy. This book reads that as: to a hex that is farther from
    every hex of ``away_from`` than the one they leave. A hex of enemies, or one that a unit must
    not enter, is blocked and eliminates them; an empty front hex of an enemy makes them withdraw;
    any other is open. A hex of friends with room counts as open, but only if no other hex is open.
    Where no hex is left, the answer is empty: what happens then, neither source says.

    Units on horse enter as cavalry does, all others on foot; facings stay as they are.

    Args:
        board: the map.
        at: a hex with units.
        away_from: the hexes of the enemies that they fought.
        rulings: how the open rules are read; here, R-N5.
    """
    side = board.side_at(at)
    if side is None:
        raise InvalidValue("at", at, "a hex with units")
    enemies = _require_enemies(board, at, away_from)
    own = [each.unit for each in board.units_at(at)]
    met = {
        to: _met(board, own, at, to, rulings)
        for to in board.neighbours(at)
        if _is_away(to, at, enemies)
    }
    free = {to: room for to, room in met.items() if board.side_at(to) != side}
    if "open" in free.values():
        return FrozenMap(free)
    return FrozenMap({to: met[to] for to in met if to in free or has_room(board, own, to)})


def room_of(found: Mapping[Hex, Room]) -> Room:
    """What a retreat meets at best; unspecified, if there is no hex at all to retreat to."""
    return min(found.values(), key=get_args(Room).index, default="unspecified")


def alike(clear: Iterable[Clear | None]) -> Clear | None:
    """What is so of each of some hexes that units may go to; ``None`` of none."""
    found = {*clear}
    return "unspecified" if len(found) > 1 else next(iter(found), None)


@checked
def way_out(
    board: Board, at: Hex, away_from: Iterable[Hex], attackers: Collection[Placed]
) -> bool | None:
    """Whether those of a hex who may retreat before a shock find a hex; None if nobody may.

    They go one or two hexes, jaegers and who leaves with them one. Each hex is farther from every
    attacker than the hex that is attacked, so that they never pass through the attackers' zones of
    control; nor may they enter that of another enemy (secondary source 9.31, 9.32).

    Args:
        board, at, away_from: as for :func:`retreats`; the hex that is attacked, the attackers'.
        attackers: the attackers, wherever they stand by now.
    """
    placed, names = board.units_at(at), [each.name for each in attackers]
    on_foot = all(_walks(each.unit) for each in attackers)
    leaving = [each.unit for each in placed if slips_away(each.unit, on_foot)]
    if not leaving:
        return None
    side, enemies = placed[0].side, _require_enemies(board, at, away_from)

    def steps(start: Hex) -> Iterator[Hex]:
        for to in board.neighbours(start):
            free = board.side_at(to) in (None, side) and may_enter(board, leaving, start, to)
            if free and _is_away(to, at, enemies) and not board.in_enemy_zoc(to, side, names):
                yield to

    found = set(steps(at))
    if not any(isinstance(each, Infantry) for each in leaving):
        found |= {to for each in found for to in steps(each)}
    return any(has_room(board, leaving, to) for to in found)


def _require_enemies(board: Board, at: Hex, away_from: Iterable[Hex]) -> tuple[Hex, ...]:
    enemies = tuple(away_from)
    for number, each in enumerate(enemies):
        board.require_on_board(f"away_from[{number}]", each)
    if not enemies or at in enemies:
        raise InvalidValue("away_from", enemies, f"at least one hex, and not {at}")
    return enemies


def _is_away(to: Hex, at: Hex, enemies: Collection[Hex]) -> bool:
    return all(distance(to, each) > distance(at, each) for each in enemies)


def _walks(unit: Unit) -> bool:
    return not isinstance(unit, Cavalry)


def may_enter(board: Board, units: Iterable[Unit], at: Hex, to: Hex) -> bool:
    """Whether the ground of the next hex lets units in, as each goes, on horse or on foot."""
    return all(board.cost(at, to, foot=_walks(each)) is not None for each in units)


def faces(board: Board, placed: Placed, at: Hex, rulings: Rulings) -> bool:
    """Whether a unit has a hex in front; only of those next to it the facing matters."""
    return distance(placed.hex, at) == 1 and at in front_of(board, placed, rulings)


def _met(board: Board, own: Collection[Unit], at: Hex, to: Hex, rulings: Rulings) -> Room:
    side, there = board.units_at(at)[0].side, board.side_at(to)
    if there not in (None, side) or not may_enter(board, own, at, to):
        return "blocked"
    if there is None and any(faces(board, each, to, rulings) for each in board.enemies_of(side)):
        return "enemy_front"
    return "open"


def has_room(board: Board, units: Collection[Unit], to: Hex) -> bool:
    """Whether a hex holds units besides those that stand there."""
    return fits([*units, *(each.unit for each in board.units_at(to))], board.secondary)
