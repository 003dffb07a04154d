"""After the battle, clause by clause, and its odds against direct enumeration."""

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

A, B, DRAW = Winner.A, Winner.B, Winner.DRAW


def resolve(
    winner: Winner, morale_a: Any, morale_b: Any, *, dead: str = "", **reading: Any
) -> Aftermath:
    return aftermath.resolve(
        winner,
        morale_a,
        morale_b,
        wiped_out_a="a" in dead,
        wiped_out_b="b" in dead,
        rulings=Rulings(**reading),
    )


@pytest.mark.rule("R-I7")
@in_turn(
    ("base", "won", "lost", "hexes", "farther"),
    [
        (6, 0, 0, 6, 0),
        (8, 3, 3, 8, 0),
        (8, 4, 0, 4, 0),
        (8, 1, 3, 8, 2),
        (4, 2, 1, 3, 0),
        (4, 1, 3, 6, 0),
        (4, 0, 4, 6, 2),
        (1, 0, 0, 1, 0),
        (5, 4, 0, 1, 0),
        (3, 2, 0, 1, 0),
    ],
)
def test_another_number_of_hexes(base: int, won: int, lost: int, hexes: int, farther: int) -> None:
    after = resolve(A, won, lost, retreat_hexes=base)
    assert (after.hexes, after.farther) == (hexes, farther)


@pytest.mark.rule("R-I7", "IDT-7.1", "IDT-7.5")
@in_turn(("base", "won", "lost"), [(4, 4, 0), (3, 4, 0), (1, 4, 0), (1, 2, 1)])
def test_a_loser_who_must_retreat_and_cannot(base: int, won: int, lost: int) -> None:
    with pytest.raises(UnspecifiedBySource, match=r"retreat_hexes \(R-I7\): where the loser goes"):
        resolve(A, won, lost, retreat_hexes=base)
    # Nobody is there to close a hex.
    assert resolve(A, None, lost, retreat_hexes=base, dead="a").hexes == base


@pytest.mark.rule("IDT-7.3", "IDT-7.4")
@in_turn("winner", Winner)
@in_turn(
    ("morale_a", "morale_b", "extra", "out"),
    [
        ("sensational", 2, (A,), ()),
        (1, "sensational", (B,), ()),
        ("sensational", "sensational", (A, B), ()),
        ("fumble", 2, (), (A,)),
        (0, "fumble", (), (B,)),
        ("fumble", "fumble", (), (A, B)),
        ("sensational", "fumble", (A,), (B,)),
        (("sensational", 4), ("fumble", 0), (A,), (B,)),
        (3, 1, (), ()),
    ],
)
def test_sensational_results_and_fumbles(
    winner: Winner, morale_a: Any, morale_b: Any, extra: Any, out: Any
) -> None:
    after = resolve(winner, morale_a, morale_b)
    assert (after.extra_action, after.sits_out) == (extra, out)


@pytest.mark.rule("R-I11")
@pytest.mark.parametrize("special", ["sensational", "fumble"])
def test_a_special_result_without_its_class_cannot_be_compared(special: str) -> None:
    assert resolve(A, special, 2).hexes == 6
    for side, morale in (("a", (special, 2)), ("b", (2, special))):
        told = f"^morale_{side}: the quality class of '{special}'.*'{special} 4'.*the source"
        with pytest.raises(UnspecifiedBySource, match=told):
            resolve(A, *morale, gap_counts_after_special=True)
    # After a draw nobody retreats, so there is nothing to compare.
    assert resolve(DRAW, special, 2, gap_counts_after_special=True).hexes is None


@pytest.mark.rule("R-I10", "IDT-7.1", "IDT-7.2")
def test_after_a_draw() -> None:
    both = resolve(DRAW, "sensational", "fumble")
    assert both == Aftermath(None, None, 0, (A,), (B,), ())
    none = resolve(DRAW, None, None, draw_tests="no_test")
    assert none == Aftermath(None, None, 0, (), (), ())
    with pytest.raises(
        InvalidValue, match=r"morale_b: 2 .* no test, because under R-I10 no party tests"
    ):
        resolve(DRAW, None, 2, draw_tests="no_test")
    # The ruling is about draws only.
    assert resolve(A, 4, 2, draw_tests="no_test").hexes == 4


DEAD_WINNERS = {"dead_winners_test": True}


DEAD_LOSERS = {"dead_losers_retreat": True}


NO_TEST = {"draw_tests": "no_test"}


@pytest.mark.rule("IDT-7.1", "IDT-7.2", "IDT-7.7", "R-I10", "R-I13", "R-I15")
@in_turn(
    ("winner", "dead", "reading", "retreats", "tests"),
    [
        (A, "", {}, B, (A, B)),
        (A, "a", {}, B, (B,)),
        (A, "b", {}, None, (A,)),
        (A, "ab", {}, None, ()),
        (B, "b", {}, A, (A,)),
        (B, "a", {}, None, (B,)),
        (DRAW, "", {}, None, (A, B)),
        (DRAW, "a", {}, None, (B,)),
        (DRAW, "ab", {}, None, ()),
        (A, "a", DEAD_WINNERS, B, (A, B)),
        (A, "b", DEAD_WINNERS, None, (A,)),
        (A, "ab", DEAD_WINNERS, None, ()),
        (A, "a", DEAD_LOSERS, B, (B,)),
        (A, "b", DEAD_LOSERS, B, (A, B)),
        (A, "ab", DEAD_LOSERS, B, (B,)),
        (DRAW, "a", DEAD_LOSERS, None, (A, B)),
        (DRAW, "ab", DEAD_LOSERS, None, (A, B)),
        (A, "ab", {**DEAD_WINNERS, **DEAD_LOSERS}, B, (A, B)),
        (DRAW, "", NO_TEST, None, ()),
        (DRAW, "ab", {**NO_TEST, **DEAD_LOSERS}, None, ()),
        (A, "", NO_TEST, B, (A, B)),
    ],
)
def test_who_retreats_and_who_tests(
    winner: Winner, dead: str, reading: Any, retreats: Winner | None, tests: tuple[Winner, ...]
) -> None:
    """And those results of tests are taken, and no others."""
    found = aftermath.due(
        winner, wiped_out_a="a" in dead, wiped_out_b="b" in dead, rulings=Rulings(**reading)
    )
    assert found == (retreats, tests)
    morale = [2 if side in tests else None for side in (A, B)]
    after = resolve(winner, *morale, dead=dead, **reading)
    assert after.loser == (None if winner == DRAW else B if winner == A else A)
    assert (after.hexes, after.wiped_out) == (
        6 if retreats else None,
        tuple(Winner(x) for x in dead),
    )
    for at, name in enumerate(("morale_a", "morale_b")):
        wrong: list[Any] = [*morale]
        wrong[at] = None if morale[at] else 2
        with pytest.raises(InvalidValue, match=f"^{name}: {wrong[at]} was given"):
            resolve(winner, *wrong, dead=dead, **reading)


@in_turn(
    ("winner", "dead", "reading", "why"),
    [
        (A, "a", {}, "by R-I13 a party without troops makes no test"),
        (B, "a", {}, "by R-I15 a party without troops makes no test"),
        (DRAW, "a", {}, "by R-I15 a party without troops makes no test"),
        (DRAW, "", NO_TEST, "under R-I10 no party tests after a draw"),
    ],
)
def test_a_test_that_is_not_made_says_by_which_ruling(
    winner: Winner, dead: str, reading: Any, why: str
) -> None:
    with pytest.raises(
        InvalidValue, match=f"^morale_a: 2 was given; allowed: no test, because {why}"
    ):
        resolve(winner, 2, 2, dead=dead, **reading)


@pytest.mark.rule("R-I16", "IDT-7.5", "IDT-7.6")
@in_turn(
    ("reading", "won", "lost", "hexes", "farther"),
    [
        ("failure_lowest", 3, "failure", 3, 0),
        ("failure_lowest", "failure", 2, 6, 2),
        ("failure_lowest", "failure", "failure", 6, 0),
        ("failure_lowest", 4, ("failure", 0), 2, 0),
        ("failures_have_classes", 3, ("failure", 1), 4, 0),
        ("failures_have_classes", ("failure", 1), ("failure", 0), 5, 0),
        ("gap", 9, 5, 2, 0),
        ("gap", 100, 100, 6, 0),
        ("gap", ("failure", 3), 7, 6, 4),
    ],
)
def test_classes_of_a_morale_test(
    reading: Any, won: Any, lost: Any, hexes: int, farther: int
) -> None:
    after = resolve(A, won, lost, quality_classes=reading)
    assert (after.hexes, after.farther) == (hexes, farther)
    assert (after.extra_action, after.sits_out) == ((), ())


@pytest.mark.rule("R-I16")
@in_turn(
    ("reading", "morale", "message"),
    [
        ("failure_lowest", (5, 1), "morale_a: 5 .* a class from 0 to 4"),
        ("failure_lowest", (("failure", 1), 1), r"morale_a: \('failure', 1\) .* class 0"),
        ("failures_have_classes", (2, "failure"), "quality class of 'failure'.*the source"),
        ("failures_have_classes", (2, ("failure", 5)), "morale_b: .* a class from 0 to 4"),
        ("gap", (9, 4), "morale_a, morale_b: 5 .* a gap of 4 classes at most"),
        ("gap", (101, 100), "morale_a: 101 .* a class from 0 to 100"),
        ("gap", ("failure", 0), "quality class of 'failure'.*the source"),
    ],
)
def test_classes_that_a_morale_test_does_not_have(
    reading: Any, morale: tuple[Any, Any], message: str
) -> None:
    with pytest.raises((InvalidValue, UnspecifiedBySource), match=message):
        resolve(A, *morale, quality_classes=reading)


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
        DEAD_WINNERS,
        DEAD_LOSERS,
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
            expected[resolve(won, *results, dead=dead, **readings)] += chance * p * q
    found = aftermath.odds(fought, DISTRIBUTION_A, DISTRIBUTION_B)
    assert found == expected
    assert found == aftermath.odds(
        fought, Distribution(DISTRIBUTION_A), Distribution(DISTRIBUTION_B)
    )
    without = found.map(lambda each: each.wiped_out)
    shares = fought.losses.map(lambda each: (each[0] == 1, each[1] == 1))
    for gone in product((False, True), repeat=2):
        sides = tuple(side for side, is_gone in zip((A, B), gone, strict=True) if is_gone)
        assert without[sides] == shares[gone]
    assert min(without[(A,)], without[(B,)]) > 0
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
