"""Is a declared charge legal, and which are? One function a clause finds all that offends."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Self, TypeAlias

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.rulebook import implements, uses
from rules_lib.values.rich_display import Forbidden
from rules_lib.values.type_checks import checked

from ...map.board import NO_CHARGE_AT, Board, Placed, allowed, blockers, can_see, fits
from ...map.hexes import DIRECTIONS, Hex, corners_turned, distance, require_facing
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
        for number, (before, at) in enumerate(pairwise((self.start, *self.path))):
            self.board.require_on_board(f"path[{number}]", at)
            if distance(before, at) != 1:
                raise InvalidValue(f"path[{number}]", at, f"a hex next to {before}")
            if self.board.side_at(at) not in (None, self.charger.side):
                raise InvalidValue(f"path[{number}]", at, "a hex without enemies")
        require_enemies(self.board, self.charger.side, self.target)
        if self.facings is None:
            return
        if self.charger.facing is None:
            allowed = f"None, because {self.charger.name!r} has no facing"
            raise InvalidValue("facings", self.facings, allowed)
        if len(self.facings) != len(self.path):
            allowed = f"{len(self.path)} of them, one a hex of the path"
            raise InvalidValue("facings", self.facings, allowed)
        for number, facing in enumerate(self.facings):
            require_facing(f"facings[{number}]", facing)

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
    return Forbidden(violations(charge))


def violations(charge: Declared) -> tuple[Violation, ...]:
    """What :func:`legality` says."""
    found, unsaid = judged(charge)
    if unsaid is not None:
        raise unsaid
    return found


Judged: TypeAlias = tuple[tuple[Violation, ...], UnspecifiedBySource | None]
"""What forbids a charge, and what the source leaves open about its line of sight."""


def judged(charge: Declared) -> Judged:
    """All of it; where sight is an open question, what forbids the charge if the target is seen."""
    found, unsaid = list[Violation](), None
    rides = isinstance(charge.charger.unit, Cavalry)
    for clause, check in CHECKS if rides else [("TG-9.81a", _is_cavalry)]:
        try:
            found += (Violation(clause, *each) for each in check(charge))
        except UnspecifiedBySource as error:
            unsaid = error
    return merged(found), unsaid


def require_enemies(board: Board, side: str, target: Hex) -> None:
    """Refuse a target in which no enemy stands."""
    if board.side_at(board.require_on_board("target", target)) in (None, side):
        raise InvalidValue("target", target, "a hex with enemies")


Offences: TypeAlias = Iterator[tuple[Hex, str]]
"""The hexes that offend against a clause, each with the reason."""


@uses("TG-9.81a")
def _is_cavalry(charge: Declared) -> Offences:
    rider, kind = charge.charger, type(charge.charger.unit).__name__.lower()
    yield rider.hex, f"{rider.name} at {rider.hex} is {kind}; only cavalry may charge."


@implements("TG-9.81a")
def _starts_at_its_distance(charge: Declared) -> Offences:
    at, target = charge.start, charge.target
    if not NEAREST <= (away := distance(at, target)) <= FARTHEST:
        hexes = "1 hex" if away == 1 else f"{away} hexes"
        yield at, f"{at} is {hexes} from the target at {target}, not 2 or 3."
    if charge.has_moved:
        yield at, f"{charge.charger.name} at {at} has moved in the movement phase."


@implements("TG-9.81b")
def _is_in_good_order(charge: Declared) -> Offences:
    if charge.charger.unit.order == Order.DISORDERED:
        yield charge.start, f"{charge.charger.name} at {charge.start} is disordered."


@implements("TG-9.81c")
def _sees_its_target(charge: Declared) -> Offences:
    board, ends = charge.board, (charge.start, charge.target)
    if can_see(board, *ends):
        return
    hidden = f"From {charge.start} the target at {charge.target} is not seen"
    if board.supplied_sight(*ends) is not None:
        yield charge.target, f"{hidden}, as the board's sight says."
        return
    for at in blockers(board, *ends):
        ground = board.terrain_at(at)
        what = f"{ground.kind}, level {ground.level}, at {at}"
        yield at, f"{hidden} over {what} (secondary source 8.4)."


@implements("TG-9.81d")
def _starts_outside_enemy_zoc(charge: Declared) -> Offences:
    at = charge.start
    holders = ", ".join(e.name for e in charge.board.zoc_holders(at, charge.charger.side))
    if holders:
        yield at, f"{at} is in the zone of control of {holders} (secondary source 6.3)."


@implements("TG-9.81e")
def _crosses_easy_ground(charge: Declared) -> Offences:
    board = charge.board
    for before, at in pairwise((charge.start, *charge.path)):
        yield from _dear(at, board.cost(before, at))
    yield from bars(board, charge.last, charge.target)


def bars(board: Board, start: Hex, target: Hex) -> Offences:
    """Why the ground of a hex forbids a charge at it from the one beside it, if so (TG-9.81e)."""
    ground = board.terrain_at(target)
    if ground.kind in NO_CHARGE_AT:
        yield target, f"The target at {target} is in {ground.kind}."
    adjacent = distance(start, target) == 1
    yield from _dear(target, board.cost(start, target) if adjacent else ground.cost)


def _dear(at: Hex, cost: int | None) -> Offences:
    if cost is None:
        yield at, f"Cavalry must not enter {at}."
    elif cost > DEAREST:
        yield at, f"Entering {at} costs {cost} movement points, more than {DEAREST}."


@implements("TG-9.81f")
def _passes_no_cavalry_front(charge: Declared) -> Offences:
    board = charge.board
    for at in charge.path[:-1]:
        for enemy in board.zoc_holders(at, charge.charger.side):
            cavalry = isinstance(enemy.unit, Cavalry)
            if cavalry and at in front_of(board, enemy, charge.rulings):
                whose = f"{at}, a front hex of {enemy.name} at {enemy.hex}"
                yield at, f"The path does not end at {whose} (secondary source 6.1)."


@implements("R-N18")
@uses("TG-9.81-1")
def _goes_one_or_two_hexes(charge: Declared) -> Offences:
    path, last, target = charge.path, charge.last, charge.target
    if not path:
        yield last, f"From {last} there is no path."
        return
    if len(path) > LONGEST_PATH:
        at = path[LONGEST_PATH]
        yield at, f"{at} is hex {LONGEST_PATH + 1} of the path."
    elif len(path) == distance(charge.start, target) == NEAREST and not charge.rulings.detour:
        yield last, f"{last} is a detour, and R-N18 is read as the direct way only."
    if distance(last, target) != 1:
        yield last, f"The path ends at {last}, which is not next to the target at {target}."


@uses("TG-9.81-1")
def _finds_room(charge: Declared) -> Offences:
    there = [each.unit for each in charge.board.units_at(charge.last) if each != charge.charger]
    limits = charge.board.secondary
    if not fits([*there, charge.charger.unit], limits):
        names = ", ".join(each.name for each in there)
        room = f"there is no room; a hex holds {allowed(limits)}"
        yield charge.last, f"At {charge.last}, with {names}, {room}."


@uses("TG-9.81-1", "R-N5")
def _turns_one_corner_a_hex(charge: Declared) -> Offences:
    before, last, target = charge.charger.facing, charge.last, charge.target
    if before is None or not charge.path:
        return
    ahead = facings_to(last, target, charge.rulings) if distance(last, target) == 1 else ()
    if charge.facings is None:
        turning = f"Turning one corner a hex from facing {before}"
        misses = all(corners_turned(before, each) > len(charge.path) for each in ahead)
    else:
        for at, facing in zip(charge.path, charge.facings, strict=True):
            turned = corners_turned(before, facing)
            if turned > ONE_CORNER:
                yield at, f"At {at} it turns {turned} corners, from facing {before} to {facing}."
            before = facing
        turning, misses = f"With facing {before}", before not in ahead
    if ahead and misses:
        yield last, f"{turning}, it has the target at {target} not in front at {last}."


CHECKS: tuple[tuple[str, Callable[[Declared], Offences]], ...] = (
    ("TG-9.81a", _starts_at_its_distance),
    ("TG-9.81b", _is_in_good_order),
    ("TG-9.81c", _sees_its_target),
    ("TG-9.81d", _starts_outside_enemy_zoc),
    ("TG-9.81e", _crosses_easy_ground),
    ("TG-9.81f", _passes_no_cavalry_front),
    ("TG-9.81-1", _goes_one_or_two_hexes),
    ("TG-9.81-1", _finds_room),
    ("TG-9.81-1", _turns_one_corner_a_hex),
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

    def legal(hexes: tuple[Hex, ...], facings: tuple[int, ...] | None = None) -> bool:
        return not judged(replace(charge, path=hexes, facings=facings))[0]

    def turns(hexes: tuple[Hex, ...]) -> Iterable[tuple[int, ...] | None]:
        known = charge.charger.facing is not None
        return product(DIRECTIONS, repeat=len(hexes)) if known else [None]

    ways = filter(legal, ways_to(charge))
    found = tuple(Path(way, each) for way in ways for each in turns(way) if legal(way, each))
    _, unsaid = judged(charge)
    if found and unsaid is not None:
        raise unsaid  # where no path is legal anyway, it does not matter
    return found


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
