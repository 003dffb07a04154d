"""The explorer of the command test."""

from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Part
from rules_lib.notebook.interact import choice, explorer, numbers
from rules_lib.paper_tigers import Card, charge, command
from rules_lib.paper_tigers.command import Colour, Purpose


@explorer(
    Headline(
        "passed",
        "You pass {chance}.",
        never="You cannot pass: the dice do not reach this card.",
        always="You always pass: the lowest roll is enough.",
    ),
    colour=choice("Colour of the card", {"red": "red", "black": "black"}),
    value=numbers("Value of the card", range(2, 15), default=7),
    purpose=choice(
        "What for",
        {"to move": "movement", "to charge or to fight": "charge"},
        keys="movement charge",
        default="charge",
    ),
    read=["R-M14"],
    exact=True,
    dice="charge?attacker.colour={colour}&attacker.value={value}"
    "&movement-roll=&charge-roll=&rolls.attacker=&rolls.defender=",
)
def command_test_odds(colour: Colour, value: int, purpose: Purpose, **read: Any) -> Answer:
    """Will my unit pass its command test?"""
    card = charge.rolled_card(Card(colour, value), purpose, charge.Rulings(**read))
    odds = command.chance(card, purpose)
    return Answer((Part("passed", odds, "good"), Part("failed", 1 - odds, "bad")))
