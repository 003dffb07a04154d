"""Who stands where while a charge runs, who fights whom, and what is still to do."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

from rules_lib.errors import UnspecifiedBySource
from rules_lib.values.enums import WordEnum

from ..units import Order
from .attack import Clear, Room, Through, WayOut

Player: TypeAlias = Literal["attacker", "defender"]

Names: TypeAlias = tuple[str, ...]


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
        too_late: it merely shocks, and was disordered before its fight: it takes no part in it.
    """

    order: Order
    place: Place = Place.STARTS
    retreated: bool = False
    advanced: bool = False
    charged: bool = False
    shocked_again: bool = False
    fired: bool = False
    too_late: bool = False

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
    def may_shock(self) -> bool:
        """It can have its secondary shock: in good order, and only once (TG-9.73a)."""
        return self.order == Order.GOOD and not self.shocked_again

    @property
    def has_retreated(self) -> bool:
        """It has retreated from where it fought last."""
        return self.place == Place.RETREATED or (self.place == Place.STARTS and self.retreated)


OUT = Piece(Order.GOOD, Place.WITHDRAWN)
"""A unit that can do and suffer nothing any more, for those who ask what can still matter."""


class Kind(WordEnum):
    """What a combat is, and so what may follow from it."""

    DECLARED = "declared"
    PURSUIT = "pursuit"
    BREAKTHROUGH = "breakthrough"
    COUNTER_SHOCK = "counter-shock"
    COUNTER_CHARGE = "counter-charge"


class Band(NamedTuple):
    """The attackers of one hex in one combat. What is not listed is as for a ``Stack``.

    Attributes:
        units: their names, that of the top unit first.
        clear_terrain, entry_disorders: ``None``: nobody has said it.
        beside: ``""``: they are alone.
        home: the hex that they defend and attack out of; others may stand in it with them.
        way_out: a retreat before they are shocked back finds a hex; ``None``: if ``retreat`` does.
        in_fire_of: of those who have moved on, guns elsewhere that have them in their front.
    """

    units: tuple[str, ...]
    charges: bool
    through: Through | tuple[tuple[str, Through], ...] = "front"
    in_other_front: bool = False
    retreat: Room = "open"
    clear_terrain: bool | None = False
    entry_disorders: bool | None = False
    beside: str = ""
    home: "Post | None" = None
    no_zone_at: tuple[str, ...] = ()
    in_fire_of: tuple[str, ...] | None = None
    way_out: WayOut | None = None
    clear_after_retreat: Clear | None = None
    entry_disorders_after_retreat: Clear = False

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
        way_out = self.way_out or ("open" if self.retreat == "open" else "closed")
        return Post(
            self.name,
            self.units,
            self.clear_terrain,
            self.retreat,
            None if way_out == "unspecified" else way_out == "open",
            entry_disorders=self.entry_disorders,
        )


class Post(NamedTuple):
    """The defenders of one hex in one combat. What is not listed is as for a ``Target``.

    Attributes:
        name: by which the hex goes: that of its top unit at the start.
        units: their names.
        clear_terrain, can_leave, entry_disorders: ``None``: nobody has said it.
        at_first: it is the hex in which they stood at the start: who has retreated from it since
            is not in it any more.
    """

    name: str
    units: tuple[str, ...]
    clear_terrain: bool | None
    retreat: Room
    can_leave: bool | None
    at_first: bool = False
    entry_disorders: bool | None = False


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
        group: which group of a declared attack it is, 0 the first; they fight one after the other.
        rivals: the other groups, which may take the hexes that this one empties (R-N21).
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
    group: int = 0
    rivals: tuple[Band, ...] = ()

    @property
    def declared(self) -> bool:
        """It is an attack as declared, not one that followed from another."""
        return self.kind == Kind.DECLARED

    @property
    def charges(self) -> bool:
        """Somebody charges in it."""
        return any(band.charges for band in self.bands)

    @property
    def units(self) -> set[str]:
        """The names of all units on both sides."""
        homes = (band.home.units for band in self.bands if band.home)
        own = (band.units for band in (*self.bands, *self.rivals))
        return set().union(*own, *homes, *(post.units for post in self.posts))

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


class Fact(NamedTuple):
    """What a later step asks for.

    Attributes:
        what: ``"counter-charged"``: cavalry of a hex counter-charged the bands of a hex with
            success; ``"answered"``: it counter-charged the infantry of a hex, which therefore does
            not shock; ``"recall tried"``: a band has had a recall roll; ``"recalled"``: a unit was
            recalled because of a square.
        who: the hex, the band, or the unit.
        combat: in which combat, where that matters.
        post: the hex of the cavalry that counter-charged; an enemy besides its targets that a
            unit fought when it was recalled.
    """

    what: Literal["counter-charged", "answered", "recall tried", "recalled"]
    who: str
    combat: CombatKey | None = None
    post: str = ""


class Question(NamedTuple):
    """What is asked.

    Attributes:
        kind: such as ``"commitment"`` or ``"square"``.
        who: the unit, stack or hex it is about.
        player: who rolls, or decides.
        label: the combat it belongs to; ``""`` for the charge as declared.
        pursuit: the number of the charge in pursuit, if it belongs to one.
    """

    kind: str
    who: str
    player: Player
    label: str = ""
    pursuit: int = 0

    def __str__(self) -> str:
        return f"{self.label}: {self.kind} {self.who}" if self.label else f"{self.kind} {self.who}"


class Task(NamedTuple):
    """Something to do: a rule that waits for its turn, or a combat that follows from another.

    Attributes:
        combat: what it belongs to.
        rule: a function of the rules; ``None``: the combat begins.
        about: what else it is asked about.
    """

    combat: Combat
    rule: Callable[..., Any] | None = None
    about: tuple[Any, ...] = ()


NO_COMBAT = Combat((), (), -1)
"""Of a moment between two combats."""


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
    agenda: tuple[Task | int, ...] = ()
    facts: frozenset[Fact] = frozenset()
    unspecified: tuple[Gap, ...] = ()

    def do_behind(self, task: Task, rules: tuple[Callable[..., Any], ...]) -> "State":
        """With a task behind those of some rules that its combat has to do next."""
        here = 0
        for each in self.agenda:
            if (
                not isinstance(each, Task)
                or each.rule not in rules
                or each.combat.key != task.combat.key
            ):
                break
            here += 1
        return self._replace(agenda=(*self.agenda[:here], task, *self.agenda[here:]))
