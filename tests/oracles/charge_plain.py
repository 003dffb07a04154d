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

    ``at`` is their own hex, if they were attacked in it.
    """

    men: tuple[str, ...]
    charges: bool = True
    through: str = "front"
    elsewhere: bool = False
    room: str = "open"
    clear: bool = False
    commitment: int = 0
    safe_from: tuple[str, ...] = ()
    at: "Field | None" = None


class Field(NamedTuple):
    """The defenders of one hex, and what the map says of it."""

    men: tuple[str, ...]
    clear: bool = False
    zoc: bool = False
    front: bool = False
    defensive_fire: int = 0
    guns: tuple[str, ...] = ()
    room: str = "open"
    chargeable: bool = True
    chargeable_next: bool = True
    entry_disorders: bool = False
    beyond: "tuple[Field, ...]" = ()
    met_through: str | None = None
    pursuer_room: str = "open"
    pursuit: int = 0
    strikes_back: bool = True
    strike_drm: int = 0


def everybody(field: Field) -> list[str]:
    """Units of a hex, and of all that can be met after it."""
    return [*field.men, *(n for each in field.beyond for n in everybody(each))]


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
    disordered_charge_bonus: bool = False
    failed_check_before_shock: str = "disordered"
    enemies_in_front: str = "all_unattacked"
    pursuit_reactions: str = "as_usual"
    countercharger_pursues: bool = False
    square_without_charge: bool = False
    retreat_below_zero: str = "check"
    detour: bool = True
    stack_checks: str = "top"


DEFAULT = Readings()


class Soldier(NamedTuple):
    """A unit while it goes on.

    ``back`` and ``ahead``: it retreated, or advanced, in an earlier fight. ``tired``: it charged.
    ``again``: it had its secondary shock.
    """

    order: str
    place: str = STARTS
    back: bool = False
    ahead: bool = False
    tired: bool = False
    again: bool = False


class World(NamedTuple):
    """All that changes."""

    soldiers: tuple[Soldier, ...]
    notes: frozenset[tuple[str, ...]] = frozenset()
    open_attacks: frozenset[int] = frozenset()


class Bout(NamedTuple):
    """One fight: ``number`` counts the charges in pursuit, ``goes_on``: 10 or more leads on."""

    attack: int
    gangs: tuple[Gang, ...]
    fields: tuple[Field, ...]
    label: str = ""
    number: int = 0
    goes_on: bool = True
    extra: int = 0
    declared: bool = True


class GapError(Exception):
    """The clauses and the data do not say."""
