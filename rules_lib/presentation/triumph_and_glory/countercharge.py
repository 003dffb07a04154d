"""The explorer of the counter-charge: cavalry against cavalry."""

from fractions import Fraction
from functools import cache
from typing import Any

from rules_lib.presentation.explorer import (
    Answer,
    Choice,
    Control,
    Explorer,
    Headline,
    Number,
    Part,
)
from rules_lib.presentation.readings import reads
from rules_lib.presentation.triumph_and_glory.meetings import ARRIVED, NO_REACTION
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Cavalry, Order
from rules_lib.type_checks import checked

COHESIONS = range(3, 9)
CHARGER, CHARGED = "A", "D"
READ = ("R-N1", "R-N2", "R-N17")
"""The rulings that matter to this meeting."""


@checked
def cavalry_meets(
    attacker_heavy: bool, attacker: int, defender_heavy: bool, defender: int
) -> charge.Situation:
    """Cavalry has charged cavalry as strong as itself, in the open, through its front."""
    riders = Cavalry(CHARGER, attacker, 1, heavy=attacker_heavy)
    charged = Cavalry(CHARGED, defender, 1, heavy=defender_heavy)
    return charge.Situation.of(
        [charge.Stack((riders,), commitment_drm=ARRIVED)],
        [charge.Target((charged,), clear_terrain=True)],
    )


@cache
def _both_ways(rulings: charge.Rulings, *meeting: Any) -> tuple[charge.Odds, charge.Odds]:
    """The odds with a counter-charge and without."""
    meets = cavalry_meets(*meeting)
    answered = charge.odds(meets, {**NO_REACTION, "counter-charge": "first"}, rulings)
    return answered, charge.odds(meets, NO_REACTION, rulings)


def _answer(
    attacker_heavy: bool, attacker: int, defender_heavy: bool, defender: int, **read: Any
) -> Answer:
    meeting = attacker_heavy, attacker, defender_heavy, defender
    answered, stands = _both_ways(charge.Rulings(**read), *meeting)
    driven, thrown = _driven(answered), _thrown_back(answered)
    return Answer(
        (
            Part("the charged cavalry loses its hex", driven, "first"),
            Part("both stay", 1 - driven - thrown, "neutral"),
            Part("the chargers are thrown back", thrown, "second"),
        ),
        (
            _percent("the counter-charge roll succeeds", answered, "succeeded"),
            Number("without it, the charged lose their hex", 100 * _driven(stands), "%"),
            Number("without it, the chargers are thrown back", 100 * _thrown_back(stands), "%"),
            Number("the charged end disordered, or gone", 100 * _spent(answered), "%"),
            Number("the same without it", 100 * _spent(stands), "%"),
        ),
    )


def _percent(label: str, odds: charge.Odds, outcome: str) -> Number:
    return Number(label, 100 * odds.chance(f"counter-charge {CHARGED}", outcome), "%")


def _driven(odds: charge.Odds) -> Fraction:
    return odds.outcomes.probability(lambda each: each.left(CHARGED))


def _thrown_back(odds: charge.Odds) -> Fraction:
    return odds.outcomes.probability(lambda each: each.left(CHARGER) and not each.left(CHARGED))


def _spent(odds: charge.Odds) -> Fraction:
    def spent(each: charge.Outcome) -> bool:
        return each.gone(CHARGED) or each.fate(CHARGED).order == Order.DISORDERED

    return odds.outcomes.probability(spent)


def _weight(name: str, label: str) -> Control:
    choices = (Choice("heavy", "heavy", True), Choice("light", "light", False))
    return Control(name, label, choices, "heavy", "chips")


def _cohesion(name: str, label: str) -> Control:
    choices = tuple(Choice(str(value), str(value), value) for value in COHESIONS)
    return Control(name, label, choices, "5")


COUNTERCHARGE = Explorer(
    id="counter-charge-odds",
    question="Should my cavalry counter-charge?",
    controls=(
        _weight("attacker_heavy", "The chargers are"),
        _cohesion("attacker", "Their cohesion"),
        _weight("defender_heavy", "Your cavalry is"),
        _cohesion("defender", "Its cohesion"),
    ),
    answer=_answer,
    headline=Headline(
        "the charged cavalry loses its hex", "You counter-charge. You lose your hex {chance}."
    ),
    python=(
        'chargers = Cavalry("A", {attacker}, 1, heavy={attacker_heavy})\n'
        'charged = Cavalry("D", {defender}, 1, heavy={defender_heavy})\n'
        "meeting = charge.Situation.of(\n"
        "    [charge.Stack((chargers,), commitment_drm=-10)],\n"
        "    [charge.Target((charged,), clear_terrain=True)],\n"
        ")\n"
        "plan = {\n"
        '    "counter-charge": "first",\n'
        '    "retreat before shock": False,\n'
        '    "counter-shock": False,\n'
        "}\n"
        "charge.odds(meeting, plan{read})"
    ),
    note=(
        "The chargers have arrived, as strong as you, through your front, on clear ground (its +1"
        " and the tables: secondary source). You do not slip away, and do not strike back in a"
        " counter-shock. A pursuit that follows is counted in."
    ),
    reads=(reads("rulings=charge.Rulings({})", *READ),),
)
