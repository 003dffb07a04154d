"""What does not change while a charge runs; and the moment that a rule looks at."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Concatenate, NamedTuple, NoReturn, ParamSpec, TypeVar

from rules_lib.errors import UnspecifiedBySource, require_instance

from ..tables.results_table import Row
from ..tables.secondary import Secondary, require_secondary
from ..units import Artillery, Cavalry, Infantry, Order, Unit
from .attack import Attack, Room, Stack, Target, known, undeclared
from .rules.modifiers import FACES, cohesion_of
from .rulings import Rulings
from .situation import Situation
from .state import (
    LEFT,
    NO_COMBAT,
    Band,
    Combat,
    Fact,
    Fate,
    Gap,
    Kind,
    Piece,
    Place,
    Player,
    Post,
    Question,
    State,
    Task,
)

P = ParamSpec("P")
T = TypeVar("T")


class Game:
    """What does not change while a charge runs.

    Attributes:
        is_gun, is_foot, rides: whether a unit is artillery, infantry with jaegers, cavalry.
        charged: the names of hexes at which a charge was declared.
        bands, posts: the hexes of attackers and defenders as declared, by their names.
        ahead_of: names of the hexes that a stack, by its name, has declared or has in its front.
        crowded: attackers who share a hex, where there are guns that could fire at it.
        watchers: attackers whose zone or front may matter to enemies whom others meet in a pursuit.
    """

    def __init__(
        self, situation: Situation, rulings: Rulings, secondary: Secondary | None = None
    ) -> None:
        self.situation = require_instance("situation", situation, Situation)
        self.rulings = require_instance("rulings", rulings, Rulings)
        self.secondary = require_secondary(situation.secondary if secondary is None else secondary)
        units = tuple(situation.units())
        self.names = tuple(unit.name for unit in units)
        self.at = {name: at for at, name in enumerate(self.names)}
        self.in_order = {unit.name: _in_each_order(unit) for unit in units}
        self.guns = _names_of(units, Artillery)
        self.is_gun = self.guns.__contains__
        self.is_foot = _names_of(units, Infantry).__contains__
        self.rides = _names_of(units, Cavalry).__contains__
        self._unknown = Target(units[:1])
        known = (*situation.targets(), *situation.bystanders())
        self._targets = {target.name: target for target in known}
        self.posts = {target.name: _post_of(target) for target in known}
        self.bands = {
            stack.name: band_of(stack) for attack in situation.attacks for stack in attack.stacks
        }
        self.ahead_of = {
            stack.name: {*(target.name for target in attack.targets), *undeclared(attack, stack)}
            for attack in situation.attacks
            for stack in attack.stacks
        }
        self.chargers = frozenset(
            name for band in self.bands.values() if band.charges for name in band.units
        )
        charges = (a for a in situation.attacks if any(stack.charges for stack in a.stacks))
        self.charged = frozenset(target.name for a in charges for target in a.targets)
        self.crowded = _crowded(self.bands.values()) if self.guns else frozenset()
        self.of_stacks = frozenset(name for band in self.bands.values() for name in band.units)
        met = [unit.name for target in situation.targets() for unit in target.units]
        self.attacked = {
            target.name for a in situation.attacks for target in (*a.targets, *a.also_in_front)
        }
        self.enemies = {target.name for target in situation.targets()}
        self.strikers = frozenset(met) - self.guns
        seen = any(t.attacked_ahead or t.in_zone_of or t.in_front_of for t in situation.targets())
        self.watchers = self.of_stacks if seen else frozenset[str]()
        self.ways_given = any(t.counter_shocks is not None for t in situation.targets())
        self._rows: dict[int, tuple[Row | None, ...]] = {}
        self._known: dict[tuple[Any, ...], Any] = {}
        self.start = State(
            tuple(Piece(unit.order, shocked_again=unit.shocked_again) for unit in units)
        )

    def target(self, post: str) -> Target:
        """What was said of a hex; of the hexes of attackers nothing more than a :class:`Post`."""
        return self._targets.get(post, self._unknown)

    def arm(self, band: Band) -> int:
        """The groups in which attackers fight: 0 they charge, 1 cavalry shocks, 2 infantry."""
        return 0 if band.charges else 1 if any(map(self.rides, band.units)) else 2

    def leader(self, names: Iterable[str]) -> str:
        """The top unit: artillery leads only where there is nothing else."""
        listed = tuple(names)
        return next((name for name in listed if not self.is_gun(name)), listed[0])

    def in_attack(self, number: int) -> set[str]:
        """Units of a declared attack, its targets and all that can be met behind them."""
        attack = self.situation.attacks[number]
        names = {unit.name for stack in attack.stacks for unit in stack.units}
        for declared in (*attack.targets, *attack.also_in_front):
            for target in declared.met_in_all():
                names |= {unit.name for unit in (*target.units, *target.supported_by)}
        return names

    def known(self, asked: Callable[..., T], *about: Any) -> T:
        """What a function comes to that asks for nothing but this: found once in a game."""
        if (asked, about) not in self._known:
            self._known[asked, about] = asked(*about)
        found: T = self._known[asked, about]
        return found

    def rows(self, drm: int) -> tuple[Row | None, ...]:
        """The row of the results table for each face of the die."""
        if drm not in self._rows:
            table = self.secondary.results
            self._rows[drm] = tuple(table.row(face + drm) for face in FACES)
        return self._rows[drm]

    def fate(self, name: str, piece: Piece) -> Fate:
        """What has become of a unit: a defender that strikes from its hex is where it was."""
        found = piece.fate
        stays = found.place == Place.NEXT_TO_TARGET and name not in self.of_stacks
        return found._replace(place=Place.STARTS) if stays else found


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
        no_zone_at=stack.no_zone_at,
        clear_after_retreat=stack.clear_after_retreat,
        entry_disorders_after_retreat=stack.entry_disorders_after_retreat,
    )


def _post_of(target: Target) -> Post:
    """A hex of defenders as it can be attacked."""
    return Post(
        target.name,
        tuple(unit.name for unit in target.units),
        known(target.clear_terrain),
        target.retreat,
        target.can_leave,
        at_first=True,
        entry_disorders=target.entry_disorders,
    )


def _crowded(bands: Iterable[Band]) -> frozenset[str]:
    """The attackers who are not alone in their hex."""
    hexes: dict[str, list[str]] = {}
    for band in bands:
        hexes.setdefault(band.hex, []).extend(band.units)
    return frozenset(name for names in hexes.values() if len(names) > 1 for name in names)


def _names_of(units: Iterable[Unit], kind: type[Unit]) -> frozenset[str]:
    return frozenset(unit.name for unit in units if isinstance(unit, kind))


def _in_each_order(unit: Unit) -> dict[Order, Unit]:
    orders = [each for each in Order if each != Order.SQUARE or not isinstance(unit, Cavalry)]
    return {order: unit.ordered(order) for order in (unit.order, *orders)}


class Moment(NamedTuple):
    """What a rule looks at: the charge as it stands, and the combat that the rule is about."""

    game: Game
    state: State
    combat: Combat = NO_COMBAT

    @property
    def rulings(self) -> Rulings:
        """How the open rules are read."""
        return self.game.rulings

    @property
    def facts(self) -> frozenset[Fact]:
        """What earlier steps have left to remember."""
        return self.state.facts

    @property
    def attack(self) -> Attack:
        """The declared attack that the combat belongs to."""
        return self.game.situation.attacks[self.combat.attack]

    def about(self, combat: Combat) -> "Moment":
        """The same moment, for a rule about another combat."""
        return Moment(self.game, self.state, combat)

    def over(self, posts: tuple[Post, ...]) -> "Moment":
        """The same combat over some of its hexes."""
        if posts == self.combat.posts:
            return self
        return self.about(self.combat._replace(posts=posts))

    # ------------------------------------------------------------ what stands where

    def piece(self, name: str) -> Piece:
        """The piece of a unit."""
        return self.state.pieces[self.game.at[name]]

    def unit(self, name: str) -> Unit:
        """A unit in the order it is in."""
        return self.game.in_order[name][self.piece(name).order]

    def units(self, names: Iterable[str]) -> list[Unit]:
        """Units in the order they are in."""
        return [self.unit(name) for name in names]

    def cavalry(self, names: Iterable[str]) -> list[Cavalry]:
        """The cavalry among units."""
        return [unit for unit in self.units(names) if isinstance(unit, Cavalry)]

    def cohesion(self, name: str) -> int:
        """Cohesion in the order a unit is in."""
        return cohesion_of(self.unit(name), self.rulings)

    def of_band(self, band: Band) -> tuple[str, ...]:
        """Units of a band that stand next to the enemy, ready to fight."""
        found, pieces, at = [], self.state.pieces, self.game.at  # asked most often of all
        for name in band.units:
            piece = pieces[at[name]]
            if piece.place is Place.NEXT_TO_TARGET and not piece.too_late:
                found.append(name)
        return tuple(found)

    def ready(self, bands: Iterable[Band]) -> list[Band]:
        """Those of some bands of which infantry or cavalry stands next to the enemy."""
        return [band for band in bands if not self.game.guns.issuperset(self.of_band(band))]

    def arrived(self) -> list[Band]:
        """The bands that fight; not infantry that was counter-charged instead (TG-9.86e)."""
        found = self.ready(self.combat.bands)
        return [band for band in found if not self.answered(band)] if self.facts else found

    def answered(self, band: Band) -> bool:
        """Whether the infantry of a band's hex was counter-charged before it could shock."""
        return Fact("answered", band.hex, self.combat.key) in self.facts

    def attackers(self) -> list[str]:
        """Units of all bands that fight."""
        return [name for band in self.arrived() for name in self.of_band(band)]

    def in_hex(self, post: Post) -> tuple[str, ...]:
        """Units that are still in the attacked hex."""
        found, pieces, at = [], self.state.pieces, self.game.at
        for name in post.units:
            piece = pieces[at[name]]
            if piece.place not in LEFT and not (post.at_first and piece.has_retreated):
                found.append(name)
        return tuple(found)

    def spoken_of(self, post: Post) -> str:
        """The unit that a text names for a hex: its first that is there, or has retreated."""
        back = (name for name in post.units if self.piece(name).place == Place.RETREATED)
        return next(iter((*self.in_hex(post), *back)), post.name)

    def is_held(self, post: Post) -> bool:
        """Whether somebody is still in an attacked hex, and has not left it to shock back."""
        here = map(self.piece, self.in_hex(post))
        return any(not (post.at_first and each.advanced) for each in here)

    def defenders(self) -> list[str]:
        """Units that are still in the attacked hexes."""
        return [name for post in self.combat.posts for name in self.in_hex(post)]

    def in_square(self, post: Post) -> bool:
        """Whether the units of a hex are in square."""
        return any(self.piece(name).order == Order.SQUARE for name in self.in_hex(post))

    def fates(self, *, but: Piece | None = None) -> dict[str, Fate]:
        """What has become of every unit so far, but for those of one piece."""
        pairs = zip(self.game.names, self.state.pieces, strict=True)
        return {name: self.game.fate(name, piece) for name, piece in pairs if piece is not but}

    # ------------------------------------------------------------ who attacks what

    def fights(self, band: Band, post: Post) -> bool:
        """Whether a band attacks a hex: as declared, and else what is in its own front (R-N13)."""
        return not self.combat.declared or post.name in self.game.ahead_of[band.name]

    def before(self, post: Post) -> "Moment":
        """The same combat with those only who attack one of its hexes."""
        bands = tuple(band for band in self.combat.bands if self.fights(band, post))
        return self if bands == self.combat.bands else self.about(self.combat._replace(bands=bands))

    @property
    def whole(self) -> "Moment":
        """The same combat with all bands of a declared attack, whichever of them it is about."""
        if not self.combat.declared:
            return self
        bands = tuple(self.game.bands[stack.name] for stack in self.attack.stacks)
        return self.about(self.combat._replace(bands=bands))

    def fought_by(self, *bands: Band) -> tuple[Post, ...]:
        """The hexes of the combat that some bands attack, and in which somebody is left."""
        posts = (post for post in self.combat.posts if self.in_hex(post))
        return tuple(post for post in posts if any(self.fights(band, post) for band in bands))

    # ------------------------------------------------------------ what it rests on

    def by_cohesion(self, names: Iterable[str]) -> tuple[str, ...]:
        """R-N2, if one of some units is disordered and nobody says which cohesion it then has."""
        known = (self.unit(name) for name in names if not self.game.is_gun(name))
        broken = (unit for unit in known if unit.order == Order.DISORDERED)
        return ("R-N2",) if any(unit.cohesion_disordered is None for unit in broken) else ()

    @property
    def by_pursuit(self) -> tuple[str, ...]:
        """R-N14, in a charge in pursuit: reactions to it rest on it."""
        return ("R-N14",) if self.combat.kind == Kind.PURSUIT and self.combat.charges else ()

    # ------------------------------------------------------------ what is asked

    def ours(self, kind: str, who: str) -> Question:
        """A question to those who attack in the combat."""
        return self._asked(kind, who, "defender" if self.combat.turned else "attacker")

    def theirs(self, kind: str, who: str) -> Question:
        """A question to those who are attacked in it."""
        return self._asked(kind, who, "attacker" if self.combat.turned else "defender")

    def _asked(self, kind: str, who: str, player: Player) -> Question:
        # Where the pursuers merely shock, it is no charge in pursuit.
        pursuit = self.combat.number if self.combat.charges else 0
        return Question(kind, who, player, self.combat.label, pursuit)

    def followed_by(self, kind: Kind, band: Band, posts: tuple[Post, ...], **more: Any) -> Combat:
        """A combat that follows from this one; in a counter-shock or -charge, of the other side."""
        turned = self.combat.turned ^ (kind in (Kind.COUNTER_SHOCK, Kind.COUNTER_CHARGE))
        return Combat((band,), posts, self.combat.attack, kind, turned=turned, **more)

    def later(
        self, rule: Callable[Concatenate["Moment", P], Any], *about: P.args, **_: P.kwargs
    ) -> Task:
        """A rule to be followed when its turn comes: no rule calls the one that comes after it."""
        return Task(self.combat, rule, about)

    # ------------------------------------------------------------ how it goes on

    def then(self, state: State) -> "Moment":
        """The same combat in another state."""
        return Moment(self.game, state, self.combat)

    def do_first(self, *tasks: Task) -> "Moment":
        """With tasks before all others."""
        pieces, agenda, facts, unspecified = self.state
        return self.then(State(pieces, (*tasks, *agenda), facts, unspecified))

    def noting(self, fact: Fact) -> "Moment":
        """With a fact to remember."""
        return self.then(self.state._replace(facts=self.facts | {fact}))

    def changed(self, changes: Mapping[str, Piece]) -> "Moment":
        """With other pieces for some units."""
        if not changes:
            return self
        state, pieces = self.state, list(self.state.pieces)
        for name, piece in changes.items():
            pieces[self.game.at[name]] = piece
        return self.then(State(tuple(pieces), state.agenda, state.facts, state.unspecified))

    def having(self, names: Iterable[str], **changes: Any) -> "Moment":
        """With the same changes to the pieces of some units."""
        return self.changed({name: self.piece(name)._replace(**changes) for name in names})

    def disordered(self, names: Iterable[str]) -> "Moment":
        """After a disorder: a second one makes a unit withdraw, artillery is eliminated."""
        changes = {}
        for name in names:
            piece = self.piece(name)
            if piece.order != Order.DISORDERED:
                changes[name] = piece._replace(order=Order.DISORDERED)
            else:
                gone = Place.ELIMINATED if self.game.is_gun(name) else Place.WITHDRAWN
                changes[name] = piece._replace(place=gone)
        return self.changed(changes)

    def retreated(self, names: Iterable[str], room: Room) -> "Moment":
        """After a forced retreat, by what the retreat meets."""
        if room == "unspecified":
            return self.do_first(self.later(unsaid, f"where {', '.join(names)} can retreat to"))
        met = {"open": Place.RETREATED, "enemy_front": Place.WITHDRAWN}
        return self.having(names, place=met.get(room, Place.ELIMINATED))

    def broken_off(self, gap: str, *combats: Combat) -> State:
        """The state without the attack of the combat, of which nobody can say how it goes on.

        ``combats`` are what else is under way in it: whoever fights there is part of it.
        """
        game, attack = self.game, self.combat.attack
        under_way = (self.combat, *combats)
        names = game.in_attack(attack).union(*(combat.units for combat in under_way))
        for post in (post for combat in under_way for post in combat.posts):
            names |= {gun.name for gun in game.target(post.name).supported_by}
        pieces = tuple(
            Piece(before.order, Place.UNSPECIFIED) if name in names else piece
            for name, before, piece in zip(
                game.names, game.start.pieces, self.state.pieces, strict=True
            )
        )
        agenda = tuple(
            task
            for task in self.state.agenda
            if isinstance(task, int) or task.combat.attack != attack
        )
        return State(pieces, agenda, self.facts, (*self.state.unspecified, Gap(attack, gap)))


def unsaid(_: Moment, what: str) -> NoReturn:
    """It has come to a point that the source and the given data leave open."""
    raise UnspecifiedBySource(what)
