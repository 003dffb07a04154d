"""How likely the example was: each printed outcome when its die was thrown, by the engine."""

from fractions import Fraction

from rules_lib.probability import Distribution
from rules_lib.triumph_and_glory.charge.odds import Odds, odds
from rules_lib.triumph_and_glory.example import record, scene
from rules_lib.triumph_and_glory.example.facts import OUTCOMES, result_row
from rules_lib.triumph_and_glory.example.record import PrintedFight, PrintedRoll
from rules_lib.values.type_checks import checked

DECISIONS = {"square": True, "recall": True, "counter-shock": False}
"""What both sides decide in the example; below 0 the Russians stay where they are."""


def chances() -> dict[str, Fraction]:
    """The chance of what is printed, for each of the eight dice by name.

    For the fight over Y it is the chance of the row that was read, 10 and more (E-N6).
    """
    found = odds(scene.situation(), DECISIONS, scene.READ)
    of_rolls = {roll.key: _of_roll(found, roll) for roll in record.ROLLS}
    return of_rolls | {
        fight.key: _of_fight(fight) for fight in (record.FIGHT_OVER_Y, record.FIGHT_OVER_Z)
    }


@checked
def results_of(fight: PrintedFight, *, b_in_other_front: bool = True) -> Distribution[int]:
    """The distribution of the modified result of a fight, once it comes to it as in the example."""
    declared = scene.situation(after_step_4=True, b_in_other_front=b_in_other_front)
    distribution = odds(declared, DECISIONS, scene.READ).results(*fight.attackers)
    fought = 1 - distribution[None]
    return Distribution(
        {result: p / fought for result, p in distribution.items() if result is not None}
    )


def _of_roll(found: Odds, roll: PrintedRoll) -> Fraction:
    good, bad = (found.chance(roll.key, outcome) for outcome in OUTCOMES[roll.kind])
    return (good if roll.passed else bad) / (good + bad)


def _of_fight(fight: PrintedFight) -> Fraction:
    distribution = results_of(fight)
    if fight.row is None:
        return distribution[fight.lowest]
    return distribution.probability(result_row(fight).covers)
