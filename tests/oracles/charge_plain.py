"""The cavalry charge in plain data, for an oracle that knows nothing of the library."""

from typing import NamedTuple

GOOD, DISORDERED, SQUARE = "good order", "disordered", "in square"

STARTS = "where it was"
UNCOMMITTED = "uncommitted"
NEXT = "next to the target"
RECALLED = "recalled"
BACK = "recalled to its start"
HALTED = "halted by fire"
RETREATED = "retreated"
LEFT_EARLY = "left before the shock"
ADVANCED = "advanced"
WITHDRAWN = "withdrawn"
ELIMINATED = "eliminated"
OPEN_QUESTION = "unspecified"

OFF_MAP = (WITHDRAWN, ELIMINATED)
OUT_OF_HEX = (*OFF_MAP, RETREATED, LEFT_EARLY)


class Man(NamedTuple):
    """A unit.

    ``kind`` is cavalry, infantry, jaegers or artillery; ``low`` is its cohesion when disordered.
    """

    name: str
    kind: str
    cohesion: int
    low: int | None = None
    strength: int | None = None
    order: str = GOOD
    heavy: bool | None = None
    fire: int | None = None
    horse: bool = False
    brigade: str = ""


class Gang(NamedTuple):
    """The attackers of one hex in one fight.

    ``through``: the side of every hex, or pairs of a hex and its side. ``in_front``: hexes in its
    front that it did not declare; ``None``: all that its attack names. ``no_zone``: hexes that its
    zone of control does not reach. ``at`` is their own hex, if they attack out of it and stand in
    it. ``called``: the name it goes by, if its top unit is not with it. ``moves``: how often it had
    advanced when the fight began. ``seen_by``: guns elsewhere that have it in front where it moved.
    ``out``: whether it finds a way out; ``None``: where ``room`` is open. ``clear_next``: ``clear``
    of the hex to which it retreats; ``None``: alike; ``disorders_next``: ``disorders`` of it.
    """

    men: tuple[str, ...]
    charges: bool = True
    through: str | tuple[tuple[str, str], ...] = "front"
    elsewhere: bool = False
    room: str = "open"
    clear: bool | str = False
    disorders: bool | str = False
    commitment: int = 0
    in_front: tuple[str, ...] | None = None
    in_fire: tuple[str, ...] = ()
    safe_from: tuple[str, ...] = ()
    beside: str = ""
    no_zone: tuple[str, ...] = ()
    at: "Field | None" = None
    called: str = ""
    moves: int = 0
    seen_by: tuple[str, ...] | None = None
    out: str | None = None
    clear_next: bool | str | None = None
    disorders_next: bool | str = False


class Way(NamedTuple):
    """One way to shock back: which stacks, staying or retreated, which others; by moving or not.

    ``out``: which of the stacks find a way out.
    """

    staying: tuple[str, ...] = ()
    retreated: tuple[str, ...] = ()
    others: "tuple[Field, ...]" = ()
    moves: bool = False
    vacated_by: tuple[str, ...] = ()
    disorders: bool = False
    out: tuple[tuple[str, str], ...] = ()
    clear: bool | str = False
    name: str = "yes"


class Field(NamedTuple):
    """The defenders of one hex, and what the map says of it.

    ``ways``: how they can shock back; ``None``: at those who came through their front. ``back``:
    how often they had retreated when they were met here; -1: however often. ``clear_next``:
    ``clear`` of the hex to which they retreat; ``None``: alike. ``attacked_ahead``: other attacked
    hexes in front of who enters it, and through which side; ``ahead_room``, ``ahead_out``: ``room``
    and ``way_out`` of these, then; ``pursuer_through``: the sides of others beside who enters it.
    ``ahead_next``: infantry that does not turn has them in its front then; ``None``: nobody
    says. ``out_next``: ``way_out`` of the hex
    to which they retreat; ``None``: alike. ``zone_of``, ``front_of``: stacks that attack others,
    and have it in their zone, or front, from where they attack. ``pursuer_no_zone``: hexes that
    the zone of who enters it does not reach. ``pursuer_fire``: guns elsewhere that have him in
    front; ``None``: nobody says. ``pursuer_out``: whether he finds a way out of it.
    """

    men: tuple[str, ...]
    clear: bool | str = False
    zoc: bool = False
    front: bool = False
    defensive_fire: int = 0
    guns: tuple[str, ...] = ()
    room: str = "open"
    way_out: bool | str = True
    chargeable: bool = True
    chargeable_next: bool = True
    entry_disorders: bool | str = False
    disorders_next: bool = False
    beyond: "tuple[Field, ...]" = ()
    attacked_ahead: tuple[tuple[str, str], ...] = ()
    met_through: str | None = None
    pursuer_room: str = "open"
    pursuer_elsewhere: bool = False
    pursuit: int = 0
    ways: tuple[Way, ...] | None = None
    strike_drm: int = 0
    clear_next: bool | str | None = None
    ahead_next: bool | None = True
    ahead_room: tuple[tuple[str, str], ...] = ()
    ahead_out: tuple[tuple[str, bool], ...] = ()
    pursuer_through: tuple[tuple[str, str], ...] = ()
    out_next: bool | str | None = None
    zone_of: tuple[str, ...] = ()
    front_of: tuple[str, ...] = ()
    pursuer_no_zone: tuple[str, ...] = ()
    pursuer_fire: tuple[str, ...] | None = None
    pursuer_out: str | None = None
    back: int = 0
    called: str = ""

    @property
    def name(self) -> str:
        """The name of the top unit, by which the hex goes, also if it is not in it any more."""
        return self.called or self.men[0]


def everybody(field: Field) -> list[str]:
    """Units of a hex, guns that support it, and all that can be met after it."""
    return [*field.men, *field.guns, *(n for each in field.beyond for n in everybody(each))]


def met_in_all(field: Field) -> "list[Field]":
    """A hex, and all that can be met after it."""
    return [field, *(each for beyond in field.beyond for each in met_in_all(beyond))]


def bystanders(field: Field) -> "list[Field]":
    """Hexes of others that it, or whoever is met after it, can strike in a counter-shock."""
    own = [other for way in field.ways or () for other in way.others]
    return [*own, *(other for each in field.beyond for other in bystanders(each))]


class Assault(NamedTuple):
    """One attack as declared."""

    gangs: tuple[Gang, ...]
    fields: tuple[Field, ...]
    others: tuple[Field, ...] = ()
    ratios: tuple[tuple[frozenset[str], int], ...] | None = None
    cohesion: int | None = None
    other: int = 0


class Battle(NamedTuple):
    """Everything declared."""

    men: tuple[Man, ...]
    assaults: tuple[Assault, ...]


class Readings(NamedTuple):
    """The rulings; the fields are named as in the library."""

    retreat_check_cohesion: str = "printed"
    disordered_cohesion: str = "one_lower"
    chargers_zoc_forbids_square: bool = False
    recall_rolls: str = "each_cause"
    front_hexes: int = 2
    pursuit_penalty: str = "cumulative"
    advance_after_withdrawal: str = "one_stack"
    recalled_stays: str = "hex_reached"
    countercharge_stops: str = "that_hex"
    pursuit_terrain: str = "binds"
    charging_on_disordered: str = "in_full"
    failed_check_before_shock: str = "disordered"
    enemies_in_front: str = "all_unattacked"
    pursuit_reactions: str = "as_usual"
    countercharger_pursues: bool = False
    square_without_charge: bool = False
    retreat_below_zero: str = "check"
    detour: bool = True
    stack_checks: str = "top"
    reaction_fire_by: str = "guns_in_hex"
    mixed_attack: str = "in_turn"
    countercharge_through_flank: bool = False
    added_enemies_react: bool = True
    several_hexes: str = "each_its_own"
    advance_circle: str = "infantry_steps_back"
    recall_cohesion: str = "disordered"
    countershock_strikes: str = "all_in_front"
    countercharge_judged_by: str = "top_unit"
    countercharge_of_infantry: str = "one_hex"
    occupying_chargers: str = "no_roll"
    hexes_emptied_together: str = "each"
    countershock_moves: str = "may"


DEFAULT = Readings()


class Soldier(NamedTuple):
    """A unit while it goes on.

    ``back`` and ``ahead``: how often it retreated, or advanced, and was then met, or fought, again.
    ``tired``: the attack in which it charged. ``again``: it had its secondary shock.
    """

    order: str
    place: str = STARTS
    back: int = 0
    ahead: int = 0
    tired: int = -1
    again: bool = False


class World(NamedTuple):
    """All that changes. ``posts``: the hexes that each attack fights, by their names."""

    soldiers: tuple[Soldier, ...]
    posts: tuple[tuple[str, ...], ...] = ()
    notes: frozenset[tuple[str, ...]] = frozenset()
    open_attacks: frozenset[int] = frozenset()


class Bout(NamedTuple):
    """One fight: ``number`` counts the charges in pursuit, ``goes_on``: 10 or more leads on.

    ``by`` is the player who attacks in it; ``stacks`` are all that were to fight in it; ``group``
    counts the fights of an attack whose stacks fight in turn, and ``rest`` are the other stacks.
    """

    attack: int
    gangs: tuple[Gang, ...]
    fields: tuple[Field, ...]
    label: str = ""
    number: int = 0
    goes_on: bool = True
    extra: int = 0
    declared: bool = True
    by: str = "attacker"
    stacks: tuple[Gang, ...] = ()
    group: int = 0
    rest: tuple[tuple[int, Gang], ...] = ()


class GapError(Exception):
    """The clauses and the data do not say."""
