"""What does not change while a charge runs, and all questions about the pieces."""

from collections.abc import Iterable, Mapping
from typing import NoReturn

from rules_lib.errors import UnspecifiedBySource, require_instance
from rules_lib.triumph_and_glory.charge.cohesion import FACES, cohesion_of
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.charge.situation import Situation
from rules_lib.triumph_and_glory.charge.state import (
    LEFT,
    AnsweredInfantry,
    Band,
    Combat,
    Fate,
    Gap,
    Piece,
    Place,
    Post,
    State,
    Task,
)
from rules_lib.triumph_and_glory.charge.target import Room, Stack, Target
from rules_lib.triumph_and_glory.tables.results_table import Row
from rules_lib.triumph_and_glory.tables.secondary import Secondary
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit


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
        self._guns = _names_of(units, Artillery)
        self._foot = _names_of(units, Infantry)
        self._mounted = _names_of(units, Cavalry)
        self._unknown = Target(units[:1])
        known = (*situation.targets(), *situation.bystanders())
        self._targets = {target.name: target for target in known}
        self.bands = {
            stack.name: band_of(stack) for attack in situation.attacks for stack in attack.stacks
        }
        self.chargers = frozenset(
            name for band in self.bands.values() if band.charges for name in band.units
        )
        self.of_stacks = frozenset(name for band in self.bands.values() for name in band.units)
        met = [unit.name for target in situation.targets() for unit in target.units]
        self.strikers = frozenset(met) - self._guns
        self.ways_given = any(t.counter_shocks is not None for t in situation.targets())
        self._rows: dict[int, tuple[Row | None, ...]] = {}
        self.start = State(
            tuple(Piece(unit.order, shocked_again=unit.shocked_again) for unit in units)
        )

    def target(self, post: str) -> Target:
        """What was said of a hex; of the hexes of attackers nothing more than a :class:`Post`."""
        return self._targets.get(post, self._unknown)

    def post(self, name: str) -> Post:
        """A hex of defenders as it can be attacked."""
        target = self._targets[name]
        units = tuple(unit.name for unit in target.units)
        return Post(
            name,
            units,
            target.clear_terrain,
            target.retreat,
            target.can_leave,
            at_first=True,
            entry_disorders=target.entry_disorders,
        )

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
        return name in self._guns

    def is_foot(self, name: str) -> bool:
        """Whether a unit is infantry, jaegers included."""
        return name in self._foot

    def rides(self, name: str) -> bool:
        """Whether a unit is cavalry."""
        return name in self._mounted

    def changed(self, state: State, changes: Mapping[str, Piece]) -> State:
        """With other pieces for some units."""
        pieces = list(state.pieces)
        for name, piece in changes.items():
            pieces[self._at[name]] = piece
        return State(tuple(pieces), state.agenda, state.facts, state.unspecified)

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
            what = f"where {', '.join(names)} can retreat to"
            return state.do_first(Task(combat, unsaid, (what,)))
        met = {"open": Place.RETREATED, "enemy_front": Place.WITHDRAWN}
        return self.placed(state, names, met.get(room, Place.ELIMINATED))

    def of_band(self, state: State, band: Band) -> tuple[str, ...]:
        """Units of a band that stand next to the enemy, ready to fight."""
        found = []
        for name in band.units:
            piece = state.pieces[self._at[name]]
            if piece.place is Place.NEXT_TO_TARGET and not piece.too_late:
                found.append(name)
        return tuple(found)

    def ready(self, state: State, bands: Iterable[Band]) -> list[Band]:
        """Those of some bands of which infantry or cavalry stands next to the enemy."""
        return [b for b in bands if not self._guns.issuperset(self.of_band(state, b))]

    def arrived(self, state: State, combat: Combat) -> list[Band]:
        """The bands that fight; not infantry that was counter-charged instead (TG-9.86e)."""
        found = self.ready(state, combat.bands)
        if not state.facts:
            return found
        return [b for b in found if AnsweredInfantry(b.hex, combat.key) not in state.facts]

    def arm(self, band: Band) -> int:
        """The groups in which attackers fight: 0 they charge, 1 cavalry shocks, 2 infantry."""
        return 0 if band.charges else 1 if any(map(self.rides, band.units)) else 2

    def attackers(self, state: State, combat: Combat) -> list[str]:
        """Units of all bands that fight."""
        return [name for band in self.arrived(state, combat) for name in self.of_band(state, band)]

    def in_hex(self, state: State, post: Post) -> tuple[str, ...]:
        """Units that are still in the attacked hex."""
        found = []
        for name in post.units:
            piece = state.pieces[self._at[name]]
            if piece.place not in LEFT and not (post.at_first and piece.has_retreated):
                found.append(name)
        return tuple(found)

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

    def broken_off(self, state: State, attack: int, gap: str, *combats: Combat) -> State:
        """The state without an attack of which nobody can say how it goes on.

        ``combats`` are what is under way in it: whoever fights there is part of it.
        """
        names = self.in_attack(attack).union(*(combat.units for combat in combats))
        for post in (post for combat in combats for post in combat.posts):
            names |= {gun.name for gun in self.target(post.name).supported_by}
        pieces = tuple(
            Piece(before.order, Place.UNSPECIFIED) if name in names else piece
            for name, before, piece in zip(self.names, self.start.pieces, state.pieces, strict=True)
        )
        agenda = tuple(
            task for task in state.agenda if isinstance(task, int) or task.combat.attack != attack
        )
        open_now = (*state.unspecified, Gap(attack, gap))
        return State(pieces, agenda, state.facts, open_now)

    def in_attack(self, number: int) -> set[str]:
        """Units of a declared attack, its targets and all that can be met behind them."""
        attack = self.situation.attacks[number]
        names = {unit.name for stack in attack.stacks for unit in stack.units}
        for declared in (*attack.targets, *attack.also_in_front):
            for target in declared.met_in_all():
                names |= {unit.name for unit in (*target.units, *target.supported_by)}
        return names

    def rows(self, drm: int) -> tuple[Row | None, ...]:
        """The row of the results table for each face of the die."""
        if drm not in self._rows:
            table = self.secondary.results
            self._rows[drm] = tuple(table.row(face + drm) for face in FACES)
        return self._rows[drm]

    def fates(self, state: State) -> dict[str, Fate]:
        """What has become of every unit so far."""
        return {n: self.fate(n, p) for n, p in zip(self.names, state.pieces, strict=True)}

    def fate(self, name: str, piece: Piece) -> Fate:
        """What has become of a unit: a defender that strikes from its hex is where it was."""
        found = piece.fate
        stays = found.place == Place.NEXT_TO_TARGET and name not in self.of_stacks
        return found._replace(place=Place.STARTS) if stays else found


def unsaid(_game: Game, _state: State, _combat: Combat, what: str) -> NoReturn:
    """It has come to a point that the source and the given data leave open."""
    raise UnspecifiedBySource(what)


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
        stack.entry_disorders,
        stack.beside or "",
    )


def _names_of(units: Iterable[Unit], kind: type[Unit]) -> frozenset[str]:
    return frozenset(unit.name for unit in units if isinstance(unit, kind))


def _in_each_order(unit: Unit) -> dict[Order, Unit]:
    orders = [each for each in Order if each != Order.SQUARE or not isinstance(unit, Cavalry)]
    return {order: unit.ordered(order) for order in (unit.order, *orders)}
