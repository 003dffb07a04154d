"""One throw at a time, adjudicated, against the clauses stated a second time."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.errors import InvalidValue
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle import ChoiceNeeded, Fought, rules
from rules_lib.in_die_tiefen.battle.rules import Order
from tests.in_turn import in_turn
from tests.oracles.battle_brute import Faces, Readings, Side, Strike, Struck, destroys_from, strike

adjudicate: Any = battle.adjudicate

pytestmark = pytest.mark.rule(
    "IDT-5.1", "IDT-5.2", "IDT-5.3", "IDT-5.4", "IDT-6.1", "IDT-6.3", "R-I1", "R-I2", "R-I3", "R-I8"
)

sides = st.builds(
    lambda steady, fanatics, superior: Side(steady + fanatics, fanatics, superior),
    st.integers(1, 4),
    st.sampled_from([0, 0, 1, 2]),
    st.booleans(),
)
readings = st.builds(
    Readings,
    st.booleans(),
    st.sampled_from(["highest", "lowest"]),
    st.sampled_from(["result_and_losses", "losses_only"]),
    st.sampled_from([None, 1, 2, 3, 4, 5, 6]),
    st.booleans(),
)
# Dice that destroy are what it is about, so they are frequent.
dice = st.lists(st.sampled_from([1, 2, 3, 4, 5, 5, 6, 6, 6]), min_size=6, max_size=6)


def told_everything(a: Side, b: Side, faces: tuple[Faces, Faces], r: Readings) -> Fought:
    """The battle; where it is open which of equal dice fall, the numbers asked for are checked."""
    losses = struck(a, b, faces, r)[1]
    possible = {
        "destroyed_fanatics_a": {each.fanatics_a for each in losses},
        "destroyed_fanatics_b": {each.fanatics_b for each in losses},
    }
    told: dict[str, int] = {}
    given = (Party(*a), Party(*b), *faces, battle.Rulings(**r._asdict()))
    while True:
        try:
            fought: Fought = adjudicate(*given, **told)
        except ChoiceNeeded as needed:
            field, _, rest = str(needed).partition(": ")
            low, high = min(possible[field]), max(possible[field])
            assert rest.endswith(f"say how many, {low} to {high}")
            assert low < high
            for wrong in (low - 1, high + 1):
                with pytest.raises(InvalidValue, match=field):
                    adjudicate(*given, **{**told, field: wrong})
            told[field] = high
            continue
        for side, name in ((fought.a, "destroyed_fanatics_a"), (fought.b, "destroyed_fanatics_b")):
            if not r.destroyed_fanatics_left_out:
                assert side.measured == side.lost
            elif name in told:
                assert side.lost - side.measured == told[name]
            else:
                assert {side.lost - side.measured} == possible[name]
        return fought


def struck(
    a: Side, b: Side, faces: tuple[Faces, Faces], r: Readings
) -> tuple[list[Struck], list[Struck]]:
    """All ways to strike for the result, and for the losses."""
    (result_a, losses_a), (result_b, losses_b) = destroys_from(a, b, r), destroys_from(b, a, r)
    found = []
    for thresholds in ((result_a, result_b), (losses_a, losses_b)):
        how = Strike(*thresholds, r.destroyed_dice_destroy, r.destroys)
        found.append(list(strike(*faces, (a.steady, b.steady), how)))
    return found[0], found[1]


@given(sides, sides, dice, dice, readings)
def test_a_throw_comes_to_what_the_clauses_say(
    a: Side, b: Side, dice_a: list[int], dice_b: list[int], r: Readings
) -> None:
    faces = tuple(dice_a[: a.dice]), tuple(dice_b[: b.dice])
    result, losses = struck(a, b, faces, r)
    fought = told_everything(a, b, faces, r)
    for each in result:
        assert (fought.a.total, fought.b.total) == (each.left_a, each.left_b)
        assert (len(fought.a.destroyed), len(fought.b.destroyed)) == (each.lost_a, each.lost_b)
    for each in losses:
        assert (fought.a.lost, fought.b.lost) == (each.lost_a, each.lost_b)
    for side in (fought.a, fought.b):
        assert list(side.destroyed) == sorted(side.destroyed)
        gone = sum(side.rolls[at] for at in side.destroyed)
        assert sum(side.rolls) - gone == side.total


@pytest.mark.parametrize("at_once", [True, False])
def test_who_strikes_first(at_once: bool) -> None:
    rulings = battle.Rulings(destroyed_dice_destroy=at_once)
    for by_a, by_b in product(range(4), repeat=2):
        order = rules.strike_order(by_a, by_b, rulings)
        if at_once or by_a == by_b:
            assert order is Order.AT_ONCE
        else:
            assert order is (Order.A_FIRST if by_a > by_b else Order.B_FIRST)


@pytest.mark.parametrize(
    ("destroys", "standing"),
    [
        # Five dice, of which three destroy: the highest fall first, and so do the destroyers.
        ("highest", [3, 2, 1, 0, 0, 0]),
        # The lowest fall first: two others protect the destroyers.
        ("lowest", [3, 3, 3, 2, 1, 0]),
    ],
)
def test_how_many_destroyers_are_left(destroys: Any, standing: list[int]) -> None:
    rulings = battle.Rulings(destroys=destroys)
    left = [rules.still_standing(3, gone, Party(5), rulings) for gone in range(6)]
    assert left == standing


@in_turn(
    ("by_a", "by_b", "at_once", "in_turn"),
    [
        (3, 1, (1, 3), (0, 3)),  # a is first and takes three of four dice, the destroyer among them
        (1, 3, (3, 1), (3, 0)),
        (2, 2, (2, 2), (2, 2)),
        (1, 2, (2, 1), (2, 0)),
        (2, 3, (3, 2), (3, 0)),
    ],
)
def test_losses_by_a_threshold_of_their_own_are_in_the_same_order(
    by_a: int, by_b: int, at_once: tuple[int, int], in_turn: tuple[int, int]
) -> None:
    party = Party(4)
    for order, expected in ((True, at_once), (False, in_turn)):
        rulings = battle.Rulings(destroyed_dice_destroy=order, fanaticism_counts="losses_only")
        assert rules.counted_losses(by_a, by_b, party, party, rulings) == expected
