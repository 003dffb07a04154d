"""The oracles that count agree with those that try everything, where both can."""

from fractions import Fraction

import pytest

from tests.in_turn import in_turn
from tests.oracles import battle_brute, battle_counts, sniper_counts
from tests.oracles.battle_brute import Readings, Side
from tests.oracles.sniper_brute import Hunt
from tests.oracles.sniper_brute import Readings as Snipers

PARTIES = ((Side(3), Side(2)), (Side(3, 2), Side(2, superior=True)), (Side(2), Side(3, 1)))
READ = (
    Readings(),
    Readings(destroyed_dice_destroy=False),
    Readings(destroyed_dice_destroy=True, destroys="lowest"),
    Readings(destroyed_dice_destroy=True, destroys="random"),
    Readings(fanaticism_counts="losses_only"),
    Readings(threshold_floor=5),
)


@in_turn("read", READ)
def test_battles(read: Readings) -> None:
    for a, b in PARTIES:
        thrown = battle_brute.battle(a, b, read)
        for who, chance in battle_counts.winners(a, b, read).items():
            assert chance == sum(p for (won, *_), p in thrown.items() if won == who)
        lost: dict[Fraction, Fraction] = {}
        for (_, share, _), p in battle_brute.shares(a, b, read).items():
            lost[share] = lost.get(share, Fraction(0)) + p
        counted = battle_counts.losses(a, b, read)
        assert {share: p for share, p in counted.items() if p} == lost


@pytest.mark.slow
@pytest.mark.parametrize(
    "read",
    [
        Snipers(),
        Snipers(drawing="returned"),
        Snipers(jokers="fail"),
        Snipers(found_by="elimination"),
        Snipers(markers_stay="new_each_shot"),
        Snipers(markers_laid="after_a_hit"),
        Snipers(hit_target_spots=False),
    ],
)
def test_searches(read: Snipers) -> None:
    cards = (4, 6, 8, 9, *(("joker",) if read.jokers == "fail" else ()))
    hunt = Hunt(cards, 3, read)
    searched = hunt.search(["infantry"] * 4)
    assert searched == [sniper_counts.hidden(n, "infantry", cards, read, 3) for n in range(5)]
    mean = sniper_counts.average_attempts("infantry", cards, read, 3, within=60)
    assert mean == pytest.approx(float(hunt.mean_attempts("infantry")), rel=1e-9)
    hits, four = sniper_counts.hits("red", 8), Hunt(cards, readings=read)
    shot = [sniper_counts.hidden_after_shots(n, "infantry", hits, cards, read) for n in range(4)]
    assert four.duel("infantry", 3)[0] == shot
