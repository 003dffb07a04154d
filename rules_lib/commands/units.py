"""What people type for units of Paper Tigers."""

from rules_lib.errors import RulesError
from rules_lib.paper_tigers import Card
from rules_lib.paper_tigers.melee.state import TRAITS
from rules_lib.words import blame

UNIT_HELP = f"a card, then any of: {TRAITS}"


def card(option: str, text: str) -> Card:
    """A command card."""
    try:
        return Card.parse(text)
    except RulesError as error:
        raise blame(option, error) from None
