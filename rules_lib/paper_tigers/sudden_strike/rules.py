"""Saves and one strike: any die that shows 5 or 6 keeps a unit, or a structure, from harm."""

from collections.abc import Mapping

from rules_lib.errors import UnspecifiedBySource, require_instance
from rules_lib.paper_tigers.melee.rulings import HITS_TO_REMOVE
from rules_lib.paper_tigers.sudden_strike import state
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.rulebook import implements, uses
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

SAVING_FACES = (5, 6)
"""One of these on any die saves (PT-X2)."""

DICE: Mapping[state.UnitClass, int] = FrozenMap(
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


@implements("PT-X3", "R-X5")
def dice_of(unit: state.UnitClass, rulings: Rulings = Rulings()) -> int:
    """Dice of the save of a unit.

    Raises:
        UnspecifiedBySource: a class that the source names no dice for, if R-X5 is read so.
    """
    kind = state.require_unit(unit)
    require_instance("rulings", rulings, Rulings)
    if kind in DICE:
        return DICE[kind]
    if rulings.unnamed_classes == "unspecified":
        raise UnspecifiedBySource(
            f"unit: the dice of the save of the {state.spoken_of(kind)} (R-X5)"
        )
    return DICE["infantry"]


def save_of(unit: state.UnitClass, inside: bool) -> tuple[str, ...]:
    """What is cited for the save of a unit: PT-X3, and the rulings that it turns on.

    ``inside``: it is in a structure that has failed.
    """
    named = () if unit in DICE else ("R-X5",)
    armour = ("PT-X7", "R-X9") if inside and unit in state.ARMOURED else ()
    return ("PT-X3", *named, *armour)


def save_name(unit: state.UnitClass) -> str:
    """What the save of a class is called; the source names none for aircraft."""
    if unit == "aircraft":
        return "save"
    return "armour save" if unit in state.ARMOURED else "cover save"


@implements("PT-X2")
def saved(showing: int) -> bool:
    """Whether a save succeeds when this many of its dice show 5 or 6."""
    return showing > 0


@implements("R-X1")
def destroys(unit: state.UnitClass, rulings: Rulings) -> bool:
    """Whether a failed save destroys a unit of this class, hurt before or not."""
    return rulings.failed_save == "vehicles_destroyed" and unit in state.VEHICLES


@implements("PT-X1", "PT-X4", "PT-X6", "R-X6", "R-X7")
@uses("PT-M17", "PT-X5", "PT-X7", "R-X1", "R-X4")
@checked
def resolve(
    unit: state.Unit, structure: state.Structure | None, showing: state.Showing, rulings: Rulings
) -> state.Result:
    """What a strike does, from how many dice of each save show 5 or 6.

    This is the only implementation; adjudication and odds both go through it.
    """
    if showing.structure is not None and saved(showing.structure):
        ends = rulings.ends_though_structure_saves
        return state.Result(
            state.Fate.UNAFFECTED, unit.hits, structure, ends, rulings.lost if ends else None
        )
    if structure is not None and showing.structure is not None:
        structure = structure.damaged()
    if showing.unit is not None and saved(showing.unit):
        return state.Result(state.Fate.SAVED, unit.hits, structure, True, rulings.lost)
    hits = unit.hits + 1
    if destroys(unit.kind, rulings):
        hits = HITS_TO_REMOVE
    fate = state.Fate.REMOVED if hits >= HITS_TO_REMOVE else state.Fate.HIT
    return state.Result(fate, hits, structure, True, rulings.lost)


@implements("PT-X5")
@uses("R-X10")
def structure_save(structure: state.Structure | None, rulings: Rulings) -> int | None:
    """Dice of the structure's save; ``None`` where none is due."""
    return structure.dice_now(rulings) if structure and structure.intact(rulings) else None


@implements("R-X4", "R-X9")
@uses("PT-X7")
def own_save(unit: state.Unit, structure: state.Structure | None, rulings: Rulings) -> int | None:
    """Dice of the unit's save once no structure has saved it; ``None`` where none is due.

    Args:
        structure: the structure as it was before it failed.

    Raises:
        UnspecifiedBySource: a class without dice (R-X5), armour in a structure (R-X9).
    """
    if structure is not None and structure.intact(rulings):
        if structure.damaged().value_left == 0 and not rulings.save_as_structure_falls:
            return None
        if unit.kind in state.ARMOURED and rulings.armour_inside == "unspecified":
            what = f"the save of the {state.spoken_of(unit.kind)} inside a structure that failed"
            raise UnspecifiedBySource(f"unit: {what} (R-X9)")
    return dice_of(unit.kind, rulings)
