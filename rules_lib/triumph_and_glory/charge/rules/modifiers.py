"""The die of ten sides and cohesion; the modifiers (МБК) of a shock's die roll.

Clear terrain is ``Secondary.clear_terrain_drm``: whether it applies is for the map to say."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules_lib.errors import UnspecifiedBySource, require_int
from rules_lib.probability import Distribution
from rules_lib.rulebook import implements, uses
from rules_lib.values.type_checks import checked

from ...tables.secondary import Secondary, require_secondary
from ...units import Artillery, Cavalry, Order, Unit
from ..attack import Through
from ..rulings import Rulings

FACES = range(10)
"""The die shows 0 to 9."""

DIE: Distribution[int] = Distribution.uniform(FACES)


def require_die(field: str, roll: object) -> int:
    """Return ``roll`` if the die can show it."""
    return require_int(field, roll, FACES[0], FACES[-1])


def passing_faces(cohesion: int, drm: int = 0) -> int:
    """How many of the ten faces, the lowest, pass: with the modifier at most the cohesion."""
    return sum(roll + drm <= cohesion for roll in FACES)


@implements("R-N2")
def cohesion_of(unit: Unit, rulings: Rulings = Rulings()) -> int:
    """The cohesion of a unit in the order it is in.

    Raises:
        UnspecifiedBySource: it is disordered, its disordered cohesion is not given, and R-N2 asks
            for it.
    """
    if unit.order != Order.DISORDERED:
        return unit.cohesion
    if unit.cohesion_disordered is not None:
        return unit.cohesion_disordered
    if rulings.disordered_cohesion == "must_be_given":
        raise UnspecifiedBySource(f"cohesion_disordered of {unit.name!r}")
    return max(0, unit.cohesion - 1)


# ------------------------------------------------------------ modifiers


HEAVY_CHARGE_DRM = 3
"""TG-9.83"""

LIGHT_CHARGE_DRM = 1
"""TG-9.83"""

PURSUIT_DRM = -1
"""For each further charge of a unit in pursuit (TG-9.87e)."""

SQUARE_DRM = -2
"""Against a square, instead of the charge modifier (TG-9.85f)."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """One modifier of a die roll, as a transcript lists it. Made by the rules of a die.

    Attributes:
        name: what it is for.
        value: what it adds to the roll.
        clauses: ids of the clauses and rulings it follows from.
        secondary: whether its value is the secondary source's.
    """

    name: str
    value: int
    clauses: tuple[str, ...] = ()
    secondary: bool = False

    def __str__(self) -> str:
        mark = " (secondary source)" if self.secondary else ""
        return f"{signed(self.value)} {self.name}{mark}"


@checked
def signed(value: int) -> str:
    """A modifier as the game prints it: ``+3``, ``−2``, ``0``."""
    return f"{value:+d}".replace("-", "−") if value else "0"


@uses("TG-9.81-7")
def ratio_drm(attack: int, defence: int, secondary: Secondary | None = None) -> int:
    """The modifier for the strength of both sides, rounded in the defender's favour."""
    attack = require_int("attack", attack, 1)
    defence = require_int("defence", defence, 1)
    table = require_secondary(secondary)
    for row in table.ratios:
        if attack * row.defence >= row.attack * defence:
            return row.drm
    return table.worst_ratio_drm


@uses("TG-9.81-7", "R-N2")
@checked
def cohesion_drm(
    attackers: Iterable[Unit], defenders: Iterable[Unit], rulings: Rulings = Rulings()
) -> int:
    """The best cohesion among the attackers less the best among the defenders.

    Artillery does not count (secondary source).

    Raises:
        UnspecifiedBySource: a side with nothing but artillery; a disordered unit whose cohesion
            is not given, if R-N2 asks for it.
    """
    return _best_cohesion("attackers", attackers, rulings) - _best_cohesion(
        "defenders", defenders, rulings
    )


def _best_cohesion(side: str, units: Iterable[Unit], rulings: Rulings) -> int:
    counted = [unit for unit in units if not isinstance(unit, Artillery)]
    if not counted:
        raise UnspecifiedBySource(f"cohesion of {side} without infantry or cavalry")
    return max(cohesion_of(unit, rulings) for unit in counted)


@implements("TG-9.83")
@checked
def charge_drm(charging: Iterable[Cavalry]) -> int:
    """The modifier for the cavalry that charged and takes part; 0 if none did.

    Who only shocks does not belong here, nor who lost the modifier (R-N9, R-N11, TG-9.85f).

    Raises:
        UnspecifiedBySource: none is known to be heavy, and of one it is not known.
    """
    cavalry = tuple(charging)
    if any(unit.heavy for unit in cavalry):
        return HEAVY_CHARGE_DRM
    unknown = [repr(unit.name) for unit in cavalry if unit.heavy is None]
    if unknown:
        raise UnspecifiedBySource(f"whether {', '.join(unknown)} is heavy")
    return LIGHT_CHARGE_DRM if cavalry else 0


@uses("TG-9.85h")
def counts_as_front(through: Through, defenders: Iterable[Unit]) -> bool:
    """Whether who comes through a side of some units attacks their front.

    So do those who come through the flank of cavalry in good order (secondary source 6.1). A
    square has a front only.
    """
    return through == "front" or any(
        unit.order == Order.SQUARE
        or (through == "flank" and isinstance(unit, Cavalry) and unit.order == Order.GOOD)
        for unit in defenders
    )


@uses("TG-9.81-7", "TG-9.85h")
@checked
def position_drm(
    attacks: Iterable[tuple[Through, bool]],
    defenders: Iterable[Unit],
    secondary: Secondary | None = None,
) -> int:
    """The modifier for the hexes of the target through which it is attacked (secondary source).

    Args:
        attacks: for each attacking hex, through which side of the target it comes, and whether
            it stands in the front of another enemy, so that it does not count in the rear.
        defenders: the units attacked.
        secondary: where the numbers come from.
    """
    table = require_secondary(secondary)
    units = tuple(defenders)
    front = rear = False
    for through, elsewhere in attacks:
        if counts_as_front(through, units):
            front = True
        elif not elsewhere:
            rear = True
    if not rear:
        return 0
    return table.front_and_rear_drm if front else table.rear_drm


@implements("TG-9.87e", "R-N6")
@checked
def pursuit_drm(number: int, rulings: Rulings = Rulings()) -> int:
    """The modifier of a unit's further charge in pursuit; ``number`` 1 is the first of them."""
    number = require_int("number", number, 1)
    if rulings.pursuit_penalty == "flat":
        return PURSUIT_DRM
    counted = number - 1 if rulings.pursuit_penalty == "first_free" else number
    return counted * PURSUIT_DRM
