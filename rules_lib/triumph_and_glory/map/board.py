"""The board: terrain, units, stacking, zones of control, what it costs to move, lines of sight."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeAlias, TypeVar

from rules_lib.errors import (
    InvalidValue,
    UnspecifiedBySource,
    is_one_of,
    keep_int,
    require_bool,
    require_instance,
    require_int,
    require_iterable,
    shown,
)
from rules_lib.rulebook import uses
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.rich_display import RichDisplay
from rules_lib.values.type_checks import checked

from ..tables.secondary import Secondary, require_secondary
from ..units import Artillery, Cavalry, Order, Unit
from .hexes import Hex, distance, hexagon, line, rectangle, require_facing, require_hex

NO_CHARGE_AT = ("marsh", "woods", "village", "castle", "redoubt")
"""The terrain in which nobody can be the target of a charge (TG-9.81e)."""

ALL_FRONT = ("village", "castle", "redoubt")
"""The terrain in which infantry has a front only (secondary source 6.1)."""

BLOCKS_SIGHT = ("woods",)
"""The terrain that blocks sight even if it is no higher than the ends (secondary source 8.4)."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """The terrain of a hex. What it costs to enter is not in the source, and yours to give.

    Attributes:
        kind: "clear", or a word of its own. The rules know "marsh", "woods", "village", "castle"
            and "redoubt"; any other word is ground that they do not mention.
        cost: movement points (ОВД) that cavalry pays to enter, 1 or more, part points rounded up;
            ``None`` if it must not enter.
        level: its height, for lines of sight.
        disorders: entering it disorders a unit.
        foot_cost: movement points that a square pays; ``None`` if they are those of cavalry.
    """

    kind: str
    cost: int | None
    level: int = 0
    disorders: bool = False
    foot_cost: int | None = None

    def __post_init__(self) -> None:
        word = isinstance(self.kind, str) and self.kind
        if not word or self.kind != self.kind.strip().lower():
            raise InvalidValue("kind", self.kind, "a word in small letters, such as 'clear'")
        for name, cost in (("cost", self.cost), ("foot_cost", self.foot_cost)):
            if cost is not None:
                keep_int(self, name, 1, name=f"{name} of {self.kind!r}")
        keep_int(self, "level", -1000, 1000, name=f"level of {self.kind!r}")
        require_bool(f"disorders of {self.kind!r}", self.disorders)


# ------------------------------------------------------------ stacking (secondary source 6.21)


MOST_BATTERIES = 2
"""Artillery units in one hex, if nothing else is there; with others it is one."""


@checked
def fits(units: Iterable[Unit], secondary: Secondary | None = None) -> bool:
    """Whether these units may share a hex. What is left of units that fit fits, too.

    Args:
        units: the units.
        secondary: the limits, if they are not those of the secondary source.

    Raises:
        UnspecifiedBySource: it depends on strength points of batteries that are not known.
    """
    stack, limits = tuple(units), require_secondary(secondary)
    guns = [each for each in stack if isinstance(each, Artillery)]
    troops = [each for each in stack if not isinstance(each, Artillery)]
    mixed = len({isinstance(each, Cavalry) for each in troops}) > 1
    if mixed or len(stack) > limits.hex_limit:
        return False
    if len(guns) > 1:
        return not troops and _batteries_fit(guns, limits.battery_points_limit)
    brigades = {each.brigade for each in troops}
    one_brigade = len(brigades) == 1 and "" not in brigades
    if guns and len(troops) > 1 and not one_brigade:
        return False
    return len(troops) <= (limits.brigade_stack_limit if one_brigade else limits.stack_limit)


def _batteries_fit(guns: Sequence[Artillery], most: int) -> bool:
    groups = {each.group for each in guns}
    known = [each.strength for each in guns if each.strength is not None]
    unknown = len(guns) - len(known)
    if len(guns) > MOST_BATTERIES or len(groups) > 1 or "" in groups or sum(known) + unknown > most:
        return False
    if unknown:
        names = " and ".join(each.name for each in guns)
        raise UnspecifiedBySource(f"whether {names} fit in one hex, without their strength points")
    return True


def allowed(secondary: Secondary | None = None) -> str:
    """What a hex holds, in words."""
    limits = require_secondary(secondary)
    return (
        f"{limits.stack_limit} infantry or {limits.stack_limit} cavalry units, "
        f"{limits.brigade_stack_limit} of one brigade, never mixed; with them 1 battery, beside 2 "
        f"only if these are of one brigade; {limits.hex_limit} units in all; or {MOST_BATTERIES} "
        f"batteries of one group with at most {limits.battery_points_limit} strength points "
        f"({limits.cite('stacking')})"
    )


def require_fit(field: str, units: Iterable[Unit], secondary: Secondary | None = None) -> None:
    """Refuse a stack that breaks the limits; ``field`` says whose it is."""
    stack = tuple(units)
    if not fits(stack, secondary):
        names = ", ".join(each.name for each in stack)
        raise InvalidValue(field, names, allowed(secondary))


# ------------------------------------------------------------ the board


Pair: TypeAlias = tuple[Hex, Hex]

Between: TypeAlias = frozenset[Hex]
"""Two hexes, in no order."""

V = TypeVar("V")

HexSides: TypeAlias = Mapping[Any, int | None]
"""Keys are pairs of hexes, as a tuple or as a frozenset."""

Bridges: TypeAlias = Collection[Any]
"""Such pairs."""


@checked
@dataclass(frozen=True, slots=True)
class Placed:
    """A unit on the map.

    Attributes:
        unit: the unit.
        hex: where it stands.
        side: whose it is: the name of the player, or of the army.
        facing: the corner it faces, 0 to 5; ``None`` if that does not matter.
    """

    unit: Unit
    hex: Hex
    side: str
    facing: int | None = None

    def __post_init__(self) -> None:
        if not self.side.strip():
            raise InvalidValue(f"side of {self.name!r}", self.side, "a text that is not empty")
        if self.facing is not None:
            require_facing(f"facing of {self.name!r}", self.facing)

    @property
    def name(self) -> str:
        """The name of the unit."""
        return self.unit.name

    @property
    @uses("TG-9.85h")
    def has_zoc(self) -> bool:
        """Whether it has a zone of control.

        Squares have none; nor have artillery and disordered units (secondary source 6.3).
        """
        return self.unit.order == Order.GOOD and not isinstance(self.unit, Artillery)


@checked
@dataclass(frozen=True, slots=True)
class Board(RichDisplay):
    """A map with its units. It never changes: a move makes another board.

    Attributes:
        terrain: the terrain of every hex of the board.
        units: the units; in a hex, the one that is named first lies on top.
        hexsides: movement points that crossing a side costs on top of the terrain, by its two
            hexes; ``None`` if it must not be crossed.
        bridges: the sides that a bridge crosses, by their two hexes: no zone of control does
            (secondary source 6.32).
        sight: lines of sight as you judge them, by their two ends; the others are computed.
        secondary: how many units a hex holds, if not what the secondary source says (6.21).

    Raises:
        InvalidValue: a unit off the board, two units of one name, enemies in one hex, a stack that
            is too large, hexes that share no side.
    """

    terrain: Mapping[Hex, Terrain]
    units: Sequence[Placed] = ()
    hexsides: HexSides = field(default_factory=FrozenMap)
    sight: Mapping[Pair, bool] | None = None
    secondary: Secondary | None = None
    bridges: Bridges = ()
    _stacks: Mapping[Hex, tuple[Placed, ...]] = field(init=False, repr=False, compare=False)
    _extra: Mapping[Between, int | None] = field(init=False, repr=False, compare=False)
    _seen: Mapping[Between, bool] = field(init=False, repr=False, compare=False)
    _walls: frozenset[Between] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "_stacks", self._stacked())
        set_field(self, "_extra", self._by_two("hexsides", self.hexsides, "hexsides of", near=True))
        set_field(self, "_seen", self._by_two("sight", self.sight or {}, "sight between"))
        shut = frozenset(each for each, points in self._extra.items() if points is None)
        set_field(self, "_walls", shut | self._bridged(shut))

    @classmethod
    @checked
    def filled(
        cls,
        terrain: Terrain,
        *,
        radius: int | None = None,
        width: int | None = None,
        height: int | None = None,
        changes: Mapping[Hex, Terrain] | None = None,
        units: Iterable[Placed] = (),
        hexsides: HexSides | None = None,
        sight: Mapping[Pair, bool] | None = None,
        secondary: Secondary | None = None,
        bridges: Bridges = (),
    ) -> Self:
        """A board of one terrain, but for ``changes``.

        Args:
            terrain: the terrain.
            radius: all hexes up to this far from (0, 0), 0 to 100.
            width, height: instead, this many hexes in a row, and rows, 1 to 100 each; (0, 0) lies
                at the upper left, and every second row is shifted to the right by half a hex.
            changes: hexes of the board that have another terrain.
            units, hexsides, sight, secondary, bridges: as for the class.
        """
        if len({radius is None, width is not None, height is not None}) > 1:
            given = f"radius {shown(radius)}, width {shown(width)}, height {shown(height)}"
            raise InvalidValue("size", given, "a radius, or a width and a height")
        hexes = rectangle(width, height) if radius is None else hexagon(radius)
        ground = dict.fromkeys(hexes, terrain)
        for at, other in (changes or {}).items():
            if at not in ground:
                raise InvalidValue("changes", at, "hexes of the board")
            ground[at] = other
        return cls(ground, tuple(units), hexsides or {}, sight, secondary, bridges)

    def require_on_board(self, name: str, at: object) -> Hex:
        """Return ``at`` if it is a hex of the board."""
        if require_hex(require_instance("name", name, str), at) not in self.terrain:
            raise InvalidValue(name, at, "a hex of the board")
        return require_hex(name, at)

    def terrain_at(self, at: Hex) -> Terrain:
        """The terrain of a hex."""
        return self.terrain[self.require_on_board("hex", at)]

    def units_at(self, at: Hex) -> tuple[Placed, ...]:
        """The units in a hex, the top one first."""
        return self._stacks.get(self.require_on_board("hex", at), ())

    def side_at(self, at: Hex) -> str | None:
        """Whose units stand in a hex; ``None`` if it is empty."""
        stack = self.units_at(at)
        return stack[0].side if stack else None

    def enemies_of(self, side: str) -> tuple[Placed, ...]:
        """All units that are not of this side."""
        require_instance("side", side, str)
        return tuple(each for each in self.units if each.side != side)

    def find(self, unit: str | Unit) -> Placed:
        """Where a unit is, by its name or as it stands on the board."""
        name = unit.name if isinstance(unit, Unit) else unit
        for each in self.units:
            if is_one_of(name, [each.name]):
                if isinstance(unit, Unit) and each.unit != unit:
                    raise InvalidValue("unit", unit, f"{name!r} as it stands on the board")
                return each
        allowed = ", ".join(repr(each.name) for each in self.units) or "none: no unit is placed"
        raise InvalidValue("unit", name, f"a unit of the board: {allowed}")

    def neighbours(self, at: Hex) -> tuple[Hex, ...]:
        """The hexes of the board around a hex."""
        around = self.require_on_board("hex", at).neighbours
        return tuple(each for each in around if each in self.terrain)

    def zoc_holders(
        self, at: Hex, side: str, except_units: Collection[str] = ()
    ) -> tuple[Placed, ...]:
        """The enemies of ``side`` whose zone of control covers a hex.

        A zone of control is the six hexes around a unit, wherever it faces, but for those behind
        a bridge or a side that must not be crossed (secondary source 6.3, 6.32).

        Args:
            at: the hex.
            side: the side that would stand there.
            except_units: names of enemies that do not count.
        """
        require_instance("side", side, str)
        except_units = require_iterable("except_units", except_units, "a list of names")
        return tuple(
            each
            for neighbour in self.neighbours(at)
            for each in self._stacks.get(neighbour, ())
            if each.side != side and each.has_zoc and each.name not in except_units
            if frozenset((neighbour, at)) not in self._walls
        )

    def in_enemy_zoc(self, at: Hex, side: str, except_units: Collection[str] = ()) -> bool:
        """Whether an enemy of ``side`` has a zone of control in a hex; see :meth:`zoc_holders`."""
        return bool(self.zoc_holders(at, side, except_units))

    def cost(self, start: Hex, to: Hex, *, foot: bool = False) -> int | None:
        """Movement points for one step, for cavalry or on foot; ``None`` if it is forbidden."""
        self.require_on_board("start", start).direction_to(self.require_on_board("to", to))
        ground = self.terrain[to]
        on_foot = require_bool("foot", foot) and ground.foot_cost is not None
        entry = ground.foot_cost if on_foot else ground.cost
        side = self._extra.get(frozenset((start, to)), 0)
        return None if entry is None or side is None else entry + side

    def supplied_sight(self, a: Hex, b: Hex) -> bool | None:
        """What ``sight`` says about two hexes, in either order; ``None`` if it is silent."""
        return self._seen.get(frozenset((require_hex("a", a), require_hex("b", b))))

    def moved(self, unit: str | Unit, to: Hex, facing: int | None = None) -> Self:
        """The board after a unit has moved; without a new facing it keeps its own."""
        placed = self.find(unit)
        turned = placed.facing if facing is None else facing
        return self._with(placed, replace(placed, hex=to, facing=turned))

    def replaced(self, unit: Unit) -> Self:
        """The board with the unit of this name as it is now, such as in another order."""
        placed = self.find(require_instance("unit", unit, Unit).name)
        return self._with(placed, replace(placed, unit=unit))

    def removed(self, unit: str | Unit) -> Self:
        """The board without a unit."""
        return self._with(self.find(unit))

    def _with(self, old: Placed, *new: Placed) -> Self:
        units: list[Placed] = []
        for each in self.units:
            units += new if each is old else (each,)
        return replace(self, units=units)

    def _stacked(self) -> Mapping[Hex, tuple[Placed, ...]]:
        stacks: dict[Hex, tuple[Placed, ...]] = {}
        names: set[str] = set()
        for each in self.units:
            if each.name in names:
                raise InvalidValue(f"name at {each.hex}", each.name, "a name of its own")
            self.require_on_board(f"hex of {each.name!r}", each.hex)
            names.add(each.name)
            stacks[each.hex] = (*stacks.get(each.hex, ()), each)
        for at, stack in stacks.items():
            sides = {each.side for each in stack}
            if len(sides) > 1:
                raise InvalidValue(f"units at {at}", ", ".join(sorted(sides)), "units of one side")
            require_fit(f"units at {at}", (each.unit for each in stack), self.secondary)
        return FrozenMap(stacks)

    def _bridged(self, shut: frozenset[Between]) -> frozenset[Between]:
        pairs = [self._two_hexes("bridges", key, near=True) for key in self.bridges]
        for a, b in pairs:
            if frozenset((a, b)) in shut:
                allowed = "points, because a bridge crosses it"
                raise InvalidValue(f"hexsides of {a} and {b}", None, allowed)
        return frozenset(map(frozenset, pairs))

    def _by_two(
        self, field: str, given: Mapping[Any, V], named: str, *, near: bool = False
    ) -> Mapping[Between, V]:
        """What is said of two hexes, in either order; of hexes that share a side it is points."""
        found: dict[Between, V] = {}
        for key, value in given.items():
            a, b = self._two_hexes(field, key, near=near)
            if near and value is not None:
                require_int(f"{named} {a} and {b}", value, 0)
            if found.setdefault(frozenset((a, b)), value) != value:
                raise InvalidValue(f"{named} {a} and {b}", value, "one value for both orders")
        return FrozenMap(found)

    def _two_hexes(self, field: str, key: object, *, near: bool) -> Pair:
        two = tuple(key) if isinstance(key, tuple | frozenset) else ()
        if len(two) != 2 or two[0] == two[1]:
            raise InvalidValue(field, key, "pairs of two hexes")
        a, b = sorted(self.require_on_board(field, each) for each in two)
        if near and distance(a, b) != 1:
            raise InvalidValue(field, f"{a}, {b}", "two hexes that share a side")
        return a, b


# ------------------------------------------------------------ sight (secondary source 8.4)


@checked
def can_see(board: Board, start: Hex, to: Hex) -> bool:
    """Whether there is a line of sight between two hexes; it is the same both ways.

    The board's ``sight`` decides, where it says something; see :func:`blockers` for the rest.
    """
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
