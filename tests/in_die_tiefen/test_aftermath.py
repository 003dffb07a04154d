"""The odds of what follows a battle, against direct enumeration.

One aftermath after the other stands in `tests/cases/battle.toml` and in the golden table.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, aftermath, battle
from rules_lib.in_die_tiefen.aftermath import Aftermath
from rules_lib.in_die_tiefen.battle import Rulings, Winner
from rules_lib.probability import Distribution
from tests.in_turn import in_turn

A, B = Winner.A, Winner.B
DISTRIBUTION_A: dict[Any, Fraction] = {
    0: Fraction(1, 4),
    3: Fraction(1, 2),
    ("sensational", 4): Fraction(1, 8),
    "fumble": Fraction(1, 8),
}


DISTRIBUTION_B: dict[Any, Fraction] = {1: Fraction(2, 3), 4: Fraction(1, 3)}


@pytest.mark.rule("IDT-7.2", "IDT-7.7", "R-I7", "R-I8", "R-I10", "R-I12", "R-I13", "R-I15")
@in_turn(
    "readings",
    [
        {},
        {"draw_tests": "no_test"},
        {"retreat_hexes": 8},
        {"farther_hexes": "capped"},
        {"destroyed_fanatics_left_out": True},
        {"dead_winners_test": True},
        {"dead_losers_retreat": True},
    ],
)
@in_turn(("a", "b"), [(Party(5, 4), Party(2)), (Party(2), Party(3, 1))])
def test_the_odds_of_the_aftermath(a: Party, b: Party, readings: dict[str, Any]) -> None:
    rulings = Rulings(**readings)
    fought = battle.odds(a, b, rulings)
    expected: defaultdict[Aftermath, Fraction] = defaultdict(Fraction)
    for (won, share_a, share_b), chance in fought.outcomes.items():
        dead = "a" * (share_a == 1) + "b" * (share_b == 1)
        for (one, p), (two, q) in product(DISTRIBUTION_A.items(), DISTRIBUTION_B.items()):
            tests = aftermath.due(
                won, wiped_out_a="a" in dead, wiped_out_b="b" in dead, rulings=rulings
            ).tests
            results = (one if A in tests else None, two if B in tests else None)
            no_troops = {f"wiped_out_{side}": side in dead for side in "ab"}
            expected[aftermath.resolve(won, *results, **no_troops, rulings=rulings)] += (
                chance * p * q
            )
    found = aftermath.odds(fought, DISTRIBUTION_A, DISTRIBUTION_B)
    assert found == expected
    assert not any(each.farther for each in found if each.hexes is None), "nobody retreats"
    assert found == aftermath.odds(
        fought, Distribution(DISTRIBUTION_A), Distribution(DISTRIBUTION_B)
    )
    assert found.probability(lambda each: each.loser == B) == fought.a_wins


@pytest.mark.rule("R-I11")
def test_the_odds_need_the_class_of_a_special_result_only_by_one_reading() -> None:
    fought = battle.odds(Party(1), Party(1), Rulings(gap_counts_after_special=True))
    with pytest.raises(UnspecifiedBySource, match="quality class"):
        aftermath.odds(fought, DISTRIBUTION_A, DISTRIBUTION_B)
    known = {("fumble", 0): Fraction(1)}
    distribution = aftermath.odds(fought, known, {4: Fraction(1)})
    kept = {each for each in distribution if each.loser == A and not each.wiped_out}
    assert {each.hexes for each in kept} == {2}


@in_turn("result", ["good", -1, None, ("sensational", "x"), 5.5])
def test_a_distribution_of_morale_is_about_results_of_its_test(result: Any) -> None:
    """Even where another distribution is right, or no test is made: A never keeps its one die."""
    fought = battle.odds(Party(5, 4), Party(1, superior=True))
    wrong = {result: Fraction(1)}
    for distributions, name in (
        ((wrong, DISTRIBUTION_B), "morale_a"),
        ((DISTRIBUTION_A, wrong), "morale_b"),
    ):
        with pytest.raises(InvalidValue, match=f"^{name}: "):
            aftermath.odds(fought, *distributions)
