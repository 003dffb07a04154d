"""The battle in one roll: what it tells is what the rules do, and every figure is exact."""

from fractions import Fraction

import pytest

from rules_lib.in_die_tiefen import Party, Tactic, battle
from rules_lib.in_die_tiefen.battle.party import TACTIC_DICE
from rules_lib.notebook.learn.story import Scene
from rules_lib.text.chances import percent, points
from tests.lessons import BATTLE as STORY
from tests.lessons import of_battle

pytestmark = pytest.mark.slow

GAINED = {
    Tactic.SPEED: (0, TACTIC_DICE),
    Tactic.STEADINESS: (TACTIC_DICE, 0),
    Tactic.STRENGTH: (0, 0),
}
"""Dice for Northmark and Southmark against strength, by IDT-2.2 and IDT-2.4."""


GIVEN = of_battle()


def rolled(tactic: Tactic, fanatics: int) -> Scene:
    """The end with the dice that are laid out."""
    return STORY.after(STORY.scene(f"reveal-{tactic}").choices[fanatics])


def parties(tactic: Tactic, fanatics: int) -> tuple[Party, Party]:
    north, south = GAINED[tactic]
    return Party(4 + north + fanatics, fanaticism=fanatics), Party(5 + south)


def test_every_figure_before_the_roll_is_the_engines() -> None:
    values: dict[Tactic, list[Fraction]] = {}
    for tactic in Tactic:
        scene = STORY.scene(f"reveal-{tactic}")
        plain = battle.odds(*parties(tactic, 0))
        assert scene.chances == (plain.a_wins, plain.draw, plain.b_wins)
        odds = [battle.odds(*parties(tactic, fanatics)) for fanatics in range(5)]
        values[tactic] = [each.a_wins for each in odds]
        for choice, each in zip(scene.choices, odds, strict=True):
            loss = sum(share * chance for (share, _), chance in each.losses.items())
            wins = f": you win {percent(each.a_wins)} of such battles"
            assert f"{wins}, and lose {percent(loss)}" in choice.note
            assert choice.worth == each.a_wins
            best = max(values[tactic])
            if each.a_wins < best:
                assert points(best - each.a_wins) in choice.short
            assert (choice.mark == "best") == (each.a_wins == best)
    muster = STORY.scene("muster")
    tops = {tactic: max(each) for tactic, each in values.items()}
    for tactic, choice in zip(Tactic, muster.choices, strict=True):
        assert percent(tops[tactic]) in choice.note
        assert (choice.mark == "best") == (tactic == Tactic.STEADINESS)


def test_the_price_of_fanatics_is_told_at_the_end() -> None:
    for tactic in Tactic:
        values = [battle.odds(*parties(tactic, n)) for n in range(5)]
        worth = [
            each.a_wins - sum(share * p for (share, _), p in each.losses.items()) for each in values
        ]
        careful = worth.index(max(worth))
        for fanatics in range(5):
            price = rolled(tactic, fanatics).lines[-1].step.text
            assert price.endswith(f"it was {careful or 'none'}.")
