"""Battle rolls beside the oracle, by all readings mixed: the odds, and one throw at a time.

What is told of a throw, and what is refused, stands in `tests/cases/battle.toml`.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from operator import itemgetter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.errors import IllegalAction, InvalidValue, UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle import ChoiceNeeded, Fought, Rulings
from rules_lib.in_die_tiefen.battle.party import OUTNUMBERING_STEP as STEP
from rules_lib.probability import WorkLimitExceeded
from tests.in_turn import in_turn
from tests.oracles import battle_brute, battle_counts
from tests.oracles.battle_brute import Faces, Readings, Side, Strike, Struck, destroys_from, strike
from tests.oracles.translate import as_read, at_random

COUNTS = ("result_and_losses", "losses_only")
FLOORS = (None, 1, 2, 3, 4, 5, 6)
KINDS = list(product(range(5), (False, True)))
adjudicate: Any = battle.adjudicate


def side(dice: int, fanaticism: int = 0, superior: bool = False) -> Side:
    return Side(dice, min(fanaticism, dice - 1), superior)


# ---------------------------------------------------------------- the odds


def agrees(a: Side, b: Side, r: Readings) -> None:
    """The joint distribution and that of the shares are exactly those of all throws."""
    rulings = Rulings(**r._asdict())
    odds = battle.odds(Party(*a), Party(*b), rulings)
    assert odds.joint == battle_brute.battle(a, b, r), (a, b, r)
    shares = battle_brute.shares(a, b, r)
    assert odds.outcomes == shares, (a, b, r)
    losses: defaultdict[tuple[Fraction, Fraction], Fraction] = defaultdict(Fraction)
    for (_, one, two), chance in shares.items():
        losses[one, two] += chance
    assert odds.losses == losses
    for at in (0, 1):
        assert (odds.loss("a"), odds.loss("b"))[at] == odds.losses.map(itemgetter(at))
        assert odds.mean_losses[at] == sum(pair[at] * p for pair, p in losses.items())
    assert (odds.a, odds.b, odds.rulings) == (Party(*a), Party(*b), rulings)


@pytest.mark.slow
@pytest.mark.rule("IDT-5.1", "IDT-5.2", "IDT-5.3", "IDT-5.4", "IDT-6.1", "IDT-6.2", "IDT-6.3")
@pytest.mark.rule("IDT-6.4", "R-I1", "R-I2", "R-I3", "R-I5", "R-I8")
@in_turn("seed", range(80), one_in=4, sampled=2)
def test_battles_by_readings_at_random(seed: int) -> None:
    chance = Random(seed)
    floor = chance.choice(FLOORS)
    r = as_read(Readings, at_random(chance, Rulings, threshold_floor=floor))
    n, m = chance.choice([(2, 2), (3, 2), (2, 3), (1, 3), (3, 1), (3, 3)])
    agrees(side(n, *chance.choice(KINDS)), side(m, *chance.choice(KINDS)), r)


@pytest.mark.rule("IDT-5.1", "IDT-5.2", "IDT-5.4", "IDT-6.3")
@in_turn("at_once", [True, False])
@in_turn(
    ("a", "b"),
    [
        (Side(10), Side(10)),
        (Side(10, 0, True), Side(10, 2)),
        (Side(10, 4), Side(10, 1, True)),
        (Side(7, 1), Side(10, 3)),
    ],
)
def test_pools_too_large_to_throw(a: Side, b: Side, at_once: bool) -> None:
    """Each side counted by itself, by the number of its destroying dice."""
    r = Readings(at_once)
    odds = battle.odds(Party(*a), Party(*b), Rulings(destroyed_dice_destroy=at_once))
    wins = {"a": odds.a_wins, "draw": odds.draw, "b": odds.b_wins}
    assert wins == battle_counts.winners(a, b, r)
    losses = {share: p for share, p in battle_counts.losses(a, b, r).items() if p}
    assert odds.losses.map(lambda each: each[0]) == losses


@pytest.mark.rule("R-I14", "IDT-5.1")
def test_more_than_two_parties() -> None:
    """Every pair once, in the order given, as if there were no others; or nothing is said."""
    parties = Party(3), Party(2, 1), Party(2, superior=True), Party(3)
    with pytest.raises(UnspecifiedBySource, match=r"how 4 of them .*unspecified by the sou"):
        battle.each_pair(parties)
    rulings = Rulings(more_than_two="each_pair", destroys="lowest")
    found = battle.each_pair(list(parties), rulings)
    assert list(found) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    for (i, j), each in found.items():
        assert (each.a, each.b, each.rulings) == (parties[i], parties[j], rulings)
        assert each.joint == battle.odds(parties[i], parties[j], rulings).joint
    assert len(battle.each_pair([Party(1)] * 10, rulings)) == 45
    for read in (Rulings(), Rulings(more_than_two="each_pair")):
        assert battle.each_pair(parties[:2], read)[0, 1].joint == battle.odds(*parties[:2]).joint


@pytest.mark.slow
def test_how_large_pools_may_be() -> None:
    at_once = Rulings(destroyed_dice_destroy=True)
    large = battle.odds(Party(80), Party(80), at_once)
    assert sum(large.joint.values()) == 1
    assert large.a_wins == large.b_wins
    # As many dice fall, on average, as the enemy has sixes.
    assert large.joint.map(lambda each: each[1]).mean() == Fraction(80, 6)
    assert sum(battle.odds(Party(140), Party(3), at_once).joint.values()) == 1
    for a, b, read in (
        (Party(200), Party(200), {}),
        (Party(200), Party(1), {}),
        (Party(80), Party(80), {"destroys": "random"}),
        (Party(80, 4), Party(80, 4), {"fanaticism_counts": "losses_only"}),
    ):
        with pytest.raises(WorkLimitExceeded, match=r"battle\.odds: \d+ steps would be taken"):
            battle.odds(a, b, Rulings(destroyed_dice_destroy=True, **read))  # type: ignore[arg-type]


# ---------------------------------------------------------------- one throw at a time

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
    st.sampled_from(COUNTS),
    st.sampled_from(FLOORS),
    st.booleans(),
)
# Dice that destroy are what it is about, so they are frequent.
dice = st.lists(st.sampled_from([1, 2, 3, 4, 5, 5, 6, 6, 6]), min_size=6, max_size=6)


def struck(a: Side, b: Side, faces: tuple[Faces, Faces], r: Readings) -> list[Struck]:
    """All ways in which these dice strike."""
    from_faces = destroys_from(a, b, r), destroys_from(b, a, r)
    how = Strike(*from_faces, r.destroyed_dice_destroy, r.destroys)
    return list(strike(*faces, (a.steady, b.steady), how))


def told_everything(a: Side, b: Side, faces: tuple[Faces, Faces], r: Readings) -> Fought:
    """The battle; where it is open which of equal dice fall, the numbers asked for are checked."""
    losses = struck(a, b, faces, r)
    possible = {
        "destroyed_fanatics_a": {each.a.fanatics for each in losses},
        "destroyed_fanatics_b": {each.b.fanatics for each in losses},
    }
    told: dict[str, int] = {}
    given = (Party(*a), Party(*b), *faces, Rulings(**r._asdict()))
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
        for each, name in ((fought.a, "destroyed_fanatics_a"), (fought.b, "destroyed_fanatics_b")):
            if not r.destroyed_fanatics_left_out:
                assert each.measured == each.lost
            elif name in told:
                assert each.lost - each.measured == told[name]
            else:
                assert {each.lost - each.measured} == possible[name]
        return fought


@pytest.mark.rule("IDT-5.1", "IDT-5.2", "IDT-5.3", "IDT-5.4", "IDT-6.1", "IDT-6.3")
@pytest.mark.rule("R-I1", "R-I2", "R-I3", "R-I8")
@given(sides, sides, dice, dice, readings)
def test_a_throw_comes_to_what_the_clauses_say(
    a: Side, b: Side, dice_a: list[int], dice_b: list[int], r: Readings
) -> None:
    faces = tuple(dice_a[: a.dice]), tuple(dice_b[: b.dice])
    fought = told_everything(a, b, faces, r)
    for _, *sides in struck(a, b, faces, r):
        for party, loss in zip((fought.a, fought.b), sides, strict=True):
            found = len(party.destroyed), party.lost, party.total
            assert found == (loss.gone, loss.lost, loss.left)
            assert loss.gone <= loss.lost
        left_a, left_b = (loss.left for loss in sides)
        winner = "draw" if left_a == left_b else "a" if left_a > left_b else "b"
        assert fought.winner == winner
    for party, steady in ((fought.a, a.steady), (fought.b, b.steady)):
        assert list(party.destroyed) == sorted(party.destroyed)
        gone = sum(party.rolls[at] for at in party.destroyed)
        assert sum(party.rolls) - gone == party.total
        assert party.share_lost == min(Fraction(party.measured, steady), 1)


# ---------------------------------------------------------------- how it is told


# ---------------------------------------------------------------- from circumstances to dice


@pytest.mark.rule("IDT-1.4")
def test_no_army_outnumbers_by_more_dice_than_a_party_has() -> None:
    assert Party.from_circumstances(outnumbers=STEP * 199).dice == 200
    for ratio, named in ((STEP * 200, "dice"), (STEP * 201, "outnumbers"), (10**400, "outnumbers")):
        with pytest.raises(InvalidValue, match=f"^{named}: "):
            Party.from_circumstances(outnumbers=ratio)


@pytest.mark.rule("IDT-1.3", "IDT-6.4")
def test_a_bill_is_no_part_of_what_a_party_is() -> None:
    party = Party.from_circumstances(terrain=True, certain_death=True, fanaticism=3, superior=True)
    assert party == Party(7, 3, True)
    assert hash(party) == hash(Party(7, 3, True))
    assert (party.steady_dice, sum(item.dice for item in party.bill)) == (4, party.dice)


@pytest.mark.rule("IDT-1.4")
def test_of_several_parties_only_one_outnumbers_another() -> None:
    a, b = (Party.from_circumstances(outnumbers=STEP, terrain=ground) for ground in (True, False))
    with pytest.raises(IllegalAction, match="a, b: both") as error:
        battle.each_pair([a, b])
    assert error.value.clauses == ("IDT-1.4",)
    with pytest.raises(InvalidValue, match=r"^parties\[2\]: 'outnumbering' was given"):
        battle.each_pair([Party(1), Party(2), b], Rulings(more_than_two="each_pair"))
    # Plain pools of dice claim nothing.
    assert battle.odds(Party(a.dice), Party(b.dice)).draw > 0
