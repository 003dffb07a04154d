"""Sudden strikes beside the oracle, by all readings mixed: one, several, sieges, and how many come.

What is told of a strike, and what is refused, stands in `tests/cases/sudden_strike.toml`.
"""

from itertools import product
from random import Random
from typing import get_args

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import sudden_strike
from rules_lib.paper_tigers.deck import CommandDeck
from rules_lib.paper_tigers.sudden_strike import (
    BARBED_WIRE,
    BUNKER,
    DUGOUT,
    SANDBAGS,
    STRUCTURES,
    TANK_OBSTACLE,
    Result,
    Rulings,
    Structure,
    Unit,
    UnitClass,
)
from tests.in_turn import in_turn
from tests.oracles import translate
from tests.oracles.sudden_strike_brute import (
    DICE,
    SHELTERS,
    After,
    Readings,
    Shelter,
    Unsaid,
    course,
    mean_strikes,
    strike,
    value_left,
)

KINDS: tuple[UnitClass, ...] = get_args(UnitClass)
UNNAMED: tuple[UnitClass, ...] = ("gun_crew", "small_team", "officer")
WORN = [
    Structure(each.name, each.value, each.dice, each.protects, damage)
    for each in (*STRUCTURES, Structure("my own cellar", 4, 1))
    for damage in range(each.value + 1)
]


def mixed(chance: Random, **but: str) -> Rulings:
    """Every ruling that bears on a strike, read at random."""
    return translate.at_random(chance, Rulings, unnamed_classes="as_infantry", **but)


def shelter(structure: Structure | None) -> Shelter | None:
    if structure is None:
        return None
    return Shelter(structure.value, structure.dice, structure.protects, structure.damage)


def after(result: Result) -> After:
    """A result in the words of the oracle."""
    value = result.structure.value_left if result.structure else None
    return After(str(result.fate), result.hits, value, result.activation_ends, result.lost)


# ---------------------------------------------------------------- one strike


@pytest.mark.rule("PT-X1", "PT-X2", "PT-X3", "PT-X4", "PT-X5", "PT-X6", "PT-X7")
@pytest.mark.rule("R-X1", "R-X4", "R-X6", "R-X7", "R-X8", "R-X9", "R-X10")
@in_turn("seed", range(60), one_in=4)
def test_a_strike_by_readings_at_random(seed: int) -> None:
    """On every unit in the open, and in two structures in any state."""
    chance = Random(seed)
    rulings = Rulings() if seed < 5 else mixed(chance)
    readings = translate.as_read(Readings, rulings)
    places = [None, *chance.sample(WORN, 3)]
    for kind, hits, structure in product(KINDS, (0, 1), places):
        if kind == "aircraft" and structure:
            continue
        try:
            wanted = strike(kind, hits, shelter(structure), readings)
        except Unsaid:
            for ask in (sudden_strike.strike, sudden_strike.endures):
                with pytest.raises(UnspecifiedBySource, match="inside a structure that failed"):
                    ask(Unit(kind, hits), structure, rulings)
            continue
        found = sudden_strike.strike(Unit(kind, hits), structure, rulings)
        assert len({after(each) for each in found}) == len(found)
        assert {after(each): p for each, p in found.items()} == wanted, (kind, hits, structure)


def test_the_classes_and_the_published_structures() -> None:
    assert {kind: sudden_strike.dice_of(kind) for kind in KINDS} == DICE
    assert {each.name: shelter(each) for each in STRUCTURES} == SHELTERS
    for each in STRUCTURES:
        assert sudden_strike.structure(each.name) is each


@pytest.mark.rule("R-X5")
@in_turn("kind", UNNAMED)
def test_how_long_a_class_without_dice_endures_nobody_knows(kind: UnitClass) -> None:
    strict = Rulings(unnamed_classes="unspecified")
    for ask in (sudden_strike.siege, sudden_strike.endures):
        with pytest.raises(UnspecifiedBySource, match=r"unit: the dice of the save .* .R-X5.: uns"):
            ask(kind, BUNKER, strict)


# ---------------------------------------------------------------- strike after strike


@pytest.mark.slow
@pytest.mark.rule("PT-X4", "PT-X5", "PT-X7", "R-X1", "R-X4", "R-X8", "R-X10")
@in_turn("seed", range(30), one_in=3)
def test_a_siege_strike_by_strike(seed: int) -> None:
    chance = Random(seed)
    rulings = mixed(chance, armour_inside="own_dice")
    readings = translate.as_read(Readings, rulings)
    places = [BUNKER, DUGOUT, SANDBAGS, TANK_OBSTACLE]
    places += [] if readings.shields == "undamaged" else [BUNKER.damaged()]
    structure = chance.choice(places)
    place = shelter(structure)
    assert place
    for unit in (Unit("infantry"), Unit("infantry", 1), Unit("tank"), Unit("unarmoured_vehicle")):
        siege = sudden_strike.siege(unit, structure, rulings)
        alone, held, both = course(unit.kind, unit.hits, place, readings, 8)
        assert [siege.unit_lasts.pmf(n) for n in range(9)] == alone
        assert [siege.structure_lasts.pmf(n) for n in range(9)] == held
        assert [siege.both_last.pmf(n) for n in range(9)] == both
        left = value_left(unit.kind, unit.hits, place, readings)
        assert dict(siege.left) == left
        assert siege.outlived == sum(
            p
            for value, p in left.items()
            if not place._replace(damage=place.value - value).stands(readings)
        )
        assert siege.unit_lasts.mean() == mean_strikes(unit.kind, unit.hits, place, readings)
        assert sudden_strike.endures(unit, structure, rulings).head(9) == [
            *alone[1:],
            siege.unit_lasts.pmf(9),
        ]
        assert siege.unit_lasts.never == 0


@pytest.mark.rule("PT-X3", "PT-X5", "R-X10")
def test_what_cannot_be_besieged() -> None:
    ruin, strict = Structure("ruin", 2, 2, damage=2), Rulings(shields="undamaged")
    for structure, rulings in (
        (BARBED_WIRE, Rulings()), (ruin, Rulings()), (BUNKER.damaged(), strict),
    ):  # fmt: skip
        with pytest.raises(InvalidValue, match=r"structure: .* that still protects its occupant"):
            sudden_strike.siege("infantry", structure, rulings)
    for ask in (sudden_strike.strike, sudden_strike.siege):
        with pytest.raises(UnspecifiedBySource, match="unit: an aircraft inside a structure"):
            ask("aircraft", BUNKER)


# ---------------------------------------------------------------- how many come


@pytest.mark.rule("R-X2")
def test_jokers_of_a_deck_of_ones_own() -> None:
    """In a pack of ours, or among values alone, there are as many as are ruled."""
    rulings, ranks = Rulings(jokers=3), {"low": 3, "high": 9}
    alone = sudden_strike.strikes(4, ranks, rulings=rulings)
    assert alone == sudden_strike.strikes(4, CommandDeck(ranks, 3))
    with pytest.raises(InvalidValue, match=r"deck\.jokers: 5 was given; allowed: 3, as R-X2"):
        sudden_strike.strikes(8, CommandDeck(jokers=5), rulings=rulings)


@pytest.mark.rule("R-X3")
def test_a_deck_that_is_used_up_is_shuffled_anew() -> None:
    """It shows each of its jokers once; where it has none, no joker ever."""
    ranks, renewed = {"seven": 7}, Rulings(reshuffled="when_a_joker_shows")
    assert dict(sudden_strike.strikes(12, CommandDeck(ranks, 2))) == {4: 1}
    assert dict(sudden_strike.strikes(9, CommandDeck(ranks), rulings=renewed)) == {0: 1}
