"""Plays sudden strikes on a unit: rolls the saves that are due, and has them adjudicated."""

from rules_lib.errors import require_int
from rules_lib.paper_tigers.sudden_strike.adjudicate import Dice, Record, adjudicate
from rules_lib.paper_tigers.sudden_strike.odds import MOST_STRIKES
from rules_lib.paper_tigers.sudden_strike.rules import (
    SAVING_FACES,
    own_save,
    saved,
    structure_save,
)
from rules_lib.paper_tigers.sudden_strike.rulings import Rulings
from rules_lib.paper_tigers.sudden_strike.state import (
    Fate,
    Structure,
    Unit,
    UnitClass,
    require_unit,
)
from rules_lib.probability import Rng, dice
from rules_lib.rulebook import uses
from rules_lib.values.type_checks import checked


@uses("PT-X2", "PT-X3", "PT-X5", "PT-X6", "PT-X7")
@checked
def play(
    unit: Unit | UnitClass,
    structure: Structure | None,
    rng: Rng,
    rulings: Rulings = Rulings(),
    *,
    strikes: int = 1,
) -> Record:
    """Roll sudden strikes on one unit, one after the other, while it is there.

    Args:
        unit: the unit, or just its class if it is unhurt.
        structure: the structure it is in; ``None`` in the open.
        rng: a source of chance, such as ``random.Random(7)``.
        rulings: how the open rules are read.
        strikes: how many there are at most, 0 to 1000. How many jokers a force turns up is
            ``strikes(…).sample(rng)``.

    Returns:
        The same as :func:`~rules_lib.paper_tigers.sudden_strike.adjudicate` of these dice.
    """
    first = now = unit if isinstance(unit, Unit) else Unit(require_unit(unit))
    stands, thrown = structure, list[Dice]()
    for _ in range(require_int("strikes", strikes, 0, MOST_STRIKES)):
        thrown.append(_rolled(now, stands, rng, rulings))
        (result,) = adjudicate(now, stands, thrown[-1:], rulings).results
        if result.fate == Fate.REMOVED:
            break
        now, stands = Unit(now.kind, result.hits), result.structure
    return adjudicate(first, structure, thrown, rulings)


def _rolled(unit: Unit, structure: Structure | None, rng: Rng, rulings: Rulings) -> Dice:
    outer = dice.roll(structure_save(structure, rulings) or 0, rng)
    if saved(sum(face in SAVING_FACES for face in outer)):
        return Dice(outer)
    return Dice(outer, dice.roll(own_save(unit, structure, rulings) or 0, rng))
