"""Strike after strike on a structure and its occupant, beside a recursion of its own."""

from fractions import Fraction
from itertools import accumulate, product

import pytest

from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import sudden_strike
from rules_lib.paper_tigers.sudden_strike import (
    BUNKER,
    DUGOUT,
    SANDBAGS,
    TANK_OBSTACLE,
    Rulings,
    Structure,
    Unit,
    UnitClass,
)
from tests.in_turn import in_turn
from tests.oracles.sudden_strike_brute import (
    Readings,
    Shelter,
    course,
    fails,
    mean_strikes,
    value_left,
)

READINGS = [
    Readings(failed_save=destroys, save_as_structure_falls=saves, dice_drop=drops)
    for destroys, saves, drops in product(
        ("one_hit", "vehicles_destroyed"), (True, False), (False, True)
    )
]
UNITS = [Unit("infantry"), Unit("infantry", 1), Unit("tank"), Unit("unarmoured_vehicle")]
PLACES = [BUNKER, DUGOUT, SANDBAGS, TANK_OBSTACLE, Structure("bunker", 3, 3, damage=1)]


@pytest.mark.slow
@pytest.mark.rule("PT-X4", "PT-X5", "PT-X7", "R-X1", "R-X4", "R-X8")
@in_turn("readings", READINGS)
@in_turn("structure", PLACES, one_in=3)
def test_every_distribution_strike_by_strike(structure: Structure, readings: Readings) -> None:
    shelter = Shelter(structure.value, structure.dice, structure.protects, structure.damage)
    for unit in UNITS:
        siege = sudden_strike.siege(unit, structure, Rulings(**readings._asdict()))
        alone, held, both = course(unit.kind, unit.hits, shelter, readings, 8)
        assert [siege.unit_lasts.pmf(n) for n in range(9)] == alone
        assert [siege.structure_lasts.pmf(n) for n in range(9)] == held
        assert [siege.both_last.pmf(n) for n in range(9)] == both
        left = value_left(unit.kind, unit.hits, shelter, readings)
        assert dict(siege.left) == left
        assert siege.outlived == left.get(0, 0)
        assert siege.unit_lasts.mean() == mean_strikes(unit.kind, unit.hits, shelter, readings)


@pytest.mark.rule("PT-X7", "R-X8")
@pytest.mark.parametrize(("structure", "points"), [(BUNKER, 3), (DUGOUT, 2), (SANDBAGS, 1)])
def test_a_structure_lasts_until_it_has_failed_once_for_each_point(
    structure: Structure, points: int
) -> None:
    """A negative binomial distribution, whoever is inside."""
    fail = fails(structure.dice)
    for kind in ("infantry", "tank", "heavy_tank"):
        siege = sudden_strike.siege(kind, structure)
        assert siege.structure_lasts.mean() == points / fail
        assert siege.structure_lasts.variance() == points * (1 - fail) / fail**2


@pytest.mark.rule("R-X8")
def test_a_structure_that_loses_dice_falls_sooner() -> None:
    drops = sudden_strike.siege("infantry", BUNKER, Rulings(dice_drop=True))
    assert drops.structure_lasts.mean() == sum(1 / fails(dice) for dice in (3, 2, 1))


@pytest.mark.rule("PT-X4", "R-X1")
@in_turn("kind", ["infantry", "unarmoured_vehicle", "heavy_tank", "aircraft"])
def test_a_unit_in_the_open(kind: UnitClass) -> None:
    dice = {"infantry": 2, "unarmoured_vehicle": 1, "heavy_tank": 3, "aircraft": 1}[kind]
    distribution = sudden_strike.endures(kind)
    assert distribution.mean() == 2 / fails(dice)
    assert distribution.pmf(2) == fails(dice) ** 2
    assert sudden_strike.endures(Unit(kind, 1)).mean() == 1 / fails(dice)
    destroyed = sudden_strike.endures(kind, None, Rulings(failed_save="vehicles_destroyed"))
    assert destroyed.mean() == (2 if kind == "infantry" else 1) / fails(dice)


@pytest.mark.rule("PT-X5")
def test_a_unit_in_a_structure_lasts_as_in_the_siege() -> None:
    for structure in (BUNKER, SANDBAGS):
        distribution = sudden_strike.endures("infantry", structure)
        siege = sudden_strike.siege("infantry", structure)
        assert distribution.head(20) == siege.unit_lasts.head(20)
        assert distribution.mean() > sudden_strike.endures("infantry").mean()
    wire = sudden_strike.endures("infantry", sudden_strike.BARBED_WIRE)
    assert wire.head(20) == sudden_strike.endures("infantry").head(20)


@pytest.mark.rule("PT-X7")
def test_medians_are_the_first_to_reach_one_half() -> None:
    siege = sudden_strike.siege("infantry", BUNKER)
    for distribution in (siege.unit_lasts, siege.structure_lasts, siege.both_last):
        head = list(accumulate(distribution.head(60)))
        assert distribution.median() == next(
            n for n, p in enumerate(head, 1) if p >= Fraction(1, 2)
        )
        assert distribution.never == 0


@pytest.mark.rule("PT-X5")
@pytest.mark.parametrize(
    "structure", [sudden_strike.BARBED_WIRE, Structure("ruin", 2, 2, damage=2)]
)
def test_no_siege_of_what_does_not_protect(structure: Structure) -> None:
    with pytest.raises(InvalidValue, match=r"structure: .* that still protects its occupant"):
        sudden_strike.siege("infantry", structure)
