"""The die of ten sides, the cohesion check, and the cohesion that counts in it."""

from rules_lib.errors import UnspecifiedBySource, require_instance, require_int
from rules_lib.probability import Distribution
from rules_lib.rulebook import implements
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.units import Order, Unit

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
    require_instance("unit", unit, Unit)
    require_instance("rulings", rulings, Rulings)
    if unit.order != Order.DISORDERED:
        return unit.cohesion
    if unit.cohesion_disordered is not None:
        return unit.cohesion_disordered
    if rulings.disordered_cohesion == "must_be_given":
        raise UnspecifiedBySource(f"cohesion_disordered of {unit.name!r}")
    return max(0, unit.cohesion - 1)
