"""Is a declared charge legal, and which are? One function a clause finds all that offends."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Self

from rules_lib.errors import InvalidValue
from rules_lib.rulebook import implements, uses
from rules_lib.values.rich_display import Forbidden
from rules_lib.values.type_checks import checked

from ...map.board import NO_CHARGE_AT, Board, Placed, allowed, blockers, can_see, fits
from ...map.hexes import DIRECTIONS, Hex, corners_turned, distance, front, require_facing
from ...units import Cavalry, Order, Unit
from ..rulings import Rulings
from .fronts import facings_to, front_of

# ------------------------------------------------------------ what forbids a move


@dataclass(frozen=True, eq=False, repr=False)
class Violation(str):
    """The id of a clause that forbids something; it equals that id, and says more.

    Attributes:
        clause: the id, as a plain text.
        hex: the hex that offends.
        why: a sentence or more that names the hex and what is wrong there.
    """

    clause: str
    hex: Hex
    why: str

    def __new__(cls, clause: str, *_: object, **__: object) -> Self:
        """The id; what else there is to say are its fields."""
        return super().__new__(cls, clause)


def merged(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """One violation for each clause and hex, with all its reasons."""
    found: dict[tuple[str, Hex], Violation] = {}
    for each in violations:
        key = each.clause, each.hex
        if key in found:
            each = Violation(*key, f"{found[key].why} {each.why}")
        found[key] = each
    return tuple(found.values())


# ------------------------------------------------------------ a declared charge


NEAREST, FARTHEST = 2, 3
"""Hexes from the charger to its target (TG-9.81a)."""

LONGEST_PATH = 2
"""Hexes of the path, at most (TG-9.81-1)."""

DEAREST = 2
"""Movement points that a hex of the charge may cost, at most (TG-9.81e)."""

ONE_CORNER = 1
"""Corners that cavalry may turn in each hex of the path, at most (TG-9.81-1)."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A charge as it was declared, which makes sense, legal or not; see :func:`legality`."""

    charger: Placed
    path: tuple[Hex, ...]
    target: Hex
    board: Board
    rulings: Rulings
    facings: Sequence[int] | None = None
    has_moved: bool = False

    def __post_init__(self) -> None:
        _require_way(self.board, self.charger, self.path)
        self.board.require_on_board("target", self.target)
        if self.board.side_at(self.target) in (None, self.charger.side):
            raise InvalidValue("target", self.target, "a hex with enemies")
        if self.facings is not None:
            _require_facings(self.charger, self.path, self.facings)

    @property
    def start(self) -> Hex:
        """Where the charger stands."""
        return self.charger.hex

    @property
    def last(self) -> Hex:
        """Where the path ends; the start, if there is no path."""
        return self.path[-1] if self.path else self.start


@checked
def legality(
    unit: str | Unit,
    path: Iterable[Hex],
    target: Hex,
    board: Board,
    rulings: Rulings = Rulings(),
    *,
    facings: Sequence[int] | None = None,
    has_moved: bool = False,
) -> Forbidden[Violation]:
    """Everything that forbids a charge; empty if it is legal.

    Each violation is the id of a clause, with the hex that offends and the reason. They come in the
    order of the clauses; a clause comes once for every hex that offends.

    Args:
        unit: the charger: its name, or the unit as it stands on the board.
        path: the hexes of the path, without the start and without the target.
        target: a hex with enemies.
        board: the map.
        rulings: how the open rules are read.
        facings: how the charger faces in each hex of the path. Without them it is enough that
            some way to turn works; a charger without a facing may face as it likes.
        has_moved: it has moved in the movement phase of this turn.

    Raises:
        InvalidValue: a unit that is not on the board, a hex that is not, a path that is not
            connected or runs into enemies, a target without enemies.
        UnspecifiedBySource: the line of sight depends on an edge; see
            :func:`rules_lib.triumph_and_glory.map.board.blockers`.
    """
    charger = board.find(unit)
    charge = Declared(charger, tuple(path), target, board, rulings, facings, has_moved)
    if not isinstance(charge.charger.unit, Cavalry):
        return Forbidden(_is_no_cavalry(charge))
    return Forbidden(merged(each for check in CHECKS for each in check(charge)))


def _require_way(board: Board, charger: Placed, path: tuple[Hex, ...]) -> None:
    before = charger.hex
    for number, at in enumerate(path):
        board.require_on_board(f"path[{number}]", at)
        if distance(before, at) != 1:
            raise InvalidValue(f"path[{number}]", at, f"a hex next to {before}")
        if board.side_at(at) not in (None, charger.side):
            raise InvalidValue(f"path[{number}]", at, "a hex without enemies")
        before = at


def _require_facings(charger: Placed, path: tuple[Hex, ...], facings: Sequence[int]) -> None:
    if charger.facing is None:
        raise InvalidValue("facings", facings, f"None, because {charger.name!r} has no facing")
    if len(facings) != len(path):
        raise InvalidValue("facings", facings, f"{len(path)} of them, one a hex of the path")
    for number, each in enumerate(facings):
        require_facing(f"facings[{number}]", each)


@uses("TG-9.81a")
def _is_no_cavalry(charge: Declared) -> Iterator[Violation]:
    kind = type(charge.charger.unit).__name__.lower()
    why = f"{charge.charger.name} at {charge.start} is {kind}; only cavalry may charge."
    yield Violation("TG-9.81a", charge.start, why)


@implements("TG-9.81a")
def _starts_at_its_distance(charge: Declared) -> Iterator[Violation]:
    away = distance(charge.start, charge.target)
    if not NEAREST <= away <= FARTHEST:
        hexes = "1 hex" if away == 1 else f"{away} hexes"
        why = f"{charge.start} is {hexes} from the target at {charge.target}, not 2 or 3."
        yield Violation("TG-9.81a", charge.start, why)
    if charge.has_moved:
        why = f"{charge.charger.name} at {charge.start} has moved in the movement phase."
        yield Violation("TG-9.81a", charge.start, why)


@implements("TG-9.81b")
def _is_in_good_order(charge: Declared) -> Iterator[Violation]:
    if charge.charger.unit.order == Order.DISORDERED:
        why = f"{charge.charger.name} at {charge.start} is disordered."
        yield Violation("TG-9.81b", charge.start, why)


@implements("TG-9.81c")
def _sees_its_target(charge: Declared) -> Iterator[Violation]:
    board, ends = charge.board, (charge.start, charge.target)
    if can_see(board, *ends):
        return
    hidden = f"From {charge.start} the target at {charge.target} is not seen"
    if board.supplied_sight(*ends) is not None:
        yield Violation("TG-9.81c", charge.target, f"{hidden}, as the board's sight says.")
        return
    for at in blockers(board, *ends):
        ground = board.terrain_at(at)
        what = f"{ground.kind}, level {ground.level}, at {at}"
        yield Violation("TG-9.81c", at, f"{hidden} over {what} (secondary source 8.4).")


@implements("TG-9.81d")
def _starts_outside_enemy_zoc(charge: Declared) -> Iterator[Violation]:
    holders = charge.board.zoc_holders(charge.start, charge.charger.side)
    if holders:
        names = ", ".join(each.name for each in holders)
        why = f"{charge.start} is in the zone of control of {names} (secondary source 6.3)."
        yield Violation("TG-9.81d", charge.start, why)


@implements("TG-9.81e")
def _crosses_easy_ground(charge: Declared) -> Iterator[Violation]:
    board, before = charge.board, charge.start
    for at in charge.path:
        yield from _dear(at, board.cost(before, at))
        before = at
    ground = board.terrain_at(charge.target)
    if ground.kind in NO_CHARGE_AT:
        yield Violation(
            "TG-9.81e", charge.target, f"The target at {charge.target} is in {ground.kind}."
        )
    adjacent = distance(charge.last, charge.target) == 1
    yield from _dear(
        charge.target, board.cost(charge.last, charge.target) if adjacent else ground.cost
    )


def _dear(at: Hex, cost: int | None) -> Iterator[Violation]:
    if cost is None:
        yield Violation("TG-9.81e", at, f"Cavalry must not enter {at}.")
    elif cost > DEAREST:
        why = f"Entering {at} costs {cost} movement points, more than {DEAREST}."
        yield Violation("TG-9.81e", at, why)


@implements("TG-9.81f")
def _passes_no_cavalry_front(charge: Declared) -> Iterator[Violation]:
    board = charge.board
    for at in charge.path[:-1]:
        for enemy in board.zoc_holders(at, charge.charger.side):
            cavalry = isinstance(enemy.unit, Cavalry)
            if cavalry and at in front_of(board, enemy, charge.rulings):
                whose = f"{at}, a front hex of {enemy.name} at {enemy.hex}"
                why = f"The path does not end at {whose} (secondary source 6.1)."
                yield Violation("TG-9.81f", at, why)


@implements("R-N18")
@uses("TG-9.81-1")
def _goes_one_or_two_hexes(charge: Declared) -> Iterator[Violation]:
    path, target = charge.path, charge.target
    if not path:
        yield Violation("TG-9.81-1", charge.start, f"From {charge.start} there is no path.")
    elif len(path) > LONGEST_PATH:
        at = path[LONGEST_PATH]
        yield Violation("TG-9.81-1", at, f"{at} is hex {LONGEST_PATH + 1} of the path.")
    elif len(path) == distance(charge.start, target) == NEAREST and not charge.rulings.detour:
        why = f"{charge.last} is a detour, and R-N18 is read as the direct way only."
        yield Violation("TG-9.81-1", charge.last, why)
    if path and distance(charge.last, target) != 1:
        why = f"The path ends at {charge.last}, which is not next to the target at {target}."
        yield Violation("TG-9.81-1", charge.last, why)


@uses("TG-9.81-1")
def _finds_room(charge: Declared) -> Iterator[Violation]:
    there = [each.unit for each in charge.board.units_at(charge.last) if each != charge.charger]
    limits = charge.board.secondary
    if not fits([*there, charge.charger.unit], limits):
        names = ", ".join(each.name for each in there)
        why = f"At {charge.last}, with {names}, there is no room; a hex holds {allowed(limits)}."
        yield Violation("TG-9.81-1", charge.last, why)


@uses("TG-9.81-1", "R-N5")
def _turns_one_corner_a_hex(charge: Declared) -> Iterator[Violation]:
    before = charge.charger.facing
    if before is None or not charge.path:
        return
    adjacent = distance(charge.last, charge.target) == 1
    if charge.facings is None:
        if adjacent:
            towards = facings_to(charge.last, charge.target, charge.rulings)
            if min(corners_turned(before, each) for each in towards) > len(charge.path):
                yield _not_in_front(charge, f"Turning one corner a hex from facing {before}")
        return
    for at, facing in zip(charge.path, charge.facings, strict=True):
        turned = corners_turned(before, facing)
        if turned > ONE_CORNER:
            why = f"At {at} it turns {turned} corners, from facing {before} to {facing}."
            yield Violation("TG-9.81-1", at, why)
        before = facing
    if adjacent and charge.target not in front(charge.last, before, charge.rulings.front_hexes):
        yield _not_in_front(charge, f"With facing {before}")


def _not_in_front(charge: Declared, facing: str) -> Violation:
    why = f"{facing}, it has the target at {charge.target} not in front at {charge.last}."
    return Violation("TG-9.81-1", charge.last, why)


CHECKS: tuple[Callable[[Declared], Iterator[Violation]], ...] = (
    _starts_at_its_distance,
    _is_in_good_order,
    _sees_its_target,
    _starts_outside_enemy_zoc,
    _crosses_easy_ground,
    _passes_no_cavalry_front,
    _goes_one_or_two_hexes,
    _finds_room,
    _turns_one_corner_a_hex,
)
"""What can forbid a charge of cavalry, in the order of the clauses."""


# ------------------------------------------------------------ all legal ways


@dataclass(frozen=True, slots=True)
class Path:
    """A way to charge.

    Attributes:
        hexes: the hexes of the path, without start and target.
        facings: how the cavalry faces in each of them; ``None`` if it has no facing.
    """

    hexes: tuple[Hex, ...]
    facings: tuple[int, ...] | None = None


@uses("TG-9.81-1")
@checked
def paths(
    unit: str | Unit, target: Hex, board: Board, rulings: Rulings = Rulings()
) -> tuple[Path, ...]:
    """All legal paths of a charge, the short ones first; with all ways to turn on them.

    Args:
        unit, target, board, rulings: as for :func:`legality`.

    Raises:
        InvalidValue: the unit is not on the board, or the target has no enemies.
        UnspecifiedBySource: the line of sight depends on an edge, and all else is legal.
    """
    charge = Declared(board.find(unit), (), target, board, rulings)
    seen = in_sight(board, charge.start, target)

    def legal(hexes: tuple[Hex, ...], facings: tuple[int, ...] | None = None) -> bool:
        return not legality(unit, hexes, target, seen, rulings, facings=facings)

    def turns(hexes: tuple[Hex, ...]) -> Iterable[tuple[int, ...] | None]:
        known = charge.charger.facing is not None
        return product(DIRECTIONS, repeat=len(hexes)) if known else [None]

    ways = filter(legal, ways_to(charge))
    found = tuple(Path(way, each) for way in ways for each in turns(way) if legal(way, each))
    # Sight comes last: where no path is legal anyway, an open question about it does not matter.
    return () if found and any(_sees_its_target(charge)) else found


def in_sight(board: Board, start: Hex, target: Hex) -> Board:
    """The board where two hexes see each other, unless it says itself whether they do."""
    if board.supplied_sight(start, target) is not None:
        return board
    return replace(board, sight={**(board.sight or {}), (start, target): True})


def ways_to(charge: Declared) -> Iterator[tuple[Hex, ...]]:
    """All ways of at most two hexes without enemies that end next to the target."""
    ways: list[tuple[Hex, ...]] = [()]
    for _ in range(LONGEST_PATH):
        ways = [
            (*way, at)
            for way in ways
            for at in charge.board.neighbours(way[-1] if way else charge.start)
            if charge.board.side_at(at) in (None, charge.charger.side)
        ]
        yield from (way for way in ways if distance(way[-1], charge.target) == 1)
