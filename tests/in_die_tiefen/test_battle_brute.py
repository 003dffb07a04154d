"""The odds of a battle roll against every single throw, for every threshold and ruling."""

from collections.abc import Iterable
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import Party, battle
from tests.in_turn import in_turn
from tests.oracles.battle_brute import Readings, Side, destroys_from
from tests.oracles.battle_brute import battle as brute
from tests.oracles.battle_brute import shares as brute_shares
from tests.sample import SOME_OR_EVERY, Chosen, one_in

pytestmark = pytest.mark.rule(
    "IDT-1.3", "IDT-5.1", "IDT-5.2", "IDT-5.3", "IDT-5.4", "IDT-6.1", "IDT-6.2", "IDT-6.3",
    "IDT-6.4", "R-I1", "R-I2", "R-I3", "R-I5", "R-I8",
)  # fmt: skip

DESTROYS = ("highest", "lowest", "random")
FLOORS = (None, 1, 2, 3, 4, 5, 6)
"""Every floor that R-I5 may be given."""
READINGS = [
    Readings(*each)
    for each in product(
        (True, False),
        DESTROYS,
        ("result_and_losses", "losses_only"),
        (None, 2, 4, 6),
        (False, True),
    )
]
KINDS = [(superior, fanaticism) for superior in (False, True) for fanaticism in range(5)]


def refused(a: Side, b: Side, r: Readings) -> bool:
    """Three rulings together leave open which dice are lost, where thresholds differ."""
    two_thresholds = any(len(set(destroys_from(*each, r))) == 2 for each in ((a, b), (b, a)))
    return two_thresholds and r.destroys == "random" and not r.destroyed_dice_destroy


def sides(dice: int) -> list[Side]:
    return [Side(dice, fan, superior) for superior, fan in KINDS if fan < dice]


def agrees(a: Side, b: Side, r: Readings) -> None:
    """The joint distribution and the distribution of the shares are exactly those of all throws."""
    readings: dict[str, Any] = r._asdict()
    rulings = battle.Rulings(**readings)
    if refused(a, b, r):
        with pytest.raises(InvalidValue, match="rulings: 'R-I1, R-I2 and R-I3 all"):
            battle.odds(Party(*a), Party(*b), rulings)
        return
    odds = battle.odds(Party(*a), Party(*b), rulings)
    assert odds.joint == brute(a, b, r), (a, b, r)
    shares = brute_shares(a, b, r)
    assert odds.outcomes == shares, (a, b, r)


SOME = [r for r in READINGS if r.threshold_floor in (None, 2)]
LEFT_IN = [r for r in SOME if not r.destroyed_fanatics_left_out]


@pytest.mark.parametrize("counts", ["result_and_losses", "losses_only"])
def test_the_threshold_for_every_enemy_and_floor(counts: str) -> None:
    for (superior, own), (other, fanatics) in product(KINDS, KINDS):
        for floor in FLOORS:
            r = Readings(fanaticism_counts=counts, threshold_floor=floor)
            a, b = Side(5, own, superior), Side(5, fanatics, other)
            rulings = battle.Rulings(**r._asdict())
            assert battle.thresholds(Party(*a), Party(*b), rulings) == destroys_from(a, b, r)


small = st.sampled_from([*sides(1), *sides(2)])


@given(small, small, st.sampled_from(READINGS), st.sampled_from(FLOORS))
def test_small_battles_under_any_mixture_of_rulings(
    a: Side, b: Side, r: Readings, floor: int | None
) -> None:
    """R-I3 with every floor of R-I5 among them, with fanatics on either side, on both, on none."""
    agrees(a, b, r._replace(threshold_floor=floor))


@pytest.mark.parametrize("destroys", DESTROYS)
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "in turn"])
def test_two_against_two_with_different_destroyers(destroys: str, at_once: bool) -> None:
    """A party that strikes first, and dice that may or may not be left to strike back."""
    for left_out in (False, True):
        r = Readings(at_once, destroys, destroyed_fanatics_left_out=left_out)
        agrees(Side(2, 1), Side(2, superior=True), r)
        agrees(Side(3), Side(2, 1), r)


@pytest.mark.slow
@in_turn("r", READINGS, sampled=5)
def test_two_against_two_in_every_combination(r: Readings) -> None:
    for a, b in product(sides(2), sides(2)):
        agrees(a, b, r)


@pytest.mark.slow
@in_turn("r", [r for r in LEFT_IN if r.threshold_floor is None], sampled=5)
def test_three_against_two_in_every_combination(r: Readings) -> None:
    for a, b in product(sides(3), sides(2)):
        agrees(a, b, r)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 4), (4, 1), (2, 4), (4, 3), (4, 4)])
def test_larger_pools_by_the_default_readings(n: int, m: int) -> None:
    for a, b in (
        (Side(n), Side(m)),
        (Side(n), Side(m, superior=True)),
        (Side(n, superior=True), Side(m, m - 1)),
        (Side(n, n - 1), Side(m, m // 2, True)),
    ):
        agrees(a, b, Readings())


@pytest.mark.slow
@pytest.mark.parametrize("destroys", DESTROYS)
def test_four_fanaticism_dice_against_a_superior_enemy(destroys: str) -> None:
    """The lowest threshold there is: every die destroys (R-I5)."""
    a, b = Side(5, 4), Side(2, superior=True)
    assert battle.thresholds(Party(*b), Party(*a), battle.Rulings()) == (1, 1)
    for floor in (None, 2):
        agrees(a, b, Readings(destroys=destroys, threshold_floor=floor))
    everything = brute(a, b, Readings(destroyed_dice_destroy=True, destroys=destroys))
    assert {lost_a for _, lost_a, _ in everything} == {2}


def met(pairs: Iterable[tuple[Side, Side]], r: Readings, chosen: Chosen) -> None:
    """Of the pairs each reading meets one in `make test`, the next reading the next one."""
    every_pair = list(pairs)
    for a, b in chosen(every_pair, SOME.index(r) // 2, one_in=len(every_pair)):
        agrees(a, b, r)


@pytest.mark.slow
@SOME_OR_EVERY
@pytest.mark.parametrize("r", one_in(7, SOME), ids=str)
def test_three_against_three_in_every_combination(r: Readings, chosen: Chosen) -> None:
    met(combinations_with_replacement(sides(3), 2), r, chosen)


@pytest.mark.slow
@SOME_OR_EVERY
@pytest.mark.parametrize("r", one_in(7, LEFT_IN), ids=str)
def test_four_against_four_for_every_threshold(r: Readings, chosen: Chosen) -> None:
    # What holds for a against b holds for b against a: see the test of the mirror image.
    met(combinations_with_replacement(sides(4), 2), r, chosen)


@pytest.mark.slow
@SOME_OR_EVERY
@pytest.mark.parametrize("r", one_in(7, LEFT_IN, first=1), ids=str)
def test_five_dice_and_every_degree_of_fanaticism(r: Readings, chosen: Chosen) -> None:
    met(product(sides(5), sides(2)), r, chosen)
