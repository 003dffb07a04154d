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

__all__ = ["Card", "charge", "command", "el_alamein", "melee", "sniper", "sudden_strike"]
