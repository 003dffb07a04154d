"""The odds of battles: what follows from them, larger pools, and how large they may be."""

import importlib
from collections import defaultdict
from fractions import Fraction
from itertools import product
from operator import itemgetter
from typing import Any

import icepool
import pytest

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle import Odds, Rulings, Winner
from rules_lib.in_die_tiefen.battle.rules import share_lost
from rules_lib.probability import WorkLimitExceeded
from tests.in_turn import in_turn
from tests.sample import SOME_OR_EVERY, Chosen


def odds(a: Any, b: Any, **rulings: Any) -> Odds:
    """The odds where both destroy at once, unless something else is said."""
    read = {"destroyed_dice_destroy": True, **rulings}
    return battle.odds(Party(*a), Party(*b), Rulings(**read))


def by_icepool(n: int, m: int, from_a: int, from_b: int) -> dict[tuple[str, int, int], Fraction]:
    """Count destroyers first; given these, destroying and other dice are uniform on their faces."""

    def left(dice: int, threshold: int, high: int, lost: int) -> Any:
        low = dice - high
        total = icepool.Die([0])
        if high:
            faces = icepool.Die(range(threshold, 7))
            total += faces.lowest(high, high - min(lost, high))
        if low:
            faces = icepool.Die(range(1, threshold))
            total += faces.lowest(low, low - max(lost - high, 0))
        return total

    def hits(dice: int, threshold: int) -> dict[int, Fraction]:
        distribution = dice @ (icepool.d6 >= threshold)
        return {count: distribution.probability(count) for count in distribution}

    distribution: defaultdict[tuple[str, int, int], Fraction] = defaultdict(Fraction)
    for (by_a, p), (by_b, q) in product(hits(n, from_a).items(), hits(m, from_b).items()):
        lost_a, lost_b = min(by_b, n), min(by_a, m)
        gap = (left(n, from_a, by_a, lost_a) - left(m, from_b, by_b, lost_b)).sign()
        for sign in gap:
            winner = {1: "a", 0: "draw", -1: "b"}[sign]
            distribution[winner, lost_a, lost_b] += p * q * gap.probability(sign)
    return dict(distribution)


@pytest.mark.rule("IDT-5.1", "IDT-5.2", "IDT-5.3", "IDT-5.4", "IDT-6.3")
@pytest.mark.parametrize(
    ("a", "b", "from_a", "from_b"),
    [
        ((10,), (10,), 6, 6),
        ((10, 0, True), (10,), 5, 6),
        ((10, 0, True), (10, 2), 3, 6),
        ((10, 4), (10, 1, True), 5, 1),
        ((7, 1), (10, 3), 3, 5),
    ],
)
def test_icepool_agrees(a: Any, b: Any, from_a: int, from_b: int) -> None:
    assert odds(a, b).joint == by_icepool(a[0], b[0], from_a, from_b)


@pytest.mark.slow
@SOME_OR_EVERY
def test_icepool_agrees_for_every_threshold(chosen: Chosen) -> None:
    both = list(product(product((False, True), range(5)), repeat=2))
    for (sup_a, fan_a), (sup_b, fan_b) in chosen(both, 0, one_in=7):
        found = odds((10, fan_a, sup_a), (10, fan_b, sup_b)).joint
        assert found == by_icepool(10, 10, 6 - sup_a - fan_b, 6 - sup_b - fan_a)


@pytest.mark.rule("IDT-5.4")
def test_one_die_against_one() -> None:
    """By hand: 15 of 36 throws have the higher face on one side; a 6 leaves nothing."""
    found = odds((1,), (1,))
    # A wins with 2..5 above b (10 throws) and with a 6 against 1..5 (5 throws).
    assert (found.a_wins, found.draw, found.b_wins) == (
        Fraction(15, 36),
        Fraction(6, 36),
        Fraction(15, 36),
    )
    assert found.joint[Winner.DRAW, 1, 1] == Fraction(1, 36)
    assert found.losses == {
        (0, 0): Fraction(25, 36),
        (0, 1): Fraction(5, 36),
        (1, 0): Fraction(5, 36),
        (1, 1): Fraction(1, 36),
    }


@in_turn(("a", "b"), [((4,), (3,)), ((3, 1), (4, 0, True)), ((9,), (6, 2, True)), ((5, 4), (5, 4))])
@in_turn(
    "readings",
    [
        {},
        {"destroys": "lowest"},
        {"destroys": "random"},
        {"destroyed_dice_destroy": False},
        {"fanaticism_counts": "losses_only", "destroyed_dice_destroy": False},
        {"destroyed_fanatics_left_out": True},
    ],
)
def test_the_mirror_image_and_the_whole(a: Any, b: Any, readings: dict[str, Any]) -> None:
    found, mirrored = odds(a, b, **readings), odds(b, a, **readings)
    turned = {Winner.A: Winner.B, Winner.B: Winner.A, Winner.DRAW: Winner.DRAW}
    assert found.joint == mirrored.joint.map(lambda each: (turned[each[0]], each[2], each[1]))
    assert found.losses == mirrored.losses.map(lambda each: (each[1], each[0]))
    each_side = (found.losses.map(itemgetter(at)).mean() for at in (0, 1))
    assert found.mean_losses == tuple(each_side)
    assert found.a_wins + found.draw + found.b_wins == 1
    assert found.a_wins == found.joint.probability(lambda each: each[0] == Winner.A)
    assert found.outcomes.map(lambda each: each[0])[Winner.B] == found.b_wins
    assert (found.a, found.b) == (Party(*a), Party(*b))


@pytest.mark.rule("IDT-6.1", "IDT-6.2", "IDT-6.4", "R-I4")
def test_shares_follow_from_the_dice_lost() -> None:
    found = odds((5,), (4, 2))
    expected: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for (_, lost_a, lost_b), chance in found.joint.items():
        expected[Fraction(lost_a, 5), min(Fraction(lost_b, 2), Fraction(1))] += chance
    assert found.losses == expected
    # The winner loses troops just as well.
    assert found.outcomes[Winner.A, Fraction(2, 5), 1] > 0


@pytest.mark.rule("R-I4", "R-I8", "IDT-6.1", "IDT-6.4")
@in_turn(
    ("party", "lost", "fanatics", "readings", "share"),
    [
        (Party(5), 2, 0, {}, Fraction(2, 5)),
        (Party(5, 2), 2, 1, {}, Fraction(2, 3)),
        (Party(5, 2), 2, 1, {"destroyed_fanatics_left_out": True}, Fraction(1, 3)),
        (Party(5, 4), 3, 2, {}, Fraction(1)),
        (Party(5, 4), 3, 2, {"overkill": "error", "destroyed_fanatics_left_out": True}, 1),
        (Party(5, 4), 1, 0, {"overkill": "error"}, Fraction(1)),
        (Party(5, 4), 0, 0, {"overkill": "error"}, Fraction(0)),
    ],
)
def test_the_share_that_is_lost(
    party: Party, lost: int, fanatics: int, readings: Any, share: Fraction
) -> None:
    assert share_lost(party, lost, fanatics, Rulings(**readings)) == share


@pytest.mark.rule("IDT-6.4", "R-I4")
def test_losses_above_the_whole_may_be_an_error() -> None:
    found = odds((4,), (3, 1), overkill="error")
    # Who wins, and how many dice fall, has an answer all the same.
    assert found.joint == odds((4,), (3, 1)).joint
    for ask in (lambda: found.losses, lambda: found.outcomes, lambda: found.mean_losses):
        with pytest.raises(InvalidValue, match=r"losses: .* at most 1 while R-I4"):
            ask()
    # Without fanatics nobody loses more than there is.
    assert odds((4,), (3,), overkill="error").losses == odds((4,), (3,)).losses
    # The dice that fanatics lose above their steady ones may be the fanatic ones: no way to tell.
    assert odds((1,), (3, 1), overkill="error").losses == odds((1,), (3, 1)).losses


@pytest.mark.rule("R-I1", "R-I2", "R-I3", "R-I5")
@in_turn(
    "reading",
    [
        {"destroyed_dice_destroy": False},
        {"destroys": "lowest"},
        {"destroys": "random"},
        {"fanaticism_counts": "losses_only"},
        {"threshold_floor": 2},
    ],
)
def test_each_reading_changes_who_wins(reading: dict[str, Any]) -> None:
    a, b = (6, 4), (5, 0, True)
    assert odds(a, b, **reading).a_wins != odds(a, b).a_wins
    assert odds(a, b, **reading).rulings == Rulings(**{"destroyed_dice_destroy": True, **reading})


def test_readings_that_have_no_part_in_the_battle_roll() -> None:
    others = Rulings(
        destroyed_dice_destroy=True,
        retreat_hexes=8,
        failed_deeds_help_enemy=True,
        draw_tests="no_test",
        gap_counts_after_special=True,
        farther_hexes="capped",
        dead_winners_close_hexes=True,
        more_than_two="each_pair",
    )
    assert battle.odds(Party(4, 1), Party(3), others).joint == odds((4, 1), (3,)).joint


@pytest.mark.rule("R-I14", "IDT-5.1")
@pytest.mark.parametrize("count", [3, 4, 10])
def test_more_than_two_parties_are_unspecified(count: int) -> None:
    parties = [Party(1)] * count
    with pytest.raises(UnspecifiedBySource, match=f"how {count} of them .*unspecified by the sou"):
        battle.each_pair(parties)
    paired = battle.each_pair(parties, Rulings(more_than_two="each_pair"))
    assert len(paired) == count * (count - 1) // 2


@pytest.mark.rule("R-I14")
def test_each_pair_by_itself() -> None:
    """Every pair once, in the order given, as if there were no others."""
    parties = Party(3), Party(2, 1), Party(2, superior=True), Party(3)
    rulings = Rulings(more_than_two="each_pair", destroys="lowest")
    found = battle.each_pair(list(parties), rulings)
    assert list(found) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    for (i, j), each in found.items():
        assert (each.a, each.b, each.rulings) == (parties[i], parties[j], rulings)
        assert each.joint == battle.odds(parties[i], parties[j], rulings).joint


@pytest.mark.rule("R-I14")
@pytest.mark.parametrize("reading", ["unspecified", "each_pair"])
def test_two_parties_are_one_pair_under_either_reading(reading: Any) -> None:
    a, b = Party(3), Party(2, 1)
    found = battle.each_pair((a, b), Rulings(more_than_two=reading))
    assert list(found) == [(0, 1)]
    assert found[0, 1].joint == battle.odds(a, b).joint


@pytest.mark.rule("R-I1", "R-I2", "R-I3")
def test_three_readings_that_leave_the_losses_open() -> None:
    readings: dict[str, Any] = {
        "destroyed_dice_destroy": False,
        "destroys": "random",
        "fanaticism_counts": "losses_only",
    }
    with pytest.raises(InvalidValue, match=r"rulings: 'R-I1, R-I2 and R-I3 .* two of them at most"):
        odds((3, 1), (3,), **readings)
    with pytest.raises(InvalidValue, match="rulings: 'R-I1, R-I2 and R-I3"):
        battle.adjudicate(Party(1), Party(2, 1), [1], [1, 1], Rulings(**readings))
    # Without fanatics there is one threshold, and nothing is open.
    del readings["fanaticism_counts"]
    assert odds((3,), (3,), **readings, fanaticism_counts="losses_only").joint == (
        odds((3,), (3,), **readings).joint
    )


@pytest.mark.parametrize(("a", "b"), [((80,), (80,)), ((80, 1), (60, 0, True)), ((140,), (3,))])
@pytest.mark.slow
def test_large_pools_return(a: Any, b: Any) -> None:
    found = odds(a, b)
    assert sum(found.joint.values()) == 1
    if a == b:
        # As many dice fall, on average, as the enemy has sixes.
        assert found.a_wins == found.b_wins
        mean = found.joint.map(lambda each: each[1]).mean()
        assert mean == Fraction(80, 6)


@in_turn(
    ("a", "b", "readings"),
    [
        ((200,), (200,), {}),
        ((200,), (1,), {}),
        ((80,), (80,), {"destroys": "random"}),
        ((80, 4), (80, 4), {"fanaticism_counts": "losses_only"}),
    ],
)
def test_absurd_pools_are_refused(a: Any, b: Any, readings: dict[str, Any]) -> None:
    with pytest.raises(WorkLimitExceeded, match=r"battle\.odds: \d+ steps would be taken"):
        odds(a, b, **readings)


@pytest.mark.parametrize("party", [Party(1), Party(6), Party(5, 1), Party(4, 2, True)], ids=str)
@pytest.mark.parametrize(
    "rulings",
    [
        Rulings(),
        Rulings(destroyed_dice_destroy=False),
        Rulings(destroys="lowest"),
        Rulings(destroys="random"),
        Rulings(fanaticism_counts="losses_only"),
    ],
    ids=lambda rulings: str(rulings.departures()),
)
def test_half_of_a_battle_of_like_parties_is_enough(
    party: Party, rulings: Rulings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other half is the mirror image; gone through in full, it comes to the same."""
    half = battle.odds(party, party, rulings).joint
    module = importlib.import_module("rules_lib.in_die_tiefen.battle.odds")
    monkeypatch.setattr(module._Side, "is_like", lambda *_: False)
    assert battle.odds(party, party, rulings).joint == half
