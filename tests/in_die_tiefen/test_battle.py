"""Battle rolls beside the oracle, by all readings mixed: the odds, and one throw at a time.

What is told of a throw, and what is refused, stands in `tests/cases/battle.toml`.
"""

import importlib
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.in_die_tiefen import Party, battle
from rules_lib.in_die_tiefen.battle import ChoiceNeeded, Fought, Rulings, rules
from rules_lib.in_die_tiefen.battle.rules import Order
from rules_lib.probability import WorkLimitExceeded
from tests.in_turn import in_turn
from tests.oracles import battle_brute, battle_counts
from tests.oracles.battle_brute import Faces, Readings, Side, Strike, Struck, destroys_from, strike

DESTROYS = ("highest", "lowest", "random")
COUNTS = ("result_and_losses", "losses_only")
FLOORS = (None, 1, 2, 3, 4, 5, 6)
KINDS = list(product(range(5), (False, True)))
OPEN: dict[str, Any] = {"destroys": "random", "fanaticism_counts": "losses_only"}
adjudicate: Any = battle.adjudicate


def side(dice: int, fanaticism: int = 0, superior: bool = False) -> Side:
    return Side(dice, min(fanaticism, dice - 1), superior)


# ---------------------------------------------------------------- the odds


def agrees(a: Side, b: Side, r: Readings) -> None:
    """The joint distribution and that of the shares are exactly those of all throws."""
    rulings = Rulings(**r._asdict())
    apart = any(len(set(destroys_from(*each, r))) == 2 for each in ((a, b), (b, a)))
    if apart and r.destroys == "random" and not r.destroyed_dice_destroy:
        for ask in (
            lambda: battle.odds(Party(*a), Party(*b), rulings),
            lambda: adjudicate(Party(*a), Party(*b), [1] * a.dice, [1] * b.dice, rulings),
        ):
            with pytest.raises(InvalidValue, match=r"'R-I1, R-I2 and R-I3 all .* two of them at m"):
                ask()
        return
    odds = battle.odds(Party(*a), Party(*b), rulings)
    assert odds.joint == battle_brute.battle(a, b, r), (a, b, r)
    shares = battle_brute.shares(a, b, r)
    assert odds.outcomes == shares, (a, b, r)
    losses: defaultdict[tuple[Fraction, Fraction], Fraction] = defaultdict(Fraction)
    for (_, one, two), chance in shares.items():
        losses[one, two] += chance
    assert odds.losses == losses
    for at in (0, 1):
        assert odds.mean_losses[at] == sum(pair[at] * p for pair, p in losses.items())
    assert (odds.a, odds.b, odds.rulings) == (Party(*a), Party(*b), rulings)


@pytest.mark.slow
@pytest.mark.rule("IDT-5.1", "IDT-5.2", "IDT-5.3", "IDT-5.4", "IDT-6.1", "IDT-6.2", "IDT-6.3")
@pytest.mark.rule("IDT-6.4", "R-I1", "R-I2", "R-I3", "R-I5", "R-I8")
@in_turn("seed", range(80), one_in=4)
def test_battles_by_readings_at_random(seed: int) -> None:
    chance = Random(seed)
    r = Readings(
        chance.random() < 0.5,
        chance.choice(DESTROYS),
        chance.choice(COUNTS),
        chance.choice(FLOORS),
        chance.random() < 0.5,
    )
    n, m = chance.choice([(2, 2), (3, 2), (2, 3), (1, 3), (3, 1), (3, 3)])
    agrees(side(n, *chance.choice(KINDS)), side(m, *chance.choice(KINDS)), r)


@pytest.mark.slow
@pytest.mark.rule("IDT-5.1", "IDT-5.2", "IDT-5.4", "IDT-6.3", "R-I5")
@in_turn(
    ("a", "b"),
    [
        (Side(4), Side(4)),
        (Side(4), Side(3, superior=True)),
        (Side(3, superior=True), Side(4, 3)),
        (Side(5, 4), Side(2, superior=True)),  # the lowest threshold: every die destroys
    ],
)
def test_larger_pools_by_the_default_readings(a: Side, b: Side) -> None:
    agrees(a, b, Readings(destroyed_dice_destroy=Rulings().destroyed_dice_destroy))


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


@pytest.mark.rule("IDT-1.3", "IDT-5.3", "IDT-6.3", "R-I5")
@pytest.mark.parametrize("counts", COUNTS)
def test_the_threshold_for_every_enemy_and_floor(counts: str) -> None:
    for (own, superior), (fanatics, other), floor in product(KINDS, KINDS, FLOORS):
        r = Readings(fanaticism_counts=counts, threshold_floor=floor)
        a, b = Side(5, own, superior), Side(5, fanatics, other)
        rulings = Rulings(**r._asdict())
        assert battle.thresholds(Party(*a), Party(*b), rulings) == destroys_from(a, b, r)


@pytest.mark.rule("IDT-6.4", "R-I4")
def test_losses_above_the_whole_may_be_an_error() -> None:
    """Who wins, and how many dice fall, has an answer all the same."""
    strict = Rulings(overkill="error")
    found = battle.odds(Party(4), Party(3, 1), strict)
    assert found.joint == battle.odds(Party(4), Party(3, 1)).joint
    for ask in (lambda: found.losses, lambda: found.outcomes, lambda: found.mean_losses):
        with pytest.raises(UnspecifiedBySource, match=r"3 dice, 1 of .*: what 3 .* where 2 .*R-I4"):
            ask()
    # Nobody else loses more than there is; one die destroys one of two steady ones at most.
    for pair in ((Party(4), Party(3)), (Party(1), Party(3, 1))):
        assert battle.odds(*pair, strict).losses == battle.odds(*pair).losses
    read = Rulings(overkill="error", destroyed_fanatics_left_out=True)
    assert rules.share_lost(Party(5, 4), 3, 2, read) == 1


def test_readings_that_have_no_part_in_the_battle_roll() -> None:
    others = Rulings(
        retreat_hexes=8,
        failed_deeds_help_enemy=True,
        draw_tests="no_test",
        gap_counts_after_special=True,
        farther_hexes="capped",
        dead_winners_test=True,
        more_than_two="each_pair",
        dead_losers_retreat=True,
        quality_classes="gap",
    )
    plain = battle.odds(Party(4, 1), Party(3))
    assert battle.odds(Party(4, 1), Party(3), others).joint == plain.joint


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


@in_turn("party", [Party(1), Party(6), Party(5, 1), Party(4, 2, True)])
@in_turn("read", [{}, {"destroyed_dice_destroy": False}, {"destroys": "lowest"},
                  {"destroys": "random"}, {"fanaticism_counts": "losses_only"}])  # fmt: skip
def test_half_of_a_battle_of_like_parties_is_enough(
    party: Party, read: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other half is the mirror image; gone through in full, it comes to the same."""
    rulings = Rulings(**read)
    half = battle.odds(party, party, rulings).joint
    module = importlib.import_module("rules_lib.in_die_tiefen.battle.odds")
    with monkeypatch.context() as patched:
        patched.setattr(module, "_halved_tally", lambda side: module._tally(side, side))
        assert battle.odds(party, party, rulings).joint == half


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


def told_everything(a: Side, b: Side, faces: tuple[Faces, Faces], r: Readings) -> Fought:
    """The battle; where it is open which of equal dice fall, the numbers asked for are checked."""
    losses = struck(a, b, faces, r)[1]
    possible = {
        "destroyed_fanatics_a": {each.fanatics_a for each in losses},
        "destroyed_fanatics_b": {each.fanatics_b for each in losses},
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
    result, losses = struck(a, b, faces, r)
    fought = told_everything(a, b, faces, r)
    for each in result:
        assert (fought.a.total, fought.b.total) == (each.left_a, each.left_b)
        assert (len(fought.a.destroyed), len(fought.b.destroyed)) == (each.lost_a, each.lost_b)
        assert fought.winner == ("a" if each.left_a > each.left_b
                                 else "b" if each.left_b > each.left_a else "draw")  # fmt: skip
    for each in losses:
        assert (fought.a.lost, fought.b.lost) == (each.lost_a, each.lost_b)
    for party, steady in ((fought.a, a.steady), (fought.b, b.steady)):
        assert list(party.destroyed) == sorted(party.destroyed)
        gone = sum(party.rolls[at] for at in party.destroyed)
        assert sum(party.rolls) - gone == party.total
        assert party.share_lost == min(Fraction(party.measured, steady), 1)


@pytest.mark.rule("R-I1", "R-I2")
@pytest.mark.parametrize("at_once", [True, False])
def test_who_strikes_first(at_once: bool) -> None:
    """And how many destroyers are left: of the highest dice none, of the lowest the others."""
    for by_a, by_b in product(range(4), repeat=2):
        order = rules.strike_order(by_a, by_b, Rulings(destroyed_dice_destroy=at_once))
        if at_once or by_a == by_b:
            assert order is Order.AT_ONCE
        else:
            assert order is (Order.A_FIRST if by_a > by_b else Order.B_FIRST)
    for destroys, standing in (("highest", [3, 2, 1, 0, 0, 0]), ("lowest", [3, 3, 3, 2, 1, 0])):
        read = Rulings(destroys=destroys)  # type: ignore[arg-type]
        assert [rules.still_standing(3, gone, Party(5), read) for gone in range(6)] == standing


@pytest.mark.slow
@pytest.mark.rule("R-I1")
@in_turn(("superior", "destroys"), [(True, "highest"), (False, "lowest")])
def test_the_order_of_strikes_is_cited_where_it_decides(superior: bool, destroys: Any) -> None:
    """For every throw: where the other reading destroys other dice, and nowhere else."""
    pair = Party(2, 0, superior), Party(2)
    for rolls in product(map(list, combinations_with_replacement(range(1, 7), 2)), repeat=2):
        told, otherwise = (
            adjudicate(*pair, *rolls, Rulings(destroyed_dice_destroy=each, destroys=destroys))
            for each in (True, False)
        )
        for name, one, other in (("B", told.a, otherwise.a), ("A", told.b, otherwise.b)):
            (step,) = [each for each in told.steps if each.text.startswith(f"{name} destroys")]
            assert ("R-I1" in step.clauses) == (one.destroyed != other.destroyed), rolls


@pytest.mark.rule("R-I2", "IDT-5.2")
@in_turn("destroys", DESTROYS)
@in_turn(("chosen", "total"), [([2, 3], 5), ((5, 3), 2), ([5, 2], 3)])
def test_the_roller_chooses(destroys: Any, chosen: list[int], total: int) -> None:
    a, b = Party(2), Party(3)
    told = adjudicate(a, b, [6, 6], [2, 5, 3], Rulings(destroys=destroys), destroyed_b=chosen)
    assert told.b.total == total
    assert sorted(told.b.rolls[at] for at in told.b.destroyed) == sorted(chosen)
    turned = adjudicate(b, a, [2, 5, 3], [6, 6], Rulings(destroys=destroys), destroyed_a=chosen)
    assert turned.a == told.b


@pytest.mark.rule("R-I1", "R-I2")
def test_a_choice_that_spares_a_destroyer() -> None:
    in_turn = Rulings(destroyed_dice_destroy=False)
    spared = adjudicate(Party(2), Party(2), [6, 6], [6, 1], in_turn, destroyed_b=[6, 1])
    assert spared.a.lost == 0
    a = Party(3, superior=True)
    assert adjudicate(a, Party(2), [5, 6, 1], [6, 2], in_turn, destroyed_b=[6, 2]).a.lost == 0
    given: Any = {"destroyed_b": [2, 2], "destroyed_a": [1]}
    spared = adjudicate(a, Party(3), [5, 6, 1], [6, 2, 2], in_turn, **given)
    assert (spared.a.total, spared.b.total) == (11, 6)


@pytest.mark.rule("R-I2", "R-I3", "R-I8", "IDT-6.4")
def test_what_chance_decides_is_asked_for_where_it_matters() -> None:
    """Which dice fall; and, where fanatics are left out, how many of them are fanatics."""
    left_out = Rulings(True, **OPEN, destroyed_fanatics_left_out=True)

    def measured(face: int, **told: Any) -> int:
        rolls = [6, 5, 1], [4, 3, 2, 1]
        found = adjudicate(Party(3), Party(4, 1), *rolls, left_out, destroyed_b=[face], **told)
        assert found.b.lost == 2
        return int(found.b.measured)

    assert measured(1) == 1  # the fanatic
    assert [measured(4, destroyed_fanatics_b=each) for each in (0, 1)] == [2, 1]
    for a, b, rolls, chosen, least in (
        (Party(3), Party(4, 1), ([6, 5, 1], [4, 3, 2, 1]), [4], "0 to 1"),
        # Two of four are steady. If three are lost, one fanatic is among them at least.
        (Party(4), Party(4, 2), ([6, 5, 4, 1], [3, 3, 2, 2]), [3], "1 to 2"),
        # And where none is destroyed for the result, it is open which one is lost.
        (Party(2), Party(3, 1), ([5, 1], [3, 2, 1]), None, "0 to 1"),
    ):
        with pytest.raises(ChoiceNeeded, match=rf"destroyed_fanatics_b: .* how many, {least}$"):
            adjudicate(a, b, *rolls, left_out, destroyed_b=chosen)
    for rolls in (([6, 1], [2, 5, 3]), ([6, 1], [2, 5])):
        with pytest.raises(ChoiceNeeded, match="destroyed_b: destroyed at random: 1 die; say whi"):
            adjudicate(Party(2), Party(len(rolls[1])), *rolls, Rulings(destroys="random"))


@pytest.mark.rule("R-I8")
def test_fanatics_among_equal_dice_are_told_by_their_number() -> None:
    a, b, equal = Party(3), Party(4, 2), ([6, 5, 1], [3, 2, 3, 3])
    read = Rulings(destroyed_fanatics_left_out=True)
    for impossible in (0, 3, True, "1"):
        with pytest.raises(InvalidValue, match=r"destroyed_fanatics_b: .* from 1 to 2"):
            adjudicate(a, b, *equal, read, destroyed_fanatics_b=impossible)
    # By the default reading it does not matter, and need not be said.
    assert adjudicate(a, b, *equal).b.share_lost == 1
    turned = adjudicate(b, a, *equal[::-1], read, destroyed_fanatics_a=1)
    assert turned.a.share_lost == Fraction(1, 2)
    # The highest dice are the two fanatical ones: there is nothing to ask.
    told = adjudicate(Party(4), Party(4, 2), [6, 6, 1, 1], [2, 1, 5, 4], read)
    assert (told.b.destroyed, told.b.measured) == ((2, 3), 0)
    with pytest.raises(InvalidValue, match=r"destroyed: 3 was given; .* 0 to 2"):
        replace(adjudicate(Party(2), Party(3), [6, 1], [2, 5, 3]).b, destroyed=(3,))


# ---------------------------------------------------------------- how it is told


def cited(told: Fought, words: str) -> set[str]:
    """The ids behind the one step that holds these words."""
    (step,) = [step for step in told.steps if words in step.text]
    return set(step.clauses)


def test_names_headings_and_dice_of_a_transcript() -> None:
    for rolls, last in (
        (([6, 1], [1, 1]), "Rohan wins the battle."),
        (([1, 1], [6, 1]), "Isengard wins the battle."),
        (([6, 1], [6, 1]), "The battle is drawn."),
    ):
        told = adjudicate(Party(2), Party(2), *rolls, names=("Rohan", "Isengard"))
        assert told.names == ("Rohan", "Isengard")
        assert [step.text for step in told.steps if step.heading] == ["The battle roll", last]
        thrown = [step.throw for step in told.steps if step.throw]
        destroys = ["destroyed"] * sum(bool(side.destroyed) for side in (told.a, told.b))
        assert thrown == ["first", "second", *destroys]
        assert f"Isengard rolls {rolls[1][0]}, 1: {sum(rolls[1])} in all." in str(told)


@pytest.mark.rule("IDT-6.3", "R-I3")
@pytest.mark.parametrize("fanatics", [0, 1])
def test_each_party_is_told_with_its_own_threshold_for_the_losses(fanatics: int) -> None:
    """Who fights against fanatics takes more of them than the dice say."""
    parties = [Party(2, 1), Party(2)][:: 1 - 2 * fanatics]
    rulings = Rulings(fanaticism_counts="losses_only")
    told = adjudicate(*parties, [5, 1], [5, 1], rulings, names=("Elves", "Dwarves"))
    other = ("Dwarves", "Elves")[fanatics]
    lines = [line.strip() for line in str(told).splitlines() if "For the losses" in line]
    assert lines == [f"For the losses {other} destroys with 5 or 6: 1 in all. [IDT-6.3, R-I3]"]


@pytest.mark.rule("R-I4", "R-I8")
def test_which_ruling_bears_on_the_losses() -> None:
    """R-I4 where more than everything is lost; R-I8 where lost dice can be fanatics."""
    for gone, above in ((2, False), (3, True)):
        told = adjudicate(Party(3, 1), Party(3), [1] * 3, [6] * gone + [1] * (3 - gone))
        assert (told.a.lost, told.a.share_lost) == (gone, 1)
        assert ("R-I4" in cited(told, "A loses 100 %")) == above
    for fanatics, rolls_a, rolls_b, named in (
        (1, [6, 5], [5, 4, 4], True),
        (0, [6, 5], [5, 4, 4], False),
        (1, [6, 5], [1, 1, 2], True),
        (1, [1, 2], [5, 4, 4], False),  # nothing is lost
        (1, [6, 6, 6], [1, 1, 1], False),  # whatever is left out, everything is lost
    ):
        told = adjudicate(Party(len(rolls_a)), Party(3, fanatics), rolls_a, rolls_b)
        assert ("R-I8" in cited(told, "B loses")) == named
