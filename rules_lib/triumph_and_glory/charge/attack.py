"""What is declared: which stacks charge or shock which hexes, and what the map says of both."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from itertools import islice
from typing import Any, Literal, TypeAlias, TypeVar, get_args, get_origin

from rules_lib.errors import (
    IllegalAction,
    InvalidValue,
    require_instance,
    require_int,
    require_iterable,
)
from rules_lib.system.kinds import hints_of, plain_of
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import hold_of, holds_of, said

from ..map.hexes import Side
from ..tables.secondary import LARGEST_DRM
from ..units import Artillery, Cavalry, Infantry, Order, Unit

T = TypeVar("T")

MOST_UNITS = 24
"""Units in one situation, at most: far more than a turn of the game brings together."""


def list_of(field: str, given: Iterable[T], kind: type[T], least: int) -> tuple[T, ...]:
    """The items of a list of ``kind``, which may be endless."""
    allowed = f"a list of {least} to {MOST_UNITS}, each {said(kind)}"
    items = tuple(islice(require_iterable(field, given, allowed), MOST_UNITS + 1))
    if not least <= len(items) <= MOST_UNITS:
        raise InvalidValue(field, given, allowed)
    hold = hold_of(kind)
    assert hold is not None
    return tuple(hold(f"{field}[{at}]", item) for at, item in enumerate(items))


def keep_fields(owner: Any, whose: str = "") -> None:
    """Hold all fields to their annotations: lists are kept as tuples, numbers are modifiers.

    Args:
        owner: a frozen dataclass.
        whose: what errors say behind the name of a field that is no list, such as
            ``" of the target {0.name!r}"``.
    """
    kind: Any = type(owner)
    hints = hints_of(kind)
    for each in fields(owner):
        name, plain, given = each.name, plain_of(hints[each.name]), getattr(owner, each.name)
        optional, hold = holds_of(kind)[name]
        if given is each.default or (given is None and optional):
            continue
        if get_origin(plain) is tuple:
            given = list_of(name, given, get_args(plain)[0], int(each.default is MISSING))
        elif plain is int:
            given = require_int(name + whose.format(owner), given, -LARGEST_DRM, LARGEST_DRM)
        else:
            given = hold(name + whose.format(owner), given)
        object.__setattr__(owner, name, given)


Through: TypeAlias = Side

Room: TypeAlias = Literal["open", "enemy_front", "blocked", "unspecified"]

WayOut: TypeAlias = Literal["open", "closed", "unspecified"]

Clear: TypeAlias = bool | Literal["unspecified"]
"""What is so of a hex, as that it is clear and a flank is open there; or nobody has said it."""


def known(clear: Clear) -> bool | None:
    """Whether it is so of a hex; ``None``: nobody has said it."""
    return None if isinstance(clear, str) else clear


@dataclass(frozen=True, slots=True)
class Stack:
    """The attackers of one hex, their top unit first.

    Attributes:
        units: the units. Those of a stack that charges are all cavalry.
        charges: it charges; otherwise it merely shocks (Удар).
        through: through which hexes of the target it comes; a mapping where the targets differ,
            by their names, and those of other enemies beside it whom others attack, or may meet
            in a pursuit. ``"flank"`` are the two hexes beside the front: front for cavalry in good
            order, rear for everyone else (secondary source).
        in_other_front: it then stands in the front hexes of an enemy whom nobody attacks or meets,
            which costs it the modifier for position (secondary source). Of all others ``through``
            tells: they may be gone, or in square, when it fights.
        commitment_drm: modifiers of its commitment roll other than defensive fire.
        retreat: what a retreat would meet (secondary source): an open hex, only hexes in front of
            enemies (the units withdraw), or nothing but enemies and prohibited hexes (they are
            eliminated). ``"unspecified"``: neither source says.
        clear_terrain: its hex is clear and a flank is open; it matters if it is attacked itself.
        entry_disorders: whoever enters its hex is disordered (TG-9.71d), those who drive it out.
        in_front: names of enemy hexes in its front that it has not declared, targets of other
            attacks included, while it stands there; R-N13 decides whether it fights them.
            ``None``: all that its attack names as ``also_in_front``.
        in_fire_of: names of guns in the target's hex that face otherwise than their stack, and
            have it in their front though it does not come through the front of the target.
        out_of_fire_of: names of guns that do not have it in their front, though it comes through
            the front of the target, or though they stand elsewhere.
        beside: the name of another stack of the attack that ends in the same hex, if one does, and
            lies on top there: it leads both where the top unit counts (R-N28).
        no_zone_at: names of enemy hexes beside it that its zone of control does not reach, because
            a bridge lies between them (secondary source 6.32).
        clear_after_retreat: ``clear_terrain`` of the hex that it would retreat to; it matters if it
            is shocked back there. ``None``: as the hex that it leaves.
        entry_disorders_after_retreat: ``entry_disorders`` of that hex.
    """

    units: tuple[Unit, ...]
    charges: bool = True
    through: Through | Mapping[str, Through] = "front"
    in_other_front: bool = False
    commitment_drm: int = 0
    retreat: Room = "open"
    clear_terrain: bool = False
    entry_disorders: bool = False
    in_front: tuple[str, ...] | None = None
    in_fire_of: tuple[str, ...] = ()
    out_of_fire_of: tuple[str, ...] = ()
    beside: str | None = None
    no_zone_at: tuple[str, ...] = ()
    clear_after_retreat: Clear | None = None
    entry_disorders_after_retreat: Clear = False

    def __post_init__(self) -> None:
        keep_fields(self, " of the stack of {0.name!r}")
        _require_able(self)

    def side_of(self, target: str) -> Through:
        """Through which side of a target it comes."""
        require_instance("target", target, str)
        if isinstance(self.through, str):
            return self.through
        if target not in self.through:
            allowed = f"a side for {target!r}, too"
            raise InvalidValue(f"through of the stack of {self.name!r}", self.through, allowed)
        return self.through[target]

    @property
    def name(self) -> str:
        """Name of its top unit, by which it goes."""
        return self.units[0].name


def _require_able(stack: Stack) -> None:
    """Refuse a stack that cannot do what it declares."""
    for unit in stack.units:
        if stack.charges and not isinstance(unit, Cavalry):
            raise IllegalAction(f"{unit.name} charges, and is not cavalry", ["TG-9.81a"])
        if stack.charges and unit.order == Order.DISORDERED:
            raise IllegalAction(f"{unit.name} charges, and is disordered", ["TG-9.81b"])
        if unit.order == Order.SQUARE:
            raise IllegalAction(f"{unit.name} attacks, and is in square", ["TG-9.85h"])
        if unit.order == Order.DISORDERED and not isinstance(unit, Artillery):
            allowed = "good order: a disordered unit does not shock (secondary source 9.61)"
            raise InvalidValue(f"order of {unit.name!r}", str(unit.order), allowed)
    if all(isinstance(unit, Artillery) for unit in stack.units):
        raise InvalidValue(f"stack of {stack.name!r}", stack.name, "infantry or cavalry in it")


@dataclass(frozen=True, slots=True)
class CounterShock:
    """One way for the defenders of a hex to shock back: from one hex, without turning (TG-9.73d).

    Attributes:
        staying: names of the attacking stacks that are in their front if these have not retreated.
        retreated: names of those that are in their front if they have retreated.
        others: other enemies in their front, who did not attack them.
        moves: they leave their hex for it.
        vacated_by: names of attacking stacks in whose hex they then stand: this way is open only
            if all of these stand there no more.
        clear_terrain: the hex to which they move is clear, with an open flank; it matters if those
            whom they strike attack them in their turn.
        entry_disorders: the hex to which they move disorders whoever enters (TG-9.71d), so that
            they do not shock from there.
        way_out: by the names of stacks that are then in their front, where these stay or have
            retreated to: whether a retreat before it finds a hex (secondary source 9.31, 9.32);
            ``"unspecified"``: nobody has said where they are. Of others their ``retreat`` tells.
        name: what the decision calls it.
    """

    staying: tuple[str, ...] = ()
    retreated: tuple[str, ...] = ()
    others: "tuple[Target, ...]" = ()
    moves: bool = False
    vacated_by: tuple[str, ...] = ()
    clear_terrain: Clear = False
    entry_disorders: bool = False
    way_out: Mapping[str, WayOut] = FrozenMap({})
    name: str = "yes"

    def __post_init__(self) -> None:
        keep_fields(self, " of a CounterShock")
        if self.name in ("", "no"):
            raise InvalidValue("name of a CounterShock", self.name, "a word other than 'no'")


@dataclass(frozen=True, slots=True)
class Target:
    """The defenders of one hex, their top unit first.

    Attributes:
        units: the units.
        clear_terrain: its hex is clear and a flank is open, which gives +1 to an attack through
            its front (secondary source).
        in_enemy_zoc: it is in the zone of control of an enemy that attacks nobody now. Stacks that
            merely shock it count by themselves.
        in_enemy_front: it stood in the front hexes of such an enemy when the charge was declared.
            Stacks that merely shock it count by themselves.
        in_zone_of: names of stacks that do not attack it, nor have it in their ``in_front``, but in
            their zone of control, as long as they stand where they attack from.
        in_front_of: names of such stacks that have it in their front so long.
        defensive_fire_drm: added to the commitment rolls of stacks that merely shock it.
        supported_by: artillery in other hexes that has the chargers in its front, one hex away;
            whether it may fire is R-N20.
        retreat: what a retreat would meet, as for a :class:`Stack`.
        way_out: a retreat before the shock finds a hex (secondary source 9.31, 9.32). ``None``:
            if ``retreat`` is open.
        chargeable: a charge may go to its hex (TG-9.81e).
        chargeable_after_retreat: a charge may go to the hex that it would retreat to.
        clear_after_retreat: that hex is clear and a flank is open there. ``None``: as the hex that
            it leaves.
        in_front_after_retreat: infantry that breaks through, and does not turn, has it in its front
            then; ``None``: nobody has said it, or what is said of those beyond is of chargers who
            attack with it. Cavalry in pursuit always has: it turns.
        entry_disorders: whoever enters its hex is disordered (TG-9.71d).
        entry_disorders_after_retreat: the same of the hex that it would retreat to. It itself is
            not disordered by that: the clause is about an advance.
        beyond: the other enemies that a unit finds in its front after it has advanced into this
            hex and faced the retreated units.
        attacked_ahead: further enemies that it then finds in its front, targets of the same attack
            or of others: through which side it comes to each, by its name. Whoever pursues may
            stop for their sake (TG-9.87c), and leaves them to those who are still to fight them.
        ahead_retreat, ahead_way_out: by the names of these, what a retreat would then meet, and
            whether one before the shock finds a hex. As at first for those left out.
        met_through: for an enemy met in a pursuit (one of ``beyond``): through which of its hexes
            the pursuer comes. ``None``: as it came to the target before. Units that retreated keep
            their facing, so a pursuer comes to them as before.
        pursuer_retreat: what a retreat would meet of a unit that has advanced into its hex.
        pursuer_in_other_front: there it stands in the front hexes of an enemy besides those before
            it, as for a :class:`Stack`.
        pursuer_through: through which side it stands there beside other enemies whom somebody
            attacks or meets, by their names.
        pursuer_in_fire_of: names of guns in other hexes (``supported_by``, whomever they support)
            that have a unit which has advanced into its hex in their front, one hex away.
            ``None``: those that support who is first met then; of others nobody has said it.
        pursuer_way_out: whether such a unit, shocked back there, finds a hex for a retreat before
            it. ``None``: if ``pursuer_retreat`` is open.
        pursuer_no_zone_at: names of the enemies before it that its zone of control does not reach
            from there, as for a :class:`Stack`.
        pursuit_drm: further modifiers of an attack on it in pursuit or breakthrough.
        counter_shocks: the ways in which it can shock back; none, and it cannot. ``None``: it
            stays, or follows who retreats, and finds in its front those who came through it. They
            speak of stacks where these attacked from; who has moved on since, and meets it, is in
            its front if he then comes through it.
        counter_shock_drm: modifiers of its counter-shock besides strength and cohesion.
        way_out_after_retreat: as ``way_out``, from the hex that it would retreat to, before those
            who then pursue it. ``None``: as before; ``"unspecified"``: nobody has said to which hex
            it retreats, on which this depends.
    """

    units: tuple[Unit, ...]
    clear_terrain: Clear = False
    in_enemy_zoc: bool = False
    in_enemy_front: bool = False
    defensive_fire_drm: int = 0
    supported_by: tuple[Artillery, ...] = ()
    retreat: Room = "open"
    way_out: bool | None = None
    chargeable: bool = True
    chargeable_after_retreat: bool = True
    clear_after_retreat: Clear | None = None
    in_front_after_retreat: bool | None = True
    entry_disorders: bool = False
    entry_disorders_after_retreat: bool = False
    beyond: "tuple[Target, ...]" = ()
    attacked_ahead: Mapping[str, Through] = FrozenMap({})
    ahead_retreat: Mapping[str, Room] = FrozenMap({})
    ahead_way_out: Mapping[str, bool] = FrozenMap({})
    met_through: Through | None = None
    pursuer_retreat: Room = "open"
    pursuer_in_other_front: bool = False
    pursuer_through: Mapping[str, Through] = FrozenMap({})
    pursuit_drm: int = 0
    counter_shocks: tuple[CounterShock, ...] | None = None
    counter_shock_drm: int = 0
    way_out_after_retreat: bool | Literal["unspecified"] | None = None
    in_zone_of: tuple[str, ...] = ()
    in_front_of: tuple[str, ...] = ()
    pursuer_no_zone_at: tuple[str, ...] = ()
    pursuer_in_fire_of: tuple[str, ...] | None = None
    pursuer_way_out: WayOut | None = None

    def __post_init__(self) -> None:
        keep_fields(self, " of the target {0.name!r}")
        _require_square(self)

    @property
    def can_leave(self) -> bool:
        """A retreat before the shock finds a hex."""
        return self.retreat == "open" if self.way_out is None else self.way_out

    @property
    def name(self) -> str:
        """Name of its top unit, by which the hex goes."""
        return self.units[0].name

    def met_in_all(self) -> "Iterator[Target]":
        """This target and all that can be met after it."""
        yield self
        for each in self.beyond:
            yield from each.met_in_all()


def _require_square(target: Target) -> None:
    """Refuse a square of jaegers and artillery alone (TG-9.85d)."""
    squared = [unit for unit in target.units if unit.order == Order.SQUARE]
    if squared and not any(isinstance(u, Infantry) and not u.jaeger for u in squared):
        allowed = "good order, disordered: jaegers and artillery form no square alone (TG-9.85d)"
        raise InvalidValue(f"order of {squared[0].name!r}", str(Order.SQUARE), allowed)


@dataclass(frozen=True, slots=True)
class Attack:
    """Stacks that attack the same defenders.

    Those who charge, cavalry that shocks and infantry that shocks fight one after the other, or
    with one die: R-N21.

    Attributes:
        stacks: the attackers.
        targets: the hexes they declared.
        also_in_front: enemies in their front that nobody attacks; R-N13 decides whether they
            are fought, too.
        ratio_drm: the modifier for the ratio of strengths, where strengths are not known: by the
            names of the units that come to fight; artillery, which has no strength, may be left
            out. It goes for whoever is left to defend. Other sets are unspecified.
        cohesion_drm: the modifier for cohesion, where it is not to be reckoned from the units.
        other_drm: all modifiers that are not named elsewhere, in one number.
    """

    stacks: tuple[Stack, ...]
    targets: tuple[Target, ...]
    also_in_front: tuple[Target, ...] = ()
    ratio_drm: Mapping[frozenset[str], int] | None = None
    cohesion_drm: int | None = None
    other_drm: int = 0

    def __post_init__(self) -> None:
        keep_fields(self)
        _require_ratios(self.ratio_drm or {}, self.stacks)
        _require_neighbours(self.stacks)
        for target in self.targets:
            for stack in self.stacks:
                stack.side_of(target.name)
            if not target.chargeable and any(stack.charges for stack in self.stacks):
                raise IllegalAction(f"a charge at {target.name}", ["TG-9.81e"])


def _require_neighbours(stacks: tuple[Stack, ...]) -> None:
    """Refuse a stack beside one that is not there, or that is itself beside another."""
    alone = [stack.name for stack in stacks if stack.beside is None]
    for stack in stacks:
        if stack.beside is not None and stack.beside not in alone:
            allowed = f"the name of a stack with none beside it: {', '.join(alone)}"
            raise InvalidValue(f"beside of the stack of {stack.name!r}", stack.beside, allowed)


def _require_ratios(given: Mapping[frozenset[str], int], stacks: tuple[Stack, ...]) -> None:
    known = {unit.name for stack in stacks for unit in stack.units}
    for names, drm in given.items():
        if not names or not names <= known:
            allowed = f"a set of names out of {', '.join(sorted(known))}"
            raise InvalidValue("ratio_drm: its key", names, allowed)
        require_int(f"ratio_drm of {', '.join(sorted(names))}", drm, -LARGEST_DRM, LARGEST_DRM)


def undeclared(attack: Attack, stack: Stack) -> tuple[str, ...]:
    """Names of the enemy hexes in front of a stack that it has not declared."""
    if stack.in_front is not None:
        return stack.in_front
    return tuple(target.name for target in attack.also_in_front)
