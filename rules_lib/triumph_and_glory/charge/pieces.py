"""The pieces while a charge runs: where each stands, who fights whom, and what is still to do."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from rules_lib.errors import require_instance
from rules_lib.triumph_and_glory.charge.situation import Room, Situation, Stack, Target, Through
from rules_lib.triumph_and_glory.checks import cohesion_of
from rules_lib.triumph_and_glory.rulings import Rulings
from rules_lib.triumph_and_glory.secondary import Secondary
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Order, Unit
from rules_lib.word_enum import WordEnum

if TYPE_CHECKING:
    from rules_lib.triumph_and_glory.charge.questions import Task


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


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit while the charge runs.

    Attributes:
        unit: the unit in the order it is in now.
        place: where it stands in the fight at hand.
        retreated, advanced: it has done so in an earlier fight.
        charged: it came to a charge or counter-charge, and owes the disorder of TG-9.84.
        shocked_again: it has had its secondary shock (TG-9.73a).
    """

    unit: Unit
    place: Place = Place.STARTS
    retreated: bool = False
    advanced: bool = False
    charged: bool = False
    shocked_again: bool = False

    @property
    def name(self) -> str:
        """Name of the unit."""
        return self.unit.name

    @property
    def order(self) -> Order:
        """The order it is in."""
        return self.unit.order

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


@dataclass(frozen=True, slots=True)
class Band:
    """The attackers of one hex in one fight, by name, the top unit first."""

    units: tuple[str, ...]
    charges: bool
    through: Through = "front"
    in_other_front: bool = False
    retreat: Room = "open"

    @property
    def name(self) -> str:
        """Name of the top unit, by which the band goes."""
        return self.units[0]


@dataclass(frozen=True, slots=True)
class Fight:
    """One fight: bands against hexes, which go by their top units.

    Attributes:
        bands: the attackers.
        targets: the hexes attacked.
        attack: number of the declared attack that it belongs to.
        label: ``""`` for the declared attack itself, else ``"pursuit 1"``, ``"breakthrough"``,
            ``"counter-shock Y"`` or ``"counter-charge"``.
        pursuit: which charge in pursuit it is; 0 if none.
        may_go_on: a 10+ can lead to pursuit or breakthrough of those who have not had it yet.
        extra_drm: modifiers given for this fight.
    """

    bands: tuple[Band, ...]
    targets: tuple[str, ...]
    attack: int
    label: str = ""
    pursuit: int = 0
    may_go_on: bool = True
    extra_drm: int = 0

    @property
    def declared(self) -> bool:
        """It is an attack as declared, not one that followed from another."""
        return not self.label

    @property
    def turned(self) -> bool:
        """Those who were attacked attack in it."""
        return self.label.startswith(("counter-shock", "counter-charge"))


@dataclass(frozen=True, slots=True)
class State:
    """All that can change while a charge runs.

    Attributes:
        pieces: the units, in the order of :attr:`Setting.names`.
        agenda: what is still to do, the next first.
        facts: what later steps ask for: recall rolls made, counter-charges that succeeded.
        unspecified: what the source and the given data leave open, for each attack so ended.
    """

    pieces: tuple[Piece, ...]
    agenda: "tuple[Task, ...]" = ()
    facts: frozenset[tuple[str, ...]] = frozenset()
    unspecified: tuple[str, ...] = ()

    def do_first(self, *tasks: "Task") -> "State":
        """With tasks before all others."""
        return replace(self, agenda=(*tasks, *self.agenda))

    def noting(self, *fact: str) -> "State":
        """With a fact to remember."""
        return replace(self, facts=self.facts | {fact})


@dataclass(frozen=True, slots=True)
class Setting:
    """What does not change while a charge runs, and all questions about the pieces."""

    situation: Situation
    rulings: Rulings
    secondary: Secondary
    names: tuple[str, ...] = field(init=False)
    _at: Mapping[str, int] = field(init=False)
    _targets: dict[str, Target] = field(init=False)

    def __post_init__(self) -> None:
        require_instance("situation", self.situation, Situation)
        require_instance("rulings", self.rulings, Rulings)
        names = tuple(unit.name for unit in self.situation.units())
        targets = {each.name: each for each in self.situation.targets()}
        for attack in self.situation.attacks:
            targets |= {stack.name: as_target(stack) for stack in attack.stacks}
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "_at", {name: at for at, name in enumerate(names)})
        object.__setattr__(self, "_targets", targets)

    def start(self, *agenda: "Task") -> State:
        """Everything as declared."""
        return State(tuple(Piece(unit) for unit in self.situation.units()), agenda)

    def target(self, name: str) -> Target:
        """What was said of the hex whose top unit is ``name``."""
        return self._targets[name]

    def hex_of(self, fight: "Fight", band: "Band", units: Sequence[str]) -> str:
        """The name under which the hex of a band can be attacked; ``units`` stand in it.

        Defenders who counter-charge stand in their own hex still. A stack where it was declared
        goes by its top unit. Others, such as pursuers who have come together from several hexes,
        go by all their names; of the ground under them nothing is known.
        """
        for target in self.situation.targets():
            if band.name in (unit.name for unit in target.units):
                return target.name
        if fight.declared and [unit.name for unit in self._targets[band.name].units] == [*units]:
            return band.name
        key = f"{', '.join(units)} ({band.retreat})"
        if key not in self._targets:
            there = {unit.name: unit for unit in self.situation.units()}
            self._targets[key] = Target(tuple(there[name] for name in units), retreat=band.retreat)
        return key

    def piece(self, state: State, name: str) -> Piece:
        """The piece of a unit."""
        return state.pieces[self._at[name]]

    def pieces(self, state: State, names: Iterable[str]) -> list[Piece]:
        """The pieces of units."""
        return [state.pieces[self._at[name]] for name in names]

    def changed(self, state: State, changes: Mapping[str, Piece]) -> State:
        """With other pieces for some units."""
        if not changes:
            return state
        pieces = list(state.pieces)
        for name, piece in changes.items():
            pieces[self._at[name]] = piece
        return replace(state, pieces=tuple(pieces))

    def placed(self, state: State, names: Iterable[str], place: Place) -> State:
        """With units in another place."""
        pieces = self.pieces(state, names)
        return self.changed(state, {each.name: replace(each, place=place) for each in pieces})

    def attackers(self, state: State, fight: Fight) -> list[Piece]:
        """Units of all bands that stand next to the enemy, ready to fight."""
        return [piece for band in fight.bands for piece in self.of_band(state, band)]

    def of_band(self, state: State, band: Band) -> list[Piece]:
        """Units of a band that stand next to the enemy."""
        pieces = self.pieces(state, band.units)
        return [piece for piece in pieces if piece.place == Place.NEXT_TO_TARGET]

    def arrived(self, state: State, fight: Fight) -> list[Band]:
        """The bands with a unit next to the enemy."""
        return [band for band in fight.bands if self.of_band(state, band)]

    def in_hex(self, state: State, target: str) -> list[Piece]:
        """Units that are still in the attacked hex."""
        pieces = self.pieces(state, (unit.name for unit in self.target(target).units))
        return [piece for piece in pieces if piece.place not in LEFT]

    def defenders(self, state: State, fight: Fight) -> list[Piece]:
        """Units that are still in the attacked hexes."""
        return [piece for target in fight.targets for piece in self.in_hex(state, target)]

    def in_square(self, state: State, target: str) -> bool:
        """Whether the units of a hex are in square."""
        return any(piece.order == Order.SQUARE for piece in self.in_hex(state, target))

    def broken_off(self, state: State, attack: int, gap: str) -> State:
        """The state without an attack of which nobody can say how it goes on."""
        names = self._in_attack(attack)
        pieces = tuple(
            Piece(unit, Place.UNSPECIFIED) if unit.name in names else piece
            for unit, piece in zip(self.situation.units(), state.pieces, strict=True)
        )
        agenda = tuple(task for task in state.agenda if task.fight.attack != attack)
        return replace(state, pieces=pieces, agenda=agenda, unspecified=(*state.unspecified, gap))

    def _in_attack(self, number: int) -> set[str]:
        attack = self.situation.attacks[number]
        names = {unit.name for stack in attack.stacks for unit in stack.units}
        for declared in (*attack.targets, *attack.also_in_front):
            for target in declared.met_in_all():
                names |= {unit.name for unit in (*target.units, *target.supported_by)}
        return names

    def fates(self, state: State) -> Mapping[str, Fate]:
        """What has become of every unit so far."""
        return {piece.name: piece.fate for piece in state.pieces}

    def cohesion(self, piece: Piece) -> int:
        """Cohesion in the order a piece is in."""
        return cohesion_of(piece.unit, self.rulings)


def as_target(stack: Stack) -> Target:
    """An attacking stack as the target of a counter-shock or counter-charge."""
    return Target(stack.units, clear_terrain=stack.clear_terrain, retreat=stack.retreat)


def band_of(stack: Stack) -> Band:
    """A declared stack as a band."""
    names = tuple(unit.name for unit in stack.units)
    return Band(names, stack.charges, stack.through, stack.in_other_front, stack.retreat)


def disordered(piece: Piece) -> Piece:
    """The piece after a disorder: a second one makes it withdraw, artillery is eliminated."""
    if piece.order != Order.DISORDERED:
        return replace(piece, unit=piece.unit.ordered(Order.DISORDERED))
    gone = Place.ELIMINATED if isinstance(piece.unit, Artillery) else Place.WITHDRAWN
    return replace(piece, place=gone)


def retreated(piece: Piece, room: Room) -> Piece:
    """The piece after a forced retreat, by what the retreat meets."""
    met: dict[Room, Place] = {
        "open": Place.RETREATED,
        "enemy_front": Place.WITHDRAWN,
        "blocked": Place.ELIMINATED,
    }
    return replace(piece, place=met[room])


def cavalry_of(pieces: Iterable[Piece]) -> list[Cavalry]:
    """The cavalry units among pieces."""
    return [piece.unit for piece in pieces if isinstance(piece.unit, Cavalry)]
