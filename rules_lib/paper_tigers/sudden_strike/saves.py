"""Saves: any die that shows 5 or 6 keeps a unit, or a structure, from harm."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias, get_args

from rules_lib.errors import UnspecifiedBySource, require_instance, require_word
from rules_lib.frozen import FrozenMap
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.probability import Distribution, dice
from rules_lib.rulebook import implements

UnitClass: TypeAlias = Literal[
    "infantry",
    "unarmoured_vehicle",
    "armoured_vehicle",
    "tank",
    "heavy_tank",
    "aircraft",
    "gun_crew",
    "small_team",
    "officer",
]

SAVING_FACES = (5, 6)

DICE: Mapping[UnitClass, int] = FrozenMap(
    {
        "infantry": 2,
        "unarmoured_vehicle": 1,
        "armoured_vehicle": 1,
        "tank": 2,
        "heavy_tank": 3,
        "aircraft": 1,
    }
)
"""Dice of the save of each class that the source names (PT-X3)."""

ARMOURED: frozenset[UnitClass] = frozenset({"armoured_vehicle", "tank", "heavy_tank"})
"""Classes that make an armour save; infantry and unarmoured vehicles make a cover save."""

VEHICLES: frozenset[UnitClass] = ARMOURED | {"unarmoured_vehicle", "aircraft"}


def require_unit(unit: object) -> UnitClass:
    """Return the class of a unit, or say which classes there are."""
    classes: tuple[UnitClass, ...] = get_args(UnitClass)
    return require_word("unit", unit, classes)


@implements("PT-X3", "R-X5")
def dice_of(unit: UnitClass, rulings: Rulings = Rulings()) -> int:
    """Dice of the save of a unit.

    Raises:
        UnspecifiedBySource: a class that the source names no dice for, if R-X5 is read so.
    """
    kind = require_unit(unit)
    require_instance("rulings", rulings, Rulings)
    if kind in DICE:
        return DICE[kind]
    if rulings.unnamed_classes == "unspecified":
        raise UnspecifiedBySource(f"unit: the dice of the save of {kind!r}")
    return DICE["infantry"]


def save_name(unit: UnitClass) -> str:
    """What the save of a class is called; the source names none for aircraft."""
    if unit == "aircraft":
        return "save"
    return "armour save" if unit in ARMOURED else "cover save"


def saving_dice(count: int) -> Distribution[int]:
    """The law of how many of ``count`` dice show 5 or 6."""
    return dice.count_showing(count, SAVING_FACES)


@implements("PT-X2")
def saved(showing: int) -> bool:
    """Whether a save succeeds when this many of its dice show 5 or 6."""
    return showing > 0


@implements("PT-X2", "PT-X3")
def save(unit: UnitClass, rulings: Rulings = Rulings()) -> Fraction:
    """Chance that a unit of this class makes its save, outside any structure."""
    return saving_dice(dice_of(unit, rulings)).probability(saved)
