"""One sudden strike: the structure's save, the unit's save, and what is left of both."""

from dataclasses import dataclass
from typing import NamedTuple, cast

from rules_lib.checked import checked
from rules_lib.errors import UnspecifiedBySource, require_instance, require_int
from rules_lib.paper_tigers.sudden_strike.rulings import Lost, Rulings
from rules_lib.paper_tigers.sudden_strike.saves import (
    ARMOURED,
    VEHICLES,
    UnitClass,
    dice_of,
    require_unit,
    saved,
    saving_dice,
)
from rules_lib.paper_tigers.sudden_strike.structures import Structure, require_structure
from rules_lib.probability import Distribution
from rules_lib.rulebook import implements
from rules_lib.word_enum import WordEnum

HITS_TO_REMOVE = 2
"""Hits that remove a unit, as in the melee (PT-M17)."""


class Fate(WordEnum):
    """What a strike does to the unit.

    Attributes:
        UNAFFECTED: the structure saved; the unit needed no save.
        SAVED: the unit made its own save.
        HIT: it takes its first hit and is marked.
        REMOVED: it is gone, by a second hit or because it is destroyed outright.
    """

    UNAFFECTED = "unaffected"
    SAVED = "saved"
    HIT = "hit"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in its present state.

    Attributes:
        kind: its class.
        hits: hits it carries, 0 or 1.
    """

    kind: UnitClass
    hits: int = 0

    def __post_init__(self) -> None:
        require_unit(self.kind)
        require_int("hits", self.hits, 0, HITS_TO_REMOVE - 1)


@checked
class Result(NamedTuple):
    """What one strike leaves.

    Attributes:
        fate: what it does to the unit.
        hits: hits the unit carries afterwards; 2 if it was removed.
        structure: the structure afterwards, ``None`` if there was none.
        activation_ends: the unit's activation is over.
        lost: how much activation that costs it; ``None`` if nothing.
    """

    fate: Fate
    hits: int
    structure: Structure | None
    activation_ends: bool
    lost: Lost | None


@checked
class Showing(NamedTuple):
    """How many dice show 5 or 6 in the saves of one strike; ``None`` where none is rolled."""

    structure: int | None
    unit: int | None


@implements("PT-X1", "PT-X4", "PT-X5", "PT-X6", "PT-X7", "R-X1", "R-X4", "R-X6", "R-X7")
@checked
def resolve(unit: Unit, structure: Structure | None, showing: Showing, rulings: Rulings) -> Result:
    """What a strike does, from how many dice of each save show 5 or 6.

    This is the only implementation; adjudication and odds both go through it.
    """
    if showing.structure is not None and saved(showing.structure):
        ends = rulings.ends_though_structure_saves
        return Result(Fate.UNAFFECTED, unit.hits, structure, ends, rulings.lost if ends else None)
    if structure is not None and showing.structure is not None:
        structure = structure.damaged()
    if showing.unit is not None and saved(showing.unit):
        return Result(Fate.SAVED, unit.hits, structure, True, rulings.lost)
    hits = unit.hits + 1
    if rulings.failed_save == "vehicles_destroyed" and unit.kind in VEHICLES:
        hits = HITS_TO_REMOVE
    fate = Fate.REMOVED if hits >= HITS_TO_REMOVE else Fate.HIT
    return Result(fate, hits, structure, True, rulings.lost)


@implements("PT-X5")
def structure_save(structure: Structure | None, rulings: Rulings) -> int | None:
    """Dice of the structure's save; ``None`` where none is due."""
    return structure.dice_now(rulings) if structure is not None and structure.intact else None


@implements("PT-X7", "R-X4", "R-X9")
def own_save(unit: Unit, structure: Structure | None, rulings: Rulings) -> int | None:
    """Dice of the unit's save once no structure has saved it; ``None`` where none is due.

    Args:
        structure: the structure as it was before it failed.

    Raises:
        UnspecifiedBySource: a class without dice (R-X5), armour in a structure (R-X9).
    """
    if structure is not None and structure.intact:
        if structure.damaged().value_left == 0 and not rulings.save_as_structure_falls:
            return None
        if unit.kind in ARMOURED and rulings.armour_inside == "unspecified":
            what = f"the save of {unit.kind!r} inside a structure that failed"
            raise UnspecifiedBySource(f"unit: {what}")
    return dice_of(unit.kind, rulings)


def require_inside(unit: Unit, structure: Structure | None) -> None:
    """Refuse what cannot be, or what the source does not provide for."""
    if structure is not None:
        require_structure(structure)
        if unit.kind == "aircraft":
            raise UnspecifiedBySource("unit: an aircraft inside a structure")


@implements("PT-X2", "PT-X5", "PT-X6", "PT-X7")
def strike(
    unit: Unit | UnitClass, structure: Structure | None = None, rulings: Rulings = Rulings()
) -> Distribution[Result]:
    """The exact law of what one sudden strike does to a unit and the structure it is in.

    Args:
        unit: the unit, or just its class if it is unhurt.
        structure: the structure it is in, in its present state; ``None`` in the open.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: an unknown class, a wrong type.
        UnspecifiedBySource: a class without dice (R-X5), armour in a structure (R-X9), an
            aircraft in a structure.
    """
    require_instance("rulings", rulings, Rulings)
    hurt = unit if isinstance(unit, Unit) else Unit(require_unit(unit))
    require_inside(hurt, structure)
    return _showing(hurt, structure, rulings).map(
        lambda showing: resolve(hurt, structure, showing, rulings)
    )


def _showing(unit: Unit, structure: Structure | None, rulings: Rulings) -> Distribution[Showing]:
    first = structure_save(structure, rulings)
    by_unit: Distribution[int | None] = _law(own_save(unit, structure, rulings))
    if first is None:
        return by_unit.map(lambda mine: Showing(None, mine))

    def then(shown: int) -> Distribution[Showing]:
        if saved(shown):
            return Distribution.certain(Showing(shown, None))
        return by_unit.map(lambda mine: Showing(shown, mine))

    return saving_dice(first).then(then)


def _law(count: int | None) -> Distribution[int | None]:
    if count is None:
        return Distribution.certain(None)
    return cast("Distribution[int | None]", saving_dice(count))
