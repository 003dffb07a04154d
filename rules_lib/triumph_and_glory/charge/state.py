"""Who stands where while a charge runs, who fights whom, and what is still to do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules_lib.errors import UnspecifiedBySource, require_instance
from rules_lib.triumph_and_glory.charge.situation import Room, Situation, Stack, Target, Through
from rules_lib.triumph_and_glory.checks import cohesion_of
from rules_lib.triumph_and_glory.rulings import Rulings
from rules_lib.triumph_and_glory.secondary import Secondary
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit
from rules_lib.word_enum import WordEnum


class Place(WordEnum):
    """Where a unit is, or what became of it.

    Attributes:
        STARTS: where it was before the charge; for an attacker, before its commitment roll.
        UNCOMMITTED: an attacker whose commitment roll failed: it stays where it was.
        NEXT_TO_TARGET: an attacker next to the enemy it fights.
        RECALLED: recalled, in the hex it had reached.
        BACK_AT_START: recalled, in its starting hex (R-N8).
        HALTED: its attack was lost to reaction fire.
        RETREATED: retreated at least one hex, as a result of fire or combat.
        LEFT_BEFORE_SHOCK: retreated before the shock.
        ADVANCED: in a hex that the enemy left.
        WITHDRAWN: off the map, in the withdrawn box (Поле бежавших частей).
        ELIMINATED: destroyed.
        UNSPECIFIED: nobody can say: the source and the given data leave its fight open.
    """

    STARTS = "where it was"
    UNCOMMITTED = "uncommitted"
    NEXT_TO_TARGET = "next to the target"
    RECALLED = "recalled"
    BACK_AT_START = "recalled to its start"
    HALTED = "halted by fire"
    RETREATED = "retreated"
    LEFT_BEFORE_SHOCK = "left before the shock"
    ADVANCED = "advanced"
    WITHDRAWN = "withdrawn"
    ELIMINATED = "eliminated"
    UNSPECIFIED = "unspecified"


GONE = frozenset({Place.WITHDRAWN, Place.ELIMINATED})
"""Off the map."""

LEFT = GONE | {Place.RETREATED, Place.LEFT_BEFORE_SHOCK}
"""No longer in the hex that is attacked."""


class Fate(NamedTuple):
    """What becomes of a unit. Made by the charge.

    Attributes:
        place: where it is in the end.
        order: the order it is in; of a unit off the map, the order it left in.
    """

    place: Place
    order: Order

    def __str__(self) -> str:
        alone = self.place in GONE or self.place == Place.UNSPECIFIED
        return str(self.place) if alone else f"{self.place}, {self.order}"


class Piece(NamedTuple):
    """A unit while the charge runs.

    Attributes:
        order: the order it is in now.
        place: where it stands in the fight at hand.
        retreated, advanced: it has done so in an earlier fight.
        charged: it came to a charge or counter-charge, and owes the disorder of TG-9.84.
        shocked_again: it has had its secondary shock (TG-9.73a).
        fired: it has used its reaction fire.
    """

    order: Order
    place: Place = Place.STARTS
    retreated: bool = False
    advanced: bool = False
    charged: bool = False
    shocked_again: bool = False
    fired: bool = False

    @property
    def fate(self) -> Fate:
        """Where it is, earlier fights included."""
        place = self.place
        if place in (Place.STARTS, Place.NEXT_TO_TARGET):
            if self.retreated:
                place = Place.RETREATED
            elif self.advanced:
                place = Place.ADVANCED
        return Fate(place, self.order)

    @property
    def has_retreated(self) -> bool:
        """It has retreated from where it fought last."""
        return self.place == Place.RETREATED or (self.place == Place.STARTS and self.retreated)


class Kind(WordEnum):
    """What a combat is, and so what may follow from it."""

    DECLARED = "declared"
    PURSUIT = "pursuit"
    BREAKTHROUGH = "breakthrough"
    COUNTER_SHOCK = "counter-shock"
    COUNTER_CHARGE = "counter-charge"


class Band(NamedTuple):
    """The attackers of one hex in one combat, by name, the top unit first.

    Attributes:
        units: their names.
        charges: they charge; otherwise they shock.
        through: through which side of each enemy hex they come; one word if it is always the same.
        in_other_front: they stand in the front of an enemy whom they do not attack.
        retreat: what a retreat would meet.
        clear_terrain: their hex is clear and a flank is open.
        beside: the name of the band with which they share a hex, their own if they are alone.
    """

    units: tuple[str, ...]
    charges: bool
    through: Through | tuple[tuple[str, Through], ...] = "front"
    in_other_front: bool = False
    retreat: Room = "open"
    clear_terrain: bool = False
    beside: str = ""

    @property
    def name(self) -> str:
        """Name of the top unit, by which the band goes."""
        return self.units[0]

    @property
    def hex(self) -> str:
        """The name of the hex they stand in."""
        return self.beside or self.units[0]

    def side_of(self, post: str) -> Through:
        """Through which side of an enemy hex they come.

        Raises:
            UnspecifiedBySource: it is not given.
        """
        if isinstance(self.through, str):
            return self.through
        for name, side in self.through:
            if name == post:
                return side
        raise UnspecifiedBySource(f"through which side {self.name} comes to {post}")

    @property
    def as_post(self) -> "Post":
        """Their hex, as one that is attacked."""
        open_ground = self.retreat == "open"
        return Post(self.name, self.units, self.clear_terrain, self.retreat, open_ground)


class Post(NamedTuple):
    """The defenders of one hex in one combat.

    Attributes:
        name: by which the hex goes: that of its top unit at the start.
        units: their names.
        clear_terrain: their hex is clear and a flank is open.
        retreat: what a forced retreat would meet.
        can_leave: a retreat before the shock finds a hex.
    """

    name: str
    units: tuple[str, ...]
    clear_terrain: bool
    retreat: Room
    can_leave: bool


class Combat(NamedTuple):
    """One group of attackers against one set of enemy hexes.

    Attributes:
        bands: the attackers.
        posts: the hexes attacked.
        attack: number of the declared attack that it belongs to.
        kind: what it is.
        number: the charges in pursuit so far, this one included.
        origin: of a counter-shock, the name of the hex that it came from.
        goes_on: a 10+ can lead to pursuit or breakthrough of those who have not had it yet.
        drm: modifiers given for this combat.
        turned: the defender's units attack in it.
    """

    bands: tuple[Band, ...]
    posts: tuple[Post, ...]
    attack: int
    kind: Kind = Kind.DECLARED
    number: int = 0
    origin: str = ""
    goes_on: bool = True
    drm: int = 0
    turned: bool = False

    @property
    def declared(self) -> bool:
        """It is an attack as declared, not one that followed from another."""
        return self.kind == Kind.DECLARED

    @property
    def charges(self) -> bool:
        """Somebody charges in it."""
        return any(band.charges for band in self.bands)

    @property
    def label(self) -> str:
        """How questions name it: ``""``, ``"pursuit 1"``, ``"counter-shock Y"``."""
        if self.declared:
            return ""
        detail = self.origin or (str(self.number) if self.kind == Kind.PURSUIT else "")
        return f"{self.kind} {detail}".rstrip()

    @property
    def key(self) -> "CombatKey":
        """What tells it from the other combats of the charge."""
        return self.attack, self.kind, self.number, self.origin


CombatKey: TypeAlias = tuple[int, Kind, int, str]


@dataclass(frozen=True, slots=True)
class CounterCharged:
    """Cavalry of a hex counter-charged the bands of a hex with success."""

    post: str
    hex: str
    combat: CombatKey


@dataclass(frozen=True, slots=True)
class AnsweredInfantry:
    """Cavalry of a hex counter-charged infantry that shocked it, instead of being shocked."""

    post: str
    combat: CombatKey


@dataclass(frozen=True, slots=True)
class RecallTried:
    """A band has had a recall roll."""

    band: str


@dataclass(frozen=True, slots=True)
class RecalledFromSquare:
    """A unit was recalled because its target stood in square."""

    unit: str


@dataclass(frozen=True, slots=True)
class MovedToShock:
    """The units of a hex have left it to shock back."""

    post: str


Fact: TypeAlias = (
    CounterCharged | AnsweredInfantry | RecallTried | RecalledFromSquare | MovedToShock
)


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do; each rule that has to wait for its turn is a kind of task.

    ``combat`` is what it belongs to.
    """

    combat: Combat


@dataclass(frozen=True, slots=True)
class Unsaid(Task):
    """It has come to a point that the source and the given data leave open."""

    what: str


class Gap(NamedTuple):
    """What the source and the given data leave open, and the attack that ended so."""

    attack: int
    what: str


class State(NamedTuple):
    """All that can change while a charge runs.

    Attributes:
        pieces: the units, in the order of :attr:`Game.names`.
        agenda: what is still to do, the next first. A number is a step of the charge.
        facts: what later steps ask for.
        unspecified: the attacks that nobody can say the end of.
    """

    pieces: tuple[Piece, ...]
    agenda: "tuple[Task | int, ...]" = ()
    facts: frozenset[Fact] = frozenset()
    unspecified: tuple[Gap, ...] = ()

    def do_first(self, *tasks: Task) -> "State":
        """With tasks before all others."""
        return self._replace(agenda=(*tasks, *self.agenda))

    def noting(self, fact: Fact) -> "State":
        """With a fact to remember."""
        return self._replace(facts=self.facts | {fact})


class Game:
    """What does not change while a charge runs, and all questions about the pieces."""

    def __init__(self, situation: Situation, rulings: Rulings, secondary: Secondary) -> None:
        self.situation = require_instance("situation", situation, Situation)
        self.rulings = require_instance("rulings", rulings, Rulings)
        self.secondary = secondary
        units = tuple(situation.units())
        self.names = tuple(unit.name for unit in units)
        self._at = {name: at for at, name in enumerate(self.names)}
        self._units = {unit.name: _in_each_order(unit) for unit in units}
        self._unknown = Target(units[:1])
        known = (*situation.targets(), *situation.bystanders())
        self._targets = {target.name: target for target in known}
        self.bands = {
            stack.name: band_of(stack) for attack in situation.attacks for stack in attack.stacks
        }
        self.chargers = frozenset(
            name for band in self.bands.values() if band.charges for name in band.units
        )
        self.start = State(tuple(Piece(unit.order) for unit in units))

    def target(self, post: str) -> Target:
        """What was said of a hex; of the hexes of attackers nothing more than a :class:`Post`."""
        return self._targets.get(post, self._unknown)

    def post(self, name: str) -> Post:
        """A hex of defenders as it can be attacked."""
        target = self._targets[name]
        units = tuple(unit.name for unit in target.units)
        return Post(name, units, target.clear_terrain, target.retreat, target.can_leave)

    def piece(self, state: State, name: str) -> Piece:
        """The piece of a unit."""
        return state.pieces[self._at[name]]

    def unit(self, state: State, name: str) -> Unit:
        """A unit in the order it is in."""
        return self._units[name][state.pieces[self._at[name]].order]

    def units(self, state: State, names: Iterable[str]) -> list[Unit]:
        """Units in the order they are in."""
        return [self.unit(state, name) for name in names]

    def cavalry(self, state: State, names: Iterable[str]) -> list[Cavalry]:
        """The cavalry among units."""
        return [unit for unit in self.units(state, names) if isinstance(unit, Cavalry)]

    def is_gun(self, name: str) -> bool:
        """Whether a unit is artillery."""
        return isinstance(self._any_order(name), Artillery)

    def is_foot(self, name: str) -> bool:
        """Whether a unit is infantry, jaegers included."""
        return isinstance(self._any_order(name), Infantry)

    def rides(self, name: str) -> bool:
        """Whether a unit is cavalry."""
        return isinstance(self._any_order(name), Cavalry)

    def _any_order(self, name: str) -> Unit:
        return next(iter(self._units[name].values()))

    def changed(self, state: State, changes: Mapping[str, Piece]) -> State:
        """With other pieces for some units."""
        pieces = list(state.pieces)
        for name, piece in changes.items():
            pieces[self._at[name]] = piece
        return state._replace(pieces=tuple(pieces))

    def placed(self, state: State, names: Iterable[str], place: Place) -> State:
        """With units in another place."""
        return self.changed(state, {n: self.piece(state, n)._replace(place=place) for n in names})

    def disordered(self, state: State, names: Iterable[str]) -> State:
        """After a disorder: a second one makes a unit withdraw, artillery is eliminated."""
        changes = {}
        for name in names:
            piece = self.piece(state, name)
            if piece.order != Order.DISORDERED:
                changes[name] = piece._replace(order=Order.DISORDERED)
            else:
                gone = Place.ELIMINATED if self.is_gun(name) else Place.WITHDRAWN
                changes[name] = piece._replace(place=gone)
        return self.changed(state, changes)

    def retreated(self, state: State, combat: Combat, names: Iterable[str], room: Room) -> State:
        """After a forced retreat, by what the retreat meets."""
        if room == "unspecified":
            return state.do_first(Unsaid(combat, f"where {', '.join(names)} can retreat to"))
        met = {"open": Place.RETREATED, "enemy_front": Place.WITHDRAWN}
        return self.placed(state, names, met.get(room, Place.ELIMINATED))

    def of_band(self, state: State, band: Band) -> tuple[str, ...]:
        """Units of a band that fight: next to the enemy, and in good order if they only shock."""
        return tuple(
            name
            for name in band.units
            if (piece := self.piece(state, name)).place == Place.NEXT_TO_TARGET
            and (band.charges or piece.order == Order.GOOD or self.is_gun(name))
        )

    def arrived(self, state: State, combat: Combat) -> list[Band]:
        """The bands that fight."""
        return [band for band in combat.bands if self._fights(state, band)]

    def _fights(self, state: State, band: Band) -> bool:
        return any(not self.is_gun(name) for name in self.of_band(state, band))

    def attackers(self, state: State, combat: Combat) -> list[str]:
        """Units of all bands that fight."""
        return [name for band in self.arrived(state, combat) for name in self.of_band(state, band)]

    def in_hex(self, state: State, post: Post) -> tuple[str, ...]:
        """Units that are still in the attacked hex."""
        return tuple(n for n in post.units if self.piece(state, n).place not in LEFT)

    def defenders(self, state: State, combat: Combat) -> list[str]:
        """Units that are still in the attacked hexes."""
        return [name for post in combat.posts for name in self.in_hex(state, post)]

    def in_square(self, state: State, post: Post) -> bool:
        """Whether the units of a hex are in square."""
        return any(self.piece(state, n).order == Order.SQUARE for n in self.in_hex(state, post))

    def leader(self, names: Iterable[str]) -> str:
        """The top unit: artillery leads only where there is nothing else."""
        listed = tuple(names)
        return next((name for name in listed if not self.is_gun(name)), listed[0])

    def cohesion(self, state: State, name: str) -> int:
        """Cohesion in the order a unit is in."""
        return cohesion_of(self.unit(state, name), self.rulings)

    def broken_off(self, state: State, attack: int, gap: str) -> State:
        """The state without an attack of which nobody can say how it goes on."""
        names = self._in_attack(attack)
        pieces = tuple(
            Piece(before.order, Place.UNSPECIFIED) if name in names else piece
            for name, before, piece in zip(self.names, self.start.pieces, state.pieces, strict=True)
        )
        agenda = tuple(
            task for task in state.agenda if isinstance(task, int) or task.combat.attack != attack
        )
        open_now = (*state.unspecified, Gap(attack, gap))
        return State(pieces, agenda, state.facts, open_now)

    def _in_attack(self, number: int) -> set[str]:
        attack = self.situation.attacks[number]
        names = {unit.name for stack in attack.stacks for unit in stack.units}
        for declared in (*attack.targets, *attack.also_in_front):
            for target in declared.met_in_all():
                names |= {unit.name for unit in (*target.units, *target.supported_by)}
        return names

    def fates(self, state: State) -> dict[str, Fate]:
        """What has become of every unit so far."""
        return {name: p.fate for name, p in zip(self.names, state.pieces, strict=True)}


def band_of(stack: Stack) -> Band:
    """A declared stack as a band."""
    through = stack.through
    return Band(
        tuple(unit.name for unit in stack.units),
        stack.charges,
        through if isinstance(through, str) else tuple(through.items()),
        stack.in_other_front,
        stack.retreat,
        stack.clear_terrain,
        stack.beside or "",
    )


def _in_each_order(unit: Unit) -> dict[Order, Unit]:
    orders = [each for each in Order if each != Order.SQUARE or not isinstance(unit, Cavalry)]
    return {order: unit.ordered(order) for order in (unit.order, *orders)}
