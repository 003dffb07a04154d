"""What helps never hurts; and where it does, the counterexample."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_lib.in_die_tiefen import Party, battle
from rules_lib.paper_tigers import Card, command, melee
from rules_lib.triumph_and_glory import charge
from tests.golden.cavalry_cases import simple
from tests.golden.engine_cavalry import situation
from tests.properties import drawn
from tests.sample import examples

Unit = melee.Combatant


@pytest.mark.rule("PT-M13")
def test_a_lower_card_hurts_who_rolls_again_only_after_a_miss() -> None:
    """The counterexample: with a low card the habit wastes the re-roll.

    The card of 6 is nearly always reached, so it hardly ever rolls again, although a higher total
    would win the exchange. The card of 8 misses more often, and gets its second roll.
    """
    able = Unit(Card("red", 4))
    six, eight = (Unit(Card("red", value), in_cover=True) for value in (6, 8))
    habit = [melee.odds(able, unit).defender_wins for unit in (six, eight)]
    assert habit[0] < habit[1]
    assert [f"{float(each):.1%}" for each in habit] == ["47.8%", "52.0%"]
    best = [melee.odds(able, unit, reroll=melee.Goal.WIN).defender_wins for unit in (six, eight)]
    assert best[0] > best[1]


@pytest.mark.slow
@pytest.mark.rule("PT-M13")
@pytest.mark.parametrize("attacker", ["red 5", "black 8", "red 11"])
@pytest.mark.parametrize("colour", ["red", "black"])
def test_a_lower_card_never_hurts_who_rolls_again_at_his_best(
    attacker: str, colour: command.Colour
) -> None:
    able = Unit(Card.parse(attacker))
    wins = [
        melee.odds(able, Unit(Card(colour, value), in_cover=True), reroll=melee.Goal.WIN)
        for value in range(3, 13, 3)
    ]
    chances = [each.defender_wins for each in wins]
    assert chances == sorted(chances, reverse=True)


# ---------------------------------------------------------------- more dice


@examples(60)
@given(drawn.parties(), drawn.parties(), drawn.battle_rulings)
@pytest.mark.slow
def test_a_steady_die_more_never_lowers_the_win_chance(
    a: Party, b: Party, rulings: battle.Rulings
) -> None:
    usual = battle.odds(a, b, rulings)
    more = battle.odds(Party(a.dice + 1, a.fanaticism, a.superior), b, rulings)
    assert more.a_wins >= usual.a_wins
    assert more.b_wins <= usual.b_wins
    superior = battle.odds(Party(a.dice, a.fanaticism, True), b, rulings)
    assert superior.a_wins >= usual.a_wins


@pytest.mark.rule("IDT-6.3", "IDT-1.3")
def test_a_fanatic_more_may_lower_the_win_chance() -> None:
    """The counterexample: a die of one's own, and yet the enemy destroys more."""
    base, enemy = 1, Party(5)
    at_once = battle.Rulings(destroyed_dice_destroy=True)
    wins = [battle.odds(Party(base + fan, fan), enemy, at_once).a_wins for fan in range(5)]
    assert wins[0] < wins[1] < wins[2] < wins[3]
    assert wins[4] < wins[3]
    assert [f"{float(each):.1%}" for each in wins[3:]] == ["4.5%", "3.7%"]
    # Where the lower threshold counts for the losses only, the die is as good as any other.
    only_losses = replace(at_once, fanaticism_counts="losses_only")
    wins = [battle.odds(Party(base + fan, fan), enemy, only_losses).a_wins for fan in range(5)]
    assert wins == sorted(wins)


@pytest.mark.rule("IDT-6.3", "R-I1")
def test_a_fanatic_more_may_hurt_the_larger_party_if_the_stronger_strikes_first() -> None:
    def wins(at_once: bool) -> list[Fraction]:
        rulings = battle.Rulings(destroyed_dice_destroy=at_once)
        enemy = Party(3, 0, True)
        return [battle.odds(Party(4 + fan, fan), enemy, rulings).a_wins for fan in (0, 1)]

    without, with_it = wins(at_once=False)
    assert with_it < without
    without, with_it = wins(at_once=True)
    assert with_it > without


# ---------------------------------------------------------------- cavalry

KINDS = st.sampled_from(["infantry", "cavalry"])


def drives_out(cohesion: int, strength: int, kind: str, foe: int) -> Fraction:
    """The chance to drive the unit Y out, when both sides decide at their best."""
    return charge.decide(
        situation(simple(cohesion, strength, kind, foe)), charge.drive_out("Y")
    ).value


@examples(40)
@given(KINDS, st.integers(0, 8), st.integers(1, 12), st.integers(0, 8))
@pytest.mark.slow
def test_cohesion_and_strength_never_hurt_in_a_charge(
    kind: str, cohesion: int, strength: int, foe: int
) -> None:
    usual = drives_out(cohesion, strength, kind, foe)
    assert drives_out(cohesion + 1, strength, kind, foe) >= usual
    assert drives_out(cohesion, strength + 1, kind, foe) >= usual
    assert drives_out(cohesion, strength, kind, foe + 1) <= usual
