"""The second way to every number agrees with the engine."""

import math
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules_lib import derivations
from rules_lib.derivations import Fighter, MeleeSetup
from rules_lib.errors import InvalidValue
from rules_lib.paper_tigers import Card, command, melee
from rules_lib.paper_tigers.command import Colour
from rules_lib.probability import dice
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Cavalry, Infantry
from tests.in_turn import in_turn

COLOURS: tuple[Colour, Colour] = ("red", "black")
COMBAT = {"red": 3, "black": 2}
MOVEMENT = {"red": 2, "black": 3}
VALUES = (2, 5, 7, 9, 11, 12, 13, 17, 19)


@pytest.mark.rule("PT-M3", "PT-M4", "PT-M19")
def test_chances_to_pass_are_the_same_fractions() -> None:
    for colour, value in product(COLOURS, range(2, 21)):
        card = Card(colour, value)
        assert derivations.pass_chance(COMBAT[colour], value) == command.chance(card, "charge")
        assert derivations.pass_chance(MOVEMENT[colour], value) == command.chance(card, "movement")


@in_turn("count", [0, 1, 2, 3, 8, derivations.MOST_DICE])
def test_totals_are_whole_weights(count: int) -> None:
    weights = derivations.total_weights(count)
    assert {total: int(weight) for total, weight in enumerate(weights) if weight} == {
        total: int(chance * 6**count) for total, chance in dice.total(count).items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("cards", list(product(COLOURS, repeat=2)), ids="-".join)
@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("cover", [False, True])
def test_melees_agree_to_twelve_digits(
    cards: tuple[Colour, Colour], small: bool, cover: bool
) -> None:
    for first, second in product(VALUES, repeat=2):
        setup = MeleeSetup(COMBAT[cards[0]], first, COMBAT[cards[1]], second, small, cover)
        figures = derivations.melee(setup)
        odds = melee.odds(
            melee.Combatant(Card(cards[0], first)),
            melee.Combatant(Card(cards[1], second), small_team=small, in_cover=cover),
        )
        for name, chance in odds.outcomes.items():
            assert getattr(figures, name) == pytest.approx(float(chance), abs=1e-12)
        if odds.undecided:
            assert math.isinf(figures.exchanges)
        else:
            assert figures.exchanges == pytest.approx(float(odds.exchanges.mean()), rel=1e-12)


@pytest.mark.rule("R-M10", "PT-M12")
@in_turn("hits", [(0, 1), (1, 0), (1, 1)])
@in_turn("values", [(7, 5), (5, 9), (12, 12), (14, 3)])
def test_melees_of_units_that_enter_hit_and_shaken(
    hits: tuple[int, int], values: tuple[int, int]
) -> None:
    figures = derivations.melee(MeleeSetup(3, values[0], 2, values[1], False, False, *hits))
    cards = Card("red", values[0]), Card("black", values[1])
    a, d = (melee.Combatant(card, hits=count) for card, count in zip(cards, hits, strict=True))
    told = (replace(unit, shaken=unit.hits > 0) for unit in (a, d))
    only_here = melee.Rulings(earlier_hit_shakes=False)
    for odds in (melee.odds(a, d), melee.odds(next(told), next(told), only_here)):
        for name, chance in odds.outcomes.items():
            assert getattr(figures, name) == pytest.approx(float(chance), abs=1e-12)


@in_turn("hits", [-1, 2, True, 1.0, "1", None])
def test_hits_before_a_melee_that_cannot_be(hits: int) -> None:
    with pytest.raises(InvalidValue, match="attacker_hits: "):
        MeleeSetup(3, 7, 3, 7, attacker_hits=hits)
    with pytest.raises(InvalidValue, match="defender_hits: "):
        MeleeSetup(3, 7, 3, 7, defender_hits=hits)


@in_turn("count", [-1, 25, 10**6, True, 2.0, "3", None])
def test_dice_that_cannot_be_counted(count: int) -> None:
    with pytest.raises(InvalidValue, match=r"count: .* from 0 to 24"):
        derivations.total_weights(count)


@in_turn("value", [-1, True, 7.0, "7", None])
def test_values_that_are_none(value: int) -> None:
    with pytest.raises(InvalidValue, match=r"value: .* from 0 up"):
        derivations.pass_chance(2, value)


# ---------------------------------------------------------------- the cavalry charge

DUELS = [
    (Fighter(*rider, heavy), Fighter(*other, other_heavy))
    for rider in ((5, 4, 4), (8, 5, 2))
    for other in ((6, 5, 4), (3, 1, 2))
    for heavy, other_heavy in product((True, False), repeat=2)
]


PLAN: dict[str, str | bool] = {"retreat before shock": False, "go on": "charge"}


def law_of(
    charger: Fighter,
    target: Infantry | Cavalry,
    decisions: dict[str, str | bool],
    clear: bool,
    rulings: charge.Rulings,
) -> dict[tuple[str, str], Fraction]:
    rider = Cavalry(
        "A", charger.cohesion, charger.strength, charger.disordered, heavy=charger.heavy
    )
    situation = charge.Situation.of(
        [charge.Stack((rider,))], [charge.Target((target,), clear_terrain=clear)]
    )
    found: defaultdict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for outcome, chance in charge.odds(situation, decisions, rulings).outcomes.items():
        found[str(outcome.fate("A")), str(outcome.fate("Y"))] += chance
    return dict(found)


RULINGS = [
    ({}, charge.Rulings()),
    ({"printed": False}, charge.Rulings(retreat_check_cohesion="disordered")),
    ({"penalty": 0}, charge.Rulings(pursuit_penalty="first_free")),
]


@pytest.mark.rule(
    "TG-9.83", "TG-9.84", "TG-9.85e", "TG-9.85f", "TG-9.87a", "TG-9.87e", "R-N1", "R-N6"
)
@pytest.mark.parametrize(("square", "recall"), [(True, True), (True, False), (False, False)])
@pytest.mark.parametrize(("readings", "rulings"), RULINGS)
@pytest.mark.slow
def test_charges_on_infantry_are_the_same_fractions(
    square: bool, recall: bool, readings: dict[str, Any], rulings: charge.Rulings
) -> None:
    for (rider, foot), clear in product(DUELS[::2], (True, False)):
        infantry = Infantry("Y", foot.cohesion, foot.strength, foot.disordered)
        decisions = {**PLAN, "square": square, "recall": recall, "counter-shock": clear}
        assert law_of(rider, infantry, decisions, clear, rulings) == derivations.charge_on_infantry(
            rider, foot, clear=clear, square=square, recall=recall, strikes_back=clear, **readings
        )


@pytest.mark.rule("TG-9.86a", "TG-9.86b", "TG-9.86c", "TG-9.73d", "TG-9.84", "R-N1", "R-N6")
@pytest.mark.parametrize("countercharge", [True, False])
@pytest.mark.parametrize("strikes_back", [True, False])
@pytest.mark.parametrize(("readings", "rulings"), RULINGS)
@pytest.mark.slow
def test_charges_on_cavalry_are_the_same_fractions(
    countercharge: bool, strikes_back: bool, readings: dict[str, Any], rulings: charge.Rulings
) -> None:
    for rider, other in DUELS:
        cavalry = Cavalry("Y", other.cohesion, other.strength, other.disordered, heavy=other.heavy)
        decisions = {
            **PLAN,
            "counter-charge": "first" if countercharge else "no",
            "counter-shock": strikes_back,
        }
        assert law_of(rider, cavalry, decisions, True, rulings) == derivations.charge_on_cavalry(
            rider, other, countercharge=countercharge, strikes_back=strikes_back, **readings
        )


@pytest.mark.rule("R-N21", "TG-9.83")
@pytest.mark.parametrize("cohesion", [2, 5, 8])
def test_a_charge_and_a_shock_in_turn(cohesion: int) -> None:
    """Both have arrived, in the open; the second blow meets the defender as the first left it."""
    rider = Cavalry("A", 5, 3, heavy=True)
    stacks = [
        charge.Stack((rider,), commitment_drm=-10),
        charge.Stack((Infantry("B", 6, 4),), charges=False, commitment_drm=-10),
    ]
    target = charge.Target((Infantry("Y", cohesion, 4, cohesion - 1),), clear_terrain=True)
    decisions = {**PLAN, "counter-shock": False, "breakthrough": False}
    odds = charge.odds(charge.Situation.of(stacks, [target]), decisions)
    first, then = -1 + 3 + 5 - cohesion + 1, 6 - cohesion + 1
    below, low, high, _ = derivations.row_chances(first)
    stays = derivations.check_chance(cohesion)
    broken = derivations.leaves_chance(then + 1, cohesion, disordered=True)
    second = (below + low) * derivations.leaves_chance(then, cohesion) + high * stays * broken
    found = odds.outcomes.probability(lambda outcome: outcome.left("Y"))
    assert found == derivations.leaves_chance(first, cohesion) + second
    assert derivations.leaves_chance(3, cohesion, disordered=True) == Fraction(8, 10)


@pytest.mark.rule("TG-9.87e", "R-N6")
@in_turn(
    ("penalty", "modifiers"),
    [("cumulative", (9, 6, 5)), ("first_free", (9, 7, 6)), ("flat", (9, 6, 6))],
)
def test_pursuits_run_as_long(penalty: Any, modifiers: tuple[int, ...]) -> None:
    """Four enemies of one kind in a row, none of which can react; the die decides alone."""
    target = None
    for name in ("X", "W", "V", "Y"):
        infantry = Infantry(name, 5, 2, 5)
        beyond = () if target is None else (target,)
        target = charge.Target((infantry,), in_enemy_zoc=True, beyond=beyond)
    assert target is not None
    rider = Cavalry("A", 9, 4, heavy=True)
    situation = charge.Situation.of([charge.Stack((rider,))], [target])
    decisions = {**PLAN, "counter-shock": False}
    odds = charge.odds(situation, decisions, charge.Rulings(pursuit_penalty=penalty))
    # The first fight has 2 for strength, 3 and 4; the others nothing for strength.
    reached = [Fraction(math.prod(modifiers[:n]), 10**n) for n in range(4)]
    assert [1 - odds.pursuits.cdf(n - 1) for n in range(4)] == reached


@pytest.mark.rule("TG-9.81-3", "TG-9.85e", "TG-9.85f")
def test_modified_results_when_the_square_is_open() -> None:
    rider, foot = Fighter(5, 4, 4, True), Fighter(6, 5, 4)
    forms = derivations.check_chance(6)
    drms = {5 - 6 + 1 - 2: forms, 5 - 5 + 1 + 3: 1 - forms}
    situation = charge.Situation.of(
        [charge.Stack((Cavalry("A", *rider[:1], 4, 4, heavy=True),))],
        [charge.Target((Infantry("Y", 6, foot.strength, 5),), clear_terrain=True)],
    )
    decisions = {**PLAN, "square": True, "recall": False, "counter-shock": False}
    found = charge.odds(situation, decisions).results("A")
    commits = derivations.check_chance(5)
    law = {n: sum(p for drm, p in drms.items() if 0 <= n - drm <= 9) / 10 for n in range(-2, 15)}
    assert {n: p for n, p in found.items() if n is not None} == {
        n: commits * p for n, p in law.items() if p
    }
    none = Fraction(0)
    assert derivations.row_chances(7) == (none, none, Fraction(3, 10), Fraction(7, 10))
    assert derivations.row_chances(-3)[3] == 0


def test_fates_add_up() -> None:
    law = derivations.charge_on_infantry(Fighter(5, 4, 4, True), Fighter(6, 5, 4))
    assert derivations.fate_chance(law) == 1
    gone = derivations.fate_chance(law, target="withdrawn")
    assert 0 < gone < 1 - derivations.fate_chance(law, charger="uncommitted")


@in_turn(
    ("ask", "allowed"),
    [
        (lambda: derivations.total_weights(25), "0 to 24"),
    ],
)
def test_a_question_that_is_too_large_names_the_largest(ask: Any, allowed: str) -> None:
    with pytest.raises(InvalidValue, match=f"allowed: a whole number from {allowed}$"):
        ask()
