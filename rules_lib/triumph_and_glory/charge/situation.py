"""What is declared: which stacks charge or shock which hexes, and all that the map says of them.

Nothing here needs a map. ``rules_lib.triumph_and_glory.charge.declare`` fills it in from one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from rules_lib.errors import (
    IllegalAction,
    InvalidValue,
    is_one_of,
    require_bool,
    require_instance,
    require_int,
    require_word,
)
from rules_lib.frozen import FrozenMap
from rules_lib.triumph_and_glory.charge.lists import MOST_UNITS, freeze, list_of
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Order, Unit

Through: TypeAlias = Literal["front", "flank", "rear"]
Room: TypeAlias = Literal["open", "enemy_front", "blocked", "unspecified"]
LARGEST_DRM = 99


@dataclass(frozen=True, slots=True)
class Stack:
    """The attackers of one hex, their top unit first.

    Attributes:
        units: the units. Those of a stack that charges are all cavalry.
        charges: it charges; otherwise it merely shocks (Удар).
        through: through which hexes of the target it comes; a mapping where the targets differ,
            by their names. ``"flank"`` are the two hexes beside the front: front for cavalry in
            good order, rear for everyone else (secondary source).
        in_other_front: it then stands in the front hexes of an enemy that it does not attack,
            which costs it the modifier for position (secondary source). Of targets that it does
            attack, ``through`` tells.
        commitment_drm: modifiers of its commitment roll other than defensive fire.
        retreat: what a retreat would meet (secondary source): an open hex, only hexes in front of
            enemies (the units withdraw), or nothing but enemies and prohibited hexes (they are
            eliminated). ``"unspecified"``: neither source says.
        clear_terrain: its hex is clear and a flank is open; it matters if it is attacked itself.
        in_front: names of enemy hexes in its front that it has not declared, targets of other
            attacks included, while it stands there; R-N13 decides whether it fights them.
            ``None``: all that its attack names as ``also_in_front``.
        in_fire_of: names of guns in the target's hex that face otherwise than their stack, and
            have it in their front though it does not come through the front of the target.
        out_of_fire_of: names of guns that do not have it in their front, though it comes through
            the front of the target, or though they stand elsewhere.
        beside: the name of another stack of the attack that ends in the same hex, if one does.
    """

    units: tuple[Unit, ...]
    charges: bool = True
    through: Through | Mapping[str, Through] = "front"
    in_other_front: bool = False
    commitment_drm: int = 0
    retreat: Room = "open"
    clear_terrain: bool = False
    in_front: tuple[str, ...] | None = None
    in_fire_of: tuple[str, ...] = ()
    out_of_fire_of: tuple[str, ...] = ()
    beside: str | None = None

    def __post_init__(self) -> None:
        freeze(self, "units", Unit, least=1)
        for field in ("in_fire_of", "out_of_fire_of"):
            freeze(self, field, str)
        if self.in_front is not None:
            freeze(self, "in_front", str)
        where = f"of the stack of {self.name!r}"
        require_bool(f"charges {where}", self.charges)
        _require_sides(f"through {where}", self.through)
        require_bool(f"in_other_front {where}", self.in_other_front)
        require_int(f"commitment_drm {where}", self.commitment_drm, -LARGEST_DRM, LARGEST_DRM)
        require_word(f"retreat {where}", self.retreat, get_args(Room))
        require_bool(f"clear_terrain {where}", self.clear_terrain)
        if self.beside is not None and not isinstance(self.beside, str):
            raise InvalidValue(f"beside {where}", self.beside, "the name of another stack, or None")
        if isinstance(self.through, Mapping):
            object.__setattr__(self, "through", FrozenMap(self.through))
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
        name: what the decision calls it.
    """

    staying: tuple[str, ...] = ()
    retreated: tuple[str, ...] = ()
    others: "tuple[Target, ...]" = ()
    moves: bool = False
    vacated_by: tuple[str, ...] = ()
    clear_terrain: bool = False
    name: str = "yes"

    def __post_init__(self) -> None:
        freeze(self, "staying", str)
        freeze(self, "retreated", str)
        freeze(self, "vacated_by", str)
        freeze(self, "others", Target)
        require_bool("moves", self.moves)
        require_bool("clear_terrain of a CounterShock", self.clear_terrain)
        if not isinstance(self.name, str) or self.name in ("", "no"):
            raise InvalidValue("name of a CounterShock", self.name, "a word other than 'no'")


@dataclass(frozen=True, slots=True)
class Target:
    """The defenders of one hex, their top unit first.

    Attributes:
        units: the units.
        clear_terrain: its hex is clear and a flank is open, which gives +1 to an attack through
            its front (secondary source).
        in_enemy_zoc: it is in the zone of control of an enemy that does not attack it now. Stacks
            that merely shock it count by themselves.
        in_enemy_front: it stood in the front hexes of an enemy that does not attack it, when the
            charge was declared. Stacks that merely shock it count by themselves.
        defensive_fire_drm: added to the commitment rolls of stacks that merely shock it.
        supported_by: artillery in other hexes that has the chargers in its front, one hex away;
            whether it may fire is R-N20.
        retreat: what a retreat would meet, as for a :class:`Stack`.
        way_out: a retreat before the shock finds a hex (secondary source 9.31, 9.32). ``None``:
            if ``retreat`` is open.
        chargeable: a charge may go to its hex (TG-9.81e).
        chargeable_after_retreat: a charge may go to the hex that it would retreat to.
        clear_after_retreat: that hex is clear and a flank is open there. ``None``: as the hex that
            it leaves; ``"unspecified"``: nobody has said whether a flank is open.
        in_front_after_retreat: infantry that breaks through, and does not turn, has it in its front
            then; ``None``: nobody has said it. Cavalry in pursuit always has: it turns.
        entry_disorders: whoever enters its hex is disordered.
        beyond: the other enemies that a unit finds in its front after it has advanced into this
            hex and faced the retreated units.
        met_through: for an enemy met in a pursuit (one of ``beyond``): through which of its hexes
            the pursuer comes. ``None``: as it came to the target before. Units that retreated keep
            their facing, so a pursuer comes to them as before.
        pursuer_retreat: what a retreat would meet of a unit that has advanced into its hex.
        pursuit_drm: further modifiers of an attack on it in pursuit or breakthrough.
        counter_shocks: the ways in which it can shock back; none, and it cannot. ``None``: it
            stays, or follows who retreats, and finds in its front those who came through it.
        counter_shock_drm: modifiers of its counter-shock besides strength and cohesion.
    """

    units: tuple[Unit, ...]
    clear_terrain: bool = False
    in_enemy_zoc: bool = False
    in_enemy_front: bool = False
    defensive_fire_drm: int = 0
    supported_by: tuple[Artillery, ...] = ()
    retreat: Room = "open"
    way_out: bool | None = None
    chargeable: bool = True
    chargeable_after_retreat: bool = True
    clear_after_retreat: bool | Literal["unspecified"] | None = None
    in_front_after_retreat: bool | None = True
    entry_disorders: bool = False
    beyond: "tuple[Target, ...]" = ()
    met_through: Through | None = None
    pursuer_retreat: Room = "open"
    pursuit_drm: int = 0
    counter_shocks: tuple[CounterShock, ...] | None = None
    counter_shock_drm: int = 0

    def __post_init__(self) -> None:
        freeze(self, "units", Unit, least=1)
        freeze(self, "supported_by", Artillery)
        freeze(self, "beyond", Target)
        if self.counter_shocks is not None:
            freeze(self, "counter_shocks", CounterShock)
        where = f"of the target {self.name!r}"
        for name in ("defensive_fire_drm", "pursuit_drm", "counter_shock_drm"):
            require_int(f"{name} {where}", getattr(self, name), -LARGEST_DRM, LARGEST_DRM)
        for name in ("clear_terrain", "in_enemy_zoc", "in_enemy_front", "chargeable"):
            require_bool(f"{name} {where}", getattr(self, name))
        for name in ("chargeable_after_retreat", "entry_disorders"):
            require_bool(f"{name} {where}", getattr(self, name))
        if self.in_front_after_retreat is not None:
            require_bool(f"in_front_after_retreat {where}", self.in_front_after_retreat)
        if not is_one_of(self.clear_after_retreat, (True, False, None, "unspecified")):
            allowed = "True, False, None, 'unspecified'"
            raise InvalidValue(f"clear_after_retreat {where}", self.clear_after_retreat, allowed)
        if self.way_out is not None:
            require_bool(f"way_out {where}", self.way_out)
        for name in ("retreat", "pursuer_retreat"):
            require_word(f"{name} {where}", getattr(self, name), get_args(Room))
        if self.met_through is not None:
            require_word(f"met_through {where}", self.met_through, get_args(Through))

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
            names of the units that come to fight. Sets that are left out are unspecified.
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
        freeze(self, "stacks", Stack, least=1)
        freeze(self, "targets", Target, least=1)
        freeze(self, "also_in_front", Target)
        require_int("other_drm", self.other_drm, -LARGEST_DRM, LARGEST_DRM)
        if self.cohesion_drm is not None:
            require_int("cohesion_drm", self.cohesion_drm, -LARGEST_DRM, LARGEST_DRM)
        if self.ratio_drm is not None:
            object.__setattr__(self, "ratio_drm", _require_ratios(self.ratio_drm, self.stacks))
        _require_neighbours(self.stacks)
        for target in self.targets:
            for stack in self.stacks:
                stack.side_of(target.name)
            if not target.chargeable and any(stack.charges for stack in self.stacks):
                raise IllegalAction(f"a charge at {target.name}", ["TG-9.81e"])


@dataclass(frozen=True, slots=True)
class Situation:
    """All attacks that are declared together; their steps run side by side, step by step.

    Attributes:
        attacks: the attacks, in the order in which their fights are resolved.
    """

    attacks: tuple[Attack, ...]

    def __post_init__(self) -> None:
        freeze(self, "attacks", Attack, least=1)
        seen: set[str] = set()
        for unit in self.units():
            if unit.name in seen:
                raise InvalidValue("name", unit.name, "another name for each unit")
            seen.add(unit.name)
            if len(seen) > MOST_UNITS:
                allowed = f"at most {MOST_UNITS} units in a situation"
                raise InvalidValue("units", f"more than {MOST_UNITS}", allowed)
        _require_known_names(self)

    @classmethod
    def of(cls, stacks: Iterable[Stack], targets: Iterable[Target]) -> "Situation":
        """One attack, with nothing said but who charges whom."""
        declared = list_of("stacks", stacks, Stack, 1), list_of("targets", targets, Target, 1)
        return cls((Attack(*declared),))

    def targets(self) -> Iterator[Target]:
        """All targets, those that may be met later included."""
        for attack in self.attacks:
            for target in (*attack.targets, *attack.also_in_front):
                yield from target.met_in_all()

    def bystanders(self) -> Iterator[Target]:
        """Units of the attacking side that attack nobody and can be shocked back, each hex once."""
        ways = (way for target in self.targets() for way in target.counter_shocks or ())
        found = {other.name: other for way in ways for other in way.others}
        yield from found.values()

    def units(self) -> Iterator[Unit]:
        """All units of both sides, attackers first."""
        for attack in self.attacks:
            for stack in attack.stacks:
                yield from stack.units
        for target in self.targets():
            yield from target.units
            yield from target.supported_by
        for bystander in self.bystanders():
            yield from bystander.units


def _require_sides(field: str, given: object) -> None:
    if not isinstance(given, Mapping):
        require_word(field, given, get_args(Through))
        return
    for name, side in given.items():
        if not isinstance(name, str):
            raise InvalidValue(f"key of {field}", name, "the name of a target")
        require_word(f"{field}, {name!r}", side, get_args(Through))


def _require_neighbours(stacks: tuple[Stack, ...]) -> None:
    """Refuse a stack beside one that is not there, or that is itself beside another."""
    alone = [stack.name for stack in stacks if stack.beside is None]
    for stack in stacks:
        if stack.beside is not None and stack.beside not in alone:
            allowed = f"the name of a stack with none beside it: {', '.join(alone)}"
            raise InvalidValue(f"beside of the stack of {stack.name!r}", stack.beside, allowed)


def _require_known_names(situation: Situation) -> None:
    """Refuse the name of a hex or a stack that is not there."""
    stacks = [stack for attack in situation.attacks for stack in attack.stacks]
    attackers = [stack.name for stack in stacks]
    hexes = [t.name for a in situation.attacks for t in (*a.targets, *a.also_in_front)]
    for stack in stacks:
        _require_among(f"in_front of the stack of {stack.name!r}", stack.in_front or (), hexes)
    for target in situation.targets():
        for way in target.counter_shocks or ():
            for field in ("staying", "retreated", "vacated_by"):
                where = f"{field} of a counter-shock of {target.name!r}"
                _require_among(where, getattr(way, field), attackers)


def _require_among(field: str, names: tuple[str, ...], known: list[str]) -> None:
    for name in names:
        if name not in known:
            raise InvalidValue(field, name, f"one of {', '.join(known)}")


def _require_ratios(given: object, stacks: tuple[Stack, ...]) -> Mapping[frozenset[str], int]:
    if not isinstance(given, Mapping):
        raise InvalidValue("ratio_drm", given, "a mapping from sets of names to modifiers")
    known = {unit.name for stack in stacks for unit in stack.units}
    for names, drm in given.items():
        if not isinstance(names, frozenset) or not names or not names <= known:
            allowed = f"a frozenset of some of {', '.join(sorted(known))}"
            raise InvalidValue("key of ratio_drm", names, allowed)
        require_int(f"ratio_drm of {', '.join(sorted(names))}", drm, -LARGEST_DRM, LARGEST_DRM)
    return FrozenMap(given)
