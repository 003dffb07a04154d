"""May this unit charge? What the engine says of every unit on a board, and of those around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.triumph_and_glory.charge import Rulings, legality
from rules_lib.triumph_and_glory.charge.from_map.fronts import front_of
from rules_lib.triumph_and_glory.charge.from_map.legality import declared, ways_to
from rules_lib.triumph_and_glory.charge.violation import Violation
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex, distance
from rules_lib.triumph_and_glory.units import Cavalry
from rules_lib.values.type_checks import checked

Ways = Mapping[str, Sequence[Hex]]
"""For each charger the hexes of its path, and at the end its target."""
Found = tuple[tuple[Violation, ...], str]
"""What forbids a charge, and what the source leaves open about it."""
LEGAL: Found = (), ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a unit may charge.

    Attributes:
        board: the map as it is asked.
        unit: the unit, where it stands.
        path: the hexes of the path that is judged.
        target: the hex that would be charged.
        violations: what forbids this charge, as :func:`legality` says; empty if it is legal.
        unsaid: what the source leaves open about its line of sight; ``""`` for nothing.
        others: further hexes that it may charge by some path.
        by: enemies that may charge its own hex by some path.
    """

    board: Board
    unit: Placed
    path: tuple[Hex, ...]
    target: Hex
    violations: tuple[Violation, ...]
    unsaid: str
    others: tuple[Hex, ...]
    by: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing forbids the charge, and nothing is left open."""
        return not self.violations and not self.unsaid

    @property
    def charges(self) -> bool:
        """Whether it is a unit that can charge at all."""
        return isinstance(self.unit.unit, Cavalry)

    @property
    def zone(self) -> tuple[Hex, ...]:
        """Its zone of control, on the board."""
        if not self.unit.has_zoc:
            return ()
        others = self.board.neighbours(self.unit.hex)
        holders = ((at, self.board.zoc_holders(at, "")) for at in others)
        return tuple(at for at, found in holders if self.unit in found)

    def front(self, rulings: Rulings) -> tuple[Hex, ...]:
        """Its front hexes, on the board; none where its facing is not known."""
        try:
            ahead = front_of(self.board, self.unit, rulings)
        except InvalidValue:
            return ()
        return tuple(at for at in self.board.neighbours(self.unit.hex) if at in ahead)


@checked
def verdict(
    board: Board, unit: str, rulings: Rulings = Rulings(), way: Sequence[Hex] = ()
) -> Verdict:
    """May a unit charge?

    Args:
        board: the map.
        unit: its name.
        rulings: how the open rules are read.
        way: the path that it wants to take and, last, its target. Without one the nearest enemy is
            charged that can be, by the shortest legal path; or, where none can be, the nearest
            enemy by the path that breaks the fewest rules. With the target alone, this target is.

    Raises:
        InvalidValue: no such unit, no enemy on the board, or a way that makes no sense.
    """
    placed = board.find(unit)
    enemies = dict.fromkeys(each.hex for each in board.enemies_of(placed.side))
    if not enemies:
        raise InvalidValue("board", unit, "a board with enemies of it")
    nearest = sorted(enemies, key=lambda at: distance(placed.hex, at))
    best = {at: _best(board, unit, at, rulings) for at in nearest}
    may = [at for at, (_, found) in best.items() if found == LEGAL]
    target = way[-1] if way else (*may, nearest[0])[0]
    path, (violations, unsaid) = best.get(target, ((), LEGAL))
    if len(way) > 1 or target not in best:
        path = tuple(way[:-1])
        violations, unsaid = _judged(board, unit, path, target, rulings)
    others = tuple(at for at in may if at != target or violations)
    riders = (each for each in board.enemies_of(placed.side) if isinstance(each.unit, Cavalry))
    asking = ((each.name, _best(board, each.name, placed.hex, rulings)) for each in riders)
    by = tuple(name for name, (_, found) in asking if found == LEGAL)
    return Verdict(board, placed, path, target, violations, unsaid, others, by)


@checked
def moved_on(
    board: Board, unit: str, rulings: Rulings = Rulings(), way: Sequence[Hex] = (), far: int = 3
) -> Iterator[Verdict]:
    """The same, asked of each free hex at most so ``far`` away, and of each other facing here.

    A stack stays together.
    """
    placed = board.find(unit)
    if len(board.units_at(placed.hex)) > 1:
        return
    near = (at for at in board.terrain if 0 < distance(placed.hex, at) <= far)
    moved = [board.moved(unit, at) for at in near if not board.units_at(at)]
    facings = range(6) if placed.facing is not None else ()
    turned = [board.moved(unit, placed.hex, each) for each in facings if each != placed.facing]
    for there in (*moved, *turned):
        yield verdict(there, unit, rulings, way[-1:])


def _best(board: Board, unit: str, target: Hex, rulings: Rulings) -> tuple[tuple[Hex, ...], Found]:
    """The path that breaks the fewest rules, the first of the shortest, and what it breaks."""
    if not isinstance(board.find(unit).unit, Cavalry):
        return (), _judged(board, unit, (), target, rulings)
    ways = ways_to(declared(unit, (), target, board, rulings))
    found: tuple[tuple[Hex, ...], Found] | None = None
    for way in ways:
        judged = _judged(board, unit, way, target, rulings)
        if judged == LEGAL:
            return way, judged
        if found is None or len(judged[0]) < len(found[1][0]):
            found = way, judged
    return found or ((), _judged(board, unit, (), target, rulings))


def _judged(board: Board, unit: str, path: Sequence[Hex], target: Hex, rulings: Rulings) -> Found:
    """What forbids a charge; where sight is an open question, what does if the target is seen."""
    try:
        return tuple(legality(unit, path, target, board, rulings)), ""
    except UnspecifiedBySource as error:
        sight = {**(board.sight or {}), (board.find(unit).hex, target): True}
        seen = replace(board, sight=sight)
        return tuple(legality(unit, path, target, seen, rulings)), str(error)
