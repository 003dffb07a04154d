"""Paper Tigers: command tests, charge and melee, El Alamein, snipers, sudden strike."""

from rules_lib.paper_tigers import (
    charge,
    command,
    el_alamein,
    melee,
    sniper,
    sudden_strike,
)
from rules_lib.paper_tigers.command import Card
from rules_lib.paper_tigers.deck import CommandDeck

__all__ = [
    "Card",
    "CommandDeck",
    "charge",
    "command",
    "el_alamein",
    "melee",
    "sniper",
    "sudden_strike",
]
