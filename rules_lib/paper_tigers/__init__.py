"""Paper Tigers: command tests, charge and melee, and the El Alamein tutorial."""

from rules_lib.paper_tigers import charge, command, el_alamein, melee
from rules_lib.paper_tigers.command import Card

__all__ = ["Card", "charge", "command", "el_alamein", "melee"]
