"""Saves and single strikes, beside every throw of the dice."""

from fractions import Fraction
from itertools import product
from typing import Any, get_args

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.paper_tigers import sudden_strike
from rules_lib.paper_tigers.sudden_strike import (
    BUNKER,
    STRUCTURES,
    Fate,
    Rulings,
    Showing,
    Structure,
    Unit,
    UnitClass,
)
from rules_lib.paper_tigers.sudden_strike.rules import SAVING_FACES
from rules_lib.paper_tigers.sudden_strike.rulings import Lost
from rules_lib.probability import Distribution
from tests.in_turn import in_turn
from tests.oracles.sudden_strike_brute import DICE, After, Readings, Shelter, fails, strike

FAILS = 1 - Fraction(len(SAVING_FACES), 6)
"""One die."""

KINDS: tuple[UnitClass, ...] = get_args(UnitClass)
NAMED = ("infantry", "unarmoured_vehicle", "armoured_vehicle", "tank", "heavy_tank", "aircraft")
UNNAMED: tuple[UnitClass, ...] = ("gun_crew", "small_team", "officer")
READINGS = [
    Readings(*chosen)
    for chosen in product(
        ("one_hit", "vehicles_destroyed"), (True, False), (True, False), ("activation", "round"),
        (False, True), ("own_dice",), ("while_value_left", "undamaged"),
    )
]  # fmt: skip
WORN = [
    Structure(each.name, each.value, each.dice, each.protects, damage)
    for each in (*STRUCTURES, Structure("my own cellar", 4, 1))
    for damage in range(each.value + 1)
]


def shelter(structure: Structure | None) -> Shelter | None:
    if structure is None:
        return None
    return Shelter(structure.value, structure.dice, structure.protects, structure.damage)


def distribution(
    unit: Unit, structure: Structure | None, readings: Readings
) -> dict[After, Fraction]:
    """The engine's distribution in the words of the oracle."""
    results = sudden_strike.strike(unit, structure, Rulings(**readings._asdict()))
    named = {
        After(
            str(result.fate),
            result.hits,
            result.structure.value_left if result.structure else None,
            result.activation_ends,
            result.lost,
        ): p
        for result, p in results.items()
    }
    assert len(named) == len(results)
    return named


@pytest.mark.rule("PT-X2", "PT-X3")
@in_turn(
    ("kind", "dice", "chance"),
    [
        ("infantry", 2, 1 - FAILS**2),
        ("unarmoured_vehicle", 1, 1 - FAILS),
        ("armoured_vehicle", 1, 1 - FAILS),
        ("tank", 2, 1 - FAILS**2),
        ("heavy_tank", 3, 1 - FAILS**3),
        ("aircraft", 1, 1 - FAILS),
    ],
)
def test_the_save_of_each_class(kind: UnitClass, dice: int, chance: Fraction) -> None:
    assert sudden_strike.dice_of(kind) == dice
    assert sudden_strike.save(kind) == chance == 1 - fails(dice)


@pytest.mark.rule("R-X5")
@pytest.mark.parametrize("kind", UNNAMED)
def test_classes_that_the_source_names_no_dice_for(kind: UnitClass) -> None:
    assert sudden_strike.save(kind) == sudden_strike.save("infantry")
    strict = Rulings(unnamed_classes="unspecified")
    for ask in (
        lambda: sudden_strike.save(kind, strict),
        lambda: sudden_strike.dice_of(kind, strict),
        lambda: sudden_strike.strike(kind, BUNKER, strict),
        lambda: sudden_strike.siege(kind, BUNKER, strict),
    ):
        told = f"unit: the dice of the save of the {kind.replace('_', ' ')} .R-X5.: unspecified"
        with pytest.raises(UnspecifiedBySource, match=told):
            ask()
    # A structure that is gone has failed nothing.
    gone = Structure("hut", 1, 1, damage=1)
    with pytest.raises(UnspecifiedBySource) as error:
        sudden_strike.adjudicate(kind, gone, [sudden_strike.Dice((), (1, 1))], strict)
    assert "hut" not in str(error.value)
    for named in NAMED:
        assert sudden_strike.save(named, strict) == sudden_strike.save(named)  # type: ignore[arg-type]


ARMOUR: tuple[UnitClass, ...] = ("armoured_vehicle", "tank", "heavy_tank")


@pytest.mark.rule("R-X9", "PT-X3", "PT-X7")
@in_turn("kind", KINDS)
def test_what_armour_rolls_inside_a_structure_that_failed(kind: UnitClass) -> None:
    """PT-X7 asks for a cover save; PT-X3 gives these classes an armour save and no other."""
    if kind == "aircraft":
        return
    strict = Rulings(armour_inside="unspecified")
    distribution = sudden_strike.strike(kind, BUNKER).map(lambda result: result.fate)
    assert distribution[Fate.SAVED] == fails(3) * (1 - fails(DICE[kind]))
    assert sudden_strike.strike(kind, None, strict) == sudden_strike.strike(kind)
    ruin = Structure("bunker", 3, 3, damage=3)
    assert sudden_strike.strike(kind, ruin, strict) == sudden_strike.strike(kind, ruin)
    if kind not in ARMOUR:
        assert sudden_strike.strike(kind, BUNKER, strict) == sudden_strike.strike(kind, BUNKER)
        return
    for ask in (sudden_strike.strike, sudden_strike.siege, sudden_strike.endures):
        with pytest.raises(
            UnspecifiedBySource,
            match=f"the save of the {kind.replace('_', ' ')} inside a structure that failed .R-X9",
        ):
            ask(kind, BUNKER, strict)
    # Where no save is due, nothing is asked.
    none_due = Rulings(armour_inside="unspecified", save_as_structure_falls=False)
    last = sudden_strike.SANDBAGS
    fates = sudden_strike.strike(kind, last, none_due).map(lambda result: result.fate)
    assert dict(fates) == {Fate.UNAFFECTED: 1 - fails(2), Fate.HIT: fails(2)}


def test_the_oracle_knows_the_same_classes() -> None:
    assert set(KINDS) == set(DICE)


@pytest.mark.rule("PT-X1", "PT-X2", "PT-X4", "R-X1", "R-X7")
@in_turn("readings", READINGS)
def test_a_strike_in_the_open(readings: Readings) -> None:
    for kind, hits in product(KINDS, (0, 1)):
        assert distribution(Unit(kind, hits), None, readings) == strike(kind, hits, None, readings)


@pytest.mark.rule("PT-X5", "PT-X6", "PT-X7", "R-X1", "R-X4", "R-X6", "R-X7", "R-X8")
@pytest.mark.slow
@in_turn("readings", READINGS, sampled=5)
def test_a_strike_on_every_structure_in_every_state(readings: Readings) -> None:
    for kind, hits, structure in product(KINDS, (0, 1), WORN):
        if kind == "aircraft":
            continue
        expected = strike(kind, hits, shelter(structure), readings)
        assert distribution(Unit(kind, hits), structure, readings) == expected, (
            kind,
            hits,
            structure,
        )


@pytest.mark.rule("PT-X5", "PT-X6", "PT-X7", "R-X1")
def test_infantry_in_a_bunker() -> None:
    results = sudden_strike.strike("infantry", structure=BUNKER)
    fates = results.map(lambda result: result.fate)
    assert fates[Fate.UNAFFECTED] == 1 - FAILS**3
    assert fates[Fate.SAVED] == FAILS**3 * (1 - FAILS**2)
    assert fates[Fate.HIT] == FAILS**3 * FAILS**2
    assert fates[Fate.REMOVED] == 0
    worn = results.map(lambda r: r.structure.damage if r.structure else None)
    assert worn[1] == FAILS**3
    assert all(result.activation_ends for result in results)


@pytest.mark.rule("R-X1", "PT-X4")
def test_marked_or_destroyed() -> None:
    destroyed = Rulings(failed_save="vehicles_destroyed")
    for kind in KINDS:
        vehicle = kind in ("unarmoured_vehicle", "armoured_vehicle", "tank", "heavy_tank",
                           "aircraft")  # fmt: skip
        fates = sudden_strike.strike(kind, rulings=destroyed).map(lambda result: result.fate)
        assert (Fate.REMOVED in fates) == vehicle
        assert Fate.REMOVED not in sudden_strike.strike(kind).map(lambda result: result.fate)


@pytest.mark.rule("PT-X5")
def test_what_does_not_protect_is_as_good_as_the_open() -> None:
    open_ground = sudden_strike.strike("infantry").map(lambda result: result.fate)
    for structure in (
        sudden_strike.BARBED_WIRE,
        Structure("bunker", 3, 3, damage=3),
        Structure("hedge", 2, 2, protects=False),
    ):
        assert not structure.intact()
        results = sudden_strike.strike("infantry", structure)
        assert results.map(lambda result: result.fate) == open_ground
        assert {result.structure for result in results} == {structure}


@pytest.mark.rule("R-X4", "R-X8")
def test_a_structure_on_its_last_point() -> None:
    last = Structure("bunker", 3, 3, damage=2)
    assert last.value_left == 1
    no_save = Rulings(save_as_structure_falls=False)
    fates = sudden_strike.strike("infantry", last, no_save).map(lambda result: result.fate)
    assert dict(fates) == {Fate.UNAFFECTED: 1 - FAILS**3, Fate.HIT: FAILS**3}
    fewer = Rulings(dice_drop=True)
    assert last.dice_now(fewer) == 1
    assert last.dice_now(Rulings()) == 3
    fates = sudden_strike.strike("infantry", last, fewer).map(lambda result: result.fate)
    assert fates[Fate.UNAFFECTED] == 1 - FAILS
    obstacle = Structure("tank obstacle", 3, 2, damage=2)
    assert obstacle.dice_now(fewer) == 0
    assert Fate.UNAFFECTED not in sudden_strike.strike("tank", obstacle, fewer).map(
        lambda r: r.fate
    )


@pytest.mark.rule("R-X8")
def test_a_structure_never_has_less_than_no_dice() -> None:
    left = [Structure("cellar", 4, 1, damage=damage) for damage in range(5)]
    assert [each.dice_now(Rulings(dice_drop=True)) for each in left] == [1, 0, 0, 0, 0]
    for worn in left[1:4]:
        distribution = sudden_strike.strike("tank", worn, Rulings(dice_drop=True))
        assert distribution.map(lambda result: result.structure) == Distribution.certain(
            worn.damaged()
        )


def test_the_largest_structure() -> None:
    """Twenty points of value and twenty dice are just allowed."""
    fort = Structure("fort", 20, 20)
    fates = sudden_strike.strike("infantry", fort).map(lambda result: result.fate)
    assert fates[Fate.UNAFFECTED] == 1 - FAILS**20


@pytest.mark.rule("PT-X7", "PT-X5")
def test_damage_markers_and_value() -> None:
    structure = BUNKER
    for value in (2, 1, 0):
        structure = structure.damaged()
        assert (structure.value_left, structure.damage, structure.value) == (value, 3 - value, 3)
        assert structure.intact() == (value > 0)
    with pytest.raises(InvalidValue, match="damage: 4 was given"):
        structure.damaged()
    assert BUNKER.damage == 0


def test_the_published_structures() -> None:
    table = {(each.name, each.value, each.dice, each.protects) for each in STRUCTURES}
    assert table == {
        ("bunker", 3, 3, True),
        ("dugout", 2, 2, True),
        ("trench system", 2, 2, True),
        ("gun position", 1, 2, True),
        ("sandbags", 1, 2, True),
        ("building", 2, 2, True),
        ("tank obstacle", 3, 2, True),
        ("barbed wire", 1, 2, False),
    }
    for each in STRUCTURES:
        assert sudden_strike.structure(each.name) is each
        assert each.damage == 0


@pytest.mark.rule("PT-X3")
def test_an_aircraft_in_a_structure_is_not_in_the_source() -> None:
    for ask in (
        lambda: sudden_strike.strike("aircraft", BUNKER),
        lambda: sudden_strike.siege("aircraft", BUNKER),
        lambda: sudden_strike.adjudicate("aircraft", BUNKER, []),
    ):
        with pytest.raises(UnspecifiedBySource, match="unit: an aircraft inside a structure"):
            ask()


@pytest.mark.rule("R-X6", "R-X7", "PT-X1")
def test_how_much_activation_is_lost() -> None:
    unit = Unit("infantry")

    def lost(shown: Showing, **readings: Any) -> tuple[bool, str | None]:
        result = sudden_strike.resolve(unit, BUNKER, shown, Rulings(**readings))
        return result.activation_ends, result.lost

    held, saved, hit = Showing(1, None), Showing(0, 1), Showing(0, 0)
    for shown in (held, saved, hit):
        assert lost(shown) == (True, "activation")
        assert lost(shown, lost="round") == (True, "round")
    assert lost(held, ends_though_structure_saves=False) == (False, None)
    assert lost(saved, ends_though_structure_saves=False) == (True, "activation")


@pytest.mark.parametrize("lost", get_args(Lost))
def test_every_result_of_a_strike_says_shortly_what_no_other_says(lost: Lost) -> None:
    for structure in (None, BUNKER, BUNKER.damaged()):
        results = list(sudden_strike.strike(Unit("infantry"), structure, Rulings(lost=lost)))
        told = [str(each) for each in results]
        assert len(set(told)) == len(told)
        assert max(map(len, told)) < 60
        for each, text in zip(results, told, strict=True):
            assert text.startswith(f"{each.fate.value}; hits: {each.hits}")
            assert (f"{lost} lost" in text) == each.activation_ends


@pytest.mark.rule("PT-X5", "R-X10")
def test_a_damaged_structure_that_is_no_longer_intact() -> None:
    """A bunker, damaged once: it shields with three dice, or nobody."""
    worn, strict = Structure("bunker", 3, 3, damage=1), Rulings(shields="undamaged")
    holds = 1 - fails(3)
    assert (
        sudden_strike.strike("infantry", worn).probability(
            lambda each: each.fate == Fate.UNAFFECTED
        )
        == holds
    )
    for kind in ("infantry", "tank"):
        found = sudden_strike.strike(kind, worn, strict).map(lambda each: each.fate)
        assert found == sudden_strike.strike(kind).map(lambda each: each.fate)
    # The first failure ends it: it falls as sandbags do, which have one point of value.
    siege = sudden_strike.siege("infantry", BUNKER, strict)
    assert siege.structure_lasts.mean() == 1 / fails(3)
    assert siege.left == {2: 1}
    assert siege.outlived == 1
    with pytest.raises(InvalidValue, match="still protects"):
        sudden_strike.siege("infantry", worn, strict)
    record = sudden_strike.adjudicate("infantry", worn, [sudden_strike.Dice((), (5, 1))], strict)
    (step,) = [each for each in record.steps if "no longer shields anything" in each.text]
    assert step.clauses == ("PT-X5", "R-X10")


@pytest.mark.rule("PT-X4", "PT-X7", "PT-M17")
@in_turn(("kind", "place"), [("tank", None), ("infantry", BUNKER), ("infantry", STRUCTURES[4])])
def test_several_strikes_one_after_the_other(kind: UnitClass, place: Structure | None) -> None:
    """The oracle, strike by strike; the removed are struck no more."""
    read = Readings()
    now = strike(kind, 0, shelter(place), read)
    for _ in range(2):
        then: dict[After, Fraction] = {}
        for last, p in now.items():
            worn = shelter(place)
            if worn is not None and last.value is not None:
                worn = worn._replace(damage=worn.value - last.value)
            gone = last.fate == "removed"
            following = {last: Fraction(1)} if gone else strike(kind, last.hits, worn, read)
            for after, q in following.items():
                then[after] = then.get(after, Fraction(0)) + p * q
        now = then
    wanted: dict[tuple[str, int], Fraction] = {}
    for after, p in now.items():
        wanted[after.fate, after.hits] = wanted.get((after.fate, after.hits), Fraction(0)) + p
    found = sudden_strike.strike(kind, place, strikes=3)
    assert dict(found.map(lambda each: (str(each.fate), each.hits)).items()) == wanted
    removed = found.probability(lambda each: each.fate == Fate.REMOVED)
    assert removed == sudden_strike.endures(kind, place).cdf(3)
