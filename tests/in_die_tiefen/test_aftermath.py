"""After the battle, clause by clause, and its odds against direct enumeration."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, aftermath, battle
from rules_lib.in_die_tiefen.aftermath import CLASSES, Aftermath
from rules_lib.in_die_tiefen.battle import Rulings, Winner
from rules_lib.probability import Distribution
from tests.in_turn import in_turn

A, B, DRAW = Winner.A, Winner.B, Winner.DRAW


def resolve(winner: Winner, morale_a: Any, morale_b: Any, **more: Any) -> Aftermath:
    wiped_out = more.pop("winner_wiped_out", False)
    return aftermath.resolve(
        winner, morale_a, morale_b, winner_wiped_out=wiped_out, rulings=Rulings(**more)
    )


@pytest.mark.rule("IDT-7.1")
@pytest.mark.parametrize(("winner", "loser"), [(A, B), (B, A), (DRAW, None)])
def test_the_loser_must_leave(winner: Winner, loser: Winner | None) -> None:
    after = resolve(winner, 2, 2)
    assert after.loser == loser
    assert after.hexes == (None if loser is None else 6)
    assert (after.farther, after.extra_action, after.sits_out) == (0, (), ())


@pytest.mark.rule("IDT-7.2")
@in_turn(("morale_a", "morale_b"), [(None, 2), (2, None), (None, None)])
@in_turn("winner", Winner)
def test_both_sides_test_morale(winner: Winner, morale_a: Any, morale_b: Any) -> None:
    missing = "morale_a" if morale_a is None else "morale_b"
    with pytest.raises(InvalidValue, match=f"{missing}: None .* a class from 0 to 4"):
        resolve(winner, morale_a, morale_b)


@pytest.mark.rule("IDT-7.5", "IDT-7.6", "R-I12")
@in_turn(("won", "lost"), [*product(CLASSES, CLASSES)])
def test_each_class_closes_or_opens_a_hex(won: int, lost: int) -> None:
    for after in (resolve(A, won, lost), resolve(B, lost, won)):
        assert (after.hexes or 0) + after.farther == 6 - won + lost
        assert (after.hexes, after.farther) == (min(6, 6 - won + lost), max(0, lost - won))
    capped = resolve(A, won, lost, farther_hexes="capped")
    assert (capped.hexes, capped.farther) == (min(6, 6 - won + lost), 0)


@pytest.mark.rule("IDT-7.5")
def test_the_largest_gap_leaves_two_hexes() -> None:
    assert resolve(A, 4, 0).hexes == 2
    assert list(CLASSES) == [0, 1, 2, 3, 4]


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
    assert resolve(A, won, lost, retreat_hexes=base, winner_wiped_out=True).hexes == base


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


@pytest.mark.rule("R-I11", "IDT-7.3", "IDT-7.4", "IDT-7.5")
@in_turn(
    ("won", "lost", "hexes", "farther"),
    [
        (("sensational", 4), 1, 3, 0),
        (3, ("fumble", 0), 3, 0),
        (1, ("sensational", 4), 6, 3),
        (("fumble", 0), 2, 6, 2),
        (("sensational", 4), ("fumble", 0), 2, 0),
    ],
)
def test_whether_the_gap_counts_after_a_special_result(
    won: Any, lost: Any, hexes: int, farther: int
) -> None:
    plain = resolve(A, won, lost)
    assert (plain.hexes, plain.farther) == (6, 0)
    compared = resolve(A, won, lost, gap_counts_after_special=True)
    assert (compared.hexes, compared.farther) == (hexes, farther)
    assert resolve(A, won, lost, retreat_hexes=8).hexes == 8


@pytest.mark.rule("R-I11")
@pytest.mark.parametrize("special", ["sensational", "fumble"])
def test_a_special_result_without_its_class_cannot_be_compared(special: str) -> None:
    assert resolve(A, special, 2).hexes == 6
    for morale in ((special, 2), (2, special)):
        with pytest.raises(UnspecifiedBySource, match=f"quality class of '{special}'.*the source"):
            resolve(A, *morale, gap_counts_after_special=True)
    # After a draw nobody retreats, so there is nothing to compare.
    assert resolve(DRAW, special, 2, gap_counts_after_special=True).hexes is None


@pytest.mark.rule("R-I10", "IDT-7.1", "IDT-7.2")
def test_after_a_draw() -> None:
    both = resolve(DRAW, "sensational", "fumble")
    assert both == Aftermath(None, None, 0, (A,), (B,), winner_wiped_out=False)
    none = resolve(DRAW, None, None, draw_tests="no_test")
    assert none == Aftermath(None, None, 0, (), (), winner_wiped_out=False)
    with pytest.raises(InvalidValue, match=r"morale_b: 2 .* None: by R-I10 nobody tests"):
        resolve(DRAW, None, 2, draw_tests="no_test")
    # The ruling is about draws only.
    assert resolve(A, 4, 2, draw_tests="no_test").hexes == 4


@pytest.mark.rule("IDT-7.7")
def test_dead_winners_still_drive_the_loser_off() -> None:
    after = resolve(A, 2, 3, winner_wiped_out=True)
    assert after == Aftermath(B, 6, 1, (), (), winner_wiped_out=True)
    assert not resolve(A, 2, 3).winner_wiped_out
    with pytest.raises(InvalidValue, match=r"winner_wiped_out: True .* after a draw"):
        resolve(DRAW, 2, 3, winner_wiped_out=True)


@pytest.mark.rule("R-I13", "IDT-7.5", "IDT-7.6", "IDT-7.7")
@in_turn(("won", "lost"), [*product(CLASSES, CLASSES)])
@in_turn("base", [6, 8])
def test_whether_a_winner_who_is_wiped_out_closes_hexes(base: int, won: int, lost: int) -> None:
    """Nobody is there to close any; what the loser's own morale opens stays open."""
    for winner, morale in ((A, (won, lost)), (B, (lost, won))):
        alive = resolve(winner, *morale, retreat_hexes=base)
        dead = resolve(winner, *morale, winner_wiped_out=True, retreat_hexes=base)
        assert (dead.hexes, dead.farther) == (base, max(0, lost - won))
        closing = resolve(
            winner,
            *morale,
            winner_wiped_out=True,
            retreat_hexes=base,
            dead_winners_close_hexes=True,
        )
        assert (closing.hexes, closing.farther) == (alive.hexes, alive.farther)


@pytest.mark.rule("R-I13", "R-I11")
def test_a_special_result_of_a_winner_who_is_wiped_out() -> None:
    special: Any = ("sensational", 4)
    for reading, hexes in (({}, 6), ({"dead_winners_close_hexes": True}, 3)):
        dead = resolve(
            A, special, 1, winner_wiped_out=True, gap_counts_after_special=True, **reading
        )
        assert (dead.hexes, dead.extra_action) == (hexes, (A,))
        assert resolve(A, special, 1, winner_wiped_out=True, **reading).hexes == 6


@pytest.mark.rule("R-I13", "IDT-7.7")
def test_the_odds_know_whose_winner_is_wiped_out() -> None:
    """Two dice, one of them fanatic, against two: it wins 6 and 5 to 5 and 1, and is gone."""
    fought = battle.odds(Party(2, 1), Party(2))
    certain = aftermath.odds(fought, {3: Fraction(1)}, {1: Fraction(1)})
    gone = {each for each in certain if each.winner_wiped_out}
    assert {each.hexes for each in gone} == {6}
    assert {each.hexes for each in certain if each.loser == B and each not in gone} == {4}


DISTRIBUTION_A: dict[Any, Fraction] = {
    0: Fraction(1, 4),
    3: Fraction(1, 2),
    ("sensational", 4): Fraction(1, 8),
    "fumble": Fraction(1, 8),
}
DISTRIBUTION_B: dict[Any, Fraction] = {1: Fraction(2, 3), 4: Fraction(1, 3)}


@pytest.mark.rule("IDT-7.2", "IDT-7.7", "R-I7", "R-I8", "R-I10", "R-I12", "R-I13")
@in_turn(
    "readings",
    [
        {},
        {"draw_tests": "no_test"},
        {"retreat_hexes": 8},
        {"farther_hexes": "capped"},
        {"destroyed_fanatics_left_out": True},
        {"dead_winners_close_hexes": True},
    ],
)
@in_turn(("a", "b"), [(Party(5, 4), Party(2)), (Party(2), Party(3, 1))])
def test_the_odds_of_the_aftermath(a: Party, b: Party, readings: dict[str, Any]) -> None:
    rulings = Rulings(**readings)
    fought = battle.odds(a, b, rulings)
    expected: defaultdict[Aftermath, Fraction] = defaultdict(Fraction)
    for (won, share_a, share_b), chance in fought.outcomes.items():
        dead = (won == "a" and share_a == 1) or (won == "b" and share_b == 1)
        for (one, p), (two, q) in product(DISTRIBUTION_A.items(), DISTRIBUTION_B.items()):
            untested = won == DRAW and "draw_tests" in readings
            results = (None, None) if untested else (one, two)
            after = aftermath.resolve(won, *results, winner_wiped_out=dead, rulings=rulings)
            expected[after] += chance * p * q
    found = aftermath.odds(fought, DISTRIBUTION_A, DISTRIBUTION_B)
    assert found == expected
    assert found == aftermath.odds(
        fought, Distribution(DISTRIBUTION_A), Distribution(DISTRIBUTION_B)
    )
    assert found.probability(lambda each: each.winner_wiped_out) > 0
    assert found.probability(lambda each: each.loser == B) == fought.a_wins


@pytest.mark.rule("IDT-7.7", "IDT-6.4")
def test_only_fanatics_win_and_are_wiped_out() -> None:
    plain = aftermath.odds(battle.odds(Party(3), Party(3)), {2: Fraction(1)}, {2: Fraction(1)})
    assert not plain.probability(lambda each: each.winner_wiped_out)


@pytest.mark.rule("R-I11")
def test_the_odds_need_the_class_of_a_special_result_only_by_one_reading() -> None:
    fought = battle.odds(Party(1), Party(1), Rulings(gap_counts_after_special=True))
    with pytest.raises(UnspecifiedBySource, match="quality class"):
        aftermath.odds(fought, DISTRIBUTION_A, DISTRIBUTION_B)
    known = {("fumble", 0): Fraction(1)}
    distribution = aftermath.odds(fought, known, {4: Fraction(1)})
    assert {after.hexes for after in distribution if after.loser == A} == {2}


@pytest.mark.rule("R-I10")
def test_a_draw_without_a_test_is_one_of_the_ends() -> None:
    """Whatever the battle may end with before or after it."""
    for a, b in [(Party(1), Party(1)), (Party(1), Party(3, superior=True)), (Party(4), Party(2))]:
        fought = battle.odds(a, b, Rulings(draw_tests="no_test"))
        found = aftermath.odds(fought, DISTRIBUTION_A, DISTRIBUTION_B)
        assert found[Aftermath(None, None, 0, (), (), winner_wiped_out=False)] == fought.draw > 0
        assert found.probability(lambda each: each.loser == B) == fought.a_wins
        assert found.probability(lambda each: each.loser == A) == fought.b_wins


@in_turn("result", ["good", -1, ("sensational", "x"), 5.5])
def test_a_distribution_of_morale_is_about_results_of_its_test(result: Any) -> None:
    """Even where another distribution is right, or no test is made."""
    fought = battle.odds(Party(1), Party(1), Rulings(draw_tests="no_test"))
    wrong = {result: Fraction(1)}
    for distributions, name in (
        ((wrong, DISTRIBUTION_B), "morale_a"),
        ((DISTRIBUTION_A, wrong), "morale_b"),
    ):
        with pytest.raises(InvalidValue, match=f"^{name}: "):
            aftermath.odds(fought, *distributions)
