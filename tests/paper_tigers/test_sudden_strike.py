"""Sudden strikes beside the oracle, by all readings mixed: one, several, sieges, and how many come.

What is told of a strike, and what is refused, stands in `tests/cases/sudden_strike.toml`.
"""

from collections import defaultdict
from fractions import Fraction
from functools import partial
from itertools import accumulate, product
from random import Random
from typing import Any, get_args

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
    Dice,
    Fate,
    IncompleteRecord,
    Result,
    Rulings,
    Structure,
    Unit,
    UnitClass,
)
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from tests.in_turn import in_turn
from tests.oracles.sudden_strike_brute import (
    DICE,
    SHELTERS,
    After,
    Readings,
    Shelter,
    Unsaid,
    course,
    fails,
    jokers_shown,
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


def mixed(chance: Random, **but: str) -> Readings:
    """Every ruling that bears on a strike, read at random."""

    def some() -> bool:
        return chance.random() < 0.5

    read = Readings(
        chance.choice(["one_hit", "vehicles_destroyed"]),
        some(),
        some(),
        chance.choice(["activation", "round"]),
        some(),
        chance.choice(["own_dice", "own_dice", "unspecified"]),
        chance.choice(["while_value_left", "undamaged"]),
    )
    return read._replace(**but)  # type: ignore[arg-type]


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
    readings = Readings() if seed < 5 else mixed(chance)
    rulings = Rulings(**readings._asdict())
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


@pytest.mark.rule("PT-X5", "PT-X7", "R-X8")
def test_damage_markers_value_and_dice() -> None:
    """A structure never has less than no dice; twenty of each are just allowed."""
    structure = BUNKER
    for value in (2, 1, 0):
        structure = structure.damaged()
        assert (structure.value_left, structure.damage, structure.value) == (value, 3 - value, 3)
        assert structure.intact() == (value > 0)
    with pytest.raises(InvalidValue, match="damage: 4 was given"):
        structure.damaged()
    left = [Structure("cellar", 4, 1, damage=damage) for damage in range(5)]
    assert [each.dice_now(Rulings(dice_drop=True)) for each in left] == [1, 0, 0, 0, 0]
    fort = sudden_strike.strike("infantry", Structure("fort", 20, 20))
    kept = fort.probability(lambda each: each.fate == Fate.UNAFFECTED)
    assert kept == 1 - (1 - Fraction(len(SAVING_FACES), 6)) ** 20


@pytest.mark.rule("R-X4")
def test_a_record_that_stops_before_a_save() -> None:
    infantry = partial(sudden_strike.adjudicate, "infantry")
    assert infantry(None, []).results == ()
    with pytest.raises(IncompleteRecord, match=r"strikes\[0\]\.unit: 2 dice are due, and none"):
        infantry(SANDBAGS, [Dice([1, 1])])
    with pytest.raises(IncompleteRecord, match=r"strikes\[1\]\.structure: 2 dice are due"):
        infantry(DUGOUT, [Dice([5, 5]), Dice()])


# ---------------------------------------------------------------- strike after strike


@pytest.mark.rule("PT-X4", "PT-X7", "PT-M17")
@in_turn(("kind", "place"), [("tank", None), ("infantry", BUNKER), ("infantry", SANDBAGS)])
def test_several_strikes_one_after_the_other(kind: UnitClass, place: Structure | None) -> None:
    """The oracle, strike by strike; the removed are struck no more."""
    now = strike(kind, 0, shelter(place), Readings())
    for _ in range(2):
        then: dict[After, Fraction] = defaultdict(Fraction)
        for last, p in now.items():
            worn = shelter(place)
            if worn is not None and last.value is not None:
                worn = worn._replace(damage=worn.value - last.value)
            gone = last.fate == "removed"
            following = {last: Fraction(1)} if gone else strike(kind, last.hits, worn, Readings())
            for each, q in following.items():
                then[each] += p * q
        now = then
    wanted: dict[tuple[str, int], Fraction] = defaultdict(Fraction)
    for last, p in now.items():
        wanted[last.fate, last.hits] += p
    found = sudden_strike.strike(kind, place, strikes=3)
    assert dict(found.map(lambda each: (str(each.fate), each.hits)).items()) == wanted
    removed = found.probability(lambda each: each.fate == Fate.REMOVED)
    assert removed == sudden_strike.endures(kind, place).cdf(3)


@pytest.mark.slow
@pytest.mark.rule("PT-X4", "PT-X5", "PT-X7", "R-X1", "R-X4", "R-X8", "R-X10")
@in_turn("seed", range(30), one_in=3)
def test_a_siege_strike_by_strike(seed: int) -> None:
    chance = Random(seed)
    readings = mixed(chance, armour_inside="own_dice")
    places = [BUNKER, DUGOUT, SANDBAGS, TANK_OBSTACLE]
    places += [] if readings.shields == "undamaged" else [BUNKER.damaged()]
    structure, rulings = chance.choice(places), Rulings(**readings._asdict())
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


@pytest.mark.rule("PT-X4", "R-X1")
@in_turn("kind", ["infantry", "unarmoured_vehicle", "heavy_tank", "aircraft"])
def test_how_long_a_unit_in_the_open_lasts(kind: UnitClass) -> None:
    fail, destroys = fails(DICE[kind]), Rulings(failed_save="vehicles_destroyed")
    lasts = sudden_strike.endures(kind)
    assert (lasts.mean(), lasts.pmf(2)) == (2 / fail, fail**2)
    assert sudden_strike.endures(Unit(kind, 1)).mean() == 1 / fail
    assert sudden_strike.endures(kind, None, destroys).mean() == (1 + (kind == "infantry")) / fail
    head = list(accumulate(lasts.head(60)))
    assert lasts.median() == next(n for n, p in enumerate(head, 1) if p >= Fraction(1, 2))


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

RESHUFFLED = ("when_used_up", "every_round", "when_a_joker_shows")
FORCES = [
    (1, 0, 1), (1, 1, 1), (1, 3, 1), (1, 5, 1), (1, 6, 1), (1, 1, 4), (1, 2, 3), (1, 3, 2),
    (2, 1, 1), (2, 2, 1), (2, 4, 1), (2, 2, 2), (2, 1, 4), (3, 2, 2), (3, 4, 1), (0, 3, 2),
    (4, 1, 3),
]  # fmt: skip
"""Jokers, activations, rounds."""


def small(jokers: int) -> CommandDeck:
    """Four cards and some jokers."""
    return CommandDeck({"seven": 7}, jokers)


@pytest.mark.slow
@pytest.mark.rule("PT-X1", "R-X3", "R-X2")
@in_turn("reading, force", product(RESHUFFLED, FORCES), sampled=4)
def test_every_way_the_jokers_can_lie(reading: Any, force: tuple[int, int, int]) -> None:
    jokers, activations, rounds = force
    rulings = Rulings(reshuffled=reading)
    found = sudden_strike.strikes(activations, small(jokers), rounds=rounds, rulings=rulings)
    assert dict(found) == jokers_shown(4 + jokers, jokers, activations, rounds, reading)


def test_a_strike_is_one_unless_more_are_said() -> None:
    unit = Unit("infantry")
    assert sudden_strike.Strike(unit).odds() == sudden_strike.strike(unit, strikes=1)
    assert len(sudden_strike.play(unit, None, Random(1)).results) == 1
    assert sudden_strike.strikes(4) == sudden_strike.strikes(4, rounds=1)


@pytest.mark.rule("R-X2")
@in_turn("jokers", [0, 2, 3, 20])
def test_any_number_of_jokers(jokers: int) -> None:
    """In a pack of ours, or among values alone, there are as many as are ruled."""
    rulings, ranks = Rulings(jokers=jokers), {"low": 3, "high": 9}
    found = sudden_strike.strikes(8, rulings=rulings)
    assert found.mean() == Fraction(8 * jokers, 52 + jokers)
    assert found == sudden_strike.strikes(8, CommandDeck(jokers=jokers))
    alone = sudden_strike.strikes(4, ranks, rulings=rulings)
    assert alone == sudden_strike.strikes(4, CommandDeck(ranks, jokers))
    with pytest.raises(InvalidValue, match=r"deck\.jokers: 5 was given; allowed: 3, as R-X2"):
        sudden_strike.strikes(8, CommandDeck(jokers=5), rulings=Rulings(jokers=3))


@pytest.mark.rule("R-X3")
def test_more_than_can_be_followed_is_refused_at_once() -> None:
    rulings = Rulings(reshuffled="when_a_joker_shows")
    # Of nothing but jokers, each draw shows one: 120 are just allowed.
    assert dict(sudden_strike.strikes(120, CommandDeck({}, 2), rulings=rulings)) == {120: 1}
    for units, rounds in ((121, 1), (13, 10)):
        why = f"activations in all rounds: {units * rounds} was given; allowed: at most 120"
        with pytest.raises(InvalidValue, match=why):
            sudden_strike.strikes(units, rounds=rounds, rulings=rulings)
    assert sudden_strike.strikes(500, rounds=100).mean() == Fraction(50_000, 27)
