"""Strike after strike: how long a structure and the unit in it last."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from rules_lib.checked import checked
from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.saves import UnitClass, require_unit
from rules_lib.paper_tigers.sudden_strike.strike import (
    HITS_TO_REMOVE,
    Unit,
    require_inside,
    strike,
)
from rules_lib.paper_tigers.sudden_strike.structures import Structure, require_structure
from rules_lib.probability import Distribution
from rules_lib.probability.chain import Chain, StepLaw, explore
from rules_lib.rulebook import implements

State: TypeAlias = tuple[int, Structure | None]
"""Hits of the unit, and the structure as it is."""


@checked
@dataclass(frozen=True, slots=True)
class Siege:
    """A unit in a structure under one sudden strike after the other.

    Attributes:
        unit_lasts: law of the number of the strike that removes the unit.
        structure_lasts: law of the number of the strike that brings the structure to value 0, with
            a fresh unit moving in whenever one is removed.
        both_last: law of the number of the strike after which both are gone, the structure without
            value and the unit removed; a fresh unit takes over as long as the structure stands.
        left: law of the structure's value when the first unit is removed.
        outlived: chance that the structure falls before the first unit is removed, or with it.
    """

    unit_lasts: StepLaw
    structure_lasts: StepLaw
    both_last: StepLaw
    left: Distribution[int]
    outlived: Fraction


@implements("PT-X4", "PT-X5", "PT-X7", "R-X1", "R-X4", "R-X8")
def endures(
    unit: Unit | UnitClass, structure: Structure | None = None, rulings: Rulings = Rulings()
) -> StepLaw:
    """The exact law of the number of the sudden strike that removes a unit.

    Args:
        unit: the unit, or just its class if it is unhurt.
        structure: the structure it is in, in its present state; ``None`` in the open.
        rulings: how the open rules are read.

    Raises:
        InvalidValue, UnspecifiedBySource: as for
            :func:`~rules_lib.paper_tigers.sudden_strike.strike.strike`.
    """
    return _alone(_checked(unit, structure), structure, rulings).steps


@implements("PT-X5", "PT-X7", "R-X1", "R-X4", "R-X8")
def siege(unit: Unit | UnitClass, structure: Structure, rulings: Rulings = Rulings()) -> Siege:
    """The exact law of a sequence of strikes on a structure and the unit in it.

    Args:
        unit: the unit, or just its class if it is unhurt.
        structure: the structure it is in, in its present state; it must still protect.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: a structure that does not protect, an unknown class.
        UnspecifiedBySource: a class without dice (R-X5), armour in a structure (R-X9), an
            aircraft in a structure.
    """
    require_structure(structure)
    first = _checked(unit, structure)
    if not structure.intact:
        raise InvalidValue("structure", structure, "a structure that still protects its occupant")

    def relieved(state: State) -> Distribution[State]:
        hits, stands = state
        return _next(first, (0 if hits >= HITS_TO_REMOVE else hits, stands), rulings)

    start: State = first.hits, structure
    alone = _alone(first, structure, rulings)
    held = explore(start, relieved, _fallen)
    both = explore(start, relieved, lambda state: _removed(state) and _fallen(state))
    ends = alone.absorbed.items()
    left = Distribution({stands.value_left: chance for (_, stands), chance in ends if stands})
    return Siege(alone.steps, held.steps, both.steps, left, left[0])


def _checked(unit: Unit | UnitClass, structure: Structure | None) -> Unit:
    first = unit if isinstance(unit, Unit) else Unit(require_unit(unit))
    require_inside(first, structure)
    return first


def _alone(first: Unit, structure: Structure | None, rulings: Rulings) -> Chain[State]:
    start: State = first.hits, structure
    return explore(start, lambda state: _next(first, state, rulings), _removed)


def _next(first: Unit, state: State, rulings: Rulings) -> Distribution[State]:
    hits, stands = state
    return strike(Unit(first.kind, hits), stands, rulings).map(
        lambda result: (result.hits, result.structure)
    )


def _removed(state: State) -> bool:
    return state[0] >= HITS_TO_REMOVE


def _fallen(state: State) -> bool:
    structure = state[1]
    assert structure is not None
    return not structure.intact
